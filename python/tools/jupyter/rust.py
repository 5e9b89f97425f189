"""Opens both notebooks in Rust in a real browser and runs all cells.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER python rust.py [--pictures DIR] [--cifar DIR]

The notebooks are opened from the launcher, in sandboxes without a network. It says how long the kernel took to start, and
each notebook to run. The first time the kernel is compiled, which takes minutes. With `--cifar`, a folder with the files
of CIFAR-10, the article's notebook trains on a copy of them.

It needs the package playwright. `LABORA_CHROMIUM` names a Chromium other than Playwright's own.
"""

import argparse
import pathlib
import shutil
import tempfile
import time

from playwright.sync_api import sync_playwright

from laboratory import chromium, laboratory

PATIENCE_MS = 300_000
# The title of a notebook, its plots, and the one of which there is a screenshot.
NOTEBOOKS = [("Keras in Rust", 3, 1), ("The article in Rust", 5, 2)]


def run(page, title, plots):
    """Opens a notebook from the launcher and runs its cells until its last plot is shown."""
    started = time.monotonic()
    page.locator(".jp-LauncherCard", has_text=title).first.click()
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").first.wait_for()
    ready = time.monotonic()
    page.click(".lm-MenuBar-item >> text=Runtime")
    page.locator(".lm-Menu-item", has_text="Run all").first.click()
    shown = page.locator(".jp-OutputArea-output img, .jp-OutputArea-output svg")
    shown.nth(plots - 1).wait_for()
    assert page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']").count() == 0
    ended = time.monotonic()
    print(f"{title}: the kernel was ready after {ready - started:.1f} s, and {plots} plots after {ended - ready:.1f} s")
    return shown


def main():
    """Starts a server and a browser."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for screenshots")
    parser.add_argument("--cifar", type=pathlib.Path, help="folder with the files of CIFAR-10")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        if options.cifar:
            # The laboratory's folder of data sets is the whole folder.
            shutil.copytree(options.cifar, folder / "datasets" / options.cifar.name)
        with laboratory(folder, "--rust", "--network", "none") as said:
            browser = chromium(playwright)
            page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
            page.set_default_timeout(PATIENCE_MS)
            page.goto(said["login_url"])
            for title, plots, pictured in NOTEBOOKS:
                page.goto(said["url"] + "lab?reset")
                shown = run(page, title, plots)
                if options.pictures:
                    shown.nth(pictured).scroll_into_view_if_needed()
                    page.wait_for_timeout(1000)
                    page.screenshot(path=options.pictures / f"lab-{title.lower().replace(' ', '-')}.png")
            browser.close()


if __name__ == "__main__":
    main()
