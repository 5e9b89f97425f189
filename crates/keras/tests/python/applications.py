"""Networks of keras.applications, for tests/applications. (Keras 3.15.1 on JAX)

Usage: KERAS_BACKEND=jax python applications.py golden                writes tests/applications/golden/configs.zip
       KERAS_BACKEND=jax python applications.py outputs FOLDER CASE   one network with random weights
       KERAS_BACKEND=jax python applications.py step FOLDER CASE      the same, and a training step
       KERAS_BACKEND=jax python applications.py images FOLDER         prepared images

A member of the archive is a case: the network and its arguments, the number of its parameters, and the
configuration as Keras writes it, without what building and compiling add. `CASE` is a network and its arguments as
JSON. FOLDER gets `network.weights.h5`, `network.keras` and `network.json` with inputs and results.
"""

import json
import pathlib
import sys
import zipfile

import keras
import numpy as np
from keras import applications as A

HERE = pathlib.Path(__file__).parent
ALL = """
    ResNet50 ResNet101 ResNet152 ResNet50V2 ResNet101V2 ResNet152V2 MobileNet MobileNetV2 MobileNetV3Small
    MobileNetV3Large EfficientNetB0 EfficientNetB1 EfficientNetB2 EfficientNetB3 EfficientNetB4 EfficientNetB5
    EfficientNetB6 EfficientNetB7 EfficientNetV2B0 EfficientNetV2B1 EfficientNetV2B2 EfficientNetV2B3 EfficientNetV2S
    EfficientNetV2M EfficientNetV2L VGG16 VGG19 DenseNet121 DenseNet169 DenseNet201 InceptionV3 InceptionResNetV2
    Xception NASNetMobile NASNetLarge ConvNeXtTiny ConvNeXtSmall ConvNeXtBase ConvNeXtLarge ConvNeXtXLarge
""".split()


def cases():
    for name in ALL:
        # Keras builds this family without a size by default.
        yield name, {"input_shape": [224, 224, 3]} if name.startswith("MobileNetV3") else {}
    for name in ["ResNet50", "ResNet50V2", "DenseNet121", "NASNetMobile", "EfficientNetB0", "EfficientNetV2B0"]:
        yield name, {"include_top": False, "pooling": "avg", "input_shape": [65, 97, 3]}
    for name in ["VGG16", "InceptionV3", "InceptionResNetV2", "Xception", "ConvNeXtTiny", "MobileNetV3Small"]:
        yield name, {"include_top": False, "pooling": "max", "input_shape": [96, 80, 3]}
    for name in ["MobileNet", "MobileNetV2", "EfficientNetV2S", "ConvNeXtTiny"]:
        yield name, {"include_top": False, "input_shape": [33, 34, 3], "name": "features"}
    for alpha in [0.25, 1.3]:
        yield "MobileNet", {"alpha": alpha, "depth_multiplier": 2, "dropout": 0.25, "input_shape": [128, 128, 3]}
    for alpha in [0.35, 0.5, 1.4]:
        yield "MobileNetV2", {"alpha": alpha, "classes": 7, "input_shape": [96, 96, 1]}
    for name in ["MobileNetV3Small", "MobileNetV3Large"]:
        yield name, {"minimalistic": True, "input_shape": [64, 64, 3], "include_preprocessing": False}
        yield name, {"alpha": 1.25, "dropout_rate": 0.0, "classes": 3, "input_shape": [64, 96, 3]}
        yield name, {"alpha": 0.75, "include_top": False, "input_shape": [64, 96, 3]}
    yield "EfficientNetV2B1", {"include_preprocessing": False, "classes": 10, "classifier_activation": "sigmoid"}
    yield "EfficientNetV2B2", {"input_shape": [64, 64, 1], "classes": 10, "classifier_activation": "linear"}
    yield "ConvNeXtTiny", {"input_shape": [64, 64, 1], "classes": 10, "name": "other"}
    yield "ConvNeXtTiny", {"include_preprocessing": False, "input_shape": [64, 64, 3]}


