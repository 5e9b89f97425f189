"""Makes the program of a number: the same one for the same number."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

# Imported for their steps, which enter themselves into the table.
from fuzz import contractions, elementwise, movement, regions  # noqa: F401
from fuzz.element_types import TYPES
from fuzz.program import Program
from fuzz.regions import some_steps

MAX_RESULTS = 6


@dataclass(frozen=True)
class Case:
    """A program with its inputs. `operations` are what it consists of; `is_exact` has a flag for each result."""

    number: int
    text: str
    inputs: list[np.ndarray]
    operations: list[str]
    is_exact: list[bool]
    has_reference: bool


def generate(number: int) -> Case:
    random = np.random.default_rng([number, 20_26])
    p = Program(random, is_hostile=False, element=TYPES["f32"])
    p.element = p.element_type()
    # One operation on infinities, NaN and limits: a chain would turn a difference of rounding into one of infinities.
    p.is_hostile = not p.element.is_complex and p.chance(0.25)
    most = 1 if p.is_hostile else p.choose([1, 1, 2, 4, 8])
    while not p.operations:
        some_steps(p, most)
    results = [value for value in p.pool if not value.name.startswith("%a")][-MAX_RESULTS:]
    if not results:
        return generate(number + 1_000_000_007)
    exact = [value.is_exact for value in results]
    return Case(number, p.text(results), p.inputs, p.operations, exact, p.has_reference)
