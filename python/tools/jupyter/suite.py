"""Runs the REST tests of Jupyter Server, and clients of others, against `labora-lab`, and writes a page.

    python suite.py --lab target/debug/labora-lab --image FOLDER --source jupyter_server-2.21.1.tar.gz --page FILE

The folder is a Python environment with the packages of tests/python/lab.txt; the source is the archive of that
release on PyPI. Tests that look into Jupyter Server's process are counted apart, with what they look at.
"""

import argparse
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

FILES = [
    "services/api/test_api.py",
    "services/contents/test_api.py",
    "services/kernels/test_api.py",
    "services/kernelspecs/test_api.py",
    "services/sessions/test_api.py",
    "test_files.py",
    "test_terminal.py",
    "test_view.py",
]


def main():
    """Runs all and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lab", required=True, type=pathlib.Path)
    parser.add_argument("--image", required=True, type=pathlib.Path)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("--page", required=True, type=pathlib.Path)
    options = parser.parse_args()
    os.environ["LABORA_LAB"] = str(options.lab.resolve())
    os.environ["LABORA_LAB_IMAGE"] = str(options.image.absolute())
    rows, reasons = [], collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        tests = unpack(options.source, pathlib.Path(folder))
        for name in FILES:
            results = run(tests, name, pathlib.Path(folder))
            counts = collections.Counter(kind for kind, _ in results)
            rows.append((name, counts))
            reasons.update((kind, text) for kind, text in results if kind not in ("passed", "skipped"))
            print(name, dict(counts), flush=True)
    clients = [(name, run_client(name)) for name in ("nbclient", "papermill", "jupyter_kernel_client")]
    options.page.write_text(page(options.source.name, rows, reasons, clients))


def unpack(source, folder):
    """The folder of the tests, whose fixtures are ours."""
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    root = next(path for path in folder.iterdir() if path.is_dir())
    shutil.copy(pathlib.Path(__file__).with_name("fixtures.py"), root / "tests" / "labora_fixtures.py")
    # Its limits of time come from a plugin that is not needed, since a server that hangs ends with its test.
    settings = (root / "pyproject.toml").read_text()
    settings = re.sub(r"(?m)^timeout.*\n", "", settings).replace('"--strict-markers", "--strict-config"', "")
    settings = settings.replace("xfail_strict = true", 'xfail_strict = true\nmarkers = ["timeout", "flaky"]')
    (root / "pyproject.toml").write_text(settings)
    with open(root / "tests" / "conftest.py", "a", encoding="utf-8") as conftest:
        conftest.write("\nfrom tests.labora_fixtures import *  # noqa\n")
    return root


def run(root, name, folder):
    """The kind and the reason of each result of a file."""
    report = folder / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=line", f"--junitxml={report}"]
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([*command, f"tests/{name}"], cwd=root, env=environment, stdout=subprocess.DEVNULL, timeout=3600)
    import xml.etree.ElementTree as tree

    results = {}
    for case in tree.parse(report).iter("testcase"):
        key, result = case.get("classname") + case.get("name"), ("passed", "")
        for problem in case:
            if problem.tag in ("failure", "error"):
                result = classify((problem.get("message") or "") + "\n" + (problem.text or ""))
            elif problem.tag == "skipped":
                result = ("skipped", problem.get("message") or "")
        results[key] = result
    return list(results.values())


def classify(message):
    """Whether a test looks into the process, or fails; and why."""
    inside = re.search(r"looks into the process: ([\w.]+)|'(KernelManager)' object has no attribute '(\w+)'", message)
    if inside:
        return "inside", inside.group(1) or f"kernel_manager.{inside.group(3)}"
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    return "failed", (lines[0] if lines else "")[:120]


def run_client(name):
    """Whether a client of another project works: the last line that its script prints."""
    script = pathlib.Path(__file__).with_name("clients.py")
    done = subprocess.run([sys.executable, script, name], capture_output=True, text=True, timeout=600)
    lines = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines()
    return done.returncode == 0, lines[-1] if lines else ""


def page(source, rows, reasons, clients):
    """The page."""
    kinds = ("passed", "failed", "inside", "skipped")
    lines = [
        "# Tests of Jupyter's own servers and clients",
        "",
        f"`python/tools/jupyter/suite.py` runs the REST tests of `{source}`, and clients,",
        "against `labora-lab`.",
        'Tests counted as "inside" look into the objects of Jupyter Server\'s process.',
        "",
        "| file | passed | failed | inside | skipped |",
        "|---|---|---|---|---|",
    ]
    lines += [f"| {name} | " + " | ".join(str(counts[kind]) for kind in kinds) + " |" for name, counts in rows]
    total = sum((counts for _, counts in rows), collections.Counter())
    lines.append("| **all** | " + " | ".join(f"**{total[kind]}**" for kind in kinds) + " |")
    for kind, title in (("failed", "Failures"), ("inside", "What tests look at inside")):
        found = [(text, count) for (of, text), count in reasons.most_common() if of == kind]
        if found:
            lines += ["", f"## {title}", "", "| reason | tests |", "|---|---|"]
            lines += [f"| {text.replace('|', '/')} | {count} |" for text, count in found]
    lines += ["", "## Clients", "", "| client | works | shows |", "|---|---|---|"]
    lines += [f"| {name} | {'yes' if works else 'no'} | {text.replace('|', '/')} |" for name, (works, text) in clients]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
