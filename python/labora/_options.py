"""The options of the processor, from `configure` and from the environment."""

from __future__ import annotations

import os
from typing import Literal

Numerics = Literal["float32", "tpu", "highest"]

# The name of each option, its environment variable and its type.
_OPTIONS = {
    "numerics": ("LABORA_NUMERICS", str),
    "cores": ("LABORA_CORES", int),
    "threads": ("LABORA_THREADS", int),
    "memory_limit": ("LABORA_MEMORY_LIMIT", int),
    "trace": ("LABORA_TRACE", str),
    "isa": ("LABORA_ISA", str),
}

_configured: dict[str, str | int] = {}
_started = False


def configure(
    *,
    numerics: Numerics | None = None,
    cores: int | None = None,
    threads: int | None = None,
    memory_limit: int | None = None,
    trace: str | os.PathLike[str] | None = None,
    isa: str | None = None,
) -> None:
    """Sets options of the processor. An option that is not given keeps its value.

    Args:
      numerics: "float32" (default) multiplies in f32; "tpu" rounds the operands of products to bf16, as a TPU does;
        "highest" does not reassociate sums of products.
      cores: the number of devices that JAX sees, 8 by default.
      threads: the number of cores that compute at once, by default the processors of the machine. Results do not
        depend on it.
      memory_limit: the number of bytes that all arrays and programs may take together; by default, there is no limit.
      trace: a file that gets a trace of all programs, for https://ui.perfetto.dev.
      isa: the instruction set of the kernels, such as "avx2"; by default the best one of the machine.

    Raises:
      RuntimeError: JAX has started the processor already.
    """
    if _started:
        raise RuntimeError("labora.configure has to be called before the first use of a JAX device")
    given = dict(numerics=numerics, cores=cores, threads=threads, memory_limit=memory_limit, trace=trace, isa=isa)
    for name, value in given.items():
        if value is not None:
            _configured[name] = os.fspath(value) if isinstance(value, os.PathLike) else value


def client_options() -> dict[str, str | int]:
    """The options of the client that JAX creates: those of `configure`, else of the environment, else defaults."""
    global _started
    _started = True
    # As on JAX's CPU backend, the error of a short program's callback is one of the call.
    options: dict[str, str | int] = {"numerics": "float32", "short_callbacks": "true"}
    for name, (variable, kind) in _OPTIONS.items():
        text = os.environ.get(variable, "")
        if text:
            try:
                options[name] = kind(text)
            except ValueError:
                raise ValueError(f"{variable} is {text!r}; it has to be a number") from None
    return options | _configured
