"""Registers the processor with JAX. JAX calls `initialize` through the entry point group `jax_plugins`."""

from __future__ import annotations

import atexit
import ctypes
import logging
import os
import threading
import time
import warnings
from typing import TYPE_CHECKING, Any

from labora import _labora, _options

if TYPE_CHECKING:
    import jax

PLATFORM = "labora"

_pid = os.getpid()


def library_path() -> str:
    """The shared library with the PJRT plugin: the extension module itself."""
    return _labora.__file__


def initialize() -> None:
    """Registers the platform with its rules and callbacks, and what JAX does for platforms that it knows only."""
    from jax._src import xla_bridge
    from jax._src.interpreters import mlir

    from labora import _callbacks, _cost_analysis, _dlpack, _lowering, _serialization

    xla_bridge.register_plugin(PLATFORM, library_path=library_path(), options=_options.client_options)
    registration = xla_bridge._backend_factories[PLATFORM]
    if getattr(registration, "experimental", False):
        # Otherwise JAX warns at each start that the platform is unknown to it.
        import dataclasses

        if dataclasses.is_dataclass(registration):
            xla_bridge._backend_factories[PLATFORM] = dataclasses.replace(registration, experimental=False)
    if PLATFORM not in mlir._platforms_with_donation:
        mlir._platforms_with_donation.append(PLATFORM)
    _lowering.register(PLATFORM)
    _callbacks.register(PLATFORM, library_path())
    _dlpack.register(PLATFORM)
    _cost_analysis.register(PLATFORM)
    _serialization.register(PLATFORM, library_path())
    _use_compilation_cache()
    _let_interrupts_end_waits()
    os.register_at_fork(after_in_child=_warn_of_fork)
    # Python calls this before JAX's own function, which was registered earlier, deletes the client.
    atexit.register(_wait_for_runs)


def _wait_for_runs() -> None:
    """Waits for the runs of this process. The library would too, but there no interrupt ends the wait, and callbacks
    could not have Python's lock."""
    # Without a client there are no runs, and perhaps the library is not loaded.
    if not _options._started or os.getpid() != _pid:
        return
    functions = ctypes.CDLL(library_path())
    functions.Labora_UnfinishedRuns.restype = ctypes.c_size_t
    pause = 0.001
    try:
        while functions.Labora_UnfinishedRuns():
            time.sleep(pause)
            pause = min(2 * pause, 0.05)
    except KeyboardInterrupt:
        functions.Labora_AbandonRuns()


def _let_interrupts_end_waits() -> None:
    """Lets Ctrl-C end a wait for an array that is read, or for a compilation, which are waits of the library. Python
    handles signals on its main thread."""
    if threading.current_thread() is not threading.main_thread():
        return
    names = ("PyGILState_Ensure", "PyErr_CheckSignals", "PyErr_Clear", "PyErr_SetInterrupt", "PyGILState_Release")
    pointers = [ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p) for name in names]
    ctypes.CDLL(library_path()).Labora_SetPython((ctypes.c_void_p * len(names))(*(pointer.value for pointer in pointers)))

    from jax._src import array, compiler

    def interrupt(error: Exception) -> BaseException | None:
        return KeyboardInterrupt() if "the compilation was interrupted" in str(error) else None

    compiler.register_xla_runtime_error_handler(interrupt)
    value = getattr(getattr(array.ArrayImpl, "_value", None), "fget", None)
    if value is None:
        # Of another version of JAX: the error of the library is shown as it is.
        return

    def interruptible_value(self: Any) -> Any:
        try:
            return value(self)
        except Exception as error:
            # The library has ended the wait by an error, of which JAX makes its own.
            if "the wait for an array was interrupted" in str(error):
                raise KeyboardInterrupt from None
            raise

    array.ArrayImpl._value = property(interruptible_value)


def _use_compilation_cache() -> None:
    """Lets JAX keep executables in its persistent compilation cache, which it does for platforms it knows only."""
    import types

    from jax._src import compilation_cache

    original = compilation_cache.is_cache_used
    # A client of a platform that JAX knows, for its two questions about the client.
    known = types.SimpleNamespace(platform="cpu", supports_executable_serialization=True)

    def is_cache_used(backend: Any) -> bool:
        return original(known if backend.platform == PLATFORM else backend)

    compilation_cache.is_cache_used = is_cache_used
    put = compilation_cache.put_executable_and_time

    def put_executable_and_time(cache_key: str, module_name: str, *rest: Any) -> None:
        try:
            put(cache_key, module_name, *rest)
        except Exception as error:
            # Its callbacks are functions of this process. JAX would warn each time that such a program is compiled.
            if "calls its host, so that it cannot be serialized" not in str(error):
                raise
            logging.getLogger(__name__).debug("%s is not kept in the compilation cache: %s", module_name, error)

    compilation_cache.put_executable_and_time = put_executable_and_time


def _warn_of_fork() -> None:
    if _options._started:
        warnings.warn(
            "the process was forked after labora had started; its threads do not exist in the child, so that JAX "
            "cannot be used there. Start processes with multiprocessing's method 'spawn'.",
            RuntimeWarning,
            stacklevel=2,
        )


def devices() -> list[jax.Device]:
    """The cores of the processor, as JAX's devices."""
    import jax

    return jax.devices(PLATFORM)
