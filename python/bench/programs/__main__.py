"""Times programs that people write in Python on Labora, JAX's CPU backend, Keras on TensorFlow, and PyTorch.

    python python/bench/programs [--tensorflow PYTHON] [--torch PYTHON] [--rounds 2] [--only NAME]... [--busy]
                                 [--parallel] [--results FILE] [--markdown FILE] [--plot FILE]

This interpreter has JAX, Keras and the package; the two others are those of environments with TensorFlow and Keras,
and with PyTorch. Each turn is a process of its own, and the contestants take turns. PyTorch runs compiled and
eagerly, and the faster counts. A time is the shortest of the calls of all rounds, after the first call, which
compiles. Labora and JAX begin with the same weights and data: their results must agree to the tolerance.

With `--busy`, Labora and JAX run once more while one other process keeps a core busy: the table has the ratio of
the median calls. With `--parallel`, Keras's programs run once more with `DataParallel` over eight devices.

With `--results`, the runs of parts (`--only`) add up to one table.
"""

from __future__ import annotations

import sys
from pathlib import Path

if not __package__:
    # `python python/bench/programs` runs this file alone.
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    __package__ = "programs"

from programs.driver import main

main()
