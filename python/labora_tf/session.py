"""Sessions of TensorFlow 1, in which everything has run already: they give the values of tensors.

`tf.placeholder` gives a symbolic tensor of Keras; what is computed from it by operations that Keras knows is
computed
in `Session.run(fetches, feed_dict)`. Functions given to `tf.contrib.tpu.rewrite` run there, too, on the TPU.
"""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable
from typing import Any

import keras
import numpy as np

from . import _system
from ._glue import placement
from ._variable_scope import AUTO_REUSE, forget, get_variable, get_variable_scope, variable_scope  # noqa: F401

_AT_ROOT = (
    "AUTO_REUSE",
    "ConfigProto",
    "GPUOptions",
    "Graph",
    "GraphOptions",
    "InteractiveSession",
    "OptimizerOptions",
    "RunMetadata",
    "RunOptions",
    "Session",
    "get_default_graph",
    "get_default_session",
    "get_variable",
    "get_variable_scope",
    "global_variables_initializer",
    "initialize_all_variables",
    "initializers_variables",
    "local_variables_initializer",
    "placeholder",
    "placeholder_with_default",
    "reset_default_graph",
    "tables_initializer",
    "variable_scope",
    "variables_initializer",
)
__all__ = list(_AT_ROOT)


class Operation:
    """What `Session.run` does rather than evaluates."""

    def __init__(self, name: str, run: Callable[[], Any]) -> None:
        self.name, self._run = name, run
        self.type = name

    def run(self, feed_dict: Any = None, session: Any = None) -> Any:
        return self._run()

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"


class Deferred:
    """The result of a function that `Session.run` calls on the TPU, with inputs that may be placeholders."""

    def __init__(self, evaluate: Callable[[Callable[[Any], Any]], Any], name: str = "rewrite") -> None:
        self._evaluate, self.name = evaluate, name

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        return Session().run(self, feed_dict)

    def __repr__(self) -> str:
        return f"<tf.Tensor '{self.name}:0', computed by Session.run>"


