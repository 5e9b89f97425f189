"""A plugin of pytest that writes each event of a run at once, so that a crash loses one test only.

It reads these variables of the environment: `LABORA_REPORT`, the file that gets a line of JSON per event;
`LABORA_DONE`, a file with the tests that are not to run again; `LABORA_SHARD`, I/N, for every N-th test from the I-th
on; and, for stock JAX without the wheel, `LABORA_SUITE_WORKER`, the address of a worker, or `LABORA_SUITE_PLUGIN`, the
plugin's library, whose devices become the platform `labora`.
"""

import json
import os
import pathlib
import random
import zlib

AS_CPU = {
    "compilation_cache_test", "debugger_test", "debugging_primitives_test", "export_test", "python_callback_test",
    "shape_poly_test",
}  # fmt: skip
"""Files of JAX's tests that run by the rules of the CPU, which JAX's flag `jax_test_dut` names: they skip platforms that
they do not know by name (the first after it has replaced the cache, which JAX's own check of each test refuses)."""
TEXT = 6000
"""Characters kept of the text of a failure, from its end."""


def seed(text):
    """Seeds the generators that tests draw their inputs from: both platforms get the same."""
    import numpy

    random.seed(zlib.crc32(text.encode()))
    numpy.random.seed(zlib.crc32(text.encode()))


def write(**event):
    with open(os.environ["LABORA_REPORT"], "a") as file:
        file.write(json.dumps(event) + "\n")


def message(report):
    """The message of a failure, without the place in the source."""
    crash = getattr(report.longrepr, "reprcrash", None)
    return crash.message if crash else str(report.longrepr).strip().split("\n")[-1]


def register_platform():
    """Registers the devices that the environment names."""
    if address := os.environ.get("LABORA_SUITE_WORKER"):
        from jax.extend.backend import ifrt_proxy, register_backend_factory

        options = ifrt_proxy.ClientConnectionOptions()
        register_backend_factory("labora", lambda: ifrt_proxy.get_client(address, options), priority=500)
    elif library := os.environ.get("LABORA_SUITE_PLUGIN"):
        from jax._src import xla_bridge

        options = {"cores": 8, "numerics": "float32"}
        xla_bridge.register_plugin("labora", library_path=library, options=options, priority=500)


def export_for_labora(module):
    """Lets `export_harnesses_multi_platform_test` run on Labora. It takes the devices of the platforms `cpu`, `gpu` and
    `tpu` alone, and exports for these: with `labora,cpu` it would test JAX's CPU backend."""
    import types

    import jax

    set_up = module.PrimitiveTest.setUp

    def set_up_labora(test):
        set_up(test)
        test.devices, test.platforms = jax.devices()[:1], ["labora"]

    def export(function, *, platforms):
        return jax.export.export(function, platforms=[*platforms, "labora"])

    module.PrimitiveTest.setUp = set_up_labora
    module.export = types.SimpleNamespace(export=export)


def pytest_configure(config):
    register_platform()
    write(event="begin", pid=os.getpid())
    seed("collection")


def pytest_collection_modifyitems(config, items):
    done = pathlib.Path(os.environ["LABORA_DONE"])
    names = set(json.loads(done.read_text())) if done.exists() else set()
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in names])
    first, step = (int(number) for number in os.environ.get("LABORA_SHARD", "0/1").split("/"))
    items[:] = [item for item in items[first::step] if item.nodeid not in names]
    modules = {item.module for item in items if item.path.stem == "export_harnesses_multi_platform_test"}
    if modules and os.environ.get("JAX_PLATFORMS", "").startswith("labora"):
        export_for_labora(*modules)


def pytest_runtest_setup(item):
    if AS_CPU & {other.path.stem for other in item.session.items}:
        import jax

        jax.config.update("jax_test_dut", "cpu" if item.path.stem in AS_CPU else "")


def pytest_runtest_logstart(nodeid):
    write(event="start", test=nodeid)
    seed(nodeid)


def pytest_runtest_logreport(report):
    outcome, text = report.outcome, ""
    if outcome != "passed":
        text = str(report.longrepr)[-TEXT:]
    write(
        event="report", test=report.nodeid, outcome=outcome, seconds=report.duration, text=text,
        message=message(report) if outcome == "failed" else "",
    )  # fmt: skip


def pytest_runtest_logfinish(nodeid):
    write(event="finish", test=nodeid)


def pytest_collectreport(report):
    if report.failed:
        write(event="collection", test=report.nodeid, message=message(report), text=str(report.longrepr)[-TEXT:])


def pytest_sessionfinish(session, exitstatus):
    write(event="end", status=int(exitstatus))
