"""What is computed with real TensorFlow (tools/tf/record_data.py) and with Labora's: functions of `tf` and a
folder."""

from __future__ import annotations

import base64
import gzip
import os
import zlib

import numpy as np


def encode(value):
    """A result as JSON."""
    if isinstance(value, dict):
        return {str(key): encode(value[key]) for key in value}
    if isinstance(value, (list, tuple)):
        return [encode(one) for one in value]
    if isinstance(value, bytes):
        return "b:" + base64.b64encode(value).decode()
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, complex):
        return str(value)
    if hasattr(value, "numpy"):
        value = value.numpy()
        if isinstance(value, bytes):
            return encode(value)
    array = np.asarray(value)
    name = "string" if array.dtype.kind in "OSU" else array.dtype.name
    return {"dtype": name, "shape": list(array.shape), "values": encode(array.tolist())}


def elements(dataset):
    return list(dataset.as_numpy_iterator())


def described(dataset):
    """The elements, the specs and the number of a data set."""
    return [elements(dataset), repr(dataset.element_spec), int(dataset.cardinality())]


def slices(tf, folder):
    D = tf.data.Dataset
    yield described(D.from_tensor_slices([1, 2, 3]))
    yield described(D.from_tensor_slices([1.5, 2.5]))
    yield described(D.from_tensor_slices(["a", "bc"]))
    yield described(D.from_tensor_slices((np.arange(3), [[1, 2], [3, 4], [5, 6]])))
    yield described(D.from_tensor_slices({"b": [1, 2], "a": np.float32([[1], [2]])}))
    yield described(D.from_tensor_slices(([1, 2], {"x": [True, False], "y": (np.uint8([7, 8]), [3.0, 4.0])})))
    yield described(D.from_tensors([1, 2, 3]))
    yield described(D.from_tensors(("a", 1, 2.0)))
    yield described(D.range(5))
    yield described(D.range(2, 20, 5))
    yield described(D.range(5, 1, -2))
    yield described(D.range(3, output_type=tf.float32))


def combinations(tf, folder):
    D = tf.data.Dataset
    a, b = D.range(1, 4), D.range(4, 9)
    yield described(D.zip((a, b)))
    yield described(D.zip(a, b, a))
    yield described(D.zip({"x": a, "y": (b, a)}))
    yield described(a.concatenate(b))
    yield described(a.enumerate(5))
    yield described(D.zip((a, b)).enumerate())
    yield (
        int(a.repeat().cardinality()),
        int(a.repeat(3).cardinality()),
        int(D.zip((a, b.repeat())).cardinality()),
    )
    yield (
        int(a.repeat(0).cardinality()),
        int(a.filter(lambda x: x > 1).cardinality()),
        int(b.batch(2).cardinality()),
    )
    yield int(b.batch(2, drop_remainder=True).cardinality()), int(b.skip(2).cardinality()), len(b.take(3))
    yield described(b.shard(2, 1)), described(b.take(-1)), described(b.skip(-1)), described(b.take(0))
    yield described(D.choose_from_datasets([a, b], D.from_tensor_slices(np.int64([0, 1, 1, 0, 0, 0, 1]))))
    yield described(
        D.choose_from_datasets(
            [a, b], D.from_tensor_slices(np.int64([0, 1, 0, 0, 0, 1])), stop_on_empty_dataset=False
        )
    )


