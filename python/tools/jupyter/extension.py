"""What the extension adds to JupyterLab's page, in a real browser: examples, variables, notebooks of an
address, exports, revisions.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER python extension.py [--pictures DIR]

It needs the package playwright. `LABORA_CHROMIUM` names a Chromium other than Playwright's own. Programs run without a
sandbox.
"""

import argparse
import json
import pathlib
import tempfile

from playwright.sync_api import sync_playwright

from laboratory import chromium, laboratory

PATIENCE_MS = 120_000
EXAMPLES = ("Keras on TPU", "Fashion-MNIST", "ResNet-50", "JAX over eight cores")
CODE = """import numpy as np
class Slow:
    def __repr__(self): raise SystemExit
    def __len__(self): raise SystemExit
count, text, large, small, slow = 3, 'x' * 1000, np.zeros((1000, 20)), np.arange(3), [Slow()]
huge = 1 << 100_000
print('ran')"""
# Name, type, shape, bytes and value; None for what depends on Python's version.
VARIABLES = {
    "count": ("int", "", None, "3"),
    "text": ("str", "1000", None, None),
    "large": ("numpy.ndarray", "1000×20 float64", "160000", ""),
    "small": ("numpy.ndarray", "3 int64", "24", "[0 1 2]"),
    "slow": ("list", "1", None, "[<Slow>]"),
    "huge": ("int", "", None, "an integer of 100001 bits"),
}


def notebook(*sources):
    """A notebook with cells of code."""
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    cells = [cell | {"id": f"c{number}", "source": source} for number, source in enumerate(sources)]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}


def choose(page, *labels):
    """Chooses an item of the menu File; what stands before the last one opens a further menu."""
    page.click(".lm-MenuBar-item >> text=File")
    for label in labels:
        item = page.locator(".lm-Menu-item", has_text=label).last
        item.wait_for()
        item.hover()
        if label == labels[-1]:
            item.click()
        else:
            page.keyboard.press("ArrowRight")


def examples(page):
    """The launcher's cards."""
    for title in EXAMPLES:
        page.locator(".jp-LauncherCard", has_text=title).first.wait_for()
    print("examples:", ", ".join(EXAMPLES))


def rows(page):
    """The rows of the panel, by the names of the variables."""
    table = page.eval_on_selector_all(
        "#labora-variables tr:has(td)", "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    return {row[0]: row[1:] for row in table}


def variables(page, picture):
    """The panel after an execution, and that it leaves no trace in the kernel's history."""
    page.locator(".jp-SideBar.jp-mod-right .lm-TabBar-tab", has_text="Variables").click()
    page.locator(".jp-Notebook .jp-CodeCell").first.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    page.locator("#labora-variables td", has_text="huge").first.wait_for()
    shown = rows(page)
    assert set(shown) == set(VARIABLES), shown
    for name, expected in VARIABLES.items():
        assert all(want in (None, got) for want, got in zip(expected, shown[name])), (name, shown[name])
    assert len(shown["text"][3]) <= 100, shown["text"]
    picture("variables")
    page.keyboard.press("Shift+Enter")
    page.locator(".jp-OutputArea-output", has_text="count is 3").wait_for()
    page.locator("#labora-variables td", has_text="later").first.wait_for()
    numbers = page.locator(".jp-CodeCell .jp-InputPrompt").all_text_contents()
    assert [number.strip() for number in numbers[:2]] == ["[1]:", "[2]:"], numbers
    print("variables:", ", ".join(shown), "and what a second cell added; the cells have the numbers 1 and 2")


def open_address(page, picture):
    """File > Open from URL or GitHub: an address of this machine is refused with the reason."""
    choose(page, "Open from URL or GitHub")
    page.locator(".jp-Dialog input").fill("https://localhost/n.ipynb")
    picture("open-address")
    page.click(".jp-Dialog-button >> text=Open notebook")
    page.locator(".jp-toastContainer, .Toastify__toast", has_text="no address of the public network").first.wait_for()
    print("an address of this machine is refused with the reason")


def revisions(page, picture):
    """File > Revision history: what ran is not in the first state, which is restored while the notebook is open."""
    page.keyboard.press("Control+s")
    page.wait_for_timeout(2000)
    choose(page, "Revision history")
    page.locator(".labora-revisions", has_text="outputs of a code cell").wait_for()
    picture("revisions")
    page.click(".jp-Dialog-button >> text=Restore")
    page.locator(".jp-OutputArea-output", has_text="count is 3").wait_for(state="detached")
    print("the state before the cells ran is restored in the open page")


def downloads(page):
    """File > Download, and File > Save and Export Notebook As, of stock JupyterLab."""
    found = []

    def listen(opened):
        opened.on("download", lambda download: found.append(download))

    listen(page)
    page.context.on("page", listen)
    names = []
    export = "Save and Export Notebook As"
    for labels in (["Download"], [export, "HTML"], [export, "Executable Script"]):
        choose(page, *labels)
        if labels[-1] == "HTML":
            page.click(".jp-Dialog-button >> text=Ok")
        for _ in range(PATIENCE_MS // 200):
            if len(found) > len(names):
                break
            page.wait_for_timeout(200)
        assert "count" in pathlib.Path(found[-1].path()).read_text()
        names.append(found[-1].suggested_filename)
    # Which extension a notebook gets that has none in a header is the browser's choice.
    assert names[0].startswith("page.") and names[1:] == ["page.html", "page.py"], names
    print("downloads:", ", ".join(names))


def main():
    """Starts a server and a browser."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for screenshots")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        (folder / "drive").mkdir()
        (folder / "drive/page.ipynb").write_text(json.dumps(notebook(CODE, "later = 1; print('count is', count)")))
        with laboratory(folder, "--no-sandbox") as said:
            browser = chromium(playwright)
            page = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True).new_page()
            page.set_default_timeout(PATIENCE_MS)
            problems = []
            page.on("pageerror", lambda error: problems.append(str(error)))

            def picture(name):
                if options.pictures:
                    page.screenshot(path=options.pictures / f"lab-{name}.png")

            try:
                page.goto(said["login_url"])
                examples(page)
                page.goto(said["url"] + "lab/tree/page.ipynb")
                page.wait_for_selector(".jp-Notebook .jp-CodeCell")
                variables(page, picture)
                open_address(page, picture)
                downloads(page)
                revisions(page, picture)
            except Exception:
                picture("failed")
                raise
            assert not problems, problems
            browser.close()


if __name__ == "__main__":
    main()
