"""`tensorflow.python.tpu.ops`."""

from ....contrib.tpu.python.ops import tpu_ops

__all__ = ["tpu_ops"]
