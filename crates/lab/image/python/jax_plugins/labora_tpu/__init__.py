"""Makes the TPU of the runtime JAX's default device.

JAX imports the modules of `jax_plugins` before it looks for devices. The client is the one of stock jaxlib. What it
lacks is added here: `arrays` has views of NumPy and DLPack; `devices` has statistics of memory, copies to and from
JAX's processor, and meshes with the devices in their order; `lowering` has decompositions that JAX computes on processors
only; `kernels` has those of Pallas; `callbacks` has calls of Python functions, over a `connection` of their own.
"""

import os
import time

START_SECONDS = 60


def initialize():
    """Takes the place of JAX's search for a TPU of this machine, in a runtime that has one."""
    if "LABORA_WORKER_TOKEN" not in os.environ or "TPU_NAME" not in os.environ:
        return
    from jax.extend.backend import register_backend_factory

    from . import arrays, callbacks, devices, kernels, lowering

    register_backend_factory("tpu", connect, priority=500)
    for add in (
        arrays.ADDITIONS + devices.ADDITIONS + lowering.ADDITIONS + callbacks.ADDITIONS + kernels.ADDITIONS
    ):
        try:
            add()
        except (ImportError, AttributeError):
            # A release of JAX that has other modules: it works as it does on its own.
            pass


def connect():
    """The devices behind `TPU_NAME`, when the worker is up."""
    from jax.extend.backend import ifrt_proxy

    from .connection import Host, authorization

    os.environ.setdefault("IFRT_PROXY_USE_INSECURE_GRPC_CREDENTIALS", "true")
    options = ifrt_proxy.ClientConnectionOptions()
    options.initialization_data = {"authorization": authorization()}
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            client = ifrt_proxy.get_client(os.environ["TPU_NAME"], options)
        except Exception:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
        else:
            Host.current = None
            return client
