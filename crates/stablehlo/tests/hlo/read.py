"""Reads HLO texts with XLA's own parser, and converts each to StableHLO with XLA's own converter.

The argument is a folder of files NAME.hlo; NAME.mlir is written beside each that can be read. Prints the number
of files, and one line per file that cannot.
"""

import pathlib
import sys

from jax._src.interpreters import mlir
from jaxlib import _jax, _hlo
from jaxlib.mlir import ir


def main(folder):
    files = sorted(folder.glob("*.hlo"))
    print(len(files), "files")
    for path in files:
        try:
            module = _hlo.hlo_module_from_text(path.read_text())
            converted = _jax.mlir.hlo_to_stablehlo(module.as_serialized_hlo_module_proto())
            with mlir.make_ir_context():
                text = str(ir.Module.parse(converted))
        except Exception as error:
            print(f"refused {path.stem}: {str(error)[:400]!r}")
            continue
        path.with_suffix(".mlir").write_text(text)


main(pathlib.Path(sys.argv[1]))