def maps(tf, folder):
    D = tf.data.Dataset
    r = D.range(4)
    yield described(r.map(lambda x: x * 2))
    yield described(r.map(lambda x: (x, tf.cast(x, tf.float32) / 2)))
    yield described(r.map(lambda x: {"x": x, "y": [x, x + 1]}))
    yield described(r.map(lambda x: [x, x * x]))
    yield described(r.map(lambda x: (x, 1, 2.5, "s", True)))
    yield described(D.from_tensor_slices((r_a := [1, 2], r_a)).map(lambda x, y: x + y))
    yield described(D.from_tensor_slices(((r_a, r_a), r_a)).map(lambda xy, z: xy[0] + xy[1] + z))
    yield described(D.from_tensor_slices({"a": r_a, "b": r_a}).map(lambda d: d["a"] * 10 + d["b"]))
    yield described(D.from_tensor_slices({"a": r_a, "b": r_a}).map(lambda d: (d, d["a"])))
    yield described(r.batch(3).map(lambda x: tf.cast(x, tf.int32) + 1))
    yield described(r.map(lambda x: tf.one_hot(x, 4)).batch(2))
    yield described(r.map(lambda x: x, num_parallel_calls=tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE))
    yield described(
        r.map(lambda x: x + 1, num_parallel_calls=3, deterministic=True).batch(2).cache().repeat(2)
    )
    yield described(
        D.from_tensor_slices(np.uint8([0, 128, 255])).map(lambda x: tf.cast(x, tf.float32) / 255.0)
    )
    yield described(D.from_tensor_slices(np.uint8([0, 128, 255])).map(lambda x: x / 255))
    yield described(r.filter(lambda x: x % 2 == 0))
    yield described(r.take_while(lambda x: x < 2))
    yield described(D.from_tensor_slices([3, 1, 3, 2, 1]).unique())
    yield described(D.from_tensor_slices(["b", "a", "b"]).unique())
    yield int(r.reduce(np.int64(0), lambda s, x: s + x))
    yield encode(r.reduce((np.int64(0), np.int64(1)), lambda s, x: (s[0] + x, s[1] * 2)))
    yield described(r.scan(np.int64(10), lambda s, x: (s + x, s * x)))
    yield described(r.apply(lambda d: d.map(lambda x: x - 1)))


def batches(tf, folder):
    D = tf.data.Dataset
    r = D.range(7)
    yield described(r.batch(3))
    yield described(r.batch(3, drop_remainder=True))
    yield described(D.range(8).batch(2).batch(2))
    yield described(r.batch(3).unbatch())
    yield described(D.from_tensor_slices((np.arange(4.0), np.arange(8).reshape(4, 2))).batch(3))
    yield described(D.from_tensor_slices({"a": np.arange(3), "b": ["x", "y", "z"]}).batch(2))
    ragged = D.range(1, 5).map(lambda x: tf.fill([x], x))
    yield elements(ragged.padded_batch(2))
    yield elements(ragged.padded_batch(2, padded_shapes=[5]))
    yield elements(ragged.padded_batch(3, padded_shapes=[None], padding_values=np.int64(-1)))
    yield elements(ragged.padded_batch(3, drop_remainder=True))
    pairs = D.zip((ragged, ragged))
    yield elements(
        pairs.padded_batch(2, padded_shapes=([None], [6]), padding_values=(np.int64(-1), np.int64(100)))
    )
    named = D.zip({"a": ragged, "b": D.range(4)})
    yield elements(named.padded_batch(2, padded_shapes={"a": [None], "b": []}))
    yield elements(r.batch(4).rebatch(3))
    yield elements(r.batch(4).rebatch([1, 2], drop_remainder=True))
    yield elements(
        ragged.bucket_by_sequence_length(
            lambda x: tf.shape(x)[0], bucket_boundaries=[3, 5], bucket_batch_sizes=[2, 2, 2]
        )
    )
    yield elements(
        ragged.bucket_by_sequence_length(
            lambda x: tf.shape(x)[0],
            bucket_boundaries=[3, 5],
            bucket_batch_sizes=[2, 2, 2],
            padding_values=np.int64(9),
        )
    )
    yield elements(
        r.group_by_window(key_func=lambda x: x % 2, reduce_func=lambda k, d: d.batch(2), window_size=2)
    )
    yield elements(
        r.group_by_window(
            key_func=lambda x: x % 3,
            reduce_func=lambda k, d: d.map(lambda x: (k, x)),
            window_size_func=lambda k: k + 1,
        )
    )


