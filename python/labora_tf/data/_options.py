"""`tf.data.Options`: what only concerns speed is accepted; what would change elements is an error."""

from __future__ import annotations

import enum
from typing import Any


class AutoShardPolicy(enum.IntEnum):
    """How a data set is divided over workers. There is one worker, so that all are the same here."""

    OFF = -1
    AUTO = 0
    FILE = 1
    DATA = 2
    HINT = 3


class ExternalStatePolicy(enum.Enum):
    WARN = 0
    IGNORE = 1
    FAIL = 2


class AutotuneAlgorithm(enum.Enum):
    DEFAULT = 0
    HILL_CLIMB = 1
    GRADIENT_DESCENT = 2
    MAX_PARALLELISM = 3
    STAGE_BASED = 4


class _Group:
    """A group of options, such as `options.threading`: any name can be set; unset ones are None."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return None

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(type(self))


class AutotuneOptions(_Group):
    """`tf.data.experimental.AutotuneOptions`."""


class DistributeOptions(_Group):
    """`tf.data.experimental.DistributeOptions`."""


class OptimizationOptions(_Group):
    """`tf.data.experimental.OptimizationOptions`."""


class ThreadingOptions(_Group):
    """`tf.data.ThreadingOptions`."""


_NAMES = (
    "deterministic",
    "experimental_deterministic",
    "experimental_external_state_policy",
    "experimental_slack",
    "experimental_symbolic_checkpoint",
    "experimental_warm_start",
    "dataset_name",
    "framework_type",
    "experimental_optimization",
    "experimental_distribute",
    "experimental_threading",
    "experimental_stats",
    "threading",
    "autotune",
)


class Options:
    """Options of a data set. Elements keep their order, which `deterministic=False` allows."""

    def __init__(self) -> None:
        values = self.__dict__
        values["experimental_distribute"] = DistributeOptions(auto_shard_policy=AutoShardPolicy.AUTO)
        values["experimental_optimization"] = OptimizationOptions()
        values["experimental_threading"] = values["threading"] = ThreadingOptions()
        values["autotune"] = AutotuneOptions()

    def __getattr__(self, name: str) -> Any:
        if name in _NAMES:
            return None
        raise AttributeError(f"'Options' object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _NAMES:
            raise AttributeError(f"Cannot set the property {name} on Options.")
        self.__dict__[name] = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self.__dict__ == other.__dict__

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(Options)

    def merge(self, options: Options) -> Options:
        """These options with those of another object where it sets them."""
        merged = Options()
        merged.__dict__.update(self.__dict__)
        merged.__dict__.update(options.__dict__)
        return merged
