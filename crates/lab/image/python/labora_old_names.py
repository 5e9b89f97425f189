"""Names that packages have dropped since notebooks for TensorFlow were written: runtimes that import `labora_tf` have
them again, with their old meaning."""

import sys

# NumPy's until 1.23, and until 1.26.
_PYTHONS = {"bool": bool, "complex": complex, "float": float, "int": int, "object": object, "str": str, "long": int}
_PYTHONS["unicode"] = str
_NUMPYS = {
    "Inf": "inf", "Infinity": "inf", "NAN": "nan", "NINF": None, "NaN": "nan", "PINF": "inf", "alltrue": "all",
    "cfloat": "complex128", "complex_": "complex128", "cumproduct": "cumprod", "float_": "float64", "infty": "inf",
    "product": "prod", "round_": "round", "row_stack": "vstack", "sometrue": "any", "string_": "bytes_",
    "trapz": "trapezoid", "unicode_": "str_",
}  # fmt: skip


def _numpy(module):
    for name, value in _PYTHONS.items():
        _set(module, name, value)
    for name, new in _NUMPYS.items():
        _set(module, name, getattr(module, new) if new else -module.inf)
    _set(module, "asscalar", lambda a: a.item())
    _set(module, "in1d", lambda ar1, ar2, **options: module.isin(module.ravel(ar1), ar2, **options))


def _pandas(module):
    import numpy

    _set(module, "np", numpy)
    _set(module.DataFrame, "as_matrix", lambda self, columns=None: (self[columns] if columns else self).to_numpy())


def _pillow(module):
    _set(module, "ANTIALIAS", module.Resampling.LANCZOS)


def _style(module):
    for name, style in list(module.library.items()):
        if name.startswith("seaborn-v0_8"):
            module.library.setdefault(name.replace("-v0_8", ""), style)
    # The list of what there is stays as it was.


_COMPLETE = {"numpy": _numpy, "pandas": _pandas, "PIL.Image": _pillow, "matplotlib.style": _style}


def _set(module, name, value):
    """Gives a module a name that it has not."""
    if name not in vars(module):
        setattr(module, name, value)


def complete(module):
    """Completes a module that was just imported."""
    _COMPLETE[module.__name__](module)


def complete_all():
    """Completes the modules that are there; those that come later are completed when they are imported."""
    for name in _COMPLETE:
        module = sys.modules.get(name)
        # One that is still being imported is completed at its end.
        if module is not None and not getattr(module.__spec__, "_initializing", False):
            complete(module)
