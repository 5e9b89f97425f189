"""Layers on strings and integers, and models with texts as inputs, for tests/data/lookup.rs.

Usage: python lookup.py write FOLDER, then lookup.py read FOLDER     (Keras 3.15 on TensorFlow)
`write` makes cases.json, what each layer makes of its inputs; refused.json, settings that Keras refuses; and models.
`read` compares the predictions of models in FOLDER/ours with those of `write`.
"""

import json
import os
import pathlib
import sys

os.environ["KERAS_BACKEND"] = "tensorflow"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import keras
import numpy as np
from keras import layers as L

folder = pathlib.Path(sys.argv[2])
LONG = "The quick brown fox jumps over the lazy dog, and over the fence. " * 5
WORDS = [["cat", "dog"], ["dog", ""], ["Übermut", "cat"], ["a b", LONG]]
NUMBERS = [[3, 5], [-7, 3], [100000, 8], [0, 5]]
TEXTS = ["The cat, the dog!", "A  dog\tand a cat.", "", "ÄÖ don't [stop]\nthe-cat", "one two three four five six"]
LENGTHS = [LONG[:n] for n in [0, 1, 3, 4, 7, 8, 9, 16, 17, 32, 33, 64, 65, 128, 129, 200]]


def rows():
    """Layers, the data that they adapt to, if any, and an input or several."""
    for salt in [None, 133, [133, 137]]:
        yield L.Hashing(1000003, salt=salt), None, [LENGTHS]
    yield L.Hashing(7), None, [NUMBERS]
    yield L.Hashing(7, mask_value="dog"), None, [WORDS]
    yield L.Hashing(7, mask_value=3, salt=5), None, [NUMBERS]
    for mode in ["one_hot", "multi_hot", "count"]:
        yield L.Hashing(5, output_mode=mode), None, [WORDS]
    yield L.Hashing(5, output_mode="one_hot"), None, [[["a"], ["b"]]]
    yield L.HashedCrossing(1000003), None, [["a", "bc", LONG], [5, -6, 7]]
    yield L.HashedCrossing(5), None, [[["a"], ["bc"]], [["x"], ["y"]], [[1], [2]]]
    yield L.HashedCrossing(5, output_mode="one_hot"), None, [["a", "bc"], ["x", "y"]]
    yield L.StringLookup(), WORDS, [WORDS]
    yield L.StringLookup(max_tokens=4, mask_token="dog"), WORDS, [WORDS]
    yield L.StringLookup(vocabulary=["cat", "dog"], num_oov_indices=3), None, [WORDS]
    yield L.StringLookup(vocabulary=["cat", "dog"], num_oov_indices=3, salt=[3, 4]), None, [WORDS]
    yield L.StringLookup(vocabulary=["", "[UNK]", "cat", "dog"], mask_token=""), None, [WORDS]
    yield L.StringLookup(vocabulary=["a", "b", "c"], num_oov_indices=0), None, [["c", "a"]]
    yield L.StringLookup(output_mode="one_hot"), WORDS, [WORDS]
    yield L.StringLookup(output_mode="multi_hot", mask_token="dog"), WORDS, [WORDS]
    yield L.StringLookup(output_mode="count", max_tokens=9, pad_to_max_tokens=True), WORDS, [WORDS]
    yield L.StringLookup(output_mode="tf_idf"), WORDS, [WORDS]
    yield L.StringLookup(vocabulary=["cat", "dog"], idf_weights=[0.25, 0.75], output_mode="tf_idf"), None, [WORDS]
    yield L.StringLookup(max_tokens=6, output_mode="tf_idf", pad_to_max_tokens=True), WORDS, [WORDS]
    yield L.IntegerLookup(), NUMBERS, [NUMBERS]
    yield L.IntegerLookup(vocabulary=[5, 3, -7], mask_token=0), None, [NUMBERS]
    yield L.IntegerLookup(vocabulary=[5, 3], num_oov_indices=3), None, [NUMBERS]
    yield L.IntegerLookup(vocabulary=[5, 3], num_oov_indices=3, oov_method="farmhash"), None, [NUMBERS]
    for mode in ["one_hot", "multi_hot", "count", "tf_idf"]:
        yield L.IntegerLookup(output_mode=mode), NUMBERS, [NUMBERS]
    yield L.TextVectorization(), TEXTS, [TEXTS]
    yield L.TextVectorization(max_tokens=6, output_sequence_length=5), TEXTS, [TEXTS]
    for standardize in [None, "lower", "strip_punctuation"]:
        yield L.TextVectorization(standardize=standardize), TEXTS, [TEXTS]
    yield L.TextVectorization(split="character", output_sequence_length=8), TEXTS, [TEXTS]
    yield L.TextVectorization(ngrams=2), TEXTS, [TEXTS]
    yield L.TextVectorization(ngrams=(1, 3)), TEXTS, [[[text] for text in TEXTS]]
    for mode in ["multi_hot", "count", "tf_idf"]:
        yield L.TextVectorization(output_mode=mode), TEXTS, [TEXTS]
    yield L.TextVectorization(split=None, output_sequence_length=3), WORDS, [WORDS]
    yield L.TextVectorization(vocabulary=["the", "cat"], output_mode="count"), None, [TEXTS]