def windows(tf, folder):
    D = tf.data.Dataset
    r = D.range(8)
    inner = lambda d: [[list(w.as_numpy_iterator()) for w in d], int(d.cardinality())]  # noqa: E731
    yield inner(r.window(3))
    yield inner(r.window(3, shift=1))
    yield inner(r.window(3, shift=1, drop_remainder=True))
    yield inner(r.window(3, shift=2, stride=2))
    yield inner(r.window(3, shift=2, stride=2, drop_remainder=True))
    yield inner(r.window(2, shift=5))
    yield inner(r.window(3, 3, 4))
    yield elements(r.window(4, shift=1, drop_remainder=True).flat_map(lambda w: w.batch(4)))
    pairs = D.zip((r, r.map(lambda x: x * 10))).window(3, shift=3)
    yield [(list(a.as_numpy_iterator()), list(b.as_numpy_iterator())) for a, b in pairs]
    yield elements(pairs.flat_map(lambda a, b: D.zip((a.batch(3), b.batch(3)))))
    yield repr(r.window(3).element_spec)


def nested(tf, folder):
    D = tf.data.Dataset
    repeated = lambda x: D.from_tensors(x).repeat(x)  # noqa: E731
    yield described(D.range(4).flat_map(repeated))
    yield described(D.from_tensor_slices([[1, 2], [3, 4]]).flat_map(D.from_tensor_slices))
    for cycle, block in ((1, 1), (2, 1), (2, 3), (3, 2), (4, 4), (7, 1)):
        yield elements(D.range(1, 6).interleave(repeated, cycle_length=cycle, block_length=block))
        yield elements(
            D.range(1, 6).interleave(
                repeated, cycle_length=cycle, block_length=block, num_parallel_calls=min(2, cycle)
            )
        )


def shuffles(tf, folder):
    D = tf.data.Dataset
    for size in (1, 2, 3, 10, 50):
        d = D.range(20).shuffle(size, seed=7)
        yield elements(d), elements(d), elements(d)
    d = D.range(300).shuffle(100, seed=123, reshuffle_each_iteration=False)
    yield elements(d), elements(d)
    yield elements(D.from_tensor_slices((np.arange(5), np.arange(5) * 10)).shuffle(5, seed=0).batch(2))
    yield elements(D.range(6).shuffle(6, seed=1).map(lambda x: x + 1).repeat(3))
    tf.random.set_seed(5)
    yield elements(D.range(20).shuffle(20, seed=1))
    yield elements(D.random(seed=4).take(7))


def generators(tf, folder):
    D = tf.data.Dataset

    def rows(n=3):
        for i in range(n):
            yield i, [float(i)] * i, f"s{i}"

    signature = (
        tf.TensorSpec((), tf.int32),
        tf.TensorSpec((None,), tf.float32),
        tf.TensorSpec((), tf.string),
    )
    yield described(D.from_generator(rows, output_signature=signature))
    yield described(D.from_generator(rows, output_types=(tf.int64, tf.float32, tf.string)))
    yield described(D.from_generator(rows, (tf.int64, tf.float32, tf.string), ((), (None,), ()), args=(2,)))
    yield described(D.from_generator(lambda: iter([1, 2]), tf.int32))
    yield described(D.from_generator(lambda: [[1, 2], [3, 4]], tf.uint8, tf.TensorShape([2])))
    yield described(
        D.from_generator(
            lambda: ({"a": i} for i in range(2)),
            output_signature={"a": tf.TensorSpec(shape=(), dtype=tf.float32)},
        )
    )


