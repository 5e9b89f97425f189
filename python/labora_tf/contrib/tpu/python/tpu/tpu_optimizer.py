"""`tf.contrib.tpu.python.tpu.tpu_optimizer`."""

from ... import CrossShardOptimizer

__all__ = ["CrossShardOptimizer"]
