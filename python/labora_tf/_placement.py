"""Which devices models, variables and operations are on.

Eager operations, fresh variables and models are on the host. Only the scope of a strategy over several
devices, what
`strategy.run` runs, and the methods of models that were made under such a strategy use these devices.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

import keras
from keras.src.distribution import distribution_lib

from ._glue import placement as devices_of
from ._glue import trainer

Distribution = distribution_lib.Distribution
_state = threading.local()
#: True once the notebook's own code imported JAX: its default device is JAX's own again.
_jax_is_users = False
_installed = False


class DevicesDistribution(Distribution):
    """Variables copied to every one of some devices, and batches divided among them where that is even."""

    def __init__(self, devices: tuple[Any, ...]) -> None:
        mesh = keras.distribution.DeviceMesh((len(devices),), [devices_of.AXIS], list(devices))
        super().__init__(mesh, batch_dim_name=devices_of.AXIS, auto_shard_dataset=False)
        self.devices = tuple(devices)

    @property
    def num_model_replicas(self) -> int:
        return len(self.devices)

    def get_data_layout(self, data_shape: Any) -> Any:
        """A batch that the devices cannot share evenly is copied to each of them."""
        even = len(data_shape) > 0 and data_shape[0] and data_shape[0] % len(self.devices) == 0
        axes = [None] * len(data_shape)
        if even:
            axes[0] = self.batch_dim_name
        return keras.distribution.TensorLayout(axes, self.device_mesh)

    def get_variable_layout(self, variable: Any) -> Any:
        if getattr(variable, "_layout", None) is not None:
            return variable._layout
        return keras.distribution.TensorLayout([None] * len(variable.shape), self.device_mesh)

    def get_tensor_layout(self, path: str) -> None:
        return None

    def distribute_dataset(self, dataset: Any) -> Any:
        return dataset


def _host_distribution() -> Distribution | None:
    """None as long as the host is JAX's default device anyway."""
    return DevicesDistribution((devices_of.host(),)) if _jax_is_users else None


def strategies() -> list[Any]:
    """The strategies whose scopes are open in this thread, the innermost last."""
    if not hasattr(_state, "strategies"):
        _state.strategies = []
    return _state.strategies


def current_strategy() -> Any:
    """The strategy whose scope is open, or None."""
    return strategies()[-1] if strategies() else None


@contextlib.contextmanager
def _distribution(distribution: Distribution | None) -> Iterator[None]:
    before = distribution_lib.distribution()
    distribution_lib.set_distribution(distribution)
    try:
        yield
    finally:
        distribution_lib.set_distribution(before)


class strategy_scope:  # noqa: N801
    """New variables are on the devices of the strategy, and new models remember it.

    People enter a scope for the rest of a notebook by `strategy.scope().__enter__()`, and keep no object of
    it.
    """

    def __init__(self, strategy: Any) -> None:
        self._strategy = strategy
        self._before: list[Distribution | None] = []

    def __enter__(self) -> Any:
        strategies().append(self._strategy)
        self._before.append(distribution_lib.distribution())
        distribution_lib.set_distribution(self._strategy._distribution or _host_distribution())
        return self._strategy

    def __exit__(self, *_: Any) -> None:
        strategies().remove(self._strategy)
        distribution_lib.set_distribution(self._before.pop())


@contextlib.contextmanager
def of_model(model: Any) -> Iterator[None]:
    """The scope of a method that trains, evaluates or predicts: the devices under which the model was
    made."""
    strategy = getattr(model, "_labora_strategy", None)
    distribution = getattr(strategy, "_distribution", None)
    current = distribution_lib.distribution()
    if distribution is None and current is not None and not isinstance(current, DevicesDistribution):
        yield  # Somebody uses Keras's own distributions.
        return
    with contextlib.ExitStack() as stack:
        if distribution is not None:
            strategies().append(strategy)
            stack.callback(strategies().remove, strategy)
        elif _jax_is_users:
            stack.enter_context(devices_of.on_host())
        stack.enter_context(_distribution(distribution or _host_distribution()))
        yield


def install() -> None:
    """Makes the host the place of what nobody placed elsewhere; to be called when `tensorflow` is
    imported."""
    global _installed
    if _installed:
        return
    _installed = True
    trainer.install(of_model, current_strategy)
    devices_of.default_to_host(True)
    from .keras import _habits

    _habits.install()


def user_imported_jax() -> None:
    """The notebook's own code imports JAX (or a library of it): JAX's default device is JAX's own again, and
    variables and models of Keras stay on the host by a distribution."""
    global _jax_is_users
    if _jax_is_users or devices_of.host() is devices_of.default():
        return
    _jax_is_users = True
    devices_of.default_to_host(False)
    if distribution_lib.distribution() is None:
        distribution_lib.set_distribution(_host_distribution())


def clear_session(free_memory: bool = True) -> None:
    """`keras.backend.clear_session`, which forgets distributions, too."""
    current = distribution_lib.distribution()
    keras.utils.clear_session(free_memory)
    if current is not None:
        distribution_lib.set_distribution(current)