REFUSED = [
    ("Hashing", {"num_bins": 0}),
    ("Hashing", {"num_bins": 3, "salt": [1, 2, 3]}),
    ("Hashing", {"num_bins": 3, "dtype": "float32"}),
    ("HashedCrossing", {"num_bins": 3, "output_mode": "count"}),
    ("StringLookup", {"vocabulary": []}),
    ("StringLookup", {"vocabulary": ["a", "b", "a"]}),
    ("StringLookup", {"vocabulary": ["a", "m", "b"], "mask_token": "m"}),
    ("StringLookup", {"vocabulary": ["m", "[UNK]", "m"], "mask_token": "m"}),
    ("StringLookup", {"vocabulary": ["a", "[UNK]"], "invert": True}),
    ("StringLookup", {"vocabulary": ["a", "b", "c"], "max_tokens": 3}),
    ("StringLookup", {"max_tokens": 1}),
    ("StringLookup", {"pad_to_max_tokens": True}),
    ("StringLookup", {"invert": True, "output_mode": "count"}),
    ("StringLookup", {"vocabulary": ["a"], "output_mode": "tf_idf"}),
    ("StringLookup", {"vocabulary": ["a"], "idf_weights": [1.0]}),
    ("StringLookup", {"vocabulary": ["a"], "idf_weights": [1.0, 2.0], "output_mode": "tf_idf"}),
    ("IntegerLookup", {"vocabulary": [1], "salt": 3}),
    ("IntegerLookup", {"vocabulary": [1, 2, 1]}),
    ("TextVectorization", {"vocabulary": ["a", ""]}),
    ("TextVectorization", {"output_mode": "count", "output_sequence_length": 3}),
    ("TextVectorization", {"max_tokens": 1}),
]


def array(values):
    values = np.asarray(values)
    if values.dtype.kind in "OSU":
        as_text = lambda v: v.decode() if isinstance(v, bytes) else str(v)
        return {"shape": list(values.shape), "values": [as_text(v) for v in values.ravel()]}
    return {"shape": list(values.shape), "values": [float(v) for v in values.ravel()]}


def case(layer, data, inputs):
    if data is not None:
        layer.adapt(np.array(data))
    arrays = [np.array(x) for x in inputs]
    output = layer(arrays if len(arrays) > 1 else arrays[0])
    vocabulary = layer.get_vocabulary() if hasattr(layer, "get_vocabulary") else []
    return {
        "layer": keras.saving.serialize_keras_object(layer),
        "adapt": None if data is None else array(data),
        "inputs": [array(x) for x in arrays],
        "output": array(output),
        "vocabulary": [v if isinstance(v, str) else int(v) for v in vocabulary],
    }


def refusal(name, settings):
    try:
        getattr(L, name)(**settings)
    except (ValueError, TypeError):
        return {"class_name": name, "config": settings}
    raise AssertionError(f"Keras takes {name} {settings}")


def models():
    """Models, the adapted layers of which have their vocabularies in the file, and their inputs."""
    keras.utils.set_random_seed(1)
    words = L.TextVectorization(output_sequence_length=6)
    words.adapt(TEXTS)
    text = keras.Input((1,), dtype="string", name="text")
    x = L.Embedding(words.vocabulary_size(), 4, mask_zero=True)(words(text))
    yield "text", keras.Model(text, L.Dense(2)(L.GlobalAveragePooling1D()(x))), [[[t] for t in TEXTS if t]]

    count = L.TextVectorization(output_mode="tf_idf")
    count.adapt(TEXTS)
    yield "tf_idf", keras.Sequential([keras.Input((1,), dtype="string"), count, L.Dense(2)]), [[[t] for t in TEXTS]]

    color, size = keras.Input((1,), dtype="string", name="color"), keras.Input((1,), dtype="int64", name="size")
    lookup, sizes = L.StringLookup(output_mode="one_hot"), L.IntegerLookup(output_mode="one_hot")
    lookup.adapt([["red"], ["green"], ["red"]])
    sizes.adapt([[3], [5], [3]])
    hashed = L.CategoryEncoding(11)(L.Hashing(11)(color))
    x = L.Concatenate()([lookup(color), sizes(size), hashed])
    yield "several", keras.Model([color, size], L.Dense(2)(x)), [[["red"], ["blue"], ["green"]], [[5], [3], [9]]]


if sys.argv[1] == "write":
    (folder / "cases.json").write_text(json.dumps([case(*row) for row in rows()]))
    (folder / "refused.json").write_text(json.dumps([refusal(*row) for row in REFUSED]))
    for name, model, inputs in models():
        model.save(folder / f"{name}.keras")
        tensors = [keras.ops.convert_to_tensor(x) for x in inputs]
        golden = {"inputs": [array(x) for x in inputs], "output": array(model(tensors if len(tensors) > 1 else tensors[0]))}
        (folder / f"{name}.json").write_text(json.dumps(golden))
else:
    for path in sorted((folder / "ours").glob("*.keras")):
        golden = json.loads((folder / f"{path.stem}.json").read_text())
        typed = lambda x: np.array(x["values"] if isinstance(x["values"][0], str) else np.int64(x["values"])).reshape(x["shape"])
        tensors = [keras.ops.convert_to_tensor(typed(x)) for x in golden["inputs"]]
        output = keras.models.load_model(path)(tensors if len(tensors) > 1 else tensors[0])
        np.testing.assert_allclose(np.asarray(output).ravel(), golden["output"]["values"], 1e-5, 1e-6, err_msg=path.name)
