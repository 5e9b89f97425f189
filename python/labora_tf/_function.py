"""`tf.function`, `tf.TensorSpec`, `tf.Module`, `tf.init_scope`."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import keras

from labora_tf import _host, dtypes
from labora_tf._glue import compile as _engine
from labora_tf._glue import state, variables
from labora_tf._shape import TensorShape, as_shape
from labora_tf._tensor import convert_to_tensor, say_once

__all__ = [
    "Module",
    "TensorSpec",
    "function",
    "init_scope",
    "no_op",
    "group",
    "control_dependencies",
]

_run_eagerly = False


def run_functions_eagerly(run_eagerly: bool) -> None:
    """`tf.config.run_functions_eagerly`: whether `tf.function`s run as the Python functions that they are."""
    global _run_eagerly
    _run_eagerly = bool(run_eagerly)


def functions_run_eagerly() -> bool:
    return _run_eagerly


def in_function() -> bool:
    """Whether a `tf.function` is being traced."""
    return state.in_function()


def untraceable(reason: str) -> None:
    """Says, where a `tf.function` is being traced, that it has to run eagerly; otherwise does nothing."""
    if state.in_function():
        raise _engine.Untraceable(reason)


class TensorSpec:
    """`tf.TensorSpec([None, 28, 28], tf.float32)`: a shape and a type."""

    def __init__(self, shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> None:
        self.shape, self.dtype, self.name = as_shape(shape), dtypes.as_dtype(dtype), name

    @classmethod
    def from_tensor(cls, tensor: Any, name: str | None = None) -> TensorSpec:
        return cls(tensor.shape, tensor.dtype, name)

    @classmethod
    def from_spec(cls, spec: Any, name: str | None = None) -> TensorSpec:
        return cls(spec.shape, spec.dtype, name or spec.name)

    def is_compatible_with(self, other: Any) -> bool:
        other_type = dtypes.as_dtype(other.dtype)
        narrowed = {"int32": "int64", "float32": "float64", "uint32": "uint64"}.get(other_type.name)
        return self.shape.is_compatible_with(other.shape) and self.dtype.name in (other_type.name, narrowed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TensorSpec) and (self.shape, self.dtype) == (other.shape, other.dtype)

    def __hash__(self) -> int:
        return hash((self.shape, self.dtype.name))

    def __repr__(self) -> str:
        return f"TensorSpec(shape={self.shape}, dtype={self.dtype!r}, name={self.name!r})"


class _Plan:
    """What is known of one kind of arguments: programs, or the reason to run the Python function."""

    def __init__(self, held: Sequence[Any]) -> None:
        # Objects that the key names by identity stay alive with it.
        self.held = held
        self.programs: list[_engine.Program] = []
        self.reason: str | None = None


class Function:
    """What `tf.function` gives: compiled for each kind of arguments when it is first called with it."""

    def __init__(
        self, python_function: Callable[..., Any], input_signature: Any = None, name: str | None = None
    ) -> None:
        self.python_function = python_function
        self.input_signature = None if input_signature is None else tuple(input_signature)
        self._plans: dict[Any, _Plan] = {}
        self._traces = self._failures = 0
        self._reason: str | None = None
        self._name = getattr(python_function, "__name__", "function")
        try:
            self._signature = inspect.signature(python_function)
        except (TypeError, ValueError):
            self._signature = None
        functools.update_wrapper(self, python_function)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else _Method(self, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.input_signature is not None:
            args = self._converted(args)
        if _run_eagerly or self._reason is not None or _engine.is_inside() or _host.in_data():
            return self.python_function(*args, **kwargs)
        args, kwargs = self._canonical(args, kwargs)
        leaves, structure = _engine.flatten((args, kwargs))
        if any(isinstance(leaf, keras.KerasTensor) for leaf in leaves):
            return self.python_function(*args, **kwargs)
        if any(_engine.is_host_only(leaf) for leaf in leaves):
            say_once(f"the tf.function {self._name!r} runs eagerly with tensors of text or of large integers")
            return _engine.map_leaves(_result, self.python_function(*args, **kwargs))
        key, arrays, iterators, held = _kind(leaves)
        plan = self._plans.get((structure, key))
        if plan is None:
            plan = self._plans[structure, key] = _Plan(held)
        if plan.reason is not None:
            return _engine.map_leaves(_result, self.python_function(*args, **kwargs))
        return self._run(plan, leaves, structure, arrays, iterators)

    def _run(
        self, plan: _Plan, leaves: list[Any], structure: Any, arrays: dict[int, Any], iterators: list[Any]
    ) -> Any:
        arguments = list(arrays.values())
        for program in plan.programs:
            mapping = {id(traced): iterator for traced, iterator in zip(program.iterators, iterators)}
            drawn = program.take(mapping)
            if drawn is not None:
                return program(arguments, drawn)

        def run(tracers: Sequence[Any]) -> Any:
            merged = list(leaves)
            for place, tracer in zip(arrays, tracers):
                merged[place] = tracer
            args, kwargs = _engine.unflatten(structure, merged)
            return _engine.map_leaves(_result, self.python_function(*args, **kwargs))

        run.__name__ = self._name
        try:
            program = _engine.Program(run, arguments)
            program.iterators = iterators
            drawn = program.take({})
        except Exception as error:
            reason = _engine.reason_of(error)
            if reason is None:
                raise
            self._give_up(plan, reason)
            return run(arguments)
        self._traces += 1
        if drawn is None:
            raise RuntimeError(f"the elements of a data set changed while {self._name} was traced")
        plan.programs.append(program)
        return program(arguments, drawn)

    def _give_up(self, plan: _Plan, reason: str) -> None:
        say_once(f"the tf.function {self._name!r} runs eagerly: {reason}")
        plan.reason = reason
        self._failures += 1
        if self._failures > 2:
            self._reason = reason

    def _canonical(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Arguments by place where they can be, so that both ways to call are one kind."""
        if self._signature is None or not kwargs:
            return args, kwargs
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError:
            return args, kwargs
        return bound.args, bound.kwargs

    def _converted(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Arguments as tensors of the types of the signature; ValueError for other shapes."""
        skip = len(args) - len(self.input_signature)
        if skip not in (0, 1):
            raise TypeError(
                f"{self._name} takes {len(self.input_signature)} arguments, as its input_signature says"
            )

        def convert(spec: Any, value: Any) -> Any:
            if isinstance(spec, (list, tuple)):
                return type(value)(convert(s, v) for s, v in zip(spec, value))
            if isinstance(spec, dict):
                return {key: convert(spec[key], value[key]) for key in spec}
            if not isinstance(spec, TensorSpec):
                return value
            tensor = convert_to_tensor(value, None if hasattr(value, "dtype") else spec.dtype)
            if not spec.is_compatible_with(tensor):
                raise TypeError(
                    "Binding inputs to tf.function failed due to `Can not cast "
                    f"TensorSpec(shape={tensor.shape}, dtype=tf.{tensor.dtype}) to {spec}`. "
                    f"Received args: {args}"
                )
            return tensor

        return (
            *args[:skip],
            *(convert(spec, value) for spec, value in zip(self.input_signature, args[skip:])),
        )

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """A callable for these kinds of arguments (tensors, or `tf.TensorSpec`s: not traced yet)."""
        return ConcreteFunction(self, args, kwargs)

    def experimental_get_tracing_count(self) -> int:
        return self._traces

    def experimental_get_compiler_ir(self, *args: Any, **kwargs: Any) -> Any:
        from labora_tf.errors import NotInLabora

        raise NotInLabora("tf.function's compiler IR is not in Labora; functions are compiled by the backend")

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        return f"{self._name}{self._signature}"

    def __repr__(self) -> str:
        return f"<tf.function {self._name}>"


class _Method:
    """A `tf.function` that is a method, of one object."""

    def __init__(self, function: Function, instance: Any) -> None:
        self._function, self.__self__ = function, instance

    @property
    def __signature__(self) -> inspect.Signature:
        """Without `self`, which is given."""
        signature = self._function._signature
        first, *others = signature.parameters.values()
        return signature.replace(
            parameters=[first, *others] if first.kind is first.VAR_POSITIONAL else others
        )

    @property
    def python_function(self) -> Callable[..., Any]:
        return functools.partial(self._function.python_function, self.__self__)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._function(self.__self__, *args, **kwargs)

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        return ConcreteFunction(self, args, kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._function, name)


class ConcreteFunction:
    """What `get_concrete_function` gives."""

    def __init__(self, function: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> None:
        self._function = function
        self.structured_input_signature = (tuple(args), dict(kwargs))
        self.name = f"__inference_{getattr(function, '__name__', 'function')}"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._function(*args, **kwargs)


def _result(leaf: Any) -> Any:
    """A result as a tensor, where it is a number of Python."""
    return convert_to_tensor(leaf) if isinstance(leaf, (bool, int, float, complex, str, bytes)) else leaf


def _kind(leaves: Sequence[Any]) -> tuple[Any, dict[int, Any], list[Any], list[Any]]:
    """The key of the arguments, their arrays by place, their iterators, and objects that the key names."""
    key: list[Any] = []
    arrays: dict[int, Any] = {}
    iterators: list[Any] = []
    held: list[Any] = []
    for place, leaf in enumerate(leaves):
        if _engine.is_array(leaf):
            arrays[place] = array = _engine.as_array(leaf)
            key.append(_engine.type_of(array))
        elif isinstance(leaf, (bool, int, float, complex, str, bytes)):
            key.append((type(leaf), leaf))
        elif hasattr(leaf, "__next__") and hasattr(leaf, "element_spec"):
            iterators.append(leaf)
            key.append(("iterator", str(leaf.element_spec)))
        else:
            held.append(leaf)
            key.append(("object", id(leaf)))
    return tuple(key), arrays, iterators, held


def function(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    autograph: bool = True,
    jit_compile: bool | None = None,
    reduce_retracing: bool = False,
    experimental_implements: str | None = None,
    experimental_autograph_options: Any = None,
    experimental_attributes: Any = None,
    experimental_relax_shapes: bool | None = None,
    experimental_compile: bool | None = None,
    experimental_follow_type_hints: bool | None = None,
) -> Any:
    """`@tf.function`: compiles a Python function, once for each kind of arguments.

    Tensors are its inputs; Python's values are constants, a new one compiles anew. Variables that it reads
    and writes are found when it is traced. A function whose Python code asks for values of tensors runs
    eagerly, which is said.
    """

    def decorate(func: Callable[..., Any]) -> Function:
        if isinstance(func, (Function, _Method)):
            return func
        return Function(func, input_signature)

    return decorate if func is None else decorate(func)


@contextlib.contextmanager
def init_scope() -> Iterator[None]:
    """What is in this block runs at once, also while a `tf.function` is traced."""
    with variables.outside():
        yield


@contextlib.contextmanager
def control_dependencies(control_inputs: Any) -> Iterator[None]:
    """Accepted: operations run in the order of the program."""
    yield


def no_op(name: str | None = None) -> None:
    return None


def group(*inputs: Any, **kwargs: Any) -> None:
    return None


class Module:
    """`tf.Module`: finds the variables and modules in its attributes."""

    def __init__(self, name: str | None = None) -> None:
        self._name = name or _snake(type(self).__name__)

    @property
    def name(self) -> str:
        return self.__dict__.get("_name") or _snake(type(self).__name__)

    @property
    def name_scope(self) -> Any:
        return contextlib.nullcontext(self.name)

    @property
    def variables(self) -> tuple[Any, ...]:
        return tuple(_found_in(self, keras.Variable))

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        return tuple(v for v in self.variables if v.trainable)

    @property
    def non_trainable_variables(self) -> tuple[Any, ...]:
        return tuple(v for v in self.variables if not v.trainable)

    @property
    def submodules(self) -> tuple[Any, ...]:
        return tuple(m for m in _found_in(self, (Module, keras.layers.Layer)) if m is not self)

    @classmethod
    def with_name_scope(cls, method: Callable[..., Any]) -> Callable[..., Any]:
        return method


def _snake(name: str) -> str:
    return keras.src.utils.naming.to_snake_case(name)


def _found_in(module: Any, kind: Any) -> list[Any]:
    """Objects of a kind in a module's attributes, in the modules there, and in nests; sorted by the
    attribute's name.
    """
    found: list[Any] = []
    seen: set[int] = set()

    def look(value: Any) -> None:
        if id(value) in seen:
            return
        if isinstance(value, (Module, keras.layers.Layer, keras.Variable)):
            seen.add(id(value))
            if isinstance(value, kind):
                found.append(value)
        if isinstance(value, keras.layers.Layer):
            for part in (
                value.variables if kind is keras.Variable else value._flatten_layers(include_self=False)
            ):
                look(part)
        elif isinstance(value, Module):
            for name in sorted(vars(value)):
                look(vars(value)[name])
        elif isinstance(value, (list, tuple)):
            for part in value:
                look(part)
        elif isinstance(value, dict):
            for name in sorted(value, key=str):
                look(value[name])

    look(module)
    return found


def spec_of(value: Any) -> TensorSpec:
    return TensorSpec(TensorShape(value.shape), value.dtype)
