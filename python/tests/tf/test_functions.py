"""`tf.function`, loops and branches beside real TensorFlow's results (function_expected.json)."""

from __future__ import annotations

import os
import sys

import numpy as np
import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import function_cases  # noqa: E402
import keras  # noqa: E402
import recorded  # noqa: E402

import labora_tf as tf  # noqa: E402

EXPECTED = recorded.expected("function")


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_case(name):
    recorded.check(function_cases.CASES[name](tf), EXPECTED[name])


def test_traces_once_for_each_kind(capsys):
    @tf.function
    def f(x, n=1):
        print("traced", n)
        return x * n

    for x in (1.0, 2.0, [1.0, 2.0], [3.0, 4.0]):
        f(tf.constant(x))
    f(tf.constant(1.0), 2)
    f(tf.constant(1.0), n=2)
    assert capsys.readouterr().out.split("\n")[:-1] == ["traced 1", "traced 1", "traced 2"]
    assert f.experimental_get_tracing_count() == 3


def test_prints_each_time(capsys):
    @tf.function
    def f(x):
        tf.print("x is", x, [x], sep="|")

    for x in (1.0, 0.1):
        f(tf.constant(x))
    assert "x is|1|[1]\nx is|0.1|[0.1]\n" in capsys.readouterr().err


def test_random_numbers_advance():
    @tf.function
    def f():
        return keras.random.uniform((3,))

    assert (f().numpy() != f().numpy()).all()


def test_what_cannot_be_traced_runs_once_each_call(capsys):
    calls = []
    v = tf.Variable(0.0)

    @tf.function
    def not_traceable(x):
        v.assign_add(1.0)
        if x > 0:
            calls.append(float(x))
        return x

    for x in (1.0, -1.0, 2.0):
        not_traceable(tf.constant(x))
    assert v.numpy() == 3.0 and calls == [1.0, 2.0]
    assert capsys.readouterr().err.count("not_traceable") == 1


def test_an_error_of_the_function_is_raised_and_changes_nothing():
    v = tf.Variable(1.0)

    @tf.function
    def f(x):
        v.assign(x)
        raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        f(tf.constant(2.0))
    assert v.numpy() == 1.0
    assert tf.executing_eagerly()


def test_a_wrong_shape_for_the_signature():
    f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([2], tf.float32)])
    with pytest.raises(TypeError, match="TensorSpec"):
        f(tf.constant([1.0, 2.0, 3.0]))


def test_executing_eagerly_and_init_scope():
    seen = []

    @tf.function
    def f(x):
        seen.append(tf.executing_eagerly())
        with tf.init_scope():
            seen.append(tf.executing_eagerly())
            seen.append(float(tf.constant(2.0) + 1.0))
        return x

    f(tf.constant(1.0))
    assert seen == [False, True, 3.0] and tf.executing_eagerly()


def test_methods_and_models():
    class Net(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(2)

        @tf.function
        def call(self, x, training=False):
            return self.dense(x)

        @tf.function
        def twice(self, x):
            return self(x) * 2.0

    net, other = Net(), Net()
    x = np.ones((4, 3), np.float32)
    np.testing.assert_allclose(net.twice(x), net(x) * 2.0, rtol=1e-6)
    assert (other.twice(x).numpy() != net.twice(x).numpy()).any()
    net.compile("sgd", "mse")
    net.fit(x, np.ones((4, 2)), verbose=0)
    assert net.predict(x, verbose=0).shape == (4, 2)


def test_get_concrete_function():
    f = tf.function(lambda x: x * 2.0)
    assert f.get_concrete_function(tf.TensorSpec([], tf.float32))(tf.constant(2.0)).numpy() == 4.0


def test_run_functions_eagerly():
    from labora_tf import _function

    seen = []
    f = tf.function(lambda x: seen.append(tf.executing_eagerly()) or x)
    _function.run_functions_eagerly(True)
    try:
        f(tf.constant(1.0))
    finally:
        _function.run_functions_eagerly(False)
    assert seen == [True]


def test_assertions():
    tf.Assert(tf.constant(True), ["fine"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="wrong"):
        tf.Assert(tf.constant(False), ["wrong"])
