"""Executables that are serialized, and loaded again where the caller names no devices."""

from __future__ import annotations

import jax
import numpy as np
import pytest
from jax.experimental import serialize_executable
from jax.sharding import Mesh, NamedSharding, PartitionSpec

DEVICES = jax.devices()
X = np.arange(64, dtype=np.float32).reshape(8, 8)


def rows(devices: list[jax.Device]) -> NamedSharding:
    return NamedSharding(Mesh(np.array(devices), ("x",)), PartitionSpec("x"))


ARGUMENTS = {
    "numpy": lambda: X,
    "first device": lambda: jax.device_put(X, DEVICES[0]),
    "another device": lambda: jax.device_put(X, DEVICES[3]),
    "all devices": lambda: jax.device_put(X, rows(DEVICES)),
    "all devices, backwards": lambda: jax.device_put(X, rows(DEVICES[::-1])),
    "the last four": lambda: jax.device_put(X, rows(DEVICES[4:])),
    "replicated": lambda: jax.device_put(X, NamedSharding(Mesh(np.array(DEVICES), ("x",)), PartitionSpec())),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_an_executable_is_loaded_onto_its_own_devices(name: str):
    argument = ARGUMENTS[name]()
    compiled = jax.jit(lambda x, y: {"sum": x @ x.T + y, "same": x}).lower(argument, 1.0).compile()
    expected = compiled(argument, 1.0)
    found = serialize_executable.deserialize_and_load(*serialize_executable.serialize(compiled))(argument, 1.0)
    for key, value in expected.items():
        np.testing.assert_array_equal(found[key], value)
        assert found[key].sharding == value.sharding


def test_devices_that_are_named_are_taken():
    compiled = jax.jit(lambda x: x + 1).lower(jax.device_put(X, DEVICES[2])).compile()
    found = serialize_executable.deserialize_and_load(
        *serialize_executable.serialize(compiled), execution_devices=[DEVICES[2]]
    )
    np.testing.assert_array_equal(found(jax.device_put(X, DEVICES[2])), X + 1)
