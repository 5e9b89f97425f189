"""`tf.keras.utils.image_dataset_from_directory` and others: Keras's functions, on these data sets."""

from __future__ import annotations

from typing import Any

import keras

from labora_tf.data import _keras


def image_dataset_from_directory(directory: Any, *args: Any, **kwargs: Any) -> Any:
    """Keras's `image_dataset_from_directory`: batches of images of a folder, labels by its subfolders."""
    _keras.install()
    return keras.utils.image_dataset_from_directory(str(directory), *args, **kwargs)


def text_dataset_from_directory(directory: Any, *args: Any, **kwargs: Any) -> Any:
    """Keras's `text_dataset_from_directory`."""
    _keras.install()
    return keras.utils.text_dataset_from_directory(str(directory), *args, **kwargs)


def timeseries_dataset_from_array(*args: Any, **kwargs: Any) -> Any:
    """Keras's `timeseries_dataset_from_array`."""
    _keras.install()
    return keras.utils.timeseries_dataset_from_array(*args, **kwargs)


def audio_dataset_from_directory(*args: Any, **kwargs: Any) -> Any:
    """Refused: audio files are not decoded here."""
    raise NotImplementedError(
        "tf.keras.utils.audio_dataset_from_directory is not in Labora: read WAV files with scipy.io.wavfile "
        "and use "
        "tf.data.Dataset.from_tensor_slices."
    )
