"""What `strategy.run` is made of: a function that every replica runs on its share, compiled once for all cores.

The function is traced inside of `jax.shard_map`. Variables have one value outside; inside each replica has its own,
and what replicas wrote is combined at the end, by `keras.Variable.aggregation`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from keras.src.backend.common import stateless_scope

from .placement import AXIS, is_traced, tracing

StatelessScope = stateless_scope.StatelessScope
_state = threading.local()
#: The second axis of a mesh where fewer replicas than devices get rows: its devices compute the same.
_SPARE = "spare"


@jax.tree_util.register_pytree_node_class
class PerReplica:
    """`tf.distribute.DistributedValues`: a value for each replica, kept as one array with a first axis of replicas."""

    def __init__(self, stacked: Any) -> None:
        self.stacked = stacked

    @property
    def values(self) -> tuple[Any, ...]:
        """The replicas' values."""
        if is_traced(self.stacked):
            return tuple(self.stacked[i] for i in range(self.stacked.shape[0]))
        return tuple(jnp.asarray(part) for part in np.asarray(self.stacked))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of one replica's value."""
        return tuple(self.stacked.shape[1:])

    @property
    def dtype(self) -> Any:
        return self.stacked.dtype

    def tree_flatten(self) -> tuple[tuple[Any], None]:
        return (self.stacked,), None

    @classmethod
    def tree_unflatten(cls, _: None, children: tuple[Any]) -> PerReplica:
        return cls(children[0])

    def __repr__(self) -> str:
        if is_traced(self.stacked):
            return f"PerReplica:{self.stacked.shape}"
        return "PerReplica:{" + ",".join(f"\n  {i}: {value!r}" for i, value in enumerate(self.values)) + "\n}"


