"""Draws the results of `cargo xtask bench`: one panel per workload, one bar per framework.

A bar is the framework's time (or memory) as a multiple of Labora's, so that the line at 1 is Labora.

Usage: python plot.py RESULTS.json PLOT.png
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

LABORA = "Labora"
LABORA_COLOR = "#c4472b"
PEER_COLORS = {
    "Keras on TensorFlow": "#e69f3c",
    "Keras on JAX": "#7d6fb0",
    "JAX": "#a99bd3",
    "PyTorch": "#3f7fb5",
    "PyTorch compiled": "#7fb2d9",
    "PyTorch channels first": "#b5d3ea",
    "ONNX Runtime": "#5a9e6f",
}
OTHER_COLOR = "#999999"

# The panels: rows of the figure, each with a heading and the workloads of its columns.
GROUPS = [
    (
        "Training step, float32",
        {
            "cifar10-step-f32": "CIFAR-10 network, batch 1024",
            "resnet50-f32": "ResNet-50, batch 32",
            "transformer-f32": "Transformer, 6 blocks, batch 8",
            "mlp-f32": "Dense network, batch 128",
        },
    ),
    (
        "Training step, bfloat16 products",
        {
            "cifar10-step-bf16": "CIFAR-10 network, batch 1024",
            "resnet50-bf16": "ResNet-50, batch 32",
            "transformer-bf16": "Transformer, 6 blocks, batch 8",
            "mlp-bf16": "Dense network, batch 128",
        },
    ),
    (
        "Inference, CIFAR-10 network",
        {
            "predict-1-f32": "1 image, float32",
            "predict-1-bf16": "1 image, bfloat16 products",
            "predict-1024-f32": "1,024 images, float32",
            "predict-1024-bf16": "1,024 images, bfloat16 products",
        },
    ),
    (
        "CIFAR-10 network, batch 1024",
        {
            "cifar10-step-jax": "Training step, beside Keras on JAX",
            "start": "Process start to first step",
            "memory": "Peak memory of training",
        },
    ),
]
COLUMNS = 4


def readable(value, unit):
    """A measurement with its unit, to three digits."""
    if unit == "bytes":
        return f"{value / 2**20:,.0f} MiB"
    for scale, symbol in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= scale:
            number = value / scale
            return f"{number:.0f} {symbol}" if number >= 100 else f"{number:#.3g} {symbol}"
    return f"{value:.3g} s"


def bars(row):
    """(name, value) of Labora's best configuration and of each peer; none if the row has nothing to compare."""
    ours = min((run["median"] for run in row["ours"] if run["median"]), default=None)
    peers = [(run["name"], run["median"]) for run in row["peers"] if run["median"]]
    if ours is None or not peers:
        return []
    return [(LABORA, ours), *sorted(peers, key=lambda peer: peer[1])]


def draw(axes, row, title):
    """Draws the panel of a workload."""
    entries = bars(row)
    ours = entries[0][1]
    longest = max(value / ours for _, value in entries)
    for place, (name, value) in enumerate(entries):
        base = name.removesuffix(" (f32)")
        color = LABORA_COLOR if name == LABORA else PEER_COLORS.get(base, OTHER_COLOR)
        ratio = value / ours
        axes.barh(-place, ratio, color=color, height=0.72)
        text = readable(value, row["unit"])
        if name != LABORA:
            text += f"  ({ratio:.2f}×)" if ratio < 10 else f"  ({ratio:.1f}×)"
        axes.text(max(ratio, 1) + longest * 0.02, -place, text, va="center", fontsize=8)
    ends = (0.5, 0.5 - len(entries))
    axes.plot([1, 1], ends, color="#333333", linewidth=0.9, linestyle=(0, (4, 2)))
    axes.spines["left"].set_bounds(*sorted(ends))
    axes.set_yticks([-place for place in range(len(entries))], [name for name, _ in entries], fontsize=8)
    axes.get_yticklabels()[0].set_fontweight("bold")
    axes.set_ylim(-4.6, 0.6)
    axes.set_xlim(0, longest * 1.55)
    axes.set_xticks([])
    axes.tick_params(length=0)
    for side in ("top", "right", "bottom"):
        axes.spines[side].set_visible(False)
    axes.set_title(title, fontsize=9.5, loc="left", pad=4)


def groups(rows):
    """The groups with a panel each for the workloads that were measured; other workloads come last."""
    known = {name for _, panels in GROUPS for name in panels}
    others = {name: row["title"] for name, row in rows.items() if name not in known}
    for heading, panels in [*GROUPS, ("Others", others)]:
        found = [(rows[name], title) for name, title in panels.items() if name in rows and bars(rows[name])]
        for start in range(0, len(found), COLUMNS):
            yield heading, found[start : start + COLUMNS]


def main():
    """Reads the results and writes the figure."""
    with open(sys.argv[1], encoding="utf-8") as file:
        results = json.load(file)
    drawn = list(groups({row["name"]: row for row in results["rows"]}))
    columns = max((len(panels) for _, panels in drawn), default=1)
    figure = pyplot.figure(figsize=(4.1 * columns, 0.8 + 2.15 * len(drawn)), layout="constrained")
    figure.suptitle(
        f"Time (or memory) as a multiple of Labora's, shorter is better\n{results['machine']}, {results['date']}",
        fontsize=11,
    )
    bands = figure.subfigures(len(drawn), 1, squeeze=False, hspace=0.04)[:, 0]
    for band, (heading, panels) in zip(bands, drawn):
        band.suptitle(heading, fontsize=11, fontweight="bold", x=0.005, ha="left")
        cells = band.subplots(1, columns, squeeze=False)[0]
        for axes, (row, title) in zip(cells, panels):
            draw(axes, row, title)
        for axes in cells[len(panels) :]:
            axes.axis("off")
    figure.savefig(sys.argv[2], dpi=110)


if __name__ == "__main__":
    main()
