"""The folder `sample_data`, which Colab has in every runtime: here it is made when a cell names it."""

import csv
import json
import random
import sys

_README = """Files of the laboratory's own making with the names of Colab's.

anscombe.json: Anscombe's quartet (F. J. Anscombe, Graphs in Statistical Analysis, 1973).
california_housing_train.csv, california_housing_test.csv: columns of the census of California of 1990 with random
numbers in the place of the census's. What is found in them says nothing of California.

Pictures of digits are not here: keras.datasets.mnist.load_data() gives them.
"""
_X = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
_ANSCOMBE = {
    "I": (_X, [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]),
    "II": (_X, [9.14, 8.14, 8.74, 8.77, 9.26, 8.10, 6.13, 3.10, 9.13, 7.26, 4.74]),
    "III": (_X, [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73]),
    "IV": ([8] * 7 + [19] + [8] * 3, [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.50, 5.56, 7.91, 6.89]),
}
_HOUSING = {"california_housing_train.csv": 1700, "california_housing_test.csv": 300}
_COLUMNS = (
    "longitude latitude housing_median_age total_rooms total_bedrooms population households median_income "
    "median_house_value"
).split()


def make(drive):
    """Writes the folder into a drive, unless it is there, and says so."""
    folder = drive / "sample_data"
    if folder.exists():
        return
    folder.mkdir()
    (folder / "README.md").write_text(_README)
    rows = [{"Series": name, "X": float(x), "Y": y} for name, pair in _ANSCOMBE.items() for x, y in zip(*pair)]
    (folder / "anscombe.json").write_text(json.dumps(rows, indent=2) + "\n")
    numbers = random.Random(0)
    for name, count in _HOUSING.items():
        with (folder / name).open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(_COLUMNS)
            writer.writerows(_household(numbers) for _ in range(count))
    print(
        f"{folder} was made: files with the names of Colab's, of the laboratory's own making. The houses of California "
        "in it have random numbers; README.md says more.",
        file=sys.stderr,
    )


def _household(numbers):
    homes, income = 1 + int(numbers.expovariate(1 / 500)), numbers.lognormvariate(1.2, 0.5)
    rooms, people = homes * numbers.uniform(3, 7), homes * numbers.uniform(2, 4)
    place = [numbers.uniform(-124.3, -114.3), numbers.uniform(32.5, 42)]
    value = min(500_001, 40_000 * income * numbers.uniform(0.6, 1.8))
    counts = [numbers.randint(1, 52), rooms, rooms / numbers.uniform(4, 6), people, homes]
    return [f"{number:.2f}" for number in place] + [f"{number:.0f}" for number in counts] + [
        f"{income:.4f}", f"{value:.0f}"
    ]  # fmt: skip
