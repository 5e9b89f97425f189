"""Modules of `tf.contrib.tpu` under their long names."""

from . import tpu_ops

__all__ = ["tpu_ops"]
