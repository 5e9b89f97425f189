"""Makes the call of a number: the same one for the same number."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fuzz.functions.arguments import OPTIONS, SKIPPED, Draw
from fuzz.functions.catalogue import functions
from fuzz.functions.special import SPECIAL

# How often arguments are drawn until JAX accepts them.
ATTEMPTS = 25


@dataclass(frozen=True)
class Call:
    """A function with its arguments, of which the arrays are given to a program."""

    name: str
    function: Callable
    arguments: list
    options: dict

    def arrays(self) -> list[np.ndarray]:
        import jax

        return [x for x in jax.tree.leaves((self.arguments, self.options)) if isinstance(x, np.ndarray)]

    def program(self) -> Callable:
        """The function of the arrays alone."""
        import jax

        leaves, tree = jax.tree.flatten((self.arguments, self.options), is_leaf=lambda x: x is None)

        def call(*arrays):
            rest = iter(arrays)
            arguments, options = jax.tree.unflatten(
                tree, [next(rest) if isinstance(x, np.ndarray) else x for x in leaves]
            )
            return self.function(*arguments, **options)

        return call

    def __str__(self) -> str:
        def text(x) -> str:
            if isinstance(x, np.ndarray):
                return f"{x.dtype}{list(x.shape)}"
            if isinstance(x, list | tuple):
                return "[" + ", ".join(map(text, x)) + "]"
            return getattr(x, "__name__", None) or repr(x)

        words = [*map(text, self.arguments), *(f"{key}={text(x)}" for key, x in self.options.items())]
        return f"{self.name}({', '.join(words)})"


def _generic(function: Callable, draw: Draw) -> tuple[list, dict]:
    """Arguments by the names of the parameters: arrays for those without a default that the table does not name."""
    arguments, options = [], {}
    for name, parameter in inspect.signature(function).parameters.items():
        if name in SKIPPED or parameter.kind == parameter.VAR_KEYWORD:
            continue
        required = parameter.default is parameter.empty
        if parameter.kind == parameter.VAR_POSITIONAL:
            arguments.extend(draw.operand() for _ in range(draw.choose([1, 2])))
        elif required:
            value = OPTIONS[name](draw) if name in OPTIONS else draw.operand()
            if parameter.kind == parameter.KEYWORD_ONLY:
                options[name] = value
            else:
                arguments.append(value)
        elif name in OPTIONS and draw.chance(0.35):
            options[name] = OPTIONS[name](draw)
    return arguments, options


def _is_accepted(call: Call) -> bool:
    import jax

    arrays = call.arrays()
    if "sort" in call.name and any(x.dtype.name in ("int2", "uint2") for x in arrays):
        # XLA sorts them beyond the end of their arrays, and the process ends at a later call.
        return False
    try:
        jax.eval_shape(call.program(), *arrays)
    except jax.errors.JAXTypeError:
        return True
    except Exception:
        return False
    return True


@functools.cache
def _names() -> list[str]:
    return sorted(functions())


def draw_call(number: int) -> Call | None:
    """The call of a number; None if JAX accepts no arguments that were drawn for its function."""
    random = np.random.default_rng([number, 20_27])
    name = _names()[number % len(_names())]
    function = functions()[name]
    for _ in range(ATTEMPTS):
        draw = Draw(random)
        arguments, options = SPECIAL[name](draw) if name in SPECIAL else _generic(function, draw)
        call = Call(name, function, arguments, options)
        if _is_accepted(call):
            return call
    return None
