"""Colab's commands in cells: `%tensorflow_version`, `%shell`, `%%shell`, and what `!nvidia-smi` says without a GPU."""

import argparse
import importlib.util
import subprocess
import sys

_NO_GPU = "This runtime has no NVIDIA GPU. Runtime > Change runtime type shows the accelerators there are."


def register(ipython):
    """Adds them to a shell."""
    ipython.register_magic_function(_tensorflow_version, "line", "tensorflow_version")
    ipython.register_magic_function(_shell, "line_cell", "shell")
    plain = ipython.system

    def system(command, *arguments, **options):
        plain(command, *arguments, **options)
        # What a shell says of a program that is not there.
        if command.split()[:1] == ["nvidia-smi"] and ipython.user_ns.get("_exit_code") == 127:
            print(_NO_GPU)

    ipython.system = system


def _tensorflow_version(line):
    """Says which TensorFlow there is: an image has one or none."""
    if importlib.util.find_spec("tensorflow"):
        from importlib.metadata import version

        print(f"TensorFlow {version('tensorflow')} is installed; %tensorflow_version changes nothing.")
    else:
        print(
            "The image has no TensorFlow, and %tensorflow_version changes nothing. Keras 3 runs on JAX here; "
            "`import labora.compat.article; labora.compat.article.install()` stands for the TensorFlow of 2018."
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
