// The status bar: what the runtime of the notebook uses, and when it ends.

const PERIOD_MS = 5000;
/** Seconds before the end of a runtime at which the page warns. */
const WARNING_S = 300;

/** Adds the meters. They follow the notebook that is in front. */
export function addMeters(lab, server, tracker, statusBar) {
  const item = new lab.widgets.Widget();
  item.addClass('labora-meters');
  statusBar.registerStatusItem('@labora/lab:meters', { item, align: 'left', rank: 10 });
  const warned = new Map();
  const update = async () => {
    const kernel = tracker.currentWidget?.sessionContext.session?.kernel;
    if (!kernel) {
      item.node.textContent = tracker.currentWidget ? 'no runtime' : '';
      return;
    }
    try {
      const runtime = await server.runtime(kernel.id);
      show(item.node, runtime);
      warn(lab, server, kernel.id, runtime, warned);
    } catch {
      item.node.textContent = 'no runtime';
    }
  };
  setInterval(update, PERIOD_MS);
  tracker.currentChanged.connect(update);
  update();
}

function show(node, runtime) {
  const parts = [meter('RAM', runtime.memory), meter('Disk', runtime.disk), meter('GPU RAM', runtime.gpu)];
  const type = document.createElement('span');
  type.textContent = runtime.accelerator === 'NONE' ? 'CPU' : runtime.accelerator;
  const end = document.createElement('span');
  end.textContent = `ends in ${duration(runtime.ends_in)}`;
  end.title = 'A runtime ends when nothing was run for a while, and when it is old.';
  node.replaceChildren(type, ...parts.filter(Boolean), end);
}

function meter(name, usage) {
  if (!usage) return null;
  const node = document.createElement('span');
  const bar = document.createElement('meter');
  Object.assign(bar, { max: usage.limit, high: 0.9 * usage.limit, value: usage.used });
  node.append(`${name} `, bar);
  node.title = `${name}: ${gib(usage.used)} of ${gib(usage.limit)} GiB`;
  return node;
}

function gib(bytes) {
  return (bytes / 2 ** 30).toFixed(2);
}

function duration(seconds) {
  if (seconds < 120) return `${Math.max(0, Math.round(seconds))} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

/** Warns once before a runtime ends. One that is idle can be kept. */
function warn(lab, server, kernel, runtime, warned) {
  const { Notification } = lab.apputils;
  const soon = Math.min(WARNING_S, runtime.warning);
  if (runtime.ends_in > soon) {
    if (warned.has(kernel)) Notification.dismiss(warned.get(kernel));
    warned.delete(kernel);
    return;
  }
  if (warned.has(kernel)) return;
  const isIdle = runtime.idle_ends_in !== null && runtime.idle_ends_in < runtime.age_ends_in;
  const why = isIdle ? 'nothing was run for a while' : 'it has reached its greatest age';
  const text = `The runtime ends in ${duration(runtime.ends_in)}, since ${why}. Files of the drive stay.`;
  const keep = { label: 'Keep it', callback: () => server.call('POST', `api/labora/runtimes/${kernel}/keep`) };
  warned.set(kernel, Notification.warning(text, { autoClose: false, actions: isIdle ? [keep] : [] }));
}
