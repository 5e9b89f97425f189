"""Writes and checks weight files with Keras.

    weights.py write FOLDER   saves a model in every form, and the same weights as plain float32 in FOLDER/values.bin;
                              loads a file into other models, and saves their weights in FOLDER/partial_*.bin
    weights.py read FOLDER    loads FOLDER/a.weights.h5 and FOLDER/a.h5 into the same model, compares them with
                              FOLDER/values.bin to the bit, and looks at the files with h5py
"""

import os
import sys

import h5py
import keras
import numpy as np
from keras import layers
from keras.src.legacy.saving import legacy_h5_format


def article():
    inputs = layers.Input((16, 16, 3), name="Input")
    x = layers.BatchNormalization()(inputs)
    x = layers.Conv2D(4, (3, 3), padding="same", activation="relu")(x)
    x = layers.Conv2D(5, (3, 3), padding="same", activation="relu", name="second_convolution")(x)
    x = layers.MaxPooling2D((2, 2))(x)
    x = layers.Dropout(0.25)(x)
    x = layers.BatchNormalization()(x)
    x = layers.Flatten()(x)
    return keras.Model(inputs, layers.Dense(10, activation="softmax")(x))


def values(model):
    return np.concatenate([np.asarray(w, "float32").ravel() for w in model.get_weights()])


def rename(group, names):
    """Converts a legacy group to the form of Keras 2 with h5py 2: names end in ':0', lists of fixed-width bytes."""
    for name in names:
        layer = group[name]
        weights = [w.decode() if isinstance(w, bytes) else w for w in layer.attrs["weight_names"]]
        for weight in weights:
            layer.move(weight, weight + ":0")
        del layer.attrs["weight_names"]
        layer.attrs["weight_names"] = np.array([(w + ":0").encode() for w in weights], dtype="S")


def write(folder):
    model = article()
    generator = np.random.default_rng(1)
    model.set_weights([generator.normal(size=w.shape).astype("float32") for w in model.get_weights()])
    values(model).tofile(os.path.join(folder, "values.bin"))
    model.save_weights(os.path.join(folder, "plain.weights.h5"))
    model.compile("adam", "sparse_categorical_crossentropy")
    model.optimizer.build(model.trainable_variables)
    model.save_weights(os.path.join(folder, "with_optimizer.weights.h5"))
    model.save(os.path.join(folder, "model.h5"))
    with h5py.File(os.path.join(folder, "legacy.h5"), "w") as file:
        legacy_h5_format.save_weights_to_hdf5_group(file, model)
    with h5py.File(os.path.join(folder, "keras2.h5"), "w") as file:
        legacy_h5_format.save_weights_to_hdf5_group(file, model)
        rename(file, [layer.name for layer in model.layers if layer.weights])
        names = [layer.name.encode() for layer in model.layers]
        del file.attrs["layer_names"]
        file.attrs["layer_names"] = np.array(names, dtype="S")
    with h5py.File(os.path.join(folder, "earliest.h5"), "w", libver="earliest") as file:
        legacy_h5_format.save_weights_to_hdf5_group(file, model)
    with h5py.File(os.path.join(folder, "latest.weights.h5"), "w", libver="latest") as file:
        with h5py.File(os.path.join(folder, "plain.weights.h5")) as plain:
            for name in plain:
                plain.copy(name, file)
    with h5py.File(os.path.join(folder, "packed.weights.h5"), "w") as file:
        with h5py.File(os.path.join(folder, "plain.weights.h5")) as plain:

            def copy(name, item):
                if isinstance(item, h5py.Dataset):
                    file.create_dataset(name, data=item[()], compression="gzip", shuffle=True)
                else:
                    file.require_group(name)

            plain.visititems(copy)
    for name, dtype in [("float64", "float64"), ("float16", "float16"), ("bfloat16", "bfloat16")]:
        other = article()
        keras.config.set_dtype_policy(name)
        other = article()
        keras.config.set_dtype_policy("float32")
        other.set_weights([w.astype(dtype) for w in model.get_weights()])
        other.save_weights(os.path.join(folder, f"{name}.weights.h5"))
        values(other).tofile(os.path.join(folder, f"{name}.bin"))
    partial(folder)


