"""Runs code by a client of another project on a server of our own.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER python clients.py NAME

The names are nbclient, papermill, jupyter_kernel_client, jupyter_gateway (a stock Jupyter Server that has its kernels
here, by `--gateway-url`) and vscode (the requests of VS Code's Jupyter extension, in its order).
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import uuid

from laboratory import laboratory

TOKEN = "0123456789abcdef0123456789abcdef"


def connect_gateway(url):
    """Jupyter Server's own client of remote kernels, as its managers of kernels."""
    import websocket
    from jupyter_server.gateway.gateway_client import GatewayClient
    from jupyter_server.gateway.managers import GatewayKernelManager

    # Its client asks whether a process of this machine lives if a kernel takes more than a second to start.
    GatewayKernelManager._async_is_alive = GatewayKernelManager.is_alive
    # It sends the token with its requests, but not with its WebSockets.
    create, header = websocket.create_connection, [f"Authorization: token {TOKEN}"]
    websocket.create_connection = lambda address, **options: create(address, header=header, **options)
    client = GatewayClient.instance()
    client.url, client.auth_token, client.auth_scheme = url.rstrip("/"), TOKEN, "token"


def nbclient(url, folder):
    """nbclient with the kernel manager of Jupyter Server's gateway."""
    import nbformat
    from jupyter_server.gateway.managers import GatewayKernelManager
    from nbclient import NotebookClient

    connect_gateway(url)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("print(6 * 7)")])
    NotebookClient(notebook, kernel_manager_class=GatewayKernelManager, timeout=60).execute()
    return notebook.cells[0].outputs[0]["text"].strip()


def papermill(url, folder):
    """papermill, whose notebooks nbclient runs."""
    import nbformat
    import papermill as pm
    from jupyter_server.gateway.managers import GatewayKernelManager

    connect_gateway(url)
    cells = [
        nbformat.v4.new_code_cell("a = 1", metadata={"tags": ["parameters"]}),
        nbformat.v4.new_code_cell("print(a)"),
    ]
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), folder / "in.ipynb")
    done = pm.execute_notebook(
        str(folder / "in.ipynb"),
        str(folder / "out.ipynb"),
        parameters={"a": 42},
        progress_bar=False,
        kernel_manager_class=GatewayKernelManager,
    )
    return done.cells[-1].outputs[0]["text"].strip()


def jupyter_kernel_client(url, folder):
    """jupyter-kernel-client, over the WebSocket."""
    from jupyter_kernel_client import JupyterKernelClient

    with JupyterKernelClient(server_url=url.rstrip("/"), token=TOKEN) as kernel:
        return kernel.execute("print(6 * 7)")["outputs"][0]["text"].strip()


def jupyter_gateway(url, folder):
    """A stock Jupyter Server with the documents of its own and kernels of ours."""
    command = [sys.executable, "-m", "jupyter_server", f"--gateway-url={url.rstrip('/')}", "--no-browser", "--port=0"]
    command += [
        f"--GatewayClient.auth_token={TOKEN}",
        f"--IdentityProvider.token={TOKEN}",
        f"--ServerApp.root_dir={folder}",
    ]
    command += ["--allow-root", "--ServerApp.port_retries=0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        lines = iter(process.stderr.readline, "")
        found = next(filter(None, (re.search(r"(http://(?:localhost|127\.0\.0\.1):\d+/)", line) for line in lines)))
        return walk(found.group(1), lambda session: session.headers.update({"Authorization": f"token {TOKEN}"}))
    finally:
        process.terminate()
        process.wait(20)


def vscode(url, folder):
    """The extension logs in with the token as a form, keeps the cookies, and sends the XSRF token itself."""

    def log_in(session):
        page = session.get(f"{url}login")
        page.raise_for_status()
        form = {"password": TOKEN, "_xsrf": session.cookies.get("_xsrf", "")}
        done = session.post(f"{url}login?next={re.sub('^https?://[^/]+', '', url)}api", data=form)
        done.raise_for_status()
        session.headers["X-XSRFToken"] = session.cookies["_xsrf"]

    return walk(url, log_in)


def walk(url, authorize):
    """A notebook's session from its start to its end, by the requests that editors send; what its cell prints."""
    import requests
    import websocket

    session = requests.Session()
    authorize(session)

    def call(method, path, body=None, status=200):
        answer = session.request(method, url + path, json=body, timeout=60)
        assert answer.status_code == status, (method, path, answer.status_code, answer.text[:200])
        return answer.json() if answer.content else None

    assert call("GET", "api/kernelspecs")["kernelspecs"]["python3"]["spec"]["language"] == "python"
    call("GET", "api/sessions")
    call("GET", "api/contents?content=0")
    name = f"{uuid.uuid4()}.ipynb"
    body = {"kernel": {"name": "python3"}, "name": name, "path": f"jvsc-{name}", "type": "notebook"}
    started = call("POST", "api/sessions", body, 201)
    kernel = started["kernel"]["id"]
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in session.cookies)
    header = [f"{key}: {value}" for key, value in session.headers.items() if key in ("Authorization", "X-XSRFToken")]
    client = uuid.uuid4().hex
    socket = websocket.create_connection(
        f"{url.replace('http', 'ws', 1)}api/kernels/{kernel}/channels?session_id={client}",
        cookie=cookies,
        origin=url.rstrip("/"),
        header=header,
        timeout=60,
    )
    shown = execute(socket, client, "print(6 * 7)")
    call("POST", f"api/kernels/{kernel}/interrupt", status=204)
    call("POST", f"api/kernels/{kernel}/restart")
    socket.close()
    call("PATCH", f"api/sessions/{started['id']}", {"path": "renamed.ipynb"})
    call("DELETE", f"api/sessions/{started['id']}", status=204)
    assert all(one["id"] != kernel for one in call("GET", "api/kernels")), "the kernel ends with its session"
    return shown


def execute(socket, client, code):
    """Runs code by a WebSocket, with the messages in JSON; the text that it prints."""
    header = {
        "msg_id": uuid.uuid4().hex,
        "msg_type": "execute_request",
        "session": client,
        "username": "",
        "version": "5.3",
    }
    content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
    message = {
        "header": header,
        "parent_header": {},
        "metadata": {},
        "content": content,
        "channel": "shell",
        "buffers": [],
    }
    socket.send(json.dumps(message))
    text = ""
    while True:
        answer = json.loads(socket.recv())
        if answer["parent_header"].get("msg_id") != header["msg_id"]:
            continue
        if answer["msg_type"] == "stream":
            text += answer["content"]["text"]
        if answer["msg_type"] == "status" and answer["content"]["execution_state"] == "idle":
            return text.strip()


def main(name):
    """Starts a server and runs the client."""
    os.environ["LABORA_LAB_TOKEN"] = TOKEN
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        with laboratory(folder, "--no-sandbox") as said:
            shown = globals()[name](said["url"], folder)
            assert shown == "42", shown
            print(f"a cell prints {shown}")


if __name__ == "__main__":
    main(sys.argv[1])
