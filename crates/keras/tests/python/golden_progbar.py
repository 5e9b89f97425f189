"""Writes callbacks/golden/progbar.json: the output of Keras's progress bar, call by call, with a fake clock.

    pip install "keras==3.15.1" "jax[cpu]"
    python golden_progbar.py

Backspaces are left out: before each redrawn line Keras prints as many as the line before was wide, and then the carriage
return that does the work.
"""

import json
import os
import pathlib
import re

os.environ["KERAS_BACKEND"] = "jax"

import keras
from keras.src.utils import progbar

clock = 0.0
printed = []
progbar.time.time = lambda: clock
progbar.io_utils.print_msg = lambda message, line_break=True: printed.append(message + ("\n" if line_break else ""))


def run(target, verbose, calls):
    """The calls: time, step, values, and a flag for the last one."""
    global clock
    clock = 1000.0
    bar = progbar.Progbar(target, verbose=verbose, stateless_metrics=set())
    bar._dynamic_display = True
    done = []
    for time, current, values, last in calls:
        clock = 1000.0 + time
        printed.clear()
        bar.update(current, list(values.items()), finalize=last)
        done.append(
            {
                "time": time,
                "current": current,
                "values": [f"{k}={v!r}" for k, v in values.items()],
                "last": last,
                "text": "".join(printed).replace("\b", ""),
            }
        )
    return {"target": target, "verbose": verbose, "calls": done}


def values(accuracy, loss, **more):
    return {"accuracy": accuracy, "loss": loss, **more}


runs = []
for verbose in (0, 1, 2):
    # The first step is slow and left out of the estimate; a call that comes too soon draws nothing.
    runs.append(
        run(
            1875,
            verbose,
            [
                (1.5, 1, values(0.1, 2.3), False),
                (1.52, 10, values(0.11, 2.2), False),
                (1.6, 100, values(0.5, 1.25), False),
                (2.7, 937, values(0.8123456, 0.00099), False),
                (4.2, 1875, values(0.9, 0.3), False),
                (5.4, 1875, values(0.9, 0.3, val_accuracy=0.85, val_loss=0.41), True),
            ],
        )
    )
# Times in all units: hours, minutes, seconds, milliseconds and microseconds per step.
runs.append(run(10, 1, [(0.0, 0, {}, False), (4000.0, 2, {}, False), (9000.0, 5, {}, False), (20000.0, 10, {}, True)]))
runs.append(run(100, 1, [(1.0, 1, {}, False), (2.0, 2, {}, False), (31.0, 31, {}, False), (62.5, 100, {}, True)]))
runs.append(run(50000, 1, [(0.001, 1, {}, False), (1.0, 20000, {}, False), (2.5, 50000, {}, True)]))
runs.append(run(50000, 2, [(0.001, 1, {}, False), (2.5, 50000, {"loss": 1e-12}, True)]))
# Values of all magnitudes, and a line that becomes shorter.
numbers = {"a": 0.001, "b": 0.0010001, "c": -0.5, "d": 0.0, "e": 123456.789, "f": 1e-10, "g": float("nan"), "h": float("inf")}
runs.append(run(4, 1, [(1.0, 2, numbers, False), (2.0, 3, {"e": 1.0}, False), (3.0, 4, {}, True)]))
runs.append(run(4, 2, [(3.0, 4, numbers, True)]))
# An unknown number of steps.
runs.append(run(None, 1, [(1.0, 1, values(0.5, 0.7), False), (2.0, 2, values(0.5, 0.6), False)]))

path = pathlib.Path(__file__).parent.parent / "callbacks" / "golden" / "progbar.json"
text = re.sub(r"\[[^\[\]{}]*\]", lambda m: " ".join(m[0].split()), json.dumps({"keras": keras.__version__, "runs": runs}, indent=1))  # A list, a line.
path.write_text(text + "\n")
