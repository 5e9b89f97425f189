"""Keras 3 on TensorFlow or JAX (KERAS_BACKEND): training steps and predictions.

Usage: KERAS_BACKEND=tensorflow python keras_peer.py WORK --batch N [--dtype float32|bfloat16] [--steps N]
"""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import timing

given = timing.arguments(__doc__, ["cifar10-step", "cifar10-predict", "resnet50", "transformer", "mlp"])

import keras
from article_keras import cifar10
from keras import layers

keras.mixed_precision.set_dtype_policy("mixed_bfloat16" if given.dtype == "bfloat16" else "float32")


def resnet50():
    def conv_norm(x, width, kernel, stride=1):
        # The padding of PyTorch and Labora: the same on both sides.
        x = layers.ZeroPadding2D(kernel // 2)(x) if kernel > 1 and stride > 1 else x
        padding = "valid" if stride > 1 or kernel == 1 else "same"
        x = layers.Conv2D(width, kernel, stride, padding=padding, use_bias=False)(x)
        return layers.BatchNormalization(momentum=0.9, epsilon=1e-5)(x)

    image = keras.Input((224, 224, 3))
    x = layers.ReLU()(conv_norm(image, 64, 7, 2))
    x = layers.MaxPooling2D(3, 2)(layers.ZeroPadding2D(1)(x))
    for blocks, width, first_stride in [(3, 64, 1), (4, 128, 2), (6, 256, 2), (3, 512, 2)]:
        for index in range(blocks):
            stride = first_stride if index == 0 else 1
            y = layers.ReLU()(conv_norm(x, width, 1))
            y = layers.ReLU()(conv_norm(y, width, 3, stride))
            y = conv_norm(y, 4 * width, 1)
            x = conv_norm(x, 4 * width, 1, stride) if index == 0 else x
            x = layers.ReLU()(x + y)
    x = layers.GlobalAveragePooling2D()(x)
    return keras.Model(image, layers.Dense(1000, dtype="float32")(x))


def transformer():
    tokens = keras.Input((256, 512))
    x = tokens
    for _ in range(6):
        y = layers.LayerNormalization(epsilon=1e-5)(x)
        x = x + layers.MultiHeadAttention(8, 64)(y, y)
        y = layers.LayerNormalization(epsilon=1e-5)(x)
        y = layers.Dense(2048, activation=lambda v: keras.activations.gelu(v, approximate=True))(y)
        x = x + layers.Dense(512)(y)
    return keras.Model(tokens, x)


def mlp():
    return keras.Sequential(
        [keras.Input((784,)), layers.Dense(512, "relu"), layers.Dense(512, "relu"), layers.Dense(10, dtype="float32")]
    )


def trained(model, optimizer, loss, x, y, metrics=()):
    """A training step: TensorFlow and JAX compile it as a whole."""
    model.compile(optimizer, loss, metrics=list(metrics))
    return lambda: model.train_on_batch(x, y)


def predicted(model, x):
    """A prediction from host arrays by the backend's compiled call; `predict` itself costs milliseconds."""
    if keras.backend.backend() == "tensorflow":
        import tensorflow

        call = tensorflow.function(lambda v: model(v, training=False))
        return lambda: call(tensorflow.constant(x)).numpy()
    import jax
    import numpy

    variables = [v.value for v in model.trainable_variables], [v.value for v in model.non_trainable_variables]
    call = jax.jit(lambda variables, v: model.stateless_call(*variables, v, training=False)[0])
    return lambda: numpy.asarray(call(variables, x))


logits = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
if given.work == "cifar10-step":
    x, y = timing.images(given.batch)
    accuracy = ["sparse_categorical_accuracy"]
    call = trained(cifar10(), keras.optimizers.Adam(), "sparse_categorical_crossentropy", x, y, accuracy)
elif given.work == "cifar10-predict":
    call = predicted(cifar10(), timing.images(given.batch)[0])
elif given.work == "resnet50":
    x, y = timing.images(given.batch, 224, 1000)
    call = trained(resnet50(), keras.optimizers.SGD(0.1, momentum=0.9), logits, x / 255, y)
elif given.work == "transformer":
    x = timing.vectors(given.batch, 256, 512)
    call = trained(transformer(), keras.optimizers.Adam(), "mean_squared_error", x, x[::-1].copy())
else:
    y = timing.images(given.batch, 1)[1]
    call = trained(mlp(), keras.optimizers.Adam(), logits, timing.vectors(given.batch, 784), y)
timing.report(f"keras {keras.__version__} on {keras.backend.backend()}", given, call)
