"""Two people edit one notebook at the same time, each in a browser of their own, with stock JupyterLab on `labora-lab`.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER python together.py [--pictures DIR] [--edits N]

Both type into the same notebook, at the same time too, and see each other's text and cursor. One inserts a cell and
runs one, whose output the other sees; one leaves, and is no longer shown; a file that is changed on the disk changes in
both pages; so do the outputs of a page that was closed while its cell ran. The notebook on the disk is what both see.
With `--edits N` the two then make N changes by chance, without waiting for each other: letters and lines that are typed
or deleted somewhere, by the keyboard, and cells that are inserted and deleted. Bob's connection is cut twice meanwhile,
and both go on. In the end both pages and the file have the same text and the same cells, none lost or doubled.

The image needs jupyterlab, ipykernel, jupyter-collaboration-ui and jupyter-docprovider, as Labora's own has. It needs
the package playwright. `LABORA_CHROMIUM` names a Chromium other than Playwright's own.
"""

import argparse
import contextlib
import json
import pathlib
import random
import re
import tempfile
import time
import urllib.parse

from playwright.sync_api import sync_playwright

from forwarder import Forwarder
from laboratory import chromium, laboratory

PATIENCE_MS = 60_000
CUT_EDITS = 40
"""Changes during which the connection is cut."""
MAX_CELLS = 6
"""Cells that each has inserted at a time, at most."""
NOTEBOOK = {
    "cells": [
        {"cell_type": "code", "execution_count": None, "id": "one", "metadata": {}, "outputs": [], "source": "first = 1"},
        {"cell_type": "markdown", "id": "two", "metadata": {}, "source": "# Together"},
    ],
    "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}


class Person:
    """A browser with the notebook open."""

    def __init__(self, playwright, name, url, token):
        self.name = name
        self.cells = []
        self.inserted = 0
        self.browser = chromium(playwright)
        self.address = f"{url}lab/tree/shared.ipynb?token={token}"
        self.problems = []
        self.open()

    def open(self):
        """Opens the notebook in a new page."""
        self.page = self.browser.new_page(viewport={"width": 1200, "height": 700})
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(self.address)
        self.page.wait_for_selector(".jp-Notebook .jp-CodeCell .cm-content")
        # The page shows the document when it has come from the room.
        self.editor(0).filter(has_text="first = 1").wait_for()
        # JupyterLab says that the server is out of reach, once or more, while the connection is cut.
        dialog = self.page.locator(".jp-Dialog", has_text="Server Connection Error")
        self.page.add_locator_handler(dialog, lambda: dialog.locator(".jp-Dialog-footer button").last.click())

    def editor(self, cell):
        """The editor of a cell."""
        return self.page.locator(".jp-Notebook-cell").nth(cell).locator(".cm-content")

    def type(self, text, cell=0, at_end=True):
        """Types into a cell, letter by letter."""
        self.editor(cell).click()
        self.page.keyboard.press("Control+End" if at_end else "Control+Home")
        self.page.keyboard.type(text, delay=15)

    def change(self, chance):
        """Types or deletes something somewhere."""
        press = self.page.keyboard.press
        editors = self.page.locator(".jp-CodeCell .cm-content")
        editor = editors.nth(chance.randrange(editors.count()))
        box = editor.bounding_box()
        place = {"x": chance.random() * min(120, box["width"] - 1), "y": chance.random() * (box["height"] - 1)}
        editor.click(position=place)
        if chance.random() < 0.45:
            for _ in range(chance.randrange(1, 5)):
                press("Backspace")
        else:
            self.page.keyboard.type("".join(chance.choices("abcdefgh0123 ", k=chance.randrange(1, 5))))
            if chance.random() < 0.1:
                press("Enter")

    def change_cells(self, chance):
        """Inserts a cell below one of code, or deletes one that was inserted."""
        press = self.page.keyboard.press
        if self.cells and (len(self.cells) == MAX_CELLS or chance.random() < 0.4):
            text = self.cells.pop(chance.randrange(len(self.cells)))
            self.page.locator(".jp-RawCell .cm-content").filter(has_text=re.compile(f"^{text}$")).click()
            for key in ("Escape", "d", "d"):
                press(key)
            return
        editors = self.page.locator(".jp-CodeCell .cm-content")
        editors.nth(chance.randrange(editors.count())).click()
        for key in ("Escape", "b", "r", "Enter"):
            press(key)
        self.inserted += 1
        text = f"{self.name}{self.inserted}"
        self.page.keyboard.type(text)
        press("Escape")
        self.cells.append(text)

    def texts(self, kind="Code"):
        """The texts of all cells of a kind, as the page shows them."""
        text = "cell => [...cell.querySelectorAll('.cm-line')].map(line => line.textContent).join('\\n')"
        return self.page.eval_on_selector_all(f".jp-{kind}Cell .cm-content", f"cells => cells.map({text})")

    def sees(self, text, cell=0):
        """Waits until a cell has a text."""
        self.editor(cell).filter(has_text=text).wait_for()


def on_disk(file):
    """The sources of the notebook's cells."""
    return ["".join(cell["source"]) for cell in json.loads(file.read_text())["cells"]]


def wait_for(what, holds):
    """Waits until something holds."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def edit_together(ada, bob, file, picture):
    """Text of both, one after the other and at once."""
    ada.type("\nfrom_ada = 2")
    bob.sees("from_ada = 2")
    bob.type("# by Bob\n", at_end=False)
    ada.sees("# by Bob")
    print("each sees what the other types")
    for letter in range(12):
        ada.page.keyboard.type("a")
        bob.page.keyboard.type("b")
    expected = "# by Bob\n" + "b" * 12 + "first = 1\nfrom_ada = 2" + "a" * 12
    ada.sees("b" * 12)
    bob.sees("a" * 12)
    wait_for(f"{on_disk(file)}", lambda: on_disk(file)[0] == expected)
    picture(ada, "together-ada")
    picture(bob, "together-bob")
    print("typed at once, nothing lost; the file has", repr(on_disk(file)[0]))


def run_together(ada, bob, file, picture):
    """A cell of one, its output in both pages and in the file."""
    ada.editor(0).click()
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("b")
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.insert_text("print('seen by', 'both')")
    bob.sees("seen by", cell=1)
    ada.page.keyboard.press("Control+Enter")
    for person in (ada, bob):
        person.page.locator(".jp-OutputArea-output", has_text="seen by both").first.wait_for()
    wait_for("the output is in the file", lambda: "seen by both" in file.read_text())
    picture(bob, "together-output")
    print("an output of one is in both pages and in the file")


def close_while_running(ada, bob):
    """The outputs of a cell whose page is closed come to both."""
    ada.editor(1).click()
    ada.page.keyboard.press("Control+a")
    ada.page.keyboard.insert_text("import time; time.sleep(8); print('late', 'output')")
    ada.page.keyboard.press("Control+Enter")
    bob.sees("time.sleep", cell=1)
    ada.page.close()
    bob.page.locator(".jp-OutputArea-output", has_text="late output").first.wait_for()
    ada.open()
    ada.page.locator(".jp-OutputArea-output", has_text="late output").first.wait_for()
    for person in (ada, bob):
        person.page.locator(".jp-InputArea-prompt", has_text="[2]:").first.wait_for()
    print("the output of a page that was closed is in both pages")


def edit_by_chance(ada, bob, file, count, connection):
    """Changes of both at once, while the connection of one is cut and mended; the same for all in the end."""
    chance, begin = random.Random(7), time.monotonic()
    cuts = [count // 3, 2 * count // 3] if count > 3 * CUT_EDITS else []
    for number in range(count):
        if number in cuts:
            connection.cut()
        if number - CUT_EDITS in cuts:
            connection.mend()
        person = chance.choice((ada, bob))
        person.change_cells(chance) if chance.random() < 0.05 else person.change(chance)
    seconds = time.monotonic() - begin

    def saved(kind):
        cells = json.loads(file.read_text())["cells"]
        return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == kind]

    def all_have(kind, name):
        return ada.texts(name) == bob.texts(name) == saved(kind)

    wait_for(f"{ada.texts()} {bob.texts()} {saved('code')}", lambda: all_have("code", "Code"))
    inserted = f"{ada.texts('Raw')} {bob.texts('Raw')} {saved('raw')}"
    wait_for(inserted, lambda: all_have("raw", "Raw"))
    assert sorted(saved("raw")) == sorted(ada.cells + bob.cells), (inserted, ada.cells, bob.cells)
    length = sum(map(len, saved("code")))
    print(f"{count} changes by chance in {seconds:.0f} s, {len(cuts)} cuts: both pages and the file have the same {length} "
          f"characters, and {len(saved('raw'))} of {ada.inserted + bob.inserted} inserted cells, those that were not deleted")


def main():
    """The whole story."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--edits", type=int, default=0, help="changes by chance")
    options = parser.parse_args()

    def picture(person, name):
        if options.pictures:
            person.page.screenshot(path=options.pictures / f"lab-{name}.png")

    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        drive, file = folder / "drive", folder / "drive/shared.ipynb"
        drive.mkdir()
        file.write_text(json.dumps(NOTEBOOK))
        said = stack.enter_context(laboratory(folder, "--no-sandbox"))
        playwright = stack.enter_context(sync_playwright())
        # Bob comes by a connection that can be cut.
        address = urllib.parse.urlsplit(said["url"])
        connection = Forwarder(address.port)
        ada = Person(playwright, "ada", said["url"], said["token"])
        bob = Person(playwright, "bob", said["url"].replace(f":{address.port}", f":{connection.port}"), said["token"])
        try:
            edit_together(ada, bob, file, picture)
            run_together(ada, bob, file, picture)
            notebook = json.loads(file.read_text())
            notebook["cells"][-1]["source"] = ["# Changed on the disk"]
            file.write_text(json.dumps(notebook))
            for person in (ada, bob):
                person.page.locator(".jp-MarkdownCell", has_text="Changed on the disk").wait_for()
            print("a change on the disk is in both pages")
            close_while_running(ada, bob)
            edit_by_chance(ada, bob, file, options.edits, connection)
            # Stock JupyterLab leaves requests of the time of the cut without a handler.
            problems = [problem for problem in ada.problems + bob.problems if problem != "Failed to fetch"]
            bob.browser.close()
            assert not problems, problems
        except Exception:
            picture(ada, "together-failed")
            raise
        ada.type("\nalone = 3")
        wait_for("the file goes on", lambda: "alone = 3" in on_disk(file)[0])
        ada.browser.close()
    print("two people edited one notebook in two browsers")


if __name__ == "__main__":
    main()
