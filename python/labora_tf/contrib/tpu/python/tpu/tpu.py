"""`tf.contrib.tpu.python.tpu.tpu`."""

from ..... import tpu as _tpu
from ... import initialize_system, shutdown_system

rewrite, shard, batch_parallel, replicate, core = (
    _tpu.rewrite,
    _tpu.shard,
    _tpu.batch_parallel,
    _tpu.replicate,
    _tpu.core,
)

__all__ = ["batch_parallel", "core", "initialize_system", "replicate", "rewrite", "shard", "shutdown_system"]
