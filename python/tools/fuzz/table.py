"""The table of what a program can do next: a function for each group of operations, with its weight."""

from __future__ import annotations

from collections.abc import Callable

from fuzz.program import Program, Value

# A function appends operations, and returns the new values; an empty list if nothing in the program fits.
Step = Callable[[Program], list[Value]]
STEPS: dict[str, tuple[Step, int]] = {}


def step(weight: int) -> Callable[[Step], Step]:
    """Enters a function into the table by its name."""

    def enter(function: Step) -> Step:
        STEPS[function.__name__] = (function, weight)
        return function

    return enter
