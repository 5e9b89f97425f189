"""Arrays in memory as rows of a data set, and arguments that are counts."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from labora_tf import _host, _nest, errors
from labora_tf.data import _pipeline


def count(value: Any, name: str) -> int:
    """An argument that is an integer or an integer tensor."""
    if isinstance(value, float) and not value.is_integer():
        raise TypeError(f"`{name}` must be an integer, got {value}.")
    try:
        return int(value)
    except (TypeError, ValueError):
        raise TypeError(f"`{name}` must be an integer, got {value!r}.") from None


def positive(value: Any, name: str) -> int:
    number = count(value, name)
    if number <= 0:
        raise errors.InvalidArgumentError(None, None, f"{name} must be greater than zero.")
    return number


class Rows:
    """Arrays in memory and an order of their rows, so that batches are gathered at once."""

    def __init__(self, arrays: list[np.ndarray], structure: Any, indices: _pipeline.Make) -> None:
        self.arrays, self.structure, self.indices = arrays, structure, indices

    def elements(self) -> Any:
        """One element for each index."""
        arrays = [array.view(_host.HostTensor) for array in self.arrays]
        if type(self.structure) is not tuple and not _nest.is_nested(self.structure):
            return map(arrays[0].__getitem__, self.indices())
        if type(self.structure) is tuple and len(self.structure) == len(arrays):
            return (tuple([array[i] for array in arrays]) for i in self.indices())
        pack = functools.partial(_nest.pack_sequence_as, self.structure)
        return (pack([array[i] for array in arrays]) for i in self.indices())
