"""Runs notebooks of others, cell by cell, in a runtime of a laboratory that is started for them.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER python run.py NOTEBOOK... [--replace OLD NEW]...

Each notebook has a runtime and a drive of its own, in a private machine. A line says what became of each cell: `ok`, or
the last line of its error, and its seconds; a cell that fails does not stop those after it. `--replace` changes the
text of cells, and is meant for the number of epochs and for data that nobody has any more: the line says in how many
cells. `--files` has files for the drive, such as those of a bucket. The exit status is 1 if a cell has failed.

It needs Python's own library alone. What follows `--` goes to `labora lab`.
"""

import argparse
import json
import pathlib
import shutil
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "jupyter"))
from laboratory import laboratory  # noqa: E402


class Runtime:
    """A kernel for a notebook of the drive."""

    def __init__(self, said, path, accelerator):
        self.url, self.token = said["url"], said["token"]
        asked = {"path": path, "type": "notebook", "kernel": {"name": "python3"}, "accelerator": accelerator}
        self.kernel = self.call("POST", "api/sessions", asked)["kernel"]["id"]

    def call(self, method, path, body=None, patience=60):
        """A request; the JSON of its answer."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=patience) as answer:
            text = answer.read()
            return json.loads(text) if text else None

    def run(self, code, patience):
        """The outputs of a cell, and its error in a line; None if there was none."""
        try:
            done = self.call("POST", f"api/kernels/{self.kernel}/execute", {"code": code}, patience)
        except TimeoutError:
            self.call("POST", f"api/kernels/{self.kernel}/interrupt")
            return [], f"interrupted after {patience} s"
        except urllib.error.HTTPError as error:
            return [], f"HTTP {error.code}: {error.read().decode(errors='replace')}"
        errors = [output for output in done["outputs"] if output["output_type"] == "error"]
        if not errors:
            return done["outputs"], None if done["status"] == "ok" else done["status"]
        lines = f"{errors[-1]['ename']}: {errors[-1]['evalue']}".strip().splitlines()
        return done["outputs"], lines[0] if len(lines) == 1 else f"{lines[0]} ... {lines[-1]}"


def replaced(cells, replacements):
    """The cells with other texts; says how many each replacement has changed."""
    for old, new in replacements:
        changed = [cell for cell in cells if old in cell["source"]]
        for cell in changed:
            cell["source"] = cell["source"].replace(old, new)
        print(f"  {old!r} is {new!r} in {len(changed)} of {len(cells)} cells", flush=True)
    return cells


def run(file, options):
    """Runs a notebook; the number of cells that failed."""
    notebook = json.loads(file.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        cell["source"] = "".join(cell["source"])
    cells = [cell for cell in cells if cell["source"].strip()]
    print(f"{file.name}: {len(cells)} cells", flush=True)
    replaced(cells, options.replace)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        drive = pathlib.Path(folder) / "drive"
        shutil.copytree(options.files, drive) if options.files else drive.mkdir()
        shutil.copy(file, drive / file.name)
        with laboratory(pathlib.Path(folder), *options.arguments, drive=drive, data=options.data) as said:
            runtime = Runtime(said, file.name, options.accelerator)
            for number, cell in enumerate(cells, 1):
                start = time.monotonic()
                cell["outputs"], error = runtime.run(cell["source"], options.patience)
                cell["execution_count"] = number
                failed += error is not None
                print(f"  {number}: {error or 'ok'} ({time.monotonic() - start:.1f} s)", flush=True)
    if options.save:
        options.save.mkdir(parents=True, exist_ok=True)
        (options.save / file.name).write_text(json.dumps(notebook, indent=1), encoding="utf-8")
    print(f"{file.name}: {len(cells) - failed} of {len(cells)} cells ran", flush=True)
    return failed


def main():
    """Runs the notebooks that the command names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notebooks", type=pathlib.Path, nargs="+")
    parser.add_argument("--replace", nargs=2, metavar=("OLD", "NEW"), action="append", default=[])
    parser.add_argument("--files", type=pathlib.Path, help="folder whose content the drive has")
    parser.add_argument("--data", type=pathlib.Path, help="folder of data sets, as for `labora lab`")
    parser.add_argument("--accelerator", default="TPU", choices=["TPU", "GPU", "NONE"])
    parser.add_argument("--patience", type=int, default=300, help="seconds after which a cell is interrupted")
    parser.add_argument("--save", type=pathlib.Path, help="folder for the notebooks with their outputs")
    own, arguments = sys.argv[1:], []
    if "--" in own:
        own, arguments = own[: own.index("--")], own[own.index("--") + 1 :]
    options = parser.parse_args(own)
    options.arguments = arguments
    sys.exit(any([run(file, options) for file in options.notebooks]))


if __name__ == "__main__":
    main()
