"""`labora.profile`."""

import json

import jax
import jax.numpy as jnp
import labora


def test_a_profile_has_the_steps_of_what_ran(tmp_path):
    x = jnp.ones((256, 128), jnp.float32)
    product = jax.jit(lambda x: jnp.tanh(x @ x.T))
    product(x).block_until_ready()
    with labora.profile() as profile:
        for _ in range(3):
            product(x)
    assert len(profile.programs) == 3
    assert sum(step.flops for step in profile.steps) >= 3 * 2 * 256 * 256 * 128
    assert all(step.count % 3 == 0 for step in profile.steps)
    assert 0 < profile.seconds < 60
    table = str(profile).splitlines()
    assert table[0].startswith("3 runs, ") and len(table) == 2 + len(profile.steps)
    profile.save(tmp_path / "trace.json")
    saved = json.loads((tmp_path / "trace.json").read_text())
    assert {event["ph"] for event in saved} == {"M", "X"}


def test_a_profile_of_nothing_is_empty():
    with labora.profile() as profile:
        pass
    assert profile.steps == [] and profile.programs == [] and profile.seconds == 0
