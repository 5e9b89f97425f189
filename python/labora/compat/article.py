"""TensorFlow of 2018, as far as the article "Keras on TPU" uses it, on Keras 3 and this processor.

    import labora.compat.article as tf      # in place of `import tensorflow as tf`

or, for cells that import from `tensorflow.keras` as well,

    import labora.compat.article
    labora.compat.article.install()         # before the first cell; refuses if TensorFlow is installed

What is not named here is that of Keras 3: `tf.keras` is the package `keras` with its JAX backend. A model is
converted by `tf.contrib.tpu.keras_to_tpu_model`: its copy is trained over the eight cores of the processor
(`keras.distribution.DataParallel`), each with an eighth of the batch. If the variable `COLAB_TPU_ADDR` names a
worker (`labora worker`) as `HOST:PORT`, these are its cores; `LABORA_WORKER_TOKEN` has its token.

Unlike in 2018, batch normalization uses the statistics of the whole batch, as Keras 3 does, and not of each core.
"""

from __future__ import annotations

import importlib.util
import logging as _logging
import os
import sys
import types
from collections.abc import Sequence
from typing import Any

# The worker that the environment names, as Colab did: JAX's platform `tpu`. A runtime of the laboratory, which
# has TPU_NAME too, brings its own.
_worker = os.environ.get("COLAB_TPU_ADDR")
# Keras reads it when it is imported; the CPU device is JAX's own, for callbacks.
os.environ.setdefault("KERAS_BACKEND", "jax")
os.environ.setdefault("JAX_PLATFORMS", "tpu,cpu" if _worker else "labora,cpu")
if _worker and not os.environ.get("TPU_NAME"):
    os.environ.setdefault("IFRT_PROXY_USE_INSECURE_GRPC_CREDENTIALS", "true")
    from jax.extend.backend import ifrt_proxy, register_backend_factory

    def _connect() -> Any:
        options = ifrt_proxy.ClientConnectionOptions()
        if token := os.environ.get("LABORA_WORKER_TOKEN"):
            options.initialization_data = {"authorization": f"Bearer {token}".encode()}
        return ifrt_proxy.get_client(f"grpc://{_worker}", options)

    register_backend_factory("tpu", _connect, priority=-1)

import keras  # noqa: E402

__version__ = "1.12.0"

_log = _logging.getLogger("tensorflow")


class _Logging(types.ModuleType):
    """`tf.logging`."""

    DEBUG, INFO, WARN, ERROR, FATAL = (
        _logging.DEBUG,
        _logging.INFO,
        _logging.WARNING,
        _logging.ERROR,
        _logging.CRITICAL,
    )

    @staticmethod
    def set_verbosity(level: int) -> None:
        """Shows messages of this level and above on standard error, as `INFO:tensorflow:message`."""
        if not _log.handlers:
            handler = _logging.StreamHandler()
            handler.setFormatter(_logging.Formatter("%(levelname)s:%(name)s:%(message)s"))
            _log.addHandler(handler)
            _log.propagate = False
        _log.setLevel(level)

    @staticmethod
    def get_verbosity() -> int:
        return _log.level

    info, warn, warning, error, debug = _log.info, _log.warning, _log.warning, _log.error, _log.debug


def _module(name: str, **members: Any) -> types.ModuleType:
    module = types.ModuleType(name)
    module.__dict__.update(members)
    return module


class TPUClusterResolver:
    """`tf.contrib.cluster_resolver.TPUClusterResolver`: the address for the log. Devices are those of the worker at
    `COLAB_TPU_ADDR`, else the processor of this process."""

    def __init__(self, tpu: str | bytes | None = None, *_: Any, **__: Any) -> None:
        self._address = tpu.decode() if isinstance(tpu, bytes) else tpu

    def master(self) -> str:
        return self._address or "labora"


def _all_devices() -> list[Any]:
    if _worker and "tpu" in os.environ["JAX_PLATFORMS"].split(","):
        import jax

        return jax.devices("tpu")
    import labora

    return labora.devices()


class TPUDistributionStrategy:
    """`tf.contrib.tpu.TPUDistributionStrategy`: all cores of the processor."""

    def __init__(self, tpu_cluster_resolver: TPUClusterResolver | None = None, *_: Any, **__: Any) -> None:
        self._resolver = tpu_cluster_resolver or TPUClusterResolver()

    def _devices(self) -> list[Any]:
        devices = _all_devices()
        _log.info("Querying Tensorflow master (%s) for TPU system metadata.", self._resolver.master())
        _log.info("Found TPU system:")
        _log.info("*** Num TPU Cores: %d", len(devices))
        _log.info("*** Num TPU Workers: 1")
        _log.info("*** Num TPU Cores Per Worker: %d", len(devices))
        for device in devices:
            _log.info("*** Available Device: %s", device)
        return devices


