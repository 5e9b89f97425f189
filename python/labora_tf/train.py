"""`tf.train`: optimizers of TensorFlow 1, checkpoints, coordinators, and the records of `Example`."""

from __future__ import annotations

from typing import Any

import keras

from . import _ops
from ._checkpoints import *  # noqa: F403
from ._checkpoints import __all__ as _checkpoints
from ._rates import *  # noqa: F403
from ._rates import __all__ as _rates
from .distribute.cluster_resolver import ClusterSpec
from .keras.optimizers import start_squares

__all__ = [
    "AdadeltaOptimizer",
    "AdagradOptimizer",
    "AdamOptimizer",
    "ClusterSpec",
    "Coordinator",
    "ExponentialMovingAverage",
    "FtrlOptimizer",
    "GradientDescentOptimizer",
    "MomentumOptimizer",
    "Optimizer",
    "RMSPropOptimizer",
    "Saver",
    "assert_global_step",
    "create_global_step",
    "get_global_step",
    "get_or_create_global_step",
    *_checkpoints,
    *_rates,
]
_EXAMPLES = ("Example", "Features", "Feature", "BytesList", "FloatList", "Int64List", "FeatureList",
             "FeatureLists",
             "SequenceExample")  # fmt: skip


class _Old(type(keras.optimizers.Optimizer)):
    """The class of optimizers of TensorFlow 1: calling one gives an optimizer of Keras with the same
    numbers."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if "_make" in cls.__dict__:
            for name in ("use_locking", "name"):
                kwargs.pop(name, None)
            return cls._make(*args, **kwargs)
        return super().__call__(*args, **kwargs)

    def __instancecheck__(cls, instance: Any) -> bool:
        base = cls.__dict__.get("_keras_class")
        return isinstance(instance, base) if base else type.__instancecheck__(cls, instance)


Optimizer = keras.optimizers.Optimizer


class AdamOptimizer(keras.optimizers.Adam, metaclass=_Old):
    """`tf.train.AdamOptimizer`: Keras's `Adam` with epsilon 1e-8."""

    _keras_class = keras.optimizers.Adam

    @staticmethod
    def _make(
        learning_rate: Any = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8, *_: Any
    ) -> Any:
        return keras.optimizers.Adam(_rate(learning_rate), beta_1=beta1, beta_2=beta2, epsilon=epsilon)


class GradientDescentOptimizer(keras.optimizers.SGD, metaclass=_Old):
    """`tf.train.GradientDescentOptimizer`: Keras's `SGD`."""

    _keras_class = keras.optimizers.SGD

    @staticmethod
    def _make(learning_rate: Any, *_: Any) -> Any:
        return keras.optimizers.SGD(_rate(learning_rate))


class MomentumOptimizer(keras.optimizers.SGD, metaclass=_Old):
    """`tf.train.MomentumOptimizer`: Keras's `SGD` with momentum."""

    _keras_class = keras.optimizers.SGD

    @staticmethod
    def _make(
        learning_rate: Any,
        momentum: float,
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ) -> Any:
        return keras.optimizers.SGD(_rate(learning_rate), momentum=float(momentum), nesterov=use_nesterov)


class RMSPropOptimizer(keras.optimizers.RMSprop, metaclass=_Old):
    """`tf.train.RMSPropOptimizer`: Keras's `RMSprop` with epsilon 1e-10, whose averages of squares begin with
    1."""

    _keras_class = keras.optimizers.RMSprop

    @staticmethod
    def _make(
        learning_rate: Any,
        decay: float = 0.9,
        momentum: float = 0.0,
        epsilon: float = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ) -> Any:
        optimizer = keras.optimizers.RMSprop(
            _rate(learning_rate), rho=decay, momentum=momentum, epsilon=epsilon, centered=centered
        )
        start_squares(optimizer, 1.0)
        return optimizer


class AdagradOptimizer(keras.optimizers.Adagrad, metaclass=_Old):
    """`tf.train.AdagradOptimizer`: Keras's `Adagrad` without epsilon."""

    _keras_class = keras.optimizers.Adagrad

    @staticmethod
    def _make(learning_rate: Any, initial_accumulator_value: float = 0.1, *_: Any) -> Any:
        return keras.optimizers.Adagrad(
            _rate(learning_rate), initial_accumulator_value=initial_accumulator_value, epsilon=0.0
        )


