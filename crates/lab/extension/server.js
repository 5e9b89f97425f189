// Requests to the server.

export class Server {
  constructor(connection, settings) {
    this.connection = connection;
    this.settings = settings;
  }

  /** Sends a request; the answer's JSON. An error has the server's message. */
  async call(method, path, body) {
    const init = { method };
    if (body !== undefined) init.body = body instanceof Blob ? body : JSON.stringify(body);
    const address = this.settings.baseUrl + path;
    const answer = await this.connection.makeRequest(address, init, this.settings);
    const text = await answer.text();
    const json = text ? JSON.parse(text) : null;
    if (!answer.ok) throw new Error((json && json.message) || `${method} ${path}: ${answer.status}`);
    return json;
  }

  /** The state of a runtime, by the number of its kernel. */
  runtime(kernel) {
    return this.call('GET', `api/labora/runtimes/${kernel}`);
  }
}