def lines(tf, folder):
    D = tf.data.Dataset
    with open(f"{folder}/a.txt", "wb") as file:
        file.write(b"one\r\ntwo\n\nthree")
    with open(f"{folder}/b.txt", "wb") as file:
        file.write(b"four\n")
    names = [f"{folder}/a.txt", f"{folder}/b.txt"]
    yield described(tf.data.TextLineDataset(names))
    yield elements(tf.data.TextLineDataset(names, num_parallel_reads=2))
    with open(f"{folder}/c.txt", "wb") as file:
        file.write(b"a\r\nb\rc\n\r\n\nlast\r")
    with open(f"{folder}/long.txt", "wb") as file:
        file.write((b"x" * 300_000 + b"\n") * 2 + b"y")
    with open(f"{folder}/two.gz", "wb") as file:
        file.write(gzip.compress(b"a\nb\n") + gzip.compress(b"c\nd"))
    with open(f"{folder}/z", "wb") as file:
        file.write(zlib.compress(b"a\nb\n" * 200_000))
    yield elements(tf.data.TextLineDataset(f"{folder}/c.txt"))
    yield [len(line) for line in elements(tf.data.TextLineDataset(f"{folder}/long.txt"))]
    yield elements(tf.data.TextLineDataset(f"{folder}/two.gz", "GZIP"))
    yield len(elements(tf.data.TextLineDataset(f"{folder}/z", "ZLIB")))
    yield [name.rsplit(b"/", 1)[1] for name in elements(D.list_files(f"{folder}/?.txt", shuffle=False))]
    yield described(tf.data.FixedLengthRecordDataset(names[1:], 1, header_bytes=1, footer_bytes=1))
    with open(f"{folder}/t.csv", "w") as file:
        file.write('n,x,s\n1,2.5,"a,b"\n-3,,c\n')
    yield described(
        tf.data.experimental.CsvDataset(f"{folder}/t.csv", [tf.int32, [7.0], tf.string], header=True)
    )
    yield described(
        tf.data.experimental.CsvDataset(f"{folder}/t.csv", [tf.string], header=True, select_cols=[2])
    )
    table = tf.data.experimental.make_csv_dataset(
        f"{folder}/t.csv", 2, label_name="n", num_epochs=1, shuffle=False
    )
    yield elements(table)


def errors_go_on(tf, folder):
    """After an error the next element follows."""
    D = tf.data.Dataset

    def whole(dataset):
        return elements(dataset.ignore_errors())

    def bad(x):
        return tf.debugging.check_numerics(1 / tf.cast(x % 3, tf.float32), "")

    r = D.range(1, 20)
    yield whole(r.map(bad)), whole(r.map(bad, num_parallel_calls=2))
    yield whole(r.map(bad).batch(2)), whole(r.map(bad).prefetch(2)), whole(r.map(bad).filter(lambda x: x > 0))
    next_one = r.map(bad).map(lambda x: x + 1)
    yield whole(r.filter(lambda x: bad(x) > 0)), whole(next_one.prefetch(1))
    yield whole(r.map(bad).padded_batch(2)), whole(r.batch(2).map(bad))
    found, iterator = [], iter(r.map(bad))
    while True:
        try:
            found.append(next(iterator))
        except StopIteration:
            break
        except tf.errors.InvalidArgumentError:
            found.append("error")
    yield found
    with open(f"{folder}/rows.csv", "w") as file:
        file.write("1,2\nx,3\n4\n5,6\n")
    yield whole(tf.data.experimental.CsvDataset(f"{folder}/rows.csv", [tf.int32, tf.int32]))


def caches(tf, folder):
    """Files of `cache(filename)`: read as long as they are there, whatever the data set is."""
    D, made = tf.data.Dataset, []

    def counted():
        made.append(1)
        yield {"a": [1.5], "b": ("x", 3)}
        yield {"a": [2.5], "b": ("yy", 4)}

    spec = {
        "a": tf.TensorSpec([1], tf.float32),
        "b": (tf.TensorSpec([], tf.string), tf.TensorSpec([], tf.int64)),
    }
    dataset = D.from_generator(counted, output_signature=spec).cache(f"{folder}/c")
    yield elements(dataset), elements(dataset), len(made)
    yield described(D.from_generator(counted, output_signature=spec).cache(f"{folder}/c")), len(made)
    yield sorted(name for name in os.listdir(folder) if name.startswith("c."))
    part = D.range(5).cache(f"{folder}/part")
    yield elements(part.take(2)), os.path.exists(f"{folder}/part.index"), elements(part), elements(part)


def experimental(tf, folder):
    D, X = tf.data.Dataset, tf.data.experimental
    r = D.range(6)
    yield described(r.apply(X.map_and_batch(lambda x: x + 1, 4)))
    yield described(r.apply(X.assert_cardinality(6)))
    yield described(r.apply(X.ignore_errors()))
    yield elements(r.apply(X.parallel_interleave(lambda x: D.from_tensors(x).repeat(2), cycle_length=2)))
    yield (
        int(X.cardinality(r)),
        int(X.INFINITE_CARDINALITY),
        int(X.UNKNOWN_CARDINALITY),
        int(tf.data.AUTOTUNE),
    )
    yield elements(r.apply(X.enumerate_dataset(3)))
    yield elements(X.Counter(2, 3).take(3))
    v1 = tf.compat.v1.data
    iterator = v1.make_one_shot_iterator(r)
    yield int(iterator.get_next()), int(next(iterator))
    yield repr(v1.get_output_types(r)), repr(v1.get_output_shapes(r.batch(2)))