class AdadeltaOptimizer(keras.optimizers.Adadelta, metaclass=_Old):
    """`tf.train.AdadeltaOptimizer`: Keras's `Adadelta` with epsilon 1e-8."""

    _keras_class = keras.optimizers.Adadelta

    @staticmethod
    def _make(learning_rate: Any = 0.001, rho: float = 0.95, epsilon: float = 1e-8, *_: Any) -> Any:
        return keras.optimizers.Adadelta(_rate(learning_rate), rho=rho, epsilon=epsilon)


class FtrlOptimizer(keras.optimizers.Ftrl, metaclass=_Old):
    """`tf.train.FtrlOptimizer`: Keras's `Ftrl`."""

    _keras_class = keras.optimizers.Ftrl

    @staticmethod
    def _make(
        learning_rate: Any,
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        *_: Any,
    ) -> Any:
        return keras.optimizers.Ftrl(
            _rate(learning_rate),
            learning_rate_power=learning_rate_power,
            initial_accumulator_value=initial_accumulator_value,
            l1_regularization_strength=l1_regularization_strength,
            l2_regularization_strength=l2_regularization_strength,
        )


def _rate(rate: Any) -> Any:
    if isinstance(rate, keras.optimizers.schedules.LearningRateSchedule):
        return rate
    return float(rate() if callable(rate) else rate)


_steps: list[keras.Variable] = []


def get_global_step(graph: Any = None) -> keras.Variable | None:
    """The variable that counts steps, or None."""
    return _steps[0] if _steps else None


def get_or_create_global_step(graph: Any = None) -> keras.Variable:
    """The variable that counts steps."""
    if not _steps:
        from ._variable import Variable

        _steps.append(Variable(0, trainable=False, name="global_step", dtype="int32"))
    return _steps[0]


create_global_step = get_or_create_global_step


def assert_global_step(global_step_tensor: Any) -> None:
    """Nothing to assert."""


class ExponentialMovingAverage:
    """Averages of variables that follow them slowly."""

    def __init__(
        self,
        decay: float,
        num_updates: Any = None,
        zero_debias: bool = False,
        name: str = "ExponentialMovingAverage",
    ) -> None:
        _ops.only("tf.train.ExponentialMovingAverage", "zero_debias", bool(zero_debias), False)
        self._decay, self._num_updates, self.name = decay, num_updates, name
        self._averages: dict[int, tuple[Any, Any]] = {}

    def apply(self, var_list: Any = None) -> None:
        """Moves the averages towards the variables' values."""
        from ._variable import Variable

        decay = self._decay
        if self._num_updates is not None:
            steps = float(self._num_updates)
            decay = min(decay, (1.0 + steps) / (10.0 + steps))
        for variable in var_list or ():
            if id(variable) not in self._averages:
                self._averages[id(variable)] = (variable, Variable(variable.value, trainable=False))
            average = self._averages[id(variable)][1]
            average.assign(average.value - (1.0 - decay) * (average.value - variable.value))

    def average(self, var: Any) -> Any:
        """The average of a variable, or None."""
        return self._averages.get(id(var), (None, None))[1]

    def average_name(self, var: Any) -> str:
        return f"{var.name}/{self.name}"


class Coordinator:
    """Threads that stop together; there are none here."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self._stop = False

    def request_stop(self, ex: Any = None) -> None:
        self._stop = True

    def should_stop(self) -> bool:
        return self._stop

    def join(self, *_: Any, **__: Any) -> None:
        """Nothing to wait for."""


def start_queue_runners(*_: Any, **__: Any) -> list[Any]:
    """There are no queues."""
    return []


class Saver:
    """`tf.train.Saver` of graphs: refused."""

    def __init__(self, *_: Any, **__: Any) -> None:
        raise NotImplementedError(
            "tf.train.Saver saves graphs' variables: use model.save_weights or tf.train.Checkpoint"
        )


def __getattr__(name: str) -> Any:
    if name in _EXAMPLES:
        from . import _example

        return getattr(_example, name)
    if name == "experimental":
        from ._names import Namespace

        return Namespace(
            "tf.train.experimental",
            enable_mixed_precision_graph_rewrite=lambda opt, loss_scale="dynamic": opt,
        )
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        from ._names import missing
    except ImportError:
        raise AttributeError(f"module 'tensorflow.train' has no attribute {name!r}") from None
    raise missing("tf.train", name)
