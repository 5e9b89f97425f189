"""`tf.cast`, `tf.constant` and `tf.convert_to_tensor` inside of functions of `tf.data`: on the host, with
exact types."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from labora_tf import _host

HostTensor = _host.HostTensor
_PLAIN = (np.ndarray, np.generic, int, float, bool, str, bytes)


def cast(x: Any, dtype: Any) -> HostTensor:
    """Values in another type; fractions are cut off."""
    wanted = _host.np_dtype(dtype)
    x = _host.tensor(x)
    if (x.dtype == object) != (wanted == object):
        raise TypeError(f"Cast {_host.type_name(x.dtype)} to {_host.type_name(wanted)} is not supported")
    return x if x.dtype == wanted else x.astype(wanted)


def constant(value: Any, dtype: Any = None, shape: Any = None) -> HostTensor:
    """Values as a tensor on the host."""
    got = _host.tensor(value, dtype)
    if shape is None:
        return got
    return (
        np.broadcast_to(got, tuple(shape)).copy().view(HostTensor)
        if got.size == 1
        else got.reshape(tuple(shape))
    )


def _is_host(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return all(_is_host(one) for one in value)
    return isinstance(value, _PLAIN)


def on_host(function: Callable[..., Any], host: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, or `host` inside of functions of `tf.data` for values of the host."""

    @functools.wraps(function)
    def call(value: Any, *args: Any, **kwargs: Any) -> Any:
        if type(value) is HostTensor or (_host.in_data() and _is_host(value)):
            kwargs.pop("name", None)
            if type(value) is HostTensor and not _host.in_data() and value.dtype != object:
                return function(value, *args, **kwargs)
            return host(value, *args, **kwargs)
        return function(value, *args, **kwargs)

    return call


def convert_to_tensor(value: Any, dtype: Any = None, dtype_hint: Any = None) -> HostTensor:
    """Values as a tensor on the host; a tensor of another type raises ValueError."""
    if type(value) is HostTensor and dtype is not None and value.dtype != _host.np_dtype(dtype):
        raise ValueError(
            f"Tensor conversion requested dtype {_host.type_name(_host.np_dtype(dtype))} for Tensor with "
            f"dtype "
            f"{_host.type_name(value.dtype)}: {value!r}"
        )
    return _host.tensor(value, dtype)


def install(namespace: Any = None) -> None:
    """Puts the functions that know the host into the root."""
    import labora_tf

    root = labora_tf if namespace is None else namespace
    for name, host in (("cast", cast), ("constant", constant), ("convert_to_tensor", convert_to_tensor)):
        function = getattr(root, name, None)
        if function is not None and not hasattr(function, "__wrapped__"):
            setattr(root, name, on_host(function, host))
