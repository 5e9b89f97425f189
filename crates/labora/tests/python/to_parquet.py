"""Writes the table of a CSV file as a Parquet file: to_parquet.py FILE.csv FILE.parquet."""

import sys

import pandas as pd

pd.read_csv(sys.argv[1]).to_parquet(sys.argv[2], index=False, row_group_size=7)
