// A panel beside the document: what was said about it and its cells.
import { addressOf, button, currentPath, element, role } from './documents.js';
import { markCells } from './cell_marks.js';
import { SHARE } from './sharing.js';

const COMMENTS = 'urn:labora:comments';

/** Adds the panel and its commands, if people have accounts. */
export function addComments(lab, app, server, tracker, mainMenu, palette) {
  if (!role()) return;
  const panel = new Panel(lab, app, server, tracker);
  app.shell.add(panel.widget, 'right', { rank: 910 });
  const show = () => {
    app.shell.activateById(panel.widget.id);
    panel.write();
  };
  const commands = [['labora:comments', 'Comments'], ['labora:comment-cell', 'Comment on cell']];
  for (const [id, label] of commands) {
    app.commands.addCommand(id, { label, isEnabled: () => Boolean(currentPath(app)), execute: show });
    if (palette) palette.addItem({ command: id, category: 'File Operations' });
  }
  mainMenu.fileMenu.addGroup([{ command: 'labora:comments' }], 4);
  app.contextMenu.addItem({ command: 'labora:comment-cell', selector: '.jp-Notebook .jp-Cell', rank: 100 });
  app.shell.currentChanged.connect(() => panel.read());
  // A document that was just opened, or renamed.
  tracker.widgetAdded.connect((_, notebook) => {
    notebook.context.ready.then(() => panel.read());
    notebook.context.pathChanged.connect(() => panel.read());
    notebook.context.model.cells.changed.connect(() => panel.mark());
    notebook.content.activeCellChanged.connect(() => panel.follow());
  });
  app.serviceManager.events.stream.connect((_, event) => {
    // With another right other buttons are there.
    if ([COMMENTS, SHARE].includes(event.schema_id) && event.path === currentPath(app)) panel.read();
  });
  app.restored.then(() => panel.read());
}

class Panel {
  constructor(lab, app, server, tracker) {
    Object.assign(this, { app, server, tracker, path: undefined, found: undefined });
    this.widget = new lab.widgets.Widget();
    this.widget.id = 'labora-comments';
    this.widget.title.label = 'Comments';
    this.widget.title.caption = 'Comments on the document';
    this.widget.addClass('labora-comments');
    this.status = element('p', '');
    this.status.setAttribute('role', 'status');
    this.text = area('New comment');
    this.about = element('select', 'jp-mod-styled');
    this.about.setAttribute('aria-label', 'What the comment is about');
    this.form = element('div', 'labora-comment-form', this.text, this.about, button('Comment', () => this.begin()));
    this.threads = element('div', '');
    this.widget.node.append(this.form, this.status, this.threads);
    this.follow();
  }

  /** The notebook in front, if a notebook is. */
  notebook() {
    const notebook = this.tracker.currentWidget;
    return notebook && notebook === this.app.shell.currentWidget ? notebook.content : null;
  }

  /** Offers the cell in front. */
  follow() {
    const notebook = this.notebook();
    const options = [['', 'the document']];
    if (notebook?.activeCell) {
      options.unshift([notebook.activeCell.model.id, `cell ${notebook.activeCellIndex + 1}`]);
    }
    this.about.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
  }

  write() {
    this.follow();
    this.text.focus();
  }

  /** Reads the comments on the document in front. */
  async read() {
    const path = currentPath(this.app);
    this.path = path;
    this.follow();
    if (!path) return this.show(undefined, 'No document is in front.');
    try {
      const found = await this.server.call('GET', addressOf('comments', path));
      // Another one may be in front by now.
      if (this.path === path) this.show(found, '');
    } catch (error) {
      if (this.path === path) this.show(undefined, error.message);
    }
  }

  /** Sends a request; the answer has all comments. */
  async send(method, query, body) {
    try {
      const found = await this.server.call(method, addressOf('comments', this.path) + query, body);
      this.show(found, '');
      return true;
    } catch (error) {
      this.status.textContent = error.message;
      return false;
    }
  }

  async begin() {
    const body = { text: this.text.value };
    if (this.about.value) body.cell = this.about.value;
    if (await this.send('POST', '', body)) this.text.value = '';
  }

  show(found, said) {
    this.found = found;
    this.status.textContent = said;
    this.form.hidden = !found?.may_comment;
    const all = found?.threads ?? [];
    const [done, open] = [true, false].map((resolved) => all.filter((thread) => thread.resolved === resolved));
    const nodes = open.map((thread) => this.thread(thread));
    if (found && !all.length) nodes.push(element('p', '', 'Nothing was said about this document yet.'));
    if (done.length) {
      const summary = element('summary', '', `Resolved (${done.length})`);
      nodes.push(element('details', '', summary, ...done.map((thread) => this.thread(thread))));
    }
    this.threads.replaceChildren(...nodes);
    this.mark();
  }

  /** Marks the cells that have open threads. */
  mark() {
    const notebook = this.notebook();
    if (!notebook) return;
    markCells(notebook, this.found?.threads ?? [], () => this.app.shell.activateById(this.widget.id));
    // The number of a cell may be another one.
    for (const head of this.threads.querySelectorAll('[data-cell]')) head.textContent = this.place(head.dataset.cell);
  }

  place(cell) {
    const at = this.notebook()?.widgets.findIndex((one) => one.model.id === cell) ?? -1;
    return at < 0 ? 'a cell that is not there any more' : `Cell ${at + 1}`;
  }

  thread({ id, cell, resolved, comments }) {
    const node = element('section', 'labora-thread');
    node.setAttribute('aria-label', cell ? 'Comments on a cell' : 'Comments on the document');
    if (cell) {
      const head = button(this.place(cell), () => this.reveal(cell));
      head.dataset.cell = cell;
      node.append(head);
    }
    node.append(...comments.map((comment) => this.comment(id, comment)));
    if (this.found.may_comment) {
      const answer = area('Reply');
      const reply = () => this.send('POST', '', { thread: id, text: answer.value });
      const resolve = () => this.send('PATCH', '', { thread: id, resolved: !resolved });
      const buttons = [button('Reply', reply), button(resolved ? 'Reopen' : 'Resolve', resolve)];
      node.append(answer, element('div', 'labora-share-row', ...buttons));
    }
    return node;
  }

  comment(thread, { id, author, time, text }) {
    const when = element('time', '', new Date(time).toLocaleString());
    when.dateTime = time;
    const head = element('div', 'labora-share-row', element('strong', '', author), when);
    if (this.found.is_owner || (this.found.may_comment && author === this.found.me)) {
      const query = `?thread=${encodeURIComponent(thread)}&comment=${encodeURIComponent(id)}`;
      const remove = button('Delete', () => this.send('DELETE', query));
      remove.setAttribute('aria-label', `Delete the comment of ${author}`);
      head.append(remove);
    }
    return element('article', '', head, element('p', 'labora-comment-text', text));
  }

  /** Shows a cell. */
  reveal(cell) {
    const notebook = this.notebook();
    const at = notebook?.widgets.findIndex((one) => one.model.id === cell) ?? -1;
    if (at < 0) return;
    notebook.activeCellIndex = at;
    notebook.scrollToItem(at);
  }
}

function area(label) {
  const node = element('textarea', 'jp-mod-styled');
  node.setAttribute('aria-label', label);
  Object.assign(node, { placeholder: label, maxLength: 2000, rows: 2 });
  return node;
}
