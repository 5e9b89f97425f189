// File > Open from URL or GitHub: the server fetches a notebook into the drive.

/** Adds the command to the menu File. */
export function addOpen(lab, app, server, mainMenu, palette) {
  const { InputDialog, Notification } = lab.apputils;
  const command = 'labora:open-address';
  app.commands.addCommand(command, {
    label: 'Open from URL or GitHub…',
    execute: async () => {
      const asked = await InputDialog.getText({
        title: 'Open a notebook from an address',
        label: 'https address of an .ipynb file, or its page on GitHub',
        okLabel: 'Open notebook',
      });
      if (!asked.button.accept || !asked.value) return;
      try {
        const { path } = await server.call('POST', 'api/labora/open', { url: asked.value.trim() });
        await app.commands.execute('docmanager:open', { path });
      } catch (error) {
        Notification.error(error.message, { autoClose: false });
      }
    },
  });
  mainMenu.fileMenu.addGroup([{ command }], 1);
  if (palette) palette.addItem({ command, category: 'File Operations' });
}
