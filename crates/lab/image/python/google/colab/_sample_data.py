"""The folder `sample_data`, which Colab has in every runtime: here it is made when a cell names it, with what may be
given away. For other files of Colab's it is said where the data are."""

import json
import sys

_README = """Anscombe's quartet (F. J. Anscombe, Graphs in Statistical Analysis, 1973) is in anscombe.json.

The other files of Colab's folder are not here:
california_housing_train.csv, california_housing_test.csv: sklearn.datasets.fetch_california_housing() downloads the
census of 1990 that they are taken from.
mnist_train_small.csv, mnist_test.csv: keras.datasets.mnist.load_data() gives the pictures of digits.
"""
_ABSENT = {
    "california_housing_": "sklearn.datasets.fetch_california_housing() downloads the census that it is taken from",
    "mnist_": "keras.datasets.mnist.load_data() gives the pictures of digits",
}
_X = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
_ANSCOMBE = {
    "I": (_X, [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]),
    "II": (_X, [9.14, 8.14, 8.74, 8.77, 9.26, 8.10, 6.13, 3.10, 9.13, 7.26, 4.74]),
    "III": (_X, [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73]),
    "IV": ([8] * 7 + [19] + [8] * 3, [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.50, 5.56, 7.91, 6.89]),
}


def make(drive):
    """Writes the folder into a drive, unless it is there."""
    folder = drive / "sample_data"
    if folder.exists():
        return
    folder.mkdir()
    (folder / "README.md").write_text(_README)
    rows = [{"Series": name, "X": float(x), "Y": y} for name, pair in _ANSCOMBE.items() for x, y in zip(*pair)]
    (folder / "anscombe.json").write_text(json.dumps(rows, indent=2) + "\n")


def tell_of_absent(drive, names):
    """Says where the data are of files that Colab has and the folder in a drive has not."""
    for name in names:
        for begin, instead in _ABSENT.items():
            if name.startswith(begin) and not (drive / "sample_data" / name).exists():
                print(f"sample_data/{name} is not here: {instead}.", file=sys.stderr)