class KerasTPUModel:
    """The model that `keras_to_tpu_model` returns.

    It has the methods of a `keras.Model`; those that train, evaluate and predict run on the cores. The model it was
    made of stays on the host and gets the weights by `sync_to_cpu`.
    """

    def __init__(self, cpu_model: keras.Model, strategy: TPUDistributionStrategy | None = None) -> None:
        self._cpu_model = cpu_model
        devices = (strategy or TPUDistributionStrategy())._devices()
        names = [f"{device.platform}:{device.id}" for device in devices]
        keras.distribution.set_distribution(keras.distribution.DataParallel(devices=names))
        self._tpu_model = keras.models.clone_model(cpu_model)
        self._tpu_model.set_weights(cpu_model.get_weights())
        if cpu_model.compiled:
            self._tpu_model.compile_from_config(cpu_model.get_compile_config())
        self._is_newer = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tpu_model, name)

    def compile(self, *args: Any, **kwargs: Any) -> None:
        self._cpu_model.compile(*args, **kwargs)
        self._tpu_model.compile_from_config(self._cpu_model.get_compile_config())

    def fit(self, *args: Any, **kwargs: Any) -> keras.callbacks.History:
        self._is_newer = True
        return self._tpu_model.fit(*args, **kwargs)

    def train_on_batch(self, *args: Any, **kwargs: Any) -> Any:
        self._is_newer = True
        return self._tpu_model.train_on_batch(*args, **kwargs)

    def sync_to_cpu(self) -> keras.Model:
        """The model on the host, with the weights of the cores."""
        if self._is_newer:
            _log.info("Copying TPU weights to the CPU")
            self._cpu_model.set_weights(self._tpu_model.get_weights())
            self._is_newer = False
        return self._cpu_model

    def get_weights(self) -> list[Any]:
        return self.sync_to_cpu().get_weights()

    def set_weights(self, weights: Sequence[Any]) -> None:
        self._cpu_model.set_weights(weights)
        self._tpu_model.set_weights(weights)
        self._is_newer = False

    def save_weights(self, filepath: str | os.PathLike[str], overwrite: bool = True) -> None:
        """Saves the weights: `.weights.h5` in the format of Keras 3, other names in that of 2018."""
        model = self.sync_to_cpu()
        path = os.fspath(filepath)
        if not overwrite and os.path.exists(path):
            raise FileExistsError(f"{path} exists, and overwrite is False")
        if path.endswith(".weights.h5"):
            model.save_weights(path)
            return
        import h5py
        from keras.src.legacy.saving import legacy_h5_format

        with h5py.File(path, "w") as file:
            legacy_h5_format.save_weights_to_hdf5_group(file, model)

    def load_weights(self, filepath: str | os.PathLike[str]) -> None:
        self._cpu_model.load_weights(os.fspath(filepath))
        self.set_weights(self._cpu_model.get_weights())


def keras_to_tpu_model(model: keras.Model, strategy: TPUDistributionStrategy | None = None) -> KerasTPUModel:
    """`tf.contrib.tpu.keras_to_tpu_model`: a copy of a model that trains over all cores."""
    return KerasTPUModel(model, strategy)


def _adam(learning_rate: float = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8, **_: Any):
    return keras.optimizers.Adam(learning_rate, beta_1=beta1, beta_2=beta2, epsilon=epsilon)


def _gradient_descent(learning_rate: float, **_: Any) -> keras.optimizers.Optimizer:
    return keras.optimizers.SGD(learning_rate)


def _momentum(learning_rate: float, momentum: float, use_nesterov: bool = False, **_: Any):
    return keras.optimizers.SGD(learning_rate, momentum=momentum, nesterov=use_nesterov)


def _rms_prop(learning_rate: float, decay: float = 0.9, momentum: float = 0.0, epsilon: float = 1e-10, **_: Any):
    return keras.optimizers.RMSprop(learning_rate, rho=decay, momentum=momentum, epsilon=epsilon)


logging = _Logging("tensorflow.logging")
train = _module(
    "tensorflow.train",
    AdamOptimizer=_adam,
    GradientDescentOptimizer=_gradient_descent,
    MomentumOptimizer=_momentum,
    RMSPropOptimizer=_rms_prop,
)
contrib = _module(
    "tensorflow.contrib",
    tpu=_module(
        "tensorflow.contrib.tpu",
        keras_to_tpu_model=keras_to_tpu_model,
        TPUDistributionStrategy=TPUDistributionStrategy,
    ),
    cluster_resolver=_module("tensorflow.contrib.cluster_resolver", TPUClusterResolver=TPUClusterResolver),
)


def install() -> None:
    """Makes this module the one that `import tensorflow` finds, and Keras what `tensorflow.keras` is.

    Raises:
        ImportError: TensorFlow is installed; use it, or `import labora.compat.article as tf`.
    """
    this = sys.modules[__name__]
    if sys.modules.get("tensorflow") is not this and importlib.util.find_spec("tensorflow") is not None:
        raise ImportError("TensorFlow is installed: write `import labora.compat.article as tf` instead of install()")
    # Keras asks for TensorFlow when it is first needed, and shall go on without it.
    from keras.src.utils import module_utils

    for module in vars(module_utils).values():
        getattr(module, "available", None)
    sys.modules["tensorflow"] = this
    for module in (logging, train, contrib, contrib.tpu, contrib.cluster_resolver):
        sys.modules[module.__name__] = module
    sys.modules["tensorflow.keras"] = keras
    for name in ("activations", "applications", "backend", "callbacks", "constraints", "datasets", "initializers",
                 "layers", "losses", "metrics", "models", "optimizers", "regularizers", "utils"):  # fmt: skip
        sys.modules[f"tensorflow.keras.{name}"] = getattr(keras, name)
