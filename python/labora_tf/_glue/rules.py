"""Gradients of single operations: compiled once for an operation, its parameters and the inputs that are
watched.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax._src import core
from jax.dtypes import float0

# Operations whose gradient needs what only their forward pass knows, or which are too dear to be run twice.
_HEAVY = frozenset(
    "scan while cond remat checkpoint remat2 custom_vjp_call custom_vjp_call_jaxpr shard_map svd eigh eig qr "
    "geqrf householder_product lu cholesky triangular_solve schur fft cumsum cumprod cumlogsumexp "
    "cummax cummin sort linear_solve custom_linear_solve".split()
)
# A compiled function of more operations than this keeps its residuals.
_SMALL = 24


def inexact(dtype: Any) -> bool:
    """Whether gradients flow through tensors of this type."""
    return jnp.issubdtype(dtype, jnp.inexact)


def _jaxprs_in(params: dict[str, Any]) -> Any:
    for value in params.values():
        for part in value if isinstance(value, (tuple, list)) else (value,):
            jaxpr = getattr(part, "jaxpr", part)
            if hasattr(jaxpr, "eqns"):
                yield jaxpr


_interned: dict[Any, Any] = {}


def _says_all(jaxpr: Any) -> bool:
    """Whether the text of a program says all of it: it has no arrays and no functions of Python."""
    if getattr(jaxpr, "consts", ()):
        return False
    for eqn in getattr(jaxpr, "jaxpr", jaxpr).eqns:
        for value in eqn.params.values():
            for part in value if isinstance(value, (tuple, list)) else (value,):
                if hasattr(getattr(part, "jaxpr", part), "eqns"):
                    if not _says_all(part):
                        return False
                elif callable(part) and not isinstance(part, type):
                    return False
    return True


def interned(params: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a loop, with a program that reads like one met before replaced by that one.

    The loop of a recurrent layer is traced anew each time it is called, and would be compiled anew.
    """
    jaxpr = params.get("jaxpr")
    if jaxpr is None or not _says_all(jaxpr):
        return params
    key = (tuple(jaxpr.in_avals), str(jaxpr))
    if len(_interned) > 256:
        _interned.clear()
    return dict(params, jaxpr=_interned.setdefault(key, jaxpr))


def _weight(jaxpr: Any, limit: int) -> int:
    """The number of operations in a program; more than `limit` if there is a dear one."""
    count = 0
    for eqn in jaxpr.eqns:
        if eqn.primitive.name in _HEAVY:
            return limit + 1
        count += 1
        for inner in _jaxprs_in(eqn.params):
            count += _weight(inner, limit)
        if count > limit:
            return count
    return count


def _is_heavy(name: str, params: dict[str, Any]) -> bool:
    if name in _HEAVY:
        return True
    return any(_weight(jaxpr, _SMALL) > _SMALL for jaxpr in _jaxprs_in(params))


def zeros_of(aval: Any) -> Any:
    """The cotangent of an output that nothing depends on."""
    if not inexact(aval.dtype):
        return np.zeros(aval.shape, float0)
    return jnp.zeros(aval.shape, aval.dtype)


