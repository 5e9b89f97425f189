"""`tf.contrib.tpu.python.ops.tpu_ops`: of the operations inside of a TPU's program, the sum over cores."""

from typing import Any

from ..... import _feeds
from .....tpu import cross_replica_sum

__all__ = ["cross_replica_sum"]


def __getattr__(name: str) -> Any:
    raise _feeds.missing("tf.contrib.tpu.python.ops.tpu_ops", name)
