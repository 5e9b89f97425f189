"""Where Keras's trainer on JAX is changed, in one place; `install` is called once, by `_placement`.

A subclass cannot do this: `Sequential`, functional models and `keras.applications` are made of Keras's own
classes. Models of plain Keras programs behave as before, but for memory: a step does not donate its state.

- A step keeps the state that it was given. Keras donates it, so that a step that fails (shapes, an interrupt,
  a lost
  worker) loses the weights and the optimizer's state.
- The layout of a batch is chosen for each batch, not for the first one: the last batch has fewer rows.
- `train_step(self, data)` as TensorFlow's users override it is compiled by `tf.function`.
- Methods of a model run on the devices of the strategy under which it was made.
- The states of a stateful RNN are variables of its model, so that a step keeps what it wrote to them. Keras on JAX
  loses them: each call of `predict` begins with the first state.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import jax
from keras.src import layers, tree
from keras.src.backend.jax import trainer as jax_trainer
from keras.src.distribution import distribution_lib

from . import placement

Trainer = jax_trainer.JAXTrainer
_KINDS = {
    "train": ("trainable_variables", "non_trainable_variables", "optimizer_variables", "metrics_variables"),
    "test": ("trainable_variables", "non_trainable_variables", "metrics_variables"),
    "predict": ("trainable_variables", "non_trainable_variables"),
}


def is_stateful_step(step: Callable[..., Any]) -> bool:
    """True for `step(data)`, TensorFlow's form; Keras on JAX has `step(state, data)`."""
    try:
        parameters = inspect.signature(step).parameters.values()
    except (TypeError, ValueError):
        return False
    names = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return len(names) == 1


def _values(model: Any, kind: str) -> tuple[list[Any], ...]:
    """The state that a step of this kind takes."""
    variables = {
        "trainable_variables": model.trainable_variables,
        "non_trainable_variables": model.non_trainable_variables,
        "optimizer_variables": getattr(getattr(model, "optimizer", None), "variables", []),
        "metrics_variables": model.metrics_variables,
    }
    return tuple([v.value for v in variables[name]] for name in _KINDS[kind])


def _stateful(model: Any, kind: str, step: Callable[..., Any]) -> Callable[..., Any]:
    """A step of TensorFlow's form as one of Keras's on JAX: the variables hold the state."""
    from .._function import function

    compiled = step if model.run_eagerly else function(step)

    def call(state: Any, data: Any) -> Any:
        model.jax_state_sync()
        outputs = compiled(data)
        return outputs, _values(model, kind)

    return call


def _make(model: Any, kind: str) -> Callable[..., Any]:
    """The function of `(state, iterator)` that Keras's loop calls for a step."""
    step = getattr(model, f"{kind}_step")
    if is_stateful_step(step):
        function = _stateful(model, kind, step)
    else:
        if kind == "predict":
            inner = step

            def step(state: Any, data: Any) -> Any:
                outputs, non_trainable = inner(state, data)
                return outputs, (state[0], non_trainable)

        function = step
        if not model.run_eagerly and model.jit_compile:
            layouts = None
            if distribution_lib.distribution() is not None:
                layouts = (None, tuple([v.sharding for v in part] for part in _values(model, kind)))
            function = jax.jit(step, out_shardings=layouts)
    return model._make_function(function, concatenate_outputs=kind == "predict")


def align(model: Any, devices: tuple[Any, ...] | None) -> None:
    """Moves what is elsewhere (an optimizer that was made outside of the scope, shared layers) to the model's
    devices; None is the host."""
    optimizer = getattr(model, "optimizer", None)
    variables = [*model.variables, *model.metrics_variables, *getattr(optimizer, "variables", [])]
    wanted = None if devices is None else set(devices)
    for variable in variables:
        value = variable._value
        if value is None or not isinstance(value, jax.Array) or placement.is_traced(value):
            continue
        present = value.sharding.device_set
        if wanted is None and len(present) > 1:
            variable._layout = None
            variable._value = placement.to_host(value)
        elif wanted is not None and present != wanted:
            variable._layout = placement.replicated(devices)
            variable._value = jax.device_put(value, variable._layout)


