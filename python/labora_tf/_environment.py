"""What has to stand in the environment before JAX and Keras are imported; imported first of all."""

from __future__ import annotations

import os

os.environ.setdefault("KERAS_BACKEND", "jax")
#: `HOST:PORT` of the worker of a TPU, as Colab named it; None where there is none.
WORKER = os.environ.get("COLAB_TPU_ADDR")
#: A runtime of the laboratory brings JAX's platform `tpu` itself; then TPU_NAME is there, too.
CONNECTS_ITSELF = bool(WORKER) and not os.environ.get("TPU_NAME")
if CONNECTS_ITSELF:
    os.environ.setdefault("JAX_PLATFORMS", "tpu,cpu")
    os.environ.setdefault("IFRT_PROXY_USE_INSECURE_GRPC_CREDENTIALS", "true")


def names_tpu() -> bool:
    """True if the environment says that this runtime has a TPU."""
    return any(os.environ.get(name) for name in ("COLAB_TPU_ADDR", "TPU_NAME"))
