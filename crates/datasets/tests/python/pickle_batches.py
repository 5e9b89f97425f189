"""Writes six small CIFAR-10 batches pickled by Python. Usage: pickle_batches.py FOLDER PROTOCOL"""

import os
import pickle
import sys

import numpy as np

folder, protocol = sys.argv[1], int(sys.argv[2])
names = [f"data_batch_{i}" for i in range(1, 6)] + ["test_batch"]
for number, name in enumerate(names, 1):
    rows = np.arange(4)[:, None]
    data = ((number + rows + np.arange(3072)) % 251).astype(np.uint8)
    batch = {
        b"batch_label": f"part {number}".encode(),
        b"labels": [int(label) for label in (number + np.arange(4)) % 10],
        b"data": data,
        b"filenames": [f"{row}.png".encode() for row in range(4)],
    }
    with open(os.path.join(folder, name), "wb") as file:
        pickle.dump(batch, file, protocol=protocol)
