"""Programs on tensors, types and variables, for TensorFlow and for `labora_tf` (see gradient_cases.py)."""

from __future__ import annotations

from typing import Any

import numpy as np


def constants(tf: Any) -> list[Any]:
    return [
        tf.constant(1),
        tf.constant(1.5),
        tf.constant(True),
        tf.constant([1, 2]),
        tf.constant([[1.0, 2.0], [3.0, 4.0]]),
        tf.constant([1, 2], dtype=tf.float32),
        tf.constant(3, shape=(2, 2)),
        tf.constant([1, 2, 3, 4], shape=[2, 2]),
        tf.constant(np.float32(2.0)),
        tf.constant(np.arange(3, dtype=np.int32)),
        tf.constant(1 + 2j),
        tf.constant("text"),
        tf.constant(["a", "bc"]),
        tf.constant([], dtype=tf.float32),
        tf.constant(5, tf.int64),
        tf.constant(5, tf.uint8),
        tf.constant(1.5, tf.bfloat16),
        tf.constant(2**40, tf.int64),
    ]


def conversions(tf: Any) -> list[Any]:
    x = tf.constant([1.5, -1.5, 2.9])
    return [
        tf.convert_to_tensor([1, 2.5]),
        tf.convert_to_tensor([tf.constant(1.0), 2.0]),
        tf.convert_to_tensor([[tf.constant(1), 2], [3, 4]]),
        tf.convert_to_tensor(np.ones((2, 2), np.float32)),
        tf.convert_to_tensor(7, dtype=tf.float32),
        tf.convert_to_tensor(tf.Variable([1.0])),
        tf.cast(x, tf.int32),
        tf.cast(x, "int32"),
        tf.cast(x, tf.bool),
        tf.cast([1, 0, 2], tf.float32),
        tf.cast(True, tf.int32),
        tf.cast(tf.constant([250, 260]), tf.uint8),
        tf.cast(x, np.float16),
        tf.cast(np.array([1, 2, 3]), tf.float32),
        tf.cast(3.7, tf.int64),
        tf.cast(tf.complex(x, x), tf.float32),
        tf.identity(x),
    ]


def shapes(tf: Any) -> list[Any]:
    x = tf.ones([2, 3])
    shape = tf.TensorShape([None, 3])
    return [
        tf.shape(x),
        tf.shape(x)[0],
        tf.shape(x)[0] * 2,
        tf.shape(x)[-1:],
        tf.size(x),
        tf.rank(x),
        x.shape.as_list(),
        x.get_shape().as_list(),
        x.shape.ndims,
        x.shape.rank,
        x.shape.num_elements(),
        x.shape[1],
        x.shape[:1].as_list(),
        x.shape == [2, 3],
        (x.shape + [4]).as_list(),
        shape.is_compatible_with([5, 3]),
        shape.is_fully_defined(),
        tf.reshape(x, [tf.shape(x)[1], tf.shape(x)[0]]),
        tf.reshape(x, (tf.shape(x)[0], -1)),
        str(shape),
        repr(shape),
        str(tf.TensorShape(None)),
        str(tf.TensorShape([1])),
    ]


def types(tf: Any) -> list[Any]:
    results: list[Any] = []
    for name in ("float32", "int64", "bool", "bfloat16", "uint8", "complex64", "string", "half", "double"):
        dtype = getattr(tf, name)
        results += [
            dtype.name,
            repr(dtype),
            str(dtype),
            dtype.is_floating,
            dtype.is_integer,
            dtype.as_datatype_enum,
        ]
    results += [
        tf.float32 == np.float32,
        tf.float32 == "float32",
        np.float32 == tf.float32,
        tf.float32 == tf.float64,
        tf.float32 != "int32",
        tf.float32.max,
        tf.int8.min,
        tf.as_dtype("int32").name,
        tf.as_dtype(np.int64).name,
        tf.as_dtype(float).name,
        tf.dtypes.as_dtype(np.dtype("uint8")).name,
        np.zeros(2, tf.int32.as_numpy_dtype),
        {tf.float32: "found"}[tf.float32],
        tf.float32.size,
        tf.bfloat16.size,
        tf.constant(1.0).dtype == tf.float32,
        tf.constant(1.0).dtype in (tf.float32, tf.float64),
        tf.constant(1.0).dtype.name,
    ]
    return results


