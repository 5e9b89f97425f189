"""Kernels of Pallas: this TPU computes what they say, by JAX's interpreter, and has no code of its own for them."""

import functools


def add_kernels():
    """Lets `pallas_call` run without `interpret=True`, also with the memories, copies and semaphores of TPUs."""
    from jax._src.interpreters import mlir

    stock = mlir.lower_per_platform

    def lower(ctx, description, rules, *arguments, **parameters):
        if description == "pallas_call" and "tpu" in rules:
            rules = rules | {"tpu": interpreted}
        return stock(ctx, description, rules, *arguments, **parameters)

    mlir.lower_per_platform = lower


def interpreted(ctx, *values, interpret=None, **parameters):
    """The rule of `pallas_call`."""
    from jax._src.interpreters import mlir
    from jax._src.pallas import hlo_interpreter

    plain = functools.partial(hlo_interpreter.pallas_call_hlo_interpret, **parameters)
    try:
        return mlir.lower_fun(plain, multiple_results=True)(ctx, *values)
    except NotImplementedError:
        from jax._src.pallas.mosaic.interpret import interpret_pallas_call, params

        of_tpus = functools.partial(
            interpret_pallas_call.interpret_pallas_call, interpret_params=params.InterpretParams(), **parameters
        )
        return mlir.lower_fun(of_tpus, multiple_results=True)(ctx, *values)


def add_description():
    """Lets kernels ask for the sizes of this TPU's parts: those of a core of the second generation."""
    from jax._src import tpu_info

    tpu_info.registry["Labora software TPU core"] = lambda: tpu_info.get_tpu_info_for_chip(
        tpu_info.ChipVersion.TPU_V2, 1
    )


ADDITIONS = (add_kernels, add_description)
