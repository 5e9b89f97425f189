"""What `strategy.run` is made of: a function that every replica runs on its share, compiled once for all
cores.

The function is traced inside of `jax.shard_map`. Variables have one value outside; inside each replica has
its own, and what replicas wrote is combined at the end, by `keras.Variable.aggregation`.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import keras
import numpy as np
from jax.sharding import PartitionSpec
from keras.src.backend.common import global_state, stateless_scope

from ..errors import InvalidArgumentError
from . import state, tape, uneven, variables
from .placement import AXIS, divided, is_traced, mesh

StatelessScope = stateless_scope.StatelessScope
_state = threading.local()


@jax.tree_util.register_pytree_node_class
class PerReplica:
    """`tf.distribute.DistributedValues`: a value for each replica, kept as one array with a first axis of
    replicas. Where their shapes differ, `shapes` has them, and zeros fill the array."""

    def __init__(self, stacked: Any, shapes: uneven.Shapes | None = None) -> None:
        self.stacked, self.shapes = stacked, shapes

    @property
    def values(self) -> tuple[Any, ...]:
        """The replicas' values."""
        if is_traced(self.stacked):
            parts = [self.stacked[i] for i in range(self.stacked.shape[0])]
        else:
            parts = [jnp.asarray(part) for part in np.asarray(self.stacked)]
        if self.shapes is None:
            return tuple(parts)
        return tuple(part[uneven.part(shape)] for part, shape in zip(parts, self.shapes, strict=True))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the first replica's value."""
        return tuple(self.stacked.shape[1:]) if self.shapes is None else self.shapes[0]

    @property
    def dtype(self) -> Any:
        return self.stacked.dtype

    def tree_flatten(self) -> tuple[tuple[Any], Any]:
        return (self.stacked,), self.shapes

    @classmethod
    def tree_unflatten(cls, shapes: Any, children: tuple[Any]) -> PerReplica:
        return cls(children[0], shapes)

    def __repr__(self) -> str:
        if is_traced(self.stacked):
            return f"PerReplica:{self.stacked.shape}"
        return "PerReplica:{" + ",".join(f"\n  {i}: {value!r}" for i, value in enumerate(self.values)) + "\n}"


