"""Two people share a notebook by a link, each in a browser of their own, with stock JupyterLab on `labora-lab`.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER python sharing.py [--pictures DIR]

Ada shares her notebook and copies the link; Bob opens it, logs in, edits and runs the notebook, and comments on a cell.
Ada answers, makes him a viewer, whose changes stay with him, and an editor again, and stops sharing. The dialog and the
panel are looked at with axe-core. Each step says what it saw.

The image needs jupyterlab, ipykernel, jupyter-collaboration-ui and jupyter-docprovider, as Labora's own has. It needs
the package playwright, and npm, which installs axe-core. `LABORA_CHROMIUM` names a Chromium other than Playwright's
own.
"""

import argparse
import json
import pathlib
import tempfile

from playwright.sync_api import expect, sync_playwright

from laboratory import accounts, chromium, laboratory, password_of
from node import install

PATIENCE_MS = 60_000
PEOPLE = {"ada": "student", "bob": "student"}
NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# Primes\n", "Which numbers are left out?"]},
        {"cell_type": "code", "execution_count": None, "id": "b", "metadata": {}, "outputs": [],
         "source": ["primes = [2, 3, 5, 7]"]},
    ],
    "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}  # fmt: skip
# Shown as it is, or the page is not safe.
COMMENT = "Why not <img src=x onerror=\"document.title='harmed'\"> 11?"


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, browser, name, pictures):
        self.name, self.pictures, self.problems = name, pictures, []
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def open(self, address):
        """Opens an address by the login."""
        self.page.goto(address)
        self.page.fill("input[name=name]", self.name)
        self.page.fill("input[name=password]", password_of(self.name))
        self.page.click("button")
        self.editor(1).filter(has_text="primes").wait_for()

    def editor(self, cell):
        """The editor of a cell."""
        return self.page.locator(".jp-Notebook-cell").nth(cell).locator(".cm-content")

    def type(self, text):
        """Types at the end of the code."""
        self.editor(1).click()
        self.page.keyboard.press("Control+End")
        self.page.keyboard.type(text, delay=15)

    def sees(self, text):
        """Waits until the code has a text."""
        self.editor(1).filter(has_text=text).wait_for()

    def is_told(self, text):
        """Waits for a notification."""
        expect(self.page.locator(".Toastify")).to_contain_text(text)

    def read_only(self):
        """What says that the notebook is read-only."""
        return self.page.locator(".jp-NotebookPanel-toolbar").get_by_text("notebook is read-only")

    def picture(self, name):
        """A screenshot, if they are asked for."""
        if self.pictures:
            self.page.screenshot(path=self.pictures / f"sharing-{name}.png")


def look(person, axe, selector):
    """Looks at a part of a page with axe-core."""
    person.page.evaluate(axe)
    found = person.page.evaluate("(part) => axe.run(part).then((results) => results.violations)", selector)
    assert not found, [(one["id"], one["help"], one["nodes"][0]["html"]) for one in found]
    print(f"axe-core finds nothing in {selector}")


def share(ada, axe):
    """Shares the notebook with everybody who has the link; returns the link."""
    page = ada.page
    page.click("#labora-share button")
    page.get_by_label("Name of an account").fill("eve")
    page.keyboard.press("Enter")
    expect(page.locator(".labora-share-status")).to_contain_text("there is no account eve")
    page.get_by_label("General access").select_option("editor")
    expect(page.locator(".labora-share-status")).to_contain_text("Who opens the link is editor")
    page.get_by_role("button", name="Copy link").click()
    link = page.get_by_label("Link", exact=True).input_value()
    look(ada, axe, ".labora-share")
    ada.picture("dialog")
    page.get_by_role("button", name="Done").click()
    print("shared by a link of", len(link), "characters")
    return link


def edit(ada, bob, file):
    """Bob edits and runs what is Ada's."""
    assert bob.page.url.endswith("/shared-with-me/ada/primes.ipynb"), bob.page.url
    bob.type("\nprint('sum', sum(primes))")
    ada.sees("sum(primes)")
    bob.page.keyboard.press("Control+Enter")
    for person in (bob, ada):
        expect(person.page.locator(".jp-OutputArea-output").first).to_contain_text("sum 17")
    for _ in range(100):
        if "sum 17" in file.read_text():
            break
        ada.page.wait_for_timeout(100)
    assert "sum 17" in file.read_text()
    print("what Bob typed, and the output of his runtime, are in Ada's page and file")


