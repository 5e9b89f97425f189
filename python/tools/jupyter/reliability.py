"""Nothing is lost, doubled or silent: what happens to a notebook in a browser when its connection, file or kernel fails.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER python reliability.py [NAME ...] [--no-sandbox]

Without names all of it is tried:

`cut`     the connection is cut for longer than a closed page is waited for, and for a moment: each line once
`deleted` the file is deleted on the disk while somebody types
`closed`  bytes that are not UTF-8 are printed when the page is closed, and by an execution of the server
`dead`    a kernel ends by itself: the page says why, no cell seems to run, and a button restarts it
`broken`  another program writes what is no notebook: the page says so, and what is typed is saved
`flood`   code that prints without end is limited, and interrupted from the menu

Each file that the server wrote is checked by nbformat. It needs the package playwright; with an image that has
jupyter-collaboration-ui and jupyter-docprovider, as Labora's own has, documents are shared. `LABORA_CHROMIUM` names a
Chromium other than Playwright's own.
"""

import argparse
import contextlib
import json
import os
import pathlib
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

from playwright.sync_api import expect, sync_playwright

from forwarder import Forwarder
from laboratory import chromium, laboratory

PATIENCE_MS = 60_000
LONG_CUT_SECONDS = 9
MEMORY_MIB = 400
"""The limit of a private machine."""


class Walk:
    """A server, a browser, and a notebook for each of its pages."""

    def __init__(self, folder, said, browser, has_sandbox):
        self.drive, self.url, self.token = folder / "drive", said["url"], said["token"]
        self.browser, self.has_sandbox = browser, has_sandbox
        self.problems = []

    def open(self, name, *sources, url=None):
        """Makes a notebook with these cells, and opens it in a new page."""
        empty = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
        cells = [empty | {"id": f"c{number}", "source": source} for number, source in enumerate(sources)]
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
        self.file(name).write_text(json.dumps(notebook))
        page = self.browser.new_context().new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.set_viewport_size({"width": 1200, "height": 800})
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        # In a workspace of its own, so that no other notebook opens with it.
        page.goto(f"{url or self.url}lab/workspaces/{name}/tree/{name}.ipynb?token={self.token}")
        page.locator(".jp-Notebook .jp-CodeCell .cm-content").nth(len(sources) - 1).wait_for()
        expect(page.locator(".labora-meters", has_text="ends in")).to_be_visible()
        # JupyterLab says that the server is out of reach, once or more, while the connection is cut.
        dialog = page.locator(".jp-Dialog", has_text="Server Connection Error")
        page.add_locator_handler(dialog, lambda: dialog.locator(".jp-Dialog-footer button").last.click())
        return page

    def file(self, name):
        """The file of a notebook."""
        return self.drive / f"{name}.ipynb"

    def cell(self, name, number=0):
        """A cell as the file has it, checked by nbformat."""
        check = "import nbformat, sys; nbformat.validate(nbformat.read(sys.argv[1], 4))"
        python = pathlib.Path(os.environ["LABORA_LAB_IMAGE"]) / "bin/python"
        subprocess.run([python, "-W", "ignore", "-c", check, self.file(name)], check=True)
        return json.loads(self.file(name).read_text())["cells"][number]

    def printed(self, name):
        """What the first cell has printed, as the file has it."""
        return "".join("".join(output.get("text", [])) for output in self.cell(name)["outputs"])

    def execute(self, code):
        """Lets the server run code in the only kernel there is."""
        headers = {"Authorization": f"Token {self.token}"}
        address = f"{self.url}api/kernels"
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
            kernel = json.load(answer)[-1]["id"]
        body = json.dumps({"code": code}).encode()
        with urllib.request.urlopen(urllib.request.Request(f"{address}/{kernel}/execute", body, headers)) as answer:
            return json.load(answer)["outputs"]


def run(page, number=0):
    """Runs a cell."""
    page.locator(".jp-CodeCell .jp-InputPrompt").nth(number).click()
    page.keyboard.press("Control+Enter")


