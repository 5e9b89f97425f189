"""`tf.keras.backend`: the functions that Keras 2 had, on `keras.ops`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import keras
import numpy as np
from keras import ops
from keras.src.models.functional import operation_fn

from .. import _ops, _placement
from .._tensor import say_once
from . import _mirror

_phase: list[Any] = [0]
clear_session = _placement.clear_session
epsilon, floatx, set_epsilon, set_floatx = (
    keras.config.epsilon,
    keras.config.floatx,
    keras.config.set_epsilon,
    keras.config.set_floatx,
)
image_data_format, set_image_data_format = keras.config.image_data_format, keras.config.set_image_data_format


def _name(dtype: Any) -> str:
    return keras.backend.standardize_dtype(getattr(dtype, "name", dtype) or floatx())


def backend() -> str:
    """`tensorflow`, whose functions these are."""
    return "tensorflow"


def image_dim_ordering() -> str:
    """`tf`: channels are the last axis."""
    return "tf" if image_data_format() == "channels_last" else "th"


def get_uid(prefix: str = "") -> int:
    """A number for a name, from 1 on."""
    _uids[prefix] = _uids.get(prefix, 0) + 1
    return _uids[prefix]


_uids: dict[str, int] = {}


def reset_uids() -> None:
    """Lets numbers begin again."""
    _uids.clear()


# Sessions and learning phases


def learning_phase() -> Any:
    """0 (testing) or 1 (training), as it was set; layers are told by `training=`."""
    return _phase[0]


def set_learning_phase(value: Any) -> None:
    """Sets what `learning_phase` gives; models do not ask for it, which is said."""
    say_once(
        "K.set_learning_phase: models do not ask for it here; `fit` trains and `predict` does not. Give "
        "`training=` to the call of a layer or model, or set `layer.trainable = False`"
    )
    _phase[0] = value


def learning_phase_scope(value: Any) -> Any:
    """Sets the learning phase in a block."""

    @contextlib.contextmanager
    def scope() -> Any:
        before = _phase[0]
        _phase[0] = value
        try:
            yield
        finally:
            _phase[0] = before

    return scope()


def get_session(*_: Any) -> Any:
    """A session, whose `run` gives the values of tensors."""
    from ..session import Session, get_default_session

    return get_default_session() or Session()


def set_session(session: Any) -> None:
    """Accepted: sessions do nothing here."""


def manual_variable_initialization(value: bool) -> None:
    """Accepted: variables have their values from the start."""


def get_graph() -> Any:
    """The one graph."""
    from ..session import get_default_graph

    return get_default_graph()


def gradients(loss: Any, variables: Any) -> Any:
    """Refused: gradients of tensors that were computed already are not known."""
    raise NotImplementedError(
        "K.gradients needs a graph, and there is none here: compute the loss in `with tf.GradientTape() "
        "as tape:` and ask "
        "tape.gradient(loss, variables)"
    )


class _Function:
    def __init__(self, inputs: Any, outputs: Any, updates: Any = None) -> None:
        self._list = isinstance(outputs, (list, tuple))
        inputs = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
        self._given = [isinstance(i, keras.KerasTensor) for i in inputs]
        if updates:
            raise NotImplementedError("K.function(updates=...) is not in Labora: there are no graphs")
        symbols = [i for i in inputs if isinstance(i, keras.KerasTensor)]
        self._model = keras.Function(symbols, list(outputs) if self._list else outputs)

    def __call__(self, inputs: Any) -> Any:
        inputs = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
        values = [ops.convert_to_tensor(v) for v, given in zip(inputs, self._given, strict=False) if given]
        phases = [v for v, given in zip(inputs, self._given, strict=False) if not given]
        training = bool(phases[0]) if phases else None
        outputs = self._model._run_through_graph(
            values,
            operation_fn=lambda operation: operation_fn(operation, training=training),
        )
        return [np.asarray(v) for v in outputs] if self._list else np.asarray(outputs)


def function(
    inputs: Any, outputs: Any, updates: Any = None, name: str | None = None, **kwargs: Any
) -> Callable[..., Any]:
    """A function from the values of a model's symbolic tensors to those of others. The learning phase may be
    among the inputs: with 1 the layers compute as in training."""
    for option in kwargs:
        _ops.only("K.function", option, kwargs[option], None)
    return _Function(inputs, outputs, updates)


# Variables and values


def variable(value: Any, dtype: Any = None, name: str | None = None, constraint: Any = None) -> Any:
    """A variable with this value."""
    from .._variable import Variable

    dtype = _name(dtype) if dtype is not None or not hasattr(value, "dtype") else _name(value.dtype)
    return Variable(np.asarray(value).astype(dtype), name=name, constraint=constraint)


def placeholder(
    shape: Any = None,
    ndim: int | None = None,
    dtype: Any = None,
    sparse: bool = False,
    name: str | None = None,
) -> Any:
    """A symbolic tensor, for `K.function`."""
    _ops.only("K.placeholder", "sparse", bool(sparse), False)
    shape = tuple(shape) if shape is not None else (None,) * ndim
    return keras.KerasTensor(shape, dtype=_name(dtype), name=name)


def is_keras_tensor(x: Any) -> bool:
    """True for a symbolic tensor of a model."""
    return isinstance(x, keras.KerasTensor)


def is_tensor(x: Any) -> bool:
    """True for a tensor."""
    return keras.ops.is_tensor(x)


def is_sparse(tensor: Any) -> bool:
    """False: there are no sparse tensors."""
    return False


def to_dense(tensor: Any) -> Any:
    """The tensor itself."""
    return tensor


def get_value(x: Any) -> Any:
    """The value of a variable or tensor as NumPy's."""
    if isinstance(x, keras.optimizers.schedules.LearningRateSchedule):
        return np.asarray(x(0))
    value = np.asarray(x.value if isinstance(x, keras.Variable) else x)
    return value[()] if value.ndim == 0 else value


