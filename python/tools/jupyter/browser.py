"""Opens stock JupyterLab on `labora-lab` in a real browser: logs in, opens a notebook, runs a cell, sees its output,
and finds it in the saved file.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER python browser.py [SCREENSHOT.png]

It needs the package playwright. `LABORA_CHROMIUM` names a Chromium other than Playwright's own, and
`LABORA_CHROMIUM_LIBRARIES` the folder of its libraries.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

CELL = {"cell_type": "code", "id": "a", "metadata": {}, "source": "print('answer', 6 * 7)", "outputs": []}
NOTEBOOK = {"cells": [CELL | {"execution_count": None}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
NOTEBOOK["metadata"]["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}


def visit(page, said, file, screenshot):
    """What a user does."""
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(said["login_url"].replace("/lab?", "/lab/tree/n.ipynb?"), timeout=120_000)
    assert "token" not in page.url, page.url
    page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=120_000)
    page.click(".jp-Notebook .jp-CodeCell .cm-content")
    page.keyboard.press("Shift+Enter")
    output = page.wait_for_selector(".jp-OutputArea-output >> text=answer 42", timeout=120_000)
    print("shown:", output.text_content().strip())
    page.keyboard.press("Control+s")
    for _ in range(100):
        saved = json.loads(file.read_text())["cells"][0]["outputs"]
        if saved:
            break
        page.wait_for_timeout(200)
    assert saved[0]["text"] == ["answer 42\n"], saved
    print("saved:", saved[0]["text"])
    if screenshot:
        page.screenshot(path=screenshot)
    assert not problems, problems


def main():
    """Starts a server and a browser."""
    chromium = os.environ.get("LABORA_CHROMIUM")
    libraries = os.environ.get("LABORA_CHROMIUM_LIBRARIES")
    environment = os.environ | ({"LD_LIBRARY_PATH": libraries} if libraries else {})
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "drive").mkdir()
        file = folder / "drive" / "n.ipynb"
        file.write_text(json.dumps(NOTEBOOK, indent=1))
        command = [os.environ["LABORA_LAB"], "--listen", "127.0.0.1:0", "--json", "--no-sandbox", "--image"]
        command += [os.environ["LABORA_LAB_IMAGE"], "--drive", folder / "drive", "--state", folder / "state"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE)
        try:
            said = json.loads(server.stdout.readline())
            with sync_playwright() as playwright:
                # The browser's own sandbox needs rights that containers lack; it opens pages of this server alone.
                arguments = ["--no-sandbox", "--disable-gpu"]
                browser = playwright.chromium.launch(executable_path=chromium, args=arguments, env=environment)
                print("browser: Chromium", browser.version)
                visit(browser.new_page(), said, file, sys.argv[1] if len(sys.argv) > 1 else None)
                browser.close()
        finally:
            server.terminate()
            server.wait(20)
    print("a notebook was opened, run and saved in a browser")


if __name__ == "__main__":
    main()
