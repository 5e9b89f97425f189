"""Devices of the TPU: their order, copies to and from JAX's processor, and statistics of their memory."""

import os

from .connection import Host


def quieten():
    """Hides warnings of the client, which logs each error of a program before it raises it."""
    from jax._src.lib import utils

    # JAX sets 1 where nothing is set.
    if os.environ.get("TF_CPP_MIN_LOG_LEVEL", "1") == "1":
        utils.absl_set_min_log_level(2)


def order_meshes():
    """Lets `jax.make_mesh` have the devices in the order of their numbers: all are equally far from each other."""
    import numpy as np
    from jax._src import mesh_utils

    def in_order(shape, devices, **_):
        return np.asarray(devices).reshape(shape)

    mesh_utils.device_kind_handler_dict["Labora software TPU core"] = in_order


def add_copies():
    """Copies arrays between the TPU and JAX's processor through the host: neither client knows the other's devices."""
    import numpy as np
    from jax._src.interpreters import pxla
    from jax._src.lib import xla_client

    stock = xla_client.batched_copy_array_to_devices_with_sharding

    def copy(arrays, devices, shardings, semantics):
        results = [None] * len(arrays)
        within = []
        for i, (array, places) in enumerate(zip(arrays, devices)):
            (here, *_), (there, *_) = array.devices(), places
            if here.client is there.client:
                within.append(i)
            else:
                results[i] = pxla.shard_args([shardings[i]], [None], [semantics[i]], [np.asarray(array)])[0]
        copies = stock(*([of_each[i] for i in within] for of_each in (arrays, devices, shardings, semantics)))
        for i, result in zip(within, copies):
            results[i] = result
        return results

    xla_client.batched_copy_array_to_devices_with_sharding = copy


def add_memory_stats():
    """Lets devices have statistics of their memory, which the client refuses."""
    from jax._src.lib import xla_client

    stock = xla_client.Device.memory_stats

    def memory_stats(self):
        return Host.get().memory_stats(self.id) if self.platform == "tpu" else stock(self)

    xla_client.Device.memory_stats = memory_stats


ADDITIONS = (quieten, order_meshes, add_copies, add_memory_stats)
