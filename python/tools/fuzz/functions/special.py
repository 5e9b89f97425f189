"""Functions whose arguments depend on each other: how all of them are drawn together."""

from __future__ import annotations

import functools

import numpy as np

from fuzz.element_types import TYPES
from fuzz.functions.arguments import Draw
from fuzz.functions.linear_algebra import LINEAR_ALGEBRA, Maker


def _conv(d: Draw) -> tuple[list, dict]:
    rank = d.choose([1, 2, 2, 3])
    groups, batch_groups = d.choose([(1, 1), (1, 1), (2, 1), (3, 1), (1, 2)])
    inputs, outputs = d.choose([1, 2, 5]), d.choose([1, 3]) * groups * batch_groups
    space, window = (tuple(d.choose(sizes) for _ in range(rank)) for sizes in ([1, 3, 5, 9, 12], [1, 2, 3]))
    pads = [(d.choose([0, 1, 3, -1]), d.choose([0, 2, -1])) for _ in range(rank)]
    element = d.element if d.element.bits >= 8 and d.element.kind != "b" else TYPES["f32"]
    lhs = d.array((d.choose([1, 2]) * batch_groups, inputs * groups, *space), element)
    rhs = d.array((outputs, inputs, *window), element)
    return [lhs, rhs], {
        "window_strides": tuple(d.choose([1, 1, 2]) for _ in range(rank)),
        "padding": pads if d.chance(0.7) else d.choose(["SAME", "VALID", "SAME_LOWER"]),
        "lhs_dilation": tuple(d.choose([1, 1, 2, 3]) for _ in range(rank)),
        "rhs_dilation": tuple(d.choose([1, 1, 2]) for _ in range(rank)),
        "feature_group_count": groups,
        "batch_group_count": batch_groups,
    }


def _conv_transpose(d: Draw) -> tuple[list, dict]:
    n, i, o, kernel = (d.choose([1, 2, 4]) for _ in range(4))
    element = d.element if d.element.bits >= 8 and d.element.kind != "b" else TYPES["f32"]
    x, w = (
        d.array((n, d.choose([1, 4, 7]), d.choose([2, 5]), i), element),
        d.array((kernel, 3, i, o), element),
    )
    return [x, w], {
        "strides": (d.choose([1, 2, 3]), d.choose([1, 2])),
        "padding": d.choose(["SAME", "VALID"]),
    }


def _dot_general(d: Draw) -> tuple[list, dict]:
    b, m, n, k = (d.choose([0, 1, 2, 3, 9, 17]) for _ in range(4))
    left, right = [("b", b), ("m", m), ("k", k)], [("b", b), ("n", n), ("k", k)]
    left, right = ([rows[i] for i in d.random.permutation(3)] for rows in (left, right))
    element = d.element if d.element.kind != "b" else TYPES["f32"]
    arrays = [d.array(tuple(size for _, size in rows), element) for rows in (left, right)]
    where = lambda letter: tuple(
        (next(i for i, row in enumerate(rows) if row[0] == letter),) for rows in (left, right)
    )
    return arrays, {"dimension_numbers": (where("k"), where("b"))}


def _einsum(d: Draw) -> tuple[list, dict]:
    text = d.choose([
        "ij,jk->ik", "ij,jk", "ii", "ii->i", "ij->ji", "ij,ij->", "ij,kj->ik", "bij,bjk->bik", "i,j->ij", "i,i", "ijk->ki",
        "...ij,...jk->...ik", "ij,jk,kl->il", "ij,ij->i", "iij->j", "iji->j", "a,a,a->a", "ab,bc,ca->", ",ij->ij", "ij->",
        "i...,i...->...", "ijj,jk->ik", "abc,cd,bd->a", "ii,jj->ij",
    ])  # fmt: skip
    sizes = {letter: d.choose([0, 1, 2, 3, 5, 9]) for letter in "abcdijkl"}
    arrays = []
    for term in text.split("->")[0].split(","):
        dims = []
        for letter in term.replace("...", "Z"):
            dims.extend((2, 3) if letter == "Z" else (sizes[letter],))
        arrays.append(d.array(tuple(dims)))
    return [text, *arrays], {}