def _maker(kind: str) -> Callable[..., None]:
    name = f"{kind}_function"

    def make(self: Any, force: bool = False) -> Any:
        # A function that was made for another set of devices has the layouts of these.
        distribution = distribution_lib.distribution()
        devices = getattr(distribution, "devices", None)
        if distribution is None or devices is not None:
            align(self, devices)
        made_for = self.__dict__.setdefault("_labora_made_for", {})
        if getattr(self, name) is None or force or made_for.get(kind) != devices:
            object.__setattr__(self, name, _make(self, kind))
            made_for[kind] = devices
        return getattr(self, name)

    make.__name__ = f"make_{name}"
    return make


def _get_jax_state(
    self: Any,
    trainable_variables: bool = False,
    non_trainable_variables: bool = False,
    optimizer_variables: bool = False,
    metrics_variables: bool = False,
    purge_model_variables: bool = False,
) -> tuple[list[Any], ...]:
    """The state for a step; the variables keep theirs, whatever `purge_model_variables` says."""
    state = []
    if trainable_variables:
        state.append([v.value for v in self.trainable_variables])
    if non_trainable_variables:
        state.append([v.value for v in self.non_trainable_variables])
    if optimizer_variables:
        state.append([v.value for v in self.optimizer.variables])
    if metrics_variables:
        state.append([v.value for v in self.metrics_variables])
    return tuple(state)


def _distributed_iterator(self: Any, distribution: Any) -> Iterator[Any]:
    """Batches on the devices, each in a layout of its own, and sent one step ahead."""
    devices = getattr(distribution, "devices", None)
    if devices is None:
        yield from _keras_iterator(self, distribution)
        return

    def send(value: Any) -> Any:
        if value is None:
            return None
        return jax.device_put(value, placement.batch_layout(value.shape, devices))

    ahead = None
    for batch in self.data_adapter.get_jax_iterator():
        batch = tree.map_structure(send, batch)
        if ahead is not None:
            yield ahead
        ahead = batch
    if ahead is not None:
        yield ahead


_keras_iterator = jax_trainer.JAXEpochIterator._get_distributed_iterator


def _placed(method: Callable[..., Any], of_model: Callable[[Any], Any]) -> Callable[..., Any]:
    """A method of a model that runs on the model's devices, and whose failure leaves the model usable."""

    @functools.wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        with of_model(self):
            try:
                return method(self, *args, **kwargs)
            except BaseException:
                self.jax_state_sync()
                self._jax_state = None
                self._jax_state_synced = True
                raise

    return call


_plain_variables = layers.Layer.variables


def _variables_of_rnn(self: Any) -> list[Any]:
    """The variables of a recurrent layer, with its states if they last; they are not weights."""
    states = tree.flatten(self.states) if self.stateful and self.states is not None else []
    return [*_plain_variables.fget(self), *states]


def install(of_model: Callable[[Any], Any], current_strategy: Callable[[], Any]) -> None:
    """Changes Keras's trainer. `of_model` gives the scope of a model's methods, `current_strategy` the
    strategy that a new model remembers."""
    initialize = Trainer.__init__

    @functools.wraps(initialize)
    def remember(self: Any) -> None:
        initialize(self)
        object.__setattr__(self, "_labora_strategy", current_strategy())

    Trainer.__init__ = remember
    layers.RNN.variables = property(_variables_of_rnn)
    for kind in _KINDS:
        setattr(Trainer, f"make_{kind}_function", _maker(kind))
    Trainer._get_jax_state = _get_jax_state
    for name in ("fit", "evaluate", "predict", "train_on_batch", "test_on_batch", "predict_on_batch"):
        setattr(Trainer, name, _placed(getattr(Trainer, name), of_model))
    jax_trainer.JAXEpochIterator._get_distributed_iterator = _distributed_iterator
