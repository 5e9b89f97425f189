"""Writes tests/ops/golden/boxes.json: what Keras's functions of bounding boxes make of some boxes.

Usage: KERAS_BACKEND=jax python golden_boxes.py     (Keras 3.15.1 on JAX)
"""

import itertools
import json
import pathlib

import keras
import numpy as np
from keras.utils import bounding_boxes as B

FORMATS = "xyxy yxyx xywh center_xywh center_yxhw rel_xyxy rel_yxyx rel_xywh rel_center_xywh".split()
HEIGHT, WIDTH = 40, 60
generator = np.random.default_rng(3)


def boxes(*shape):
    """Left, top, right, bottom, some of them outside of the image."""
    start = generator.uniform(-10, 40, (*shape, 2))
    return np.concatenate([start, start + generator.uniform(1, 30, (*shape, 2))], -1).astype("float32")


def tensor(x):
    x = np.asarray(x, "float32")
    return {"shape": list(x.shape), "values": [float(v) for v in x.ravel()]}


first, second, batch = boxes(5), boxes(3), boxes(2, 5)
first[1], second[2] = -2, second[0]
size = dict(height=HEIGHT, width=WIDTH)
cases = {}
for source, target in itertools.product(FORMATS, FORMATS):
    cases[f"convert {source} {target}"] = B.convert_format(B.convert_format(batch, "xyxy", source, **size), source, target, **size)
labels = np.arange(10, dtype="float32").reshape(2, 5)
clipped = B.clip_to_image_size({"boxes": batch, "labels": labels}, **size)
cases["clip"], cases["clip labels"] = clipped["boxes"], clipped["labels"]
cases["crop"] = B.crop(batch, 5, 7, 20, 30)
cases["pad"] = B.pad(batch, 5, 7)
cases["iou"] = B.compute_iou(first, second, "xyxy")
cases["iou batch"] = B.compute_iou(batch, second, "xyxy")
cases["iou mask"] = B.compute_iou(first, second, "xyxy", use_masking=True, mask_val=-3)
cases["ciou"] = B.compute_ciou(batch, batch[::-1], "xyxy")
variance = [0.1, 0.1, 0.2, 0.3]
deltas = B.encode_box_to_deltas(first, batch, "xyxy", "xyxy", variance=variance)
cases["deltas"] = deltas
cases["decoded"] = B.decode_deltas_to_boxes(first, deltas, "xyxy", "rel_xywh", variance=variance, image_shape=(HEIGHT, WIDTH, 3))
of_image = lambda *values: np.array(values, "float32")
cases["affine"] = B.affine_transform(
    batch, of_image(20, -35), of_image(0.1, 0), of_image(-0.2, 0.3), of_image(1.2, 0.7), of_image(5, 0), of_image(0, -8),
    HEIGHT, WIDTH, center_x=0.4)
golden = {"keras": keras.__version__, "first": tensor(first), "second": tensor(second), "batch": tensor(batch)}
golden["cases"] = {name: tensor(value) for name, value in cases.items()}
path = pathlib.Path(__file__).parent.parent / "ops" / "golden" / "boxes.json"
path.write_text(json.dumps(golden).replace('"convert', '\n"convert').replace('}, "', '},\n"') + "\n")
