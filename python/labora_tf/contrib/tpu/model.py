"""`tf.contrib.tpu.keras_to_tpu_model`: a copy of a model whose methods run on the cores.

It is a Keras model of the same kind (sequential, functional, subclassed) and named `KerasTPUModel`. Any
number of rows and any batch size will do: a batch that the cores cannot share evenly is computed by each of
them. The model that it was made of stays as it is until `sync_to_cpu`. What the copy saves is the plain
model.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import keras

from ... import _placement, _system
from ...distribute.cluster_resolver import ContribTPUClusterResolver
from ...distribute.strategies import Strategy
from ...keras import _copies
from ...logging import info


class TPUDistributionStrategy:
    """`tf.contrib.tpu.TPUDistributionStrategy(resolver)`: all cores of the TPU, or one of them."""

    def __init__(self, tpu_cluster_resolver: Any = None, using_single_core: bool = False, **_: Any) -> None:
        self._resolver = tpu_cluster_resolver or ContribTPUClusterResolver()
        if isinstance(self._resolver, (str, bytes)):
            self._resolver = ContribTPUClusterResolver(self._resolver)
        cores = _system.cores_or_error()
        names = _system.device_names()
        if using_single_core:
            cores, names = cores[:1], names[:1]
        self._strategy = Strategy(cores, tuple(names))
        if self._strategy._distribution is None:
            self._strategy._distribution = _placement.DevicesDistribution(cores)

    @property
    def num_towers(self) -> int:
        return self._strategy.num_replicas_in_sync

    num_replicas_in_sync = num_towers

    def scope(self) -> Any:
        """The scope of a strategy of the same cores."""
        return self._strategy.scope()


class KerasTPUModel:
    """What `keras_to_tpu_model` adds to a model; the classes of such models derive from this one and the
    model's."""

    _cpu_model: keras.Model
    _is_newer: bool

    def _set(self, name: str, value: Any) -> None:
        # Keras would track the other model as a layer.
        object.__setattr__(self, name, value)

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Compiles both models, the one on the host with a copy of the optimizer."""
        with _placement.of_model(self):
            super().compile(*args, **kwargs)  # type: ignore[misc]
        _copies.copy_compilation(self, self._cpu_model)

    def fit(self, *args: Any, **kwargs: Any) -> Any:
        """Trains on the cores."""
        self._set("_is_newer", True)
        return super().fit(*args, **kwargs)  # type: ignore[misc]

    def train_on_batch(self, *args: Any, **kwargs: Any) -> Any:
        """Trains on the cores by one batch."""
        self._set("_is_newer", True)
        return super().train_on_batch(*args, **kwargs)  # type: ignore[misc]

    def sync_to_cpu(self) -> keras.Model:
        """The model on the host, with the weights of the cores."""
        if self._is_newer:
            info("Copying TPU weights to the CPU")
            with _placement.of_model(self._cpu_model):
                if not self._cpu_model.built and self.built:  # type: ignore[attr-defined]
                    _copies.build_like(self._cpu_model, self)
                self._cpu_model.set_weights(super().get_weights())  # type: ignore[misc]
                _copies.copy_optimizer_state(self, self._cpu_model)
            self._set("_is_newer", False)
        return self._cpu_model

    def get_weights(self) -> list[Any]:
        """The weights; the model on the host gets them as well."""
        self.sync_to_cpu()
        return super().get_weights()  # type: ignore[misc]

    def set_weights(self, weights: Sequence[Any]) -> None:
        """Sets the weights of both models."""
        super().set_weights(weights)  # type: ignore[misc]
        self._cpu_model.set_weights(weights)
        self._set("_is_newer", False)

    def save(self, filepath: Any, overwrite: bool = True, **kwargs: Any) -> None:
        """Saves the plain model: `.keras`, or HDF5 under any other name, as in 2018."""
        from ...keras import _saving

        _saving.save(self.sync_to_cpu(), filepath, overwrite, any_name_is_h5=True, **kwargs)

    def save_weights(self, filepath: Any, overwrite: bool = True, **kwargs: Any) -> None:
        """Saves the weights of the plain model: `.weights.h5` in Keras 3's format, other names in that of
        2018."""
        self.sync_to_cpu().save_weights(os.fspath(filepath), overwrite=overwrite, **kwargs)

    def load_weights(self, filepath: Any, *args: Any, **kwargs: Any) -> None:
        """Loads weights into both models."""
        cpu_model = self.sync_to_cpu()
        cpu_model.load_weights(os.fspath(filepath), *args, **kwargs)
        self.set_weights(cpu_model.get_weights())

    def to_json(self, **kwargs: Any) -> str:
        """The configuration of the plain model."""
        return self._cpu_model.to_json(**kwargs)

    def get_config(self) -> dict[str, Any]:
        return self._cpu_model.get_config()

    def export(self, *args: Any, **kwargs: Any) -> Any:
        return self.sync_to_cpu().export(*args, **kwargs)

    def get_compile_config(self) -> Any:
        return self._cpu_model.get_compile_config()

    @property
    def cpu_model(self) -> keras.Model:
        """The model on the host."""
        return self._cpu_model

    def __deepcopy__(self, memo: dict[int, Any]) -> keras.Model:
        return _copies.clone(self.sync_to_cpu())

    def __reduce__(self) -> Any:
        return self.sync_to_cpu().__reduce__()


def keras_to_tpu_model(model: keras.Model, strategy: TPUDistributionStrategy | None = None) -> keras.Model:
    """A copy of a model that trains, evaluates and predicts on the cores of a TPU.

    Raises:
        ValueError: there is no TPU.
        TypeError: this is no model of Keras.
    """
    if isinstance(model, KerasTPUModel):
        return model
    if not isinstance(model, keras.Model):
        raise TypeError(
            f"tf.contrib.tpu.keras_to_tpu_model takes a model of Keras, not {type(model).__name__}"
        )
    strategy = strategy or TPUDistributionStrategy()
    of_cores = getattr(strategy, "_strategy", strategy)
    _system.log_metadata(strategy._resolver.master())
    with _placement.strategy_scope(of_cores):
        copy = _copies.clone(model)
        cls = type("KerasTPUModel", (KerasTPUModel, type(copy)), {"__module__": KerasTPUModel.__module__})
        object.__setattr__(copy, "__class__", cls)
        copy._set("_cpu_model", model)
        copy._set("_is_newer", False)
        copy._set("_labora_strategy", of_cores)
        if model.compiled:
            _copies.copy_compilation(model, copy)
            _copies.copy_optimizer_state(model, copy)
    return copy