def errors(tf, folder):
    D = tf.data.Dataset

    def kind(function):
        try:
            function()
        except Exception as error:  # noqa: BLE001
            return type(error).__name__
        return None

    yield kind(lambda: len(D.range(3).repeat()))
    yield kind(lambda: len(D.range(3).filter(lambda x: x > 0)))
    yield kind(lambda: D.from_tensor_slices(([1, 2], [1, 2, 3])))
    yield kind(lambda: D.from_tensor_slices(3))
    yield kind(lambda: D.from_tensors(1).concatenate(D.range(3).batch(2)).batch(2).get_single_element())
    yield kind(lambda: elements(D.range(1, 4).map(lambda x: tf.fill([x], x)).batch(2)))
    yield kind(lambda: D.range(2).get_single_element())
    yield kind(lambda: D.range(3).shard(2, 3))
    yield kind(lambda: D.list_files(f"{folder}/none*"))
    yield kind(lambda: elements(tf.data.TextLineDataset(f"{folder}/none")))
    yield kind(lambda: elements(tf.data.TFRecordDataset(f"{folder}/none")))
    yield kind(lambda: elements(D.range(3).apply(tf.data.experimental.assert_cardinality(4))))
    yield kind(lambda: D.range(3).batch(0))
    yield kind(lambda: D.range(3).shuffle(0))


def texts(tf, folder):
    try:
        from labora_tf import _text_layers as layers
    except ImportError:
        layers = tf.keras.layers
    words = ["The cat sat.", "the dog, THE dog!", "a  cat's  hat", "zoo \u00e9t\u00e9 \u00c9", ""]
    dataset = tf.data.Dataset.from_tensor_slices(words)
    for options in (
        {},
        {"max_tokens": 5},
        {"output_sequence_length": 3},
        {"standardize": None},
        {"standardize": "lower", "split": "character"},
        {"ngrams": 2},
        {"output_mode": "multi_hot"},
        {"output_mode": "count", "max_tokens": 20, "pad_to_max_tokens": True},
        {"output_mode": "tf_idf"},
    ):
        layer = layers.TextVectorization(**options)
        layer.adapt(dataset.batch(2))
        yield layer.get_vocabulary(), layer.vocabulary_size()
        yield np.asarray(layer(words)), np.asarray(layer(np.array([["the new cat"]], object)))
    layer = layers.TextVectorization(vocabulary=["b", "a"])
    yield layer.get_vocabulary(), np.asarray(layer(["a b c"])), elements(dataset.batch(3).map(layer))
    lookup = layers.StringLookup()
    lookup.adapt(["x", "y", "x", "z"])
    yield lookup.get_vocabulary(), np.asarray(lookup([["z", "w"], ["x", "y"]]))
    back = layers.StringLookup(vocabulary=lookup.get_vocabulary(), invert=True)
    yield [word.decode() for word in np.asarray(back([[0, 1], [3, 2]])).reshape(-1)]
    lookup = layers.StringLookup(vocabulary=["x", "y"], num_oov_indices=0, output_mode="one_hot")
    yield np.asarray(lookup(["y", "x"]))
    lookup = layers.IntegerLookup(vocabulary=[12, 36, 5], mask_token=0)
    yield [int(v) for v in lookup.get_vocabulary()], np.asarray(lookup([[12, 0], [7, 5]]))
    lookup = layers.IntegerLookup(output_mode="count")
    lookup.adapt(np.array([5, 5, 7, 2]))
    yield [int(v) for v in lookup.get_vocabulary()], np.asarray(lookup([[5, 2, 2, 9]]))


CASES = {
    name: function
    for name, function in list(globals().items())
    if callable(function)
    and getattr(function, "__code__", None) is not None
    and function.__code__.co_flags & 0x20
}
