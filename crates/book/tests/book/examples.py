"""Runs the Python examples of the book's chapters, those of a chapter in one namespace.

    examples.py FOLDER END

After each example it prints the line END.
"""

import pathlib
import re
import sys

import keras

folder, end = pathlib.Path(sys.argv[1]), sys.argv[2]
for path in sorted(folder.glob("*.md"), key=lambda path: path.stem):
    text = path.read_text(encoding="utf-8")
    keras.utils.clear_session()
    keras.utils.set_random_seed(0)
    namespace = {"__name__": "__main__"}
    for block in re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, block.start(1))
        code = compile("\n" * line + block.group(1), str(path), "exec")
        exec(code, namespace)
        print(end, flush=True)
