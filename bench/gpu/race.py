"""Shared by the scripts of this folder: their arguments, and the line of JSON that each prints."""

import argparse
import json
import pathlib
import sys
import time

# The folder of the article's network, which other contestants of `cargo xtask bench` train, too.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "peers"))


def arguments(description, modes=("default",)):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--data", required=True, help="the folder cifar-10-batches-bin")
    parser.add_argument("--epochs", type=int, default=50)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--dtype", choices=("float32", "bfloat16"), default="bfloat16")
    parser.add_argument("--mode", choices=modes, default=modes[0])
    parser.add_argument("--device", choices=("gpu", "cpu"), default="gpu")
    parser.add_argument("--first-only", action="store_true", help="end after the first training step")
    return parser.parse_args()


def timed(call):
    """The seconds that a call takes, and its result. The call must return when its work is done."""
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


def report(peer, device, given, **figures):
    settings = {"epochs": given.epochs, "batch": given.batch, "dtype": given.dtype, "mode": given.mode}
    print(json.dumps({"peer": peer, "device": device, **settings, **figures}), flush=True)
