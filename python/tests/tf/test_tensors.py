"""Tensors, types and variables beside real TensorFlow's results (tensor_expected.json), and their errors."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import keras  # noqa: E402
import recorded  # noqa: E402
import tensor_cases  # noqa: E402

import labora_tf as tf  # noqa: E402

EXPECTED = recorded.expected("tensor")


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_case(name):
    recorded.check(tensor_cases.CASES[name](tf), EXPECTED[name])


def test_large_integers_are_not_lost():
    x = tf.constant([2**40, 1], tf.int64)
    assert x.numpy().tolist() == [2**40, 1] and x.dtype == tf.int64
    assert tf.cast(np.array([2**35]), tf.int64).numpy().tolist() == [2**35]
    with pytest.raises(OverflowError):
        tf.constant(300, tf.uint8)


def test_conversions_that_fail():
    with pytest.raises(TypeError):
        tf.constant(1.5, tf.int32)
    with pytest.raises(ValueError, match="requested dtype int32 for Tensor with dtype float32"):
        tf.convert_to_tensor(tf.constant(1.0), tf.int32)
    with pytest.raises(TypeError, match="DType"):
        tf.as_dtype("nothing")
    with pytest.raises(ValueError):
        tf.Variable([1.0, 2.0]).assign([1.0])
    with pytest.raises(ValueError, match="initial_value"):
        tf.Variable()


def test_types_work_with_numpy_and_keras():
    assert np.zeros(2, tf.float32).dtype == np.float32
    assert {tf.float32: 1}[np.dtype("float32")] == 1
    assert keras.Input((2,), dtype=tf.float16).dtype == "float16"
    assert keras.ops.cast(tf.constant(1), tf.float32).dtype == tf.float32
    assert keras.layers.Dense(2, dtype=tf.bfloat16).compute_dtype == "bfloat16"


def test_variables_of_layers_are_variables():
    layer = keras.layers.Dense(2)
    layer.build((None, 3))
    kernel = layer.kernel
    assert isinstance(kernel, tf.Variable)
    kernel.assign_add(np.ones((3, 2)), read_value=False)
    value, read = kernel.value(), kernel.read_value()
    assert value.shape == (3, 2) and read.shape.as_list() == [3, 2] and (kernel.value == value).all()


def test_shapes_of_symbolic_tensors():
    x = keras.Input((3, 4))
    assert x.shape.as_list() == [None, 3, 4] and x.get_shape()[1] == 3
    assert keras.layers.Flatten()(x).shape == (None, 12)


def test_numpy_functions_give_values_of_numpy():
    x = tf.constant([0.25, 0.75])
    assert {0: "a", 1: "b"}[np.argmax(x)] == "b"
    assert type(np.squeeze(x[None])) is np.ndarray and type(np.reshape(x, (2, 1))) is np.ndarray
    assert isinstance(np.sum(x), np.float32) and isinstance(np.mean(x), np.float32)
    assert np.random.default_rng(0).choice(2, p=np.squeeze(x)) in (0, 1)


def test_names_that_are_not_there():
    with pytest.raises(AttributeError):
        tf.no_such_name  # noqa: B018
    assert hasattr(tf, "reshape") and "Variable" in dir(tf)


def test_the_first_import_says_what_it_is():
    code = "import labora_tf as tf; print(tf.__version__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "2.19.0\n"
    assert done.stderr.startswith("tensorflow: Labora's") and done.stderr.count("\n") == 1
