// Connections to kernels that break: when one is made again, the server is told which message came last, and sends
// those after it, each once.

const CHANNELS = /\/api\/kernels\/[^/]+\/channels\?/;

/** Lets all connections to kernels say so. */
export function addConnections(serviceManager) {
  const { kernels, sessions, serverSettings } = serviceManager;
  for (const settings of new Set([serverSettings, kernels.serverSettings, sessions.serverSettings])) {
    settings.WebSocket = withLast(settings.WebSocket);
  }
}

function withLast(Socket) {
  // The last message of each client.
  const last = new Map();
  return class extends Socket {
    constructor(url, protocols) {
      const client = CHANNELS.test(url) && new URL(url).searchParams.get('session_id');
      const id = client && idOf(last.get(client));
      super(id ? `${url}&last_message=${encodeURIComponent(id)}` : url, protocols);
      if (!client) return;
      this.addEventListener('message', (event) => {
        // What comes after the page let go of the connection is read by nobody.
        if (!this.isLeft) last.set(client, event.data);
      });
    }

    close(...why) {
      this.isLeft = true;
      super.close(...why);
    }
  };
}

/** The number of a message: of JSON, or of the parts of `v1.kernel.websocket.jupyter.org`. */
function idOf(data) {
  try {
    if (typeof data === 'string') return JSON.parse(data).header.msg_id;
    const view = new DataView(data);
    const offset = (at) => Number(view.getBigUint64(8 * at, true));
    const header = new Uint8Array(data, offset(2), offset(3) - offset(2));
    return JSON.parse(new TextDecoder().decode(header)).msg_id;
  } catch {
    return undefined;
  }
}
