"""A program that grows operation by operation, as text in MLIR's generic form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from fuzz.element_types import BOOL, I32, TYPES, WEIGHTS, ElementType, random_values, tensor

SIZES = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 8, 9, 15, 16, 17, 31, 32, 33, 64, 100, 130, 257]
MAX_ELEMENTS = 20_000


@dataclass(frozen=True)
class Value:
    """A value of a program. It is exact if both sides must compute the same bits."""

    name: str
    dims: tuple[int, ...]
    element: ElementType
    is_exact: bool = True

    @property
    def type(self) -> str:
        return tensor(self.dims, self.element)

    @property
    def rank(self) -> int:
        return len(self.dims)

    @property
    def size(self) -> int:
        return int(np.prod(self.dims, dtype=np.int64))


@dataclass
class Program:
    """A function that is being written. `has_reference` is false if the program means something else in f64."""

    random: np.random.Generator
    is_hostile: bool
    element: ElementType
    inputs: list[np.ndarray] = field(default_factory=list)
    parameters: list[Value] = field(default_factory=list)
    pool: list[Value] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    operations: list[str] = field(default_factory=list)
    has_reference: bool = True
    names: int = 0
    depth: int = 0

    # --- chance

    def below(self, n: int) -> int:
        return int(self.random.integers(n))

    def choose(self, options: Sequence):
        return options[self.below(len(options))]

    def chance(self, probability: float) -> bool:
        return bool(self.random.random() < probability)

    def size(self) -> int:
        while True:
            size = self.choose(SIZES)
            if size > 0 or self.chance(0.15):
                return size

    def dims(self, rank: int | None = None, most: int = MAX_ELEMENTS) -> tuple[int, ...]:
        rank = self.choose([0, 1, 1, 2, 2, 2, 3, 3, 4]) if rank is None else rank
        dims = [self.size() for _ in range(rank)]
        while np.prod(dims, dtype=np.int64) > most:
            largest = int(np.argmax(dims))
            dims[largest] = max(1, dims[largest] // 2)
        return tuple(dims)

    def element_type(self) -> ElementType:
        names = list(WEIGHTS)
        weights = np.array([WEIGHTS[name] for name in names], float)
        return TYPES[self.random.choice(names, p=weights / weights.sum())]

    # --- values

    def fresh(self) -> str:
        self.names += 1
        return f"%v{self.names}"

    def parameter(self, dims: tuple[int, ...], element: ElementType, values: np.ndarray | None = None) -> Value:
        """A parameter with random values; inside of a region, a constant in its place."""
        values = random_values(self.random, dims, element, self.is_hostile) if values is None else values
        if self.depth > 0 and values.size <= 32 and element.kind in "biu":
            return self.constant(np.asarray(values), element)
        value = Value(f"%a{len(self.parameters)}", dims, element)
        self.parameters.append(value)
        self.inputs.append(np.asarray(values))
        return value

    def integers(self, dims: tuple[int, ...], low: int, high: int, element: ElementType = I32) -> Value:
        """A parameter with integers from `low` to `high`, both included."""
        limits = (max(low, 0) if element.kind == "u" else low), max(high, low)
        return self.parameter(dims, element, self.random.integers(*limits, dims, endpoint=True).astype(element.dtype))

    def constant(self, values: np.ndarray, element: ElementType) -> Value:
        """A constant of booleans, integers or floats that are small integers or halves."""

        def text(x) -> str:
            if x.ndim > 0:
                return "[" + ", ".join(text(row) for row in x) + "]"
            if element.kind == "b":
                return "true" if x else "false"
            return str(int(x)) if element.is_integer else repr(float(x))

        body = "" if values.size == 0 else text(values)
        if element.is_complex:
            body = f"({float(np.real(values))!r}, {float(np.imag(values))!r})"
        name = self.fresh()
        of = tensor(values.shape, element)
        self.lines.append(f'{name} = "stablehlo.constant"() <{{value = dense<{body}> : {of}}}> : () -> {of}')
        return Value(name, values.shape, element)

    def scalar(self, number: float, element: ElementType) -> Value:
        return self.constant(np.asarray(number), element)

    def any(self, accepts: Callable[[Value], bool] = lambda value: True, dims_most: int = MAX_ELEMENTS) -> Value | None:
        """A value of the program that is accepted, later ones more often, or a new parameter; `None` if that is not
        accepted either."""
        fits = [value for value in self.pool if accepts(value) and value.size <= dims_most]
        if fits and not self.chance(0.2):
            return fits[-1 - min(self.below(len(fits)), self.below(len(fits)))]
        for _ in range(8):
            dims = self.dims(most=dims_most)
            if accepts(Value("", dims, self.element)):
                return self.parameter(dims, self.element)
        return None

    def like(self, dims: tuple[int, ...], element: ElementType) -> Value:
        """A value of that type: of the program, or a new parameter."""
        fits = [value for value in self.pool if (value.dims, value.element) == (dims, element)]
        if fits and self.chance(0.6):
            return self.choose(fits)
        return self.parameter(dims, element)

    # --- operations

    def emit(
        self,
        operation: str,
        operands: Sequence[Value],
        results: Sequence[tuple[tuple[int, ...], ElementType]],
        properties: str = "",
        regions: Sequence[str] = (),
        is_exact: bool | None = None,
    ) -> list[Value]:
        """Appends an operation. The results are exact if all operands are, unless `is_exact` says otherwise."""
        exact = all(value.is_exact for value in operands) if is_exact is None else is_exact
        made = [Value(self.fresh(), tuple(dims), element, exact) for dims, element in results]
        names = ", ".join(value.name for value in operands)
        properties = f" <{{{properties}}}>" if properties else ""
        nested = " (" + ", ".join(regions) + ")" if regions else ""
        types = ", ".join(value.type for value in operands)
        result_types = ", ".join(value.type for value in made)
        result_types = f"({result_types})" if len(made) != 1 else result_types
        left = ", ".join(value.name for value in made)
        left = f"{left} = " if made else ""
        text = f'{left}"stablehlo.{operation}"({names}){properties}{nested} : ({types}) -> {result_types}'
        self.lines.append(text)
        self.operations.append(operation)
        return made

    def region(self, arguments: Sequence[Value], body: Callable[[], Sequence[Value]], prefix: str = "") -> str:
        """The text of a region, whose operations `body` appends and whose results it returns."""
        outer, self.lines = self.lines, []
        self.depth += 1
        results = body()
        inner, self.lines = self.lines, outer
        self.depth -= 1
        types = ", ".join(value.type for value in results)
        names = ", ".join(value.name for value in results)
        inner.append(f'"stablehlo.return"({names}) : ({types}) -> ()')
        block = ", ".join(f"{value.name}: {value.type}" for value in arguments)
        head = f"^bb0({block}):\n" if arguments else ""
        return "{\n" + head + "\n".join(inner) + "\n}"

    def block_argument(self, dims: tuple[int, ...], element: ElementType, is_exact: bool = True) -> Value:
        return Value(self.fresh(), dims, element, is_exact)

    def text(self, results: Sequence[Value]) -> str:
        """The module: a function of all parameters that returns these values."""
        arguments = ", ".join(f"{value.name}: {value.type}" for value in self.parameters)
        types = ", ".join(value.type for value in results)
        names = ", ".join(value.name for value in results)
        body = "\n".join(self.lines)
        return f"func.func public @main({arguments}) -> ({types}) {{\n{body}\nreturn {names} : {types}\n}}\n"


def predicate(program: Program, dims: tuple[int, ...]) -> Value:
    return program.like(dims, BOOL)
