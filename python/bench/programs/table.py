"""The results of all turns, as a table and as a chart."""

from __future__ import annotations

import importlib
from pathlib import Path

Row = tuple[str, str]
"""A program and a policy."""


class Results:
    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.best: dict[tuple[Row, str], dict[str, float]] = {}
        self.failed: dict[tuple[Row, str], str] = {}

    def add(self, row: Row, contestant: str, result: dict[str, float] | str) -> None:
        """Keeps the fastest turn of a contestant, or what it failed with."""
        if isinstance(result, str):
            self.failed[row, contestant] = result
            return
        known = self.best.get((row, contestant))
        if known is None or result["seconds"] < known["seconds"]:
            self.best[row, contestant] = result

    def dump(self) -> list[dict]:
        """All results, for `load`."""
        results = [*self.best.items(), *self.failed.items()]
        return [{"row": row, "contestant": name, "result": result} for (row, name), result in results]

    def load(self, results: list[dict]) -> None:
        for result in results:
            self.add(tuple(result["row"]), result["contestant"], result["result"])

    def seconds(self, row: Row, contestant: str, kind: str = "seconds") -> float | None:
        result = self.best.get((row, contestant))
        return result and result[kind]

    def slowdown(self, row: Row, contestant: str) -> str:
        """How much longer the median call takes beside a busy process."""
        return ratio(self.seconds(row, f"{contestant}, busy", "median"), self.seconds(row, contestant, "median"))

    def title(self, row: Row) -> str:
        title = importlib.import_module(f"programs.{row[0]}").TITLE
        return title + (", mixed" if row[1] != "float32" else "")

    def markdown(self) -> str:
        busy = any(name.endswith("busy") for _, name in self.best)
        parallel = any(name == "Labora, 8 devices" for _, name in self.best)
        names = ["Labora", "JAX", "TensorFlow", "PyTorch"]
        heads = ["program", *(f"{n}, ms" for n in names), "JAX / Labora", "fastest peer / Labora"]
        heads += ["8 devices / one"] if parallel else []
        heads += ["Labora beside a busy process", "JAX beside it"] if busy else []
        lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
        for row in self.rows:
            ours = self.seconds(row, "Labora")
            if ours is None and (row, "Labora") not in self.failed:
                continue
            peers = [s for n in names[1:] if (s := self.seconds(row, n))]
            cells = [self.title(row), *(milliseconds(self.seconds(row, n)) for n in names)]
            cells += [ratio(self.seconds(row, "JAX"), ours), ratio(min(peers, default=None), ours)]
            if parallel:
                cells.append(ratio(self.seconds(row, "Labora, 8 devices"), ours))
            if busy:
                cells += [self.slowdown(row, n) for n in names[:2]]
            lines.append("| " + " | ".join(cells) + " |")
        lines += ["", *(f"{self.title(row)}, {name} failed: {text}" for (row, name), text in self.failed.items())]
        return "\n".join(lines).rstrip()

    def differing(self) -> list[str]:
        """Programs whose results differ between Labora and JAX by more than the tolerance."""
        from .driver import CHAOTIC, TOLERANCES

        lines = []
        for row in self.rows:
            ours, theirs = self.best.get((row, "Labora")), self.best.get((row, "JAX"))
            if ours is None or theirs is None or row[0] in CHAOTIC:
                continue
            mine, expected = ours["figure"], theirs["figure"]
            if not abs(mine - expected) <= TOLERANCES[row[1]] * abs(expected):
                lines.append(f"{self.title(row)}: {mine}, and {expected} on JAX's own backend")
        return lines

    def plot(self, file: Path) -> None:
        """Bars of the peers' times over ours, one group a program."""
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        names = ["JAX", "TensorFlow", "PyTorch"]
        figure, axes = pyplot.subplots(figsize=(9, 0.45 * len(self.rows) + 1.2), layout="constrained")
        for i, name in enumerate(names):
            for j, row in enumerate(self.rows):
                ours, theirs = self.seconds(row, "Labora"), self.seconds(row, name)
                if ours and theirs:
                    label = name if j == 0 else None
                    axes.barh(j + 0.27 * (i - 1), theirs / ours, 0.25, color=f"C{i}", label=label)
        axes.set_yticks(range(len(self.rows)), [self.title(row) for row in self.rows])
        axes.invert_yaxis()
        axes.set_xscale("log")
        axes.axvline(1, color="black", linewidth=1)
        axes.set_xlabel("time of the peer / time of Labora (right of the line: Labora is faster)")
        axes.legend()
        figure.savefig(file, dpi=120)


def milliseconds(seconds: float | None) -> str:
    return f"{seconds * 1e3:.3g}" if seconds else "–"


def ratio(numerator: float | None, denominator: float | None) -> str:
    return f"{numerator / denominator:.2f}" if numerator and denominator else "–"
