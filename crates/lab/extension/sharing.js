// File > Share: who else has a document and what they may do, and its link.
import { addressOf, button, currentPath, element, role } from './documents.js';
import { followRight } from './read_only.js';

/** By which pages know among events that a right has changed. */
export const SHARE = 'urn:labora:share';
const RIGHTS = [['viewer', 'Viewer'], ['commenter', 'Commenter'], ['editor', 'Editor']];

/** Adds the command to the menu File and, for people with accounts, a button at the top. */
export function addSharing(lab, app, server, mainMenu, palette) {
  const { Notification } = lab.apputils;
  const command = 'labora:share';
  app.commands.addCommand(command, {
    label: 'Share…',
    isEnabled: () => Boolean(currentPath(app)),
    execute: () => share(lab, app, server, currentPath(app)),
  });
  mainMenu.fileMenu.addGroup([{ command }], 4);
  if (palette) palette.addItem({ command, category: 'File Operations' });
  if (!role()) return;
  const top = new lab.widgets.Widget();
  top.id = 'labora-share';
  top.addClass('labora-share-button');
  const open = button('Share', () => app.commands.execute(command));
  open.classList.add('jp-mod-accept');
  top.node.append(open);
  const changed = () => {
    open.disabled = !currentPath(app);
    app.commands.notifyCommandChanged(command);
  };
  app.shell.currentChanged.connect(changed);
  changed();
  app.shell.add(top, 'top', { rank: 990 });
  app.serviceManager.events.stream.connect((_, event) => {
    if (event.schema_id !== SHARE) return;
    const { from, path, right } = event;
    const may = { viewer: 'read it', commenter: 'read and comment it', editor: 'edit it' }[right];
    const said = right ? `shares ${path} with you: you may ${may}.` : `no longer shares ${path} with you.`;
    Notification.info(`${from} ${said}`, { autoClose: false });
    // Without a right there is nothing to read any more, and the room says so.
    if (right) followRight(lab, app, path);
  });
}

/** Shows the dialog. What is changed in it counts at once. */
async function share(lab, app, server, path) {
  const { Dialog, showDialog } = lab.apputils;
  const address = addressOf('shares', path);
  const body = new lab.widgets.Widget();
  body.addClass('labora-share');
  try {
    const found = await server.call('GET', address);
    if (found.right === 'owner') new Owner(body.node, server, address).show(found);
    else body.node.append(...guest(server, path, found));
  } catch (error) {
    body.node.append(element('p', '', error.message));
  }
  const title = `Share “${path.split('/').pop()}”`;
  // JupyterLab's dialog would take it for Done, whatever has the focus.
  const keep = (event) => {
    if (event.key === 'Enter' && body.node.contains(event.target)) event.stopPropagation();
  };
  document.addEventListener('keydown', keep, true);
  await showDialog({ title, body, buttons: [Dialog.okButton({ label: 'Done' })] });
  document.removeEventListener('keydown', keep, true);
}

/** What somebody sees to whom the document is another's. */
function guest(server, path, { owner, right }) {
  const said = element('p', '', `This document is ${owner}'s, who shares it with you. You are ${right}.`);
  const status = element('p', '', '');
  status.setAttribute('role', 'status');
  const action = (label, run) => button(label, async () => {
    try {
      status.textContent = await run();
    } catch (error) {
      status.textContent = error.message;
    }
  });
  const copy = action('Save a copy in my drive', async () => {
    const made = await server.call('POST', 'api/contents', { copy_from: path });
    return `The copy is ${made.path}.`;
  });
  const leave = action('Take it off my list', async () => {
    await server.call('DELETE', addressOf('shares', path));
    return 'It is off your list. Its link leads to it again.';
  });
  return [said, element('div', 'labora-share-row', copy, leave), status];
}

/** What the owner sees. */
class Owner {
  constructor(node, server, address) {
    Object.assign(this, { node, server, address });
    this.status = element('p', 'labora-share-status', '');
    this.status.setAttribute('role', 'status');
    this.list = element('div', '');
    node.append(this.list, this.status);
  }

  show({ people, link }) {
    this.people = people;
    this.link = link;
    this.list.replaceChildren(this.adder(), this.table(), this.general(), this.footer());
  }

  /** Sends what is chosen. */
  async send(change, said) {
    const link = this.link?.right ?? null;
    try {
      this.show(await this.server.call('PUT', this.address, { people: this.people, link, ...change }));
      this.status.textContent = said;
    } catch (error) {
      this.status.textContent = error.message;
    }
  }

  adder() {
    const name = element('input', 'jp-mod-styled');
    name.setAttribute('aria-label', 'Name of an account');
    name.placeholder = 'Add people by name';
    const right = rights('Right of the person', 'viewer');
    const add = button('Add', () => {});
    add.type = 'submit';
    const form = element('form', 'labora-share-row', name, right, add);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const person = name.value.trim();
      if (person) this.send({ people: { ...this.people, [person]: right.value } }, `${person} has it now.`);
    });
    return form;
  }

  table() {
    const rows = Object.entries(this.people).map(([name, right]) => {
      const select = rights(`Right of ${name}`, right);
      select.addEventListener('change', () => {
        this.send({ people: { ...this.people, [name]: select.value } }, `${name} is ${select.value} now.`);
      });
      const remove = button('Remove', () => {
        const { [name]: _, ...people } = this.people;
        this.send({ people }, `${name} has it no more.`);
      });
      remove.setAttribute('aria-label', `Remove ${name}`);
      return element('div', 'labora-share-row', element('span', 'labora-share-name', name), select, remove);
    });
    return element('div', '', element('h2', '', 'People with access'), ...rows, rows.length ? '' : 'You alone.');
  }

  general() {
    const select = rights('General access', this.link?.right ?? '', [['', 'Restricted: the people above']]);
    for (const option of select.options) {
      if (option.value) option.text = `Everybody with an account who has the link: ${option.text}`;
    }
    select.addEventListener('change', () => {
      const said = select.value ? `Who opens the link is ${select.value}.` : 'The link is for the people above.';
      this.send({ link: select.value || null }, said);
    });
    return element('div', '', element('h2', '', 'General access'), select);
  }

  footer() {
    const row = element('div', 'labora-share-row', button('Copy link', () => this.copy()));
    if (this.link) {
      const renew = () => this.send({ renew: true }, 'The link is another one: who had the old one has it no more.');
      const end = async () => {
        await this.server.call('DELETE', this.address);
        this.show(await this.server.call('GET', this.address));
        this.status.textContent = 'It is shared with nobody any more.';
      };
      row.append(button('New link', renew), button('Stop sharing', end));
    }
    return row;
  }

  async copy() {
    if (!this.link) await this.send({}, '');
    if (!this.link) return;
    const address = new URL(this.link.address, window.location.href).href;
    const shown = element('input', 'jp-mod-styled labora-share-link');
    Object.assign(shown, { value: address, readOnly: true });
    shown.setAttribute('aria-label', 'Link');
    try {
      await navigator.clipboard.writeText(address);
      this.status.textContent = 'The link is in the clipboard:';
    } catch {
      // Without TLS browsers give no clipboard.
      this.status.textContent = 'Copy this link:';
    }
    this.status.append(shown);
    shown.focus();
    shown.select();
  }
}

/** A list of rights. */
function rights(label, chosen, before = []) {
  const select = element('select', 'jp-mod-styled');
  select.setAttribute('aria-label', label);
  for (const [value, text] of [...before, ...RIGHTS]) select.append(new Option(text, value, false, value === chosen));
  return select;
}
