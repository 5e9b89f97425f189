"""Runs test suites and clients of others against `labora-lab`, and writes a page.

    python suite.py --lab target/debug/labora-lab --image FOLDER --page FILE [--jupyterlab CHECKOUT]
        [--only NAME ...] [--files PART ...] [--reference]

The folder is a Python environment with the packages of tests/python/lab.txt and of suites.txt beside this file, and
this Python may be that of the folder: tests ask kernels for ipywidgets, NumPy and pandas. Suites of Python come from
PyPI; those of JupyterLab from a checkout of its repository at a release, with npm's packages of that release. Results
are kept in ~/.cache/labora/suite-results/jupyter, so that suites can be run one by one, or some files of one again; the
page has all that are there. What a failure comes from is in reasons.py.

With `--reference` the suites of clients run against the image's own Jupyter Server, in the same way. The page says
which tests fail there too, and how many of those that pass there pass with `labora-lab`.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import xml.etree.ElementTree
from typing import NamedTuple

import node
from page import write_page
from shim import shims
from stock import stock_program

HERE = pathlib.Path(__file__).resolve().parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "labora/suite-results/jupyter"
SOURCES = CACHE.parent.parent / "suites/jupyter-sources"
CLIENTS = ("nbclient", "papermill", "jupyter_kernel_client", "jupyter_gateway", "vscode")


class Suite(NamedTuple):
    """Tests of a package of Python."""

    # The package and its release on PyPI.
    package: str
    # The files of tests, in the package's folder `root`.
    files: tuple
    # The module of fixtures by which they reach our server; none if they start `jupyter-server` themselves.
    fixtures: tuple = ()
    root: str = "tests"


SUITES = {
    "jupyter_server": Suite(
        "jupyter_server==2.21.1",
        (
            "nbconvert/test_handlers.py",
            "services/api/test_api.py",
            "services/config/test_api.py",
            "services/contents/test_api.py",
            "services/events/test_api.py",
            "services/kernels/test_api.py",
            "services/kernelspecs/test_api.py",
            "services/nbconvert/test_api.py",
            "services/sessions/test_api.py",
            "test_files.py",
            "test_terminal.py",
            "test_view.py",
        ),
        ("fixtures",),
    ),
    "jupyterlab_server": Suite(
        "jupyterlab_server==2.28.1",
        (
            "test_labapp.py",
            "test_licenses_api.py",
            "test_listings_api.py",
            "test_settings_api.py",
            "test_themes_api.py",
            "test_translation_api.py",
            "test_workspaces_api.py",
        ),
        ("fixtures", "fixtures_lab"),
    ),
    "nbclient": Suite("nbclient==0.11.0", ("test_client.py",), ("fixtures_kernels",)),
    "papermill": Suite(
        "papermill==2.7.0", ("test_execute.py", "test_engines.py"), ("fixtures_kernels",), "papermill/tests"
    ),
    "jupyter_kernel_client": Suite("jupyter_kernel_client==1.0.2", ("test_client.py", "test_manager.py"), (), "tests"),
}
# Suites of clients. The tests of servers come with a server of their own, which they pass.
REFERENCED = ("nbclient", "papermill", "jupyter_kernel_client")


def main():
    """Runs all and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lab", required=True, type=pathlib.Path)
    parser.add_argument("--image", required=True, type=pathlib.Path)
    parser.add_argument("--page", required=True, type=pathlib.Path)
    parser.add_argument("--jupyterlab", type=pathlib.Path, help="checkout of JupyterLab's repository")
    parser.add_argument("--reference", action="store_true", help="stock Jupyter Server in the place of labora-lab")
    parser.add_argument("--files", nargs="+", default=[], help="files of tests, by parts of their names; others stay")
    parser.add_argument("--only", nargs="+", choices=[*SUITES, *node.SUITES, "clients"], default=[])
    options = parser.parse_args()
    os.environ["LABORA_LAB"] = str(options.lab.resolve())
    os.environ["LABORA_LAB_IMAGE"] = str(options.image.absolute())
    CACHE.mkdir(parents=True, exist_ok=True)

    def is_asked(file):
        return not options.files or any(part in file for part in options.files)

    names = [*SUITES, *(node.SUITES if options.jupyterlab else ()), "clients"]
    if options.reference:
        names = REFERENCED
        os.environ["LABORA_LAB"] = str(stock_program(CACHE, options.image.absolute()))
    for name in options.only or names:
        kept = f"{name}.reference" if options.reference else name
        results = load(kept) if options.files else {}
        for more in steps(name, options.jupyterlab, is_asked):
            again = {test.partition("::")[0] for test in more}
            results = {test: result for test, result in results.items() if test.partition("::")[0] not in again} | more
            # What was run is kept if the rest is not.
            (CACHE / f"{kept}.json").write_text(json.dumps(results, indent=1))
            print(kept, len(results), "results", flush=True)
    suites = [*SUITES, *node.SUITES]
    reference = {name: load(f"{name}.reference") for name in suites}
    write_page(options.page, {name: load(name) for name in suites}, load("clients"), reference)


