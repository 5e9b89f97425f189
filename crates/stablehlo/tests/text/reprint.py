"""Parses and verifies every .mlir file of a folder with MLIR, and prints it to two files beside it: NAME.pretty, and
NAME.generic with all operations except functions in generic form."""

import pathlib
import sys

from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir


def generic(module):
    functions = []
    for function in module.body:
        if function.operation.name != "func.func":
            # Meshes of devices.
            functions.append(str(function.operation))
            continue
        lines = function.operation.get_asm(print_generic_op_form=True, enable_debug_info=True).split("\n")
        end = next(i for i, line in enumerate(lines) if line.startswith("}) : () -> ()"))
        first = lines[1].strip()
        arguments = first[len("^bb0("):first.rindex("):")] if first.startswith("^bb0(") else ""
        body = "\n".join(lines[2 if arguments else 1:end])
        results = ", ".join(map(str, function.type.results))
        functions.append(f"func.func @{function.name.value}({arguments}) -> ({results}) {{\n{body}\n}}" + "\n".join(lines[end + 1:]))
    name = module.operation.attributes["sym_name"].value
    return f"module @{name} {{\n" + "\n".join(functions) + "\n}\n"


with mlir.make_ir_context():
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.mlir")):
        try:
            module = ir.Module.parse(path.read_text())
            module.operation.verify()
        except Exception as error:
            sys.exit(f"{path.name}: {error}\n{path.read_text()}")
        path.with_suffix(".pretty").write_text(module.operation.get_asm(enable_debug_info=True))
        path.with_suffix(".generic").write_text(generic(module))
