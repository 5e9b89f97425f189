"""`tf.GradientTape` beside real TensorFlow's results (gradient_expected.json, by
tools/tf/record_gradients.py).
"""

from __future__ import annotations

import gc
import os
import sys
import weakref

import numpy as np
import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import gradient_cases  # noqa: E402
import keras  # noqa: E402
import recorded  # noqa: E402

import labora_tf as tf  # noqa: E402

EXPECTED = recorded.expected("gradient")


# Operations that are compiled one by one take their time.
LONG = {"attention", "convolution", "gradient_penalty", "gru", "saliency", "style_image", "two_tapes"}


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.long) if n in LONG else n for n in sorted(EXPECTED)]
)
def test_case(name):
    recorded.check(gradient_cases.CASES[name](tf), EXPECTED[name])


def test_a_tape_is_used_once():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    tape.gradient(y, x)
    with pytest.raises(RuntimeError, match="can only be used to compute one set of gradients"):
        tape.gradient(y, x)


def test_a_tape_is_not_entered_twice():
    with tf.GradientTape() as tape:
        with pytest.raises(ValueError, match="still recording"):
            tape.__enter__()


def test_stop_recording_needs_an_open_tape():
    with pytest.raises(RuntimeError, match="not recording"), tf.GradientTape().stop_recording():
        pass


def test_an_exception_in_the_block_closes_the_tape():
    x = tf.Variable(2.0)
    with pytest.raises(ZeroDivisionError), tf.GradientTape():
        raise ZeroDivisionError
    with tf.GradientTape() as tape:
        y = x * x
    assert float(tape.gradient(y, x)) == 4.0


def test_values_are_arrays_in_the_block_and_after_it():
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = keras.ops.sum(x * x)
        assert y.numpy() == 5.0 and float(y) == 5.0 and bool(y > 4.0)
        assert isinstance(y, tf.Tensor) and np.asarray(y) == 5.0
        assert f"{y:.1f}" == "5.0"
    assert y.numpy() == 5.0 and (y + 1).numpy() == 6.0
    assert tape.gradient(y, x).numpy().tolist() == [2.0, 4.0]


def test_a_gradient_in_the_block():
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x * x
        assert float(tape.gradient(y, x)) == 6.0
        y = y + 1.0
    assert float(y) == 10.0


def test_a_used_tape_lets_go_of_its_tensors():
    x = tf.Variable(np.ones((4, 4), np.float32))
    with tf.GradientTape() as tape:
        y = keras.ops.exp(x)
        held = weakref.ref(y)
        z = keras.ops.sum(y * y)
    tape.gradient(z, x)
    del y, z
    gc.collect()
    assert held() is None


def test_a_tape_that_is_not_used_lets_go_of_its_tensors():
    x = tf.Variable(np.ones((4, 4), np.float32))
    with tf.GradientTape() as tape:
        y = keras.ops.exp(x)
        held = weakref.ref(y)
    del y, tape
    gc.collect()
    assert held() is None


def test_wrong_sources_and_targets():
    x = tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
    with pytest.raises(ValueError, match="not tf.Tensor or tf.Variable"):
        tape.gradient(y, 3.0)
    with pytest.raises(ValueError, match="unconnected_gradients"):
        tape.gradient(y, x, unconnected_gradients="nothing")
    with pytest.raises(RuntimeError, match="Use tf.GradientTape instead"):
        tf.gradients(y, x)


def test_dropout_and_seeds_in_the_block():
    layer = keras.layers.Dropout(0.5, seed=3)
    x = tf.constant(np.ones((8, 8), np.float32))
    results = []
    for _ in range(2):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = layer(x, training=True)
        results.append(np.asarray(tape.gradient(y, x)))
        np.testing.assert_array_equal(results[-1], np.asarray(y))
    assert (results[0] != results[1]).any()


def test_minimize_takes_a_tape_or_a_function():
    x = tf.Variable(3.0)
    optimizer = keras.optimizers.SGD(0.1)
    with tf.GradientTape() as tape:
        loss = x * x
    optimizer.minimize(loss, [x], tape=tape)
    assert float(x.numpy()) == pytest.approx(2.4)
    optimizer.minimize(lambda: x * x, [x])
    assert float(x.numpy()) == pytest.approx(1.92)


def test_an_overridden_train_step():
    class Model(keras.Model):
        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                loss = self.compute_loss(y=y, y_pred=self(x, training=True))
            gradients = tape.gradient(loss, self.trainable_variables)
            self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
            for metric in self.metrics:
                if metric.name == "loss":
                    metric.update_state(loss)
                else:
                    metric.update_state(y, self(x))
            return {m.name: m.result() for m in self.metrics}

    inputs = keras.Input((3,))
    model = Model(inputs, keras.layers.Dense(1)(inputs))
    model.compile(optimizer="sgd", loss="mse", metrics=["mae"])
    x = np.random.default_rng(0).standard_normal((64, 3)).astype("float32")
    history = model.fit(x, x.sum(1), epochs=3, batch_size=16, verbose=0).history
    assert history["loss"][-1] < history["loss"][0]
    assert "mae" in history
