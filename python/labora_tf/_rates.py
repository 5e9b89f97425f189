"""Learning rates of TensorFlow 1 (`tf.train.exponential_decay` ...), as functions of a counter of steps."""

from __future__ import annotations

from typing import Any

import keras
import numpy as np

__all__ = [
    "cosine_decay",
    "exponential_decay",
    "inverse_time_decay",
    "natural_exp_decay",
    "piecewise_constant",
    "piecewise_constant_decay",
    "polynomial_decay",
]


class _Schedule(keras.optimizers.schedules.LearningRateSchedule):
    """A rate as TensorFlow 1's functions give it: of a step that is asked when the rate is. `float(rate)`
    now."""

    def __init__(self, function: Any, global_step: Any) -> None:
        self._function, self._global_step = function, global_step

    def __call__(self, step: Any = None) -> Any:
        step = self._global_step if step is None else step
        return self._function(keras.ops.cast(getattr(step, "value", step), "float32"))

    def numpy(self) -> np.ndarray:
        return np.asarray(self())

    def __float__(self) -> float:
        return float(self())

    def get_config(self) -> dict[str, Any]:
        raise NotImplementedError("a rate of tf.train cannot be saved: use tf.keras.optimizers.schedules")


def _decay(function: Any, global_step: Any) -> _Schedule:
    return _Schedule(function, global_step)


def exponential_decay(
    learning_rate: float,
    global_step: Any,
    decay_steps: Any,
    decay_rate: float,
    staircase: bool = False,
    name: Any = None,
) -> Any:
    """`learning_rate * decay_rate ** (global_step / decay_steps)`."""

    def rate(step: Any) -> Any:
        power = step / decay_steps
        return learning_rate * decay_rate ** (keras.ops.floor(power) if staircase else power)

    return _decay(rate, global_step)


def natural_exp_decay(
    learning_rate: float,
    global_step: Any,
    decay_steps: Any,
    decay_rate: float,
    staircase: bool = False,
    name: Any = None,
) -> Any:
    """`learning_rate * exp(-decay_rate * global_step / decay_steps)`."""

    def rate(step: Any) -> Any:
        power = step / decay_steps
        return learning_rate * keras.ops.exp(-decay_rate * (keras.ops.floor(power) if staircase else power))

    return _decay(rate, global_step)


def inverse_time_decay(
    learning_rate: float,
    global_step: Any,
    decay_steps: Any,
    decay_rate: float,
    staircase: bool = False,
    name: Any = None,
) -> Any:
    """`learning_rate / (1 + decay_rate * global_step / decay_steps)`."""

    def rate(step: Any) -> Any:
        power = step / decay_steps
        return learning_rate / (1.0 + decay_rate * (keras.ops.floor(power) if staircase else power))

    return _decay(rate, global_step)


def polynomial_decay(
    learning_rate: float,
    global_step: Any,
    decay_steps: Any,
    end_learning_rate: float = 0.0001,
    power: float = 1.0,
    cycle: bool = False,
    name: Any = None,
) -> Any:
    """From `learning_rate` to `end_learning_rate` in `decay_steps`, along a power."""

    def rate(step: Any) -> Any:
        if cycle:
            steps = decay_steps * keras.ops.maximum(1.0, keras.ops.ceil(step / decay_steps))
        else:
            steps = float(decay_steps)
            step = keras.ops.minimum(step, steps)
        return (learning_rate - end_learning_rate) * (1.0 - step / steps) ** power + end_learning_rate

    return _decay(rate, global_step)


def cosine_decay(
    learning_rate: float, global_step: Any, decay_steps: Any, alpha: float = 0.0, name: Any = None
) -> Any:
    """Half a cosine from `learning_rate` to `alpha * learning_rate` in `decay_steps`."""

    def rate(step: Any) -> Any:
        done = keras.ops.minimum(step, float(decay_steps)) / decay_steps
        return learning_rate * ((1.0 - alpha) * 0.5 * (1.0 + keras.ops.cos(np.pi * done)) + alpha)

    return _decay(rate, global_step)


def piecewise_constant(x: Any, boundaries: Any, values: Any, name: Any = None) -> Any:
    """`values[i]` up to and with `boundaries[i]`, the last one after."""

    def rate(step: Any) -> Any:
        value = keras.ops.convert_to_tensor(float(values[0]))
        for boundary, after in zip(boundaries, values[1:], strict=True):
            value = keras.ops.where(step > boundary, float(after), value)
        return value

    return _decay(rate, x)


piecewise_constant_decay = piecewise_constant
