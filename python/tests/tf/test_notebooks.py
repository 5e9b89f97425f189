"""What other people's notebooks for TPUs do, as far as no other file has it."""

import os
import struct
import sys

import numpy as np
import pytest

sys.path.insert(0, os.path.dirname(__file__))

import labora_tf as tf  # noqa: E402  isort: skip  (it chooses Keras's backend)
import keras  # noqa: E402

from labora_tf import _tensorflow_datasets as tfds  # noqa: E402

PICTURES = np.random.default_rng(0).integers(0, 256, (16, 28, 28), np.uint8)
LABELS = (np.arange(16) % 10).astype(np.uint8)


def _record(picture, label):
    feature = {
        "image": tf.train.Feature(bytes_list=tf.train.BytesList(value=[picture.tobytes()])),
        "class": tf.train.Feature(int64_list=tf.train.Int64List(value=[int(label)])),
    }
    return tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString()


def _examples(folder):
    """A file of examples, and how people read them: functions that take nothing but what is in the file."""
    path = str(folder / "pictures.tfrec")
    with tf.io.TFRecordWriter(path) as writer:
        for picture, label in zip(PICTURES, LABELS):
            writer.write(_record(picture, label))

    def read(example):
        features = {"image": tf.io.FixedLenFeature([], tf.string), "class": tf.io.FixedLenFeature([], tf.int64)}
        example = tf.io.parse_single_example(example, features)
        image = tf.cast(tf.io.decode_raw(example["image"], tf.uint8), tf.float32) / 255.0
        return tf.reshape(image, [28 * 28]), tf.cast(example["class"], tf.int32)

    return tf.data.TFRecordDataset([path]).map(read)


def _fixed(folder):
    """The files of MNIST's form, without a function that parses."""
    (folder / "images").write_bytes(struct.pack(">4i", 2051, 16, 28, 28) + PICTURES.tobytes())
    (folder / "labels").write_bytes(struct.pack(">2i", 2049, 16) + LABELS.tobytes())

    def image(record):
        return tf.reshape(tf.cast(tf.io.decode_raw(record, tf.uint8), tf.float32) / 255.0, [28 * 28])

    def label(record):
        return tf.cast(tf.reshape(tf.io.decode_raw(record, tf.uint8), []), tf.int32)

    images = tf.data.FixedLengthRecordDataset(str(folder / "images"), 28 * 28, header_bytes=16).map(image)
    labels = tf.data.FixedLengthRecordDataset(str(folder / "labels"), 1, header_bytes=8).map(label)
    return tf.data.Dataset.zip((images, labels))


