"""What imports give in a runtime, as far as `sitecustomize` asks here: TensorFlow's stand-in, and modules of others that
are completed when they are imported."""

import importlib.machinery
import importlib.util
import os
import sys
import sysconfig
import types
import warnings

import sitecustomize

_HERE = os.path.dirname(os.path.abspath(__file__))
_TENSORFLOW, _STAND_IN = "tensorflow", "labora_tf"
_DATASETS = "tensorflow_datasets"
_LIBRARIES = tuple(
    os.path.join(folder, "") for folder in {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), _HERE}
)
WITHOUT_TPU = (
    "No module named 'tensorflow': choose Runtime > Change runtime type > TPU, where `import tensorflow` gives Labora's "
    "part of it on Keras 3, or install it: `pip install tensorflow`"
)

_OTHER_BACKEND = (
    "KERAS_BACKEND is 'tensorflow', and TensorFlow is not installed: Keras computes on JAX here. Write "
    "os.environ['KERAS_BACKEND'] = 'jax' before the first import of Keras, or `pip install tensorflow`"
)

# Whether the user's own code has imported JAX, and the version by which `labora_tf` calls itself, if one was chosen.
_is_jax_imported = False
_version = None


def is_users(importer):
    """True for the names of a cell or of a file of the user's own; false in installed packages and Python's library."""
    file = importer.get("__file__")
    if not file:
        # Python's frozen modules have no file either.
        return getattr(importer.get("__spec__"), "origin", None) != "frozen"
    parts = file.split(os.sep)
    return not (file.startswith(_LIBRARIES) or "site-packages" in parts or "dist-packages" in parts)


def is_installed(name=_TENSORFLOW):
    """True if TensorFlow itself, or that package, is installed: a folder of that name without a module does not count."""
    if name in sys.modules:
        return True
    spec = importlib.util.find_spec(name)
    return spec is not None and spec.loader is not None


def choose_version(version):
    """Lets the stand-in call itself so; None is its own version again."""
    global _version
    _version = version
    if _STAND_IN in sys.modules:
        _show_version(sys.modules[_STAND_IN])


def _show_version(stand_in):
    own = stand_in.__dict__.setdefault("_own_version", stand_in.__version__)
    stand_in.__version__ = _version or own


def import_watched(plain, name, importer, locals, fromlist):
    """`__import__` of a name that is watched; `importer` has the names of the module that imports."""
    __tracebackhide__ = True
    root = name.partition(".")[0]
    if root in sitecustomize.JAX:
        module = plain(name, importer, locals, fromlist)
        if is_users(importer):
            _remember_jax()
        return module
    if name == "distutils" and is_users(importer):
        # Whoever had imported TensorFlow had `distutils.version` with it, and asks it for versions.
        plain("distutils.version", importer, locals)
    has_stand_in = root == _TENSORFLOW or (name == _DATASETS and not is_installed(_DATASETS))
    if not has_stand_in or is_installed() or not is_users(importer):
        return plain(name, importer, locals, fromlist)
    if not os.environ.get("TPU_NAME"):
        raise _absent(WITHOUT_TPU)
    module = found(name)
    if not fromlist:
        return module if root == _DATASETS else sys.modules[_STAND_IN]
    for item in fromlist:
        if item != "*" and not _has(module, name, item):
            said = _sentence(module, item)
            raise ImportError("cannot import name %r from %r%s" % (item, name, said), name=name)
    return module


def found(name):
    """The module of a name: the stand-in's for one of TensorFlow that is not installed."""
    if name in sys.modules:
        return sys.modules[name]
    if _STAND_IN not in sys.modules:
        module = _load(_STAND_IN, _TENSORFLOW)
        _show_version(module)
        sitecustomize._plain_import("labora_old_names").complete_all()
        if _is_jax_imported:
            _tell_of_jax()
    if name == _DATASETS:
        return sitecustomize._plain_import_module(_STAND_IN + "._tensorflow_datasets")
    return _load(_STAND_IN + name[len(_TENSORFLOW) :], name)