def _reduce_window(d: Draw) -> tuple[list, dict]:
    from jax import lax

    rank = max(len(d.dims), 1)
    x = d.array(d.dims or (5,))
    operation, start = d.choose([(lax.add, 0), (lax.max, None), (lax.min, None), (lax.mul, 1)])
    if start is None and d.element.kind in "cb":
        operation, start = lax.add, 0
    if start is None:
        least = operation is lax.max
        if d.element.is_float:
            start = -np.inf if least else np.inf
        else:
            start = d.element.low if least else d.element.high
    return [x, np.asarray(start).astype(x.dtype)], {
        "computation": operation,
        "window_dimensions": tuple(d.choose([1, 2, 3]) for _ in range(rank)),
        "window_strides": tuple(d.choose([1, 2]) for _ in range(rank)),
        "padding": d.choose(["SAME", "VALID", [(1, 2)] * rank, [(0, 1)] * rank]),
        "window_dilation": tuple(d.choose([1, 1, 2]) for _ in range(rank)),
    }


def _reduce(d: Draw) -> tuple[list, dict]:
    from jax import lax

    x = d.array(d.dims)
    operation = d.choose(
        [lax.add, lax.mul] if d.element.kind == "c" else [lax.add, lax.max, lax.mul, lax.min]
    )
    dims = tuple(sorted(d.permutation()[: d.choose([1, 2, 3])]))
    return [x, np.asarray(operation is lax.mul).astype(x.dtype)], {
        "computation": operation,
        "dimensions": dims,
    }


def _dynamic_slice(d: Draw) -> tuple[list, dict]:
    x = d.array(d.dims)
    starts = [np.asarray(d.random.integers(-n - 3, n + 4), np.int32) for n in x.shape]
    return [x, starts, tuple(int(d.random.integers(0, n + 1)) for n in x.shape)], {}


def _dynamic_update_slice(d: Draw) -> tuple[list, dict]:
    x, starts, sizes = _dynamic_slice(d)[0]
    return [x, d.array(sizes), starts], {}


def _slice(d: Draw) -> tuple[list, dict]:
    x = d.array(d.dims)
    limits = [int(d.random.integers(0, n + 1)) for n in x.shape]
    starts = [int(d.random.integers(0, n + 1)) for n in limits]
    return [x], {
        "start_indices": starts,
        "limit_indices": limits,
        "strides": [d.choose([1, 2, 3]) for _ in limits],
    }


def _pad(d: Draw) -> tuple[list, dict]:
    x = d.array(d.dims)
    config = [(d.choose([0, 1, -1, 3]), d.choose([0, 2, -1]), d.choose([0, 0, 1, 2])) for _ in x.shape]
    return [x, d.array(())], {"padding_config": config}


def _broadcast_in_dim(d: Draw) -> tuple[list, dict]:
    rank = d.choose([0, 1, 2])
    places = tuple(sorted(d.permutation()[:rank]))
    x = d.array(tuple(d.choose([1, d.dims[i]]) for i in places))
    return [x], {"shape": d.dims, "broadcast_dimensions": places}


def _gather_rows(d: Draw) -> tuple[list, dict]:
    from jax import lax

    x = d.array((d.choose([1, 3, 8]), d.choose([1, 4])))
    numbers = lax.GatherDimensionNumbers((1,), (0,), (0,))
    mode = d.choose(["clip", "fill", "promise_in_bounds"])
    found = d.indices((d.choose([0, 1, 5]), 1))
    found = found if mode != "promise_in_bounds" else np.clip(found, 0, x.shape[0] - 1).astype(found.dtype)
    return [x, found], {"dimension_numbers": numbers, "slice_sizes": (1, x.shape[1]), "mode": mode}


def _scatter(d: Draw) -> tuple[list, dict]:
    from jax import lax

    x = d.array((d.choose([1, 3, 8]), d.choose([1, 4])))
    # Without duplicates: of those, any may be the last.
    where = d.random.permutation(x.shape[0] + 4)[: d.choose([0, 1, 5])] - 2
    numbers = lax.ScatterDimensionNumbers((1,), (0,), (0,))
    updates = d.array((len(where), x.shape[1]))
    return [x, where[:, None].astype(np.int32), updates], {
        "dimension_numbers": numbers,
        "mode": d.choose(["clip", "drop"]),
    }


def _scatter_duplicates(d: Draw) -> tuple[list, dict]:
    (x, where, updates), options = _scatter(d)
    return [x, d.random.integers(-2, x.shape[0] + 2, where.shape).astype(np.int32), updates], options


def _take_along_axis(d: Draw) -> tuple[list, dict]:
    x, axis = d.array(d.dims), d.axis()
    dims = list(d.dims)
    if dims:
        dims[axis] = d.choose([0, 1, 3])
    return [x, d.indices(tuple(dims))], {"axis": axis, "mode": d.choose([None, "clip", "fill"])}


