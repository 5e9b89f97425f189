"""Operations beside TensorFlow's recorded results (`ops_cases.json`): eager, on the host, and in compiled
functions.
"""

import json
import os
import re

import numpy as np
import ops_values
import pytest

import labora_tf as tf
from labora_tf import _host

with open(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "ops_cases.json"), encoding="utf-8"
) as _file:
    RECORDED = json.load(_file)
NARROW = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}
TOLERANCE = 1e-5


def evaluate(line, **more):
    return eval(line, {"tf": tf, "np": np, **ops_values.makers(line), **more})


def leaves(value):
    return [one for one in tf.nest.flatten(value) if one is not None]


def check(line, value, exact_types=False):
    """Compares with the record: types (64 bits may be 32 on the backend), shapes, values."""
    found, wanted = leaves(value), RECORDED[line]
    assert len(found) == len(wanted), f"{len(found)} results, not {len(wanted)}"
    for one, (kind, shape, values) in zip(found, wanted):
        array = np.asarray(one)
        assert list(array.shape) == shape, f"shape {list(array.shape)}, not {shape}"
        if kind == "string":
            got = [
                v.decode("latin-1") if isinstance(v, bytes) else str(v) for v in array.reshape(-1).tolist()
            ]
            assert got == values
            continue
        if hasattr(one, "dtype"):
            allowed = {kind} if exact_types else {kind, NARROW.get(kind, kind)}
            assert array.dtype.name in allowed, f"type {array.dtype.name}, not {kind}"
        if kind.startswith("complex"):
            pairs = np.asarray(values, np.float64).reshape(-1, 2)
            expected = (pairs[:, 0] + 1j * pairs[:, 1]).reshape(shape)
        else:
            expected = np.asarray(values, np.dtype(kind)).reshape(shape)
        if expected.dtype.kind in "fc":
            scale = float(np.max(np.abs(expected[np.isfinite(expected)]), initial=0.0))
            np.testing.assert_allclose(array, expected, rtol=TOLERANCE, atol=TOLERANCE * max(scale, 1e-3))
        else:
            np.testing.assert_array_equal(array, expected)


def run(line, evaluate=evaluate, exact_types=False):
    wanted = RECORDED[line]
    if isinstance(wanted, dict):
        with pytest.raises(Exception) as caught:
            evaluate(line)
        names = {kind.__name__ for kind in type(caught.value).__mro__}
        assert names & set(wanted["error"]) - {"OpError"} or {"ValueError", "TypeError"} & names, caught.value
        return
    check(line, evaluate(line), exact_types)


# A part of the calls in each way; the long tests take all.
@pytest.mark.parametrize("line", list(RECORDED)[::10])
def test_eager(line):
    run(line)


@pytest.mark.long
@pytest.mark.parametrize("line", list(RECORDED))
def test_all_eager(line):
    run(line)


# Functions of `tf.data`: NumPy's arguments are tensors of the host.
_NOT_IN_DATA = re.compile("constant|Hash|bitcast|complex")
IN_DATA = [line for line in RECORDED if not _NOT_IN_DATA.search(line)]


def in_data(line):
    with _host.scope():
        made = {
            name: (lambda *args, _make=make: _host.tensor(_make(*args)))
            for name, make in ops_values.makers(line).items()
        }
        return evaluate(line, **made)


@pytest.mark.parametrize("line", IN_DATA[4::8])
def test_in_functions_of_datasets(line):
    run(line, in_data)


@pytest.mark.long
@pytest.mark.parametrize("line", IN_DATA)
def test_all_in_functions_of_datasets(line):
    run(line, in_data)


# Compiled: the arguments `f`, `u`, `i`, `c` are traced.
_ON_HOST = re.compile(
    "strings|signal|lookup|debugging|nest|where\\(\\[\\[|unique|boolean_mask|dynamic_|non_max|draw_|setdiff|range|linspace"
    "|eig|linalg.lu|expm|segment_(sum|mean|max|min|prod)\\(f|get_static|confusion|bincount|polyval|clip_by_global_norm"
)
COMPILED = [
    line
    for line in RECORDED
    if re.search(r"\b[fuic]\(", line) and not isinstance(RECORDED[line], dict) and not _ON_HOST.search(line)
]


def compiled(line):
    arrays = []
    for name, make in ops_values.makers(line).items():

        def record(*args, _make=make):
            arrays.append(_make(*args))
            return tf.constant(arrays[-1])

        globals()["_record_" + name] = record
    evaluate(line, **{name: globals()["_record_" + name] for name in "fuic"})

    @tf.function
    def function(*traced):
        rest = iter(traced)
        return evaluate(line, **{name: (lambda *_: next(rest)) for name in "fuic"})

    return function(*[tf.constant(array) for array in arrays])


@pytest.mark.parametrize("line", COMPILED[4::16])
def test_compiled(line):
    run(line, compiled)