def variables(tf: Any) -> list[Any]:
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="v")
    results: list[Any] = [
        v,
        v + 1,
        2 * v,
        v @ v,
        v[0],
        v[:, 1],
        v[0, 1],
        -v,
        v**2,
        v / 2,
        1 / v,
        v - v,
        v.shape.as_list(),
    ]
    v.assign(tf.ones((2, 2)))
    v.assign_add([[1.0, 1.0], [2.0, 2.0]])
    results.append(v.numpy())
    v.assign_sub(tf.ones((2, 2)), read_value=False)
    results += [v.read_value(), v.value(), v.name, v.dtype.name, v.trainable, tf.Variable(3).dtype.name]
    results += [
        tf.Variable(lambda: tf.ones(3)),
        tf.Variable(2.0, dtype=tf.float16),
        tf.Variable(1, dtype=tf.float32),
    ]
    results += [tf.Variable(5) * 2, tf.reduce_sum(v), tf.matmul(v, v), tf.Variable(True), v > 0.5]
    rows = tf.Variable(tf.zeros((3, 2)))
    rows.scatter_nd_update([[0], [2]], [[1.0, 1.0], [2.0, 2.0]])
    results.append(rows.numpy())
    rows.scatter_nd_add([[0, 1]], [5.0])
    rows.scatter_update(tf.IndexedSlices(tf.constant([[7.0, 7.0]]), tf.constant([1])))
    results += [
        rows,
        repr(tf.Variable(1.0)),
        isinstance(v, tf.Variable),
        isinstance(tf.constant(1.0), tf.Tensor),
    ]
    results += [tf.is_tensor(tf.constant(1.0)), tf.is_tensor(np.ones(1)), len({v.ref(), v.ref(), rows.ref()})]
    results += [
        v.assign_add(tf.ones((2, 2))).numpy(),
        f"{tf.Variable(1.5).numpy():.2f}",
        bool(tf.Variable(1.0) > 0),
    ]
    return results


def numbers(tf: Any) -> list[Any]:
    x = tf.constant([1.0, 2.0])
    return [
        x + 1,
        1 - x,
        x * [2.0, 3.0],
        x / 3,
        tf.constant(7) // 2,
        tf.constant(7) % 4,
        tf.constant(-7) // 2,
        tf.constant(7) / 2,
        x @ tf.constant([[1.0], [2.0]]) if False else tf.constant([[1.0, 2.0]]) @ tf.constant([[1.0], [2.0]]),
        x == 1.0,
        x != tf.constant([1.0, 3.0]),
        x > 1,
        -x,
        abs(-x),
        x[0],
        x[-1:],
        x[tf.newaxis, :],
        x[..., None],
        tf.constant([[1, 2], [3, 4]])[:, 0],
        tf.constant([1, 2, 3])[tf.constant(1)],
        ~tf.constant([True, False]),
        tf.constant([True, False]) & tf.constant([True, True]),
        float(x[1]),
        int(tf.constant(3)),
        [int(n) for n in tf.constant([1, 2, 3])],
        f"{float(x[1]):.2f}",
        x.numpy().tolist(),
        x**2,
        2.0**x,
        len(x),
        tf.constant(3.0).numpy().item(),
        round(float(tf.constant(2.567)), 1),
        np.mean(x),
        np.array(x) + 1,
        sum(tf.constant([1, 2])).numpy(),
        max(tf.constant(1.0), tf.constant(2.0)),
    ]


CASES = {
    name: case
    for name, case in dict(globals()).items()
    if callable(case) and not name.startswith("_") and name != "Any"
}
