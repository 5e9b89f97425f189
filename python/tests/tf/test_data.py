"""`tf.data` beside real TensorFlow's results (data_expected.json, by tools/tf/record_data.py), and in
Keras."""

from __future__ import annotations

import gc
import json
import os
import random
import sys
import threading
import time

import numpy as np
import pytest

HERE = os.path.dirname(__file__)
sys.path.insert(0, HERE)

import labora_tf as tf  # noqa: E402  isort: skip  (it chooses Keras's backend)
import data_cases  # noqa: E402
import keras  # noqa: E402

with open(os.path.join(HERE, "data_expected.json")) as file:
    EXPECTED = json.load(file)

D = tf.data.Dataset


def check_case(cases, expected, name, folder):
    """All results of a case, numbered, against the recorded ones."""
    wanted = expected[name]
    count = 0
    for value in cases[name](tf, str(folder)):
        got = json.loads(json.dumps(data_cases.encode(value)))
        assert count < len(wanted), f"{name}: more results than recorded"
        assert close(got, wanted[count]), f"{name}, result {count}:\n got  {got}\n want {wanted[count]}"
        count += 1
    assert count == len(wanted)


def close(got, wanted):
    """Whether results are equal; floats of arrays to one unit in the last place of float32."""
    if isinstance(wanted, dict) and isinstance(got, dict) and set(wanted) == {"dtype", "shape", "values"}:
        if got.get("dtype") != wanted["dtype"] or got.get("shape") != wanted["shape"]:
            return False
        if wanted["dtype"].startswith("float"):
            values = np.array(got["values"]), np.array(wanted["values"])
            return np.allclose(*values, rtol=2e-7, atol=0, equal_nan=True)
        return got["values"] == wanted["values"]
    if isinstance(wanted, dict):
        return (
            isinstance(got, dict)
            and set(got) == set(wanted)
            and all(close(got[k], wanted[k]) for k in wanted)
        )
    if isinstance(wanted, list):
        return isinstance(got, list) and len(got) == len(wanted) and all(map(close, got, wanted))
    return got == wanted


@pytest.mark.parametrize("name", sorted(data_cases.CASES))
def test_like_tensorflow(name, tmp_path):
    check_case(data_cases.CASES, EXPECTED, name, tmp_path)


def test_elements_are_tensors_of_the_host():
    x, y = next(iter(D.from_tensor_slices((np.arange(3), ["a", "b", "c"]))))
    assert isinstance(x, tf.Tensor) and x.dtype == tf.int64 and x.numpy() == 0 and tuple(x.shape) == ()
    assert y.dtype == tf.string and y.numpy() == b"a"
    big = next(iter(D.from_tensors(np.int64(2**40)).map(lambda v: v + 1)))
    assert int(big) == 2**40 + 1


def test_functions_get_tensors_with_shapes():
    seen = []

    def look(image, label):
        seen.append((isinstance(image, tf.Tensor), tuple(image.get_shape().as_list()), label.numpy()))
        image.set_shape([2, 2])
        return tf.reshape(image, [4]), label

    list(D.from_tensor_slices((np.zeros((2, 2, 2)), [5, 6])).map(look))
    assert seen == [(True, (2, 2), 5), (True, (2, 2), 6)]


def test_changes_of_the_source_do_not_show():
    x = np.zeros(3)
    d = D.from_tensor_slices(x)
    x[:] = 1
    for value in d.batch(3):
        value.numpy()[...] = 7
    assert [float(v) for v in d] == [0, 0, 0]


def test_errors_come_with_the_users_traceback():
    def broken(x):
        raise KeyError("mine")

    for dataset in (
        D.range(3).map(broken),
        D.range(30).map(broken, num_parallel_calls=4).prefetch(2),
        D.from_generator(lambda: (broken(i) for i in range(2)), tf.int32).batch(2),
    ):
        with pytest.raises(KeyError, match="mine") as caught:
            list(dataset)
        assert any(entry.name == "broken" for entry in caught.traceback)


def slow(x):
    time.sleep(0.002)
    return x * x


def test_parallel_calls_keep_their_order_and_end():
    before = threading.active_count()
    dataset = D.range(40).map(slow, num_parallel_calls=8).prefetch(4)
    assert [int(x) for x in dataset] == [x * x for x in range(40)]
    for x in dataset:
        if x > 300:
            break
    del x
    gc.collect()
    for _ in range(100):
        if threading.active_count() <= before:
            break
        time.sleep(0.02)
    assert threading.active_count() <= before