def _put_along_axis(d: Draw) -> tuple[list, dict]:
    x, axis = d.array(d.dims), d.axis()
    dims = list(d.dims)
    if dims:
        dims[axis] = d.choose([1, min(1, dims[axis])])
    where = d.indices(tuple(dims))
    return [x, where, d.array(where.shape), axis], {"inplace": False}


def _take(d: Draw) -> tuple[list, dict]:
    return [d.array(d.dims), d.indices()], {
        "axis": d.choose([None, d.axis()]),
        "mode": d.choose([None, "clip", "wrap", "fill"]),
    }


def _concatenate(d: Draw) -> tuple[list, dict]:
    axis = d.axis()
    parts = []
    for _ in range(d.choose([1, 2, 3])):
        dims = list(d.dims or (3,))
        dims[axis] = d.choose([0, 1, 2, 5])
        parts.append(d.array(tuple(dims)))
    return [parts, axis], {}


def _several(d: Draw) -> tuple[list, dict]:
    return [[d.array(d.dims) for _ in range(d.choose([1, 2, 3]))]], {}


def _unpacked(d: Draw) -> tuple[list, dict]:
    return [d.array(d.dims) for _ in range(d.choose([1, 2, 3]))], {}


def _reals_unpacked(d: Draw, count: int) -> tuple[list, dict]:
    return [d.reals(d.shape()) for _ in range(count)], {}


def _fft(d: Draw) -> tuple[list, dict]:
    x = d.floats((*d.dims[:2], d.choose([1, 2, 3, 5, 7, 8, 11, 16, 17, 31, 64, 97, 101, 128])))
    return [x], {"n": d.choose([None, None, 1, 6, 13]), "norm": d.choose([None, "ortho", "forward"])}


def _fft_n(d: Draw) -> tuple[list, dict]:
    x = d.floats(tuple(d.choose([1, 2, 3, 5, 7, 8, 11, 17]) for _ in range(d.choose([2, 2, 3]))))
    return [x], {"norm": d.choose([None, "ortho", "forward"])}


def _clamp(d: Draw) -> tuple[list, dict]:
    x = d.array(d.dims)
    return [d.array(d.choose([(), d.dims])), x, d.array(d.choose([(), d.dims]))], {}


def _select_n(d: Draw) -> tuple[list, dict]:
    if d.flag():
        return [d.bools(d.dims), d.array(d.dims), d.array(d.dims)], {}
    count = d.choose([1, 2, 4])
    which = d.random.integers(0, count, d.dims).astype(np.int32)
    return [np.asarray(which), *(d.array(d.dims) for _ in range(count))], {}


def _sort(d: Draw) -> tuple[list, dict]:
    x = d.array(d.dims or (3,))
    if d.flag():
        return [x], {"dimension": d.axis(), "is_stable": True}
    return [(x, d.array(x.shape, d.element_type()))], {
        "dimension": d.axis(),
        "num_keys": d.choose([1, 2]),
        "is_stable": True,
    }


def _bins(d: Draw) -> tuple[list, dict]:
    x = d.reals()
    edges = np.sort(d.reals((d.choose([1, 2, 5, 9]),)))
    return [x, edges], {"right": d.flag()}


def _searchsorted(d: Draw) -> tuple[list, dict]:
    rows = np.sort(d.reals((d.choose([0, 1, 2, 5, 9, 40]),)))
    v = np.concatenate([d.reals((5,)), rows[:3]]).astype(rows.dtype)
    return [rows, v], {
        "side": d.choose(["left", "right"]),
        "method": d.choose(["scan", "scan_unrolled", "sort", "compare_all"]),
    }


def _interp(d: Draw) -> tuple[list, dict]:
    xp = np.sort(d.reals((d.choose([1, 2, 5, 9]),)))
    return [d.reals(), xp, d.reals(xp.shape)], {"period": d.choose([None, None, 2.0])}


def _bitcast(d: Draw) -> tuple[list, dict]:
    x = d.array(d.dims)
    return [x, d.dtype()], {}


def _ragged(d: Draw) -> tuple[list, dict]:
    g, m, k, n = d.choose([1, 2, 3]), d.choose([0, 1, 7, 12]), d.choose([1, 3, 8]), d.choose([1, 5])
    element = d.element if d.element.is_float else TYPES["f32"]
    sizes = d.random.multinomial(m, [1 / g] * g).astype(np.int32)
    return [d.array((m, k), element), d.array((g, k, n), element), sizes], {}


