"""`tf.keras.preprocessing.image`: Keras's `ImageDataGenerator` and functions of images."""

from __future__ import annotations

from typing import Any

from keras.src.legacy.preprocessing import image as _legacy
from keras.src.legacy.preprocessing.image import (
    DataFrameIterator,
    DirectoryIterator,
    ImageDataGenerator,
    Iterator,
    NumpyArrayIterator,
    apply_affine_transform,
    apply_brightness_shift,
    apply_channel_shift,
    random_brightness,
    random_channel_shift,
    random_rotation,
    random_shear,
    random_shift,
    random_zoom,
)
from keras.utils import array_to_img, img_to_array, load_img, save_img

__all__ = [
    "DataFrameIterator",
    "DirectoryIterator",
    "ImageDataGenerator",
    "Iterator",
    "NumpyArrayIterator",
    "apply_affine_transform",
    "apply_brightness_shift",
    "apply_channel_shift",
    "array_to_img",
    "flip_axis",
    "img_to_array",
    "load_img",
    "random_brightness",
    "random_channel_shift",
    "random_rotation",
    "random_shear",
    "random_shift",
    "random_zoom",
    "save_img",
    "smart_resize",
]
flip_axis = _legacy.flip_axis


def smart_resize(x: Any, size: Any, interpolation: str = "bilinear") -> Any:
    """Images of another size, cut to its proportions first."""
    import numpy as np
    from keras.src.utils.image_utils import smart_resize as resize

    resized = resize(x, size, interpolation=interpolation)
    return np.asarray(resized) if isinstance(x, np.ndarray) else resized


def __getattr__(name: str) -> Any:
    if name == "image_dataset_from_directory":
        from .. import utils

        return utils.image_dataset_from_directory
    raise AttributeError(f"module 'tensorflow.keras.preprocessing.image' has no attribute {name!r}")
