// The document in front, and addresses of requests about it.

/** The path of the document in front; nothing if there is none. */
export function currentPath(app) {
  const path = app.shell.currentWidget?.context?.path;
  return path && app.serviceManager.contents.localPath(path);
}

/** The address of a request about a document: `kind` is `shares`, `comments` or `revisions`. */
export function addressOf(kind, path) {
  return `api/labora/${kind}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The role of whoever opened the page; nothing without an account. */
export function role() {
  return JSON.parse(document.getElementById('jupyter-config-data').textContent).laboraRole;
}

/** An element with a class and children. Texts stay texts, whatever is in them. */
export function element(tag, className, ...children) {
  const node = document.createElement(tag);
  node.className = className;
  node.append(...children);
  return node;
}

/** A button. */
export function button(label, run) {
  const node = element('button', 'jp-Button jp-mod-styled', label);
  node.type = 'button';
  node.addEventListener('click', run);
  return node;
}
