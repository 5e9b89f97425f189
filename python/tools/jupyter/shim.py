"""`labora-lab` in the place of `jupyter-lab` and `jupyter-server`, for tests of others that start these programs.

`suite.py` puts programs of both names into the PATH. What the tests configure (the token, the folder, the schemas,
kernels) becomes options of `labora-lab`; other options are ignored.
"""

import json
import os
import pathlib
import sys
import tempfile

from images import linked_image


def shims(folder, port=None):
    """Variables by which `jupyter-lab` and `jupyter-server` are ours, at a port."""
    programs = folder / "programs"
    programs.mkdir(exist_ok=True)
    for name in ("jupyter-lab", "jupyter-server"):
        # Some tests start them with an environment that has the PATH alone.
        settings = " ".join(f"{variable}='{os.environ[variable]}'" for variable in ("LABORA_LAB", "LABORA_LAB_IMAGE"))
        settings += f" LABORA_SHIM_PORT={port}" if port else ""
        (programs / name).write_text(
            f'#!/bin/sh\n{settings} exec {sys.executable} {pathlib.Path(__file__).resolve()} "$@"\n'
        )
        (programs / name).chmod(0o755)
    # Tests of exports skip themselves without pandoc, of which only LaTeX has need.
    (programs / "pandoc").write_text("#!/bin/sh\nexit 1\n")
    (programs / "pandoc").chmod(0o755)
    return {"PATH": f"{programs}:{os.environ['PATH']}"}


def configuration():
    """The settings of the test's file of configuration."""
    file = pathlib.Path(os.environ.get("JUPYTER_CONFIG_DIR", ""), "jupyter_server_config.json")
    return json.loads(file.read_text()) if file.is_file() else {}


def option(names, default):
    """The value of an option in the command."""
    for name, value in zip(sys.argv, [*sys.argv[1:], ""]):
        if name in names:
            return value
        if name.startswith("--") and name.partition("=")[0] in names:
            return name.partition("=")[2]
    return default


def main():
    """Becomes the server."""
    settings = configuration()
    server, lab = settings.get("ServerApp", {}), settings.get("LabApp", {})
    folder = pathlib.Path(tempfile.mkdtemp(prefix="labora-shim-"))
    (folder / "state").mkdir()
    for name, inner in (("workspaces_dir", "workspaces"), ("user_settings_dir", "settings")):
        if name in lab:
            (folder / "state" / inner).symlink_to(lab[name])
    schemas = pathlib.Path(lab["app_dir"], "schemas") if "app_dir" in lab else None
    image = linked_image(folder / "image", os.environ["LABORA_LAB_IMAGE"], schemas=schemas)
    port = option(("--port", "--ServerApp.port"), None) or os.environ["LABORA_SHIM_PORT"]
    os.environ["LABORA_LAB_TOKEN"] = option(("--IdentityProvider.token",), server.get("token"))
    if "JUPYTER_DATA_DIR" in os.environ:
        os.environ["JUPYTER_PATH"] = os.environ["JUPYTER_DATA_DIR"]
    print(f"http://localhost:{port}/lab", flush=True)
    command = [os.environ["LABORA_LAB"], "--listen", f"127.0.0.1:{port}", "--no-sandbox", "--log-level", "error"]
    # Some tests kill it, which its kernels survive: they end with their time.
    command += ["--max-age", "10m"]
    command += ["--drive", server.get("root_dir", os.getcwd()), "--state", folder / "state", "--image", image]
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