def steps(name, checkout, is_asked):
    """The results of a suite, file by file: of those whose names are asked for."""
    if name == "clients":
        return ({client: run_client(client)} for client in CLIENTS)
    return run(SUITES[name], is_asked) if name in SUITES else node.run(name, checkout, read, is_asked)


def load(name):
    """The results of a suite; none if it was not run."""
    file = CACHE / f"{name}.json"
    return json.loads(file.read_text()) if file.is_file() else {}


def run(suite, is_asked):
    """The results of a suite of Python, file by file: by the name of the test, its kind and what it says."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        root = unpack(suite, folder)
        environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(HERE), **shims(folder)}
        for name in filter(is_asked, suite.files):
            report = folder / "report.xml"
            command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=line", "--timeout=120"]
            # Warnings of newer releases of libraries are no failures.
            command += ["-o", "filterwarnings=default", f"--junitxml={report}", f"{suite.root}/{name}"]
            subprocess.run(command, cwd=root, env=environment, stdout=subprocess.DEVNULL, timeout=3600)
            yield read(report, name)


def unpack(suite, folder):
    """The folder of a package with its tests, whose fixtures are ours."""
    name = suite.package.partition("==")[0]
    if not suite.fixtures:
        # The tests are in the package itself.
        import importlib

        shutil.copytree(pathlib.Path(importlib.import_module(name).__file__).parent / suite.root, folder / suite.root)
        return folder
    source = SOURCES / f"{suite.package.replace('==', '-')}.tar.gz"
    if not source.is_file():
        download = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", name, "-d", SOURCES]
        subprocess.run([*download, suite.package], check=True)
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    root = next(path for path in folder.iterdir() if path.is_dir())
    settings = (root / "pyproject.toml").read_text()
    settings = re.sub(r"(?m)^timeout.*\n", "", settings).replace('"--strict-markers", "--strict-config"', "")
    (root / "pyproject.toml").write_text(settings)
    with open(root / suite.root / "conftest.py", "a", encoding="utf-8") as conftest:
        conftest.writelines(f"\nfrom {fixtures} import *  # noqa\n" for fixtures in suite.fixtures)
    return root


def read(report, file=None):
    """The results of a report in JUnit's format."""
    results = {}
    for case in xml.etree.ElementTree.parse(report).iter("testcase"):
        result = ("passed", "")
        for problem in case:
            text = (problem.get("message") or "") + "\n" + (problem.text or "")
            if problem.tag in ("failure", "error"):
                result = classify(text)
            elif problem.tag == "skipped":
                result = ("skipped", problem.get("message") or "")
        # Methods of two classes may have one name.
        group = case.get("classname").rpartition(".")[2]
        test = f"{group}::{case.get('name')}" if group.startswith("Test") else case.get("name")
        name = f"{file or case.get('file') or case.get('classname')}::{test}"
        results[name] = result
    return results


def classify(message):
    """Whether a test looks into the process, or fails; and why."""
    inside = re.search(r"looks into the process: ([\w.]+)|'(KernelManager)' object has no attribute '(\w+)'", message)
    if inside:
        return "inside", inside.group(1) or f"kernel_manager.{inside.group(3)}"
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    return "failed", (lines[0] if lines else "")[:120]


def run_client(name):
    """Whether a client of another project works: the last line that its script prints."""
    done = subprocess.run([sys.executable, HERE / "clients.py", name], capture_output=True, text=True, timeout=600)
    lines = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines()
    return "works" if done.returncode == 0 else "fails", lines[-1] if lines else ""


if __name__ == "__main__":
    main()