def test_a_generator_is_closed_when_the_consumer_leaves():
    closed = []

    def numbers():
        try:
            yield from range(100)
        finally:
            closed.append(True)

    for x in D.from_generator(numbers, tf.int32).batch(2):
        break
    gc.collect()
    assert closed == [True]


def test_generators_are_checked():
    with pytest.raises(TypeError, match="yielded an element of shape"):
        list(D.from_generator(lambda: iter([[1, 2]]), output_signature=tf.TensorSpec((3,), tf.int32)))
    with pytest.raises(TypeError, match="could not be converted"):
        list(D.from_generator(lambda: iter(["a"]), output_signature=tf.TensorSpec((), tf.int32)))
    buffer = np.zeros(2)

    def reused():
        for i in range(3):
            buffer[:] = i
            yield buffer

    got = list(D.from_generator(reused, tf.float32))
    assert [float(x[0]) for x in got] == [0, 1, 2]


def test_one_shot_iterators_of_2018():
    iterator = D.range(2).make_one_shot_iterator()
    assert int(iterator.get_next()) == 0 and int(iterator.get_next()) == 1
    with pytest.raises(tf.errors.OutOfRangeError):
        iterator.get_next()
    dataset = D.from_tensor_slices((np.arange(6.0), np.arange(6))).batch(2).repeat()
    features, labels = dataset.make_one_shot_iterator().get_next()
    again = tf.data.dataset_from_next(({"x": features}, labels))
    assert [int(y[0]) for _, y in again.take(4)] == [0, 2, 4, 0]
    assert tf.data.dataset_from_next((np.zeros(2), labels)) is None


def test_options():
    options = tf.data.Options()
    options.experimental_deterministic = False
    options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.DATA
    options.threading.private_threadpool_size = 4
    dataset = D.range(4).with_options(options)
    assert dataset.options().experimental_deterministic is False
    assert [int(x) for x in dataset.batch(2).unbatch()] == [0, 1, 2, 3]
    with pytest.raises(AttributeError):
        options.nothing = 1


def test_what_is_refused():
    for call in (D.range(3).save, D.load, D.range(3).ragged_batch):
        with pytest.raises(NotImplementedError, match="not in Labora"):
            call("x")


def model_and_data(count=20):
    keras.utils.set_random_seed(0)
    x = np.random.RandomState(0).rand(count, 4).astype("float32")
    y = (x.sum(1) > 2).astype("int64")
    model = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(2)])
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("sgd", loss, metrics=["accuracy"])
    return model, x, y


def test_fit_gives_what_arrays_give():
    model, x, y = model_and_data()
    wanted = model.fit(x, y, batch_size=8, epochs=2, shuffle=False, validation_data=(x, y), verbose=0).history
    model, x, y = model_and_data()
    data = D.from_tensor_slices((x, y)).batch(8)
    got = model.fit(data, epochs=2, validation_data=data, verbose=0).history
    for key in wanted:
        np.testing.assert_allclose(got[key], wanted[key], rtol=1e-5)
    np.testing.assert_allclose(model.evaluate(data, verbose=0), model.evaluate(x, y, verbose=0), rtol=1e-5)
    assert model.predict(data, verbose=0).shape == (20, 2)
    assert model.predict(D.from_tensor_slices(x).batch(7), steps=2, verbose=0).shape == (14, 2)


def test_class_and_sample_weights():
    model, x, y = model_and_data()
    wanted = model.fit(x, y, batch_size=8, shuffle=False, class_weight={0: 2.0, 1: 0.5}, verbose=0).history[
        "loss"
    ]
    model, x, y = model_and_data()
    data = D.from_tensor_slices((x, y)).batch(8)
    got = model.fit(data, class_weight={0: 2.0, 1: 0.5}, verbose=0).history["loss"]
    np.testing.assert_allclose(got, wanted, rtol=1e-5)
    model, x, y = model_and_data()
    weights = np.where(y == 0, 2.0, 0.5).astype("float32")
    got = model.fit(D.from_tensor_slices((x, y, weights)).batch(8), verbose=0).history["loss"]
    np.testing.assert_allclose(got, wanted, rtol=1e-5)


def test_steps_and_repeats():
    model, x, y = model_and_data()
    data = D.from_tensor_slices((x, y))
    seen = []
    counted = data.map(lambda a, b: (seen.append(int(b)), (a, b))[1]).batch(5).repeat()
    history = model.fit(
        counted,
        epochs=3,
        steps_per_epoch=2,
        validation_data=data.batch(5).repeat(),
        validation_steps=1,
        verbose=0,
    )
    assert len(history.history["val_loss"]) == 3
    # As in Keras on TensorFlow: the second epoch goes on where the first one stopped.
    assert seen[-20:] == (y.tolist() * 3)[10:30]
    with pytest.raises(ValueError):
        model.fit(data.batch(5), y, verbose=0)


