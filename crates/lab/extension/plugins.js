// The plugins of the extension.
import { addDownloads } from './files.js';
import { addComments } from './comments.js';
import { addConnections } from './connection.js';
import { addEnds } from './ended.js';
import { addExamples } from './examples.js';
import { addForms } from './forms.js';
import { addMenu } from './menu.js';
import { addMessages } from './messages.js';
import { addMeters } from './meters.js';
import { addOpen } from './open.js';
import { addOutputs } from './outputs.js';
import { addPeople } from './people.js';
import { addRevisions } from './revisions.js';
import { addSharing } from './sharing.js';
import { Server } from './server.js';
import { addStyle } from './style.js';
import { addUnsaved } from './unsaved.js';
import { addVariables } from './variables.js';

/** The list of plugins; `lab` has the packages of JupyterLab that they use. */
export function plugins(lab) {
  const { IMainMenu } = lab.mainmenu;
  const { INotebookTracker } = lab.notebook;
  const { IStatusBar } = lab.statusbar;
  const { ILauncher } = lab.launcher;
  const { ICommandPalette } = lab.apputils;
  const runtimes = {
    id: '@labora/lab:runtimes',
    description: 'The runtime of a notebook: its type, its meters, its end.',
    autoStart: true,
    requires: [IMainMenu, INotebookTracker],
    optional: [IStatusBar, ICommandPalette],
    activate: (app, menu, tracker, statusBar, palette) => {
      const server = new Server(lab.services.ServerConnection, app.serviceManager.serverSettings);
      addConnections(app.serviceManager);
      addStyle();
      addMenu(lab, app, server, menu, tracker, palette);
      addOpen(lab, app, server, menu, palette);
      addRevisions(lab, app, server, menu, palette);
      addSharing(lab, app, server, menu, palette);
      addComments(lab, app, server, tracker, menu, palette);
      addVariables(lab, app, tracker);
      addDownloads(lab, app, server, tracker);
      addOutputs(server, tracker);
      addEnds(lab, server, tracker);
      addUnsaved(lab, app);
      addForms(lab, tracker);
      addMessages(lab, app.serviceManager.events);
      addPeople(app, app.serviceManager.serverSettings, menu);
      if (statusBar) addMeters(lab, server, tracker, statusBar);
    },
  };
  const examples = {
    id: '@labora/lab:examples',
    description: 'Notebooks that come with the laboratory.',
    autoStart: true,
    requires: [ILauncher],
    activate: (app, launcher) => {
      const server = new Server(lab.services.ServerConnection, app.serviceManager.serverSettings);
      addExamples(lab, app, server, launcher);
    },
  };
  return [runtimes, examples];
}
