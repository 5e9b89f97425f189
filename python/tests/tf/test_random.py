"""Random numbers: seeds, distributions, and what is drawn in compiled functions and in functions of data
sets.
"""

import numpy as np
import pytest

import labora_tf as tf
from labora_tf import _host


@pytest.mark.parametrize(
    "draw",
    [
        lambda: tf.random.normal([3, 4]),
        lambda: tf.random.uniform([3, 4], 2, 5),
        lambda: tf.random.truncated_normal([5]),
        lambda: tf.random.uniform([9], maxval=7, dtype=tf.int32),
        lambda: tf.random.shuffle(tf.range(20)),
        lambda: tf.random.categorical([[0.0, 1.0, 2.0]], 9),
        lambda: tf.random.gamma([4], 2.0),
        lambda: tf.random.poisson([5], [3.0]),
        lambda: tf.random.normal([4], seed=3),
        lambda: tf.image.random_crop(np.arange(100).reshape(10, 10, 1), [3, 3, 1]),
    ],
)
def test_a_seed_repeats(draw):
    tf.random.set_seed(7)
    first, second = draw().numpy(), draw().numpy()
    tf.random.set_seed(7)
    assert np.array_equal(first, draw().numpy()) and np.array_equal(second, draw().numpy())
    assert not np.array_equal(first, second)


def test_distributions():
    tf.random.set_seed(1)
    x = tf.random.normal([20000], 2.0, 3.0).numpy()
    assert abs(x.mean() - 2) < 0.1 and abs(x.std() - 3) < 0.1 and x.dtype == np.float32
    x = tf.random.truncated_normal([20000], 1.0, 0.5).numpy()
    assert np.all(np.abs(x - 1) <= 1.0001) and abs(x.std() / 0.5 - 0.88) < 0.02
    x = tf.random.uniform([20000], -1, 3).numpy()
    assert x.min() >= -1 and x.max() < 3 and abs(x.mean() - 1) < 0.05
    x = tf.random.uniform([20000], 0, 4, tf.int64).numpy()
    assert set(x.tolist()) == {0, 1, 2, 3}
    with pytest.raises(ValueError, match="maxval"):
        tf.random.uniform([2], dtype=tf.int32)
    x = tf.random.categorical(np.log([[0.1, 0.9]]).astype(np.float32), 20000).numpy()
    assert abs(x.mean() - 0.9) < 0.02 and x.shape == (1, 20000)
    x = tf.random.gamma([20000], 2.0, 4.0).numpy()
    assert abs(x.mean() - 0.5) < 0.02


def test_compiled_functions_draw_anew():
    @tf.function
    def draw():
        return (
            tf.random.normal([3]),
            tf.random.uniform([2], 0, 10, tf.int32),
            tf.nn.dropout(tf.ones([64]), 0.5),
        )

    first, second = draw(), draw()
    assert not np.array_equal(first[0].numpy(), second[0].numpy())
    assert set(np.unique(first[2].numpy())) <= {0.0, 2.0}


def test_layers_draw_anew_in_fit():
    import keras

    class Noise(keras.layers.Layer):
        def call(self, x):
            return x + tf.random.normal(tf.shape(x))

    model = keras.Sequential([keras.Input((2,)), Noise()])
    a, b = model.predict(np.zeros((4, 2)), verbose=0), model.predict(np.zeros((4, 2)), verbose=0)
    assert not np.array_equal(a, b)


def test_stateless():
    a, b = (tf.random.stateless_uniform([4], seed=[1, 2]).numpy() for _ in range(2))
    assert np.array_equal(a, b)
    assert not np.array_equal(a, tf.random.stateless_uniform([4], seed=[2, 2]).numpy())
    assert tf.random.split([1, 2], 3).shape == (3, 2)
    assert np.array_equal(tf.random.fold_in([1, 2], 5).numpy(), tf.random.fold_in([1, 2], 5).numpy())
    image = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
    for function, args in [
        (tf.image.stateless_random_flip_left_right, ()),
        (tf.image.stateless_random_brightness, (0.2,)),
        (tf.image.stateless_random_contrast, (0.2, 0.5)),
        (tf.image.stateless_random_crop, ([2, 2, 3],)),
        (tf.image.stateless_random_hue, (0.2,)),
        (tf.image.stateless_random_saturation, (0.2, 0.5)),
    ]:
        one, two = (function(image, *args, seed=(3, 4)).numpy() for _ in range(2))
        assert np.array_equal(one, two), function


def test_generator():
    one, two = tf.random.Generator.from_seed(5), tf.random.Generator.from_seed(5)
    assert np.array_equal(one.normal([3]).numpy(), two.normal([3]).numpy())
    assert not np.array_equal(one.normal([3]).numpy(), one.normal([3]).numpy())
    assert one.uniform([2], maxval=5, dtype=tf.int32).shape == (2,)
    assert one.make_seeds(2).shape == (2, 2)


def test_seeds_of_operations():
    from labora_tf.random import get_op_seeds

    tf.random.set_seed(1234)
    assert get_op_seeds(5) == (1234, 5)
    first = get_op_seeds(None)
    tf.random.set_seed(1234)
    assert get_op_seeds(None) == first and first[0] == 1234


def test_images_of_a_pipeline_stay_on_the_host():
    image = _host.tensor(np.arange(75, dtype=np.uint8).reshape(5, 5, 3))
    with _host.scope():
        for out in [
            tf.image.random_flip_left_right(image),
            tf.image.random_brightness(image, 0.1),
            tf.image.random_contrast(image, 0.5, 1.5),
            tf.image.random_saturation(image, 0.5, 1.5),
            tf.image.random_hue(image, 0.1),
            tf.image.random_crop(image, [3, 3, 3]),
            tf.image.resize(image, [4, 4]),
            tf.image.rot90(image, tf.random.uniform([], 0, 4, tf.int32)),
            tf.image.resize_with_crop_or_pad(image, 8, 8),
            tf.image.per_image_standardization(image),
            tf.image.central_crop(image, 0.5),
            tf.image.convert_image_dtype(image, tf.float32),
            tf.reshape(image, [-1]),
            tf.one_hot(image[0, 0, 0], 10),
            tf.cast(image, tf.float32) / 255.0,
            tf.random.uniform([]),
        ]:
            assert isinstance(out, _host.HostTensor), out