def test_dict_inputs():
    a, b = keras.Input((2,), name="a"), keras.Input((3,), name="b")
    model = keras.Model({"a": a, "b": b}, keras.layers.Dense(1)(keras.layers.Concatenate()([a, b])))
    model.compile("sgd", "mse")
    data = D.from_tensor_slices(({"a": np.ones((6, 2)), "b": np.ones((6, 3))}, np.ones((6, 1)))).batch(4)
    model.fit(data, verbose=0)
    assert model.predict(data, verbose=0).shape == (6, 1)


def test_keras_layers_in_functions_and_adapt():
    x = np.random.RandomState(0).rand(10, 6, 6, 3).astype("float32")
    data = D.from_tensor_slices(x).batch(5)
    normalize = keras.layers.Normalization(axis=None)
    normalize.adapt(data)
    np.testing.assert_allclose(float(np.asarray(normalize.mean).reshape(-1)[0]), x.mean(), rtol=1e-4)
    flip = keras.layers.RandomFlip("horizontal", seed=1)
    for batch in data.map(lambda b: keras.layers.Rescaling(2.0)(flip(b, training=True))):
        rows = np.asarray(batch) / 2
        assert rows.shape == (5, 6, 6, 3) and isinstance(batch, tf.Tensor)
    got = next(iter(data.map(lambda b: keras.ops.image.resize(b, (3, 3)))))
    assert got.shape == (5, 3, 3, 3)


def test_text_layers():
    from labora_tf import _text_layers as text

    words = D.from_tensor_slices(["The cat.", "the DOG the", "a dog!"])
    layer = text.TextVectorization(max_tokens=10, output_sequence_length=4)
    layer.adapt(words.batch(2))
    assert layer.get_vocabulary() == ["", "[UNK]", "the", "dog", "cat", "a"]
    got = list(words.batch(3).map(layer))[0]
    assert got.dtype == tf.int64
    assert got.numpy().tolist() == [[2, 4, 0, 0], [2, 3, 2, 0], [5, 3, 0, 0]]
    assert layer(["unknown the"]).numpy().tolist() == [[1, 2, 0, 0]]
    lookup = text.StringLookup(vocabulary=["x", "y"])
    assert lookup(np.array([["y", "z"]])).numpy().tolist() == [[2, 0]]
    assert text.StringLookup(vocabulary=["x", "y"], invert=True)([1, 0, 2]).numpy().tolist() == [
        b"x",
        b"[UNK]",
        b"y",
    ]
    assert text.IntegerLookup(vocabulary=[7, 9], output_mode="multi_hot")([[7, 7, 1]]).numpy().tolist() == [
        [1, 1, 0]
    ]
    with pytest.raises(NotImplementedError, match="dataset.map"):
        layer(keras.Input((1,), dtype="string"))


