"""`tf.contrib.distribute`."""

from ..distribute import MirroredStrategy, OneDeviceStrategy, TPUStrategy, get_strategy

__all__ = ["MirroredStrategy", "OneDeviceStrategy", "TPUStrategy", "get_strategy", "initialize_tpu_system"]


def initialize_tpu_system(cluster_resolver=None):
    """`tf.tpu.experimental.initialize_tpu_system`."""
    from ..tpu.experimental import initialize_tpu_system

    return initialize_tpu_system(cluster_resolver)