def build(name, arguments):
    arguments = dict(arguments)
    if "input_shape" in arguments:
        arguments["input_shape"] = tuple(arguments["input_shape"])
    keras.backend.clear_session()
    return getattr(A, name)(weights=None, **arguments)


def stripped(config):
    """The configuration without what building and compiling add."""
    if isinstance(config, list):
        return [stripped(item) for item in config]
    if isinstance(config, dict):
        dropped = ("build_config", "compile_config", "kwargs")
        return {key: stripped(value) for key, value in config.items() if key not in dropped}
    return config


def golden():
    exported = {name for name in dir(A) if name[0].isupper()}
    assert exported == set(ALL), exported ^ set(ALL)
    folder = HERE.parent / "applications" / "golden"
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / "configs.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for i, (name, arguments) in enumerate(cases()):
            model = build(name, arguments)
            config = stripped(json.loads(model.to_json()))
            case = {"network": name, "arguments": arguments, "params": model.count_params(), "config": config}
            # Members have the time of their entry, which would differ from run to run.
            member = zipfile.ZipInfo(f"{i:02}-{name}.json", (1980, 1, 1, 0, 0, 0))
            archive.writestr(member, json.dumps(case, separators=(",", ":")), zipfile.ZIP_DEFLATED, 9)
            print(member.filename, case["params"])


def random_weights(model, rng):
    """Weights that are random and keep the activations in range: also those that are initially 0 or 1."""
    for weight in model.weights:
        shape, name = tuple(weight.shape), weight.name
        if "int" in str(weight.dtype) or "seed" in weight.path:
            continue
        if name in ("gamma", "variance", "moving_variance", "variable"):
            weight.assign(rng.uniform(0.5, 1.5, shape))
        elif name in ("beta", "bias", "mean", "moving_mean"):
            weight.assign(rng.normal(0, 0.1, shape))


def network(folder, case):
    rng = np.random.default_rng(7)
    keras.utils.set_random_seed(11)
    model = build(case["network"], case["arguments"])
    random_weights(model, rng)
    x = rng.uniform(0, 255, (case.get("rows", 1), *model.input_shape[1:])).astype("float32")
    if not case["arguments"].get("include_preprocessing", True) or case.get("scaled"):
        x = x / 127.5 - 1
    return model, x


def flat(values):
    return np.asarray(values, "float64").ravel().tolist()


def outputs(folder, case):
    model, x = network(folder, case)
    model.save_weights(folder / "network.weights.h5")
    model.save(folder / "network.keras")
    y = np.asarray(model(x, training=False))
    (folder / "network.json").write_text(json.dumps({"x": flat(x), "y": flat(y)}))


def step(folder, case):
    model, x = network(folder, case)
    model.compile(keras.optimizers.SGD(case["rate"]), "sparse_categorical_crossentropy")
    labels = np.arange(len(x)) % model.output_shape[-1]
    first = [flat(w) for w in model.weights if "seed" not in w.path]
    loss = float(model.train_on_batch(x, labels))
    last = [flat(w) for w in model.weights if "seed" not in w.path]
    result = {"x": flat(x), "labels": labels.tolist(), "first": first, "last": last, "loss": loss}
    (folder / "network.json").write_text(json.dumps(result))


def images(folder):
    from keras.src.applications.imagenet_utils import preprocess_input

    x = np.random.default_rng(3).integers(0, 256, (2, 3, 5, 3)).astype("uint8")
    rows = []
    for mode in ["caffe", "tf", "torch"]:
        for format in ["channels_last", "channels_first"]:
            images = x if format == "channels_last" else x.transpose(0, 3, 1, 2).copy()
            prepared = preprocess_input(images, data_format=format, mode=mode)
            row = {"mode": mode, "format": format, "shape": list(images.shape)}
            rows.append({**row, "x": images.ravel().tolist(), "y": flat(prepared)})
    (folder / "images.json").write_text(json.dumps(rows))


if __name__ == "__main__":
    kind, *rest = sys.argv[1:]
    if kind == "golden":
        golden()
    elif kind == "images":
        images(pathlib.Path(rest[0]))
    else:
        {"outputs": outputs, "step": step}[kind](pathlib.Path(rest[0]), json.loads(rest[1]))
