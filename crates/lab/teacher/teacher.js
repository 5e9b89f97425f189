// The teacher's page: who is here, what runs, and messages, hand-outs and collections.

const PERIOD_MS = 5000;
const API = new URL('../api/labora/class', import.meta.url);

/** Sends a request; the answer's JSON. An error has the server's message. */
async function call(method, path, body) {
  const xsrf = document.cookie.match(/(?:^|; )_xsrf=([^;]*)/);
  const headers = { 'X-XSRFToken': xsrf ? xsrf[1] : '' };
  const answer = await fetch(API + path, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  const json = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Error(json?.message ?? `${method}: ${answer.status}`);
  return json;
}

function say(text, isFailed = false) {
  const status = document.getElementById('status');
  status.textContent = text;
  status.classList.toggle('failed', isFailed);
}

/** Does something, and shows what came of it. */
async function attempt(work) {
  try {
    const text = await work();
    if (text) say(text);
    await update();
  } catch (error) {
    say(error.message, true);
  }
}

function duration(seconds) {
  if (seconds === null || seconds === undefined) return '';
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

function row(cells) {
  const line = document.createElement('tr');
  for (const cell of cells) {
    const node = document.createElement('td');
    node.append(cell);
    line.append(node);
  }
  return line;
}

function actionButton(label, work) {
  const button = document.createElement('button');
  button.textContent = label;
  button.addEventListener('click', () => attempt(work));
  return button;
}

function stopButton(name, what) {
  return actionButton('Stop', async () => {
    await call('POST', '/stop', { name, ...what });
    return `A runtime of ${name} was stopped.`;
  });
}

function resetButton(name) {
  return actionButton('New password', async () => {
    if (!window.confirm(`Give ${name} a new password? ${name} is logged out everywhere.`)) return '';
    const { password } = await call('POST', '/passwords', { name });
    return `The new password of ${name} is shown here once: ${password}`;
  });
}

function personRow({ name, role, sessions }) {
  const addresses = [...new Set(sessions.map((session) => session.address))].join(', ');
  const silent = sessions.length ? Math.min(...sessions.map((session) => session.silent)) : null;
  const last = silent === null ? '' : `${duration(silent)} ago`;
  return row([name, role, addresses || 'not logged in', last, role === 'student' ? resetButton(name) : '']);
}

function runtimeRows({ name, runtimes, terminals }) {
  const kernels = runtimes.map((runtime) => {
    const { accelerator, memory, age, idle } = runtime;
    const type = accelerator === 'NONE' ? 'CPU' : accelerator;
    const used = memory ? `${(memory.used / 2 ** 20).toFixed(0)} MiB` : '';
    const state = idle === null ? 'busy' : duration(idle);
    const stop = stopButton(name, { kernel: runtime.kernel });
    return row([name, runtime.path ?? runtime.kernel, type, used, duration(age), state, stop]);
  });
  const shells = terminals.map((terminal) => {
    const idle = (Date.now() - Date.parse(terminal.last_activity)) / 1000;
    const stop = stopButton(name, { terminal: terminal.name });
    return row([name, `terminal ${terminal.name}`, 'CPU', '', '', duration(Math.max(0, idle)), stop]);
  });
  return [...kernels, ...shells];
}

function refusalRow({ time, who, folder, what, why, limit, count }) {
  const text = what === 'limit' ? `limit of ${limit} hit${count > 1 ? `, ${count} times` : ''}` : why;
  return row([new Date(time).toLocaleString(), who ?? '', folder, text]);
}

async function update() {
  const { people, refusals } = await call('GET', '');
  document.getElementById('people').replaceChildren(...people.map(personRow));
  document.getElementById('runtimes').replaceChildren(...people.flatMap(runtimeRows));
  document.getElementById('refusals').replaceChildren(...refusals.map(refusalRow));
  const select = document.querySelector('#message select');
  const known = [...select.options].map((option) => option.value);
  for (const { name } of people) if (!known.includes(name)) select.add(new Option(name, name));
}

/** The names of people, and why something failed for others. */
function list(label, people) {
  const names = people.map((one) => one.message ? `${one.name} (${one.message})` : one);
  return names.length ? `\n${label}: ${names.join(', ')}` : '';
}

function onSubmit(id, work) {
  const form = document.getElementById(id);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(() => work(Object.fromEntries(new FormData(form)), form));
  });
}

onSubmit('message', async (fields, form) => {
  const { pages } = await call('POST', '/messages', fields);
  form.elements.text.value = '';
  return `The message is shown in ${pages} open pages.`;
});
onSubmit('hand-out', async (fields) => {
  const { copies, failed } = await call('POST', '/hand-outs', fields);
  const names = copies.map(({ name, path }) => `${name}: ${path}`).join(', ');
  return `${copies.length} copies: ${names}${list('Failed', failed)}`;
});
onSubmit('collect', async (fields) => {
  const { folder, collected, missing, failed } = await call('POST', '/collections', fields);
  return `${collected.length} copies are in ${folder}.${list('Without the file', missing)}${list('Failed', failed)}`;
});

attempt(update);
setInterval(() => update().catch((error) => say(error.message, true)), PERIOD_MS);
