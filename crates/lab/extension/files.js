// What `google.colab` asks of the page: files between runtime and browser, a file that is shown, the end of the
// runtime. The kernel opens a comm.

const TARGET = 'labora.files';

/** Answers the kernels of all notebooks. */
export function addDownloads(lab, app, server, tracker) {
  const attach = (panel) => {
    const context = panel.sessionContext;
    const register = (kernel) =>
      kernel?.registerCommTarget(TARGET, (comm, message) => {
        const asked = message.content.data;
        if (asked.action === 'view') view(lab, app, panel, asked);
        else if (asked.action === 'unassign') context.shutdown();
        else answer(lab, server, kernel, comm, asked);
      });
    register(context.session?.kernel);
    context.kernelChanged.connect((_, change) => register(change.newValue));
  };
  tracker.forEach(attach);
  tracker.widgetAdded.connect((_, panel) => attach(panel));
}

/** Shows a file or folder, by its path in the drive or from the folder of the notebook. */
async function view(lab, app, panel, { path, is_whole: isWhole }) {
  const folder = isWhole ? '' : panel.context.path.split('/').slice(0, -1).join('/');
  const full = [folder, path === '.' ? '' : String(path)].filter(Boolean).join('/');
  try {
    await app.commands.execute('filebrowser:open-path', { path: full });
  } catch (error) {
    lab.apputils.Notification.error(error.message, { autoClose: false });
  }
}

function answer(lab, server, kernel, comm, asked) {
  if (asked.action === 'download') {
    const parts = [];
    comm.onMsg = (message) => parts.push(...message.buffers);
    comm.onClose = () => save(String(asked.name), parts);
  } else if (asked.action === 'upload') {
    const dialog = upload(lab, server, kernel, String(asked.request));
    comm.onClose = () => dialog.close();
    dialog.done.catch((error) => lab.apputils.Notification.error(error.message, { autoClose: false }));
  }
}

function save(name, parts) {
  const address = URL.createObjectURL(new Blob(parts));
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name });
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Asks for files and sends them into the runtime; nothing is sent if the user chooses none. */
function upload(lab, server, kernel, request) {
  const { Dialog } = lab.apputils;
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', multiple: true, className: 'labora-upload' });
  const body = new lab.widgets.Widget({ node: input });
  const buttons = [Dialog.cancelButton(), Dialog.okButton({ label: 'Upload' })];
  const dialog = new Dialog({ title: 'Upload files to the runtime', body, buttons });
  const send = async () => {
    const result = await dialog.launch();
    const address = `api/labora/runtimes/${kernel.id}/uploads/${encodeURIComponent(request)}`;
    const files = result.button.accept ? [...input.files] : [];
    for (const file of files) {
      await server.call('PUT', `${address}/${encodeURIComponent(file.name)}`, file);
    }
    await server.call('POST', address, files.map((file) => file.name));
  };
  return { done: send(), close: () => dialog.isDisposed || dialog.dispose() };
}
