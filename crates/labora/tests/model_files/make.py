"""Writes files of models by Keras, with inputs, predictions, and what three steps of training give.

    make.py FOLDER IGNORED FAMILY    the family, or `sample`; in `keras2`, tf_keras writes the files

FOLDER has `manifest.json`: for each case its files, the arrays of its first batch and of others, losses and weights.
"""

import json
import pathlib
import sys

import numpy as np

import cases
import operations  # noqa: F401 adds its cases

STEPS_BEFORE, STEPS = 2, 3


def array(values):
    values = np.asarray(values)
    return {"shape": list(values.shape), "dtype": str(values.dtype), "values": values.ravel().astype(float).tolist()}


def flat(value):
    """The arrays of a structure, as Keras flattens it."""
    if isinstance(value, dict):
        return [array for key in sorted(value) for array in flat(value[key])]
    return [a for v in value for a in flat(v)] if isinstance(value, (list, tuple)) else [np.asarray(value)]


def draw(tensor, case, random, sizes):
    """An input; `sizes` is an iterator of those that are unknown."""
    shape = (case["rows"], *(next(sizes) if size is None else size for size in tensor.shape[1:]))
    dtype = getattr(tensor.dtype, "name", tensor.dtype)
    if dtype.startswith("int"):
        return random.randint(0, case["classes"], shape).astype("int32")
    # Some steps are those that Masking hides.
    values = random.uniform(-1, 1, shape).astype("float32")
    if len(shape) == 3:
        values[random.uniform(size=shape[:2]) < 0.2] = 0.25
    return values


def target(predicted, case, random):
    loss = case["fit"]["loss"]
    if isinstance(loss, str) and loss.startswith("sparse"):
        return random.randint(0, case["classes"], (case["rows"],)).astype("int32")
    return random.uniform(-1, 1, predicted.shape).astype("float32")


def pack(like, arrays):
    """Arrays in the structure of a functional model's inputs or outputs."""
    if isinstance(like, dict):
        return {key: arrays[i] for i, key in enumerate(sorted(like))}
    return arrays[0] if len(arrays) == 1 else arrays


def predict(model, x):
    given = pack(getattr(model, "_inputs_struct", None), x)
    return [array(a) for a in flat(model.predict_on_batch(given))]


def batch(model, case, random, sizes):
    """Inputs and targets."""
    sizes = iter(sizes)
    x = [draw(t, case, random, sizes) for t in model.inputs]
    given = pack(getattr(model, "_inputs_struct", None), x)
    return x, [target(p, case, random) for p in flat(model.predict_on_batch(given))]


def step(model, batches, number):
    """The loss of a training step on the batch whose turn it is."""
    x, y = batches[number % len(batches)]
    given, wanted = pack(getattr(model, "_inputs_struct", None), x), pack(getattr(model, "_outputs_struct", None), y)
    return float(np.ravel(np.asarray(flat(model.train_on_batch(given, wanted))[0], dtype=float))[0])


def save(model, folder, name, ending):
    path = folder / f"{name}.{ending}"
    if ending == "weights.json":
        model.save_weights(path, max_shard_size=0.00001)
    elif ending.startswith("weights"):
        model.save_weights(path)
    else:
        model.save(path)
    return path.name


def make(folder, name, case):
    random = np.random.RandomState(1)
    cases.keras.utils.set_random_seed(1)
    cases.keras.backend.clear_session()
    model = case["build"]()
    fit = case["fit"] = case["fit"]() if callable(case["fit"]) else dict(case["fit"])
    model.compile(**fit)
    trained = {w.path if hasattr(w, "path") else w.name for w in model.trainable_variables}
    drawn = lambda w: (-0.5, 0.5) if (w.path if hasattr(w, "path") else w.name) in trained else (0.5, 1.5)
    fixed = [w for layer in model.layers for w in layer.weights if type(layer).__name__ == "Normalization"]
    keep = {id(w) for w in fixed}
    model.set_weights([
        np.asarray(w) if id(w) in keep else random.uniform(*drawn(w), w.shape).astype("float32") for w in model.weights
    ])
    if case["after"]:
        case["after"](model)
        model.compile(**fit)
    batches = [batch(model, case, random, sizes) for sizes in case["sizes"]]
    if case["trains"]:
        for number in range(STEPS_BEFORE):
            step(model, batches, number)
    files = [save(model, folder, name, ending) for ending in case["files"]]
    described = [
        {"inputs": [array(a) for a in x], "targets": [array(a) for a in y], "predictions": predict(model, x)}
        for x, y in batches
    ]
    result = {"name": name, "files": files, **described[0], "others": described[1:]}
    result["weights"] = [array(w) for w in model.get_weights()]
    if case["trains"]:
        reset = getattr(model, "reset_metrics", lambda: None)
        losses = []
        for number in range(STEPS):
            reset()
            losses.append(step(model, batches, number))
        last = [array(w) for w in model.get_weights()]
        names = sorted(model.get_metrics_result())
        result["trained"] = {"losses": losses, "metrics": names, "weights": last, "predictions": [predict(model, x) for x, _ in batches]}
    return result


def main(folder, family):
    if family == "keras2":
        import tf_keras as keras
    else:
        import keras
    cases.use(keras)
    chosen = {n: c for n, c in cases.CASES.items() if (c["sample"] if family == "sample" else family in c["family"])}
    if family == "keras2":
        # Keras 2 computes the product of Nadam's factors once for each parameter. Keras 3 does not.
        chosen["nadam"]["trains"] = False
        for name, case in chosen.items():
            case["trains"] = case["trains"] and case["biased"]
            if len(case["files"]) == 1 and not name.endswith("before_2_11"):
                case["files"] = ["keras", "h5"]
    results = []
    for name, case in chosen.items():
        try:
            results.append(make(folder, name, case))
        except Exception as error:
            raise RuntimeError(f"the case {name}: {error}") from error
    (folder / "manifest.json").write_text(json.dumps(results))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[3])
