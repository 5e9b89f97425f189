"""`tf.keras.optimizers`: Keras's, with `lr`, `decay` and `learning_rate` as Keras 2 and 2018 took them.

`tf.keras.optimizers.Adam(...)` gives Keras's own `Adam`, which plain Keras can load again; the classes here
are for
making, testing (`isinstance`) and deriving.
"""

from __future__ import annotations

import sys
import types
from typing import Any

import keras

from . import _mirror

_NAMES = (
    "SGD",
    "RMSprop",
    "Adam",
    "AdamW",
    "Adadelta",
    "Adagrad",
    "Adamax",
    "Adafactor",
    "Nadam",
    "Ftrl",
    "Lion",
)


def _settings(kwargs: dict[str, Any]) -> tuple[dict[str, Any], float]:
    """Keras 3's arguments of an optimizer, and the decay of Keras 2."""
    kwargs = dict(kwargs)
    if "lr" in kwargs:
        kwargs["learning_rate"] = kwargs.pop("lr")
    decay = kwargs.pop("decay", None) or 0.0
    for name in ("jit_compile", "is_legacy_optimizer", "experimental_run_tf_function"):
        kwargs.pop(name, None)
    rate = kwargs.get("learning_rate")
    if callable(rate) and not isinstance(rate, keras.optimizers.schedules.LearningRateSchedule):
        kwargs["learning_rate"] = rate()
    if kwargs.get("epsilon", 0) is None:
        kwargs["epsilon"] = 1e-7
    return kwargs, float(decay)


def set_decay(optimizer: Any, decay: float) -> None:
    """Divides the learning rate by `1 + decay * iterations`, as Keras 2 does. `optimizer.lr` stays the first
    rate."""
    if not decay:
        return
    base = type(optimizer)._get_current_learning_rate

    def current() -> Any:
        iterations = keras.ops.cast(optimizer.iterations, keras.config.floatx())
        return base(optimizer) / (1.0 + decay * iterations)

    object.__setattr__(optimizer, "_get_current_learning_rate", current)
    object.__setattr__(optimizer, "decay", decay)


def copy_habits(optimizer: Any, to: Any) -> None:
    """What a copy by `from_config` lacks."""
    set_decay(to, getattr(optimizer, "decay", 0.0))
    if getattr(optimizer, "_labora_first_squares", None) is not None:
        start_squares(to, optimizer._labora_first_squares)


def start_squares(optimizer: Any, value: float) -> None:
    """Lets RMSprop's averages of squares begin with a value other than 0, as TensorFlow 1 does."""
    build = type(optimizer).build

    def build_with_squares(variables: Any) -> None:
        built = optimizer.built
        build(optimizer, variables)
        if not built:
            for average in optimizer._velocities:
                average.assign(keras.ops.full(average.shape, value, average.dtype))

    object.__setattr__(optimizer, "build", build_with_squares)
    object.__setattr__(optimizer, "_labora_first_squares", value)


class _Meta(type):
    def __instancecheck__(cls, instance: Any) -> bool:
        base = cls.__dict__.get("_keras_class")
        return isinstance(instance, base) if base else type.__instancecheck__(cls, instance)

    def __subclasscheck__(cls, subclass: type) -> bool:
        base = cls.__dict__.get("_keras_class")
        return issubclass(subclass, base) if base else type.__subclasscheck__(cls, subclass)


def _kind(base: type) -> type:
    """The class of `tf.keras.optimizers` for one of Keras's."""

    def new(cls: type, *args: Any, **kwargs: Any) -> Any:
        if "_keras_class" not in cls.__dict__:
            return base.__new__(cls)
        settings, decay = _settings(kwargs)
        optimizer = base(*args, **settings)
        set_decay(optimizer, decay)
        return optimizer

    def initialize(self: Any, *args: Any, **kwargs: Any) -> None:
        if args and isinstance(args[0], str):  # The name, first in subclasses of Keras 2's base class.
            kwargs.setdefault("name", args[0])
            args = args[1:]
        settings, decay = _settings(kwargs)
        base.__init__(self, *args, **settings)
        set_decay(self, decay)

    meta = type("Meta", (_Meta, type(base)), {})
    members = {"__new__": new, "__init__": initialize, "_keras_class": base, "__doc__": base.__doc__}
    return meta(base.__name__, (base,), {**members, "__module__": "tensorflow.keras.optimizers"})


for _name in _NAMES:
    if hasattr(keras.optimizers, _name):
        globals()[_name] = _kind(getattr(keras.optimizers, _name))

_mirror.fill(globals(), "optimizers")


def get(identifier: Any) -> Any:
    """An optimizer by name, configuration, or itself."""
    if isinstance(identifier, dict) and "config" in identifier:
        settings, decay = _settings(identifier["config"])
        optimizer = keras.optimizers.get({**identifier, "config": settings})
        set_decay(optimizer, decay)
        return optimizer
    return keras.optimizers.get(identifier)


def _alias(name: str) -> types.ModuleType:
    module = types.ModuleType(f"{__name__}.{name}", f"`tf.keras.optimizers.{name}`: the same optimizers.")
    module.__dict__.update({key: globals()[key] for key in (*_NAMES, "Optimizer") if key in globals()})
    sys.modules[module.__name__] = module
    return module


legacy = _alias("legacy")
experimental = _alias("experimental")
schedules = _mirror.module("optimizers.schedules")
adam = _alias("adam_v2")
__path__: list[str] = []
__all__ = _mirror.star(globals())
