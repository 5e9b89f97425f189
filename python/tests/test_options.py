"""Options of `labora.configure` and of the environment."""

import labora
import pytest

# 1 + 2^-9 is rounded to 1 in bf16.
PRODUCT = """
import jax.numpy as jnp
x = jnp.full((64, 64), 1 + 2.0**-9, jnp.float32)
print(float((x @ jnp.eye(64))[0, 0]))
"""


def test_products_are_of_f32_unless_numerics_are_those_of_a_tpu(run):
    assert run(PRODUCT).stdout == "1.001953125\n"
    assert run("import labora; labora.configure(numerics='tpu')" + PRODUCT).stdout == "1.0\n"
    assert run(PRODUCT, LABORA_NUMERICS="tpu").stdout == "1.0\n"
    assert run("import labora; labora.configure(numerics='highest')" + PRODUCT, LABORA_NUMERICS="tpu").stdout == (
        "1.001953125\n"
    )


def test_configure_sets_the_number_of_devices(run):
    program = "import jax, labora; labora.configure(cores=3); print(len(jax.devices()), len(labora.devices()))"
    assert run(program).stdout == "3 3\n"
    assert run("import jax; print(len(jax.devices()))", LABORA_CORES="5").stdout == "5\n"


def test_results_do_not_depend_on_the_number_of_threads(run):
    program = """
    import hashlib, jax, labora, numpy as np
    x = jax.random.normal(jax.random.key(0), (300, 300))
    print(hashlib.sha256(np.asarray(jax.jit(lambda x: (x @ x).sum(0))(x)).tobytes()).hexdigest())
    """
    assert run(program, LABORA_THREADS="1").stdout == run(program, LABORA_THREADS="2").stdout


def test_a_memory_limit_refuses_what_is_too_large(run):
    program = """
    import jax, jax.numpy as jnp, labora, numpy as np
    labora.configure(memory_limit=50_000_000)
    x = jax.device_put(np.ones(1000, np.float32))
    try:
        jnp.broadcast_to(x, (100_000, 1000)).block_until_ready()
    except jax.errors.JaxRuntimeError as error:
        print(str(error).split(":")[0])
    print(float(x.sum()))
    """
    assert run(program).stdout == "RESOURCE_EXHAUSTED\n1000.0\n"


def test_an_option_that_is_no_number_is_named(run):
    failed = run("import jax; jax.devices()", check=False, LABORA_CORES="many")
    assert failed.returncode == 1 and "LABORA_CORES" in failed.stderr and "'many'" in failed.stderr, failed.stderr


def test_variables_that_are_empty_are_not_set(run):
    names = ["CORES", "THREADS", "NUMERICS", "MEMORY_LIMIT", "TRACE", "ISA"]
    environment = {f"LABORA_{name}": "" for name in names}
    assert run("import jax; print(len(jax.devices()))" + PRODUCT, **environment).stdout == "8\n1.001953125\n"


def test_configure_is_too_late_once_devices_exist():
    assert labora.devices()
    with pytest.raises(RuntimeError, match="before the first use"):
        labora.configure(threads=1)


def test_a_trace_is_written(run, tmp_path):
    import json

    file = tmp_path / "trace.json"
    run("import jax.numpy as jnp; (jnp.ones(1000) + 1).block_until_ready()", LABORA_TRACE=str(file))
    # The list of events is left open, as the format allows, so that a process may end at any time.
    events = json.loads(file.read_text().rstrip().rstrip(",") + "]")
    assert any(event["name"].startswith("add") for event in events), events