def _deferred(operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def both(self: Any, other: Any) -> Deferred:
        return Deferred(
            lambda resolve: np.asarray(operation(resolve(self), resolve(other))), operation.__name__
        )

    return both


class OpenPlaceholder:
    """A placeholder without a shape: for `tf.contrib.tpu.rewrite`, and Python's arithmetic."""

    def __init__(self, dtype: Any, name: str) -> None:
        self.dtype, self.name, self.shape = dtype, name, None

    def __repr__(self) -> str:
        return f"<tf.Tensor '{self.name}:0' shape=<unknown> dtype={self.dtype!r}>"


for _cls in (Deferred, OpenPlaceholder):
    for _name in ("add", "sub", "mul", "truediv", "matmul", "pow"):
        _operation = getattr(operator, _name)
        setattr(_cls, f"__{_name}__", _deferred(_operation))
        setattr(_cls, f"__r{_name}__", _deferred(lambda a, b, _operation=_operation: _operation(b, a)))


class _Options:
    """A message of settings: any field may be set; fields that were not are made when they are read."""

    def __init__(self, *_: Any, **fields: Any) -> None:
        self.__dict__.update(fields)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = _Options()
        self.__dict__[name] = value
        return value

    def CopyFrom(self, other: Any) -> None:  # noqa: N802
        """Takes the fields of another message."""
        self.__dict__.update(vars(other))

    def MergeFrom(self, other: Any) -> None:  # noqa: N802
        """Takes the fields of another message."""
        self.__dict__.update(vars(other))


class ConfigProto(_Options):
    """`tf.ConfigProto`: `allow_soft_placement` counts, the rest is accepted and changes nothing."""


class GPUOptions(_Options):
    """`tf.GPUOptions`: accepted, and nothing else."""


class GraphOptions(_Options):
    """`tf.GraphOptions`: accepted, and nothing else."""


class OptimizerOptions(_Options):
    """`tf.OptimizerOptions`: accepted, and nothing else."""

    L0, L1, ON_1, ON_2, OFF = -1, 0, 1, 2, -1


class RunOptions(_Options):
    """`tf.RunOptions`: accepted, and nothing else."""

    NO_TRACE, SOFTWARE_TRACE, HARDWARE_TRACE, FULL_TRACE = 0, 1, 2, 3


class RunMetadata(_Options):
    """`tf.RunMetadata`: empty."""


class DeviceAttributes:
    """A device of `Session.list_devices`."""

    def __init__(self, name: str, device_type: str) -> None:
        self.name, self.device_type = name, device_type
        self.memory_limit_bytes = self.memory_limit = _system.memory(device_type)
        self.incarnation = int.from_bytes(name.encode()[-7:], "little")
        self.locality = self.physical_device_desc = ""

    def __repr__(self) -> str:
        size = self.memory_limit_bytes
        return f"_DeviceAttributes({self.name}, {self.device_type}, {size}, {self.incarnation})"


_sessions: list[Any] = []
#: The names of GPUs, of which there is none, that the graph's operations are to be on.
placed_on_gpu: list[str] = []


def in_graphs() -> bool:
    """Whether TensorFlow would put operations into a graph, for a session."""
    import labora_tf
    from labora_tf import _root

    return bool(_sessions) or _root._graph_mode["off"] or labora_tf.__version__.startswith("1.")


class Session:
    """`tf.Session(target)`. `target` may be the TPU's address."""

    def __init__(self, target: Any = "", graph: Any = None, config: Any = None) -> None:
        self._target = target.decode() if isinstance(target, bytes) else (target or "")
        self.graph = graph or get_default_graph()
        self._soft = bool(vars(config).get("allow_soft_placement")) if config is not None else False
        self._closed = False

    @property
    def sess_str(self) -> bytes:
        return self._target.encode()

    def __enter__(self) -> Session:
        _sessions.append(self)
        return self

    def __exit__(self, *_: Any) -> None:
        if self in _sessions:
            _sessions.remove(self)
        self.close()

    def as_default(self) -> Any:
        """Makes this the default session in a block."""

        @contextlib.contextmanager
        def block() -> Any:
            _sessions.append(self)
            try:
                yield self
            finally:
                _sessions.remove(self)

        return block()

    def close(self) -> None:
        self._closed = True

    def list_devices(self) -> list[DeviceAttributes]:
        """The devices of the target: of a TPU's address its host and its cores."""
        job = "worker" if self._target not in ("", "local", "localhost") else "localhost"
        place = f"/job:{job}/replica:0/task:0/device"
        devices = [
            DeviceAttributes(f"{place}:CPU:0", "CPU"),
            DeviceAttributes(f"{place}:XLA_CPU:0", "XLA_CPU"),
        ]
        if job == "localhost":
            gpus = range(len(placement.gpus()))
            return [devices[0], *(DeviceAttributes(f"{place}:GPU:{i}", "GPU") for i in gpus)]
        names = _system.device_names(job)
        if not names:
            from .errors import UnavailableError

            raise UnavailableError(None, None, f"There is no TPU at {self._target}: this runtime has none.")
        cores = [DeviceAttributes(name, "TPU") for name in names]
        return [*devices, *cores, DeviceAttributes(f"{place}:TPU_SYSTEM:0", "TPU_SYSTEM")]

    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        """The values of tensors, as NumPy arrays, in the structure of `fetches`; operations run and give
        None.

        Raises:
            RuntimeError: the session was closed.
            InvalidArgumentError: operations are to be on a GPU, and the session has no soft placement.
        """
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")
        if placed_on_gpu and not self._soft:
            from .errors import InvalidArgumentError

            raise InvalidArgumentError(
                None,
                None,
                f"Cannot assign a device for operations: they are to be on {placed_on_gpu[0]}, and there is "
                "no GPU. Use tf.Session(config=tf.ConfigProto(allow_soft_placement=True)), or call "
                "tf.reset_default_graph() and leave tf.device out",
            )
        feed = {id(key): value for key, value in (feed_dict or {}).items()}
        return _run(fetches, feed)

    def partial_run(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError("Session.partial_run is not in Labora")


class InteractiveSession(Session):
    """A session that is the default one from the start."""

    def __init__(self, target: Any = "", graph: Any = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        _sessions.append(self)

    def close(self) -> None:
        super().close()
        if self in _sessions:
            _sessions.remove(self)


def _run(fetches: Any, feed: dict[int, Any]) -> Any:
    if isinstance(fetches, dict):
        return {name: _run(part, feed) for name, part in fetches.items()}
    if isinstance(fetches, tuple) and hasattr(fetches, "_fields"):
        return type(fetches)(*(_run(part, feed) for part in fetches))
    if isinstance(fetches, (list, tuple)):
        return type(fetches)(_run(part, feed) for part in fetches)
    if id(fetches) in feed:
        return np.asarray(feed[id(fetches)])
    if isinstance(fetches, Operation):
        return fetches.run()
    if isinstance(fetches, Deferred):
        return fetches._evaluate(lambda value: _resolve(value, feed))
    if isinstance(fetches, keras.KerasTensor):
        return _symbolic(fetches, feed)
    if isinstance(fetches, OpenPlaceholder):
        _not_fed(feed)
    if fetches is None:
        raise TypeError("Fetch argument None has invalid type <class 'NoneType'>")
    if isinstance(fetches, str):
        raise NotImplementedError("Session.run by a tensor's name: give the tensor itself")
    if hasattr(fetches, "numpy"):
        value = fetches.numpy()
        return value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value
    if hasattr(fetches, "get_next"):
        raise TypeError("Session.run takes tensors: give it what `iterator.get_next()` returned")
    return np.asarray(fetches)


def _resolve(value: Any, feed: dict[int, Any]) -> Any:
    if isinstance(value, (Deferred, OpenPlaceholder, keras.KerasTensor)) or id(value) in feed:
        fed = _run(value, feed)
        dtype = getattr(value, "dtype", None)
        return (
            fed
            if dtype is None
            else fed.astype(keras.backend.standardize_dtype(getattr(dtype, "name", dtype)))
        )
    return value


def _not_fed(feed: dict[int, Any]) -> None:
    from .errors import InvalidArgumentError

    missing = [p.name for p in _placeholders if id(p) not in feed]
    raise InvalidArgumentError(
        None, None, f"You must feed a value for placeholder tensors (not fed: {missing})"
    )


def _symbolic(fetch: Any, feed: dict[int, Any]) -> Any:
    """The value of a tensor that depends on placeholders."""
    known = [p for p in _placeholders if isinstance(p, keras.KerasTensor)]
    inputs = [p for p in known if id(p) in feed or getattr(p, "_labora_default", None) is not None]
    values = []
    for tensor in inputs:
        value = feed.get(id(tensor), getattr(tensor, "_labora_default", None))
        values.append(keras.ops.convert_to_tensor(np.asarray(value), dtype=tensor.dtype))
    if any(fetch is tensor for tensor in inputs):
        return np.asarray(values[[fetch is tensor for tensor in inputs].index(True)])
    try:
        function = keras.Function(inputs, fetch)
    except (ValueError, KeyError):
        _not_fed(feed)
    return np.asarray(function(values))


_placeholders: list[Any] = []


def placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> Any:
    """A symbolic tensor whose value is given to `Session.run` by `feed_dict`.

    Without a shape it can be given to `tf.contrib.tpu.rewrite` and computed with by Python's operators only.
    """
    if shape is None:
        tensor = OpenPlaceholder(dtype, name or f"Placeholder_{len(_placeholders)}")
        _placeholders.append(tensor)
        return tensor
    sizes = tuple(None if size is None else int(size) for size in getattr(shape, "as_list", lambda: shape)())
    from .dtypes import as_dtype

    tensor = keras.KerasTensor(
        sizes, dtype=as_dtype(dtype).name, name=name or f"Placeholder_{len(_placeholders)}"
    )
    _placeholders.append(tensor)
    return tensor


def placeholder_with_default(input: Any, shape: Any, name: str | None = None) -> Any:  # noqa: A002
    """A placeholder that has a value if none is fed."""
    value = np.asarray(input)
    tensor = placeholder(keras.ops.convert_to_tensor(value).dtype, shape, name)
    tensor._labora_default = value
    return tensor


def global_variables_initializer() -> Operation:
    """Nothing: variables have their values from the start."""
    return Operation("init", lambda: None)


local_variables_initializer = tables_initializer = initialize_all_variables = global_variables_initializer


def variables_initializer(var_list: Any = None, name: str = "init") -> Operation:
    """Nothing: variables have their values from the start."""
    return Operation(name, lambda: None)


initializers_variables = variables_initializer


class Graph:
    """`tf.Graph`: a name for a block; nothing is recorded."""

    def __enter__(self) -> Graph:
        return self

    def __exit__(self, *_: Any) -> None:
        return None

    def as_default(self) -> Graph:
        return self

    def finalize(self) -> None:
        """Nothing to do."""

    def get_operations(self) -> list[Any]:
        return []

    def as_graph_def(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError("Graphs are not recorded here: save models with `model.save`")


_graph = Graph()


def get_default_graph() -> Graph:
    """The one graph."""
    return _graph


def reset_default_graph() -> None:
    """Forgets placeholders and the names of variables."""
    _placeholders.clear()
    placed_on_gpu.clear()
    forget()


def get_default_session() -> Session | None:
    """The session whose block this is."""
    return _sessions[-1] if _sessions else None
