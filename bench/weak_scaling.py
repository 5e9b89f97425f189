"""Weak scaling over MPI on one machine: the rate of N processes that train together, each pinned to a
processor of its own, and N times the rate of one process with a processor and a share of the work to itself.

    pip install mpich==5.0.2
    python bench/weak_scaling.py --labora target/release/labora

The share of a process is 4 cores of the device, 512 images of a batch, and 5,120 images of an epoch, so that
the number of steps is the same everywhere. N processes that train independently of each other show what the
machine itself takes. Nothing else may run on it.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

CORES = 4
BATCH = 512
STEPS = 10
GOAL = 0.95


def write_images(folder: pathlib.Path, count: int) -> pathlib.Path:
    """A CIFAR-10 of random images, in its five files and that of the tests."""
    generator = random.Random(0)
    folder.mkdir()
    files = {f"data_batch_{number}.bin": count // 5 for number in range(1, 6)} | {"test_batch.bin": 100}
    for name, images in files.items():
        records = (bytes([image % 10]) + generator.randbytes(3072) for image in range(images))
        (folder / name).write_bytes(b"".join(records))
    (folder / "batches.meta.txt").write_text("".join(f"class{i}\n" for i in range(10)))
    return folder


class Machine:
    """The programs, the processors, and the data of one process and of all."""

    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self.labora, self.mpiexec, self.folder = str(options.labora.resolve()), options.mpiexec, folder
        self.epochs = options.epochs
        self.processors = sorted(os.sched_getaffinity(0))[: options.processes]
        if len(self.processors) < options.processes:
            raise SystemExit(f"{options.processes} processes need as many processors, not {len(self.processors)}")
        share = BATCH * STEPS
        self.data = {count: write_images(folder / f"of-{count}", count * share) for count in (1, options.processes)}
        library = pathlib.Path(self.mpiexec).resolve().parent.parent / "lib/libmpi_abi.so.1"
        self.environment = dict(os.environ) | {"NO_COLOR": "1"}
        if library.is_file():
            self.environment.setdefault("LABORA_MPI", str(library))

    def command(self, processor: int, count: int, more: list) -> list[str]:
        """A process of a training of `count` processes, pinned."""
        train = [self.labora, "train", "--data", self.data[count], "--cores", CORES, "--threads", 1]
        train += ["--batch-size", count * BATCH, "--epochs", self.epochs, "--verbose", 0, *more]
        return [str(word) for word in ["taskset", "-c", processor, *train]]

    def rate(self, commands: list[list[str]], histories: list[pathlib.Path]) -> float:
        """Images per second of programs that run at the same time."""
        running = [subprocess.Popen(command, env=self.environment) for command in commands]
        # All of them end before one is judged.
        if any([process.wait() for process in running]):
            raise SystemExit(f"a training failed: {' '.join(commands[0])}")
        return sum(json.loads(history.read_text())["images_per_s"] for history in histories)

    def alone(self, processors: list[int]) -> float:
        """One process on each of the processors, which do not know of each other."""
        histories = [self.folder / f"alone-{processor}.json" for processor in processors]
        pairs = zip(processors, histories)
        commands = [self.command(processor, 1, ["--hosts", 1, "--history", file]) for processor, file in pairs]
        return self.rate(commands, histories)

    def together(self) -> float:
        """A training of as many processes as there are processors."""
        history = self.folder / "together.json"
        count = len(self.processors)
        each = [self.command(processor, count, ["--history", history]) for processor in self.processors]
        parts = [word for command in each for word in [":", "-n", "1", *command]]
        return self.rate([[self.mpiexec, *parts[1:]]], [history])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--labora", type=pathlib.Path, default="target/release/labora", help="the command")
    parser.add_argument("--mpiexec", default=shutil.which("mpiexec"), help="MPICH's launcher [default: that of PATH]")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5, help="each is measured as often, in turn; medians count")
    options = parser.parse_args()
    if not options.mpiexec:
        parser.error("there is no mpiexec: pip install mpich==5.0.2, or name one with --mpiexec")
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(options, pathlib.Path(folder))
        count = len(machine.processors)
        cases = {
            "one process, the other processors idle": lambda: machine.alone(machine.processors[:1]),
            f"{count} processes that train independently": lambda: machine.alone(machine.processors),
            f"{count} processes that train together": machine.together,
        }
        rates = {name: [] for name in cases}
        for _ in range(options.rounds):
            for name, measure in cases.items():
                rates[name].append(measure())
                print(f"{name}: {rates[name][-1]:.1f} images/s", flush=True)
    one, independent, together = (statistics.median(values) for values in rates.values())
    print(f"medians: {one:.1f}, {independent:.1f}, {together:.1f} images/s")
    print(f"efficiency: {together / (count * one):.3f} of {count} times one process (goal: {GOAL})")
    print(f"            {together / independent:.3f} of {count} independent ones")
    return 0 if together >= GOAL * count * one else 1


if __name__ == "__main__":
    sys.exit(main())
