"""A Python function with effects on variables as one compiled program: what is behind `tf.function`.

A function is traced once for arguments of the same kind. A variable that it reads becomes an input of the
program, one that it writes an output; so are the elements that it takes from iterators. Nothing outside
changes until the program was run, so that a function that cannot be traced can be run as it is.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import keras
import numpy as np
from jax._src import api_util, source_info_util
from jax._src import core as core_src
from jax._src.interpreters import partial_eval as pe
from keras.src.backend.common.stateless_scope import in_stateless_scope
from keras.src.utils import jax_utils

from labora_tf._host import HostTensor

from . import state, tape, variables

Untraceable = state.Untraceable

_CONCRETE = (
    Untraceable,
    jax.errors.ConcretizationTypeError,
    jax.errors.TracerArrayConversionError,
    jax.errors.NonConcreteBooleanIndexError,
    jax.errors.TracerIntegerConversionError,
    jax.errors.UnexpectedTracerError,
)
# What messages say of values that are traced, where there is no exception for it.
_TRACED = ("Traced<", "JitTracer", "DynamicJaxprTracer", "concrete values of integer type")


def reason_of(error: BaseException) -> str | None:
    """Why a function could not be traced, or None for an error of the function's own."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, Untraceable):
            return str(seen)
        if isinstance(seen, jax.errors.UnexpectedTracerError):
            return "a tensor of an inner function is used outside of it"
        if isinstance(seen, jax.errors.TracerBoolConversionError):
            return "Python's control flow depends on the value of a tensor"
        if isinstance(seen, _CONCRETE):
            return "Python asks for the value of a tensor"
        if isinstance(seen, (TypeError, ValueError)) and any(text in str(seen) for text in _TRACED):
            return "a shape or an argument depends on the value of a tensor"
        seen = seen.__cause__ or seen.__context__
    return None


def is_array(value: Any) -> bool:
    """Whether a value becomes an input of a program: an array, or a tensor of the host that the backend can
    hold.
    """
    if isinstance(value, jax.Array):
        return True
    return isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "biufcV" and _fits(value)


def is_host_only(value: Any) -> bool:
    """Whether it is a tensor that the backend cannot hold."""
    return isinstance(value, np.ndarray) and not is_array(value)


def _fits(value: Any) -> bool:
    if value.dtype.kind not in "iu" or value.dtype.itemsize < 8 or not value.size:
        return True
    limits = np.iinfo(np.int32 if value.dtype.kind == "i" else np.uint32)
    return bool(np.min(value) >= limits.min and np.max(value) <= limits.max)


def as_array(value: Any) -> jax.Array:
    if isinstance(value, HostTensor):
        from .custom import on_device

        return on_device(value)
    return value if isinstance(value, jax.Array) else jnp.asarray(value)


def _plain_type(value: Any) -> Any:
    """The type without the mesh on which the value is: within `shard_map` another mesh is the current one."""
    aval = core_src.typeof(value)
    if type(aval) is core_src.ShapedArray and not aval.sharding.mesh.empty:
        return core_src.ShapedArray(aval.shape, aval.dtype, weak_type=aval.weak_type)
    return aval


