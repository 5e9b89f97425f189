"""The article's network for CIFAR-10 in Keras."""

import keras
from keras import layers


def cifar10():
    picture = keras.Input((32, 32, 3))
    x = layers.BatchNormalization()(picture)
    x = layers.Conv2D(32, 3, padding="same", activation="relu")(x)
    x = layers.Conv2D(32, 3, padding="same", activation="relu")(x)
    x = layers.Dropout(0.25)(layers.MaxPooling2D(2)(x))
    x = layers.BatchNormalization()(x)
    x = layers.Conv2D(64, 3, padding="same", activation="relu")(x)
    x = layers.Conv2D(64, 3, activation="relu")(x)
    x = layers.Dropout(0.25)(layers.MaxPooling2D(2)(x))
    x = layers.Dense(512, activation="relu")(layers.Flatten()(x))
    x = layers.Dropout(0.5)(x)
    return keras.Model(picture, layers.Dense(10, activation="softmax", dtype="float32")(x))