@pytest.mark.parametrize("make", [_examples, _fixed])
def test_a_model_learns_from_files_whose_content_functions_parse(make, tmp_path):
    dataset = make(tmp_path).cache().shuffle(16, seed=1).repeat().batch(8, drop_remainder=True)
    assert [part.shape.as_list() for part in dataset.element_spec] == [[8, 784], [8]]
    model = keras.Sequential([keras.Input((784,)), keras.layers.Dense(10)])
    model.compile("sgd", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    assert np.isfinite(model.fit(dataset, steps_per_epoch=2, epochs=1, verbose=0).history["loss"]).all()
    images, labels = zip(*make(tmp_path).as_numpy_iterator())
    np.testing.assert_array_equal(np.stack(images), PICTURES.reshape(16, 784).astype("float32") / np.float32(255))
    np.testing.assert_array_equal(labels, LABELS)


def test_a_model_may_be_an_argument_of_its_own_init():
    class Export(tf.keras.Model):
        def __init__(self, layer):
            super().__init__(self)
            self.layer = layer

        def call(self, inputs):
            return self.layer(inputs)

    model = Export(tf.keras.layers.Activation("relu"))
    np.testing.assert_array_equal(model(np.array([[-1.0, 2.0]], np.float32)), [[0.0, 2.0]])


def test_states_of_a_model_are_reset():
    source = tf.keras.Input(shape=(4, 1), batch_size=2)
    layer = tf.keras.layers.LSTM(3, stateful=True)
    model = tf.keras.Model(source, layer(source))
    for state in layer.states:
        state.assign(np.ones((2, 3), np.float32))
    model.reset_states()
    assert [np.abs(np.asarray(state)).max() for state in layer.states] == [0.0, 0.0]


@pytest.mark.parametrize(("compiled", "other"), [("accuracy", "acc"), ("acc", "accuracy")])
def test_accuracy_has_the_names_of_tensorflow_1_and_2(compiled, other, tmp_path):
    seen = []

    class Stop(tf.keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            seen.append(logs.get(other))
            self.model.stop_training = logs["val_" + other] >= 0.0

    model = tf.keras.Sequential([tf.keras.layers.Dense(10, activation="softmax", input_shape=(784,))])
    model.compile("sgd", "sparse_categorical_crossentropy", metrics=[compiled])
    rows, best = PICTURES.reshape(16, 784) / np.float32(255), str(tmp_path / "best.h5")
    keep = tf.keras.callbacks.ModelCheckpoint(best, monitor="val_" + other, save_best_only=True)
    fitted = model.fit(rows, LABELS, epochs=3, validation_data=(rows, LABELS), verbose=0, callbacks=[Stop(), keep])
    assert list(fitted.history) == [compiled, "loss", "val_" + compiled, "val_loss"]
    assert fitted.history[other] == fitted.history[compiled] == seen and len(seen) == 1
    assert os.path.isfile(best)
    with pytest.raises(KeyError, match="auc"):
        fitted.history["auc"]


@pytest.fixture
def small_sets(monkeypatch):
    """Data sets of a few pictures in the place of those that Keras downloads."""
    random = np.random.default_rng(1)

    def loader(shape, classes):
        parts = [
            (random.integers(0, 256, (n, *shape), np.uint8), random.integers(0, classes, n)) for n in (1001, 30)
        ]
        return lambda *_: tuple(parts)

    for name, shape, classes in (("mnist", (28, 28), 10), ("cifar10", (32, 32, 3), 10)):
        monkeypatch.setattr(getattr(keras.datasets, name), "load_data", loader(shape, classes))
    tfds._examples.cache_clear()
    yield
    tfds._examples.cache_clear()


def _sizes(name, splits):
    return [len(part) for part in tfds.load(name, split=splits)]


def test_tensorflow_datasets_has_the_pictures_of_keras(small_sets):
    (images, labels), (held_back, _) = keras.datasets.mnist.load_data()
    parts, info = tfds.load("mnist:3.*.*", with_info=True, as_supervised=True, try_gcs=True, shuffle_files=True)
    found = list(tfds.as_numpy(parts["train"]))
    np.testing.assert_array_equal(np.stack([image for image, _ in found]), images[..., None])
    np.testing.assert_array_equal([label for _, label in found], labels)
    spec = parts["test"].element_spec
    assert [(part.dtype.name, part.shape.as_list()) for part in spec] == [("uint8", [28, 28, 1]), ("int64", [])]
    assert (info.splits["train"].num_examples, info.splits.total_num_examples) == (1001, 1031)
    assert (info.features["label"].num_classes, info.features["image"].shape) == (10, (28, 28, 1))
    # The names of features and their order are those of TensorFlow Datasets' catalog.
    assert list(tfds.load("cifar10", split="test").element_spec) == ["id", "image", "label"]
    whole = tfds.load("mnist", split="test", batch_size=-1)
    np.testing.assert_array_equal(np.asarray(whole["image"])[..., 0], held_back)


def test_splits_are_cut_as_tensorflow_datasets_cuts_them(small_sets):
    # Percents are rounded to the nearest example, halves to the even one: tfds's `closest`.
    assert _sizes("mnist", ["train[:80%]", "train[80%:]", "train[50%:51%]"]) == [801, 200, 11]
    assert _sizes("mnist", ["train[:7]", "train[-7:]", "train[990:]+test[:5]", "all"]) == [7, 7, 16, 1031]
    assert tfds.builder("mnist").info.splits["train[:25%]"].num_examples == 250
    with pytest.raises(ValueError, match=r"Unknown split 'validation'. Should be one of \['train', 'test'\]"):
        tfds.load("mnist", split="validation")
    with pytest.raises(tf.errors.NotInLabora, match=r"tfds.load\('tf_flowers'\): of TensorFlow Datasets there are"):
        tfds.load("tf_flowers")
    with pytest.raises(NotImplementedError, match="tfds.show_examples is not in Labora"):
        tfds.show_examples  # noqa: B018


def test_names_of_tensorflows_inside(tmp_path):
    from labora_tf.compat import v1
    from labora_tf.python.lib.io import file_io

    assert v1.__version__ == tf.__version__
    assert tf.contrib.cloud.configure_gcs(None, credentials={}) is None
    name = str(tmp_path / "a" / "text")
    file_io.recursive_create_dir(str(tmp_path / "a"))
    file_io.write_string_to_file(name, "one\n")
    assert file_io.read_file_to_string(name) == "one\n" and file_io.get_matching_files(name + "*") == [name]
    with pytest.raises(tf.errors.UnimplementedError, match="'gs' is not in Labora"):
        file_io.file_exists("gs://bucket/text")
