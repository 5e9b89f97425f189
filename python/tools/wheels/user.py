"""What a type checker sees of the package: `mypy --strict` accepts this file, in which each ignored error is one."""

import pathlib
from typing import assert_type

import jax

import labora

labora.configure(numerics="tpu", cores=4, threads=2, memory_limit=1 << 30, trace=pathlib.Path("trace.json"), isa="avx2")
labora.configure(numerics="bf16")  # type: ignore[arg-type]
labora.configure(core=1)  # type: ignore[call-arg]
assert_type(labora.__version__, str)
assert_type(labora.devices(), list[jax.Device])
with labora.profile() as profile:
    assert_type(profile, labora.Profile)
assert_type(profile.programs, list[str])
assert_type(profile.seconds, float)
assert_type([step.cpu for step in profile.steps], list[float])
profile.save("step.json")
labora.no_such_function()  # type: ignore[attr-defined]
