"""Writes the .bc files of this folder: portable artifacts of the programs in ../jax. They are from jaxlib==0.12.0.1:

    pip install jax==0.12.0.1 && python generate.py
"""

import pathlib

from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

HERE = pathlib.Path(__file__).parent
# The release that the plugin names to JAX, and older ones with other containers.
VERSIONS = {"": "1.13.0", ".1_0": "1.0.0", ".0_14": "0.14.0", ".0_9": "0.9.0"}
OLD = ["cond", "sort", "while"]

for path in sorted((HERE / "../jax").resolve().glob("*.mlir")):
    text = path.read_text()
    # Other tools have to expand the dialect chlo first.
    if "chlo." in text:
        continue
    for suffix, version in VERSIONS.items():
        if suffix and path.stem not in OLD:
            continue
        with mlir.make_ir_context():
            try:
                artifact = stablehlo.serialize_portable_artifact(ir.Module.parse(text), version)
            except ValueError as error:
                print(f"{path.stem}: {error}")
                continue
        (HERE / f"{path.stem}{suffix}.bc").write_bytes(artifact)
