"""The cells of the article of 2018, as they were printed, in a real browser.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER LABORA_SUITES=FOLDER python article.py --data DIR

`article-cells.json` in the folder of `LABORA_SUITES` has the cells; `--data` is the folder of `labora lab --data`, with
CIFAR-10. All cells run in a runtime with a TPU, for two epochs, and a last one sends the weights to the browser.

It needs the package playwright. `LABORA_CHROMIUM` names a Chromium other than Playwright's own, and
`LABORA_CHROMIUM_LIBRARIES` the folder of its libraries.
"""

import argparse
import json
import os
import pathlib
import tempfile

from playwright.sync_api import sync_playwright

from laboratory import chromium, laboratory

PATIENCE_MS = 300_000
WEIGHTS = "cifar10_model.h5"
DOWNLOAD = f"from google.colab import files\nfiles.download('{WEIGHTS}')"


def notebook(epochs):
    """The article's cells and the one that downloads."""
    file = pathlib.Path(os.environ["LABORA_SUITES"]) / "article-cells.json"
    sources = [source.replace("epochs=50", f"epochs={epochs}") for source in json.loads(file.read_text())["cells"]]
    empty = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    cells = [empty | {"id": f"c{number}", "source": source} for number, source in enumerate([*sources, DOWNLOAD])]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": cells, "metadata": {"kernelspec": kernel, "accelerator": "TPU"}, "nbformat": 4, "nbformat_minor": 5}


def failures(page):
    """What cells failed with."""
    return page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']").all_inner_texts()


def walk(page, said, drive):
    """Opens the notebook and runs all cells."""
    page.goto(f"{said['url']}lab/tree/article.ipynb?token={said['token']}")
    page.locator(".labora-meters", has_text="TPU").wait_for()
    with page.expect_download(timeout=PATIENCE_MS) as expected:
        page.click(".lm-MenuBar-item >> text=Runtime")
        page.locator(".lm-Menu-item", has_text="Run all").first.click()
    download = expected.value
    assert not failures(page), failures(page)
    sent = pathlib.Path(download.path()).read_bytes()
    assert download.suggested_filename == WEIGHTS and sent == (drive / WEIGHTS).read_bytes()
    for text in ("*** Num TPU Cores: 8", "Copying TPU weights to the CPU", "Epoch 2/2"):
        page.locator(".jp-OutputArea-output", has_text=text).first.wait_for(state="attached")
    print(f"the article's cells ran on the TPU of their runtime; {WEIGHTS} was downloaded, {len(sent)} bytes")


def main():
    """Starts a server and a browser."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder of data sets")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for screenshots")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        drive = folder / "drive"
        drive.mkdir()
        (drive / "article.ipynb").write_text(json.dumps(notebook(options.epochs)))
        with laboratory(folder, "--network", "none", data=options.data) as said:
            browser = chromium(playwright)
            page = browser.new_context(accept_downloads=True).new_page()
            page.set_default_timeout(PATIENCE_MS)
            problems = []
            page.on("pageerror", lambda error: problems.append(str(error)))
            try:
                walk(page, said, drive)
            finally:
                if options.pictures:
                    page.screenshot(path=options.pictures / "lab-article-cells.png")
            assert not problems, problems
            browser.close()


if __name__ == "__main__":
    main()
