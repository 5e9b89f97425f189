// A panel beside the notebook: the variables of its kernel, read after each execution.

const CODE = "__import__('labora_variables').table()";
const COLUMNS = ['name', 'type', 'shape', 'bytes', 'value'];

/** Adds the panel. It asks the kernel of the notebook in front, only while the panel is shown. */
export function addVariables(lab, app, tracker) {
  const panel = new Panel(lab, tracker);
  panel.widget.id = 'labora-variables';
  panel.widget.title.label = 'Variables';
  panel.widget.title.caption = 'Variables of the notebook';
  app.shell.add(panel.widget, 'right', { rank: 900 });
  const follow = (_, notebook) => {
    const executions = new Set();
    const context = notebook.sessionContext;
    context.iopubMessage.connect((_, message) => {
      const asked = message.parent_header.msg_id;
      if (message.header.msg_type === 'execute_input') executions.add(asked);
      const isIdle = message.header.msg_type === 'status' && message.content.execution_state === 'idle';
      if (isIdle && executions.delete(asked)) panel.update();
    });
    context.kernelChanged.connect(() => panel.update());
  };
  tracker.forEach((notebook) => follow(null, notebook));
  tracker.widgetAdded.connect(follow);
  tracker.currentChanged.connect(() => panel.update());
}

class Panel {
  constructor(lab, tracker) {
    this.tracker = tracker;
    const panel = this;
    // Lumino tells a widget that it is shown.
    this.widget = new (class extends lab.widgets.Widget {
      onAfterShow() {
        panel.update();
      }
    })();
    this.widget.addClass('labora-variables');
    this.isAsking = false;
    this.isStale = false;
  }

  /** Reads the variables again. What is asked for meanwhile is asked once, afterwards. */
  async update() {
    if (!this.widget.isVisible) return;
    if (this.isAsking) {
      this.isStale = true;
      return;
    }
    this.isAsking = true;
    const kernel = this.tracker.currentWidget?.sessionContext.session?.kernel;
    try {
      if (kernel) this.show(await read(kernel));
      else this.say('No notebook with a runtime is in front.');
    } catch (error) {
      this.say(error.message);
    }
    this.isAsking = false;
    if (this.isStale) {
      this.isStale = false;
      this.update();
    }
  }

  say(text) {
    this.widget.node.textContent = text;
  }

  show({ variables, is_whole: isWhole }) {
    const table = document.createElement('table');
    table.append(row('th', COLUMNS));
    for (const one of variables) table.append(row('td', COLUMNS.map((column) => one[column] ?? '')));
    const note = isWhole ? '' : 'There are more, which are not shown.';
    this.widget.node.replaceChildren(table, note);
    if (variables.length === 0) this.say('The notebook has no variables yet.');
  }
}

function row(tag, texts) {
  const node = document.createElement('tr');
  for (const text of texts) {
    const cell = document.createElement(tag);
    cell.textContent = String(text);
    cell.title = cell.textContent;
    node.append(cell);
  }
  return node;
}

/** The variables of a kernel, by an execution that leaves no trace in its history. */
async function read(kernel) {
  const language = (await kernel.info).language_info.name;
  if (language !== 'python') {
    throw new Error(`Variables are shown for Python alone; the kernel's language is ${language}.`);
  }
  const request = { code: '', silent: true, store_history: false, allow_stdin: false, stop_on_error: false };
  const future = kernel.requestExecute({ ...request, user_expressions: { variables: CODE } });
  const found = (await future.done).content.user_expressions?.variables;
  if (found?.status !== 'ok') throw new Error(`The kernel does not list its variables: ${found?.evalue || 'no answer'}`);
  return found.data['application/json'];
}
