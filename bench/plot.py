"""Draws the results of `cargo xtask bench`: how many times as long each peer takes as we do, row by row.

Usage: python plot.py RESULTS.json PLOT.png
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

with open(sys.argv[1], encoding="utf-8") as file:
    results = json.load(file)

# Each row's peers, as (row, peer, ratio to our best).
bars = []
for row in results["rows"]:
    ours = min((who["median"] for who in row["ours"] if who["median"]), default=None)
    peers = [(who["name"], who["median"] / ours) for who in row["peers"] if ours and who["median"]]
    bars += [(row["name"], name, ratio) for name, ratio in sorted(peers, key=lambda peer: -peer[1])]

figure, axes = pyplot.subplots(figsize=(9, 1.2 + 0.24 * len(bars)))
names = sorted({name.removesuffix(" (f32)") for _, name, _ in bars})
colours = {name: pyplot.colormaps["tab10"](number % 10) for number, name in enumerate(names)}
labels = []
for place, (row, name, ratio) in enumerate(bars):
    # From 1 to the right where we are faster, to the left where the peer is.
    axes.barh(-place, ratio - 1, left=1, color=colours[name.removesuffix(" (f32)")])
    axes.text(max(ratio, 1), -place, f" {ratio:.2f}", va="center", fontsize=7)
    labels.append(f"{row}: {name}")
axes.axvline(1, color="black", linewidth=1)
axes.set_yticks([-place for place in range(len(bars))], labels, fontsize=7)
axes.set_xscale("log")
axes.margins(x=0.1)
axes.set_xlabel("time (or memory) of the peer, as a multiple of ours")
axes.set_title(f"{results['machine']}, {results['date']}", fontsize=9)
figure.tight_layout()
figure.savefig(sys.argv[2], dpi=110)
