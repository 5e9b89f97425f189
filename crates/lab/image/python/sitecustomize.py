"""Runs when a Python of a runtime starts, notebooks' kernels and programs alike.

`import tensorflow` in the user's own code gives `labora_tf` where TensorFlow is not installed, and some modules of
others are completed. Nothing is imported for it before one of these names is: all that is not in this file is in
`labora_imports`. This file is read by every Python of the machine, also by an old one.
"""

import builtins
import importlib
import importlib.machinery
import os
import sys

# What the user's own code imports for work with JAX itself.
JAX = frozenset(("jax", "flax", "optax", "orbax", "haiku", "equinox", "chex", "diffrax", "numpyro", "penzai"))
# Packages that need TensorFlow itself.
NEEDS_TENSORFLOW = frozenset(
    "tensorflow_addons tensorflow_datasets tensorflow_hub tensorflow_probability tensorflow_text tf_keras".split()
)
_EXPLAINED = NEEDS_TENSORFLOW | {"tensorflow"}
_WATCHED = JAX | _EXPLAINED | {"distutils"}
# Modules that are completed when they are imported.
_COMPLETED = frozenset(
    ["keras.src.datasets." + name for name in ("cifar10", "cifar100", "mnist", "fashion_mnist")]
    + ["keras.src.callbacks.tensorboard", "jax.tools.colab_tpu", "tensorboard.notebook"]
    + ["pandas", "PIL.Image", "matplotlib.style"]
)

_OWN_FILES = (__file__, os.path.join(os.path.dirname(__file__), "labora_imports.py"))
_plain_import, _plain_import_module = builtins.__import__, importlib.import_module


def _import(name, globals=None, locals=None, fromlist=(), level=0):
    """`builtins.__import__` of a runtime."""
    __tracebackhide__ = True
    try:
        if level or name.partition(".")[0] not in _WATCHED:
            return _plain_import(name, globals, locals, fromlist, level)
        importer = sys._getframe(1).f_globals if globals is None else globals
        return _more().import_watched(_plain_import, name, importer, locals, fromlist)
    except BaseException as error:
        drop_frames(error)
        if isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] in _EXPLAINED:
            told = _more().explained(error, name, sys._getframe(1).f_globals if globals is None else globals)
            if told is not None:
                raise told from None
        raise


def _import_module(name, package=None):
    """`importlib.import_module` of a runtime."""
    __tracebackhide__ = True
    if name.partition(".")[0] not in _WATCHED:
        return _plain_import_module(name, package)
    _import(name, sys._getframe(1).f_globals)
    return _more().found(name)


def drop_frames(error):
    """Takes the frames of imports here off the traceback of an error, but for the first, which Python adds again."""
    entry = error.__traceback__
    while entry is not None and entry.tb_next is not None:
        if entry.tb_next.tb_frame.f_code.co_filename in _OWN_FILES:
            entry.tb_next = entry.tb_next.tb_next
        else:
            entry = entry.tb_next


def _more():
    return _plain_import("labora_imports")


class _Completed(object):
    """Finds the modules that are completed."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """The specification of one of them; None of others."""
        return _more().completed(name, path) if name in _COMPLETED else None


def _run_next():
    """Runs the module of this name that would have run without this one."""
    folder = os.path.dirname(os.path.abspath(__file__))
    path = [entry for entry in sys.path if os.path.abspath(entry) != folder]
    spec = importlib.machinery.PathFinder.find_spec(__name__, path)
    if spec is not None and spec.loader is not None:
        from importlib.util import module_from_spec

        spec.loader.exec_module(module_from_spec(spec))


builtins.__import__, importlib.import_module = _import, _import_module
sys.meta_path.insert(0, _Completed)
_run_next()
