"""`tf.train`: optimizers of TensorFlow 1, checkpoints, coordinators, and the records of `Example`."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from typing import Any

import keras
import numpy as np

from .distribute.cluster_resolver import ClusterSpec
from .keras.optimizers import start_squares

__all__ = [
    "AdadeltaOptimizer",
    "AdagradOptimizer",
    "AdamOptimizer",
    "Checkpoint",
    "CheckpointManager",
    "CheckpointState",
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
    "checkpoint_exists",
    "cosine_decay",
    "create_global_step",
    "exponential_decay",
    "get_checkpoint_state",
    "get_global_step",
    "get_or_create_global_step",
    "inverse_time_decay",
    "latest_checkpoint",
    "list_variables",
    "load_checkpoint",
    "load_variable",
    "natural_exp_decay",
    "piecewise_constant",
    "piecewise_constant_decay",
    "polynomial_decay",
    "update_checkpoint_state",
]
_EXAMPLES = ("Example", "Features", "Feature", "BytesList", "FloatList", "Int64List", "FeatureList", "FeatureLists",
             "SequenceExample")  # fmt: skip


class _Old(type(keras.optimizers.Optimizer)):
    """The class of optimizers of TensorFlow 1: calling one gives an optimizer of Keras with the same numbers."""

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
        learning_rate: Any = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8, **_: Any
    ) -> Any:
        return keras.optimizers.Adam(_rate(learning_rate), beta_1=beta1, beta_2=beta2, epsilon=epsilon)


class GradientDescentOptimizer(keras.optimizers.SGD, metaclass=_Old):
    """`tf.train.GradientDescentOptimizer`: Keras's `SGD`."""

    _keras_class = keras.optimizers.SGD

    @staticmethod
    def _make(learning_rate: Any, **_: Any) -> Any:
        return keras.optimizers.SGD(_rate(learning_rate))


class MomentumOptimizer(keras.optimizers.SGD, metaclass=_Old):
    """`tf.train.MomentumOptimizer`: Keras's `SGD` with momentum."""

    _keras_class = keras.optimizers.SGD

    @staticmethod
    def _make(learning_rate: Any, momentum: float, use_nesterov: bool = False, **_: Any) -> Any:
        return keras.optimizers.SGD(_rate(learning_rate), momentum=float(momentum), nesterov=use_nesterov)


class RMSPropOptimizer(keras.optimizers.RMSprop, metaclass=_Old):
    """`tf.train.RMSPropOptimizer`: Keras's `RMSprop` with epsilon 1e-10, whose averages of squares begin with 1."""

    _keras_class = keras.optimizers.RMSprop

    @staticmethod
    def _make(
        learning_rate: Any,
        decay: float = 0.9,
        momentum: float = 0.0,
        epsilon: float = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        **_: Any,
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
    def _make(learning_rate: Any, initial_accumulator_value: float = 0.1, **_: Any) -> Any:
        return keras.optimizers.Adagrad(
            _rate(learning_rate), initial_accumulator_value=initial_accumulator_value, epsilon=0.0
        )


class AdadeltaOptimizer(keras.optimizers.Adadelta, metaclass=_Old):
    """`tf.train.AdadeltaOptimizer`: Keras's `Adadelta` with epsilon 1e-8."""

    _keras_class = keras.optimizers.Adadelta

    @staticmethod
    def _make(learning_rate: Any = 0.001, rho: float = 0.95, epsilon: float = 1e-8, **_: Any) -> Any:
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
        **_: Any,
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


class _Schedule(keras.optimizers.schedules.LearningRateSchedule):
    """A rate as TensorFlow 1's functions give it: of a step that is asked when the rate is. `float(rate)` now."""

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
    learning_rate: float, global_step: Any, decay_steps: Any, decay_rate: float, staircase: bool = False, name: Any = None
) -> Any:
    """`learning_rate * decay_rate ** (global_step / decay_steps)`."""

    def rate(step: Any) -> Any:
        power = step / decay_steps
        return learning_rate * decay_rate ** (keras.ops.floor(power) if staircase else power)

    return _decay(rate, global_step)


