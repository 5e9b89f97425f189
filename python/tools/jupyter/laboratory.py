"""What the walks through JupyterLab share: a `labora-lab` that runs, and Chromium.

`LABORA_LAB` is the server's program and `LABORA_LAB_IMAGE` its runtime image. `LABORA_CHROMIUM` names a Chromium other
than Playwright's own, and `LABORA_CHROMIUM_LIBRARIES` the folder of its libraries.
"""

import contextlib
import json
import os
import shutil
import subprocess


@contextlib.contextmanager
def laboratory(folder, *arguments, drive=None, data=None, environment=None):
    """A server until the end of the block; what it says at its start, and its `pid`. Its drive is `folder/drive` or
    another folder; Keras finds data sets in the folder `data`. `environment` has further variables of it."""
    drive = drive or folder / "drive"
    drive.mkdir(exist_ok=True)
    command = [os.environ["LABORA_LAB"], "--listen", "127.0.0.1:0", "--json", "--log-level", "warn"]
    command += ["--image", os.environ["LABORA_LAB_IMAGE"]]
    command += ["--drive", drive, "--state", folder / "state", "--data", data or folder]
    variables = os.environ | (environment or {})
    process = subprocess.Popen(command + list(arguments), stdout=subprocess.PIPE, env=variables)
    try:
        yield json.loads(process.stdout.readline()) | {"pid": process.pid}
    finally:
        process.terminate()
        process.wait(20)


def password_of(name):
    """The password of a person."""
    return f"the password of {name}"


def accounts(folder, people):
    """Makes accounts for people with these names and roles; the arguments with which a server has them."""
    arguments = ["--accounts", folder / "class.json"]
    for name, role in people.items():
        add = [os.environ["LABORA_LAB"], *arguments, "user", "add", name, "--role", role]
        subprocess.run(add, input=password_of(name) + "\n", text=True, check=True)
    return arguments


def chromium(playwright):
    """A browser. Its own sandbox needs rights that containers lack; it opens pages of this server alone."""
    libraries = os.environ.get("LABORA_CHROMIUM_LIBRARIES")
    named = os.environ.get("LABORA_CHROMIUM")
    return playwright.chromium.launch(
        executable_path=named and (shutil.which(named) or named),
        args=["--no-sandbox", "--disable-gpu"],
        env=os.environ | ({"LD_LIBRARY_PATH": libraries} if libraries else {}),
    )
