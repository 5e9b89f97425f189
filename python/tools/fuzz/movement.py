"""Operations that move elements, and those that read and write at indices."""

from __future__ import annotations

from fuzz.element_types import TYPES
from fuzz.program import MAX_ELEMENTS, Program, Value
from fuzz.regions import combine
from fuzz.table import step

INDICES = [TYPES[name] for name in ("i32", "i32", "i64", "ui32", "i8", "ui8")]


def array(numbers) -> str:
    numbers = list(numbers)
    return "array<i64" + (": " if numbers else "") + ", ".join(str(int(n)) for n in numbers) + ">"


@step(4)
def broadcast_in_dim(p: Program) -> list[Value]:
    x = p.any(dims_most=3_000)
    if x is None:
        return []
    rank = x.rank + p.below(3)
    where = sorted(p.random.permutation(rank)[: x.rank].tolist())
    if p.chance(0.2):
        p.random.shuffle(where)
    dims = list(p.dims(rank, 8))
    for size, dimension in zip(x.dims, where, strict=True):
        dims[dimension] = size if size != 1 or p.chance(0.5) else p.size()
    if _count(dims) > MAX_ELEMENTS:
        return []
    return p.emit("broadcast_in_dim", [x], [(dims, x.element)], f"broadcast_dimensions = {array(where)}")


def _count(dims) -> int:
    n = 1
    for d in dims:
        n *= d
    return n


@step(3)
def concatenate(p: Program) -> list[Value]:
    x = p.any(lambda value: value.rank > 0)
    if x is None:
        return []
    dimension, operands = p.below(x.rank), [x]
    for _ in range(p.below(3)):
        dims = list(x.dims)
        dims[dimension] = p.size()
        operands.append(p.like(tuple(dims), x.element))
    dims = list(x.dims)
    dims[dimension] = sum(value.dims[dimension] for value in operands)
    return p.emit("concatenate", operands, [(dims, x.element)], f"dimension = {dimension} : i64")


@step(3)
def pad(p: Program) -> list[Value]:
    x = p.any()
    if x is None:
        return []
    low, high, interior, dims = [], [], [], []
    for size in x.dims:
        inner = p.choose([0, 0, 0, 1, 2])
        stretched = size + max(size - 1, 0) * inner
        before, after = p.choose([0, 0, 1, 2, 5, -1, -2]), p.choose([0, 0, 1, 3, -1, -3])
        if stretched + before + after < 0:
            before = after = 0
        low.append(before), high.append(after), interior.append(inner), dims.append(stretched + before + after)
    if _count(dims) > MAX_ELEMENTS:
        return []
    with_value = p.like((), x.element)
    properties = (
        f"edge_padding_low = {array(low)}, edge_padding_high = {array(high)}, interior_padding = {array(interior)}"
    )
    return p.emit("pad", [x, with_value], [(dims, x.element)], properties)


@step(3)
def reshape(p: Program) -> list[Value]:
    x = p.any()
    if x is None:
        return []
    left, dims = x.size, []
    while left > 1 and p.chance(0.7):
        divisors = [d for d in range(1, min(left, 300) + 1) if left % d == 0]
        dims.append(p.choose(divisors))
        left //= dims[-1]
    dims.append(left)
    if x.size == 1 and p.chance(0.5):
        dims = []
    return p.emit("reshape", [x], [(dims, x.element)])


@step(2)
def reverse(p: Program) -> list[Value]:
    x = p.any(lambda value: value.rank > 0)
    if x is None:
        return []
    over = [d for d in range(x.rank) if p.chance(0.5)]
    return p.emit("reverse", [x], [(x.dims, x.element)], f"dimensions = {array(over)}")