def natural_exp_decay(
    learning_rate: float, global_step: Any, decay_steps: Any, decay_rate: float, staircase: bool = False, name: Any = None
) -> Any:
    """`learning_rate * exp(-decay_rate * global_step / decay_steps)`."""

    def rate(step: Any) -> Any:
        power = step / decay_steps
        return learning_rate * keras.ops.exp(-decay_rate * (keras.ops.floor(power) if staircase else power))

    return _decay(rate, global_step)


def inverse_time_decay(
    learning_rate: float, global_step: Any, decay_steps: Any, decay_rate: float, staircase: bool = False, name: Any = None
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


def cosine_decay(learning_rate: float, global_step: Any, decay_steps: Any, alpha: float = 0.0, name: Any = None) -> Any:
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


class ExponentialMovingAverage:
    """Averages of variables that follow them slowly."""

    def __init__(
        self, decay: float, num_updates: Any = None, zero_debias: bool = False, name: str = "ExponentialMovingAverage"
    ) -> None:
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


# Checkpoints: one file `PREFIX` of NumPy's format (.npz under that name), and TensorFlow's file `checkpoint` beside.


def _parts(value: Any, path: str, found: dict[str, keras.Variable], seen: set[int]) -> None:
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, keras.Variable):
        found[path] = value
    elif isinstance(value, (keras.layers.Layer, keras.optimizers.Optimizer, keras.metrics.Metric)):
        for index, variable in enumerate(value.variables if not isinstance(value, keras.layers.Layer) else value.weights):
            found[f"{path}/{index}"] = variable
        if isinstance(value, keras.Model) and getattr(value, "optimizer", None) is not None:
            _parts(value.optimizer, f"{path}/optimizer", found, seen)
    elif isinstance(value, dict):
        for key, part in value.items():
            _parts(part, f"{path}/{key}", found, seen)
    elif isinstance(value, (list, tuple)):
        for index, part in enumerate(value):
            _parts(part, f"{path}/{index}", found, seen)
    elif hasattr(value, "_checkpoint_parts"):
        _parts(value._checkpoint_parts, path, found, seen)


class Checkpoint:
    """`tf.train.Checkpoint(model=model, optimizer=optimizer)`: all variables of the named objects in one file.

    The format is NumPy's, not TensorFlow's.
    """

    def __init__(self, root: Any = None, **kwargs: Any) -> None:
        if root is not None:
            kwargs.setdefault("root", root)
        self._checkpoint_parts = kwargs
        from ._variable import Variable

        self.save_counter = Variable(0, trainable=False, dtype="int32", name="save_counter")
        for name, value in kwargs.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
        if not name.startswith("_") and name != "save_counter":
            self._checkpoint_parts[name] = value

    def _variables(self) -> dict[str, keras.Variable]:
        found: dict[str, keras.Variable] = {}
        _parts({**self._checkpoint_parts, "save_counter": self.save_counter}, "", found, set())
        return found

    def write(self, file_prefix: Any, options: Any = None) -> str:
        """Writes a file of exactly this name."""
        path = os.fspath(file_prefix)
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        values = {name.lstrip("/"): np.asarray(v.value) for name, v in self._variables().items()}
        with open(path + ".index", "wb") as file:
            np.savez(file, **{name: _plain(value) for name, value in values.items()})
        return path

    def save(self, file_prefix: Any, session: Any = None, options: Any = None) -> str:
        """Writes `PREFIX-NUMBER`, with numbers from 1 on, and notes it in `checkpoint`."""
        self.save_counter.assign_add(1)
        path = self.write(f"{os.fspath(file_prefix)}-{int(self.save_counter.value)}")
        update_checkpoint_state(os.path.dirname(path) or ".", path)
        return path

    def read(self, save_path: Any, options: Any = None) -> _Status:
        """Gives the variables the values of a file; those of objects that are built later get them then.

        Raises:
            tf.errors.NotFoundError: there is none.
        """
        path = os.fspath(save_path)
        if not os.path.exists(path + ".index"):
            from .errors import NotFoundError

            raise NotFoundError(None, None, f"Unsuccessful TensorSliceReader constructor: no files for {path}")
        with open(path + ".index", "rb") as file:
            values = dict(np.load(file))
        for part in self._checkpoint_parts.values():
            model = getattr(part, "trainable_variables", None)
            if isinstance(part, keras.optimizers.Optimizer) and not part.built:
                owners = [p for p in self._checkpoint_parts.values() if isinstance(p, keras.layers.Layer) and p.built]
                if owners and any(name.startswith(f"{self._name_of(part)}/2") for name in values):
                    part.build([v for owner in owners for v in owner.trainable_variables])
            del model
        status = _Status()
        for name, variable in self._variables().items():
            value = values.get(name.lstrip("/"))
            if value is None:
                status.missing.append(name)
                continue
            if tuple(value.shape) != tuple(variable.shape):
                raise ValueError(f"{path}: {name} has shape {value.shape}, the variable {tuple(variable.shape)}")
            variable.assign(value)
        return status

    def _name_of(self, part: Any) -> str:
        return next(name for name, value in self._checkpoint_parts.items() if value is part)

    def restore(self, save_path: Any, options: Any = None) -> _Status:
        """`read`; without a path (None) nothing happens."""
        return _Status() if save_path is None else self.read(save_path)


