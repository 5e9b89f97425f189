"""The trace behind `tf.GradientTape`: operations run as they would without it, and those of watched tensors
are noted.

While a tape is open, JAX's current trace is a `TapeTrace` over the trace that was current before. It runs
each operation there, so that values stay what they are: arrays outside of compiled functions, tracers within.
A tape knows tensors by identity, as TensorFlow's does. At the top level an operation's gradient is a small
compiled function that is kept for the next time; within a trace, operations are linearized as they come.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax._src import core as core_src
from jax._src.array import ArrayImpl
from jax._src.state.types import AbstractRef

from . import rules, state
from .rules import inexact


class Record:
    """An operation on a tape: which tensors it read and made, and its gradient."""

    __slots__ = ("inputs", "outputs", "pull")

    def __init__(
        self, inputs: Sequence[Any], outputs: Sequence[Any], pull: Callable[..., Sequence[Any]]
    ) -> None:
        self.inputs, self.outputs, self.pull = inputs, outputs, pull


class Tape:
    """Records of one `tf.GradientTape`, and the tensors that gradients flow through."""

    def __init__(self, persistent: bool) -> None:
        self.persistent = persistent
        self.is_recording = False
        self.records: list[Record] = []
        #: Tensors by their identity; they stay alive so that it stays theirs.
        self.known: dict[int, Any] = {}

    def knows(self, tensor: Any) -> bool:
        return id(tensor) in self.known

    def watch(self, tensor: Any) -> None:
        self.known[id(tensor)] = tensor

    def add(self, inputs: Sequence[Any], outputs: Sequence[Any], pull: Callable[..., Sequence[Any]]) -> None:
        for output in outputs:
            if inexact(core_src.typeof(output).dtype):
                self.known[id(output)] = output
        self.records.append(Record(inputs, outputs, pull))

    def clear(self) -> None:
        self.records, self.known = [], {}


class TapeTrace(core_src.Trace):
    """Runs operations in the trace below, and tells a tape of them."""

    __slots__ = ("tape", "parent_trace", "is_eager")

    def __init__(self, parent: Any, tape: Tape) -> None:
        super().__init__()
        self.parent_trace, self.tape = parent, tape
        below = parent
        while isinstance(below, TapeTrace):
            below = below.parent_trace
        self.is_eager = below is core_src.eval_trace

    def stage_value(self, val: Any) -> Any:
        return self.parent_trace.stage_value(val)

    def process_primitive(self, primitive: Any, tracers: Sequence[Any], params: dict[str, Any], /) -> Any:
        tape, avals = self.tape, tuple(core_src.typeof(x) for x in tracers)
        known = tape.known
        mask = tuple(id(x) in known for x in tracers) if tape.is_recording else ()
        if True not in mask or any(isinstance(aval, AbstractRef) for aval in avals):
            return primitive.bind_with_trace(self.parent_trace, tracers, avals, params)
        if primitive.name == "scan" and self.is_eager:
            params = rules.interned(params)
        if primitive.name == "stop_gradient":
            output = primitive.bind_with_trace(self.parent_trace, tracers, avals, params)
            with core_src.set_current_trace(self.parent_trace):
                return alias(output) if output is tracers[0] else output

        def run() -> Sequence[Any]:
            outputs = primitive.bind_with_trace(self.parent_trace, tracers, avals, params)
            return outputs if primitive.multiple_results else [outputs]

        outputs = self._record(rules.rule_of(primitive, params, mask), tracers, run)
        return outputs if primitive.multiple_results else outputs[0]

    def process_custom_jvp_call(
        self, primitive: Any, fun: Any, jvp: Any, tracers: Sequence[Any], /, *, symbolic_zeros: bool
    ) -> Any:
        return self._custom(primitive, (fun, jvp), tracers, {"symbolic_zeros": symbolic_zeros})

    def process_custom_vjp_call(
        self,
        primitive: Any,
        fun: Any,
        fwd: Any,
        bwd: Any,
        tracers: Sequence[Any],
        /,
        *,
        out_trees: Any,
        symbolic_zeros: bool,
    ) -> Any:
        params = {"out_trees": out_trees, "symbolic_zeros": symbolic_zeros}
        return self._custom(primitive, (fun, fwd, bwd), tracers, params)

    def _custom(
        self, primitive: Any, functions: Sequence[Any], tracers: Sequence[Any], params: dict[str, Any]
    ) -> Any:
        tape, avals = self.tape, tuple(core_src.typeof(x) for x in tracers)
        known = tape.known
        mask = tuple(id(x) in known for x in tracers) if tape.is_recording else ()

        def run() -> Sequence[Any]:
            params_with_functions = dict(params, subfuns=tuple(functions))
            return primitive.bind_with_trace(self.parent_trace, tuple(tracers), avals, params_with_functions)

        if True not in mask:
            return run()
        if self.is_eager:
            rule = rules.custom_rule(primitive, functions, params, mask, avals)
        else:
            # A rule of an earlier trace would run the earlier call's functions, and this call's would stay
            # unasked.
            rule = rules.fresh_custom_rule(primitive, functions, params, mask)
        return self._record(rule, tracers, run)

    def _record(
        self, rule: rules.Rule, arguments: Sequence[Any], run: Callable[[], Sequence[Any]]
    ) -> Sequence[Any]:
        tape = self.tape
        watched = [x for x in arguments if id(x) in tape.known]
        if tape.persistent or (self.is_eager and not rule.is_heavy):
            # Recomputed from the inputs, so that a persistent tape has gradients of its gradients.
            outputs = list(run())
            pull = rule.recomputing(arguments) if self.is_eager else _recomputing_inline(rule, arguments)
        else:
            try:
                with core_src.set_current_trace(self.parent_trace):
                    outputs, pull = (rule.forward if self.is_eager else rule.trace)(arguments)
                outputs = list(outputs)
            except (NotImplementedError, ValueError) as error:
                # It has no gradient, which matters if one is asked for.
                outputs, pull = list(run()), _raising(error)
        if any(inexact(core_src.typeof(output).dtype) for output in outputs):
            tape.add(watched, outputs, pull)
        return outputs


def _raising(error: Exception) -> Callable[..., Sequence[Any]]:
    def pull(_: Any) -> Any:
        raise error

    return pull


def _recomputing_inline(rule: rules.Rule, arguments: Sequence[Any]) -> Callable[..., Sequence[Any]]:
    return lambda cotangents: rule.trace(arguments)[1](cotangents)


def alias(tensor: Any) -> Any:
    """The same value as another object, which no tape knows."""
    if isinstance(tensor, ArrayImpl):
        return ArrayImpl(
            tensor.aval, tensor.sharding, tensor._arrays, committed=tensor._committed, _skip_checks=True
        )
    with _without_tapes():
        return jax.lax.copy_p.bind(tensor)


@contextlib.contextmanager
def _without_tapes() -> Iterator[None]:
    trace = core_src.trace_ctx.trace
    while isinstance(trace, TapeTrace):
        trace = trace.parent_trace
    with core_src.set_current_trace(trace):
        yield


def enter(tape: Tape) -> Callable[[], None]:
    """Opens a tape over the current trace; gives the function that closes it."""
    before = core_src.trace_ctx.trace
    trace = TapeTrace(before, tape)
    core_src.trace_ctx.set_trace(trace)
    state.current.tapes.append(tape)
    tape.is_recording = True

    def leave() -> None:
        tape.is_recording = False
        if tape in state.current.tapes:
            state.current.tapes.remove(tape)
        if core_src.trace_ctx.trace is trace:
            core_src.trace_ctx.set_trace(before)
        trace.tape = _CLOSED

    return leave


_CLOSED = Tape(False)


def open_traces() -> list[TapeTrace]:
    """Tapes that see operations now, the innermost first."""
    found, trace = [], core_src.trace_ctx.trace
    while isinstance(trace, TapeTrace):
        found.append(trace)
        trace = trace.parent_trace
    return found


def is_traced() -> bool:
    """Whether operations go into a program instead of being run."""
    trace = core_src.trace_ctx.trace
    while isinstance(trace, TapeTrace):
        trace = trace.parent_trace
    return trace is not core_src.eval_trace


def note_read(variable: Any, value: Any) -> Any:
    """A variable was read: tapes that watch it take the value for the variable's. Gives the value to use.

    A tensor that a tape knows as something else (another variable's, a result) gets another identity first.
    """
    if not inexact(value.dtype):
        return value
    readers = [tape for tape in state.current.tapes if tape.owner.watches(variable)]
    if any(tape.owner.is_taken(variable, value) for tape in readers):
        known = [tape.owner.alias_of(variable, value) for tape in readers]
        copy = next((found for found in known if found is not None), None)
        copy = alias(value) if copy is None else copy
        for tape in readers:
            tape.owner.note_alias(variable, value, copy)
        value = copy
    for tape in readers:
        tape.owner.note_read(variable, value)
    return value


def pull_back(
    tape: Tape, targets: Sequence[Any], seeds: Sequence[Any], sources: Sequence[Sequence[Any]]
) -> list[Any | None]:
    """Gradients of the targets, weighted by the seeds, with respect to the sources: sums over each one's
    tensors.
    """
    records = _leading_to(tape, {id(tensor) for tensors in sources for tensor in tensors})
    wanted = {id(tensor) for tensors in sources for tensor in tensors}
    cotangents: dict[int, Any] = {}
    found: dict[int, Any] = {}

    def accumulate(tensor: Any, cotangent: Any) -> None:
        if cotangent is None or cotangent.dtype == jax.dtypes.float0:
            return
        before = cotangents.get(id(tensor))
        cotangents[id(tensor)] = cotangent if before is None else before + cotangent

    for target, seed in zip(targets, seeds):
        accumulate(target, seed)
    for record in reversed(records):
        outputs = []
        for output in record.outputs:
            cotangent = cotangents.pop(id(output), None)
            if cotangent is not None and id(output) in wanted:
                found[id(output)] = cotangent
            outputs.append(cotangent)
        if any(cotangent is not None for cotangent in outputs):
            for tensor, cotangent in zip(record.inputs, record.pull(tuple(outputs))):
                accumulate(tensor, cotangent)
    found.update((key, cotangent) for key, cotangent in cotangents.items() if key in wanted)
    results = []
    for tensors in sources:
        parts = [found[id(tensor)] for tensor in tensors if id(tensor) in found]
        results.append(sum(parts[1:], parts[0]) if parts else None)
    return results


def _leading_to(tape: Tape, sources: set[int]) -> list[Record]:
    """The records that depend on a source, in order."""
    reached, chosen = set(sources), []
    for record in list(tape.records):
        if any(id(tensor) in reached for tensor in record.inputs):
            reached.update(id(output) for output in record.outputs)
            chosen.append(record)
    return chosen


def ones(tensor: Any) -> Any:
    return jnp.ones(jnp.shape(tensor), tensor.dtype)


def vectorized(function: Callable[[Any], list[Any]], seeds: Any) -> list[Any]:
    """The function of each of the seeds (along the first axis), at once."""
    return jax.vmap(function)(seeds)


def stop_gradient(tensor: Any) -> Any:
    """The tensor, through which no gradient flows."""
    return jax.lax.stop_gradient(tensor)