def output(page, text):
    """The output with a text."""
    return page.locator(".jp-OutputArea-output", has_text=text).first


def type_at_end(page, text):
    """Types into the first cell."""
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Control+End")
    page.keyboard.type(text, delay=20)


def wait_for(what, holds):
    """Waits until something holds."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while not holds():
        assert time.monotonic() < end, what()
        time.sleep(0.2)


def cut(walk):
    """The connection of a page is cut while a cell prints."""
    for name, seconds in (("moment", 1), ("long", LONG_CUT_SECONDS)):
        port = urllib.parse.urlsplit(walk.url).port
        connection = Forwarder(port)
        lines = [str(line) for line in range(10 + 2 * seconds)]
        source = f"import time\nfor line in range({len(lines)}):\n    print(line, flush=True); time.sleep(0.6)"
        page = walk.open(name, source, url=walk.url.replace(f":{port}", f":{connection.port}"))
        run(page)
        output(page, "3\n").wait_for()
        connection.cut()
        time.sleep(seconds)
        connection.mend()
        expect(page.locator(".jp-InputPrompt", has_text="[1]:")).to_be_visible()
        shown = page.locator(".jp-OutputArea-output")
        wait_for(shown.all_inner_texts, lambda: "".join(shown.all_inner_texts()).split() == lines)
        # Nothing comes later, neither into the page nor into the file.
        time.sleep(4)
        page.keyboard.press("Control+s")
        wait_for(lambda: walk.printed(name), lambda: walk.printed(name).split() == lines)
        assert "".join(shown.all_inner_texts()).split() == lines, shown.all_inner_texts()
        page.reload()
        wait_for(shown.all_inner_texts, lambda: "".join(shown.all_inner_texts()).split() == lines)
        page.context.close()
        print(f"a connection was cut for {seconds} s: {len(lines)} lines are in page and file, each once")


def deleted(walk):
    """The file is deleted while somebody types."""
    page = walk.open("deleted", "first = 1")
    walk.file("deleted").unlink()
    type_at_end(page, "\nsecond = 2")
    page.keyboard.press("Control+s")
    expected = "first = 1\nsecond = 2"
    wait_for(lambda: "the file is there", lambda: walk.file("deleted").exists())
    time.sleep(4)
    type_at_end(page, "3")
    page.keyboard.press("Control+s")
    wait_for(lambda: walk.cell("deleted"), lambda: "".join(walk.cell("deleted")["source"]) == expected + "3")
    lines = page.locator(".jp-CodeCell .cm-line").all_inner_texts()
    assert "\n".join(lines) == expected + "3", lines
    page.context.close()
    print("a file that was deleted is there again, with what was typed")


def closed(walk):
    """Bytes that are no text are printed when nobody sees it."""
    said = "print('one', flush=True); time.sleep({}); print('caf\\udce9 two', flush=True); print('three')"
    page = walk.open("closed", "import time; " + said.format(7))
    run(page)
    output(page, "one").wait_for()
    page.context.close()
    wait_for(lambda: walk.printed("closed"), lambda: walk.printed("closed") == "one\ncaf\ufffd two\nthree\n")
    outputs = walk.execute("import time; " + said.format(0))
    assert outputs == [{"output_type": "stream", "name": "stdout", "text": "one\ncaf\ufffd two\nthree\n"}], outputs
    print("what is not UTF-8 is in the file as an open page shows it")


def dead(walk):
    """Kernels end by themselves."""
    ends = [("os._exit(3)", "exit status: 3"), ("ctypes.string_at(0)", "segmentation fault")]
    if walk.has_sandbox:
        ends.append((f"x = bytearray({MEMORY_MIB} << 22)", "more memory than its limit"))
    page = walk.open("dead", "import ctypes, os, time; time.sleep(3)", "print('again')")
    for code, reason in ends:
        type_at_end(page, f"; {code}")
        # The second one waits for the first.
        page.keyboard.press("Shift+Enter")
        page.keyboard.press("Shift+Enter")
        expect(page.locator(".jp-InputPrompt", has_text="*")).to_have_count(2)
        dialog = page.locator(".jp-Dialog", has_text="The runtime has ended")
        expect(dialog).to_contain_text(reason)
        expect(page.locator(".jp-InputPrompt", has_text="*")).to_have_count(0)
        dialog.get_by_role("button", name="Restart").click()
        expect(page.locator(".labora-meters", has_text="ends in")).to_be_visible()
        run(page, 1)
        output(page, "again").wait_for()
        page.locator(".jp-CodeCell .cm-content").first.click()
        page.keyboard.press("Control+a")
        page.keyboard.type("import ctypes, os, time; time.sleep(3)")
        print(f"{code}: the page says {reason!r}, and has another runtime")
    page.context.close()


def broken(walk):
    """Another program writes what is no notebook."""
    for content in ('{"cells": [', ""):
        page = walk.open("broken", "first = 1")
        is_shared = page.locator(".jp-Notebook").count() and walk.is_shared
        walk.file("broken").write_text(content)
        type_at_end(page, "\nsecond = 2")
        if is_shared:
            page.locator(".Toastify__toast", has_text="is not saved").first.wait_for()
        else:
            page.keyboard.press("Control+s")
            # The page asks whether it may write over what somebody else wrote.
            page.locator(".jp-Dialog").get_by_role("button", name="Overwrite").click()

        def is_saved():
            with contextlib.suppress(ValueError, subprocess.CalledProcessError):
                return "".join(walk.cell("broken")["source"]) == "first = 1\nsecond = 2"

        wait_for(walk.file("broken").read_text, is_saved)
        if is_shared and content:
            assert (walk.drive / "broken-unreadable.ipynb").read_text() == content
            page.locator(".Toastify__toast", has_text="is saved again").first.wait_for()
        page.context.close()
    print("what was typed is saved though another program broke the file, and the page said so")


def flood(walk):
    """Code that prints without end."""
    page = walk.open("flood", "while True: print('OK')")
    run(page)
    output(page, "IOPub data rate exceeded").wait_for()
    begin = time.monotonic()
    page.locator(".lm-MenuBar-itemLabel", has_text="Runtime").click()
    page.locator(".lm-Menu-itemLabel", has_text="Interrupt execution").click()
    output(page, "KeyboardInterrupt").wait_for()
    print(f"code that prints without end is limited, and was interrupted after {time.monotonic() - begin:.1f} s")
    page.context.close()


WALKS = {"cut": cut, "deleted": deleted, "closed": closed, "dead": dead, "broken": broken, "flood": flood}


def main():
    """Starts a server and a browser, and walks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[[], *WALKS], help="what is tried")
    parser.add_argument("--no-sandbox", action="store_true", help="runs notebooks with all rights of this user")
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for screenshots of what fails")
    options = parser.parse_args()
    expect.set_options(timeout=PATIENCE_MS)
    arguments = ["--no-sandbox"] if options.no_sandbox else ["--memory", str(MEMORY_MIB)]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        for name in options.names or WALKS:
            place = folder / name
            place.mkdir()
            with laboratory(place, *arguments) as said:
                browser = chromium(playwright)
                walk = Walk(place, said, browser, not options.no_sandbox)
                extensions = pathlib.Path(os.environ["LABORA_LAB_IMAGE"]) / "share/jupyter/labextensions/@jupyter"
                walk.is_shared = (extensions / "docprovider-extension").is_dir()
                try:
                    WALKS[name](walk)
                except Exception:
                    for number, page in enumerate(page for context in browser.contexts for page in context.pages):
                        if options.pictures:
                            page.screenshot(path=options.pictures / f"failed-{name}-{number}.png")
                    raise
                # Stock JupyterLab leaves requests of the time of a cut, and of a kernel that ended, without a handler.
                expected = ("Failed to fetch", "Canceled", "Kernel", "Cancel")
                unexpected = [problem for problem in walk.problems if not problem.startswith(expected)]
                assert not unexpected, unexpected
                browser.close()


if __name__ == "__main__":
    main()