def _load(path, name):
    """A module of the stand-in: a file of its own, or an attribute that is a module. `name` is TensorFlow's."""
    if any(part.startswith("_") for part in path.split(".")[1:]):
        raise _absent("No module named %r" % name, name)
    if path in sys.modules:
        return sys.modules[path]
    try:
        # What libraries warn of concerns no notebook, and is an error where it has asked for that.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return sitecustomize._plain_import_module(path)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == _TENSORFLOW and _wants_other_backend():
            raise _absent(_OTHER_BACKEND) from None
        if missing != _STAND_IN:
            said = "tensorflow is Labora's here, which needs %s: `pip install keras jax`" % error.name
            raise _absent(said) from None
    parent, _, last = path.rpartition(".")
    module = _load(parent, name.rpartition(".")[0]) if parent else None
    if not isinstance(getattr(module, last, None), types.ModuleType):
        raise _absent("No module named %r%s" % (name, _sentence(module, last)), name)
    return getattr(module, last)


def _has(module, name, item):
    """True if a module has an attribute, or a module below it, of that name."""
    try:
        getattr(module, item)
        return True
    except AttributeError:
        pass
    try:
        _load("%s.%s" % (module.__name__, item), "%s.%s" % (name, item))
        return True
    except ModuleNotFoundError:
        return False


def _sentence(module, item):
    """What a module says of a name that TensorFlow has and it has not."""
    try:
        getattr(module, item)
    except NotImplementedError as error:
        return ": %s" % error
    except AttributeError:
        pass
    return ""


def _absent(text, name=_TENSORFLOW):
    error = ModuleNotFoundError(text, name=name)
    error.is_explained = True
    return error


def explained(error, name, importer):
    """An error that says what to do, in the place of one of a package that has found no TensorFlow; None for others.

    `name` is what was imported; the package's own imports keep their error, by which it may go on.
    """
    root, missing = name.partition(".")[0], (error.name or "").partition(".")[0]
    if getattr(error, "is_explained", False) or root == _TENSORFLOW or not is_users(importer):
        return None
    if root == "keras" and _wants_other_backend():
        return _absent(_OTHER_BACKEND)
    has_packages = missing == root
    if has_packages and root not in sitecustomize.NEEDS_TENSORFLOW:
        return None
    install = "%s tensorflow" % root.replace("_", "-") if has_packages else "tensorflow"
    told = "%s needs TensorFlow itself; what `import tensorflow` gives here is for code of your own" % root
    answer = ModuleNotFoundError("%s. `pip install %s` and a restart of the runtime bring both" % (told, install))
    answer.name, answer.is_explained = root, True
    return answer


def _wants_other_backend():
    return os.environ.get("KERAS_BACKEND") == _TENSORFLOW


def _remember_jax():
    global _is_jax_imported
    if not _is_jax_imported:
        _is_jax_imported = True
        if _STAND_IN in sys.modules:
            _tell_of_jax()


def _tell_of_jax():
    sitecustomize._plain_import_module(_STAND_IN + "._placement").user_imported_jax()


def completed(name, path):
    """The specification of a module that is completed after its own code has run; None if there is none."""
    spec = importlib.machinery.PathFinder.find_spec(name, path)
    if name == "jax.tools.colab_tpu":
        # JAX had it until 0.4; notebooks of that time call it.
        own = os.path.join(_HERE, "labora_colab_tpu.py")
        return spec or importlib.util.spec_from_file_location(name, own)
    if spec is None or spec.loader is None:
        return spec
    run = spec.loader.exec_module

    def run_and_complete(module):
        run(module)
        if name == "tensorboard.notebook":
            from google.colab import _tensorboard

            _tensorboard.complete(module)
        elif name == "keras.src.callbacks.tensorboard":
            import labora_summary

            labora_summary.complete(module, is_installed)
        elif not name.startswith("keras."):
            if _STAND_IN in sys.modules:
                sitecustomize._plain_import("labora_old_names").complete(module)
        else:
            import labora_datasets

            labora_datasets.complete(module)

    spec.loader.exec_module = run_and_complete
    return spec
