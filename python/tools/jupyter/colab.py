"""A notebook of Colab's in a real browser: its forms, its commands, and what its module asks of the page.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER python colab.py [--pictures DIR] [--no-sandbox]

Each kind of field is filled in; the saved notebook has the new values in their places, and every other byte as it was.
All cells run, a file of the drive is opened by `files.view`, and `runtime.unassign` ends the runtime.

It needs the package playwright. `LABORA_CHROMIUM` names a Chromium other than Playwright's own, and
`LABORA_CHROMIUM_LIBRARIES` the folder of its libraries.
"""

import argparse
import json
import pathlib
import tempfile
import time

from playwright.sync_api import expect, sync_playwright

from laboratory import chromium, laboratory

PATIENCE_MS = 60_000
FORM = """#@title Training { display-mode: "form" }
#@markdown How **long** it takes.
epochs=5 # @param {type:"integer", min:1}
rate = 0.1  #@param {type:"number"}
  #@markdown ---
name = 'it\\'s'  #@param {type:"string", placeholder:"who"}
steps =  3 #@param {type:"slider", min:0, max:10, step:1}
shuffle = True #@param {type:"boolean"}
since = "2020-01-02" #@param {type:"date"}
kind = "a]" #@param ["a]", "b", "it's"]
other = 'x' #@param ["x", "y"] {allow-input: true}
choice = 1 #@param ["1", "2", "None"] {type:"raw"}
code: int = max(1, 2) #@param
print(epochs, rate, name, steps, shuffle, since, kind, other, choice, code)"""
# What is entered into each field, and what its line has then.
ENTERED = {
    "epochs": ("12", "5", "12"),
    "rate": ("1e-3", "0.1", "1e-3"),
    "name": ("O'Hara \"x\"", "'it\\'s'", "'O\\'Hara \"x\"'"),
    "steps": ("7", " 3 ", " 7 "),
    "shuffle": (False, "True", "False"),
    "since": ("2021-03-04", "2020-01-02", "2021-03-04"),
    "kind": ("it's", 'kind = "a]"', 'kind = "it\'s"'),
    "other": ("z", "'x'", "'z'"),
    "choice": ("None", "choice = 1", "choice = None"),
    "code": ("max(3, 4)", "max(1, 2)", "max(3, 4)"),
}
PRINTED = "12 0.001 O'Hara \"x\" 7 False 2021-03-04 it's z None 4"
COMMANDS = "%tensorflow_version 2.x\n!nvidia-smi\nfrom google.colab import files, runtime\nfiles.view('data/notes.txt')"
CELLS = [FORM, COMMANDS, "runtime.unassign()"]


def notebook():
    """The notebook of this walk."""
    empty = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    cells = [empty | {"id": f"c{number}", "source": source} for number, source in enumerate(CELLS)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def fill_in(page, file):
    """Enters a value into each field; waits until the notebook is saved with all of them."""
    form = page.locator(".labora-form").first
    expect(form.locator("h3")).to_have_text("Training")
    expect(form.locator("strong")).to_have_text("long")
    # The title asks for the form alone.
    expect(page.locator(".jp-CodeCell").first.locator(".jp-Editor")).to_have_count(0)
    expected = FORM
    for name, (entered, before, after) in ENTERED.items():
        field = form.locator("label", has_text=f"{name}: ").locator("input, select")
        if isinstance(entered, bool):
            field.set_checked(entered)
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(entered)
        else:
            field.fill(entered)
            field.press("Tab")
        assert expected.count(before) == 1, before
        expected = expected.replace(before, after)
    page.keyboard.press("Control+s")
    end = time.monotonic() + PATIENCE_MS / 1000
    while (source := "".join(json.loads(file.read_text())["cells"][0]["source"])) != expected:
        assert time.monotonic() < end, source
        page.wait_for_timeout(100)
    print(f"{len(ENTERED)} fields are in the cell, and nothing else of it has changed")


def run(page, picture):
    """Runs the cells."""
    for number in (1, 2):
        page.locator(".jp-CodeCell .jp-InputPrompt").nth(number - 1).click()
        page.keyboard.press("Control+Enter")
        if number == 1:
            expect(page.locator(".jp-OutputArea-output", has_text=PRINTED)).to_be_visible()
            picture("colab-form")
    for said in ("choose Runtime > Change runtime type > TPU", "This runtime has no NVIDIA GPU."):
        expect(page.locator(".jp-OutputArea-output", has_text=said).first).to_be_attached()
    tab = page.locator(".lm-TabBar-tab.lm-mod-current", has_text="notes.txt")
    expect(tab).to_be_visible()
    expect(page.locator(".jp-FileEditor", has_text="of the drive")).to_be_visible()
    picture("colab-view")
    print("files.view has opened a file of the drive")
    page.locator(".lm-TabBar-tab", has_text="colab.ipynb").first.click()
    page.locator(".jp-CodeCell .jp-InputPrompt").nth(2).click()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".labora-meters", has_text="no runtime")).to_be_visible()
    print("runtime.unassign has ended the runtime")


def main():
    """Starts a server and a browser."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for screenshots")
    parser.add_argument("--no-sandbox", action="store_true", help="runs the notebook with all rights of this user")
    options = parser.parse_args()
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        (folder / "drive/data").mkdir(parents=True)
        (folder / "drive/data/notes.txt").write_text("a file of the drive\n")
        file = folder / "drive/colab.ipynb"
        file.write_text(json.dumps(notebook()))
        with laboratory(folder, *["--no-sandbox"] * options.no_sandbox) as said:
            browser = chromium(playwright)
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.set_default_timeout(PATIENCE_MS)
            problems = []
            page.on("pageerror", lambda error: problems.append(str(error)))

            def picture(name):
                if options.pictures:
                    page.screenshot(path=options.pictures / f"lab-{name}.png")

            try:
                page.goto(f"{said['url']}lab/tree/colab.ipynb?token={said['token']}")
                page.wait_for_selector(".labora-form label")
                fill_in(page, file)
                run(page, picture)
            except Exception:
                picture("failed-colab")
                raise
            assert not problems, problems
            browser.close()
    print("a notebook of Colab's was filled in and run in a browser")


if __name__ == "__main__":
    main()
