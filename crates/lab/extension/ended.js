// The end of a runtime that nobody asked for: the page says why, and offers another one.

/** Watches the runtimes of notebooks. */
export function addEnds(lab, server, tracker) {
  tracker.widgetAdded.connect((_, panel) => {
    const context = panel.sessionContext;
    context.statusChanged.connect((_, status) => {
      if (status === 'dead') ended(lab, server, panel, context.session?.kernel);
    });
  });
}

async function ended(lab, server, panel, kernel) {
  // One that was deleted is not there any more.
  const found = kernel && await server.call('GET', `api/kernels/${kernel.id}`).catch(() => null);
  if (found?.execution_state !== 'dead' || panel.isDisposed) return;
  const restart = () => panel.sessionContext.changeKernel({ name: kernel.name });
  // JupyterLab's own buttons restart this one, which JupyterLab has let go.
  kernel.restart = restart;
  const { Dialog, showDialog } = lab.apputils;
  const chosen = await showDialog({
    title: 'The runtime has ended',
    body: `${panel.title.label}: ${found.reason}. Its variables are gone; what was printed, and files of the drive, stay.`,
    buttons: [Dialog.cancelButton({ label: 'Close' }), Dialog.okButton({ label: 'Restart' })],
  });
  if (chosen.button.accept) await restart();
}
