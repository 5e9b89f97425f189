"""`tf.keras.utils`: Keras's, data sets from folders, and `multi_gpu_model`."""

from __future__ import annotations

from typing import Any

from .. import _placement
from . import _mirror

clear_session = _placement.clear_session
try:  # noqa: SIM105
    from ..data._folders import (  # noqa: F401
        audio_dataset_from_directory,
        image_dataset_from_directory,
        text_dataset_from_directory,
        timeseries_dataset_from_array,
    )
except ImportError:  # Where their module is not there.
    pass
_mirror.fill(globals(), "utils")


def multi_gpu_model(
    model: Any, gpus: Any = None, cpu_merge: bool = True, cpu_relocation: bool = False
) -> Any:
    """The model itself if there is one GPU or none wanted.

    Raises:
        ValueError: more GPUs than there are.
    """
    from .._glue import placement

    wanted = len(gpus) if isinstance(gpus, (list, tuple)) else int(gpus or 1)
    there = len(placement.gpus())
    if wanted > max(there, 1):
        raise ValueError(
            f"To call `multi_gpu_model` with `gpus={gpus}`, we expect {wanted} GPUs; this machine has "
            f"{there}. Make the "
            "model in the scope of tf.distribute.TPUStrategy to use the cores of a TPU."
        )
    return model


__all__ = [name for name in _mirror.star(globals()) if name != "Any"]
