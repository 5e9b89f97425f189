"""Writes tests/layers/golden/shapes.json: for each layer of tests/layers/golden/layers.json, the shapes of Keras's
outputs for inputs of which sizes are unknown, and whether a mask of the inputs comes out.

Usage: KERAS_BACKEND=jax python golden_shapes.py     (Keras 3.15.1 on JAX)
"""

import json
import pathlib
import re

import keras
import numpy as np
from keras import layers as L


def patterns(shapes):
    """Shapes without the batch with sizes that are unknown: all but the last or all but the first, of all inputs or
    of one alone; an entry is the input shapes."""
    last = [[*([None] * (len(s) - 1)), s[-1]] for s in shapes]
    first = [[s[0], *([None] * (len(s) - 1))] for s in shapes]
    yield last
    yield first
    if len(shapes) == 2:
        yield [last[0], shapes[1]]
        yield [shapes[0], last[1]]


def given(layer, tensors):
    if type(layer).__name__.endswith("Cell") or isinstance(layer, L.StackedRNNCells):
        return None
    separate = isinstance(layer, (L.MultiHeadAttention, L.GroupQueryAttention))
    return tensors if separate or len(tensors) == 1 else [tensors]


def unbuilt(config):
    """The configuration of a layer without the shapes for which it, or a layer in it, was built."""
    if isinstance(config, dict):
        return {key: unbuilt(value) for key, value in config.items() if key != "build_config"}
    return [unbuilt(value) for value in config] if isinstance(config, list) else config


def layer_of(config):
    keras.backend.clear_session()
    return keras.saving.deserialize_keras_object(unbuilt(config))


def output_shapes(config, shapes):
    """The shapes of the outputs; None if Keras refuses the inputs, or to read the layer that it wrote."""
    try:
        layer = layer_of(config)
        arguments = given(layer, [keras.KerasTensor((None, *shape), "float32") for shape in shapes])
        return arguments and [list(y.shape[1:]) for y in keras.tree.flatten(layer(*arguments))]
    except Exception:
        return None


def passes_mask(config, shapes):
    """Whether the output has a mask if all inputs have one; None for what Keras does not take so."""
    try:
        layer = layer_of(config)
        if not layer.supports_masking:
            return False
        arguments = given(layer, [np.zeros((2, *shape), "float32") for shape in shapes])
        if arguments is None or len(arguments) > 1 or any(len(shape) < 2 for shape in shapes):
            return None
        masks = [np.ones((2, shape[0]), bool) for shape in shapes]
        mask = layer.compute_mask(arguments[0], masks[0] if len(masks) == 1 else masks)
    except Exception:
        return None
    return any(m is not None for m in mask) if isinstance(mask, (list, tuple)) else mask is not None


def case(golden):
    shapes = [x["shape"][1:] for x in golden["inputs"]]
    unknown = [{"inputs": p, "outputs": output_shapes(golden["layer"], p)} for p in patterns(shapes)]
    unknown = [p for p in unknown if p["outputs"] and any(None in shape for shape in p["inputs"])]
    return {"class": golden["layer"]["class_name"], "passes_mask": passes_mask(golden["layer"], shapes), "shapes": unknown}


folder = pathlib.Path(__file__).parent.parent / "layers" / "golden"
layers = json.loads((folder / "layers.json").read_text())["cases"]
text = json.dumps({"keras": keras.__version__, "cases": [case(golden) for golden in layers]}, indent=1)
text = re.sub(r"\[[^\[\]{}]*\]", lambda m: " ".join(m[0].split()), text)  # A list, a line.
(folder / "shapes.json").write_text(text + "\n")