def _plain(value: np.ndarray) -> np.ndarray:
    return value.astype(np.float32) if value.dtype.name == "bfloat16" else value


class _Status:
    """What `Checkpoint.restore` gives."""

    def __init__(self) -> None:
        self.missing: list[str] = []

    def expect_partial(self) -> _Status:
        return self

    def assert_consumed(self) -> _Status:
        if self.missing:
            raise AssertionError(f"Unresolved object in checkpoint: {self.missing}")
        return self

    assert_existing_objects_matched = assert_consumed
    assert_nontrivial_match = expect_partial

    def initialize_or_restore(self, session: Any = None) -> None:
        """Nothing to do."""

    run_restore_ops = initialize_or_restore


class CheckpointManager:
    """Keeps the last checkpoints of a folder."""

    def __init__(
        self,
        checkpoint: Checkpoint,
        directory: Any,
        max_to_keep: int | None,
        keep_checkpoint_every_n_hours: Any = None,
        checkpoint_name: str = "ckpt",
        step_counter: Any = None,
        checkpoint_interval: int | None = None,
        init_fn: Any = None,
    ) -> None:
        self._checkpoint, self._directory = checkpoint, os.fspath(directory)
        self._max_to_keep, self._name, self._init = max_to_keep, checkpoint_name, init_fn
        state = get_checkpoint_state(self._directory)
        self._paths = list(state.all_model_checkpoint_paths) if state else []

    @property
    def directory(self) -> str:
        return self._directory

    @property
    def checkpoint(self) -> Checkpoint:
        return self._checkpoint

    @property
    def checkpoints(self) -> list[str]:
        return list(self._paths)

    @property
    def latest_checkpoint(self) -> str | None:
        return self._paths[-1] if self._paths else None

    def save(self, checkpoint_number: Any = None, check_interval: bool = True, options: Any = None) -> str:
        """Writes a checkpoint and removes those that are too many."""
        if checkpoint_number is None:
            self._checkpoint.save_counter.assign_add(1)
            checkpoint_number = int(self._checkpoint.save_counter.value)
        path = self._checkpoint.write(os.path.join(self._directory, f"{self._name}-{int(checkpoint_number)}"))
        self._paths = [p for p in self._paths if p != path] + [path]
        while self._max_to_keep and len(self._paths) > self._max_to_keep:
            for file in glob.glob(glob.escape(self._paths.pop(0)) + ".*"):
                os.remove(file)
        update_checkpoint_state(self._directory, path, self._paths)
        return path

    def restore_or_initialize(self) -> str | None:
        """Restores the last checkpoint, if there is one."""
        if self.latest_checkpoint is not None:
            self._checkpoint.restore(self.latest_checkpoint)
        elif self._init is not None:
            self._init()
        return self.latest_checkpoint


class CheckpointState:
    """The file `checkpoint` of a folder."""

    def __init__(self, model_checkpoint_path: str, all_model_checkpoint_paths: list[str]) -> None:
        self.model_checkpoint_path = model_checkpoint_path
        self.all_model_checkpoint_paths = all_model_checkpoint_paths


