// Documents that the server cannot save: a notification says why, for as long.

/** Watches shared documents that are opened. */
export function addUnsaved(lab, app) {
  const { Notification } = lab.apputils;
  const watched = new WeakSet();
  const watch = (widget) => {
    const model = widget?.context?.model?.sharedModel;
    if (!model?.state || watched.has(model)) return;
    watched.add(model);
    let shown;
    const update = () => {
      const why = model.state.unsaved;
      if (shown) Notification.dismiss(shown);
      const name = widget.context.path;
      if (why) shown = Notification.error(`${name} is not saved: ${why}`, { autoClose: false });
      else if (shown) shown = Notification.success(`${name} is saved again.`, { autoClose: 5000 });
    };
    model.changed.connect((_, change) => {
      if (change.stateChange?.some((one) => one.name === 'unsaved')) update();
    });
    if (model.state.unsaved) update();
    widget.disposed.connect(() => shown && Notification.dismiss(shown));
  };
  app.shell.currentChanged.connect((_, { newValue }) => watch(newValue));
  app.restored.then(() => [...app.shell.widgets('main')].forEach(watch));
}