class Rule:
    """One operation as a function of the inputs that are watched, with its gradient."""

    def __init__(self, call: Callable[..., Sequence[Any]], mask: tuple[bool, ...], is_heavy: bool) -> None:
        self._call, self._mask, self.is_heavy = call, mask, is_heavy
        self._backward = jax.jit(self._recompute)
        self._forward = jax.jit(self._linearize)
        self._pull = jax.jit(_apply, static_argnums=2)

    def _linearize(self, watched: Sequence[Any], rest: Sequence[Any]) -> tuple[Any, Callable[..., Any]]:
        def call(*watched: Any) -> Any:
            left, right = iter(watched), iter(rest)
            return tuple(
                self._call(*[next(left) if is_watched else next(right) for is_watched in self._mask])
            )

        return jax.vjp(call, *watched)

    def _recompute(
        self, watched: Sequence[Any], rest: Sequence[Any], cotangents: Sequence[Any]
    ) -> Sequence[Any]:
        outputs, pull = self._linearize(watched, rest)
        return _apply(pull, cotangents, tuple(core.typeof(output) for output in outputs))

    def split(self, arguments: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        watched = [argument for argument, is_watched in zip(arguments, self._mask) if is_watched]
        return watched, [argument for argument, is_watched in zip(arguments, self._mask) if not is_watched]

    def recomputing(self, arguments: Sequence[Any]) -> Callable[[Sequence[Any]], Sequence[Any]]:
        """The gradient as a function of cotangents, from the arguments alone."""
        watched, rest = self.split(arguments)
        return lambda cotangents: self._backward(watched, rest, cotangents)

    def forward(
        self, arguments: Sequence[Any]
    ) -> tuple[Sequence[Any], Callable[[Sequence[Any]], Sequence[Any]]]:
        """The outputs, and the gradient by what the forward pass kept."""
        outputs, pull = self._forward(*self.split(arguments))
        avals = tuple(core.typeof(output) for output in outputs)
        return outputs, lambda cotangents: self._pull(pull, tuple(cotangents), avals)

    def trace(
        self, arguments: Sequence[Any]
    ) -> tuple[Sequence[Any], Callable[[Sequence[Any]], Sequence[Any]]]:
        """As `forward`, as part of a program that is being traced."""
        outputs, pull = self._linearize(*self.split(arguments))
        avals = tuple(core.typeof(output) for output in outputs)
        return outputs, lambda cotangents: _apply(pull, cotangents, avals)


def _apply(pull: Callable[..., Any], cotangents: Sequence[Any], avals: Sequence[Any]) -> Sequence[Any]:
    return pull(tuple(zeros_of(aval) if ct is None else ct for ct, aval in zip(cotangents, avals)))


def _bound(primitive: Any, params: dict[str, Any]) -> Callable[..., Sequence[Any]]:
    def call(*arguments: Any) -> Sequence[Any]:
        outputs = primitive.bind(*arguments, **params)
        return outputs if primitive.multiple_results else [outputs]

    return call


@functools.lru_cache(maxsize=4096)
def _cached_rule(primitive: Any, params: tuple[tuple[str, Any], ...], mask: tuple[bool, ...]) -> Rule:
    return _make_rule(primitive, dict(params), mask)


def _make_rule(primitive: Any, params: dict[str, Any], mask: tuple[bool, ...]) -> Rule:
    return Rule(_bound(primitive, params), mask, _is_heavy(primitive.name, params))


def rule_of(primitive: Any, params: dict[str, Any], mask: tuple[bool, ...]) -> Rule:
    """The rule of an operation. Parameters that have no hash make a new one each time."""
    try:
        return _cached_rule(primitive, tuple(sorted(params.items())), mask)
    except TypeError:
        return _make_rule(primitive, params, mask)


class _Custom:
    """A function with a gradient of its own, as a key: its functions and how arguments were flattened."""

    def __init__(self, primitive: Any, functions: Sequence[Any], params: dict[str, Any]) -> None:
        self.primitive, self.functions, self.params = primitive, functions, params
        first = functions[0]
        self._key = (
            primitive,
            *(function.f for function in functions),
            first.transforms,
            first.params,
            params["symbolic_zeros"],
        )
        self._hash = hash(self._key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Custom) and self._key == other._key

    def call(self, *arguments: Any) -> Sequence[Any]:
        for function in self.functions:
            for store in function.stores:
                if store is not None:
                    store.reset()
        return self.primitive.bind(*arguments, subfuns=tuple(self.functions), **self.params)


@functools.lru_cache(maxsize=1024)
def _cached_custom(custom: _Custom, mask: tuple[bool, ...], avals: tuple[Any, ...]) -> Rule:
    return Rule(custom.call, mask, False)


def custom_rule(
    primitive: Any,
    functions: Sequence[Any],
    params: dict[str, Any],
    mask: tuple[bool, ...],
    avals: tuple[Any, ...],
) -> Rule:
    """The rule of a function with a gradient of its own (`jax.custom_jvp`, `jax.custom_vjp`)."""
    try:
        return _cached_custom(_Custom(primitive, functions, params), mask, avals)
    except TypeError:
        return Rule(
            lambda *arguments: primitive.bind(*arguments, subfuns=tuple(functions), **params), mask, False
        )


def fresh_custom_rule(
    primitive: Any, functions: Sequence[Any], params: dict[str, Any], mask: tuple[bool, ...]
) -> Rule:
    """As `custom_rule`, for one call only."""
    return Rule(_Custom(primitive, functions, params).call, mask, False)