def test_timeseries_and_folders(tmp_path):
    from labora_tf.data import _folders

    series = _folders.timeseries_dataset_from_array(np.arange(10), np.arange(10) * 2, 3, batch_size=4)
    x, y = next(iter(series))
    assert x.numpy().tolist() == [[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5]] and y.numpy().tolist() == [
        0,
        2,
        4,
        6,
    ]
    for name, text in (("pos/a.txt", "good"), ("pos/b.txt", "fine"), ("neg/c.txt", "bad")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    data = _folders.text_dataset_from_directory(str(tmp_path), batch_size=2, shuffle=False)
    assert data.class_names == ["neg", "pos"]
    rows = [(x.tolist(), y.tolist()) for x, y in data.as_numpy_iterator()]
    assert rows == [([b"bad", b"good"], [0, 1]), ([b"fine"], [1])]


def test_image_folder(tmp_path):
    image = pytest.importorskip("PIL.Image")
    from labora_tf.data import _folders

    for name in ("x/1.png", "x/2.png", "y/3.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        image.fromarray(np.full((8, 8, 3), int(name[2]) * 10, np.uint8)).save(tmp_path / name)
    data = _folders.image_dataset_from_directory(
        str(tmp_path), label_mode="categorical", image_size=(4, 4), batch_size=3, shuffle=False
    )
    x, y = next(iter(data))
    assert data.class_names == ["x", "y"] and tuple(x.shape) == (3, 4, 4, 3) and x.dtype == tf.float32
    assert y.numpy().tolist() == [[1, 0], [1, 0], [0, 1]] and x.numpy()[:, 0, 0, 0].tolist() == [10, 20, 30]
    split = dict(validation_split=0.34, seed=1, image_size=(4, 4), batch_size=1)
    train = _folders.image_dataset_from_directory(str(tmp_path), subset="training", **split)
    valid = _folders.image_dataset_from_directory(str(tmp_path), subset="validation", **split)
    assert len(train) == 2 and len(valid) == 1


def test_random_chains_are_like_lists():
    """Chains of transformations on rows in memory, where batches are gathered at once, beside plain
    Python."""
    rng = random.Random(0)
    for _ in range(60):
        values = list(range(rng.randrange(1, 30)))
        dataset = D.from_tensor_slices(np.array(values))
        for _ in range(rng.randrange(5)):
            n = rng.randrange(1, 8)
            kind = rng.choice(["take", "skip", "repeat", "shard", "map", "prefetch", "cache"])
            if kind == "take":
                dataset, values = dataset.take(n), values[:n]
            elif kind == "skip":
                dataset, values = dataset.skip(n), values[n:]
            elif kind == "repeat":
                dataset, values = dataset.repeat(n), values * n
            elif kind == "shard":
                dataset, values = dataset.shard(n, n // 2), values[n // 2 :: n]
            elif kind == "map":
                dataset, values = dataset.map(lambda x: x + 1), [v + 1 for v in values]
            else:
                dataset = dataset.prefetch(n) if kind == "prefetch" else dataset.cache()
            values = values[:500]
            dataset = dataset.take(500)
        n = rng.randrange(1, 9)
        wanted = [values[i : i + n] for i in range(0, len(values), n)]
        batched = dataset.batch(n)
        assert [b.tolist() for b in batched] == wanted
        assert [b.tolist() for b in batched] == wanted
        assert int(batched.cardinality()) == len(wanted)
        shuffled = dataset.shuffle(n, seed=3)
        assert sorted(int(x) for b in shuffled.batch(3) for x in b) == sorted(values)


def test_operators_of_tensors_of_the_host():
    image = next(iter(D.from_tensor_slices(np.uint8([[10, 20]]))))
    before = image
    image += 1
    assert before.numpy().tolist() == [10, 20] and image.numpy().tolist() == [11, 21]
    assert (image / 2).dtype == tf.float32 and (image / 2.0).numpy().tolist() == [5.5, 10.5]
    floats = next(iter(D.from_tensors(np.float32([1, 2]))))
    assert (floats - np.array([0.5, 0.5])).dtype == tf.float32 and (2.0 * floats).dtype == tf.float32
    assert (floats - [0.5, 0.5]).dtype == tf.float32 and isinstance(floats[0], tf.Tensor)
    assert (floats > 1).numpy().tolist() == [False, True] and bool((floats == floats)[0])
    assert repr(floats) == "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>"
    assert str(floats[0]) == "tf.Tensor(1.0, shape=(), dtype=float32)"
    variable = keras.Variable(np.float32([3, 4]))
    assert isinstance(floats * variable, type(variable.value))
    numbers = next(iter(D.from_tensors(np.int64([7, 8]))))
    assert (numbers / 2).dtype == tf.float64 and (numbers // 2).dtype == tf.int64
    word = next(iter(D.from_tensors("cat")))
    assert (word == np.array(["cat", "dog"])).numpy().tolist() == [True, False]
    assert bool(word == "cat") and bool(word != b"dog") and (word == ["dog"]).numpy().tolist() == [False]
    with pytest.raises(TypeError):
        len(numbers[0])


def test_functions_may_change_their_dicts():
    dataset = D.from_tensors({"x": 1, "y": 2}).cache().repeat(3)
    assert [int(y) for _, y in dataset.map(lambda d: (d, d.pop("y")))] == [2, 2, 2]


def test_data_sets_in_compiled_functions():
    dataset = D.from_tensor_slices(np.arange(6, dtype="float32")).batch(2)
    calls = []

    @tf.function
    def step(iterator):
        calls.append(1)
        return next(iterator) * 2

    iterator = iter(dataset)
    assert [step(iterator).numpy().tolist() for _ in range(3)] == [[0, 2], [4, 6], [8, 10]]
    assert len(calls) <= 2

    @tf.function
    def total(data):
        result = tf.constant(0.0)
        for batch in data:
            result += tf.reduce_sum(batch)
        return result

    assert float(total(dataset)) == 15


def test_large_integers_do_not_reach_models_silently():
    model, x, y = model_and_data()
    with pytest.raises(OverflowError):
        model.fit(D.from_tensor_slices((x, y + 2**40)).batch(4), verbose=0)
