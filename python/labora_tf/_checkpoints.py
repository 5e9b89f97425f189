"""Checkpoints of `tf.train`: one file of NumPy's format each, `PREFIX.index`, and TensorFlow's file
`checkpoint`."""

from __future__ import annotations

import glob
import os
import time
from collections.abc import Iterator
from typing import Any

import keras
import numpy as np

__all__ = [
    "Checkpoint",
    "CheckpointManager",
    "CheckpointState",
    "checkpoint_exists",
    "checkpoints_iterator",
    "get_checkpoint_state",
    "latest_checkpoint",
    "list_variables",
    "load_checkpoint",
    "load_variable",
    "update_checkpoint_state",
]


def _parts(value: Any, path: str, found: dict[str, keras.Variable], seen: set[int]) -> None:
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, keras.Variable):
        found[path] = value
    elif isinstance(value, (keras.layers.Layer, keras.optimizers.Optimizer, keras.metrics.Metric)):
        for index, variable in enumerate(
            value.variables if not isinstance(value, keras.layers.Layer) else value.weights
        ):
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
    """`tf.train.Checkpoint(model=model, optimizer=optimizer)`: all variables of the named objects in one
    file.

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

            raise NotFoundError(
                None, None, f"Unsuccessful TensorSliceReader constructor: no files for {path}"
            )
        with open(path + ".index", "rb") as file:
            values = dict(np.load(file))
        for part in self._checkpoint_parts.values():
            if isinstance(part, keras.optimizers.Optimizer) and not part.built:
                owners = [
                    p
                    for p in self._checkpoint_parts.values()
                    if isinstance(p, keras.layers.Layer) and p.built
                ]
                if owners and any(name.startswith(f"{self._name_of(part)}/2") for name in values):
                    part.build([v for owner in owners for v in owner.trainable_variables])
        status = _Status()
        for name, variable in self._variables().items():
            value = values.get(name.lstrip("/"))
            if value is None:
                status.missing.append(name)
                continue
            if tuple(value.shape) != tuple(variable.shape):
                raise ValueError(
                    f"{path}: {name} has shape {value.shape}, the variable {tuple(variable.shape)}"
                )
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
        if checkpoint_interval is not None and step_counter is None:
            raise ValueError("`step_counter` should be passed if `checkpoint_interval` is not None.")
        self._steps, self._interval, self._last_step = step_counter, checkpoint_interval, None
        self._hours, self._kept = keep_checkpoint_every_n_hours, time.time()
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

    def save(
        self, checkpoint_number: Any = None, check_interval: bool = True, options: Any = None
    ) -> str | None:
        """Writes a checkpoint and removes those that are too many; None if fewer steps than the interval have
        passed."""
        if check_interval and self._interval is not None:
            step = int(self._steps.numpy())
            if self._last_step is not None and step < self._last_step + self._interval:
                return None
            self._last_step = step
        if checkpoint_number is None:
            self._checkpoint.save_counter.assign_add(1)
            checkpoint_number = int(self._checkpoint.save_counter.value)
        path = self._checkpoint.write(os.path.join(self._directory, f"{self._name}-{int(checkpoint_number)}"))
        self._paths = [p for p in self._paths if p != path] + [path]
        while self._max_to_keep and len(self._paths) > self._max_to_keep:
            files = glob.glob(glob.escape(self._paths.pop(0)) + ".*")
            written = max(map(os.path.getmtime, files), default=0.0)
            if self._hours is not None and written - self._kept >= 3600 * self._hours:
                self._kept = written
                continue
            for file in files:
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


def update_checkpoint_state(
    save_dir: str, model_checkpoint_path: str, all_model_checkpoint_paths: Any = None
) -> None:
    """Writes the file `checkpoint` of a folder."""
    paths = list(all_model_checkpoint_paths or [model_checkpoint_path])

    def relative(path: str) -> str:
        return (
            os.path.basename(path) if os.path.dirname(path) in (save_dir, save_dir.rstrip("/"), "") else path
        )

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
