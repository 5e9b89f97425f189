"""Functions with a gradient of their own, under tapes and under the backend's own transformations."""

from __future__ import annotations

import functools
import inspect
import operator
import sys
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import keras
import numpy as np
from jax._src import core as core_src
from keras.src.backend.jax import core as keras_core

from labora_tf._host import HostTensor

from . import tape as tapes
from . import variables


def on_device(tensor: HostTensor) -> Any:
    """The backend's array of a tensor of the host: always the same one, so that a tape knows it."""
    found = tensor.__dict__.get("_on_device")
    if found is None:
        with variables.outside():
            found = tensor.__dict__["_on_device"] = jnp.asarray(tensor.view(np.ndarray))
    return found


class WatchedTensor(HostTensor):
    """A tensor of the host that a tape watches: operations see one array of the backend."""

    is_watched = True

    @property
    def __jax_array__(self) -> Callable[[], Any]:
        return lambda: on_device(self)

    def __getitem__(self, index: Any) -> Any:
        return on_device(self)[index]

    def __iter__(self) -> Any:
        return iter(on_device(self))

    def __neg__(self) -> Any:
        return -on_device(self)

    def __abs__(self) -> Any:
        return abs(on_device(self))


def _operators(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    function = getattr(operator, name)

    def forward(self: WatchedTensor, other: Any) -> Any:
        return function(on_device(self), on_device(other) if isinstance(other, HostTensor) else other)

    def reflected(self: WatchedTensor, other: Any) -> Any:
        return function(other, on_device(self))

    return forward, reflected


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul"):
    _forward, _reflected = _operators(_name)
    setattr(WatchedTensor, f"__{_name}__", _forward)
    setattr(WatchedTensor, f"__r{_name}__", _reflected)


def watched(tensor: HostTensor) -> Any:
    """The array that stands for a tensor of the host from now on."""
    tensor.__class__ = WatchedTensor
    return on_device(tensor)


def _install() -> None:
    """Keras converts a watched tensor to the array that the tape knows."""
    original = keras_core.convert_to_tensor

    @functools.wraps(original)
    def convert_to_tensor(x: Any, dtype: Any = None, sparse: Any = None, ragged: Any = None) -> Any:
        if isinstance(x, WatchedTensor):
            x = on_device(x)
        return original(x, dtype, sparse, ragged)

    for name, module in list(sys.modules.items()):
        if name.startswith("keras.src") and vars(module).get("convert_to_tensor") is original:
            module.convert_to_tensor = convert_to_tensor


_install()


def custom_gradient(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function(*args)` gives results and `grad(*upstream)`; called, gives the results."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        args = tuple(_tensor(argument) for argument in args)
        traces = tapes.open_traces()
        if traces:
            return _recorded(traces, function, args, kwargs)
        if core_src.trace_ctx.trace is core_src.eval_trace or any(
            isinstance(a, keras.KerasTensor) for a in args
        ):
            return function(*args, **kwargs)[0]
        return jax.custom_gradient(lambda *args: _as_list(function, args, kwargs))(*args)

    return call


def _tensor(argument: Any) -> Any:
    if isinstance(argument, (list, tuple, dict)):
        return jax.tree.map(_tensor, argument)
    if isinstance(argument, HostTensor):
        return on_device(argument)
    if isinstance(argument, (int, float)) and not isinstance(argument, bool):
        return keras.ops.convert_to_tensor(argument)
    return argument.value if isinstance(argument, keras.Variable) else argument


def _as_list(
    function: Callable[..., Any], args: Sequence[Any], kwargs: Any
) -> tuple[Any, Callable[..., Any]]:
    results, gradient = function(*args, **kwargs)

    def pull(cotangent: Any) -> Any:
        found = gradient(*jax.tree.leaves(cotangent))
        found = found if isinstance(found, (list, tuple)) else (found,)
        return tuple(jnp.zeros_like(a) if f is None else f for f, a in zip(found, args))

    return results, pull


def _recorded(traces: Sequence[tapes.TapeTrace], function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Runs the function under the tapes, whose records of it give way to its own gradient."""
    results, gradient = function(*args, **kwargs)
    leaves, structure = jax.tree.flatten(results)
    fresh = [tapes.alias(jnp.asarray(leaf)) for leaf in leaves]
    inputs = [leaf for leaf in jax.tree.leaves(args) if hasattr(leaf, "dtype") and hasattr(leaf, "shape")]
    read = _variables_read(gradient, traces)

    def pull(cotangents: Sequence[Any]) -> Sequence[Any]:
        seeds = [jnp.zeros_like(f) if ct is None else ct for f, ct in zip(fresh, cotangents)]
        if read:
            found, of_variables = gradient(*seeds, variables=[variable for variable, _ in read])
        else:
            found, of_variables = gradient(*seeds), ()
        found = found if isinstance(found, (list, tuple)) else [found]
        return [*jax.tree.leaves(list(found), is_leaf=lambda x: x is None), *of_variables]

    for trace in traces:
        trace.tape.add([*inputs, *(value for _, value in read)], fresh, pull)
    return jax.tree.unflatten(structure, fresh)


def _variables_read(gradient: Callable[..., Any], traces: Sequence[tapes.TapeTrace]) -> list[tuple[Any, Any]]:
    """Variables (with their values) whose gradients the function takes care of by an argument `variables`."""
    try:
        if "variables" not in inspect.signature(gradient).parameters:
            return []
    except (TypeError, ValueError):
        return []
    reads = traces[0].tape.owner._reads.values()
    return [(variable, tensors[-1]) for variable, tensors in reads]


def recompute_grad(function: Callable[..., Any]) -> Callable[..., Any]:
    """`jax.checkpoint` for a function with arguments of any kind."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        leaves, structure = jax.tree.flatten((args, kwargs), is_leaf=lambda x: isinstance(x, keras.Variable))
        places = [i for i, leaf in enumerate(leaves) if isinstance(leaf, jax.Array)]

        def run(*arrays: Any) -> Any:
            merged = list(leaves)
            for place, array in zip(places, arrays):
                merged[place] = array
            args, kwargs = jax.tree.unflatten(structure, merged)
            return function(*args, **kwargs)

        return jax.checkpoint(run)(*[leaves[place] for place in places])

    return call
