"""Names of files of models and weights, as TensorFlow chose formats by them."""

from __future__ import annotations

import os
import types
from typing import Any

import h5py
import keras
import numpy as np
from absl import logging
from keras.src.legacy.saving import legacy_h5_format
from keras.src.saving import saving_api, saving_lib
from keras.src.utils import io_utils

from .._tensor import say_once

# The file in folders that TensorFlow would have made SavedModels.
_IN_FOLDER = "model.keras"
_H5 = (".h5", ".hdf5", ".hd5", ".hdf", ".h5py")
#: The short names of losses ("mse"), which Keras 3 writes into HDF5 files and does not read from them.
_SHORT_NAMES = {
    name: loss
    for name, loss in keras.src.losses.ALL_OBJECTS_DICT.items()
    if isinstance(loss, types.FunctionType) and loss.__name__ != name
}


class SavedModelRefused(NotImplementedError, ValueError):
    """A SavedModel was asked for."""


def _is_folder(path: str, save_format: str | None = None) -> bool:
    """True for a name that means a folder, TensorFlow's SavedModel: one without an ending."""
    return save_format == "tf" or (save_format is None and not os.path.splitext(os.path.basename(path))[1])


def _save_folder(model: keras.Model, path: str, overwrite: bool, signatures: Any) -> None:
    """Saves a model as Keras 3's file in a folder, from which `load_model` reads it."""
    if signatures is not None:
        raise SavedModelRefused(
            f"model.save({path!r}, signatures=...): Labora cannot write TensorFlow's SavedModel, which has "
            "them; without signatures the model is kept for load_model"
        )
    file = os.path.join(path, _IN_FOLDER)
    if _may_write(file, overwrite):
        os.makedirs(path, exist_ok=True)
        saving_api.save_model(model, file)
        say_once(f"model.save: {path} is a folder with Keras's {_IN_FOLDER} here, no SavedModel of TensorFlow's")


def _may_write(path: str, overwrite: bool) -> bool:
    return overwrite or not os.path.exists(path) or io_utils.ask_to_proceed_with_overwrite(path)


def _make_folder(path: str) -> None:
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)


def save(
    model: keras.Model,
    filepath: Any,
    overwrite: bool = True,
    include_optimizer: bool = True,
    save_format: str | None = None,
    signatures: Any = None,
    options: Any = None,
    save_traces: bool = True,
    zipped: bool | None = None,
    any_name_is_h5: bool = False,
) -> None:
    """Saves a model: `.keras` in Keras 3's format, other endings as HDF5, and a name without one as a folder with
    a file of Keras 3.

    Raises:
        SavedModelRefused: a folder is to have signatures.
    """
    if hasattr(filepath, "write"):
        raise TypeError("model.save takes the name of a file")
    path = os.fspath(filepath)
    if path.endswith(".keras") and save_format in (None, "keras"):
        if _may_write(path, overwrite):
            _make_folder(path)
            saving_api.save_model(model, path, zipped=zipped)
        return
    if not any_name_is_h5 and _is_folder(path, save_format):
        _save_folder(model, path, overwrite, signatures)
        return
    if _may_write(path, overwrite):
        _make_folder(path)
        compilation = getattr(model, "_compile_config", None)
        config = None if compilation is None else dict(compilation.config)
        try:
            legacy_h5_format.save_model_to_hdf5(model, path, True, include_optimizer)
        finally:
            if compilation is not None:  # Keras takes the optimizer out of it.
                compilation.config = config


def save_weights(
    model: keras.Model,
    filepath: Any,
    overwrite: bool = True,
    save_format: str | None = None,
    options: Any = None,
    max_shard_size: Any = None,
) -> None:
    """Saves weights: `.weights.h5` in Keras 3's format, other names as HDF5 of Keras 2, also those of
    checkpoints."""
    path = os.fspath(filepath)
    if path.endswith((".weights.h5", ".weights.json")) and save_format is None:
        if _may_write(path, overwrite):
            _make_folder(path)
            saving_lib.save_weights_only(model, path, max_shard_size)
        return
    if not model.built:
        raise ValueError(
            "Unable to save weights: the model was not built. Call it on data, or `model.build(shape)`."
        )
    is_checkpoint = not path.endswith(_H5) and save_format not in ("h5", "hdf5", "keras")
    if not _may_write(path, overwrite):
        return
    _make_folder(path)
    with h5py.File(path, "w") as file:
        legacy_h5_format.save_weights_to_hdf5_group(file, model)
    if is_checkpoint:
        from ..train import update_checkpoint_state

        say_once(f"save_weights: {path} is one HDF5 file here, no checkpoint of TensorFlow's")
        update_checkpoint_state(os.path.dirname(path) or ".", path)


