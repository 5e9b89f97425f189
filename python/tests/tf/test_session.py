"""Sessions, `tf.contrib`, `tf.config` and devices."""

from __future__ import annotations

import os

import numpy as np
import pytest

import labora_tf as tf

ADDRESS = "grpc://" + os.environ.get("COLAB_TPU_ADDR", "127.0.0.1:8470")


def test_devices_of_a_session():
    with tf.Session(ADDRESS) as session:
        devices = session.list_devices()
        kinds = [device.device_type for device in devices]
        assert kinds.count("TPU") == 8
        assert devices[kinds.index("TPU")].name.endswith("/device:TPU:0")
        assert session.run(tf.contrib.tpu.initialize_system()) is not None
        assert session.run(tf.contrib.tpu.shutdown_system()) is None
    with pytest.raises(RuntimeError, match="closed"):
        session.run(tf.constant(1.0))
    assert [d.device_type for d in tf.Session().list_devices()] == ["CPU"]


def test_rewrite_with_placeholders():
    x, y = tf.placeholder(tf.float32, [10]), tf.placeholder(tf.float32, [10])
    operations = tf.contrib.tpu.rewrite(lambda a, b: a + b, [x, y])
    session = tf.Session(ADDRESS, config=tf.ConfigProto(allow_soft_placement=True))
    session.run(tf.contrib.tpu.initialize_system())
    found = session.run(operations, {x: np.arange(10), y: np.arange(10)})
    np.testing.assert_array_equal(found[0], np.arange(10) * 2.0)
    axy = tf.contrib.tpu.rewrite(lambda a, x, y: a * x + y, inputs=[3.0, tf.ones([3, 3]), tf.ones([3, 3])])
    np.testing.assert_array_equal(session.run(axy)[0], np.full((3, 3), 4.0))
    shares = tf.contrib.tpu.batch_parallel(lambda a: a * 2.0, [np.arange(16.0)], num_shards=8)
    np.testing.assert_array_equal(session.run(shares)[0], np.arange(16) * 2.0)
    session.close()


def test_values_and_structures():
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        variable = tf.Variable(2.0)
        found = session.run({"a": tf.constant([1.0, 2.0]), "b": (variable, tf.constant(3))})
        np.testing.assert_array_equal(found["a"], [1.0, 2.0])
        assert found["b"] == (2.0, 3)
        x = tf.placeholder(tf.float32, [None, 2])
        doubled = x * 2.0 + 1.0
        np.testing.assert_array_equal(session.run(doubled, feed_dict={x: [[1, 2]]}), [[3.0, 5.0]])
        with pytest.raises(tf.errors.InvalidArgumentError, match="feed a value"):
            session.run(doubled)


def test_config():
    assert [d.name for d in tf.config.list_logical_devices("TPU")] == [f"/device:TPU:{i}" for i in range(8)]
    assert tf.config.list_physical_devices("GPU") == []
    for device in tf.config.experimental.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(device, True)
    tf.config.set_visible_devices([], "GPU")
    tf.config.optimizer.set_jit(True)
    from labora_tf.python.client import device_lib

    assert [d.device_type for d in device_lib.list_local_devices()] == ["CPU"]


def test_refusals_name_what_to_use():
    for name in ("TPUEstimator", "RunConfig"):
        with pytest.raises(AttributeError, match="Keras model") as raised:
            getattr(tf.contrib.tpu, name)
        assert isinstance(raised.value, NotImplementedError)
    with pytest.raises(AttributeError, match="estimators"):
        _ = tf.estimator.Estimator
    with pytest.raises(AttributeError, match="tf.contrib.slim"):
        _ = tf.contrib.slim


def test_infeed_and_outfeed_are_refused_under_all_their_names():
    from labora_tf.contrib.tpu.python.ops import tpu_ops
    from labora_tf.contrib.tpu.python.tpu import tpu_feed
    from labora_tf.python.tpu.ops import tpu_ops as later

    assert later.cross_replica_sum is tf.contrib.tpu.cross_replica_sum
    operations = ["infeed_enqueue", "infeed_enqueue_tuple", "infeed_dequeue", "infeed_dequeue_tuple"]
    operations += [name.replace("infeed", "outfeed") for name in operations]
    named = [(module, name) for module in (tpu_ops, later, tf.contrib.tpu) for name in operations]
    named += [(tf.contrib.tpu, "InfeedQueue"), (tpu_feed, "InfeedQueue")]
    for module, name in named:
        with pytest.raises(AttributeError, match=f"{name} is not in Labora: .* Give the batches") as raised:
            getattr(module, name)
        assert isinstance(raised.value, NotImplementedError)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = tpu_ops.nothing


def test_long_names():
    from labora_tf.python.keras.layers import Dense

    from labora_tf.contrib.tpu.python.tpu import keras_support
    from labora_tf.python.platform import tf_logging

    assert keras_support.TPUDistributionStrategy is tf.contrib.tpu.TPUDistributionStrategy
    assert Dense is tf.keras.layers.Dense
    assert tf_logging.INFO == tf.logging.INFO


def test_functions_of_2018_train_on_cores():
    rows = np.random.RandomState(0).rand(64, 4).astype("float32")
    labels = (rows.sum(axis=1) > 2.0).astype("int32")
    images, targets = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.int32, [None])
    optimizer_of = {}

    def fit(x, y):
        with tf.variable_scope("fundamentals", reuse=tf.AUTO_REUSE):
            weights = tf.get_variable("w", [4, 2])
            bias = tf.get_variable("b", [2], initializer="zeros")
        logits = tf.matmul(x, weights) + bias
        losses = tf.keras.losses.sparse_categorical_crossentropy(y, logits, from_logits=True)
        loss = tf.reduce_mean(losses)
        optimizer = optimizer_of.setdefault("one", tf.train.AdamOptimizer(0.1))
        optimizer = tf.contrib.tpu.CrossShardOptimizer(optimizer)
        return loss, optimizer.minimize(loss, tf.train.get_or_create_global_step())

    session = tf.Session(ADDRESS)
    one = tf.contrib.tpu.rewrite(fit, [images, targets])
    first = [session.run(one, {images: rows, targets: labels})[0] for _ in range(5)]
    assert first[-1] < first[0]
    optimizer_of.clear()
    eight = tf.contrib.tpu.batch_parallel(fit, [images, targets], num_shards=8)
    found = [session.run(eight, {images: rows, targets: labels})[0] for _ in range(5)]
    assert found[0].shape == (8,)
    assert found[-1].mean() < first[-1]
    open_x, open_y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    added = tf.contrib.tpu.rewrite(lambda a, b: a + b, [open_x, open_y])
    assert session.run(added, {open_x: np.arange(16), open_y: np.ones(16)})[0].tolist() == list(range(1, 17))
    assert session.run(open_x + open_y, {open_x: 1, open_y: 2}) == 3.0
