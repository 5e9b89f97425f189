"""`tf.contrib.tpu.python.tpu.tpu_feed`: queues of a TPU, which are refused."""

from typing import Any

from ..... import _feeds


def __getattr__(name: str) -> Any:
    raise _feeds.missing("tf.contrib.tpu.python.tpu.tpu_feed", name)
