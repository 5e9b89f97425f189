"""`tf.TensorArray`."""

from __future__ import annotations

from typing import Any

import keras
from keras import ops

from labora_tf import dtypes, errors
from labora_tf._function import untraceable
from labora_tf._glue import control as _control
from labora_tf._tensor import convert_to_tensor


class TensorArray:
    """Tensors of one shape that are written once each: `array = array.write(i, x)`, then `array.stack()`.

    Where the index is a tensor of a loop that is compiled, it needs its size and the elements' shape, or an
    element that was written before.
    """

    def __init__(
        self,
        dtype: Any,
        size: Any = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Any = None,
        flow: Any = None,
        infer_shape: bool = True,
        element_shape: Any = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ) -> None:
        self.dtype = dtypes.as_dtype(dtype)
        self.dynamic_size = bool(dynamic_size)
        self.element_shape = None if element_shape is None else tuple(element_shape)
        self.flow = None
        self._items: list[Any] = [None] * int(0 if size is None else size)
        #: All elements in one tensor, where a loop of a program needs that.
        self._buffer: Any = None

    def _with(self, buffer: Any) -> TensorArray:
        made = object.__new__(TensorArray)
        made.__dict__.update(self.__dict__, _buffer=buffer, _items=[])
        return made

    def _as_buffer(self, like: Any = None) -> Any:
        """The elements in one tensor; zeros where nothing is written."""
        if self._buffer is not None:
            return self._buffer
        written = [item for item in self._items if item is not None]
        shape = written[0].shape if written else None if like is None else like.shape
        if shape is None and self.element_shape is not None and None not in self.element_shape:
            shape = self.element_shape
        if shape is None or self.dynamic_size or not self._items:
            untraceable("a tf.TensorArray of a loop needs a size and the shape of its elements")
            raise errors.NotInLabora("give this tf.TensorArray a size and an element_shape")
        dtype = keras.backend.standardize_dtype(ops.zeros((), _name(self.dtype)).dtype)
        empty = ops.zeros(shape, dtype)
        return ops.stack([empty if item is None else item for item in self._items])

    def write(self, index: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with this element."""
        value = convert_to_tensor(value, None if hasattr(value, "dtype") else self.dtype)
        if self._buffer is not None or not _control.is_known(index):
            buffer = self._as_buffer(value)
            index = ops.cast(ops.reshape(convert_to_tensor(index), (1,)), "int32")
            zeros = [0] * (len(buffer.shape) - 1)
            start = [index[0], *zeros]
            return self._with(ops.slice_update(buffer, start, ops.cast(value, buffer.dtype)[None]))
        index = int(index)
        if index >= len(self._items):
            if not self.dynamic_size:
                raise errors.OutOfRangeError(
                    f"Tried to write to index {index} but array is not resizeable "
                    f"and size is: {len(self._items)}"
                )
            self._items.extend([None] * (index + 1 - len(self._items)))
        self._items[index] = value
        return self

    def read(self, index: Any, name: str | None = None) -> Any:
        if self._buffer is not None or not _control.is_known(index):
            return ops.take(self._as_buffer(), index, axis=0)
        item = self._items[int(index)]
        if item is None:
            raise errors.InvalidArgumentError(
                f"Could not read from TensorArray index {int(index)}: it is not written"
            )
        return item

    def stack(self, name: str | None = None) -> Any:
        """All elements along a new first axis."""
        if self._buffer is None and not self._items:
            return ops.zeros((0, *(self.element_shape or ())), _name(self.dtype))
        if self._buffer is None and all(item is not None for item in self._items):
            return ops.stack(self._items)
        return self._as_buffer()

    def concat(self, name: str | None = None) -> Any:
        """All elements along their first axis."""
        if self._buffer is not None:
            return ops.reshape(self._buffer, (-1, *self._buffer.shape[2:]))
        return ops.concatenate([item for item in self._items if item is not None])

    def gather(self, indices: Any, name: str | None = None) -> Any:
        return ops.take(self.stack(), indices, axis=0)

    def unstack(self, value: Any, name: str | None = None) -> TensorArray:
        """The array of the rows of a tensor."""
        value = convert_to_tensor(value)
        made = self._with(None)
        made._items = [value[i] for i in range(value.shape[0])]
        if _control.is_traced():
            made._buffer = value
        return made

    def scatter(self, indices: Any, value: Any, name: str | None = None) -> TensorArray:
        array = self
        for place, index in enumerate(indices):
            array = array.write(index, value[place])
        return array

    def split(self, value: Any, lengths: Any, name: str | None = None) -> TensorArray:
        start = 0
        for place, length in enumerate(int(n) for n in lengths):
            self.write(place, value[start : start + length])
            start += length
        return self

    def size(self, name: str | None = None) -> Any:
        return convert_to_tensor(len(self._items) if self._buffer is None else self._buffer.shape[0])

    def identity(self) -> TensorArray:
        return self

    def grad(self, *_: Any, **__: Any) -> Any:
        raise errors.NotInLabora("tf.TensorArray.grad is of TensorFlow's own gradients; use tf.GradientTape")

    def close(self, name: str | None = None) -> None:
        self._items, self._buffer = [], None


def _name(dtype: dtypes.DType) -> str:
    narrow = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}
    return narrow.get(dtype.name, dtype.name)


def _flatten(array: TensorArray) -> tuple[tuple[Any], Any]:
    return (array._as_buffer(),), (array.dtype, array.dynamic_size, array.element_shape)


def _unflatten(kind: Any, children: Any) -> TensorArray:
    dtype, dynamic_size, element_shape = kind
    return TensorArray(dtype, 0, dynamic_size, element_shape=element_shape)._with(children[0])


_control.register_array(TensorArray, _flatten, _unflatten)
