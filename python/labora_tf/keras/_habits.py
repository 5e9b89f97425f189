"""Habits of Keras 2 and 2018 in Keras's own classes, in one place; `install` is called once, by `_placement`.

Models and layers are made by Keras itself (`Sequential`, functional models, `keras.applications`, files), so
that a subclass would not reach them. Everything here accepts more than Keras does; nothing that Keras accepts
changes its meaning, but for the endings of names of files: any name is accepted.
"""

from __future__ import annotations

import functools
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import keras
import numpy as np
from keras.src.trainers import trainer as base_trainer
from keras.src.trainers.data_adapters import data_adapter

from . import _saving

Model = keras.Model
#: Arguments of layers that Keras 3 dropped: speed and placement, or what it does anyway.
_ACCEPTED_OF_LAYERS = (
    "implementation",
    "fused",
    "dynamic",
    "experimental_autocast",
    "time_major",
    "input_length",
)
_REFUSED_OF_LAYERS = ("virtual_batch_size", "adjustment")
_ACCEPTED_OF_FIT = ("workers", "use_multiprocessing", "max_queue_size", "max_q_size")


def _init_layer(init: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(init)
    def initialize(self: Any, **kwargs: Any) -> None:
        if kwargs.get("time_major"):
            raise NotImplementedError("time_major=True is not in Labora: transpose the first two axes")
        for name in _REFUSED_OF_LAYERS:
            if kwargs.pop(name, None):
                raise NotImplementedError(f"{type(self).__name__}({name}=...) is not in Keras 3")
        for name in _ACCEPTED_OF_LAYERS:
            kwargs.pop(name, None)
        shape = kwargs.pop("batch_input_shape", None)
        weights = kwargs.pop("weights", None)
        if shape is None and kwargs.get("input_dim") is not None:
            kwargs["input_shape"] = (kwargs.pop("input_dim"),)
        if shape is not None:
            kwargs["input_shape"] = tuple(shape)[1:]
        given = kwargs.pop("input_shape", None)
        init(self, **kwargs)
        if given is not None:  # Without Keras's advice to write it otherwise.
            self._input_shape_arg = tuple(given) if isinstance(given, (list, tuple)) else (given,)
        if shape is not None and shape[0] is not None:
            object.__setattr__(self, "_labora_batch", shape[0])
        if weights is not None:
            object.__setattr__(self, "_labora_weights", weights)

    return initialize


def _init_model(init: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(init)
    def initialize(self: Any, *args: Any, **kwargs: Any) -> None:
        # Keras 2 did nothing with the model of `super().__init__(self)`.
        init(self, *(() if args and args[0] is self else args), **kwargs)

    return initialize


def _post_build(post_build: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(post_build)
    def with_weights(self: Any) -> None:
        post_build(self)
        weights = self.__dict__.pop("_labora_weights", None)
        if weights is not None:
            self.set_weights([np.asarray(w) for w in weights])

    return with_weights


def _compile(compile_: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(compile_)
    def call(
        self: Any, optimizer: Any = "rmsprop", loss: Any = None, metrics: Any = None, **kwargs: Any
    ) -> None:
        for name in (
            "experimental_run_tf_function",
            "distribute",
            "sample_weight_mode",
            "cloning",
            "from_serialized",
        ):
            kwargs.pop(name, None)
        if kwargs.pop("target_tensors", None) is not None:
            raise NotImplementedError(
                "model.compile(target_tensors=...) is not in Keras 3: give targets to fit"
            )
        if "experimental_steps_per_execution" in kwargs:
            kwargs["steps_per_execution"] = kwargs.pop("experimental_steps_per_execution")
        if kwargs.get("steps_per_execution", 1) is None:
            kwargs.pop("steps_per_execution")
        if kwargs.get("run_eagerly", False) is None:
            kwargs.pop("run_eagerly")
        if kwargs.get("jit_compile", "auto") is None:
            kwargs.pop("jit_compile")
        if self.compiled:  # Keras 3 keeps the metrics of the time before, if it is given none.
            object.__setattr__(self, "_compile_metrics", None)
        from . import optimizers

        optimizer = optimizers.get(optimizer) if isinstance(optimizer, dict) else optimizer
        return compile_(self, optimizer=optimizer, loss=loss, metrics=metrics, **kwargs)

    return call


def _data(x: Any) -> Any:
    """What users give for data that Keras does not take: functions, iterators, lists of numbers."""
    if isinstance(x, types.FunctionType | types.MethodType | functools.partial):
        function, x = x, x()
        if isinstance(x, (tuple, list)):
            from .. import data

            x = data.dataset_from_next(tuple(x))
        if x is None:
            raise ValueError(
                f"the function {function.__name__} gave None: it has to return a data set, or features "
                f"and labels"
            )
    distributed = getattr(x, "_dataset", None)
    if distributed is not None and hasattr(x, "_joined"):
        x = distributed
    known = isinstance(x, keras.utils.PyDataset | data_adapter.DataAdapter) or hasattr(x, "element_spec")
    if hasattr(x, "__next__") and not known:
        return _tuples(x)
    return x


def _tuples(batches: Iterator[Any]) -> Iterator[Any]:
    """Batches of generators as tuples of arrays: lists of two or three parts are accepted, too."""
    for batch in batches:
        if isinstance(batch, list):
            batch = tuple(batch)
        if not isinstance(batch, tuple):
            batch = (batch,)
        yield tuple(_array(part) for part in batch)


def _array(part: Any) -> Any:
    if isinstance(part, list) and part and isinstance(part[0], (int, float, bool)):
        return np.asarray(part)
    if isinstance(part, tuple):
        return list(part)
    return part


def _arrays(x: Any) -> Any:
    """Nested lists of numbers as an array; a list of arrays (several inputs) as it is."""
    if isinstance(x, (list, tuple)) and x:
        first = x[0]
        while isinstance(first, (list, tuple)) and first:
            first = first[0]
        if isinstance(first, (int, float, bool, np.number)):
            return np.asarray(x)
    if isinstance(x, (int, float)):
        return np.asarray([x])
    return x


def _fitting(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def call(self: Any, x: Any = None, y: Any = None, *args: Any, **kwargs: Any) -> Any:
        _drop(kwargs)
        if "nb_epoch" in kwargs:
            kwargs["epochs"] = kwargs.pop("nb_epoch")
        is_array = isinstance(x, (np.ndarray, list, tuple))
        x, y = _data(_arrays(x)), _arrays(y)
        if not is_array and not hasattr(x, "shape") and not isinstance(x, dict):
            kwargs["shuffle"] = False  # Keras warns that it does not shuffle these.
        validation = kwargs.get("validation_data")
        if validation is not None and not isinstance(validation, (tuple, list)):
            kwargs["validation_data"] = _data(validation)
        elif isinstance(validation, list):
            kwargs["validation_data"] = tuple(validation)
        if kwargs.get("steps_per_epoch") is not None:
            kwargs["steps_per_epoch"] = int(kwargs["steps_per_epoch"])
        if kwargs.get("validation_steps") is not None:
            kwargs["validation_steps"] = int(kwargs["validation_steps"])
        if isinstance(kwargs.get("class_weight"), (list, np.ndarray)):
            kwargs["class_weight"] = dict(enumerate(np.asarray(kwargs["class_weight"]).tolist()))
        if kwargs.get("class_weight") is not None and isinstance(x, types.GeneratorType):
            x = _weighted(x, kwargs.pop("class_weight"))
        if isinstance(kwargs.get("callbacks"), tuple):
            kwargs["callbacks"] = list(kwargs["callbacks"])
        return method(self, x, y, *args, **kwargs)

    return call


def _weighted(batches: Iterator[Any], class_weight: dict[int, float]) -> Iterator[Any]:
    from keras.src.trainers.data_adapters.data_adapter_utils import class_weight_to_sample_weights

    for batch in batches:
        x, y, *rest = batch
        yield (x, y, *(rest or [class_weight_to_sample_weights(y, class_weight)]))


def _drop(kwargs: dict[str, Any]) -> None:
    for name in _ACCEPTED_OF_FIT:
        kwargs.pop(name, None)


def _evaluating(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def call(self: Any, x: Any = None, *args: Any, **kwargs: Any) -> Any:
        _drop(kwargs)
        x = _data(_arrays(x))
        if args and method.__name__ == "evaluate":
            args = (_arrays(args[0]), *args[1:])
        if "y" in kwargs:
            kwargs["y"] = _arrays(kwargs["y"])
        if kwargs.get("steps") is not None:
            kwargs["steps"] = int(kwargs["steps"])
        if method.__name__ == "predict" and hasattr(x, "dtype") and not getattr(x, "shape", (1,)):
            x = np.asarray(x)[None]
        return method(self, x, *args, **kwargs)

    return call


def _on_batch(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def call(self: Any, x: Any, y: Any = None, *args: Any, **kwargs: Any) -> Any:
        kwargs.pop("reset_metrics", None)
        x = keras.tree.map_structure(_as_batch, _arrays(x))
        if method.__name__ == "predict_on_batch":
            return method(self, x)
        y = None if y is None else keras.tree.map_structure(_as_batch, _arrays(y))
        return method(self, x, y, *args, **kwargs)

    return call


def _as_batch(value: Any) -> Any:
    return value if hasattr(value, "shape") else np.asarray(value)


def _fit_generator(
    self: Any,
    generator: Any,
    steps_per_epoch: Any = None,
    epochs: int = 1,
    verbose: Any = 1,
    *args: Any,
    **kwargs: Any,
) -> Any:
    """`fit` with batches from a generator."""
    names = ("callbacks", "validation_data", "validation_steps", "validation_freq", "class_weight")
    kwargs.update(zip(names, args, strict=False))
    for old, new in (
        ("samples_per_epoch", "steps_per_epoch"),
        ("nb_epoch", "epochs"),
        ("nb_val_samples", "validation_steps"),
    ):
        if old in kwargs:
            kwargs[new] = kwargs.pop(old)
    kwargs.setdefault("steps_per_epoch", steps_per_epoch)
    kwargs.setdefault("epochs", epochs)
    return self.fit(generator, verbose=verbose, **kwargs)


def _evaluate_generator(
    self: Any, generator: Any, steps: Any = None, callbacks: Any = None, *_: Any, **kwargs: Any
) -> Any:
    """`evaluate` with batches from a generator."""
    kwargs.setdefault("verbose", 0)
    return self.evaluate(generator, steps=steps, callbacks=callbacks, **kwargs)


def _predict_generator(
    self: Any, generator: Any, steps: Any = None, callbacks: Any = None, *_: Any, **kwargs: Any
) -> Any:
    """`predict` with batches from a generator."""
    kwargs.setdefault("verbose", 0)
    return self.predict(generator, steps=steps, callbacks=callbacks, **kwargs)


def _predict_classes(self: Any, x: Any, batch_size: int = 32, verbose: int = 0) -> np.ndarray:
    """The classes that a sequential model predicts."""
    probabilities = self.predict(x, batch_size=batch_size, verbose=verbose)
    if probabilities.shape[-1] > 1:
        return probabilities.argmax(axis=-1)
    return (probabilities > 0.5).astype("int32")


def _predict_proba(self: Any, x: Any, batch_size: int = 32, verbose: int = 0) -> np.ndarray:
    """What `predict` gives."""
    return self.predict(x, batch_size=batch_size, verbose=verbose)


def _metrics_names(self: Any) -> list[str]:
    """The names of what `evaluate` returns."""
    names: list[str] = []
    for metric in self.metrics:
        if isinstance(metric, keras.src.trainers.compile_utils.CompileMetrics):
            names += list(metric.result()) if metric.built else _compiled_names(metric)
        else:
            names.append(metric.name)
    return names


def _compiled_names(metric: Any) -> list[str]:
    given = [*(metric._user_metrics or []), *(metric._user_weighted_metrics or [])]
    flat = keras.tree.flatten(given)
    return [m if isinstance(m, str) else getattr(m, "name", getattr(m, "__name__", str(m))) for m in flat]


class _CompiledLoss:
    """`model.compiled_loss(y, y_pred)` of custom training steps."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def __call__(
        self, y_true: Any, y_pred: Any, sample_weight: Any = None, regularization_losses: Any = None
    ) -> Any:
        loss = self._model._compile_loss(y_true, y_pred, sample_weight)
        for term in regularization_losses or ():
            loss = loss + term
        self._model._loss_tracker.update_state(loss)
        return loss

    @property
    def metrics(self) -> list[Any]:
        return [self._model._loss_tracker]


class _CompiledMetrics:
    """`model.compiled_metrics` of custom training steps."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        if self._model._compile_metrics is not None:
            self._model._compile_metrics.update_state(y_true, y_pred, sample_weight)

    def reset_state(self) -> None:
        if self._model._compile_metrics is not None:
            self._model._compile_metrics.reset_state()

    @property
    def metrics(self) -> list[Any]:
        return [] if self._model._compile_metrics is None else [self._model._compile_metrics]


def _minimize(self: Any, loss: Any, var_list: Any = None, tape: Any = None, **kwargs: Any) -> Any:
    """One step: the gradients of `loss` (a function, or a tensor with its `tape`) are applied to
    `var_list`."""
    from .. import _replica

    global_step = kwargs.get("global_step")
    if isinstance(var_list, keras.Variable):  # The step came second in TensorFlow 1.
        global_step, var_list = var_list, None
    is_of_graph = not callable(loss) and tape is None and _replica.open_tape() is not None
    if is_of_graph:
        tape = _replica.open_tape()
        context = _replica.current()
        if context is not None and getattr(self, "_labora_cross_shard", False):
            loss = loss / context.num_replicas_in_sync
    if not callable(loss) and tape is None:
        raise NotImplementedError(
            "optimizer.minimize(loss) of a graph: there are no graphs here; give a function, or use "
            "tf.GradientTape"
        )
    from .._tape import GradientTape

    if tape is None:
        with GradientTape() as tape:
            loss = loss()
    variables = var_list() if callable(var_list) else var_list
    if variables is None:
        variables = list(tape.watched_variables())
    gradients = tape.gradient(loss, variables)
    iterations = self.apply_gradients(zip(gradients, variables, strict=True), global_step=global_step)
    return None if is_of_graph else iterations


def _compute_gradients(self: Any, loss: Any, var_list: Any = None, *_: Any, **__: Any) -> Any:
    """Pairs of gradients and variables of a function."""
    if not callable(loss):
        raise NotImplementedError("optimizer.compute_gradients takes a function here: there are no graphs")
    from .._tape import GradientTape

    with GradientTape() as tape:
        value = loss()
    variables = list(var_list if var_list is not None else tape.watched_variables())
    return list(zip(tape.gradient(value, variables), variables, strict=True))


def _rate(self: Any) -> Any:
    return self._learning_rate


def _set_rate(self: Any, value: Any) -> None:
    self.learning_rate = value


def install() -> None:
    """Changes Keras's classes."""
    # TensorFlow's users have 64-bit labels; that JAX counts with 32 bits is no news to them.
    warnings.filterwarnings("ignore", "Explicitly requested dtype", UserWarning, module=r"jax\._src\.core")
    layer = keras.layers.Layer
    layer.__init__ = _init_layer(layer.__init__)
    layer._post_build = _post_build(layer._post_build)
    Model.__init__ = _init_model(Model.__init__)
    base_trainer.Trainer.compile = _compile(base_trainer.Trainer.compile)
    from keras.src.backend.jax.trainer import JAXTrainer

    JAXTrainer.fit = _fitting(JAXTrainer.fit)
    JAXTrainer.evaluate = _evaluating(JAXTrainer.evaluate)
    JAXTrainer.predict = _evaluating(JAXTrainer.predict)
    for name in ("train_on_batch", "test_on_batch", "predict_on_batch"):
        setattr(JAXTrainer, name, _on_batch(getattr(JAXTrainer, name)))
    Model.fit_generator = _fit_generator
    Model.evaluate_generator = _evaluate_generator
    Model.predict_generator = _predict_generator
    keras.Sequential.predict_classes = _predict_classes
    keras.Sequential.predict_proba = _predict_proba
    base_trainer.Trainer.metrics_names = property(_metrics_names)
    Model.compiled_loss = property(_CompiledLoss)
    Model.compiled_metrics = property(_CompiledMetrics)
    Model.save = _saving.save
    Model.save_weights = _saving.save_weights
    Model.load_weights = _saving.load_weights
    Model.distribute_strategy = property(_strategy)
    Model.reset_states = _reset_states
    keras.layers.RNN.reset_states = lambda self: self.reset_state()
    metric = keras.metrics.Metric
    metric.reset_states = lambda self: self.reset_state()
    metric.add_weight = _metric_weight
    optimizer = keras.optimizers.Optimizer
    optimizer.lr = property(_rate, _set_rate)
    optimizer.minimize = _minimize
    optimizer.compute_gradients = _compute_gradients
    optimizer.get_weights = lambda self: [v.numpy() for v in self.variables]
    from .. import _replica
    from . import _logs

    _replica.install_optimizers()
    _logs.install()


def _reset_states(self: Any) -> None:
    """Zeros the states of the recurrent layers that keep them."""
    for layer in self._flatten_layers(include_self=False):
        if getattr(layer, "stateful", False) and hasattr(layer, "reset_state"):
            layer.reset_state()


def _strategy(self: Any) -> Any:
    from ..distribute import get_strategy

    return self.__dict__.get("_labora_strategy") or get_strategy()


def _metric_weight(
    self: Any,
    *args: Any,
    shape: Any = (),
    initializer: Any = None,
    dtype: Any = None,
    name: str | None = None,
    **_: Any,
) -> Any:
    """A variable of a metric; a name may come first, as in Keras 2."""
    for arg in args:
        if isinstance(arg, str) and name is None:
            name = arg
        elif isinstance(arg, (tuple, list)):
            shape = tuple(arg)
        else:
            initializer = arg
    dtype = getattr(dtype, "name", dtype)
    return self.add_variable(shape=tuple(shape), initializer=initializer or "zeros", dtype=dtype, name=name)
