"""Writes tests/layers/golden/augment.json: Keras's augmentation layers in training, with factors that leave nothing to
chance.

Usage: KERAS_BACKEND=jax python golden_augment.py     (Keras 3.15.1 on JAX)
"""

import json
import pathlib
import re

import keras
import numpy as np
from keras import layers as L

IMAGES = np.random.default_rng(1).integers(0, 256, (2, 6, 7, 3)).astype("float32")


def rows():
    yield L.AutoContrast(), 1
    yield L.AutoContrast(value_range=(0, 1)), 1 / 255
    yield L.Solarization(), 1
    yield L.Solarization(value_range=(0, 1)), 1 / 255
    yield L.Equalization(), 1
    yield L.Equalization(bins=64), 1
    yield L.RandomBrightness((0.2, 0.2)), 1
    yield L.RandomBrightness((-0.3, -0.3), value_range=(0, 1)), 1 / 255
    yield L.RandomContrast((0.0, 0.0)), 1
    yield L.RandomSaturation((0.3, 0.3), value_range=(0, 1)), 1 / 255
    yield L.RandomHue((0.0, 0.0)), 1
    yield L.RandomColorDegeneration((0.4, 0.4)), 1
    yield L.RandomSharpness((0.9, 0.9)), 1
    yield L.RandomColorJitter(brightness_factor=(0.1, 0.1), saturation_factor=(0.3, 0.3), value_range=(0, 1)), 1 / 255
    yield L.RandomGrayscale(1.0), 1
    yield L.RandomInvert((1.0, 1.0)), 1
    yield L.RandomPosterization((3, 3)), 1
    yield L.RandomGaussianBlur((1.0, 1.0), kernel_size=(3, 5), sigma=(0.8, 0.8)), 1
    for mode in ["constant", "reflect", "wrap", "nearest"]:
        yield L.RandomRotation((0.1, 0.1), fill_mode=mode, fill_value=9.0), 1
        yield L.RandomZoom((0.3, 0.3), (-0.2, -0.2), fill_mode=mode, fill_value=9.0), 1
    yield L.RandomRotation((0.1, 0.1), interpolation="nearest"), 1
    yield L.RandomShear(), 1
    yield L.RandomPerspective((1.0, 1.0), scale=0.0), 1
    yield L.ContrastLimitedAdaptiveHistogramEqualization(tile_grid_size=(2, 3)), 1
    yield L.ContrastLimitedAdaptiveHistogramEqualization(clip_limit=1.5, tile_grid_size=(4, 4)), 1
    yield L.RandomElasticTransform(scale=0.0), 1
    first = {"data_format": "channels_first"}
    yield L.Equalization(**first), 1
    yield L.RandomSaturation((0.3, 0.3), value_range=(0, 1), **first), 1 / 255
    yield L.RandomSharpness((0.9, 0.9), **first), 1
    yield L.RandomGaussianBlur((1.0, 1.0), kernel_size=(3, 5), sigma=(0.8, 0.8), **first), 1
    yield L.RandomRotation((0.1, 0.1), fill_mode="constant", fill_value=9.0, **first), 1
    yield L.RandomZoom((0.3, 0.3), (-0.2, -0.2), **first), 1
    yield L.AutoContrast(**first), 1
    yield L.ContrastLimitedAdaptiveHistogramEqualization(tile_grid_size=(2, 3), **first), 1


def flat(x):
    return [float(v) for v in np.asarray(x, "float32").ravel()]


def case(number, layer, scale):
    layer._name = layer.name = f"layer_{number}"
    images = np.moveaxis(IMAGES, -1, 1) if layer.data_format == "channels_first" else IMAGES
    y = layer(images * np.float32(scale), training=True)
    return {"layer": keras.saving.serialize_keras_object(layer), "scale": float(np.float32(scale)), "output": flat(y)}


def boxes(number):
    """Three boxes of two images, cut or padded."""
    generator = np.random.default_rng(number)
    given, labels = generator.normal(size=(2, 3, 4)).astype("float32"), generator.integers(0, 9, (2, 3)).astype("float32")
    layer = L.MaxNumBoundingBoxes(number)
    found = layer.transform_bounding_boxes({"boxes": given, "labels": labels}, None)
    return {"number": number, "given": [flat(given), flat(labels)], "found": [flat(found["boxes"]), flat(found["labels"])]}


golden = {
    "keras": keras.__version__,
    "shape": list(IMAGES.shape),
    "images": flat(IMAGES),
    "cases": [case(i, *row) for i, row in enumerate(rows())],
    "boxes": [boxes(2), boxes(5)],
}
path = pathlib.Path(__file__).parent.parent / "layers" / "golden" / "augment.json"
text = json.dumps(golden, indent=1)
path.write_text(re.sub(r"\[[^\[\]{}]*\]", lambda m: " ".join(m[0].split()), text) + "\n")
