"""`tf.GradientTape`, `tf.custom_gradient`, `tf.stop_gradient`, `tf.recompute_grad`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import keras
from keras import ops

from labora_tf import errors
from labora_tf._glue import custom as _custom
from labora_tf._glue import tape as _engine
from labora_tf._host import HostTensor
from labora_tf._tensor import convert_to_tensor, say_once

__all__ = [
    "GradientTape",
    "UnconnectedGradients",
    "custom_gradient",
    "gradients",
    "hessians",
    "no_gradient",
    "recompute_grad",
    "stop_gradient",
]


class UnconnectedGradients:
    """What `gradient` gives for a source that a target does not depend on: None, or zeros."""

    NONE, ZERO = "none", "zero"


class GradientTape:
    """Records operations for differentiation.

        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
        grads = tape.gradient(loss, model.trainable_variables)

    Trainable variables are watched when they are read, tensors by `watch`. One `gradient`, unless
    `persistent`.
    """

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        self._persistent, self._watch_accessed = persistent, watch_accessed_variables
        self._leave: Callable[[], None] | None = None
        self._is_used = False
        self._new_engine()

    def _new_engine(self) -> None:
        self._engine = _engine.Tape(self._persistent)
        self._engine.owner = self
        #: Tensors that are a variable's value, by the variable's identity, and the reverse.
        self._reads: dict[int, tuple[Any, list[Any]]] = {}
        self._variable_of: dict[int, int] = {}
        self._aliases: dict[tuple[int, int], tuple[Any, Any]] = {}
        self._watched: dict[int, Any] = {}
        #: Variables in the order in which they were read.
        self._seen: dict[int, Any] = {}

    def __enter__(self) -> GradientTape:
        if self._leave is not None:
            raise ValueError(
                "Tape is still recording, This can happen if you try to re-enter an already-active tape."
            )
        if self._is_used and not self._persistent:
            self._new_engine()
            self._is_used = False
        self._leave = _engine.enter(self._engine)
        return self

    def __exit__(self, *_: Any) -> None:
        if self._leave is not None:
            self._leave()
            self._leave = None

    # What variables tell (see `_glue.tape.note_read`).

    def watches(self, variable: Any) -> bool:
        return self._engine.is_recording and (
            id(variable) in self._watched or (self._watch_accessed and bool(variable.trainable))
        )

    def is_taken(self, variable: Any, value: Any) -> bool:
        return self._engine.knows(value) and self._variable_of.get(id(value)) != id(variable)

    def alias_of(self, variable: Any, value: Any) -> Any:
        found = self._aliases.get((id(variable), id(value)))
        return None if found is None else found[1]

    def note_alias(self, variable: Any, value: Any, alias: Any) -> None:
        self._aliases[id(variable), id(value)] = (value, alias)

    def note_read(self, variable: Any, value: Any) -> None:
        if self._variable_of.get(id(value)) == id(variable):
            return
        self._engine.watch(value)
        self._seen[id(variable)] = variable
        self._variable_of[id(value)] = id(variable)
        self._reads.setdefault(id(variable), (variable, []))[1].append(value)

    # The public part.

    def watch(self, tensor: Any) -> None:
        """Gradients with respect to this tensor, variable, or nest of them can be asked for."""
        for part in keras.tree.flatten(tensor):
            if isinstance(part, keras.Variable):
                self._watched[id(part)] = part
                continue
            part = _custom.watched(part) if isinstance(part, HostTensor) else _held(part)
            if not _engine.inexact(part.dtype):
                say_once(
                    f"the dtype of a watched tensor must be floating (e.g. tf.float32), got {part.dtype}"
                )
                continue
            self._engine.watch(part)

    @contextlib.contextmanager
    def stop_recording(self) -> Iterator[None]:
        """Operations in this block are not recorded."""
        if self._leave is None:
            raise RuntimeError("Trying to stop recording a tape which is not recording.")
        self._engine.is_recording = False
        try:
            yield
        finally:
            self._engine.is_recording = True

    def reset(self) -> None:
        """Forgets all that was recorded."""
        was_open = self._leave is not None
        self.__exit__()
        self._new_engine()
        self._is_used = False
        if was_open:
            self.__enter__()

    def watched_variables(self) -> tuple[Any, ...]:
        """The variables that are watched, in the order in which they were first read."""
        found = {**self._seen, **{k: v for k, v in self._watched.items() if k not in self._seen}}
        return tuple(found.values())

    def gradient(
        self, target: Any, sources: Any, output_gradients: Any = None, unconnected_gradients: str = "none"
    ) -> Any:
        """The derivative of the sum of the targets with respect to each source, as a nest like `sources`.

        A source that the target does not depend on gives None (zeros with `unconnected_gradients="zero"`).
        """
        how = _checked_unconnected(unconnected_gradients)
        self._use()
        targets = _flatten(target)
        seeds = [None] * len(targets) if output_gradients is None else _flatten(output_gradients)
        pairs = [(t, s) for t, s in zip(map(self._target, targets), seeds) if t is not None]
        seeds = [
            _engine.ones(t) if s is None else _conjugate(ops.cast(convert_to_tensor(s), t.dtype))
            for t, s in pairs
        ]
        flat = _flatten(sources)
        found = self._pull([t for t, _ in pairs], seeds, flat)
        self._release()
        return _packed_like(sources, [_finished(f, source, how) for f, source in zip(found, flat)])

    def jacobian(
        self,
        target: Any,
        sources: Any,
        unconnected_gradients: str = "none",
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The derivative of each element of the target: shapes are `target.shape + source.shape`."""
        how = _checked_unconnected(unconnected_gradients)
        self._use()
        target = self._target(target)
        flat = _flatten(sources)
        count = int(ops.size(target))
        seeds = ops.cast(ops.reshape(ops.eye(count), (count, *target.shape)), target.dtype)
        found = self._pull_each(target, seeds, flat)
        self._release()
        results = []
        for rows, source in zip(found, flat):
            if rows is not None:
                rows = ops.reshape(rows, (*target.shape, *source.shape))
            elif how == "zero":
                rows = ops.zeros(
                    (*target.shape, *source.shape), keras.backend.standardize_dtype(source.dtype)
                )
            results.append(rows)
        return _packed_like(sources, results)

    def batch_jacobian(
        self,
        target: Any,
        source: Any,
        unconnected_gradients: str = "none",
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The derivative of each element of a row of the target with respect to the same row of the source.

        The shape is `[batch] + target.shape[1:] + source.shape[1:]`.
        """
        how = _checked_unconnected(unconnected_gradients)
        self._use()
        target = self._target(target)
        if not target.shape or not source.shape or target.shape[0] != source.shape[0]:
            raise ValueError("Need first dimension of target shape and source shape to be the same")
        batch, inner = target.shape[0], tuple(target.shape[1:])
        count = 1
        for size in inner:
            count *= size
        seeds = ops.broadcast_to(ops.reshape(ops.eye(count), (count, 1, *inner)), (count, batch, *inner))
        (found,) = self._pull_each(target, ops.cast(seeds, target.dtype), [source])
        self._release()
        shape = (batch, *inner, *source.shape[1:])
        if found is None:
            return ops.zeros(shape, keras.backend.standardize_dtype(source.dtype)) if how == "zero" else None
        return ops.reshape(ops.moveaxis(found, 0, 1), shape)

    def _use(self) -> None:
        if self._is_used and not self._persistent:
            raise RuntimeError(
                "A non-persistent GradientTape can only be used to compute one set of gradients "
                "(or jacobians)"
            )
        self._is_used = True
        if not self._persistent:
            self._engine.is_recording = False

    def _release(self) -> None:
        """A tape that is not persistent lets go of what it recorded."""
        if not self._persistent:
            self._engine.clear()
            self._reads, self._variable_of, self._aliases = {}, {}, {}

    def _target(self, target: Any) -> Any:
        if isinstance(target, keras.Variable):
            reads = self._reads.get(id(target), (None, []))[1]
            return reads[-1] if reads else None
        if target is None:
            raise TypeError("Argument `target` should be a list or nested structure of Tensors, not None")
        target = _held(target)
        if not _engine.inexact(target.dtype):
            say_once(f"the dtype of the target tensor must be floating (e.g. tf.float32), got {target.dtype}")
            return None
        return target

    def _tensors_of(self, source: Any) -> list[Any]:
        if isinstance(source, keras.Variable):
            return self._reads.get(id(source), (None, []))[1]
        return [_held(source)]

    def _pull(self, targets: Sequence[Any], seeds: Sequence[Any], sources: Sequence[Any]) -> list[Any]:
        return _engine.pull_back(
            self._engine, targets, seeds, [self._tensors_of(source) for source in sources]
        )

    def _pull_each(self, target: Any, seeds: Any, sources: Sequence[Any]) -> list[Any]:
        if target is None:
            return [None] * len(sources)
        return _engine.vectorized(lambda seed: self._pull([target], [seed], sources), seeds)


def _held(tensor: Any) -> Any:
    """The array that operations see of this tensor."""
    if isinstance(tensor, HostTensor):
        return _custom.on_device(tensor)
    if not hasattr(tensor, "dtype"):
        raise ValueError(
            f"Passed in object {tensor!r} of type {type(tensor).__name__!r}, not tf.Tensor or tf.Variable."
        )
    return tensor


def _flatten(nest: Any) -> list[Any]:
    return keras.tree.flatten(nest)


def _packed_like(nest: Any, values: Sequence[Any]) -> Any:
    if not isinstance(nest, (list, tuple, dict)):
        return values[0]
    return keras.tree.pack_sequence_as(nest, list(values))


def _checked_unconnected(how: Any) -> str:
    how = getattr(how, "value", how)
    if how not in ("none", "zero"):
        raise ValueError(f"Unknown value for unconnected_gradients: {how!r}")
    return how


def _conjugate(tensor: Any) -> Any:
    """TensorFlow's gradients of complex tensors are the conjugates of the backend's."""
    return ops.conj(tensor) if "complex" in str(tensor.dtype) else tensor


def _finished(found: Any, source: Any, how: str) -> Any:
    if found is not None:
        return _conjugate(found)
    if how == "zero":
        return ops.zeros(source.shape, keras.backend.standardize_dtype(source.dtype))
    return None


def stop_gradient(input: Any, name: str | None = None) -> Any:  # noqa: A002
    """The same value, through which no gradient flows."""
    return keras.tree.map_structure(
        lambda part: part if isinstance(part, HostTensor) else ops.stop_gradient(convert_to_tensor(part)),
        input,
    )


def custom_gradient(f: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """`@tf.custom_gradient def f(x): ...; return y, grad` where `grad(dy)` gives the gradients of the
    arguments.
    """
    if f is None:
        return custom_gradient
    return _custom.custom_gradient(f)


def recompute_grad(f: Callable[..., Any]) -> Callable[..., Any]:
    """The function, whose inner results are computed again for its gradient instead of being kept."""
    return _custom.recompute_grad(f)


def no_gradient(op_type: str) -> None:
    """Accepted: operations without a gradient are those of the backend."""


def gradients(*_: Any, **__: Any) -> Any:
    """`tf.gradients` differentiates a graph of 2018."""
    raise RuntimeError(
        "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead."
    )


def hessians(*_: Any, **__: Any) -> Any:
    """`tf.hessians` differentiates a graph of 2018."""
    raise errors.NotInLabora(
        "tf.hessians works on graphs of 2018; use a tf.GradientTape in a tf.GradientTape"
    )
