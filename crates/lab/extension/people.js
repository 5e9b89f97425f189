// What people with accounts have in the menu File: another password, the way to log out, and for teachers the class.
import { role } from './documents.js';

/** Adds the commands, if whoever opened the page has an account. */
export function addPeople(app, settings, mainMenu) {
  if (!role()) return;
  const commands = [
    ['labora:password', 'Change password', () => window.open(`${settings.baseUrl}password`, '_blank')],
    ['labora:log-out', 'Log out', () => window.location.assign(`${settings.baseUrl}logout`)],
  ];
  if (role() === 'teacher') {
    commands.unshift(['labora:class', 'Class', () => window.open(`${settings.baseUrl}teacher`, '_blank')]);
  }
  for (const [id, label, execute] of commands) app.commands.addCommand(id, { label, execute });
  mainMenu.fileMenu.addGroup(commands.map(([command]) => ({ command })), 1000);
}
