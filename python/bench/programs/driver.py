"""The command line, the turns of the contestants, and the table."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from .common import MIXED

PROGRAMS = ["article", "resnet50", "gpt", "generation", "lstm", "unet", "vae", "gnn", "ppo", "gaussian_process", "n_body"]
MIXED_PROGRAMS = ["article", "resnet50", "gpt", "generation", "lstm", "unet", "vae"]
"""Those that also run in mixed precision."""
SECONDS = 4.0
"""A turn makes calls for so long, and at least two."""
TOLERANCES = {"float32": 0.005, MIXED: 0.03}
"""Relative difference of the figures of Labora and of JAX after the first calls. Dropout and other random numbers
are the same; sums are in another order, and training widens the difference. Figures of mixed precision also differ
by its roundings."""
CHAOTIC = ["generation", "ppo"]
"""Programs whose figure is of choices (tokens, actions): one other rounding of a tie changes all that follow."""


class Contestant(NamedTuple):
    name: str
    environment: dict[str, str]
    mode: str = ""
    """`eager` or `compiled`, of PyTorch; `parallel`: Keras's `DataParallel` over eight devices."""


OURS = {"JAX_PLATFORMS": "labora,cpu", "KERAS_BACKEND": "jax"}
PARALLEL = "Labora, 8 devices"
CONTESTANTS = [
    Contestant("Labora", OURS),
    Contestant(PARALLEL, OURS, "parallel"),
    Contestant("JAX", {"JAX_PLATFORMS": "cpu", "KERAS_BACKEND": "jax"}),
    Contestant("TensorFlow", {"KERAS_BACKEND": "tensorflow", "TF_CPP_MIN_LOG_LEVEL": "3"}),
    Contestant("PyTorch", {}, "eager"),
    Contestant("PyTorch", {}, "compiled"),
]


def runs(contestant: Contestant, program: str) -> bool:
    """Whether the program is written for the contestant."""
    text = (Path(__file__).parent / f"{program}.py").read_text()
    only_keras = ["def keras("]
    wanted = {"TensorFlow": only_keras, PARALLEL: only_keras, "PyTorch": ["def torch("]}
    wanted = wanted.get(contestant.name, ["def jax(", *only_keras])
    return any(name in text for name in wanted)


def measure(program: str, contestant: str, mode: str, policy: str) -> dict[str, float]:
    """The shortest and the median time of a step, in seconds, and the figure after the second call."""
    module = importlib.import_module(f"programs.{program}")
    if contestant == "PyTorch":
        run = module.torch(policy, mode == "compiled")
    elif hasattr(module, "jax") and contestant != "TensorFlow":
        run = module.jax(policy)
    else:
        import keras

        if mode == "parallel":
            keras.distribution.set_distribution(keras.distribution.DataParallel())
        keras.utils.set_random_seed(0)
        keras.config.set_dtype_policy(policy)
        run = module.keras(policy)
    run.call()
    figure, times = None, []
    begin = time.perf_counter()
    while len(times) < 2 or time.perf_counter() - begin < SECONDS:
        start = time.perf_counter()
        value = run.call()
        times.append(time.perf_counter() - start)
        figure = value if figure is None else figure
    median = statistics.median(times)
    return {"seconds": min(times) / run.steps, "median": median / run.steps, "figure": float(figure)}


def turn(python: str, contestant: Contestant, program: str, policy: str) -> dict[str, float] | str:
    """Measures in a process of its own. The last line of its error if it failed."""
    command = [python, str(Path(__file__).parent), "--measure", program, contestant.name, contestant.mode, policy]
    environment = {**os.environ, **contestant.environment, "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["no output"])[-1]
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python python/bench/programs")
    parser.add_argument("--tensorflow", help="a Python with TensorFlow and Keras")
    parser.add_argument("--torch", help="a Python with PyTorch")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", action="append", default=[], choices=PROGRAMS)
    parser.add_argument("--policy", choices=list(TOLERANCES), help="one policy only")
    parser.add_argument("--parallel", action="store_true", help="measure Keras's programs on eight devices, too")
    parser.add_argument("--busy", action="store_true", help="measure beside a busy process, too")
    parser.add_argument("--results", type=Path, help="a JSON file of results, to which this run adds its own")
    parser.add_argument("--markdown", type=Path, help="a file for the table")
    parser.add_argument("--plot", type=Path, help="a file for the chart; needs matplotlib")
    parser.add_argument("--measure", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(*options.measure)))
        return
    pythons = dict.fromkeys(["Labora", PARALLEL, "JAX"], sys.executable)
    pythons |= {"TensorFlow": options.tensorflow, "PyTorch": options.torch}
    rows = [(p, "float32") for p in PROGRAMS] + [(p, MIXED) for p in MIXED_PROGRAMS]
    wanted = [r for r in rows if (not options.only or r[0] in options.only) and options.policy in (None, r[1])]
    from . import table

    results = table.Results(rows if options.results else wanted)
    if options.results and options.results.exists():
        results.load(json.loads(options.results.read_text()))
    for round_ in range(options.rounds):
        for row in wanted:
            for contestant in CONTESTANTS:
                python = pythons[contestant.name]
                asked = options.parallel or contestant.name != PARALLEL
                if python is None or not asked or not runs(contestant, row[0]):
                    continue
                print(f"round {round_ + 1} of {options.rounds}: {row[0]}, {row[1]}, {contestant.name}", file=sys.stderr)
                results.add(row, contestant.name, turn(python, contestant, *row))
                if options.busy and contestant.name in ("Labora", "JAX"):
                    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as spinning:
                        results.add(row, f"{contestant.name}, busy", turn(python, contestant, *row))
                        spinning.kill()
    if options.results:
        options.results.write_text(json.dumps(results.dump(), indent=1) + "\n")
    print(results.markdown())
    if options.markdown:
        options.markdown.write_text(results.markdown() + "\n")
    if options.plot:
        results.plot(options.plot)
    if wrong := results.differing():
        raise SystemExit("\n".join(["results differ:", *wrong]))