def network(columns, classes, before_head=False):
    inputs = layers.Input((columns,))
    x = layers.Dense(5, activation="relu", name="hidden")(inputs)
    x = layers.BatchNormalization(name="norm")(x)
    if before_head:
        x = layers.Dense(5, name="added")(x)
    model = keras.Model(inputs, layers.Dense(classes, name="head")(x))
    model.set_weights([np.full(w.shape, 0.5, "float32") for w in model.get_weights()])
    return model


def partial(folder):
    """What is loaded of a model's file into models with another head, other columns, or a layer more."""
    saved = network(6, 3)
    saved.set_weights([np.arange(w.size, dtype="float32").reshape(w.shape) - 2 for w in saved.get_weights()])
    path = lambda ending: os.path.join(folder, f"partial.{ending}")
    saved.save_weights(path("weights.h5"))
    saved.save(path("keras"))
    saved.save(path("h5"))
    for name, ending, model, options in [
        ("head", "weights.h5", network(6, 4), {"skip_mismatch": True}),
        ("head_of_archive", "keras", network(6, 4), {"skip_mismatch": True}),
        ("head_of_legacy", "h5", network(6, 4), {"skip_mismatch": True}),
        ("columns", "weights.h5", network(7, 3), {"skip_mismatch": True}),
        ("columns_of_legacy", "h5", network(7, 3), {"skip_mismatch": True}),
        ("added", "weights.h5", network(6, 3, True), {"skip_mismatch": True}),
        ("by_name", "h5", network(6, 3, True), {"by_name": True}),
        ("by_name_with_head", "h5", network(6, 4, True), {"by_name": True, "skip_mismatch": True}),
        ("without_head", "weights.h5", network(6, 4), {"objects_to_skip": ["head"]}),
        ("without_hidden", "weights.h5", network(6, 3), {"objects_to_skip": ["hidden"]}),
    ]:
        if "objects_to_skip" in options:
            options = {"objects_to_skip": [model.get_layer(layer) for layer in options["objects_to_skip"]]}
        model.load_weights(path(ending), **options)
        values(model).tofile(os.path.join(folder, f"partial_{name}.bin"))


def read(folder):
    expected = np.fromfile(os.path.join(folder, "values.bin"), "float32")
    for name in ["a.weights.h5", "a.h5"]:
        model = article()
        model.load_weights(os.path.join(folder, name))
        found = values(model)
        assert found.tobytes() == expected.tobytes(), name
    with h5py.File(os.path.join(folder, "a.weights.h5")) as file:
        assert file["vars"].attrs["name"] == "functional"
        assert file["layers/conv2d_1/vars"].attrs["name"] == "second_convolution"
        assert file["layers/conv2d_1/vars/0"].shape == (3, 3, 4, 5)
        assert len(file["layers/dropout/vars"]) == 0
    with h5py.File(os.path.join(folder, "a.h5")) as file:
        assert [n.decode() if isinstance(n, bytes) else n for n in file.attrs["layer_names"]][:2] == ["Input", "batch_normalization"]
        assert file["conv2d/conv2d/kernel"].dtype == np.float32
        assert len(file["flatten"].attrs["weight_names"]) == 0
    with h5py.File(os.path.join(folder, "many.weights.h5")) as file:
        assert len(file["layers"]) == 700 and file["layers/dense_699/vars/0"][0] == 699
    with h5py.File(os.path.join(folder, "many.h5")) as file:
        names = legacy_h5_format.load_attributes_from_hdf5_group(file, "layer_names")
        assert len(names) == 700 and names[699].startswith("dense_699_")
        assert file[names[699]][names[699]]["bias"][1] == 699.125


if __name__ == "__main__":
    {"write": write, "read": read}[sys.argv[1]](sys.argv[2])
