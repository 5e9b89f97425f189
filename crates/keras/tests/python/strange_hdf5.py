"""HDF5 files of h5py with what weight files do not have: chunks, filters, links, other types, old and new heads.

Each has the weights of a model of one layer `dense` (4 inputs, 2 units), in Keras 3's layout or the legacy one.
The argument is the folder for them.
"""

import sys
from pathlib import Path

import h5py
import numpy as np

KERNEL = np.arange(8, dtype="float32").reshape(4, 2)
BIAS = np.zeros(2, "float32")


def plain(group, name, data, **options):
    group.create_dataset(name, data=data, **options)


def chunked(**options):
    def make(group, name, data):
        chunks = tuple(max(1, size // 2) for size in data.shape)
        plain(group, name, data, chunks=chunks, **options)

    return make


def unwritten(shape, **options):
    def make(group, name, data):
        group.create_dataset(name, shape=shape or data.shape, dtype="float32", **options)

    return make


def linked(link):
    def make(group, name, data):
        group[name] = link(group, name)

    return make


def virtual(group, name, data):
    layout = h5py.VirtualLayout(shape=data.shape, dtype="float32")
    layout[...] = h5py.VirtualSource("other.h5", "x", shape=data.shape)
    group.create_virtual_dataset(name, layout, fillvalue=0)


def external(group, name, data):
    group.create_dataset(name, shape=data.shape, dtype="float32", external=[("/etc/passwd", 0, data.nbytes)])


def of_type(dtype):
    return lambda group, name, data: group.create_dataset(name, shape=data.shape, dtype=dtype)


def compact(group, name, data):
    space = h5py.h5s.create_simple(data.shape)
    settings = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    settings.set_layout(h5py.h5d.COMPACT)
    made = h5py.h5d.create(group.id, name.encode(), h5py.h5t.NATIVE_FLOAT, space, settings)
    made.write(h5py.h5s.ALL, h5py.h5s.ALL, data)


def cycle(group, name, data):
    group[name] = group
    group["root"] = group.file["/"]


def many_attributes(group, name, data):
    plain(group, name, data)
    for i in range(20):
        group[name].attrs[f"a{i}"] = "x" * i
    group.attrs["texts"] = np.array(["a", "bb"], dtype=h5py.string_dtype())


MAKERS = {
    "plain": plain,
    "chunks": chunked(),
    "gzip": chunked(compression="gzip", shuffle=True, fletcher32=True),
    "lzf": chunked(compression="lzf"),
    "scaleoffset": chunked(scaleoffset=3),
    "extensible": chunked(maxshape=None, compression="gzip"),
    "resizable": lambda g, n, d: plain(g, n, d, chunks=d.shape, maxshape=(None,) * d.ndim),
    "one_resizable": lambda g, n, d: plain(g, n, d, chunks=(1,) * d.ndim, maxshape=(None, *d.shape[1:])),
    "fill": unwritten(None, fillvalue=float("nan"), chunks=True),
    "never_written": unwritten((1 << 40, 1 << 20), chunks=(1, 1 << 20), fillvalue=1),
    "never_written_line": unwritten((1 << 33,), chunks=(1 << 20,)),
    "large_chunk": unwritten((1 << 28, 2), chunks=(1 << 28, 2), compression="gzip"),
    "zeros": lambda g, n, d: plain(g, n, np.zeros((1 << 21,), "float32"), chunks=(1 << 21,), compression="gzip"),
    "soft_loop": linked(lambda group, name: h5py.SoftLink(f"{group.name}/{name}")),
    "soft_nowhere": linked(lambda group, name: h5py.SoftLink("/nowhere/../x")),
    "soft_long": linked(lambda group, name: h5py.SoftLink("/" + "layers/" * 3000)),
    "external_link": linked(lambda group, name: h5py.ExternalLink("/etc/passwd", "/")),
    "virtual": virtual,
    "external": external,
    "compact": compact,
    "cycle": cycle,
    "many_attributes": many_attributes,
    "scalar": lambda g, n, d: plain(g, n, np.float32(1)),
    "empty": lambda g, n, d: plain(g, n, h5py.Empty("float32")),
    "text": of_type(h5py.string_dtype()),
    "fixed_text": of_type("S70000"),
    "compound": of_type(np.dtype([("a", "float32"), ("b", "S3")])),
    "lists": of_type(h5py.vlen_dtype("float32")),
    "references": of_type(h5py.ref_dtype),
    "enum": of_type(h5py.enum_dtype({"A": 1})),
    "array": of_type(np.dtype(("float32", (3, 3)))),
    "big_endian": of_type(">f4"),
    "half": of_type("float16"),
    "long_double": of_type("longdouble"),
    "complex": of_type("complex64"),
}


def make(path, maker, libver, legacy):
    with h5py.File(path, "w", libver=libver) as file:
        if legacy:
            top = file.create_group("model_weights")
            top.attrs["layer_names"] = np.array([b"dense"])
            group = top.create_group("dense")
            group.attrs["weight_names"] = np.array([b"dense/kernel:0", b"dense/bias:0"])
            group, names = group.create_group("dense"), ("kernel:0", "bias:0")
        else:
            group, names = file.create_group("layers/dense/vars"), ("0", "1")
            for i in range(12):
                file.create_group(f"layers/more{i}/vars")
        maker(group, names[0], KERNEL)
        plain(group, names[1], BIAS)


for name, maker in MAKERS.items():
    for libver in ("earliest", "latest"):
        for legacy in (False, True):
            ending = "h5" if legacy else "weights.h5"
            make(Path(sys.argv[1]) / f"{name}_{libver}.{ending}", maker, libver, legacy)
