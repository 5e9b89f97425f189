"""The public functions of `jax.numpy`, `jax.lax`, `jax.nn` and `jax.scipy`, by their names."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable

MODULES = (
    "numpy", "numpy.linalg", "numpy.fft", "nn", "lax", "lax.linalg", "scipy.special", "scipy.linalg", "scipy.signal",
    "scipy.ndimage", "scipy.fft", "scipy.integrate", "scipy.cluster.vq", "scipy.stats",
)  # fmt: skip
# What computes nothing on a device, or what no two runs agree about.
WITHOUT = {
    "numpy": "array_repr array_str array_split can_cast copy einsum_path empty empty_like from_dlpack frombuffer "
    "fromfile fromfunction fromiter frompyfunc fromstring get_printoptions iscomplexobj isdtype isrealobj isscalar issubdtype "
    "iterable load ndim printoptions promote_types result_type save savez set_printoptions shape size vectorize "
    "broadcast_shapes apply_along_axis apply_over_axes piecewise place put mask_indices astype array asarray",
    "nn": "get_scaled_dot_general_config scaled_dot_general scaled_matmul identity",
    "lax": "DotDimensionNumbers after_all all_gather all_to_all axis_index axis_size broadcast_shapes collapse "
    "composite cond conv_dimension_numbers conv_general_permutations conv_general_shape_tuple conv_shape_tuple "
    "conv_transpose_shape_tuple create_token custom_linear_solve custom_root dce_sink dtype empty fori_loop map "
    "padtype_to_pads pbroadcast pcast platform_dependent pmax pmean pmin ppermute pshuffle psum psum_scatter "
    "psum_scatter_start pswapaxes ragged_all_to_all ragged_dot_general reduce_window_shape_tuple rng_uniform scan "
    "scaled_dot shape_as_value stage switch while_loop with_sharding_constraint broadcast_to_rank scatter_apply "
    "random_gamma_grad",
    "lax.linalg": "qdwh",
    "scipy.linalg": "funm rsf2csf",
}


def functions() -> dict[str, Callable]:
    """Every function, in an order that does not change from run to run."""
    found: dict[str, Callable] = {}
    for name in MODULES:
        module = importlib.import_module(f"jax.{name}")
        modules = {name: module}
        if name == "scipy.stats":
            modules |= {f"{name}.{key}": part for key, part in sorted(vars(module).items()) if inspect.ismodule(part)}
        for where, part in modules.items():
            for key in sorted(dir(part)):
                value = getattr(part, key)
                if key.startswith("_") or not callable(value) or inspect.isclass(value):
                    continue
                if key not in WITHOUT.get(where, "").split():
                    found[f"{where}.{key}"] = value
    return found
