// Outputs of cells that run since before the page was opened: the server writes them into the notebook, and the page
// reads them again when they are there.

const PERIOD_MS = 1000;

/** Watches the notebooks that are opened. */
export function addOutputs(server, tracker) {
  const attach = async (panel) => {
    await Promise.all([panel.context.ready, panel.sessionContext.ready]);
    const kernel = panel.sessionContext.session?.kernel;
    // A shared document has them without being read again.
    if (!kernel || panel.context.model.collaborative) return;
    let seen = '';
    while (!panel.isDisposed) {
      const runtime = await server.runtime(kernel.id).catch(() => null);
      if (!runtime) return;
      const cells = JSON.stringify(runtime.orphans);
      if (cells !== seen && !panel.context.model.dirty) {
        await panel.context.revert();
        seen = cells;
      }
      if (runtime.orphans.length === 0) return;
      await new Promise((done) => setTimeout(done, PERIOD_MS));
    }
  };
  tracker.widgetAdded.connect((_, panel) => attach(panel));
}
