"""Runs code on a kernel that runs, by jupyter-kernel-client over the WebSocket; prints what it prints."""

import sys

from jupyter_kernel_client import JupyterKernelClient

url, token, kernel, code = sys.argv[1:]
with JupyterKernelClient(server_url=url.rstrip("/"), token=token, kernel_id=kernel) as client:
    for output in client.execute(code)["outputs"]:
        print(output["text"], end="")
