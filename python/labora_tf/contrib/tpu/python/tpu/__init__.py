"""Modules of `tf.contrib.tpu` under their long names."""

from . import keras_support, tpu, tpu_feed, tpu_optimizer

__all__ = ["keras_support", "tpu", "tpu_feed", "tpu_optimizer"]
