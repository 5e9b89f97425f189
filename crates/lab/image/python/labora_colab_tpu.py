"""`jax.tools.colab_tpu` of older versions of JAX."""


def setup_tpu(tpu_driver_version=None):
    """Nothing is to be done: where a runtime has a TPU, JAX has it as its default device. The argument is JAX's."""
    import os
    import sys

    has_tpu = bool(os.environ.get("TPU_NAME"))
    said = "has the runtime's TPU already" if has_tpu else "finds no TPU: choose Runtime > Change runtime type > TPU"
    print("jax.tools.colab_tpu.setup_tpu() does nothing: JAX %s." % said, file=sys.stderr)