def _attention(d: Draw) -> tuple[list, dict]:
    b, t, s, heads, size = (d.choose([1, 2, 5, 9]) for _ in range(5))
    element = d.element if d.element.is_float and d.element.bits >= 16 else TYPES["f32"]
    groups = d.choose([1, 2])
    q = d.array((b, t, heads * groups, size), element)
    k, v = (d.array((b, s, heads, size), element) for _ in range(2))
    return [q, k, v], {"is_causal": d.flag()}


def _map_coordinates(d: Draw) -> tuple[list, dict]:
    x = d.reals((d.choose([1, 4, 9]), d.choose([1, 3, 8])))
    places = [d.random.uniform(-3, 12, (5,)).astype(np.float32) for _ in range(2)]
    return [x, places], {
        "order": d.choose([0, 1]),
        "mode": d.choose(["constant", "nearest", "wrap", "mirror", "reflect"]),
    }


def _ufunc(d: Draw) -> tuple[list, dict]:
    return [d.operand(), d.operand()], {}


def _one(d: Draw) -> tuple[list, dict]:
    return [d.operand()], {}


def _clip(d: Draw) -> tuple[list, dict]:
    return [d.array(), d.choose([None, d.array()]), d.array()], {}


def _patches(d: Draw) -> tuple[list, dict]:
    x = d.array(
        (d.choose([1, 2]), d.choose([1, 3]), d.choose([3, 6]), d.choose([4, 7])),
        TYPES[d.choose(["f32", "f16", "f64", "bf16"])],
    )
    return [x, (2, 3), (d.choose([1, 2]), 1), d.choose(["SAME", "VALID"])], {
        "rhs_dilation": (1, d.choose([1, 2]))
    }


