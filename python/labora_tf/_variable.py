"""`tf.Variable`, on `keras.Variable`; the variables of Keras's layers are `tf.Variable`s too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import keras
import numpy as np
from keras import ops

from labora_tf import _ops, dtypes
from labora_tf._glue import variables as _habits
from labora_tf._shape import TensorShape
from labora_tf._tensor import convert_to_tensor

__all__ = ["Variable", "VariableAggregation", "VariableSynchronization", "IndexedSlices"]


class _VariableMeta(type(keras.Variable)):
    def __instancecheck__(cls, instance: Any) -> bool:
        if cls is Variable:
            return isinstance(instance, keras.Variable)
        return type.__instancecheck__(cls, instance)


class VariableAggregation:
    """How a variable's copies on several cores become one."""

    NONE, SUM, MEAN, ONLY_FIRST_REPLICA = "none", "sum", "mean", "only_first_replica"


class VariableSynchronization:
    """When copies of a variable become one."""

    AUTO, NONE, ON_WRITE, ON_READ = "auto", "none", "on_write", "on_read"


#: Arguments of TensorFlow 1 that say how a graph makes a variable.
_OF_GRAPHS = ("collections", "expected_shape", "use_resource", "experimental_enable_variable_lifting")


class Variable(keras.Variable, metaclass=_VariableMeta):
    """A tensor that changes: `v = tf.Variable([1.0, 2.0])`, `v.assign_add([1.0, 1.0])`.

    `initial_value` is a value or a function without arguments. The shape stays. Python's numbers become
    float32 or int32. `validate_shape`, `caching_device` and `import_scope` are accepted and change nothing.
    """

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: Any = None,
        import_scope: Any = None,
        constraint: Any = None,
        synchronization: str = "auto",
        aggregation: str = "none",
        shape: Any = None,
        **kwargs: Any,
    ) -> None:
        _ops.no_more("tf.Variable", {k: v for k, v in kwargs.items() if k not in _OF_GRAPHS})
        if initial_value is None:
            raise ValueError("The `initial_value` arg to `tf.Variable` must be specified.")
        if callable(initial_value) and not isinstance(initial_value, keras.Variable):
            initial_value = initial_value()
        dtype = None if dtype is None else dtypes.as_dtype(dtype)
        if dtype is not None and not hasattr(initial_value, "dtype"):
            value = convert_to_tensor(initial_value, dtype)
        else:
            value = convert_to_tensor(initial_value)
            value = value if dtype is None else ops.cast(value, keras.backend.standardize_dtype(dtype))
        if value.dtype == object:
            raise TypeError("tf.Variable of strings is not in Labora; keep the text in Python's list")
        self._tf_name = name or "Variable"
        name = None if name is None else name.replace("/", "_")
        if trainable is None:
            trainable = True
        super().__init__(
            value,
            trainable=trainable,
            autocast=False,
            aggregation=str(aggregation).lower(),
            synchronization=str(synchronization).lower(),
            name=name,
        )
        if constraint is not None:
            self.constraint = constraint

    @property
    def name(self) -> str:
        return f"{self._tf_name}:0"

    @property
    def dtype(self) -> dtypes.DType:
        return dtypes.as_dtype(self._dtype)

    @property
    def shape(self) -> TensorShape:
        return TensorShape(self._shape)

    def assign(
        self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        super().assign(self._converted(value))
        return self if read_value else None

    def assign_add(
        self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        return self.assign(self.value + self._converted(delta), read_value=read_value)

    def assign_sub(
        self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        return self.assign(self.value - self._converted(delta), read_value=read_value)

    def _converted(self, value: Any) -> Any:
        if not hasattr(value, "dtype"):
            return convert_to_tensor(value, self.dtype)
        return convert_to_tensor(value)

    def scatter_update(self, sparse_delta: IndexedSlices, *_: Any, **__: Any) -> Any:
        return self.assign(_habits.scatter(self.value, sparse_delta.indices, sparse_delta.values, "set"))

    def scatter_add(self, sparse_delta: IndexedSlices, *_: Any, **__: Any) -> Any:
        return self.assign(_habits.scatter(self.value, sparse_delta.indices, sparse_delta.values, "add"))

    def scatter_sub(self, sparse_delta: IndexedSlices, *_: Any, **__: Any) -> Any:
        return self.assign(_habits.scatter(self.value, sparse_delta.indices, -sparse_delta.values, "add"))

    def scatter_nd_update(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        return self.assign(_habits.scatter_nd(self.value, indices, updates, "set"))

    def scatter_nd_add(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        return self.assign(_habits.scatter_nd(self.value, indices, updates, "add"))

    def scatter_nd_sub(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        return self.assign(_habits.scatter_nd(self.value, indices, -ops.convert_to_tensor(updates), "add"))

    def sparse_read(self, indices: Any, name: str | None = None) -> Any:
        return ops.take(self.value, indices, axis=0)

    def __repr__(self) -> str:
        text = f"<tf.Variable '{self.name}' shape={self.shape} dtype={self.dtype.name}"
        value = _habits.concrete(self)
        if value is None:
            return f"{text}>"
        return f"{text}, numpy={repr(value) if self.shape else str(value)}>"

    def __hash__(self) -> int:
        return id(self)

    def __iter__(self) -> Any:
        if not self.shape:
            raise TypeError("iteration over a 0-d tensor")
        return (self[i] for i in range(self.shape[0]))

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of a 0-d variable")
        return self.shape[0]

    def __bool__(self) -> bool:
        return bool(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __index__(self) -> int:
        return int(self.value)

    def __format__(self, spec: str) -> str:
        return format(np.asarray(self.value)[()], spec) if spec else str(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Variable:
        copy = Variable(self.numpy(), trainable=self.trainable, name=self._tf_name, dtype=self.dtype)
        memo[id(self)] = copy
        return copy


class IndexedSlices:
    """`tf.IndexedSlices`: rows `values` for the places `indices` of the first axis."""

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None) -> None:
        self.values, self.indices, self.dense_shape = (
            convert_to_tensor(values),
            convert_to_tensor(indices),
            dense_shape,
        )

    @property
    def dtype(self) -> Any:
        return self.values.dtype


def variables_in(value: Any) -> Sequence[keras.Variable]:
    """All variables in a nest."""
    found: list[keras.Variable] = []
    for leaf in keras.tree.flatten(value):
        if isinstance(leaf, keras.Variable):
            found.append(leaf)
    return found
