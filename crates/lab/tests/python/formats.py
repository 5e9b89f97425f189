"""Notebooks of old formats, and notebooks from which fields are missing, by chance.

    python formats.py URL TOKEN DRIVE COUNT SEED

Each is written into the folder DRIVE, read from the server, and saved there again. One of the formats 2 and 3 has to be
read as nbformat converts it. All have to be valid as they are read and as they are saved, with their texts.
"""

import copy
import json
import pathlib
import random
import sys
import urllib.request
import warnings

import nbformat
from nbformat.warnings import DuplicateCellId, MissingIDFieldWarning

TEXTS = ["", "x = 1", "a\nb\n", "# title\nmore", "é\n\n"]


def lines(chance, text, has_ends=True):
    """A text as files have it, whole or as lines."""
    return text.splitlines(has_ends) if chance.random() < 0.5 else text


def old_output(chance, has_ends):
    """An output of the formats 2 and 3."""
    kind = chance.choice(["stream", "pyout", "pyerr", "display_data"])
    output = {"output_type": kind}
    if kind == "stream":
        output |= {"stream": chance.choice(["stdout", "stderr"]), "text": lines(chance, "said\nmore", has_ends)}
    elif kind == "pyerr":
        output |= {"ename": "E", "evalue": "why", "traceback": ["one", "two"]}
    else:
        data = {"text": "1\n2", "html": "<b>", "svg": "<svg/>", "png": "aGk=", "latex": "$x$", "json": "[1, {}]"}
        shown = {name: lines(chance, text, has_ends) for name, text in data.items() if chance.random() < 0.4}
        # nbformat reads bytes as a whole text alone.
        output |= {name: "".join(text) if name == "png" else text for name, text in shown.items()}
        output["metadata"] = {"png": {"width": 1}} if chance.random() < 0.2 else {}
        if kind == "pyout":
            output["prompt_number"] = chance.randrange(9)
    return output


def old(chance):
    """A notebook of the format 2 or 3."""

    version = chance.choice([2, 3, 3])
    # The first programs wrote lines without their ends.
    has_ends = version == 3 and chance.random() < 0.7

    def cell():
        kind = chance.choice(["code", "code", "markdown", "heading", "raw", "html"])
        cell = {"cell_type": kind, "metadata": {"a": 1} if chance.random() < 0.3 else {}}
        text = lines(chance, chance.choice(TEXTS), has_ends)
        if kind == "code":
            outputs = [old_output(chance, has_ends) for _ in range(chance.randrange(4))]
            cell |= {"input": text, "language": "python", "outputs": outputs}
            cell |= {"collapsed": False} if chance.random() < 0.5 else {}
            cell |= {"prompt_number": chance.randrange(9)} if chance.random() < 0.5 else {}
        else:
            cell["source"] = text
            cell |= {"level": chance.randrange(1, 7)} if kind == "heading" else {}
        return cell

    sheets = [{"cells": [cell() for _ in range(chance.randrange(5))]} for _ in range(chance.choice([0, 1, 1, 1, 2]))]
    return {"metadata": {"name": "n", "x": [1]}, "worksheets": sheets, "nbformat": version, "nbformat_minor": 0}


def damaged(chance):
    """A notebook of the format 4 from which fields are missing, or in which they are twice or unknown."""
    minor = chance.randrange(6)
    cells = []
    for number in range(chance.randrange(1, 6)):
        kind = chance.choice(["code", "code", "markdown", "raw"])
        cell = {"cell_type": kind, "metadata": {}, "source": lines(chance, f"{number}\n{chance.choice(TEXTS)}")}
        if kind == "code":
            shown = {"output_type": "execute_result", "data": {"text/plain": f"shown {number}"}, "metadata": {}, "execution_count": 1}
            said = {"output_type": "stream", "name": "stdout", "text": f"said {number}"}
            cell |= {"outputs": [shown, said], "execution_count": number}
        if minor == 5 or chance.random() < 0.2:
            cell["id"] = chance.choice([f"c{number}", "same", "not an id", "", "x" * 70])
        cells.append(cell)
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": minor}
    for _ in range(chance.randrange(4)):
        cell = chance.choice(cells)
        places = [notebook, cell, cell, *cell.get("outputs", [])]
        place = chance.choice(places)
        kept = {"cells", "nbformat", "cell_type", "source", "output_type", "data", "text", "outputs"}
        if names := [name for name in place if name not in kept]:
            del place[chance.choice(names)]
        if chance.random() < 0.3:
            cell[chance.choice(["execution_count", "prompt_number", "unknown"])] = chance.choice([None, {}, 7, "7"])
    return notebook


def plain(notebook):
    """Without ids and marks of this server or of nbformat."""
    notebook = copy.deepcopy(notebook)
    for name in ("orig_nbformat", "orig_nbformat_minor"):
        notebook["metadata"].pop(name, None)
    for cell in notebook["cells"]:
        cell.pop("id", None)
        cell["metadata"].pop("trusted", None)
        cell["source"] = "".join(cell.get("source", ""))
        for output in cell.get("outputs", []):
            output["text"] = "".join(output.get("text", ""))
            output["data"] = {name: "".join(value) if isinstance(value, str | list) and "json" not in name else value
                              for name, value in output.get("data", {}).items()}
    return json.loads(json.dumps(notebook))


def texts(notebook):
    """What a reader sees of cells: sources and outputs."""
    outputs = [[output.get("text") or output["data"] for output in cell.get("outputs", [])] for cell in notebook["cells"]]
    return ["".join(cell["source"]) for cell in notebook["cells"]], outputs


def main(url, token, drive, count, seed):
    """Writes, reads and saves; fails at the first difference."""
    chance = random.Random(int(seed))
    file = pathlib.Path(drive) / "formats.ipynb"

    def call(method, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"token {token}"}
        request = urllib.request.Request(f"{url}api/contents/formats.ipynb", data, headers, method=method)
        return json.loads(urllib.request.urlopen(request).read())

    for number in range(int(count)):
        notebook = chance.choice([old, damaged])(chance)
        file.write_text(json.dumps(notebook))
        read = call("GET")["content"]
        where = f"seed {seed}, {number}: {json.dumps(notebook)}\nread: {json.dumps(read)}"
        if notebook["nbformat"] < 4:
            expected = nbformat.reads(json.dumps(notebook), 4)
            assert plain(read) == plain(expected), f"{where}\nnot {json.dumps(plain(expected))}"
        else:
            assert texts(read) == texts(notebook), where
        call("PUT", {"type": "notebook", "format": "json", "content": read})
        saved = json.loads(file.read_text())
        for one in (read, saved):
            try:
                nbformat.validate(copy.deepcopy(one))
            except Exception as error:
                raise AssertionError(f"{where}\nsaved: {json.dumps(saved)}") from error
        assert plain(saved) == plain(read) and call("GET")["content"] == read, where


if __name__ == "__main__":
    # What nbformat would repair by itself.
    warnings.simplefilter("error", DuplicateCellId)
    warnings.simplefilter("error", MissingIDFieldWarning)
    main(*sys.argv[1:])