def load_weights(
    model: keras.Model,
    filepath: Any,
    by_name: bool = False,
    skip_mismatch: bool = False,
    options: Any = None,
    **kwargs: Any,
) -> Any:
    """Loads weights of any of these formats; the file's content tells which.

    Raises:
        FileNotFoundError: there is no such file.
        NotImplementedError: it is a checkpoint of TensorFlow's, or `by_name` with a format of Keras 3.
    """
    path = os.fspath(filepath)
    if not os.path.exists(path):
        if os.path.exists(path + ".index"):
            raise NotImplementedError(
                f"{path} is a checkpoint of TensorFlow's, which Labora cannot read; use HDF5"
            )
        raise FileNotFoundError(f"{path} does not exist")
    if os.path.isfile(os.path.join(path, _IN_FOLDER)):
        path = os.path.join(path, _IN_FOLDER)
    if os.path.isdir(path):
        raise SavedModelRefused(
            f"{path} is a folder: Labora cannot read TensorFlow's SavedModel; use .keras or .h5"
        )
    if not path.endswith((".keras", ".weights.json")) and h5py.is_hdf5(path):
        with h5py.File(path, "r") as file:
            group = file if "layer_names" in file.attrs else file.get("model_weights")
            if group is not None:
                load = legacy_h5_format.load_weights_from_hdf5_group
                if by_name:
                    load = legacy_h5_format.load_weights_from_hdf5_group_by_name
                load(group, model, skip_mismatch)
                return Restored()
        load_keras_3 = saving_lib.load_weights_only
    else:
        load_keras_3 = saving_api.load_weights
    if by_name:
        raise NotImplementedError(
            f"load_weights(by_name=True): {path} is in Keras 3's format, which has no names of layers; save "
            "the weights to a name such as 'weights_of_layers.h5' to load them by name"
        )
    load_keras_3(model, path, skip_mismatch=skip_mismatch, **kwargs)
    return Restored()


class Restored:
    """The status of a loaded checkpoint: everything was there."""

    def expect_partial(self) -> Restored:
        return self

    assert_consumed = assert_existing_objects_matched = assert_nontrivial_match = expect_partial

    def initialize_or_restore(self, session: Any = None) -> None:
        """Nothing to do."""


def _load_h5(path: str, custom_objects: Any, compile: bool, safe_mode: bool) -> keras.Model:  # noqa: A002
    """Keras builds the optimizer of an HDF5 file for no variables; here it gets the model's, and their
    state."""
    level = logging.get_verbosity()
    logging.set_verbosity(logging.ERROR)
    try:
        model = legacy_h5_format.load_model_from_hdf5(
            path,
            custom_objects={**_SHORT_NAMES, **(custom_objects or {})},
            compile=compile,
            safe_mode=safe_mode,
        )
    finally:
        logging.set_verbosity(level)
    optimizer = getattr(model, "optimizer", None)
    if not compile or not isinstance(optimizer, keras.optimizers.Optimizer) or not optimizer.built:
        return model
    from ._copies import copy_optimizer

    model.optimizer = copy_optimizer(optimizer)
    model.optimizer.build(model.trainable_variables)
    with h5py.File(path, "r") as file:
        values = [np.asarray(v) for v in legacy_h5_format.load_optimizer_weights_from_hdf5_group(file)]
    variables = model.optimizer.variables
    if [v.shape for v in values] == [tuple(v.shape) for v in variables]:
        for variable, value in zip(variables, values, strict=True):
            variable.assign(value)
    return model


def load_model(
    filepath: Any,
    custom_objects: Any = None,
    compile: bool = True,
    safe_mode: bool = True,
    options: Any = None,  # noqa: A002
) -> keras.Model:
    """Loads a model of any name; the file's content tells the format.

    Python functions in files (of `Lambda` layers) are loaded with `safe_mode=False` only, as in Keras 3.
    """
    path = os.fspath(filepath)
    if os.path.isfile(os.path.join(path, _IN_FOLDER)):
        path = os.path.join(path, _IN_FOLDER)
    if os.path.isdir(path) and os.path.exists(os.path.join(path, "saved_model.pb")):
        raise SavedModelRefused(
            f"{path} is TensorFlow's SavedModel, which Labora cannot read; use .keras or .h5"
        )
    if os.path.isfile(path) and h5py.is_hdf5(path):
        return _load_h5(path, custom_objects, compile, safe_mode)
    return saving_api.load_model(path, custom_objects=custom_objects, compile=compile, safe_mode=safe_mode)