def come_from_elsewhere(bob, link):
    """Bob, who is logged in, presses the link in a page of another site."""
    bob.page.goto(f"data:text/html,<a href='{link}'>primes</a>")
    bob.page.click("a")
    bob.sees("sum(primes)")
    print("a link in a page of another site leads to the document without another login")


def comment(ada, bob, axe):
    """Bob comments on the cell, Ada answers."""
    for person in (bob, ada):
        person.page.click(".lm-MenuBar-item >> text=File")
        person.page.click("[data-command='labora:comments']")
    bob.editor(1).click()
    bob.page.get_by_label("New comment").fill(COMMENT)
    bob.page.get_by_role("button", name="Comment", exact=True).click()
    panel = ada.page.locator("#labora-comments")
    expect(panel.locator(".labora-comment-text")).to_have_text(COMMENT)
    expect(panel.locator("[data-cell]")).to_have_text("Cell 2")
    expect(ada.page.locator(".labora-mark")).to_have_text("1 comment")
    panel.get_by_label("Reply").fill("It is the next one.")
    panel.get_by_role("button", name="Reply").click()
    expect(bob.page.locator(".labora-comment-text")).to_have_text([COMMENT, "It is the next one."])
    expect(bob.page.get_by_role("button", name="Delete the comment of ada")).to_have_count(0)
    look(bob, axe, "#labora-comments")
    ada.picture("comments")
    bob.page.get_by_role("button", name="Resolve").click()
    expect(ada.page.locator("#labora-comments summary")).to_have_text("Resolved (1)")
    expect(ada.page.locator(".labora-mark")).to_have_count(0)
    assert "harmed" not in (ada.page.title(), bob.page.title())
    print("Bob's comment and Ada's answer are in both pages at once, as the texts that they are")


def withdraw(ada, bob):
    """Ada makes Bob a viewer, an editor again, and stops sharing."""
    page = ada.page
    page.click("#labora-share button")
    page.get_by_label("General access").select_option("viewer")
    bob.is_told("you may read it")
    expect(bob.read_only()).to_have_count(1)
    bob.picture("viewer")
    bob.type("\n# not kept")
    ada.page.wait_for_timeout(1500)
    assert "not kept" not in ada.editor(1).text_content()
    bob.page.reload()
    bob.sees("sum(primes)")
    assert "not kept" not in bob.editor(1).text_content()
    expect(bob.read_only()).to_have_count(1)
    print("Bob's page says at once that it is read-only, and after a reload; what he types as a viewer is not kept")
    page.get_by_label("General access").select_option("editor")
    bob.is_told("you may edit it")
    expect(bob.read_only()).to_have_count(0)
    bob.type("\n# kept")
    ada.sees("# kept")
    print("when he is an editor again, the page says no more that it is read-only, and Ada sees what he types")
    page.get_by_role("button", name="Stop sharing").click()
    expect(page.locator(".labora-share-status")).to_contain_text("shared with nobody")
    bob.is_told("no longer shares")
    bob.picture("ended")
    print("Bob is told that it is shared no more")


def main():
    """The whole story."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for screenshots")
    options = parser.parse_args()
    expect.set_options(timeout=PATIENCE_MS)
    axe = (install("axe") / "axe-core/axe.min.js").read_text()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        file = folder / "drive/home/ada/primes.ipynb"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(NOTEBOOK))
        with laboratory(folder, *accounts(folder, PEOPLE)) as said:
            browser = chromium(playwright)
            ada, bob = (Person(browser, name, options.pictures) for name in PEOPLE)
            try:
                ada.open(f"{said['url']}lab/tree/primes.ipynb")
                link = share(ada, axe)
                bob.open(link)
                edit(ada, bob, file)
                come_from_elsewhere(bob, link)
                comment(ada, bob, axe)
                withdraw(ada, bob)
            except Exception:
                ada.picture("failed-ada")
                bob.picture("failed-bob")
                raise
            assert not ada.problems + bob.problems, ada.problems + bob.problems
            browser.close()
    print("a notebook was shared, edited and commented in two browsers")


if __name__ == "__main__":
    main()
