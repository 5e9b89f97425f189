// The launcher's cards for notebooks that come with the laboratory.

/** Adds a card for each. A click copies the notebook into the drive, unless it is there, and opens it. */
export async function addExamples(lab, app, server, launcher) {
  const all = await server.call('GET', 'api/labora/examples');
  all.forEach((one, rank) => {
    const command = `labora:example-${one.name}`;
    app.commands.addCommand(command, {
      label: one.title,
      caption: one.description,
      iconClass: 'jp-NotebookIcon',
      execute: async () => {
        try {
          const { path } = await server.call('POST', `api/labora/examples/${one.name}`);
          return await app.commands.execute('docmanager:open', { path });
        } catch (error) {
          return lab.apputils.Notification.error(error.message, { autoClose: false });
        }
      },
    });
    launcher.add({ command, category: 'Examples', rank });
  });
}
