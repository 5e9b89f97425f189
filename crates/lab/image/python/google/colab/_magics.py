"""Colab's commands in cells: `%tensorflow_version`, `%shell`, `%%shell`, and what is said of programs that are not here."""

import argparse
import contextlib
import os
import re
import subprocess
import sys
import warnings

# What is said after a command of a shell that needs a program.
_GOOGLE = "This laboratory has no programs of Google's cloud. Files come by google.colab.files, the drive and wget."
_ABSENT = {
    "nvidia-smi": "This runtime has no NVIDIA GPU. Runtime > Change runtime type shows the accelerators there are.",
    "gcloud": _GOOGLE,
    "gsutil": _GOOGLE,
}
_APT = (
    "apt installs nothing here: a runtime is not root of its system. `pip install` brings packages of Python, many with "
    "programs; others are installed on the laboratory's machine."
)


def register(ipython):
    """Adds them to a shell."""
    ipython.register_magic_function(_tensorflow_version, "line", "tensorflow_version")
    ipython.register_magic_function(_shell, "line_cell", "shell")
    ipython.events.register("pre_run_cell", _before)
    _hide_imports(ipython.InteractiveTB)
    plain = ipython.system

    def system(command, *arguments, **options):
        with warnings.catch_warnings():
            # JAX and Python warn of a fork that runs on in Python: this one becomes a shell.
            warnings.filterwarnings("ignore", r"(?s).*\bfork", RuntimeWarning)
            warnings.filterwarnings("ignore", r"(?s).*\bfork", DeprecationWarning)
            plain(command, *arguments, **options)
        words = re.split(r"[\s;|&]+", command)
        for program, said in _ABSENT.items():
            # What a shell says of a program that is not there.
            if program in words[:1] and ipython.user_ns.get("_exit_code") == 127:
                print(said)
        is_apt = {"apt", "apt-get"} & set(words) and {"install", "update", "upgrade"} & set(words)
        if is_apt and not os.access("/var/lib/dpkg", os.W_OK):
            print(_APT)

    ipython.system = system


def _before(info):
    """Before a cell runs: makes what it names and every runtime of Colab has."""
    cell = info.raw_cell or ""
    if re.search(r"/content/sample_data\b|\bsample_data/", cell):
        from google.colab import _sample_data, drive

        # A drive that cannot be written has none.
        with contextlib.suppress(OSError):
            _sample_data.make(drive._DRIVE)
        _sample_data.tell_of_absent(drive._DRIVE, re.findall(r"\bsample_data/(\w+\.csv)", cell))


def _hide_imports(shown):
    """Shows tracebacks without the frames of the hook by which imports go here."""
    import sitecustomize

    plain = shown.structured_traceback

    def structured_traceback(etype=None, evalue=None, *arguments, **options):
        seen, error = set(), evalue
        while isinstance(error, BaseException) and id(error) not in seen:
            seen.add(id(error))
            sitecustomize.drop_frames(error)
            error = error.__cause__ or error.__context__
        return plain(etype, evalue, *arguments, **options)

    shown.structured_traceback = structured_traceback


def _tensorflow_version(line):
    """Says which TensorFlow there is: an image has one, or Labora's part of it, or none."""
    import labora_imports

    wanted = line.split("#")[0].strip()
    if not re.fullmatch(r"(1|2)\.(x|\d+(\.\d+)?)", wanted):
        raise ValueError(f"%tensorflow_version knows 1.x and 2.x, not {wanted!r}")
    if labora_imports.is_installed():
        from importlib.metadata import version

        print(f"TensorFlow {version('tensorflow')} is installed; %tensorflow_version changes nothing.")
    elif not os.environ.get("TPU_NAME"):
        print(labora_imports.WITHOUT_TPU)
    else:
        is_old = wanted.startswith("1")
        labora_imports.choose_version("1.12.0" if is_old else None)
        print(
            "tensorflow is Labora's part of it on Keras 3, with the names of 1.12 and of 2.x at the same time; "
            f"tensorflow.__version__ begins with {'1.12' if is_old else '2'} from now on."
        )


def _shell(line, cell=None):
    """Runs a line or a cell in bash, and shows what it prints. `%%shell --ignore-errors` accepts a failure.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    ignores_errors, code = False, line
    if cell is not None:
        parser = argparse.ArgumentParser(prog="%%shell")
        parser.add_argument("--ignore-errors", action="store_true")
        ignores_errors, code = parser.parse_args(line.split()).ignore_errors, cell
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(["bash", "-c", code], **streams, text=True, errors="replace") as process:
        for text in process.stdout:
            sys.stdout.write(text)
            sys.stdout.flush()
    if process.returncode and not ignores_errors:
        raise subprocess.CalledProcessError(process.returncode, code)
