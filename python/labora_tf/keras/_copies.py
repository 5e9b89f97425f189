"""Copies of models: structure, weights, compilation, the optimizer's state."""

from __future__ import annotations

import contextlib
from typing import Any

import keras
from keras.src.saving import serialization_lib


def _clone_layer(layer: Any) -> Any:
    if isinstance(layer, keras.Model):
        return clone(layer, weights=False)
    if isinstance(layer, keras.layers.Lambda):
        config = layer.get_config()
        named = {k: config[k] for k in ("name", "trainable", "dtype") if k in config}
        shape = layer._output_shape
        return keras.layers.Lambda(
            layer.function, output_shape=shape, mask=layer.mask, arguments=layer.arguments, **named
        )
    with serialization_lib.SafeModeScope(False):
        return layer.__class__.from_config(layer.get_config())


def clone(model: keras.Model, weights: bool = True) -> keras.Model:
    """A model of the same structure with the same weights, on the devices of the present scope.

    Raises:
        NotImplementedError: a subclass of `keras.Model` cannot be made again from its configuration.
    """
    if isinstance(model, keras.Sequential) or model.__class__.__name__ == "Functional":
        copy = keras.models.clone_model(model, clone_function=_clone_layer)
    else:
        try:
            copy = type(model).from_config(model.get_config())
        except Exception as error:
            raise NotImplementedError(
                f"The model {type(model).__name__} cannot be copied: give it `get_config` (its "
                f"constructor's arguments), "
                "or make it in the scope of tf.distribute.TPUStrategy"
            ) from error
        if model.built:
            build_like(copy, model)
    if weights and model.built:
        copy.set_weights([variable.numpy() for variable in model.weights])
    return copy


def _zeros(shape: Any) -> Any:
    return keras.ops.zeros([1 if size is None else size for size in shape])


def build_like(model: keras.Model, other: keras.Model) -> None:
    """Builds a model for inputs as another model's."""
    config = other.get_build_config() or {}
    shapes = list((config.get("shapes_dict") or {}).values()) or [config.get("input_shape")]
    if shapes[0] is not None:
        inputs = [keras.tree.map_shape_structure(_zeros, shape) for shape in shapes]
        if any(not layer.built for layer in other._flatten_layers(include_self=False)):
            # `build` of a subclass that has none of its own makes no variables in Keras 3.
            other(*inputs)
        with contextlib.suppress(NotImplementedError, TypeError, ValueError):
            model.build(*shapes)
        if len(model.weights) != len(other.weights):
            model(*inputs)
    if len(model.weights) != len(other.weights):
        raise NotImplementedError(
            f"The model {other.name} was built by a call and cannot be built again: build it by "
            f"`model.build(shape)`, "
            "or convert it before its first call"
        )


def copy_optimizer(optimizer: Any) -> Any:
    """An optimizer with the same settings and no state."""
    if not isinstance(optimizer, keras.optimizers.Optimizer):
        return optimizer
    copy = type(optimizer).from_config(optimizer.get_config())
    from . import optimizers

    optimizers.copy_habits(optimizer, copy)
    return copy


def _copy_metrics(metrics: Any) -> Any:
    if isinstance(metrics, keras.metrics.Metric):
        return type(metrics).from_config(metrics.get_config())
    if isinstance(metrics, dict):
        return {name: _copy_metrics(metric) for name, metric in metrics.items()}
    if isinstance(metrics, (list, tuple)):
        return [_copy_metrics(metric) for metric in metrics]
    return metrics


def copy_compilation(model: keras.Model, to: keras.Model) -> None:
    """Compiles a model as another one is, with an optimizer and metrics of its own."""
    config = dict(model._compile_config.config)
    config["optimizer"] = copy_optimizer(config.get("optimizer"))
    for name in ("metrics", "weighted_metrics"):
        config[name] = _copy_metrics(config.get(name))
    config["jit_compile"] = "auto" if config.get("jit_compile") else config.get("jit_compile")
    from .. import _placement

    with _placement.of_model(to):
        keras.Model.compile(to, **config)


def copy_optimizer_state(model: keras.Model, to: keras.Model) -> None:
    """Gives a model's optimizer the state of another one's, if both are of a kind."""
    source, target = getattr(model, "optimizer", None), getattr(to, "optimizer", None)
    if source is None or target is None or type(source) is not type(target) or not source.built:
        return
    if not target.built:
        target.build(to.trainable_variables)
    if len(source.variables) != len(target.variables):
        return
    for old, new in zip(source.variables, target.variables, strict=True):
        new.assign(old.numpy())