def update_checkpoint_state(save_dir: str, model_checkpoint_path: str, all_model_checkpoint_paths: Any = None) -> None:
    """Writes the file `checkpoint` of a folder."""
    paths = list(all_model_checkpoint_paths or [model_checkpoint_path])

    def relative(path: str) -> str:
        return os.path.basename(path) if os.path.dirname(path) in (save_dir, save_dir.rstrip("/"), "") else path

    with open(os.path.join(save_dir, "checkpoint"), "w", encoding="utf-8") as file:
        file.write(f'model_checkpoint_path: "{relative(model_checkpoint_path)}"\n')
        file.writelines(f'all_model_checkpoint_paths: "{relative(path)}"\n' for path in paths)


def get_checkpoint_state(checkpoint_dir: Any, latest_filename: str | None = None) -> CheckpointState | None:
    """The file `checkpoint` of a folder, or None."""
    folder = os.fspath(checkpoint_dir)
    try:
        with open(os.path.join(folder, latest_filename or "checkpoint"), encoding="utf-8") as file:
            lines = [line.split(": ", 1) for line in file if ": " in line]
    except (FileNotFoundError, NotADirectoryError):
        return None
    paths = [(key, os.path.join(folder, value.strip().strip('"'))) for key, value in lines]
    last = [path for key, path in paths if key == "model_checkpoint_path"]
    every = [path for key, path in paths if key == "all_model_checkpoint_paths"]
    return CheckpointState(last[0], every) if last else None


def latest_checkpoint(checkpoint_dir: Any, latest_filename: str | None = None) -> str | None:
    """The path of a folder's last checkpoint, or None."""
    state = get_checkpoint_state(checkpoint_dir, latest_filename)
    return state.model_checkpoint_path if state and checkpoint_exists(state.model_checkpoint_path) else None


def checkpoint_exists(checkpoint_prefix: Any) -> bool:
    """True if there is a checkpoint of this path."""
    path = os.fspath(checkpoint_prefix)
    return os.path.exists(path + ".index") or os.path.isfile(path)


def load_checkpoint(ckpt_dir_or_file: Any) -> Any:
    """The values of a checkpoint by name, with `get_tensor` and `get_variable_to_shape_map`."""
    return _Reader(ckpt_dir_or_file)


class _Reader:
    def __init__(self, path: Any) -> None:
        path = os.fspath(path)
        path = latest_checkpoint(path) or path if os.path.isdir(path) else path
        with open(path + ".index", "rb") as file:
            self._values = dict(np.load(file))

    def get_tensor(self, name: str) -> np.ndarray:
        return self._values[name]

    def has_tensor(self, name: str) -> bool:
        return name in self._values

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        return {name: list(value.shape) for name, value in self._values.items()}


def list_variables(ckpt_dir_or_file: Any) -> list[tuple[str, list[int]]]:
    """Names and shapes of a checkpoint's variables."""
    return sorted(_Reader(ckpt_dir_or_file).get_variable_to_shape_map().items())


def load_variable(ckpt_dir_or_file: Any, name: str) -> np.ndarray:
    """The value of a variable of a checkpoint."""
    return _Reader(ckpt_dir_or_file).get_tensor(name)


def checkpoints_iterator(checkpoint_dir: Any, *_: Any, **__: Any) -> Iterator[str]:
    """The last checkpoint of a folder, once."""
    path = latest_checkpoint(checkpoint_dir)
    if path:
        yield path


class Saver:
    """`tf.train.Saver` of graphs: refused."""

    def __init__(self, *_: Any, **__: Any) -> None:
        raise NotImplementedError("tf.train.Saver saves graphs' variables: use model.save_weights or tf.train.Checkpoint")


def __getattr__(name: str) -> Any:
    if name in _EXAMPLES:
        from . import _example

        return getattr(_example, name)
    if name == "experimental":
        import types

        return types.SimpleNamespace(enable_mixed_precision_graph_rewrite=lambda opt, loss_scale="dynamic": opt)
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        from ._names import missing
    except ImportError:
        raise AttributeError(f"module 'tensorflow.train' has no attribute {name!r}") from None
    raise missing("tf.train", name)
