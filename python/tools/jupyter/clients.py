"""Runs a notebook or code by a client of another project on a server of our own.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER python clients.py nbclient|papermill|jupyter_kernel_client
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

TOKEN = "0123456789abcdef0123456789abcdef"


def gateway(url):
    """Jupyter Server's own client of remote kernels, as its managers of kernels."""
    import websocket
    from jupyter_server.gateway.gateway_client import GatewayClient

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

    gateway(url)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("print(6 * 7)")])
    NotebookClient(notebook, kernel_manager_class=GatewayKernelManager, timeout=60).execute()
    return notebook.cells[0].outputs[0]["text"].strip()


def papermill(url, folder):
    """papermill, whose notebooks nbclient runs."""
    import nbformat
    import papermill as pm
    from jupyter_server.gateway.managers import GatewayKernelManager

    gateway(url)
    cells = [nbformat.v4.new_code_cell("a = 1", metadata={"tags": ["parameters"]}), nbformat.v4.new_code_cell("print(a)")]
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


def main(name):
    """Starts a server and runs the client."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "drive").mkdir()
        command = [os.environ["LABORA_LAB"], "--listen", "127.0.0.1:0", "--json", "--no-sandbox", "--image"]
        command += [os.environ["LABORA_LAB_IMAGE"], "--drive", folder / "drive", "--state", folder / "state"]
        environment = os.environ | {"LABORA_LAB_TOKEN": TOKEN}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        try:
            url = json.loads(process.stdout.readline())["url"]
            shown = globals()[name](url, folder)
            assert shown == "42", shown
            print(f"a cell prints {shown}")
        finally:
            process.terminate()
            process.wait(20)


if __name__ == "__main__":
    main(sys.argv[1])