class Frame:
    """A function that is being traced: its inputs so far, and the variables as it has left them."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._debug_info = api_util.debug_info("tf.function", function, (), {}).with_unknown_names()
        self.trace = pe.DynamicJaxprTrace(self._debug_info)
        self._source = source_info_util.current()
        self.inputs: list[Any] = []
        self.variables: dict[int, Any] = {}
        self.values: dict[int, Any] = {}
        self.written: dict[int, Any] = {}
        #: Iterators with the elements (leaves, structure) that were taken from them, in order.
        self.draws: list[tuple[Any, Any, list[Any], Any]] = []
        self._concrete: list[Any] = []

    def new_input(self, value: Any, source: Any) -> Any:
        """An input of the program with the type of this value; `source` says where a run finds it."""
        tracer = self.trace.new_arg(_plain_type(value), self._source)
        self.inputs.append(source)
        self._concrete.append(value)
        return tracer

    def read(self, variable: keras.Variable) -> Any:
        if variable._value is None:
            return None
        key = id(variable)
        if key not in self.values:
            self.variables[key] = variable
            self.values[key] = self.new_input(variable._value, ("variable", variable))
        return self.values[key]

    def write(self, variable: keras.Variable, value: Any) -> None:
        if isinstance(value, core_src.Tracer) and value._trace is not self.trace:
            raise Untraceable(
                f"the variable {variable.name!r} is assigned within a loop or branch that is compiled"
            )
        self.variables[id(variable)] = self.written[id(variable)] = variable
        self.values[id(variable)] = value

    def known_value(self, value: Any) -> Any:
        """The value of a tensor of this trace, computed now from the inputs of this call."""
        value = keras.tree.map_structure(lambda x: x.value if isinstance(x, keras.Variable) else x, value)
        if not isinstance(value, core_src.Tracer):
            return value
        if value._trace is not self.trace:
            raise Untraceable("a variable is made of a tensor of an inner function")
        jaxpr, consts = self.trace.to_jaxpr([value], self._debug_info, self._source)
        jaxpr = pe.convert_constvars_jaxpr(jaxpr)
        with variables.outside():
            jaxpr, used = pe.dce_jaxpr(jaxpr, [True])
            needed = [x for x, is_used in zip([*consts, *self._concrete], used) if is_used]
            return core_src.eval_jaxpr(jaxpr, [], *needed)[0]

    def draw(self, iterator: Any, fetch: Callable[[Any], Any]) -> Any:
        """The next element, as inputs of the program."""
        element = _fetch(iterator, fetch)
        leaves, structure = jax.tree.flatten(element)
        self.draws.append((iterator, fetch, leaves, structure))
        number = len(self.draws) - 1
        inputs = []
        for place, leaf in enumerate(leaves):
            if not is_array(leaf):
                raise Untraceable("an element of a data set has text or large integers")
            with variables.outside():
                array = as_array(leaf)
            inputs.append(self.new_input(array, ("draw", number, place)))
        return jax.tree.unflatten(structure, inputs)

    def put_back(self) -> None:
        """The elements that were taken are the iterators' next ones again."""
        for iterator, _, leaves, structure in reversed(self.draws):
            _pending(iterator).appendleft(jax.tree.unflatten(structure, leaves))

    def finish(self, outputs: Sequence[Any]) -> tuple[Any, list[Any]]:
        """The program and the arrays that it refers to."""
        tracers = [self.trace.to_jaxpr_tracer(jnp_value(x), self._source) for x in outputs]
        return self.trace.to_jaxpr(tracers, self._debug_info, self._source)


def jnp_value(value: Any) -> Any:
    """The value as one that a program can give."""
    return value if isinstance(value, jax.Array) else np.asarray(value)


def _pending(iterator: Any) -> collections.deque[Any]:
    found = getattr(iterator, "_put_back", None)
    if found is None:
        found = iterator._put_back = collections.deque()
    return found


def _fetch(iterator: Any, fetch: Callable[[Any], Any]) -> Any:
    waiting = getattr(iterator, "_put_back", None)
    if waiting:
        return waiting.popleft()
    with variables.outside():
        return fetch(iterator)


def draw(iterator: Any, fetch: Callable[[Any], Any]) -> Any:
    """The iterator's next element, `fetch(iterator)`; in a `tf.function`, an input of it."""
    if state.current.functions and not in_stateless_scope():
        frame = state.current.functions[-1]
        trace = core_src.trace_ctx.trace
        while isinstance(trace, tape.TapeTrace):
            trace = trace.parent_trace
        if trace is not frame.trace:
            raise Untraceable("an element of a data set is taken within a loop or branch that is compiled")
        return frame.draw(iterator, fetch)
    return _fetch(iterator, fetch)


