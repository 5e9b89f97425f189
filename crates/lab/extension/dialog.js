// The dialog for the type of a runtime.

/** Asks which accelerator the notebook's runtime has, and changes it. What is not here is greyed, with its reason. */
export async function chooseType(lab, server, panel) {
  const { Dialog, Notification, showDialog } = lab.apputils;
  const all = await server.call('GET', 'api/labora/accelerators');
  const before = panel.model.getMetadata('accelerator') || 'NONE';
  const session = panel.sessionContext.session;
  const running = session ? (await server.call('GET', `api/sessions/${session.id}`)).accelerator || 'NONE' : null;
  const body = new lab.widgets.Widget({ node: form(all, running || before, running) });
  const title = 'Change runtime type';
  const buttons = [Dialog.cancelButton(), Dialog.okButton({ label: 'Save' })];
  const chosen = await showDialog({ title, body, buttons });
  const name = body.node.querySelector('input:checked')?.value;
  if (!chosen.button.accept || !name) return;
  if (running && name !== running) {
    const sure = await showDialog({
      title: 'Start another runtime?',
      body: 'Another type is another runtime. What is in the memory of the present one, and what it wrote outside of '
        + 'the drive, is erased. Files of the drive stay.',
      buttons: [Dialog.cancelButton(), Dialog.warnButton({ label: 'Erase and change' })],
    });
    if (!sure.button.accept) return;
  }
  if (name !== before) {
    // As Colab writes it, so that the notebook opens with it, now and the next time.
    if (name === 'NONE') panel.model.deleteMetadata('accelerator');
    else panel.model.setMetadata('accelerator', name);
    await panel.context.save();
  }
  if (running && name !== running) {
    const kernel = { name: session.kernel.name };
    await panel.sessionContext.shutdown();
    await panel.sessionContext.changeKernel(kernel);
    Notification.success(`The runtime is now of the type ${label(all, name)}.`, { autoClose: 4000 });
  }
}

function label(all, name) {
  return all.find((one) => one.name === name).display_name;
}

/** What is not here is greyed, but not the one that the runtime has, such as the only GPU. */
function form(all, chosen, running) {
  const node = document.createElement('div');
  node.className = 'labora-types';
  const head = document.createElement('div');
  head.textContent = 'Hardware accelerator';
  node.append(head);
  for (const one of all) {
    const row = document.createElement('label');
    const input = document.createElement('input');
    Object.assign(input, { type: 'radio', name: 'labora-accelerator', value: one.name });
    const isHere = one.available || one.name === running;
    input.disabled = !isHere;
    input.checked = one.name === chosen;
    row.append(input, ` ${one.display_name}`);
    row.className = isHere ? '' : 'labora-absent';
    if (!isHere && one.reason) {
      const reason = document.createElement('small');
      reason.textContent = one.reason;
      row.append(reason);
    }
    node.append(row);
  }
  return node;
}
