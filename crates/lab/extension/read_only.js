// A right that changes while a document is open: the page says at once whether the document is read-only, as
// JupyterLab says it of one that it opens.

const ITEM = 'read-only-indicator';

/** Reads again whether the documents of a path may be written, and shows it in their toolbars. */
export async function followRight(lab, app, path) {
  const { contents } = app.serviceManager;
  for (const widget of app.shell.widgets('main')) {
    const { context } = widget;
    if (!context || contents.localPath(context.path) !== path) continue;
    // Only a shared document is read again without its content, so that nothing unsaved is lost.
    if (context.model.dirty && !context.model.collaborative) continue;
    await context.revert();
    show(lab, widget);
  }
}

function show(lab, widget) {
  const { context, toolbar } = widget;
  const isReadOnly = context.contentsModel?.writable === false;
  const shown = [...toolbar.children()][[...toolbar.names()].indexOf(ITEM)];
  if (isReadOnly && !shown) {
    const label = lab.docregistry.createReadonlyLabel(widget);
    if (!toolbar.insertBefore('kernelName', ITEM, label)) toolbar.addItem(ITEM, label);
  }
  if (!isReadOnly) shown?.dispose();
}