def mesh_for(count: int, devices: tuple[Any, ...]) -> Mesh:
    """A mesh of `count` replicas over all devices, in their order."""
    return Mesh(np.array(devices).reshape(count, len(devices) // count), (AXIS, _SPARE))


def stack(value: Any, devices: tuple[Any, ...]) -> PerReplica:
    """A batch as its replicas' shares: as many replicas as divide both the rows and the devices."""
    value = np.asarray(value)
    count = int(np.gcd(value.shape[0], len(devices))) if value.ndim and value.shape[0] else 1
    shares = value.reshape(count, -1, *value.shape[1:]) if value.ndim and value.size else value[None]
    return PerReplica(jax.device_put(shares, NamedSharding(mesh_for(count, devices), PartitionSpec(AXIS))))


def stack_each(values: list[Any], devices: tuple[Any, ...]) -> PerReplica:
    """One value for each replica, as one."""
    shares = np.stack([np.asarray(value) for value in values])
    return PerReplica(jax.device_put(shares, NamedSharding(mesh_for(len(values), devices), PartitionSpec(AXIS))))


class ReplicaScope(StatelessScope):
    """The variables of a replica: what it writes stays here, what it has not written is read from outside."""

    def __init__(self, index: Any, outer: StatelessScope | None) -> None:
        super().__init__(initialize_variables=False)
        self.index = index
        self.outer = outer
        self.written: dict[int, Any] = {}
        self.same: set[int] = set()
        self.depth_of_same = 0

    def _outside(self, variable: Any) -> Any:
        value = None if self.outer is None else self.outer.get_current_value(variable)
        return variable._value if value is None else value

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
        return variables, [self._combine(variable, self.state_mapping[id(variable)]) for variable in variables]

    def _combine(self, variable: Any, value: Any) -> Any:
        if id(variable) in self.same:
            return value
        if variable.aggregation == "sum":
            return jax.lax.psum(value, AXIS)
        inexact = jnp.issubdtype(value.dtype, jnp.inexact)
        if _is_seed(variable) or variable.aggregation == "only_first_replica" or not inexact:
            return jax.lax.psum(jnp.where(self.index == 0, value, jnp.zeros_like(value)), AXIS)
        return jax.lax.pmean(value, AXIS)


def _is_seed(variable: Any) -> bool:
    return variable.path.endswith("seed_generator_state")


def current() -> ReplicaScope | None:
    """The scope of the replica that is being traced, or None."""
    return getattr(_state, "scope", None)


def reduce_gradients(gradients: Any) -> Any:
    """The sums of gradients over the replicas."""
    return [None if g is None else jax.lax.psum(g, AXIS) for g in gradients]


def all_reduce(op: str, value: Any) -> Any:
    """SUM or MEAN of a nest of values over the replicas."""
    reduce = jax.lax.psum if op == "SUM" else jax.lax.pmean
    return jax.tree.map(lambda v: reduce(jnp.asarray(getattr(v, "value", v)), AXIS), value)


def all_gather(value: Any, axis: int) -> Any:
    """The replicas' values one after another along an axis."""
    return jax.tree.map(lambda v: jax.lax.all_gather(jnp.asarray(v), AXIS, axis=axis, tiled=True), value)


def _is_value(leaf: Any) -> bool:
    return isinstance(leaf, PerReplica)


def traced_run(fn: Callable[..., Any], args: Any, kwargs: Any, devices: tuple[Any, ...], enter: Any) -> Any:
    """Runs `fn` in every replica, inside of a trace. `enter(index)` is the context of a replica for Python."""
    leaves, structure = jax.tree.flatten((args, kwargs), is_leaf=_is_value)
    places = [i for i, leaf in enumerate(leaves) if _is_value(leaf)]
    shares = [leaves[i].stacked for i in places]
    count = shares[0].shape[0] if shares else len(devices)
    outer = stateless_scope.get_stateless_scope()
    written: list[Any] = []

    def body(shares: list[Any]) -> Any:
        index = jax.lax.axis_index(AXIS)
        own = list(leaves)
        for place, share in zip(places, shares, strict=True):
            own[place] = share[0]
        args, kwargs = jax.tree.unflatten(structure, own)
        scope = ReplicaScope(index, outer)
        before = current()
        _state.scope = scope
        try:
            with scope, enter(index):
                outputs = fn(*args, **kwargs)
        finally:
            _state.scope = before
        written[:], values = scope.combined()
        return jax.tree.map(lambda v: jnp.asarray(getattr(v, "value", v))[None], outputs), values

    mapped = jax.shard_map(
        body,
        mesh=mesh_for(count, devices),
        in_specs=(PartitionSpec(AXIS),),
        out_specs=(PartitionSpec(AXIS), PartitionSpec()),
        check_vma=False,
    )
    outputs, values = mapped(shares)
    for variable, value in zip(written, values, strict=True):
        variable.assign(value)
    return jax.tree.map(PerReplica, outputs)


class _Recorder(StatelessScope):
    """Notes which variables a function uses."""

    def __init__(self) -> None:
        super().__init__()
        self.variables: dict[int, Any] = {}

    def get_current_value(self, variable: Any) -> Any:
        self.variables[id(variable)] = variable
        return super().get_current_value(variable)

    def add_update(self, update: tuple[Any, Any]) -> None:
        self.variables[id(update[0])] = update[0]
        super().add_update(update)


class Compiled:
    """A function of a strategy, compiled for one structure and shape of its arguments."""

    def __init__(self, run: Callable[..., Any], devices: tuple[Any, ...]) -> None:
        self._run, self._devices = run, devices
        self._variables: list[Any] = []
        self._changed: list[int] = []
        self._function: Any = None

    def _build(self, arguments: list[Any]) -> None:
        # What the function makes at its first call (slots of optimizers, layers that were not built) is made by an
        # abstract run, and gets its values when the scope ends.
        recorder = _Recorder()
        with recorder:
            jax.eval_shape(self._run, arguments)
        self._variables = [v for v in recorder.variables.values() if v._value is not None]
        changed = self._changed

        def function(values: list[Any], arguments: list[Any]) -> Any:
            mapping = list(zip(self._variables, values, strict=True))
            with StatelessScope(mapping) as scope:
                outputs = self._run(arguments)
                news = [scope.get_current_value(v) for v in self._variables]
            changed[:] = [i for i, (new, old) in enumerate(zip(news, values, strict=True)) if new is not old]
            return outputs, [news[i] for i in changed]

        whole = NamedSharding(Mesh(np.array(self._devices), (AXIS,)), PartitionSpec())
        self._function = jax.jit(function, out_shardings=(None, whole))

    def __call__(self, arguments: list[Any]) -> Any:
        if self._function is None:
            self._build(arguments)
        outputs, news = self._function([v._value for v in self._variables], arguments)
        for i, new in zip(self._changed, news, strict=True):
            self._variables[i]._value = new
        return outputs


def _key(value: Any, kept: list[Any]) -> Any:
    """What tells two functions or arguments apart: code and what it closes over; arrays by shape and type."""
    kept.append(value)
    if isinstance(value, PerReplica):
        return ("replicas", value.stacked.shape, str(value.stacked.dtype))
    if isinstance(value, (jax.Array, np.ndarray)):
        return ("array", value.shape, str(value.dtype))
    if isinstance(value, (int, float, str, bool, bytes, type(None))):
        return (type(value).__name__, value)
    code = getattr(value, "__code__", None)
    if code is not None:
        cells = tuple(_cell(cell, kept) for cell in value.__closure__ or ())
        return (code, cells, id(getattr(value, "__self__", None)), repr(value.__defaults__))
    return id(value)


def _cell(cell: Any, kept: list[Any]) -> Any:
    try:
        content = cell.cell_contents
    except ValueError:
        return None
    kept.append(content)
    if isinstance(content, (int, float, str, bool, bytes)):
        return content
    return getattr(content, "__code__", None) or id(content)


_compiled: dict[Any, tuple[Compiled, list[Any]]] = {}


def eager_run(fn: Callable[..., Any], args: Any, kwargs: Any, devices: tuple[Any, ...], enter: Any) -> Any:
    """Runs `fn` in every replica, compiled when it is first called so."""
    leaves, structure = jax.tree.flatten((args, kwargs), is_leaf=_is_value)
    kept: list[Any] = []
    key = (_key(fn, kept), structure, tuple(_key(leaf, kept) for leaf in leaves), devices)
    arrays = [i for i, leaf in enumerate(leaves) if isinstance(leaf, (PerReplica, jax.Array, np.ndarray))]
    if key not in _compiled:

        def run(arguments: list[Any]) -> Any:
            own = list(leaves)
            for i, argument in zip(arrays, arguments, strict=True):
                own[i] = argument
            args, kwargs = jax.tree.unflatten(structure, own)
            return traced_run(fn, args, kwargs, devices, enter)

        _compiled[key] = (Compiled(run, devices), kept)
    return _compiled[key][0]([leaves[i] for i in arrays])


def run(fn: Callable[..., Any], args: Any, kwargs: Any, devices: tuple[Any, ...], enter: Any) -> Any:
    """Runs `fn` in every replica of a strategy; the results are `PerReplica` values."""
    return (traced_run if tracing() else eager_run)(fn, args, kwargs, devices, enter)


@jax.jit
def _sum(stacked: Any) -> Any:
    return jnp.sum(stacked, axis=0)


def reduce(op: str, value: Any, axis: int | None) -> Any:
    """SUM or MEAN of a `PerReplica` value over the replicas, and along `axis` of each replica's value."""
    stacked = value.stacked
    axes = (0,) if axis is None else (0, axis % (stacked.ndim - 1) + 1)
    inexact = jnp.issubdtype(stacked.dtype, jnp.inexact)
    if op == "MEAN":
        return jnp.mean(stacked, axis=axes) if inexact else jnp.mean(stacked, axis=axes).astype(stacked.dtype)
    return _sum(stacked) if axes == (0,) else jnp.sum(stacked, axis=axes)


def unwrap(function: Callable[..., Any]) -> Callable[..., Any]:
    """The Python function of a `tf.function`."""
    return getattr(function, "python_function", function)


def on_core(function: Callable[..., Any], inputs: list[Any], device: Any) -> Any:
    """A function of arrays, compiled, on one device."""
    values = [jax.device_put(np.asarray(value), device) for value in inputs]
    if not values:
        with jax.default_device(device):
            return jax.jit(unwrap(function))()
    return jax.jit(unwrap(function))(*values)
