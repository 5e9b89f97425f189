"""Loops and branches of tensors as parts of a program, with what they assign to variables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import keras
from jax._src import core as core_src
from keras.src.backend.common.stateless_scope import StatelessScope, get_stateless_scope, in_stateless_scope

from . import compile as compilation
from . import state, tape, variables


def is_known(value: Any) -> bool:
    """Whether Python can ask for the value now."""
    return not isinstance(value, core_src.Tracer) or core_src.is_concrete(value)


class _Branch(StatelessScope):
    """A part of a program: what it assigns to variables is collected, and reads of them see it."""

    def __init__(self, values: dict[int, Any]) -> None:
        super().__init__(initialize_variables=False)
        self.written: dict[int, keras.Variable] = {}
        outer = get_stateless_scope() if in_stateless_scope() else None
        if outer is not None:
            self.state_mapping.update(outer.state_mapping)
        self.state_mapping.update(values)

    def add_update(self, update: Any) -> None:
        variable, _ = update
        self.written[id(variable)] = variable
        super().add_update(update)


def _written_by(function: Callable[..., Any], *arguments: Any) -> tuple[list[keras.Variable], Any]:
    """The variables that a function assigns, and the kind of its results."""
    found: dict[int, keras.Variable] = {}

    def run(*arguments: Any) -> Any:
        with _Branch({}) as scope:
            results = _values(function(*arguments))
        found.update(scope.written)
        return results

    tapes, state.current.tapes = state.current.tapes, []
    try:
        kinds = jax.eval_shape(run, *arguments)
    finally:
        state.current.tapes = tapes
    return list(found.values()), kinds


def _values(nest: Any) -> Any:
    def value(leaf: Any) -> Any:
        return variables._read(leaf) if isinstance(leaf, keras.Variable) else leaf

    return jax.tree.map(value, nest, is_leaf=lambda x: isinstance(x, keras.Variable))


def _current(written: Sequence[keras.Variable]) -> list[Any]:
    return [jnp.asarray(variables.raw_value(variable)) for variable in written]


def _run(
    function: Callable[..., Any], written: Sequence[keras.Variable], values: Sequence[Any], *args: Any
) -> Any:
    """The function's results, and the values of the variables after it."""
    with _Branch({id(variable): value for variable, value in zip(written, values)}) as scope:
        results = _values(function(*args))
        after = [scope.get_current_value(variable) for variable in written]
    return results, after


def _assign(written: Sequence[keras.Variable], values: Sequence[Any]) -> None:
    for variable, value in zip(written, values):
        variable.assign(value)


def _arrays(nest: Any) -> Any:
    return jax.tree.map(jnp.asarray, nest)


def switch(index: Any, branches: Sequence[Callable[[], Any]]) -> Any:
    """The results of the branch of this number, chosen when the program runs."""
    found = [_written_by(branch) for branch in branches]
    written = list({id(v): v for variables_, _ in found for v in variables_}.values())
    structures = {jax.tree.structure(kind) for _, kind in found}
    if len(structures) > 1:
        raise TypeError("true_fn and false_fn must return the same structure of tensors")
    types = [
        jnp.result_type(*leaves) for leaves in zip(*(jax.tree.leaves(kind) for _, kind in found), strict=True)
    ]
    structure = structures.pop()

    def cast(results: Any) -> Any:
        leaves = [jnp.asarray(leaf, dtype) for leaf, dtype in zip(jax.tree.leaves(results), types)]
        return jax.tree.unflatten(structure, leaves)

    def taken(branch: Callable[[], Any]) -> Callable[[Any], Any]:
        def run(values: Any) -> Any:
            results, after = _run(branch, written, values)
            return cast(results), after

        return run

    results, after = jax.lax.switch(index, [taken(branch) for branch in branches], _current(written))
    _assign(written, after)
    return results


def cond(predicate: Any, true_fn: Callable[[], Any], false_fn: Callable[[], Any]) -> Any:
    return switch(jnp.where(jnp.reshape(predicate, ()), 1, 0), [false_fn, true_fn])


def while_loop(
    cond: Callable[..., Any], body: Callable[..., Any], loop_vars: Any, maximum_iterations: Any = None
) -> Any:
    """A loop of the program. With `maximum_iterations` gradients flow through it."""
    loop_vars = _arrays(loop_vars)
    written, kinds = _written_by(lambda *v: body(*v), *loop_vars)
    also_written, _ = _written_by(lambda *v: cond(*v), *loop_vars)
    written = list({id(v): v for v in [*written, *also_written]}.values())
    loop_vars = jax.tree.map(lambda x, kind: jnp.asarray(x, kind.dtype), loop_vars, tuple(kinds))

    def goes_on(carry: Any) -> Any:
        values, variables_, count = carry
        result, _ = _run(lambda: jnp.reshape(cond(*values), ()), written, variables_)
        return result if maximum_iterations is None else result & (count < maximum_iterations)

    def step(carry: Any) -> Any:
        values, variables_, count = carry
        results, after = _run(lambda: tuple(body(*values)), written, variables_)
        return _arrays(results), after, count + 1

    start = (tuple(loop_vars), _current(written), jnp.zeros((), jnp.int32))
    if state.current.tapes and is_known(maximum_iterations) and maximum_iterations is not None:

        def masked(carry: Any, _: Any) -> tuple[Any, None]:
            return jax.lax.cond(goes_on(carry), step, lambda carry: carry, carry), None

        end, _ = jax.lax.scan(masked, start, None, length=int(maximum_iterations))
    elif state.current.tapes:
        raise compilation.Untraceable("the gradient of a tf.while_loop without maximum_iterations")
    else:
        end = jax.lax.while_loop(goes_on, step, start)
    _assign(written, end[1])
    return end[0]


def scan(
    function: Callable[[Any, Any], tuple[Any, Any]], carry: Any, elements: Any, reverse: bool = False
) -> Any:
    """`function(carry, element) -> carry, result` along the first axis: the last carry and the results."""
    carry, elements = _arrays(carry), _arrays(elements)
    first = jax.tree.map(lambda x: x[0], elements)
    written, (kinds, _) = _written_by(function, carry, first)
    carry = jax.tree.map(lambda x, kind: jnp.asarray(x, kind.dtype), carry, kinds)

    def step(carry: Any, element: Any) -> Any:
        (after, result), values = _run(lambda: function(carry[0], element), written, carry[1])
        return (_arrays(after), values), _arrays(result)

    (carry, values), results = jax.lax.scan(step, (carry, _current(written)), elements, reverse=reverse)
    _assign(written, values)
    return carry, results


def vectorized_map(function: Callable[..., Any], elements: Any) -> Any:
    return jax.vmap(lambda element: _values(function(element)))(elements)


def on_host(function: Callable[..., None], *arrays: Any) -> None:
    """Calls the function with the values: now, or each time that the program is run."""
    if tape.is_traced():
        jax.debug.callback(function, *arrays)
    else:
        function(*arrays)


def structure_of(nest: Any) -> Any:
    return jax.tree.structure(nest)


def leaves_of(nest: Any) -> list[Any]:
    return jax.tree.leaves(nest)


def map_nest(function: Callable[..., Any], *nests: Any) -> Any:
    return jax.tree.map(function, *nests)


def is_traced() -> bool:
    return tape.is_traced()


def register_array(kind: type, flatten: Callable[[Any], Any], unflatten: Callable[[Any, Any], Any]) -> None:
    """Makes a class a structure that programs take apart."""
    jax.tree_util.register_pytree_node(kind, flatten, unflatten)
