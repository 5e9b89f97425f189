"""`tf.keras.wrappers`."""

from . import scikit_learn

__all__ = ["scikit_learn"]
