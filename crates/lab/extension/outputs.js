// Outputs that the server writes: those of cells that run since before the page was opened, or whose page was out of
// reach for a while. A shared document has them without being read again; other pages read them here.

const PERIOD_MS = 1000;

/** Watches the notebooks that are opened. */
export function addOutputs(server, tracker) {
  const attach = async (panel) => {
    await Promise.all([panel.context.ready, panel.sessionContext.ready]);
    if (panel.context.model.collaborative) return;
    follow(server, panel);
    let wasCut = false;
    panel.sessionContext.connectionStatusChanged.connect((_, status) => {
      if (status === 'connected' && wasCut) follow(server, panel);
      wasCut = status !== 'connected';
    });
  };
  tracker.widgetAdded.connect((_, panel) => attach(panel));
}

/** Takes what the server writes until that is all. */
async function follow(server, panel) {
  const kernel = panel.sessionContext.session?.kernel;
  const run = (panel.labFollows = (panel.labFollows || 0) + 1);
  let seen = '';
  while (kernel && !panel.isDisposed && run === panel.labFollows) {
    const runtime = await server.runtime(kernel.id).catch(() => null);
    if (!runtime) return;
    const cells = JSON.stringify(runtime.orphans);
    if (!panel.context.model.dirty && cells !== seen) {
      await panel.context.revert();
      seen = cells;
    } else if (panel.context.model.dirty) {
      // What was typed stays, so the file cannot be read again.
      take(panel, await server.call('GET', `api/labora/runtimes/${kernel.id}/outputs`).catch(() => []));
    }
    if (runtime.orphans.length === 0) return;
    await new Promise((done) => setTimeout(done, PERIOD_MS));
  }
}

function take(panel, outputs) {
  for (const one of outputs) {
    const cell = panel.content.widgets.find((widget) => widget.model.id === one.cell)?.model;
    if (cell?.type !== 'code' || JSON.stringify(cell.outputs.toJSON()) === JSON.stringify(one.outputs)) continue;
    cell.outputs.fromJSON(one.outputs);
    cell.executionCount = one.execution_count;
  }
}