def batch_get_value(tensors: Any) -> list[Any]:
    """The values of several variables."""
    return [get_value(tensor) for tensor in tensors]


def eval(x: Any) -> Any:  # noqa: A001
    """The value of a tensor as NumPy's."""
    return get_value(x)


def set_value(x: Any, value: Any) -> None:
    """Sets a variable."""
    x.assign(np.asarray(value, dtype=keras.backend.standardize_dtype(x.dtype)).reshape(tuple(x.shape)))


def batch_set_value(tuples: Any) -> None:
    """Sets several variables."""
    for x, value in tuples:
        set_value(x, value)


def update(x: Any, new_x: Any) -> Any:
    """Sets a variable to a tensor."""
    x.assign(new_x)
    return x


def update_add(x: Any, increment: Any) -> Any:
    """Adds to a variable."""
    x.assign(x.value + increment)
    return x


def update_sub(x: Any, decrement: Any) -> Any:
    """Subtracts from a variable."""
    x.assign(x.value - decrement)
    return x


def moving_average_update(x: Any, value: Any, momentum: float) -> Any:
    """Moves a variable towards a value: `x = momentum * x + (1 - momentum) * value`."""
    x.assign(x.value * momentum + value * (1.0 - momentum))
    return x


def count_params(x: Any) -> int:
    """The number of elements."""
    return int(np.prod(tuple(x.shape)))


def int_shape(x: Any) -> Any:
    """The shape as a tuple, None for open sizes."""
    shape = getattr(x, "shape", None)
    return None if shape is None else tuple(None if size is None else int(size) for size in shape)


def ndim(x: Any) -> int:
    """The number of axes."""
    return len(x.shape)


def dtype(x: Any) -> str:
    """The type's name."""
    return keras.backend.standardize_dtype(x.dtype)


def shape(x: Any) -> Any:
    """The shape: integers; symbolic where it is open."""
    return ops.shape(x)


def cast_to_floatx(x: Any) -> Any:
    """The value with Keras's type of floats."""
    if isinstance(x, (np.ndarray, list, tuple, float, int)):
        return np.asarray(x, dtype=floatx())
    return ops.cast(x, floatx())


# Making tensors


def zeros(shape: Any, dtype: Any = None, name: str | None = None) -> Any:
    """A tensor of zeros."""
    return ops.zeros(tuple(shape), _name(dtype))


def ones(shape: Any, dtype: Any = None, name: str | None = None) -> Any:
    """A tensor of ones."""
    return ops.ones(tuple(shape), _name(dtype))


def eye(size: int, dtype: Any = None, name: str | None = None) -> Any:
    """The identity matrix."""
    return ops.eye(size, dtype=_name(dtype))


def random_normal(
    shape: Any, mean: float = 0.0, stddev: float = 1.0, dtype: Any = None, seed: Any = None
) -> Any:
    """Random numbers of a normal distribution."""
    return _random("normal", shape, mean, stddev, dtype, seed)


def random_uniform(
    shape: Any, minval: float = 0.0, maxval: float = 1.0, dtype: Any = None, seed: Any = None
) -> Any:
    """Random numbers between two."""
    return _random("uniform", shape, minval, maxval, dtype, seed)


def truncated_normal(
    shape: Any, mean: float = 0.0, stddev: float = 1.0, dtype: Any = None, seed: Any = None
) -> Any:
    """Random numbers of a normal distribution, none farther than two deviations."""
    return _random("truncated_normal", shape, mean, stddev, dtype, seed)


def random_bernoulli(shape: Any, p: float = 0.0, dtype: Any = None, seed: Any = None) -> Any:
    """Ones with probability `p`, else zeros."""
    return ops.cast(_random("uniform", shape, 0.0, 1.0, None, seed) < p, _name(dtype))


random_binomial = random_bernoulli


def _random(kind: str, shape: Any, first: float, second: float, dtype: Any, seed: Any) -> Any:
    from .. import random

    return getattr(random, kind)(shape, first, second, dtype=_name(dtype), seed=seed)


def random_uniform_variable(
    shape: Any, low: float, high: float, dtype: Any = None, name: str | None = None, seed: Any = None
) -> Any:
    """A variable of random numbers between two."""
    return variable(np.asarray(random_uniform(shape, low, high, dtype, seed)), dtype, name)


def random_normal_variable(
    shape: Any, mean: float, scale: float, dtype: Any = None, name: str | None = None, seed: Any = None
) -> Any:
    """A variable of normally distributed random numbers."""
    return variable(np.asarray(random_normal(shape, mean, scale, dtype, seed)), dtype, name)


def dropout(x: Any, level: float, noise_shape: Any = None, seed: Any = None) -> Any:
    """Elements set to 0 with probability `level`, the others scaled."""
    from .. import nn

    return nn.dropout(x, level, noise_shape=noise_shape, seed=seed)


from ._legacy_backend import *  # noqa: E402,F403
from ._backend_arrays import *  # noqa: E402,F403
from ._backend_nn import *  # noqa: E402,F403

Function = _Function
name_scope = keras.name_scope
_mirror.fill(globals(), "backend")
__all__ = [key for key in _mirror.star(globals()) if key not in ("Any", "Callable")]
