"""Reads artifacts with jaxlib, and compares each with the artifact that jaxlib makes of its program's text.

jaxlib leaves out attributes that have their defaults as it reads an artifact, but not as it reads text.
The argument is a folder of pairs, NAME.mlirbc and NAME.mlir. Prints the number of pairs and one line per
difference.
"""

import pathlib
import sys

from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

# The version that is written by default.
VERSION = "1.13.0"


def normal(module):
    """The generic text of a module, without locations."""
    return module.operation.get_asm(print_generic_op_form=True, enable_debug_info=False)


def main(folder):
    artifacts = sorted(folder.glob("*.mlirbc"))
    print(len(artifacts), "pairs")
    for path in artifacts:
        # JAX's context has the dialects of functions and of shardings, too.
        with mlir.make_ir_context() as context:
            try:
                module = ir.Module.parse(path.with_suffix(".mlir").read_text())
                artifact = stablehlo.serialize_portable_artifact(module, VERSION)
                text = normal(stablehlo.deserialize_portable_artifact(context, artifact))
            except Exception as error:
                print(f"unread text {path.stem}: {str(error)[:300]!r}")
                continue
            try:
                read = normal(stablehlo.deserialize_portable_artifact(context, path.read_bytes()))
            except Exception as error:
                print(f"refused {path.stem}: {str(error)[:300]!r}")
                continue
            for ours, theirs in zip(read.splitlines(), text.splitlines()):
                if ours != theirs:
                    print(f"differs {path.stem}: from the artifact {ours.strip()} from the text {theirs.strip()}")
                    break
            else:
                if read.count("\n") != text.count("\n"):
                    print(f"differs {path.stem}: one module is longer")


main(pathlib.Path(sys.argv[1]))