class Program:
    """A traced function: inputs, the compiled program, and where its results go."""

    def __init__(self, function: Callable[[Sequence[Any]], Any], arguments: Sequence[Any]) -> None:
        """Traces `function(tracers of the arguments)`. Raises what it raises; nothing outside has changed
        then.
        """
        frame = Frame(function)
        tracers = [frame.new_input(x, ("argument", i)) for i, x in enumerate(arguments)]
        tapes, state.current.tapes = state.current.tapes, []
        state.current.functions.append(frame)
        try:
            with core_src.set_current_trace(frame.trace):
                results = function(tracers)
                results = jax.tree.map(_value_of, results, is_leaf=lambda x: isinstance(x, keras.Variable))
                leaves, self._structure = jax.tree.flatten(results)
                self._places = [i for i, leaf in enumerate(leaves) if isinstance(leaf, jax.Array)]
                outputs = [leaves[i] for i in self._places]
                self._leaves = [None if isinstance(leaf, jax.Array) else leaf for leaf in leaves]
                self._written = list(frame.written.values())
                new_values = [frame.values[id(variable)] for variable in self._written]
                jaxpr, self._constants = frame.finish([*outputs, *new_values])
        except BaseException:
            frame.put_back()
            raise
        finally:
            state.current.functions.pop()
            state.current.tapes = tapes
        # The first run takes the elements again.
        frame.put_back()
        self._draws = [(iterator, fetch, _types(leaves), s) for iterator, fetch, leaves, s in frame.draws]
        self._sources = frame.inputs
        self._has_effects = bool(jaxpr.effects)
        frame.trace.invalidate()

        def run(constants: Sequence[Any], inputs: Sequence[Any]) -> Sequence[Any]:
            return core_src.eval_jaxpr(jaxpr, constants, *inputs)

        run.__name__ = getattr(function, "__name__", "function")
        self._run = jax.jit(run)

    def take(self, iterators: dict[int, Any]) -> list[list[Any]] | None:
        """The elements for a run, of `iterators` in place of those that were traced (by identity); None (and
        nothing is taken) if they are not of the kind that was traced.
        """
        taken: list[tuple[Any, Any]] = []
        arrays: list[list[Any]] = []
        for iterator, fetch, types, structure in self._draws:
            iterator = iterators.get(id(iterator), iterator)
            try:
                element = _fetch(iterator, fetch)
            except BaseException:
                _put_back(taken)
                raise
            taken.append((iterator, element))
            leaves, found = jax.tree.flatten(element)
            if found != structure or _types(leaves) != types:
                _put_back(taken)
                return None
            arrays.append([as_array(leaf) for leaf in leaves])
        return arrays

    def __call__(self, arguments: Sequence[Any], drawn: Sequence[Sequence[Any]]) -> Any:
        inputs = []
        for kind, *where in self._sources:
            if kind == "argument":
                inputs.append(arguments[where[0]])
            elif kind == "draw":
                inputs.append(drawn[where[0]][where[1]])
            else:
                value = where[0]._value
                inputs.append(tape.note_read(where[0], value) if state.current.tapes else value)
        outputs = self._run(self._constants, inputs)
        if self._has_effects:
            jax.effects_barrier()
        count = len(self._places)
        for variable, value in zip(self._written, outputs[count:]):
            variable._direct_assign(value)
        leaves = list(self._leaves)
        for place, output in zip(self._places, outputs):
            leaves[place] = output
        return jax.tree.unflatten(self._structure, leaves)


def _value_of(leaf: Any) -> Any:
    return variables._read(leaf) if isinstance(leaf, keras.Variable) else leaf


def _types(leaves: Sequence[Any]) -> list[Any]:
    return [
        (tuple(np.shape(leaf)), np.asarray(leaf).dtype if not hasattr(leaf, "dtype") else leaf.dtype)
        for leaf in leaves
    ]


def _put_back(taken: Sequence[tuple[Any, Any]]) -> None:
    for iterator, element in reversed(taken):
        _pending(iterator).appendleft(element)


def flatten(nest: Any) -> tuple[list[Any], Any]:
    """Leaves and structure; variables are leaves."""
    return jax.tree.flatten(nest, is_leaf=lambda x: isinstance(x, keras.Variable))


def unflatten(structure: Any, leaves: Sequence[Any]) -> Any:
    return jax.tree.unflatten(structure, leaves)


def map_leaves(function: Callable[[Any], Any], nest: Any) -> Any:
    return jax.tree.map(function, nest, is_leaf=lambda x: isinstance(x, keras.Variable))


def call_on_host(function: Callable[..., None], arrays: Sequence[Any]) -> None:
    """Calls the function with the values of the arrays: now, or each time that the program is run."""
    from . import control

    control.on_host(function, *arrays)


def is_inside() -> bool:
    """Whether a program is being traced already, here or by the backend's own transformations."""
    return tape.is_traced() or in_stateless_scope()


def type_of(array: Any) -> Any:
    """The key of an array's kind."""
    return (tuple(array.aval.shape), array.dtype, array.aval.weak_type)


def _install() -> None:
    original = jax_utils.is_in_jax_tracing_scope

    def is_in_jax_tracing_scope(x: Any = None) -> bool:
        # Random numbers of a tf.function may draw from Keras's global generator, whose state is one of its
        # variables.
        return False if x is None and state.current.functions else original(x)

    jax_utils.is_in_jax_tracing_scope = is_in_jax_tracing_scope

    initialize = keras.Variable._deferred_initialize

    def deferred_initialize(self: keras.Variable) -> None:
        if state.current.functions and not in_stateless_scope():
            with variables.outside():
                initialize(self)
        else:
            initialize(self)

    keras.Variable._deferred_initialize = deferred_initialize


_install()
