// Secrets of the user, which notebooks read by `google.colab.userdata` and no notebook has.

const SECTION = 'api/config/secrets';

/** Shows the names of secrets, adds one, or removes one whose value is left empty. */
export async function editSecrets(lab, server) {
  const { Dialog, showDialog } = lab.apputils;
  const known = Object.keys(await server.call('GET', SECTION));
  const node = document.createElement('div');
  node.className = 'labora-types';
  const names = document.createElement('div');
  names.textContent = known.length ? `There are: ${known.join(', ')}` : 'There are none yet.';
  const note = document.createElement('small');
  note.textContent = 'Runtimes that start from now on have them. An empty value removes a secret.';
  const name = input('text', 'Name');
  const value = input('password', 'Value');
  node.append(names, name, value, note);
  const body = new lab.widgets.Widget({ node });
  const buttons = [Dialog.cancelButton(), Dialog.okButton({ label: 'Save' })];
  const result = await showDialog({ title: 'Secrets', body, buttons });
  if (result.button.accept && name.value) {
    await server.call('PATCH', SECTION, { [name.value]: value.value || null });
  }
}

function input(type, placeholder) {
  const node = document.createElement('input');
  Object.assign(node, { type, placeholder, className: 'jp-mod-styled' });
  return node;
}
