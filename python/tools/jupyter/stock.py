"""Stock Jupyter Server in the place of `labora-lab`, for the reference of suite.py: what a client's test does with the
server that the client was written for.

`suite.py --reference` runs a program that is this file with the image's Python, and gives it the options of
`labora-lab`. The token, the folder and the address are taken from them; the others are ignored, since they have no
counterpart. The server says its address as ours does.
"""

import argparse
import json
import os
import pathlib


def stock_program(folder, image):
    """Writes a program into a folder that is the server of an image; its path."""
    program = folder / "stock-jupyter-server"
    # Nothing of this user's own configuration.
    own = " ".join(f"JUPYTER_{name}_DIR='{folder}/stock-{name.lower()}'" for name in ("CONFIG", "DATA", "RUNTIME"))
    program.write_text(f"#!/bin/sh\n{own} exec '{image}/bin/python' '{pathlib.Path(__file__).resolve()}' \"$@\"\n")
    program.chmod(0o755)
    return program


def main():
    """Becomes the server."""
    # Only the image's Python needs to have it.
    from jupyter_server.serverapp import ServerApp

    parser = argparse.ArgumentParser()
    for name in ("listen", "drive"):
        parser.add_argument(f"--{name}")
    options, _ = parser.parse_known_args()
    host, _, port = options.listen.partition(":")
    server = ServerApp(
        ip=host, port=int(port), root_dir=options.drive, open_browser=False, allow_root=True, log_level="ERROR"
    )
    server.initialize(["--IdentityProvider.token=" + os.environ["LABORA_LAB_TOKEN"]])
    # What binds its port is the callback before this.
    server.io_loop.add_callback(lambda: print(json.dumps({"url": server.connection_url}), flush=True))
    server.start()


if __name__ == "__main__":
    main()