@step(4)
def slice_(p: Program) -> list[Value]:
    x = p.any(lambda value: value.rank > 0)
    if x is None:
        return []
    starts = [p.below(size + 1) if p.chance(0.6) else 0 for size in x.dims]
    limits = [start + p.below(size - start + 1) for start, size in zip(starts, x.dims, strict=True)]
    strides = [p.choose([1, 1, 2, 3]) for _ in x.dims]
    dims = [-(-(limit - start) // stride) for start, limit, stride in zip(starts, limits, strides, strict=True)]
    properties = f"start_indices = {array(starts)}, limit_indices = {array(limits)}, strides = {array(strides)}"
    return p.emit("slice", [x], [(dims, x.element)], properties)


@step(4)
def transpose(p: Program) -> list[Value]:
    x = p.any(lambda value: value.rank > 1)
    if x is None:
        return []
    permutation = p.random.permutation(x.rank).tolist()
    return p.emit(
        "transpose", [x], [([x.dims[d] for d in permutation], x.element)], f"permutation = {array(permutation)}"
    )


def _starts(p: Program, dims: tuple[int, ...]) -> list[Value]:
    """Start indices, some of them out of bounds."""
    element = p.choose(INDICES)
    return [p.integers((), -3, min(size + 2, 120), element) for size in dims]


@step(3)
def dynamic_slice(p: Program) -> list[Value]:
    x = p.any(lambda value: value.rank > 0)
    if x is None:
        return []
    sizes = [p.below(size + 1) for size in x.dims]
    operands = [x, *_starts(p, x.dims)]
    return p.emit("dynamic_slice", operands, [(sizes, x.element)], f"slice_sizes = {array(sizes)}")


@step(3)
def dynamic_update_slice(p: Program) -> list[Value]:
    x = p.any(lambda value: value.rank > 0)
    if x is None:
        return []
    update = p.like(tuple(p.below(size + 1) for size in x.dims), x.element)
    return p.emit("dynamic_update_slice", [x, update, *_starts(p, x.dims)], [(x.dims, x.element)])


def _dimension_numbers(p: Program, x: Value) -> dict:
    """How a gather reads windows of `x`, or a scatter writes them: batching, collapsed and indexed dimensions, the
    shape of the indices, and the sizes of windows."""
    order = p.random.permutation(x.rank).tolist()
    batching = order[: p.choose([0, 0, 0, 1]) if x.rank > 1 else 0]
    rest = order[len(batching) :]
    indexed = rest[: 1 + p.below(len(rest))]
    sizes = [p.below(size + 1) if size and p.chance(0.7) else size for size in x.dims]
    collapsed = sorted(d for d in rest if p.chance(0.4) and x.dims[d] > 0)
    for d in [*batching, *collapsed]:
        sizes[d] = min(1, x.dims[d])
    collapsed = [d for d in collapsed if sizes[d] == 1]
    batch_dims = [p.choose([1, 2, 3, 5, 8]) for _ in range(p.choose([0, 1, 1, 2]))]
    batching_at = list(range(len(batch_dims), len(batch_dims) + len(batching)))
    shape = [*batch_dims, *(x.dims[d] for d in batching)]
    vector_at = p.below(len(shape) + 1)
    is_scalar = len(indexed) == 1 and p.chance(0.4)
    if is_scalar:
        vector_at, index_dims = len(shape), list(shape)
    else:
        index_dims = [*shape[:vector_at], len(indexed), *shape[vector_at:]]
        batching_at = [d + (d >= vector_at) for d in batching_at]
    # Batching dimensions are sorted, with their partners in the indices.
    pairs = sorted(zip(batching, batching_at, strict=True))
    return {
        "batching": [pair[0] for pair in pairs],
        "batching_at": [pair[1] for pair in pairs],
        "indexed": indexed,
        "collapsed": collapsed,
        "sizes": sizes,
        "shape": shape,
        "index_dims": tuple(index_dims),
        "vector_at": vector_at,
    }


def _indices(p: Program, x: Value, numbers: dict) -> Value:
    most = max((x.dims[d] for d in numbers["indexed"]), default=1)
    return p.integers(numbers["index_dims"], -3, min(most + 2, 120), p.choose(INDICES))


def _window(p: Program, x: Value, numbers: dict) -> tuple[list[int], list[int]]:
    """The dimensions of windows in the result or the updates, and its sizes."""
    kept = [d for d in range(x.rank) if d not in numbers["collapsed"] and d not in numbers["batching"]]
    rank = len(numbers["shape"]) + len(kept)
    offsets = sorted(p.random.permutation(rank)[: len(kept)].tolist())
    dims, batch, window = [], iter(numbers["shape"]), iter(kept)
    for d in range(rank):
        dims.append(numbers["sizes"][next(window)] if d in offsets else next(batch))
    return offsets, dims


def _windows(p: Program) -> tuple[Value, dict, Value, list[int], list[int]] | None:
    """An operand with its dimension numbers and indices, and the dimensions of the windows that a gather reads and a
    scatter writes; `None` if nothing fits."""
    x = p.any(lambda value: value.rank > 0)
    if x is None:
        return None
    numbers = _dimension_numbers(p, x)
    indices = _indices(p, x, numbers)
    offsets, dims = _window(p, x, numbers)
    return None if _count(dims) > MAX_ELEMENTS else (x, numbers, indices, offsets, dims)


def _list(name: str, numbers: list[int]) -> str:
    return f"{name} = [{', '.join(map(str, numbers))}]"


@step(5)
def gather(p: Program) -> list[Value]:
    windows = _windows(p)
    if windows is None:
        return []
    x, numbers, indices, offsets, dims = windows
    fields = [
        _list("offset_dims", offsets),
        _list("collapsed_slice_dims", numbers["collapsed"]),
        _list("operand_batching_dims", numbers["batching"]),
        _list("start_indices_batching_dims", numbers["batching_at"]),
        _list("start_index_map", numbers["indexed"]),
        f"index_vector_dim = {numbers['vector_at']}",
    ]
    properties = (
        f"dimension_numbers = #stablehlo.gather<{', '.join(fields)}>, slice_sizes = {array(numbers['sizes'])}, "
        "indices_are_sorted = false"
    )
    return p.emit("gather", [x, indices], [(dims, x.element)], properties)


@step(6)
def scatter(p: Program) -> list[Value]:
    windows = _windows(p)
    if windows is None:
        return []
    x, numbers, indices, offsets, dims = windows
    updates = p.like(tuple(dims), x.element)
    fields = [
        _list("update_window_dims", offsets),
        _list("inserted_window_dims", numbers["collapsed"]),
        _list("input_batching_dims", numbers["batching"]),
        _list("scatter_indices_batching_dims", numbers["batching_at"]),
        _list("scatter_dims_to_operand_dims", numbers["indexed"]),
        f"index_vector_dim = {numbers['vector_at']}",
    ]
    properties = (
        f"scatter_dimension_numbers = #stablehlo.scatter<{', '.join(fields)}>, indices_are_sorted = false, "
        "unique_indices = false"
    )
    body, is_exact = combine(p, x.element, with_set=True)
    return p.emit(
        "scatter",
        [x, indices, updates],
        [(x.dims, x.element)],
        properties,
        [body],
        is_exact and x.is_exact and updates.is_exact,
    )
