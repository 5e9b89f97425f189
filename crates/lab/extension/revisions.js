// File > Revision history: the earlier states of a file, what changed since, and their restoration.
import { addressOf, currentPath } from './documents.js';

/** Adds the command to the menu File. */
export function addRevisions(lab, app, server, mainMenu, palette) {
  const { Dialog, Notification, showDialog } = lab.apputils;
  const command = 'labora:revisions';
  const path = () => currentPath(app);
  app.commands.addCommand(command, {
    label: 'Revision history…',
    isEnabled: () => Boolean(path()),
    execute: async () => {
      try {
        const address = addressOf('revisions', path());
        const all = await server.call('GET', address);
        const node = all.length ? history(server, address, all) : empty();
        const body = new lab.widgets.Widget({ node });
        const buttons = [Dialog.cancelButton({ label: 'Close' })];
        if (all.length) buttons.push(Dialog.okButton({ label: 'Restore' }));
        const title = `Revisions of ${path()}`;
        if (!(await showDialog({ title, body, buttons })).button.accept) return;
        const id = node.querySelector('select').value;
        await server.call('POST', address, { restore: id });
        Notification.success('Restored. The state before is in the history.', { autoClose: 4000 });
      } catch (error) {
        Notification.error(error.message, { autoClose: false });
      }
    },
  });
  mainMenu.fileMenu.addGroup([{ command }], 5);
  if (palette) palette.addItem({ command, category: 'File Operations' });
}

function empty() {
  const node = document.createElement('div');
  node.textContent = 'There are none yet: a save keeps the state before it, if none was kept for 10 minutes.';
  return node;
}

/** A list of states, and the changes since the chosen one. */
function history(server, address, all) {
  const node = document.createElement('div');
  node.className = 'labora-revisions';
  const list = document.createElement('select');
  for (const one of all) {
    const by = one.replaced_by ? `, replaced by ${one.replaced_by}` : '';
    list.append(new Option(`${new Date(one.last_modified).toLocaleString()}, ${one.size} bytes${by}`, one.id));
  }
  const changes = document.createElement('div');
  const show = async () => {
    try {
      const found = await server.call('GET', `${address}?compare=${encodeURIComponent(list.value)}`);
      changes.replaceChildren(...difference(found));
    } catch (error) {
      changes.textContent = error.message;
    }
  };
  list.addEventListener('change', show);
  const head = document.createElement('p');
  head.textContent = 'What changed from this state to the present one:';
  node.append(list, head, changes);
  show();
  return node;
}

function difference(found) {
  if (found.kind === 'binary') return [text('p', found.is_equal ? 'Nothing.' : 'The bytes differ.')];
  const blocks = found.kind === 'text' ? [{ lines: found.lines }] : found.cells;
  const shown = blocks.flatMap(({ change, cell_type: type, lines }) => [
    ...(change ? [text('p', change === 'outputs' ? `outputs of a ${type} cell` : `${change}: ${type} cell`)] : []),
    ...(lines.length ? [block(lines)] : []),
  ]);
  return shown.length ? shown : [text('p', 'Nothing.')];
}

const KINDS = { '-': 'labora-removed', '+': 'labora-added', '@': 'labora-place', ' ': '' };

function block(lines) {
  const node = document.createElement('pre');
  for (const [sign, line] of lines) {
    const row = text('div', sign === '@' ? line : `${sign} ${line}`);
    row.className = KINDS[sign];
    node.append(row);
  }
  return node;
}

function text(tag, content) {
  const node = document.createElement(tag);
  node.textContent = content;
  return node;
}