def _lax_fft(d: Draw) -> tuple[list, dict]:
    kind = d.choose(["FFT", "IFFT", "RFFT", "IRFFT"])
    n = d.choose([1, 2, 3, 5, 7, 13, 24, 37])
    element = TYPES[d.choose(["f32", "f64"] if kind == "RFFT" else ["complex<f32>", "complex<f64>"])]
    return [d.array((*d.dims[:1], n // 2 + 1 if kind == "IRFFT" else n), element), kind, (n,)], {}


def _indexed(d: Draw) -> tuple[list, dict]:
    x = d.array(d.dims or (3,))
    return [x, int(d.random.integers(-x.shape[0], x.shape[0])) if x.shape[0] else 0], {}


def _sliced(d: Draw) -> tuple[list, dict]:
    x, axis = d.array(d.dims or (3,)), d.axis()
    n = x.shape[axis]
    return [x, np.int32(d.random.integers(-n - 2, n + 3)), int(d.random.integers(0, n + 1)), axis], {}


def _updated(d: Draw) -> tuple[list, dict]:
    (x, start, size, axis), _ = _sliced(d)
    dims = list(x.shape)
    dims[axis] = size
    return [x, d.array(tuple(dims)), start, axis], {}


def _harmonic(d: Draw) -> tuple[list, dict]:
    n = d.random.integers(0, 6, (5,)).astype(np.int32)
    m = (d.random.integers(-5, 6, (5,)) % (n + 1)).astype(np.int32)
    return [
        n,
        m,
        d.random.uniform(0, 3, 5).astype(np.float32),
        d.random.uniform(0, 6, 5).astype(np.float32),
    ], {"n_max": 6}


def _dirichlet(d: Draw) -> tuple[list, dict]:
    n, element = d.choose([2, 3, 7]), TYPES[d.choose(["f32", "f64"])]
    x = d.random.dirichlet(np.ones(n)).astype(element.dtype)
    return [x, np.abs(d.array((n,), element)) + element.dtype.type(0.5)], {}


def _rng_bits(d: Draw) -> tuple[list, dict]:
    words = d.random.integers(0, 2**32, (4,), dtype=np.uint32)
    dtype = np.dtype(d.choose(["uint8", "uint16", "uint32", "uint64"]))
    # Philox. The specification defines no bits of Threefry, whose words XLA lays out by halves of the shape.
    return [words], {"shape": d.dims, "dtype": dtype, "algorithm": d.choose([0, 2])}


def _nextafter(d: Draw) -> tuple[list, dict]:
    return [d.reals(d.dims), d.reals(d.dims)], {}


SPECIAL: dict[str, Maker] = {
    **LINEAR_ALGEBRA,
    **dict.fromkeys(["numpy.meshgrid", "numpy.broadcast_arrays", "scipy.linalg.block_diag"], _unpacked),
    "lax.conv_general_dilated": _conv,
    "lax.conv_transpose": _conv_transpose,
    "lax.dot_general": _dot_general,
    "numpy.einsum": _einsum,
    "lax.reduce_window": _reduce_window,
    "lax.reduce": _reduce,
    "lax.dynamic_slice": _dynamic_slice,
    "lax.dynamic_update_slice": _dynamic_update_slice,
    "lax.slice": _slice,
    "lax.pad": _pad,
    "lax.broadcast_in_dim": _broadcast_in_dim,
    "lax.gather": _gather_rows,
    "lax.scatter": _scatter,
    **dict.fromkeys([f"lax.scatter_{x}" for x in ("add", "sub", "mul", "min", "max")], _scatter_duplicates),
    "numpy.take_along_axis": _take_along_axis,
    "numpy.put_along_axis": _put_along_axis,
    "numpy.take": _take,
    **dict.fromkeys(["lax.concatenate", "numpy.concatenate"], _concatenate),
    **dict.fromkeys(
        [f"numpy.{x}" for x in ("stack", "hstack", "vstack", "dstack", "column_stack", "block")], _several
    ),
    **dict.fromkeys([f"numpy.fft.{x}" for x in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")], _fft),
    **dict.fromkeys(
        [f"numpy.fft.{x}" for x in ("fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn")],
        _fft_n,
    ),
    "lax.clamp": _clamp,
    "lax.select_n": _select_n,
    "lax.sort": _sort,
    "numpy.digitize": _bins,
    "numpy.searchsorted": _searchsorted,
    "numpy.interp": _interp,
    "lax.bitcast_convert_type": _bitcast,
    "lax.ragged_dot": _ragged,
    "nn.dot_product_attention": _attention,
    "scipy.ndimage.map_coordinates": _map_coordinates,
    **dict.fromkeys(
        ["lax.betainc", "scipy.special.betainc", "numpy.heaviside"],
        functools.partial(_reals_unpacked, count=3),
    ),
    **dict.fromkeys(
        [
            "scipy.special.zeta",
            "scipy.special.expn",
            "scipy.special.gammainc",
            "scipy.special.gammaincc",
            "lax.igamma",
            "lax.igammac",
            "lax.zeta",
            "lax.polygamma",
        ],
        functools.partial(_reals_unpacked, count=2),
    ),
    "numpy.ldexp": lambda d: ([d.reals(), d.indices(d.dims)], {}),
    "lax.rng_bit_generator": _rng_bits,
    **dict.fromkeys(
        [
            f"numpy.{x}"
            for x in (
                "add",
                "bitwise_and",
                "bitwise_or",
                "bitwise_xor",
                "heaviside",
                "logaddexp",
                "logaddexp2",
                "logical_and",
                "logical_or",
                "logical_xor",
                "maximum",
                "minimum",
                "multiply",
                "subtract",
            )
        ],
        _ufunc,
    ),
    "numpy.negative": _one,
    "numpy.clip": _clip,
    "lax.conv_general_dilated_patches": _patches,
    "lax.fft": _lax_fft,
    **dict.fromkeys(["lax.index_in_dim", "lax.dynamic_index_in_dim"], _indexed),
    "lax.dynamic_slice_in_dim": _sliced,
    "lax.dynamic_update_slice_in_dim": _updated,
    "lax.integer_pow": lambda d: ([d.array(), d.small()], {}),
    "numpy.fill_diagonal": lambda d: (
        [d.array((d.choose([1, 4]), d.choose([2, 5]))), d.array(())],
        {"inplace": False, "wrap": d.flag()},
    ),
    "numpy.resize": lambda d: ([d.array(), d.choose([(), (3,), (0, 2), (4, 5)])], {}),
    "scipy.special.bessel_jn": lambda d: ([d.reals((4,))], {"v": d.choose([0, 1, 4])}),
    "scipy.special.sph_harm_y": _harmonic,
    **dict.fromkeys(["scipy.stats.dirichlet.pdf", "scipy.stats.dirichlet.logpdf"], _dirichlet),
    "scipy.special.polygamma": lambda d: ([np.abs(d.indices(d.dims)).astype(np.int32), d.reals(d.dims)], {}),
    **dict.fromkeys(["lax.nextafter", "numpy.nextafter"], _nextafter),
}
