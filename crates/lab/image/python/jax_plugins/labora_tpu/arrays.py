"""What JAX's own clients have and that of a worker refuses: views of NumPy, DLPack, costs before a compilation."""


def add_views():
    """Lets arrays of NumPy have dimensions that go backwards or repeat their elements, which the client refuses."""
    import numpy as np
    from jax._src.interpreters import pxla

    def plain(x):
        is_view = isinstance(x, np.ndarray) and any(stride <= 0 for stride in x.strides)
        # `ascontiguousarray` keeps a stride of zero where the dimension has one element.
        return np.array(x, order="C") if is_view else x

    shard, put = pxla.shard_arg_handlers[np.ndarray], pxla.batched_device_put

    def shard_plain(arrays, *options):
        return shard([plain(x) for x in arrays], *options)

    def put_plain(aval, sharding, arrays, *arguments, **options):
        return put(aval, sharding, [plain(x) for x in arrays], *arguments, **options)

    pxla.shard_arg_handlers[np.ndarray] = shard_plain
    pxla.batched_device_put = put_plain


def add_dlpack():
    """Lets other libraries read an array by DLPack: a copy of it in the host's memory."""
    import jax
    from jax._src import array, dlpack

    arrays = array.ArrayImpl
    device, pack = arrays.__dlpack_device__, arrays.__dlpack__

    def is_ours(x):
        return len(x.sharding.device_set) == 1 and x.platform() == "tpu"

    def dlpack_device(self):
        return (dlpack.DLDeviceType.kDLCPU, 0) if is_ours(self) else device(self)

    def dlpack_capsule(self, *, copy=None, **options):
        if not is_ours(self):
            return pack(self, copy=copy, **options)
        if copy is False:
            raise BufferError("an array of the runtime's TPU is read by DLPack as a copy: copy=False is not possible")
        return pack(jax.device_put(self, jax.local_devices(backend="cpu")[0]), **options)

    arrays.__dlpack_device__, arrays.__dlpack__ = dlpack_device, dlpack_capsule


def add_addresses():
    """Says why an array has no address."""
    from jax._src import array

    stock = array.ArrayImpl.unsafe_buffer_pointer

    def unsafe_buffer_pointer(self):
        if self.platform() == "tpu":
            raise NotImplementedError("the runtime's TPU is a process of its own: its arrays have no address here")
        return stock(self)

    array.ArrayImpl.unsafe_buffer_pointer = unsafe_buffer_pointer


def add_costs():
    """Lets `jax.jit(f).lower(x).cost_analysis()` ask the worker, which counts as it compiles."""
    from jax._src.interpreters import pxla

    stock = pxla.MeshComputation.cost_analysis

    def cost_analysis(self):
        return self.compile().cost_analysis() if self.compile_args["backend"].platform == "tpu" else stock(self)

    pxla.MeshComputation.cost_analysis = cost_analysis


ADDITIONS = (add_views, add_dlpack, add_addresses, add_costs)
