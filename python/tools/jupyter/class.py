"""A class in real browsers: a teacher and two students on one `labora-lab` with accounts.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER python class.py [--pictures DIR]

The teacher hands a notebook out, both students solve it in stock JupyterLab, the teacher sees their runtimes, says
something to all, stops one, and collects the copies. One student has forgotten the password, gets a new one of the
teacher, and chooses another. Each step says what it saw. Programs run in sandboxes, as they do
for users.

It needs the package playwright. `LABORA_CHROMIUM` names a Chromium other than Playwright's own, and
`LABORA_CHROMIUM_LIBRARIES` the folder of its libraries.
"""

import argparse
import contextlib
import json
import pathlib
import tempfile

from playwright.sync_api import expect, sync_playwright

from laboratory import accounts, chromium, laboratory, password_of

PATIENCE_MS = 120_000
PEOPLE = {"tess": "teacher", "ada": "student", "bob": "student"}
TASK = {
    "cells": [
        {"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# Week 1\n", "Add the numbers to 100."]},
        {
            "cell_type": "code",
            "execution_count": None,
            "id": "b",
            "metadata": {},
            "outputs": [],
            "source": ["print(sum(range(101)))"],
        },
    ],
    "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, browser, url, name, pictures):
        self.name, self.url, self.pictures, self.problems = name, url, pictures, []
        self.page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def picture(self, name):
        """A screenshot, if they are asked for."""
        if self.pictures:
            self.page.screenshot(path=self.pictures / f"class-{name}.png")

    def log_in(self, path, password=None):
        """Opens a page by the login."""
        self.page.goto(self.url + path)
        if self.name == "tess":
            self.picture("login")
        self.page.fill("input[name=name]", self.name)
        self.page.fill("input[name=password]", password or password_of(self.name))
        self.page.click("button")
        self.page.wait_for_url(self.url + path)

    def solve(self):
        """Opens the notebook and runs its cells."""
        self.log_in("lab/tree/week1.ipynb")
        self.page.wait_for_selector(".jp-Notebook .jp-CodeCell")
        expect(self.page.locator(".jp-FileBrowser")).to_contain_text("shared")
        self.page.click(".lm-MenuBar-item >> text=Runtime")
        self.page.locator(".lm-Menu-item", has_text="Run all").first.click()
        expect(self.page.locator(".jp-OutputArea-output").first).to_contain_text("5050", timeout=PATIENCE_MS)
        self.page.keyboard.press("Control+s")

    def log_out(self):
        """By the menu File."""
        self.page.click(".lm-MenuBar-item >> text=File")
        expect(self.page.locator("[data-command='labora:class']")).to_have_count(0)
        self.page.click("[data-command='labora:log-out']")
        self.page.wait_for_selector("input[name=password]")


def teach(tess, students, drive):
    """What the teacher does on the page."""
    page = tess.page
    page.fill("#hand-out input", "shared/week1.ipynb")
    page.click("#hand-out button")
    expect(page.locator("#status")).to_contain_text("2 copies: ada: week1.ipynb, bob: week1.ipynb")
    print("handed out:", page.locator("#status").text_content())
    for student in students:
        student.solve()
        print(f"{student.name} ran the notebook")
    page.reload()
    for student in students:
        expect(page.locator("#runtimes tr", has_text=student.name)).to_contain_text("week1.ipynb")
        expect(page.locator("#people tr", has_text=student.name)).to_contain_text("127.0.0.1")
    page.fill("#message textarea", "Five more minutes.")
    page.click("#message button")
    # The page of a student that is not open hears nothing.
    expect(page.locator("#status")).to_contain_text("shown in 2 open pages")
    for student in students:
        expect(student.page.locator(".Toastify")).to_contain_text("tess: Five more minutes.")
    # The notification moves into the page.
    students[0].page.wait_for_timeout(1500)
    students[0].picture("student")
    print("both students see the message")
    for student in students:
        notebook = drive / "home" / student.name / "week1.ipynb"
        for _ in range(100):
            if "5050" in notebook.read_text():
                break
            page.wait_for_timeout(100)
    page.fill("#collect input", "week1.ipynb")
    page.click("#collect button")
    expect(page.locator("#status")).to_contain_text("2 copies are in collected/week1/")
    tess.picture("teacher")
    copies = sorted((drive / "home/tess/collected/week1").glob("*/*.ipynb"))
    assert [copy.name for copy in copies] == ["ada.ipynb", "bob.ipynb"], copies
    assert all("5050" in copy.read_text() for copy in copies)
    print("collected:", page.locator("#status").text_content())
    row = page.locator("#runtimes tr", has_text="bob")
    row.locator("button").click()
    expect(row).to_have_count(0)
    expect(students[1].page.locator(".Toastify")).to_contain_text("Your runtime was stopped: week1.ipynb")
    print("bob's runtime was stopped, and he is told so")
    students[0].log_out()
    print("ada logged out by the menu File")


def change_passwords(tess, bob):
    """A student who has forgotten the password gets a new one, and chooses another."""
    tess.page.once("dialog", lambda dialog: dialog.accept())
    tess.page.locator("#people tr", has_text="bob").locator("button").click()
    status = tess.page.locator("#status")
    expect(status).to_contain_text("The new password of bob")
    given, chosen = status.text_content().split()[-1], "a password of his own"
    bob.log_in("lab", given)
    bob.page.goto(bob.url + "password")
    for name, value in (("password", given), ("new", chosen), ("again", chosen)):
        bob.page.fill(f"input[name={name}]", value)
    bob.picture("password")
    bob.page.click("button")
    expect(bob.page.locator("[role=status]")).to_contain_text("Your password was changed.")
    bob.log_in("lab", chosen)
    print("bob got a new password, and chose another, with which he is logged in")


@contextlib.contextmanager
def server(folder):
    """A server with accounts; its address."""
    (folder / "drive/shared").mkdir(parents=True)
    (folder / "drive/shared/week1.ipynb").write_text(json.dumps(TASK))
    with laboratory(folder, *accounts(folder, PEOPLE)) as said:
        yield said["url"]


def main():
    """Starts a server and three browsers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for screenshots")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        with server(folder) as url:
            browser = chromium(playwright)
            print("browser: Chromium", browser.version)
            tess, *students = [Person(browser, url, name, options.pictures) for name in PEOPLE]
            try:
                tess.log_in("teacher")
                teach(tess, students, folder / "drive")
                change_passwords(tess, students[1])
            except Exception:
                for person in (tess, *students):
                    person.picture(f"failed-{person.name}")
                raise
            problems = [problem for person in (tess, *students) for problem in person.problems]
            assert not problems, problems
            browser.close()
    print("a class was taught in three browsers")


if __name__ == "__main__":
    main()
