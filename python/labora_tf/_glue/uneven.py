"""Replicas whose shares of a batch differ in shape, in one program for all cores.

Every core computes the function for each of the shapes that occur (at most three for a last batch: full,
partial and empty shares) and keeps the results of its own. Replicas meet where they exchange values, so that
the programs of the shapes run in step: up to the next sum over the replicas, to which each core gives what its
shape has.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax._src import core as core_src

Shapes = tuple[tuple[int, ...], ...]


def padded(values: Sequence[Any]) -> tuple[np.ndarray, Shapes | None]:
    """The replicas' arrays as one, with zeros up to the largest; and their shapes if they differ.

    Raises:
        ValueError: they differ in rank.
    """
    arrays = [np.asarray(value) for value in values]
    shapes = tuple(array.shape for array in arrays)
    if len(set(shapes)) == 1:
        return np.stack(arrays), None
    if len({len(shape) for shape in shapes}) > 1:
        raise ValueError(f"the replicas' values differ in rank: their shapes are {list(shapes)}")
    stacked = np.zeros((len(arrays), *np.max(shapes, axis=0)), arrays[0].dtype)
    for place, array in zip(stacked, arrays, strict=True):
        place[part(array.shape)] = array
    return stacked, shapes


def part(shape: tuple[int, ...]) -> tuple[slice, ...]:
    """Where a replica's value is in a padded array."""
    return tuple(map(slice, shape))


def run(
    replica: Callable[[Any, list[Any]], tuple[Any, list[Any]]],
    shares: Sequence[Any],
    shapes: Sequence[Shapes | None],
    index: Any,
) -> tuple[Any, Any, list[Any]]:
    """`replica(index, shares)` for the share of each core, in a program for all of them.

    Returns:
        The results, padded; for each of them, the replicas' shapes if they differ; the values of variables,
        on which all replicas agree.
    """
    count = next(len(own) for own in shapes if own is not None)
    kinds = [tuple(None if own is None else own[i] for own in shapes) for i in range(count)]
    order = list(dict.fromkeys(kinds))
    programs, structures = [], []
    for kind in order:
        own = [x if shape is None else x[part(shape)] for x, shape in zip(shares, kind, strict=True)]
        program, structure = jax.make_jaxpr(functools.partial(replica, index), return_shape=True)(own)
        programs.append(_steps(program.jaxpr, program.consts, own))
        structures.append(jax.tree.structure(structure[0]))
    if len(set(structures)) > 1:
        raise ValueError("the replicas' results differ in structure, as their shares of the batch in shape")
    which = jnp.asarray([order.index(kind) for kind in kinds], jnp.int32)[index]
    results = _in_step(programs, which)
    size = structures[0].num_leaves
    leaves = [_joined(values, which) for values in zip(*(result[:size] for result in results), strict=True)]
    own_shapes = [
        tuple(result[place].shape for result in (results[order.index(kind)] for kind in kinds))
        for place in range(size)
    ]
    return (
        jax.tree.unflatten(structures[0], leaves),
        [None if len(set(found)) == 1 else found for found in own_shapes],
        results[0][size:],
    )


def _joined(values: Sequence[Any], which: Any) -> Any:
    """The value of this core, with zeros up to the largest of all shapes."""
    if len({value.ndim for value in values}) > 1:
        raise ValueError(f"the replicas' results differ in rank: {[value.shape for value in values]}")
    sizes = np.max([value.shape for value in values], axis=0)
    after = [[(0, int(n) - m, 0) for n, m in zip(sizes, v.shape, strict=True)] for v in values]
    wide = [jax.lax.pad(v, jnp.zeros((), v.dtype), pads) for v, pads in zip(values, after, strict=True)]
    return jax.lax.select_n(which, *wide)


def _exchanges(equation: Any) -> bool:
    """Whether an operation, or one in it, exchanges values between the replicas."""
    inner = [getattr(value, "jaxpr", value) for value in equation.params.values()]
    inner += [getattr(value, "jaxpr", value) for value in equation.params.get("branches", ())]
    if any(_exchanges(one) for jaxpr in inner if isinstance(jaxpr, core_src.Jaxpr) for one in jaxpr.eqns):
        raise NotImplementedError(
            "replicas whose rows differ in number cannot exchange values within a loop, a branch or a "
            "compiled function: use drop_remainder=True, or a batch size that the replicas divide"
        )
    axes = [equation.params.get("axes", ()), equation.params.get("axis_name", ())]
    return equation.primitive.name != "axis_index" and any(axes) and any(
        isinstance(axis, str) for some in axes for axis in (some if isinstance(some, tuple) else (some,))
    )


def _steps(jaxpr: Any, constants: Sequence[Any], arguments: Sequence[Any]) -> Generator[Any, Any, list[Any]]:
    """Runs a program, but for the exchanges, which it yields with what goes into them."""
    known = dict(zip([*jaxpr.constvars, *jaxpr.invars], [*constants, *arguments], strict=True))

    def value_of(atom: Any) -> Any:
        return jnp.asarray(atom.val, atom.aval.dtype) if isinstance(atom, core_src.Literal) else known[atom]

    for equation in jaxpr.eqns:
        inputs = [value_of(atom) for atom in equation.invars]
        outputs = (yield equation, inputs) if _exchanges(equation) else _evaluate(equation, inputs)
        known.update(zip(equation.outvars, outputs, strict=True))
    return [value_of(atom) for atom in jaxpr.outvars]


def _evaluate(equation: Any, inputs: Sequence[Any]) -> list[Any]:
    """The results of one operation."""
    given = {atom: x for atom, x in zip(equation.invars, inputs) if not isinstance(atom, core_src.Literal)}
    jaxpr = core_src.Jaxpr((), list(given), equation.outvars, [equation], equation.effects)
    return core_src.eval_jaxpr(jaxpr, (), *given.values())


def _in_step(programs: Sequence[Generator[Any, Any, list[Any]]], which: Any) -> list[list[Any]]:
    """The results of all programs, which meet at each exchange."""
    answer: Any = None
    while True:
        asked, results = [], []
        for program in programs:
            try:
                asked.append(program.send(answer))
            except StopIteration as end:
                results.append(end.value)
        if len(results) == len(programs):
            return results
        equations = [equation for equation, _ in asked]
        kinds = {
            (equation.primitive.name, str(equation.params), str([atom.aval for atom in equation.invars]))
            for equation in equations
        }
        if results or len(kinds) > 1:
            raise NotImplementedError(
                "replicas whose rows differ in number exchange values that differ in shape, or in how many: "
                "use drop_remainder=True, or a batch size that the replicas divide"
            )
        inputs = [jax.lax.select_n(which, *values) for values in zip(*(own for _, own in asked), strict=True)]
        answer = equations[0].primitive.bind(*inputs, **equations[0].params)
        answer = answer if equations[0].primitive.multiple_results else [answer]
