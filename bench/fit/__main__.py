"""Times `fit` of whole models here and in Keras on TensorFlow, JAX and PyTorch.

    cargo build --release -p labora --example fit_file
    python bench/fit --labora target/release/examples/fit_file --tensorflow PYTHON --jax PYTHON --torch PYTHON \\
        [--only NAME]... [--rounds 2] [--epochs 3] [--json FILE]

Each PYTHON is of an environment with that framework and Keras 3.15; this interpreter needs NumPy. Every contestant
opens the same files. Each turn is a process of its own, the contestants take turns, and an epoch's time is the
shortest of all rounds but for the first epoch, in which programs are compiled. Keras runs as it chooses (`auto`),
and without a compiler for its steps; on PyTorch without one. The faster counts. Losses of the first epoch are
printed beside: networks without dropout have to agree.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from models import WORKS

HERE = Path(__file__).parent
MODES = {"tensorflow": ["auto", "no-jit"], "jax": ["auto"], "torch": ["no-jit"]}


def contestants(options: argparse.Namespace) -> dict[str, tuple[list[str], dict[str, str]]]:
    """Names, commands without arguments, and environments."""
    found = {}
    if options.labora:
        found["labora"] = ([str(options.labora)], {})
    for backend, modes in MODES.items():
        if python := getattr(options, backend):
            for mode in modes:
                found[f"{backend} {mode}"] = ([python, str(HERE / "peer.py")], {"KERAS_BACKEND": backend, "MODE": mode})
    return found


def turn(command: list[str], environment: dict[str, str], folder: Path, name: str, epochs: int) -> dict | str:
    """Measures in a process of its own. The last line of its error if it failed."""
    files = [str(folder / f"{name}{end}") for end in (".keras", ".x.npy", ".y.npy")]
    mode = [environment["MODE"]] if "MODE" in environment else []
    arguments = [*command, *files, str(WORKS[name].batch), str(epochs), *mode]
    huge_pages = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
    done = subprocess.run(arguments, env={**os.environ, **huge_pages, **environment}, capture_output=True, text=True)
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["no output"])[-1]
    return json.loads(done.stdout.splitlines()[-1])


def table(results: dict) -> str:
    """Milliseconds a step: the fastest epoch of each contestant, and the fastest peer over Labora."""
    names = list(dict.fromkeys(name for row in results.values() for name in row))
    lines = ["| model | batch | " + " | ".join(names) + " | fastest peer / labora | loss of the first epoch |"]
    lines.append("|---" * (len(names) + 4) + "|")
    for work, row in results.items():
        steps = -(-WORKS[work].rows // WORKS[work].batch)
        times = {name: 1000 * min(run["seconds"]) / steps for name, run in row.items() if run["seconds"]}
        cells = [f"{times[name]:.2f}" if name in times else row.get(name, {}).get("error", "") for name in names]
        peers = [ms for name, ms in times.items() if name != "labora"]
        ratio = f"{min(peers) / times['labora']:.2f}" if peers and "labora" in times else ""
        losses = ", ".join(f"{run['loss']:.5f}" for run in row.values() if "loss" in run)
        lines.append(f"| {work} | {WORKS[work].batch} | " + " | ".join(cells) + f" | {ratio} | {losses} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python bench/fit")
    parser.add_argument("--labora", type=Path, help="the example fit_file")
    for backend in MODES:
        parser.add_argument(f"--{backend}", help=f"a Python with {backend} and Keras")
    parser.add_argument("--only", action="append", default=[], choices=WORKS)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=3, help="epochs of a turn; the first is not counted")
    parser.add_argument("--files", type=Path, default=Path(tempfile.gettempdir()) / "labora-fit")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    options.files.mkdir(parents=True, exist_ok=True)
    results = {name: {} for name in options.only or WORKS}
    for name in results:
        maker = options.tensorflow or options.jax
        code = f"import sys; sys.path.insert(0, {str(HERE)!r}); from models import write; import pathlib; "
        code += f"write({name!r}, pathlib.Path({str(options.files)!r}))"
        backend = "tensorflow" if options.tensorflow else "jax"
        subprocess.run([maker, "-c", code], check=True, env={**os.environ, "KERAS_BACKEND": backend}, stdout=sys.stderr)
    for round_ in range(options.rounds):
        for name, row in results.items():
            for contestant, (command, environment) in contestants(options).items():
                print(f"round {round_ + 1} of {options.rounds}: {name}, {contestant}", file=sys.stderr)
                run = turn(command, environment, options.files, name, options.epochs)
                kept = row.setdefault(contestant, {"seconds": []})
                if isinstance(run, str):
                    kept["error"] = run[:80]
                    continue
                kept["seconds"] += run["seconds"][1:]
                kept.setdefault("loss", run["losses"][0])
    print(table(results))
    if options.json:
        options.json.write_text(json.dumps({"machine": platform.processor(), "results": results}, indent=1) + "\n")


main()
