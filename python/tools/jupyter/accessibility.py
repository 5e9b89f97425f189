"""Looks for what keeps people from using the server's own pages, by axe-core in a real browser: the login pages, and
the page of teachers with a runtime, a message and an error on it.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER python accessibility.py

Every rule of axe-core counts. It needs the package playwright, and npm, which installs axe-core. `LABORA_CHROMIUM`
names a Chromium other than Playwright's own.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

from laboratory import chromium, laboratory
from node import install

PASSWORD = "the password of tess"
WIDTHS = (1280, 320)


def violations(page, axe):
    """What is wrong with a page, at its width and at that of a telephone."""
    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(axe)
        for rule in page.evaluate("axe.run().then((results) => results.violations)"):
            nodes = [node["html"][:100] for node in rule["nodes"]]
            found[rule["id"]] = f"{rule['id']}: {rule['help']}: {nodes[0]} ({len(nodes)} places, {width} px)"
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found["scroll"] = f"the page is wider than {width} px"
    return list(found.values())


def main():
    """Opens the pages."""
    axe = (install("axe") / "axe-core/axe.min.js").read_text()
    problems = []

    def look(page, name):
        found = violations(page, axe)
        print(f"{name}: {len(found)} violations")
        problems.extend(f"{name}: {one}" for one in found)

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        browser = chromium(playwright)
        with laboratory(folder, "--no-sandbox") as said:
            page = browser.new_page()
            page.goto(said["url"] + "login")
            look(page, "login with a token")
            page.fill("input[name=password]", "wrong")
            page.keyboard.press("Enter")
            page.wait_for_selector("[role=alert]")
            look(page, "login after a wrong token")
        accounts = ["--accounts", folder / "class.json"]
        for name, role in (("tess", "teacher"), ("ada", "student")):
            add = [os.environ["LABORA_LAB"], *accounts, "user", "add", name, "--role", role]
            subprocess.run(add, input=PASSWORD + "\n", text=True, check=True)
        with laboratory(folder, *accounts) as said:
            page = browser.new_page()
            page.goto(said["url"] + "teacher")
            look(page, "login with an account")
            # By the keyboard alone.
            page.keyboard.type("tess")
            page.keyboard.press("Tab")
            page.keyboard.type(PASSWORD)
            page.keyboard.press("Enter")
            page.wait_for_selector("#people tr")
            page.evaluate("""() => fetch('api/kernels', {method: 'POST', body: '{}',
                headers: {'X-XSRFToken': document.cookie.replace(/.*_xsrf=([^;]*).*/, '$1')}})""")
            page.reload()
            page.wait_for_selector("#runtimes tr")
            page.fill("#hand-out input", "missing.ipynb")
            page.keyboard.press("Enter")
            page.wait_for_selector("#status.failed")
            look(page, "page of a teacher")
        browser.close()
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
