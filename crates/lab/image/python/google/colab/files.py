"""`google.colab.files`: files of the runtime to the browser, and back."""

import json
import os
import pathlib
import shutil
import time
import uuid

# The page of the laboratory answers to comms of this name.
_TARGET = "labora.files"
_CHUNK_BYTES = 1 << 20
# Whether `drive._DRIVE` is the drive as a whole; else it is the folder of the notebook.
_IS_WHOLE = bool(os.environ.get("LABORA_SANDBOX"))


def _open(data):
    from comm import create_comm

    return create_comm(target_name=_TARGET, data=data)


def download(filename):
    """Sends a file to the browser, which puts it into its folder of downloads.

    Raises:
        FileNotFoundError: there is no such file.
    """
    path = pathlib.Path(filename)
    if not path.is_file():
        raise FileNotFoundError(f"Cannot find file: {filename}")
    comm = _open({"action": "download", "name": path.name, "size": path.stat().st_size})
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            comm.send({}, buffers=[chunk])
    comm.close()


def upload(target_dir=""):
    """Asks for files in the browser, and writes them into a folder.

    Files that are there already are not overwritten: the new one is called `name (1).ext`, as in Colab.

    Returns:
        The names of the files as written, each with its bytes.
    """
    return {name: path.read_bytes() for name, path in _upload(target_dir).items()}


def upload_file(filename):
    """Asks for one file, and writes it as `filename`, also over one that is there."""
    found = list(_upload("").values())
    if len(found) != 1:
        for path in found:
            path.unlink()
        raise ValueError(f"Expected one file, got {len(found)}")
    found[0].replace(filename)


def view(filepath):
    """Opens a file or a folder of the drive in the page.

    Raises:
        FileNotFoundError: there is none.
        ValueError: it is not in the drive.
    """
    from google.colab.drive import _DRIVE

    path = pathlib.Path(filepath).absolute()
    if not path.exists():
        raise FileNotFoundError(f"Cannot find file: {filepath}")
    if not path.is_relative_to(_DRIVE):
        raise ValueError(f"{filepath} is not in the drive, which alone the page shows: copy it to {_DRIVE}")
    _open({"action": "view", "path": path.relative_to(_DRIVE).as_posix(), "is_whole": _IS_WHOLE})


def _upload(target_dir):
    shared = pathlib.Path(os.environ["LABORA_RUNTIME_FOLDER"]) / "uploads"
    request = uuid.uuid4().hex
    folder, done = shared / request, shared / f"{request}.done"
    folder.mkdir(parents=True)
    # While a cell runs the kernel receives no comm, so the files come through the folder that server and runtime share.
    comm = _open({"action": "upload", "request": request})
    try:
        while not done.exists():
            time.sleep(0.1)
        written = {}
        for name in json.loads(done.read_text()):
            path = _free(pathlib.Path(target_dir) / name)
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(folder / name, path)
            print(f"Saving {name} to {path}")
            written[str(path)] = path
        return written
    finally:
        comm.close()
        shutil.rmtree(folder, ignore_errors=True)


def _free(path):
    number, free = 0, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem} ({number}){path.suffix}")
    return free