def stack(value: Any, devices: tuple[Any, ...]) -> PerReplica:
    """A batch as its replicas' shares: the same number of rows for the first ones, and fewer or none for the
    last ones if they do not divide.

    Raises:
        ValueError: it has no rows.
    """
    value, count = np.asarray(value), len(devices)
    if not value.ndim:
        raise ValueError(
            "a distributed data set has to have batches, whose rows replicas divide: call batch(...)"
        )
    rows = -(-len(value) // count)
    if rows * count == len(value):
        return PerReplica(jax.device_put(value.reshape(count, rows, *value.shape[1:]), divided(devices)))
    return stack_each([value[i * rows : (i + 1) * rows] for i in range(count)], devices)


def stack_each(values: list[Any], devices: tuple[Any, ...]) -> PerReplica:
    """One value for each replica, as one."""
    stacked, shapes = uneven.padded(values)
    return PerReplica(jax.device_put(stacked, divided(devices)), shapes)


class ReplicaScope(StatelessScope):
    """The variables of a replica: what it writes stays here, what it has not written is read from outside."""

    def __init__(self, index: Any, outer: StatelessScope | None, has_rows: bool) -> None:
        super().__init__(initialize_variables=False)
        self.index = index
        self.has_rows = has_rows
        self.outer = outer
        self.written: dict[int, Any] = {}
        self.same: set[int] = set()
        self.depth_of_same = 0

    def _outside(self, variable: Any) -> Any:
        value = None if self.outer is None else self.outer.get_current_value(variable)
        if value is not None:
            return value
        return state.current.functions[-1].read(variable) if state.current.functions else variable._value

    def get_current_value(self, variable: Any) -> Any:
        key = id(variable)
        if key not in self.state_mapping:
            value = self._outside(variable)
            if value is None:
                return None
            if _is_seed(variable):
                value = value + (self.index.astype(value.dtype) * np.uint32(2654435761)).astype(value.dtype)
            elif variable.aggregation == "sum":
                value = jnp.where(self.index == 0, value, jnp.zeros_like(value))
            self.state_mapping[key] = value
        return self.state_mapping[key]

    def add_update(self, update: tuple[Any, Any]) -> None:
        variable, value = update
        super().add_update(update)
        self.written[id(variable)] = variable
        if self.depth_of_same:
            self.same.add(id(variable))
        else:
            self.same.discard(id(variable))

    def combined(self) -> tuple[list[Any], list[Any]]:
        """The variables that were written, and their values for all."""
        variables = list(self.written.values())
        return variables, [
            self._combine(variable, self.state_mapping[id(variable)]) for variable in variables
        ]

    def _combine(self, variable: Any, value: Any) -> Any:
        if id(variable) in self.same:
            return value
        if variable.aggregation == "sum":
            return jax.lax.psum(value, AXIS)
        inexact = jnp.issubdtype(value.dtype, jnp.inexact)
        if _is_seed(variable) or variable.aggregation == "only_first_replica" or not inexact:
            return jax.lax.psum(jnp.where(self.index == 0, value, jnp.zeros_like(value)), AXIS)
        if variable.aggregation == "none" and not self.has_rows:
            value = self._outside(variable)  # A layer's statistics of no rows are NaN: it has seen nothing.
        return jax.lax.pmean(value, AXIS)


def _is_seed(variable: Any) -> bool:
    return variable.path.endswith("seed_generator_state")


def current() -> ReplicaScope | None:
    """The scope of the replica that is being traced, or None."""
    return getattr(_state, "scope", None)


def _own(value: Any) -> Any:
    """A value of this replica. JAX takes a known one for the value of all, and they may have other rows."""
    value = jnp.asarray(getattr(value, "value", value))
    return value if is_traced(value) else jnp.where(current().index < 0, jnp.zeros_like(value), value)


def reduce_gradients(gradients: Any) -> Any:
    """The sums of gradients over the replicas; one without rows adds 0 where the mean of no rows makes NaN."""

    def own(gradient: Any) -> Any:
        value = _own(gradient)
        return value if current().has_rows else jnp.where(jnp.isnan(value), jnp.zeros_like(value), value)

    return [None if g is None else jax.lax.psum(own(g), AXIS) for g in gradients]


def all_reduce(op: str, value: Any) -> Any:
    """SUM or MEAN of a nest of values over the replicas."""
    reduce = jax.lax.psum if op == "SUM" else jax.lax.pmean
    return jax.tree.map(lambda v: reduce(_own(v), AXIS), value)


def all_gather(value: Any, axis: int) -> Any:
    """The replicas' values one after another along an axis."""
    return jax.tree.map(lambda v: jax.lax.all_gather(jnp.asarray(v), AXIS, axis=axis, tiled=True), value)


def _install() -> None:
    """Variables that are made in a replica are made outside of it, once, with values that are known."""
    initialize = keras.Variable.__init__

    def outside(self: Any, *args: Any, **kwargs: Any) -> None:
        if current() is None or not tape.is_traced():
            initialize(self, *args, **kwargs)
            return
        scope = stateless_scope.get_stateless_scope()
        global_state.set_global_attribute("stateless_scope", None)
        try:
            with variables.outside():
                initialize(self, *args, **kwargs)
        finally:
            global_state.set_global_attribute("stateless_scope", scope)

    keras.Variable.__init__ = outside


def _is_value(leaf: Any) -> bool:
    return isinstance(leaf, PerReplica)


def traced_run(fn: Callable[..., Any], args: Any, kwargs: Any, devices: tuple[Any, ...], enter: Any) -> Any:
    """Runs `fn` in every replica, inside of a trace. `enter(index)` is the context of a replica for
    Python."""
    leaves, structure = jax.tree.flatten((args, kwargs), is_leaf=_is_value)
    places = [i for i, leaf in enumerate(leaves) if _is_value(leaf)]
    shapes = [leaves[i].shapes for i in places]
    outer = stateless_scope.get_stateless_scope()
    written: list[Any] = []
    shapes_of_outputs: list[Any] = []

    def replica(index: Any, shares: list[Any]) -> tuple[Any, list[Any]]:
        own = list(leaves)
        for place, share in zip(places, shares, strict=True):
            own[place] = share
        args, kwargs = jax.tree.unflatten(structure, own)
        has_rows = not shares or any(share.shape[:1] != (0,) for share in shares)
        scope = ReplicaScope(index, outer, has_rows)
        before = current()
        _state.scope = scope
        try:
            with scope, enter(index):
                outputs = fn(*args, **kwargs)
        finally:
            _state.scope = before
        found, values = scope.combined()
        if written and [id(variable) for variable in written] != [id(variable) for variable in found]:
            raise NotImplementedError("replicas whose rows differ in number write different variables")
        written[:] = found
        return jax.tree.map(lambda v: jnp.asarray(getattr(v, "value", v)), outputs), values

    def body(shares: list[Any]) -> Any:
        index, shares = jax.lax.axis_index(AXIS), [share[0] for share in shares]
        if any(shapes):
            outputs, shapes_of_outputs[:], values = uneven.run(replica, shares, shapes, index)
        else:
            outputs, values = replica(index, shares)
        return jax.tree.map(lambda v: v[None], outputs), values

    mapped = jax.shard_map(
        body,
        mesh=mesh(devices),
        in_specs=(PartitionSpec(AXIS),),
        out_specs=(PartitionSpec(AXIS), PartitionSpec()),
        check_vma=False,
    )
    outputs, values = mapped([leaves[i].stacked for i in places])
    for variable, value in zip(written, values, strict=True):
        variable.assign(value)
    outputs, form = jax.tree.flatten(outputs)
    own = shapes_of_outputs or [None] * len(outputs)
    return jax.tree.unflatten(form, [PerReplica(v, of) for v, of in zip(outputs, own, strict=True)])


def _key(function: Any, kept: list[Any]) -> Any:
    """What tells two functions apart: code, what it closes over, and whose method it is."""
    code = getattr(function, "__code__", None)
    if code is None:
        return id(function)
    cells = tuple(_cell(cell, kept) for cell in function.__closure__ or ())
    kept.append(getattr(function, "__self__", None))
    return (code, cells, id(kept[-1]), repr(function.__defaults__))


def _cell(cell: Any, kept: list[Any]) -> Any:
    try:
        content = cell.cell_contents
    except ValueError:
        return None
    kept.append(content)
    if isinstance(content, (int, float, str, bool, bytes)):
        return content
    return getattr(content, "__code__", None) or id(content)


_compiled: dict[Any, tuple[Any, list[Any]]] = {}


def eager_run(fn: Callable[..., Any], args: Any, kwargs: Any, devices: tuple[Any, ...], enter: Any) -> Any:
    """Runs `fn` in every replica, compiled as a `tf.function` when its code and what it closes over are
    new."""
    kept: list[Any] = [fn]
    key = (_key(fn, kept), devices)
    if key not in _compiled:
        from .._function import function

        def run(args: Any, kwargs: Any) -> Any:
            return traced_run(fn, args, kwargs, devices, enter)

        run.__name__ = getattr(fn, "__name__", "replica")
        _compiled[key] = (function(run), kept)
    return _compiled[key][0](args, kwargs)


def run(fn: Callable[..., Any], args: Any, kwargs: Any, devices: tuple[Any, ...], enter: Any) -> Any:
    """Runs `fn` in every replica of a strategy; the results are `PerReplica` values."""
    return (traced_run if tape.is_traced() else eager_run)(fn, args, kwargs, devices, enter)


@jax.jit
def _sum(stacked: Any) -> Any:
    return jnp.sum(stacked, axis=0)


def reduce(op: str, value: Any, axis: int | None) -> Any:
    """SUM or MEAN of a `PerReplica` value over the replicas, and along `axis` of each replica's value."""
    stacked = value.stacked
    if axis is not None and not value.shape:
        raise ValueError(f"Invalid reduction dimension {axis} for input with 0 dimensions.")
    if value.shapes is not None:
        return _reduce_each(op, value, axis)
    axes = (0,) if axis is None else (0, axis % (stacked.ndim - 1) + 1)
    if op == "MEAN":
        return jnp.mean(stacked, axis=axes)
    return _sum(stacked) if axes == (0,) else jnp.sum(stacked, axis=axes)


def _reduce_each(op: str, value: PerReplica, axis: int | None) -> Any:
    """SUM or MEAN of values that differ in shape, along `axis`."""
    parts = value.values
    sums = list(parts) if axis is None else [jnp.sum(part, axis=axis) for part in parts]
    if len({part.shape for part in sums}) > 1:
        raise InvalidArgumentError(
            f"Inputs to the {op} over replicas must have the same shape, not "
            f"{[tuple(part.shape) for part in sums]}: use axis=0, or strategy.gather"
        )
    return sum(sums) / (sum(part.shape[axis] for part in parts) if op == "MEAN" else 1)


@contextlib.contextmanager
def on_core(device: Any) -> Iterator[None]:
    """New arrays are on this device; where they meet variables of several devices, they go there."""
    with jax.default_device(device):
        yield


def arrays(values: list[Any]) -> list[Any]:
    """Values as arrays of the present device."""
    return [
        value if isinstance(value, jax.Array) and is_traced(value) else jnp.asarray(np.asarray(value))
        for value in values
    ]


_install()
