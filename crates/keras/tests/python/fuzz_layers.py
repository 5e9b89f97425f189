"""Random layers of Keras with what they compute: for tests/layers/fuzz.rs.

Usage: KERAS_BACKEND=jax python fuzz_layers.py OUT.jsonl IGNORED FIRST COUNT     (Keras 3.15.1 on JAX)

On Keras's NumPy backend, which is much faster, it draws the same, and no gradients.

A draw follows from its number. A line is a model of one layer, perhaps behind one that makes a mask; its inputs,
weights, and outputs in inference or, unless that is random, in training; then the weights that are not trained, and
the gradients of a weighted sum of the outputs.
"""

import json
import pathlib
import random
import re
import sys
import warnings

import keras
import numpy as np
from keras import layers as L

import draw_recurrent  # noqa: F401 adds its draws
from draw_layers import DRAWS

ROWS = 3
RANDOM = "Dropout Noise".split()


def flat(x):
    return [float(v) for v in np.asarray(x, "float32").ravel()]


def tensor(x):
    return {"shape": list(x.shape), "values": flat(x)}


def opened(shape, r):
    """The shape with some sizes unknown."""
    return tuple(None if r.random() < 0.5 else size for size in shape)


def build(r, name):
    """A model of the layer, and the shapes and kinds of its inputs."""
    function, cls = DRAWS[name]
    layer, inputs, *rest = function(r, cls)
    call = rest[0] if rest else {}
    inputs = [i if len(i) == 2 and isinstance(i[1], str) else (tuple(i), "") for i in inputs]
    policy = r.choice(["mixed_bfloat16", "mixed_float16", "float16", "bfloat16"]) if r.random() < 0.05 else "float32"
    layer.dtype_policy = policy
    is_open = r.random() < 0.15
    symbolic, given = [], []
    for at, (shape, kind) in enumerate(inputs):
        # All but the channels, or all.
        known = shape[-1:] if kind != "words" else ()
        seen = (*opened(shape[: len(shape) - len(known)], r), *known) if is_open and at == 0 else shape
        if kind == "words":
            x = L.Input(seen[:1])
            given.append(L.Embedding(5, shape[1], mask_zero=True)(x))
        else:
            x = L.Input(seen)
            given.append(L.Masking(0.5)(x) if kind == "steps" else x)
        symbolic.append(x)
    arguments = call.get("arguments", {})
    if call.get("initial_state"):
        outputs = layer(given[0], initial_state=given[1:])
    elif call.get("cell"):
        states, lists = given[1:], []
        for count in call["cell"]:
            lists.append(states[:count])
            states = states[count:]
        outputs = layer(given[0], lists if call.get("nested") else lists[0])
    elif call.get("separate"):
        outputs = layer(*given, **arguments)
    else:
        outputs = layer(given if len(given) > 1 else given[0], **arguments)
    return layer, keras.Model(symbolic, keras.tree.flatten(outputs)), inputs, policy


def values(generator, shape, kind):
    if kind.startswith("int"):
        return generator.integers(0, int(kind[4:]), (ROWS, *shape)).astype("float32")
    if kind == "words":
        return generator.integers(0, 5, (ROWS, *shape[:1])).astype("float32")
    x = generator.normal(size=(ROWS, *shape)).astype("float32")
    if kind == "steps":
        x[generator.random((ROWS, shape[0])) < 0.35] = 0.5
    return x


def is_random(layer):
    """True if the layer draws numbers in training."""
    rates = re.findall(r"(?:dropout|rate|stddev)\W+([\d.]+)", json.dumps(keras.saving.serialize_keras_object(layer)))
    return any(float(rate) > 0 for rate in rates)


def case(number):
    r, generator = random.Random(number), np.random.default_rng(number)
    name = r.choice(sorted(DRAWS))
    keras.backend.clear_session()
    layer, model, inputs, policy = build(r, name)
    model.name = f"model_{number}"
    normal = lambda shape: generator.normal(size=shape).astype("float32")
    given = [values(generator, *x) for x in inputs]
    # As files of Keras have them; `get_weights` of a wrapper has others between.
    weights = [w for inner in model.layers for w in inner.trainable_weights + inner.non_trainable_weights]
    for w in weights:
        w.assign(np.abs(normal(w.shape)) + 0.1 if "variance" in w.path else 0.5 * normal(w.shape))
    for inner in model.layers:
        getattr(inner, "finalize_state", lambda: None)()
    training = not is_random(layer) and r.random() < 0.5
    trainable = [v.value for v in model.trainable_variables]
    fixed = [v.value for v in model.non_trainable_variables]

    def call(trainable, given):
        outputs, changed = model.stateless_call(trainable, fixed, given, training=training)
        return [keras.ops.cast(y, "float32") for y in keras.tree.flatten(outputs)], changed

    x = [keras.ops.convert_to_tensor(x) for x in given]
    integers = any(kind.startswith(("int", "words")) for _, kind in inputs)
    found, changed = call(trainable, x)
    cotangents = [normal(y.shape) for y in found]
    weighted = lambda trainable, x: sum((y * c).sum() for y, c in zip(call(trainable, x)[0], cotangents))
    differentiates = policy == "float32" and r.random() < 0.4 and keras.backend.backend() == "jax"
    gradients = ([], [])
    if differentiates:
        import jax

        gradients = jax.grad(weighted, argnums=(0, 1))(trainable, x)
    after = {v.path: flat(c) for v, c in zip(model.non_trainable_variables, changed)}
    trained = {id(v) for v in model.trainable_variables}
    return {
        "number": number, "layer": name, "policy": policy, "training": training,
        "model": json.loads(model.to_json()),
        "inputs": [tensor(x) for x in given],
        "weights": [tensor(np.asarray(w)) for w in weights],
        "trained": [id(w) in trained for w in weights],
        "outputs": [tensor(np.asarray(y)) for y in found],
        "changed": [None if id(w) in trained else after[w.path] for w in weights] if training else [],
        "cotangents": [flat(c) for c in cotangents],
        "weight_gradients": [flat(g) for g in gradients[0]],
        "input_gradients": [] if integers else [flat(g) for g in gradients[1]],
    }


def main(out, first, count):
    warnings.simplefilter("ignore")
    refused = {}
    with open(out, "w") as file:
        for number in range(first, first + count):
            try:
                line = json.dumps(case(number), allow_nan=False)
            except Exception as error:  # Keras does not take these settings.
                refused[number] = f"{type(error).__name__}: {str(error).strip().splitlines()[0][:150] if str(error) else ''}"
                continue
            file.write(re.sub(r"(\d\.\d{7})\d+(?!\d*e)", r"\1", line) + "\n")
    for number, reason in refused.items():
        print(number, random.Random(number).choice(sorted(DRAWS)), reason)


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    main(folder / "layers.jsonl" if folder.is_dir() else folder, int(sys.argv[3]), int(sys.argv[4]))
