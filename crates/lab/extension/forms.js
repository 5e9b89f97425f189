// Forms of Colab: titles and Markdown of a cell's comments, and a field for each line such as
// `epochs = 5  #@param {type:"integer"}`. They are below their cell.
import { parse, python, shown, withValue } from './form_lines.js';

/** Adds forms to the cells of all notebooks. */
export function addForms(lab, tracker) {
  const attach = (panel) => {
    const forms = new WeakMap();
    const update = () => {
      for (const cell of panel.content.widgets) {
        if (cell.model.type !== 'code' || forms.has(cell)) continue;
        forms.set(cell, null);
        cell.ready.then(() => {
          if (!cell.isDisposed) forms.set(cell, new Form(lab, panel, cell));
        });
      }
    };
    panel.context.ready.then(() => {
      update();
      panel.content.model?.cells.changed.connect(() => setTimeout(update, 0));
    });
  };
  tracker.forEach(attach);
  tracker.widgetAdded.connect((_, panel) => attach(panel));
}

class Form {
  constructor(lab, panel, cell) {
    Object.assign(this, { lab, panel, cell });
    this.widget = new lab.widgets.Widget();
    this.widget.addClass('labora-form');
    // Below the input and before the outputs.
    cell.layout.insertWidget(2, this.widget);
    cell.model.contentChanged.connect(() => this.show());
    this.show();
    if (this.title()?.['display-mode'] === 'form') cell.inputHidden = true;
  }

  source() {
    return this.cell.model.sharedModel.getSource();
  }

  title() {
    return this.parts.find((part) => part.kind === 'title');
  }

  show() {
    this.parts = parse(this.source());
    this.widget.setHidden(this.parts.length === 0);
    const shape = JSON.stringify(this.parts.map(({ value, begin, end, ...rest }) => rest));
    if (shape !== this.shape) {
      this.shape = shape;
      this.rows = this.parts.map((part, at) => this.row(part, at));
      this.widget.node.replaceChildren(...this.rows.map(({ row }) => row));
    }
    this.parts.forEach((part, at) => {
      const { input, output } = this.rows[at];
      // What is being typed is left alone.
      if (!input || document.activeElement === input) return;
      if (part.kind === 'boolean') input.checked = part.value === 'True';
      else input.value = shown(part);
      if (output) output.value = input.value;
    });
  }

  row(part, at) {
    if (part.kind === 'title') return { row: element('h3', { textContent: part.text }) };
    if (part.kind === 'markdown') return { row: this.markdown(part.text) };
    return field(part, (text) => this.set(at, text));
  }

  /** Rendered as JupyterLab renders what is not trusted. */
  markdown(text) {
    const { rendermime } = this.panel.content;
    const renderer = rendermime.createRenderer('text/markdown');
    renderer.renderModel(rendermime.createModel({ data: { 'text/markdown': text }, trusted: false }));
    return renderer.node;
  }

  /** Writes what was entered into the line of a field; with `run: "auto"` runs the cell. */
  set(at, text) {
    const part = parse(this.source())[at];
    const code = part && python(part, text);
    if (code === null || code === undefined || code === part.value) return;
    this.cell.model.sharedModel.setSource(withValue(this.source(), part, code));
    if (this.title()?.run !== 'auto') return;
    const notebook = this.panel.content;
    notebook.activeCellIndex = notebook.widgets.indexOf(this.cell);
    this.lab.notebook.NotebookActions.run(notebook, this.panel.sessionContext);
  }
}

function element(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

/** The row of a field; `set` gets what is entered. */
function field(part, set) {
  const { name, kind, choices } = part;
  const row = element('label', {});
  const isMenu = choices && part['allow-input'] !== 'true';
  const input = element(isMenu ? 'select' : 'input', {});
  input.className = kind === 'boolean' || kind === 'slider' ? '' : 'jp-mod-styled';
  row.append(`${name}: `, input);
  const output = kind === 'slider' ? element('output', {}) : null;
  if (isMenu) {
    input.append(...choices.map(({ label }) => new Option(label)));
  } else {
    const types = { boolean: 'checkbox', integer: 'number', number: 'number', slider: 'range', date: 'date' };
    input.type = types[kind] || 'text';
    if (kind === 'number') input.step = 'any';
    for (const limit of ['min', 'max', 'step', 'placeholder']) if (part[limit]) input[limit] = part[limit];
    if (choices) row.append(suggestions(input, choices));
    if (output) row.append(' ', output);
  }
  input.addEventListener('input', () => output && (output.value = input.value));
  const entered = () => (kind === 'boolean' ? (input.checked ? 'True' : 'False') : input.value);
  input.addEventListener('change', () => set(entered()));
  // The notebook has shortcuts for plain keys.
  input.addEventListener('keydown', (event) => event.stopPropagation());
  return { row, input, output };
}

let lists = 0;

/** The choices of a field in which others may be entered, too. */
function suggestions(input, choices) {
  const list = element('datalist', { id: `labora-choices-${(lists += 1)}` });
  list.append(...choices.map(({ label }) => new Option(label)));
  input.setAttribute('list', list.id);
  return list;
}
