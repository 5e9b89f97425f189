"""`tensorflow.python.framework`."""

from __future__ import annotations

import importlib
from typing import Any

import labora_tf as _tf


class ops:  # noqa: N801
    """`tensorflow.python.framework.ops`."""

    @staticmethod
    def disable_eager_execution() -> None:
        """Accepted: everything runs eagerly."""

    @staticmethod
    def enable_eager_execution(*_: Any, **__: Any) -> None:
        """Everything runs eagerly."""

    @staticmethod
    def reset_default_graph() -> None:
        """Forgets placeholders."""
        _tf.reset_default_graph()

    @staticmethod
    def convert_to_tensor(*args: Any, **kwargs: Any) -> Any:
        return _tf.convert_to_tensor(*args, **kwargs)

    @staticmethod
    def executing_eagerly_outside_functions() -> bool:
        return True


def __getattr__(name: str) -> Any:
    if name in ("errors", "errors_impl"):
        return importlib.import_module("labora_tf.errors")
    if name in ("dtypes", "tensor_shape", "constant_op", "random_seed", "tensor_spec"):
        return _tf
    raise AttributeError(f"module 'tensorflow.python.framework' has no attribute {name!r}")
