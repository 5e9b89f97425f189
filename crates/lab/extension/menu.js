// The menu Runtime: the type of the runtime, its restart and its end.
import { chooseType } from './dialog.js';
import { editSecrets } from './secrets.js';

/** Adds the menu and its commands. */
export function addMenu(lab, app, server, mainMenu, tracker, palette) {
  const { Dialog, Notification, showDialog } = lab.apputils;
  const panel = () => tracker.currentWidget;
  const session = () => panel()?.sessionContext.session;
  const hasNotebook = () => panel() !== null;
  const hasRuntime = () => Boolean(session()?.kernel);
  const failed = (error) => Notification.error(error.message, { autoClose: false });
  const ask = async (title, body, action) => {
    const buttons = [Dialog.cancelButton(), Dialog.warnButton({ label: action })];
    return (await showDialog({ title, body, buttons })).button.accept;
  };
  const erases = 'What is in its memory, and what it wrote outside of the drive, is gone. Files of the drive stay.';

  const commands = [
    ['labora:change-type', 'Change runtime type…', hasNotebook, () => chooseType(lab, server, panel())],
    ['labora:restart', 'Restart runtime…', hasRuntime, async () => {
      if (!(await ask('Restart the runtime?', erases, 'Restart'))) return;
      await panel().sessionContext.session.kernel.restart();
    }],
    ['labora:restart-run-all', 'Restart and run all…', hasRuntime, async () => {
      if (!(await ask('Restart the runtime and run all cells?', erases, 'Restart'))) return;
      await panel().sessionContext.session.kernel.restart();
      await app.commands.execute('notebook:run-all-cells');
    }],
    ['labora:run-all', 'Run all', hasNotebook, () => app.commands.execute('notebook:run-all-cells')],
    ['labora:interrupt', 'Interrupt execution', hasRuntime, () => session().kernel.interrupt()],
    ['labora:delete', 'Disconnect and delete runtime…', hasRuntime, async () => {
      if (!(await ask('Delete the runtime?', erases, 'Delete'))) return;
      await panel().sessionContext.shutdown();
    }],
    ['labora:secrets', 'Secrets…', () => true, () => editSecrets(lab, server)],
  ];
  for (const [id, label, isEnabled, run] of commands) {
    app.commands.addCommand(id, {
      label,
      isEnabled,
      execute: async () => {
        try {
          await run();
        } catch (error) {
          failed(error);
        }
      },
    });
    if (palette) palette.addItem({ command: id, category: 'Runtime' });
  }
  const menu = new lab.widgets.Menu({ commands: app.commands });
  menu.id = 'labora-runtime-menu';
  menu.title.label = 'Runtime';
  const item = (command) => menu.addItem({ command });
  const line = () => menu.addItem({ type: 'separator' });
  item('labora:run-all');
  item('labora:interrupt');
  item('labora:restart');
  item('labora:restart-run-all');
  line();
  item('labora:delete');
  line();
  item('labora:change-type');
  item('labora:secrets');
  mainMenu.addMenu(menu, true, { rank: 45 });
  const changed = () => commands.forEach(([id]) => app.commands.notifyCommandChanged(id));
  tracker.currentChanged.connect(changed);
}
