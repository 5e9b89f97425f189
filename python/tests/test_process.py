"""What concerns a whole process: warnings, forks, interrupts, the compilation cache, profiles."""

import contextlib
import importlib.metadata
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import pytest


def test_the_start_prints_nothing(run):
    result = run("import jax, jax.numpy as jnp; (jnp.ones(3) + 1).block_until_ready()")
    assert result.stdout == "" and result.stderr == ""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
def test_a_fork_warns(run):
    program = """
    import os, warnings, jax.numpy as jnp
    jnp.ones(3).block_until_ready()
    warnings.simplefilter("ignore")  # JAX warns in the parent, of threads.
    warnings.filterwarnings("default", message="the process was forked after labora")
    child = os.fork()
    if child == 0:
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    """
    assert "'spawn'" in run(program).stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
def test_a_fork_before_the_first_use_of_a_device_computes_in_both_processes(run):
    program = """
    import os, jax, labora, jax.numpy as jnp
    child = os.fork()
    assert float(jnp.arange(4.0).sum()) == 6
    if child == 0:
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    """
    assert run(program).stderr == ""


# A shell has programs in the background ignore interrupts, and Python then does so, too.
INTERRUPTIBLE = "import signal; _ = signal.signal(signal.SIGINT, signal.default_int_handler)"


@pytest.mark.skipif(os.name == "nt", reason="no signals here")
def test_an_interrupt_returns_to_the_prompt():
    # The line that waits is the one that says so: an interrupt between two lines would end neither.
    program = f"""
{INTERRUPTIBLE}
import jax, jax.numpy as jnp
step = jax.jit(lambda x: jax.lax.fori_loop(0, 2**30, lambda i, x: jnp.sin(x), x))
x = jnp.ones(10_000)
y = step(x)
print("runs", flush=True); y.block_until_ready()
print("prompt", flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-i", "-q", "-u"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    watch = threading.Timer(300, process.kill)
    watch.start()
    try:
        process.stdin.write(program)
        process.stdin.flush()
        assert process.stdout.readline() == "runs\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "prompt\n"
        # The end of the process waits for the program, until it is interrupted too. The prompt ends with its input:
        # an interrupt at the prompt discards a line that was read, such as `exit()`.
        process.stdin.write('print("ends", flush=True)\n')
        process.stdin.close()
        process.stdin = None  # `communicate` would flush it.
        assert process.stdout.readline() == "ends\n"
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            time.sleep(0.5)
        assert process.stderr.read().count("KeyboardInterrupt\n") >= 1 and watch.is_alive()
    finally:
        watch.cancel()
        process.kill()
        process.communicate()


@pytest.mark.skipif(os.name == "nt", reason="no signals here")
@pytest.mark.parametrize("wait", ["np.asarray(x)", "float(x[0])"])
def test_an_interrupt_ends_the_wait_for_a_long_program(wait):
    program = f"""
{INTERRUPTIBLE}
import jax, jax.numpy as jnp, numpy as np
x = jax.jit(lambda x: jax.lax.fori_loop(0, 2**30, lambda i, x: jnp.sin(x), x))(jnp.ones(10_000))
try:
    print("runs", flush=True)
    {wait}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    # The program runs for hours: without the interrupt, there is no second line.
    watch = threading.Timer(300, process.kill)
    watch.start()
    try:
        assert process.stdout.readline() == "runs\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
    finally:
        watch.cancel()
        process.kill()
        process.communicate()


def threads(process: subprocess.Popen) -> set[str]:
    """The names of the threads of a process."""
    names = set()
    for thread in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
        with contextlib.suppress(OSError):
            names.add((thread / "comm").read_text().strip())
    return names


@pytest.mark.skipif(not pathlib.Path("/proc/self/task").is_dir(), reason="no threads to look at here")
@pytest.mark.skipif(
    importlib.metadata.version("jax").startswith("0.10."), reason="JAX 0.10 compiles on a thread that Python waits for"
)
def test_an_interrupt_ends_the_wait_for_a_long_compilation():
    # Each function calls the one before it twice, so that the last one is a program of 2^17 operations.
    program = f"""
{INTERRUPTIBLE}
import jax
f = jax.numpy.sin
for _ in range(17):
    f = jax.jit(lambda x, f=f: f(f(x)))
lowered = f.lower(jax.numpy.ones(3))
try:
    print("compiles", flush=True)
    lowered.compile()
except KeyboardInterrupt:
    print("interrupted", flush=True)
    input()
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    watch = threading.Timer(300, process.kill)
    watch.start()
    try:
        assert process.stdout.readline() == "compiles\n"
        while "labora-compile" not in threads(process):
            # A process that has ended is there until it is waited for, without threads.
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        # It was the wait that ended: the compilation runs on.
        assert "labora-compile" in threads(process)
    finally:
        watch.cancel()
        process.kill()
        process.communicate()


def test_the_compilation_cache_is_used_by_the_second_process(run, tmp_path):
    program = """
    import jax, numpy as np
    events = []
    jax.monitoring.register_event_listener(lambda event, **_: events.append(event))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    print(float(jax.jit(lambda x: (x @ x).sum())(np.ones((8, 8), np.float32))))
    print(sum(event.endswith("cache_hits") for event in events))
    """
    environment = {"JAX_COMPILATION_CACHE_DIR": str(tmp_path)}
    assert run(program, **environment).stdout == "512.0\n0\n"
    assert run(program, **environment).stdout == "512.0\n1\n"


def test_the_compilation_cache_keeps_numerics_apart(run, tmp_path):
    program = """
    import jax, numpy as np
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    x = np.full((64, 64), 1 + 2.0**-9, np.float32)
    print(float(jax.jit(lambda a, b: a @ b)(x, np.eye(64, dtype=np.float32))[0, 0]))
    """
    environment = {"JAX_COMPILATION_CACHE_DIR": str(tmp_path)}
    assert run(program, LABORA_NUMERICS="tpu", **environment).stdout == "1.0\n"
    assert run(program, LABORA_NUMERICS="float32", **environment).stdout == "1.001953125\n"
    assert run(program, LABORA_NUMERICS="tpu", **environment).stdout == "1.0\n"


def test_the_compilation_cache_leaves_programs_with_callbacks_out_and_does_not_warn(run, tmp_path):
    program = """
    import jax, numpy as np
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    @jax.jit
    def step(x):
        jax.debug.print("x is {x}", x=x)
        return x + 1
    assert step(np.float32(2)).block_until_ready() == 3
    jax.effects_barrier()
    """
    environment = {"JAX_COMPILATION_CACHE_DIR": str(tmp_path)}
    # A callback's number is of one process: the second process prints its own.
    for _ in range(2):
        assert run(program, **environment).stdout == "x is 2.0\n"


def test_a_profile_has_the_programs_of_the_device(tmp_path):
    import jax
    import jax.numpy as jnp

    with jax.profiler.trace(str(tmp_path)):
        jax.jit(lambda x: x @ x)(jnp.ones((64, 64))).block_until_ready()
    files = [file for file in tmp_path.rglob("*.xplane.pb")]
    assert len(files) == 1 and b"abora" in files[0].read_bytes()