@pytest.mark.long
@pytest.mark.parametrize("line", COMPILED)
def test_all_compiled(line):
    run(line, compiled)


def test_old_names_of_arguments():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    assert tf.reduce_sum(x, reduction_indices=[1], keep_dims=True).shape == (2, 1)
    assert tf.argmax(x, dimension=1).numpy().tolist() == [1, 1]
    assert tf.expand_dims(x, dim=0).shape == (1, 2, 2)
    assert tf.nn.softmax(x, dim=-1).shape == (2, 2)
    assert tf.nn.conv2d(
        x[None, :, :, None], filter=tf.ones([1, 1, 1, 1]), strides=[1] * 4, padding="SAME"
    ).shape == (1, 2, 2, 1)
    with pytest.raises(TypeError, match="unexpected keyword"):
        tf.reduce_sum(x, dims=1)


def test_variables_lists_and_tensors_are_arguments():
    v = tf.Variable([1.0, 2.0])
    assert tf.add(v, 1).numpy().tolist() == [2.0, 3.0]
    assert tf.concat([v, [3.0]], 0).numpy().tolist() == [1.0, 2.0, 3.0]
    assert tf.stack([v[0], 5.0]).numpy().tolist() == [1.0, 5.0]
    assert tf.reshape(v, [tf.shape(v)[0], 1]).shape == (2, 1)


def test_keras_tensors_are_arguments():
    import keras

    x = keras.Input((4, 6))
    y = tf.reshape(tf.nn.relu(x), [tf.shape(x)[0], 24])
    z = tf.reduce_mean(tf.concat([y, y * 2], axis=-1), axis=1, keepdims=True)
    assert keras.Model(x, z)(np.ones((2, 4, 6), np.float32)).shape == (2, 1)


def test_gradients_flow():
    x = tf.constant([[1.0, -2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(tf.gather(tf.clip_by_value(x, -1.0, 3.5), [0, 0]) ** 2)
    assert tape.gradient(y, x).numpy().tolist() == [[4.0, 0.0], [0.0, 0.0]]


def test_devices():
    with tf.device("/CPU:0"):
        assert float(tf.reduce_sum([1.0, 2.0])) == 3.0
    a = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.device("/TPU:3"):
        c = tf.matmul(a, a)
    assert c.numpy().tolist() == [[7.0, 10.0], [15.0, 22.0]] and "3" in str(c.device)
    assert (c + a).numpy().tolist() == [[8.0, 12.0], [18.0, 26.0]]
    with pytest.raises(tf.errors.InvalidArgumentError, match="cores"), tf.device("/device:TPU:99"):
        pass
    assert tf.test.gpu_device_name() == "" and not tf.test.is_gpu_available()
    with tf.name_scope("block") as scope:
        assert scope == "block/"


def test_a_gpu_that_is_not_there(capsys):
    """TensorFlow places softly in eager code; a session of TensorFlow 1 only if it is told to."""
    for name in ("/GPU:0", "/device:GPU:1", "gpu:0"):
        with tf.device(name):
            total = tf.reduce_sum([1.0, 2.0])
        assert float(total) == 3.0 and total.device == tf.constant(1.0).device
    assert capsys.readouterr().err.count("there is no GPU here") == 1
    assert tf.config.get_soft_device_placement()
    tf.config.set_soft_device_placement(False)
    try:
        with pytest.raises(tf.errors.InvalidArgumentError, match="placement is off"), tf.device("/GPU:0"):
            pass
    finally:
        tf.config.set_soft_device_placement(True)
    with tf.Session() as session:
        with tf.device("/gpu:0"):
            total = tf.constant(3.0) + 1.0
        with pytest.raises(tf.errors.InvalidArgumentError, match="allow_soft_placement"):
            session.run(total)
        softly = tf.Session(config=tf.ConfigProto(allow_soft_placement=True))
        assert softly.run(total) == 4.0
        tf.reset_default_graph()
        assert session.run(tf.constant(2.0)) == 2.0


def test_text_is_on_the_host():
    assert tf.gather(["a", "b", "c"], tf.constant([2, 0])).numpy().tolist() == [b"c", b"a"]
    assert tf.where(tf.constant([True, False]), ["a", "b"], "z").numpy().tolist() == [b"a", b"z"]
    assert bool(tf.equal(tf.constant("a"), "a"))


def test_flags_of_2018():
    tf.flags.DEFINE_integer("a_flag_of_a_test", 3, "A number.")
    assert tf.flags.FLAGS.a_flag_of_a_test == 3
    assert tf.VERSION and tf.version.VERSION == tf.__version__


def test_roots_and_logarithms_of_matrices():
    a = tf.constant([[4.0, 1.0], [1.0, 3.0]])
    root = tf.linalg.sqrtm(a)
    np.testing.assert_allclose((root @ root).numpy(), a.numpy(), rtol=1e-5)
    np.testing.assert_allclose(tf.linalg.expm(tf.linalg.logm(a)).numpy(), a.numpy(), rtol=1e-4)
