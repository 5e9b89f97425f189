"""Opens stock JupyterLab on `labora-lab` in a real browser, and does with the article's notebook what a user does.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER python browser.py [--pictures DIR] [--no-sandbox]

The notebook is opened from the launcher, gets its TPU by Runtime > Change runtime type, and all of its cells run, with
few steps. Then a page is closed while a cell runs, and opened again; the runtime is restarted, which erases its disk
and leaves the drive. Each step says what it saw. Programs run in sandboxes, as they do for users.

With `--whole "Keras on TPU"` or `--whole Fashion-MNIST` all cells of that example run as the launcher gives them, with
all epochs on real pictures: `--data` is the folder of `labora lab --data`. Keras downloads CIFAR-10 or has its archive
there; a folder `cifar-10-batches-bin` with the binary version is read by a cell that is added. How far it is, is said
six times a minute, and `--keep FILE` is the notebook in the end.

It needs the package playwright. `LABORA_CHROMIUM` names a Chromium other than Playwright's own, and
`LABORA_CHROMIUM_LIBRARIES` the folder of its libraries.
"""

import argparse
import json
import pathlib
import re
import shutil
import tempfile
import time
from typing import NamedTuple

from playwright.sync_api import sync_playwright

from laboratory import chromium, laboratory

PATIENCE_MS = 120_000
FEW_STEPS = {"epochs": 2, "pictures": 256, "batch_size": 128}
MARK = "import os; print('left' if os.path.exists('/tmp/mark') else 'erased', os.path.exists('cifar10.weights.h5'))"


class Example(NamedTuple):
    """A notebook of the launcher that trains."""

    # What the pictures are called.
    name: str
    file: str
    # What its last cells print.
    last: str
    # A part of the cell below which one is added that reads CIFAR-10.
    imports: str = ""
    # Cells that are run afterwards, each with what it prints.
    then: tuple = ()


EXAMPLES = {
    "Keras on TPU": Example(
        "article",
        "keras_on_tpu.ipynb",
        "recognized as",
        "import cifar10",
        (
            (
                "found = cpu_model.predict(x_test, batch_size=1000, verbose=0).argmax(-1)\n"
                "print(f\"accuracy on {len(x_test)} test pictures: {np.mean(found == y_test[:, 0]):.1%}\")",
                "test pictures",
            ),
        ),
    ),
    "Fashion-MNIST": Example("fashion", "fashion_mnist.ipynb", "test pictures"),
}
BINARY = """# CIFAR-10 in its binary version; Keras reads that of Python.
import pathlib

def rows(*names):
    folder = pathlib.Path.home() / ".keras/cifar-10-batches-bin"
    all = np.concatenate([np.fromfile(folder / f"{name}.bin", np.uint8) for name in names]).reshape(-1, 3073)
    return all[:, 1:].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1), all[:, :1]

cifar10.load_data = lambda: (rows(*[f"data_batch_{part}" for part in range(1, 6)]), rows("test_batch"))"""
# How long all epochs may take.
HOURS = 12


class User:
    """A page with its pictures."""

    def __init__(self, page, drive, pictures, file="keras_on_tpu.ipynb"):
        self.page, self.drive, self.pictures, self.file = page, drive, pictures, file
        self.problems = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.problems.append(str(error)))

    def picture(self, name):
        """A screenshot, if they are asked for."""
        if self.pictures:
            self.page.screenshot(path=self.pictures / f"lab-{name}.png")

    def menu(self, label):
        """Chooses an item of the menu Runtime."""
        self.page.click(".lm-MenuBar-item >> text=Runtime")
        item = self.page.locator(".lm-Menu-item", has_text=label).first
        item.wait_for()
        item.click()

    def press(self, label):
        """Presses a button of the dialog."""
        self.page.click(f".jp-Dialog-button >> text={label}")

    def wait_for(self, text):
        """Waits for an output."""
        self.page.locator(".jp-OutputArea-output", has_text=text).first.wait_for()

    def notebook(self):
        """The notebook as it is saved."""
        return json.loads((self.drive / self.file).read_text())

    def printed(self):
        """What all cells printed, as it is saved; none of them failed."""
        outputs = [output for cell in self.notebook()["cells"] for output in cell.get("outputs", [])]
        failed = [output for output in outputs if output["output_type"] == "error"]
        assert not failed, "\n".join(failed[0]["traceback"])
        return "".join("".join(output["text"]) for output in outputs if output["output_type"] == "stream")

    def show_end(self, text):
        """Scrolls to the last line of an output."""
        output = self.page.locator(".jp-OutputArea-output", has_text=text).first
        output.evaluate("output => output.scrollIntoView({block: 'end'})")

    def run_last(self, code):
        """Runs code in a new cell at the end."""
        self.add(self.page.locator(".jp-Notebook-cell.jp-CodeCell").last, code)
        self.page.keyboard.press("Control+Enter")

    def add(self, cell, code):
        """Adds a cell of code below another; it has the cursor."""
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("b")
        # The new cell is the active one.
        self.page.keyboard.press("Enter")
        self.page.keyboard.insert_text(code)


def open_example(user, said, title="Keras on TPU"):
    """The launcher's card."""
    user.page.goto(said["login_url"])
    assert "token" not in user.page.url, user.page.url
    user.page.locator(".jp-LauncherCard", has_text=title).click()
    user.page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    user.page.locator(".labora-meters", has_text="TPU").wait_for()
    print("opened from the launcher; its metadata give it a TPU")


def whole(user, said, title, data):
    """All cells of an example, with all epochs."""
    example = EXAMPLES[title]
    open_example(user, said, title)
    user.picture(f"{example.name}-start")
    if example.imports and (data / "cifar-10-batches-bin").is_dir():
        user.add(user.page.locator(".jp-CodeCell", has_text=example.imports).first, BINARY)
    begin, is_shown = time.monotonic(), False
    user.menu("Run all")
    while example.last not in (printed := user.printed()):
        seconds = time.monotonic() - begin
        assert seconds < HOURS * 3600, f"{title} is not done after {HOURS} hours"
        epochs = re.findall(r"Epoch (\d+)/(\d+)", printed)
        accuracy = re.findall(r"accuracy: ([\d.]+)", printed)
        epoch = "/".join(epochs[-1]) if epochs else "-"
        print(f"{seconds / 60:.1f} min: epoch {epoch}, accuracy {accuracy[-1:]}", flush=True)
        if epochs and 2 * int(epochs[-1][0]) > int(epochs[-1][1]) and not is_shown:
            is_shown = True
            user.show_end("Epoch")
            user.picture(f"{example.name}-during")
        user.page.wait_for_timeout(10_000)
    minutes = (time.monotonic() - begin) / 60
    user.show_end("Epoch")
    user.picture(f"{example.name}-trained")
    user.show_end(example.last)
    user.picture(f"{example.name}-done")
    for code, last in example.then:
        user.run_last(code)
        user.wait_for(last)
    user.page.keyboard.press("Control+s")
    for last in [example.last, *(last for _, last in example.then)]:
        while last not in (printed := user.printed()):
            user.page.wait_for_timeout(1000)
    accuracy = re.findall(r"accuracy: ([\d.]+)", printed)[-1]
    print(f"{title}: all cells in {minutes:.1f} minutes; accuracy {accuracy} in training;", printed.splitlines()[-1])


def change_type(user):
    """To no accelerator, and back to the TPU."""
    for name, shown in (("NONE", "CPU"), ("TPU", "TPU")):
        user.menu("Change runtime type")
        gpu = user.page.locator(".labora-absent", has_text="GPU")
        assert gpu.locator("input").is_disabled() and "no GPU" in gpu.text_content()
        user.page.locator(f".labora-types input[value={name}]").check()
        if name == "TPU":
            user.picture("runtime-type")
        user.press("Save")
        user.press("Erase and change")
        user.page.locator(".labora-meters", has_text=shown).wait_for()
    print("changed to no accelerator and back; GPU is greyed with its reason")


def run_all(user):
    """All cells, with few steps; the last one sends a file to the browser."""
    for name, value in FEW_STEPS.items():
        field = user.page.locator(".labora-form label", has_text=name).locator("input")
        field.fill(str(value))
        field.press("Tab")
    user.picture("form")
    user.page.keyboard.press("Control+s")
    for _ in range(100):
        source = "".join(user.notebook()["cells"][1]["source"])
        if all(f"{name} = {value}  #@param" in source for name, value in FEW_STEPS.items()):
            break
        user.page.wait_for_timeout(200)
    else:
        raise AssertionError(source)
    print("the fields of the form are in the cell:", source.splitlines()[1:])
    with user.page.expect_download(timeout=PATIENCE_MS) as expected:
        user.menu("Run all")
    download = expected.value
    sent = pathlib.Path(download.path()).read_bytes()
    assert download.suggested_filename == "cifar10.weights.h5"
    assert sent == (user.drive / "cifar10.weights.h5").read_bytes()
    print(f"files.download: {download.suggested_filename}, {len(sent)} bytes, as in the drive")
    user.wait_for("recognized as")
    user.page.locator(".jp-OutputArea-output", has_text="recognized as").first.scroll_into_view_if_needed()
    user.picture("trained")
    user.page.keyboard.press("Control+s")


def close_and_open(user, browser, said):
    """A page is closed while its last cell runs."""
    user.run_last("import time\nfor i in range(12):\n    print('line', i, flush=True)\n    time.sleep(1)")
    user.wait_for("line 1")
    user.page.keyboard.press("Control+s")
    user.page.wait_for_timeout(1000)
    context = user.page.context
    user.page.close()
    page = context.new_page()
    again = User(page, user.drive, user.pictures)
    page.wait_for_timeout(6000)
    page.goto(said["url"] + "lab/tree/keras_on_tpu.ipynb")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    again.wait_for("line 11")
    output = again.notebook()["cells"][-1]["outputs"][0]["text"]
    assert output == [f"line {i}\n" for i in range(12)], output
    again.picture("outputs")
    print("a page was closed while a cell ran: its outputs are in the notebook, and in the page that was opened again")
    return again


def restart(user):
    """Erases the runtime's disk, and not the drive."""
    user.run_last("open('/tmp/mark', 'w').close(); print('marked')")
    user.wait_for("marked")
    user.menu("Restart runtime")
    user.press("Restart")
    user.page.wait_for_timeout(2000)
    user.run_last(MARK)
    user.wait_for("erased True")
    print("a restart erased the runtime's disk; the drive's file stayed")
    user.menu("Disconnect and delete runtime")
    user.press("Delete")
    user.page.locator(".labora-meters", has_text="no runtime").wait_for()
    print("the runtime was deleted")


def walk(user, browser, said):
    """What a user does with the article's notebook; the page in the end."""
    open_example(user, said)
    user.picture("notebook")
    change_type(user)
    run_all(user)
    user = close_and_open(user, browser, said)
    restart(user)
    print("the article's notebook was opened, trained on its TPU, and its runtime ended, in a browser")
    return user


def main():
    """Starts a server and a browser."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for screenshots")
    parser.add_argument("--no-sandbox", action="store_true", help="runs the notebook with all rights of this user")
    parser.add_argument("--whole", choices=EXAMPLES, help="an example that runs as it is, instead of the walk")
    parser.add_argument("--data", type=pathlib.Path, help="folder of data sets for --whole")
    parser.add_argument("--keep", type=pathlib.Path, help="file that the notebook of --whole is copied to in the end")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        with laboratory(folder, *["--no-sandbox"] * options.no_sandbox, data=options.data) as said:
            browser = chromium(playwright)
            print("browser: Chromium", browser.version)
            context = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
            user = User(context.new_page(), folder / "drive", options.pictures)
            try:
                if options.whole:
                    user.file = EXAMPLES[options.whole].file
                    whole(user, said, options.whole, options.data or folder)
                    if options.keep:
                        shutil.copyfile(user.drive / user.file, options.keep)
                else:
                    user = walk(user, browser, said)
            except Exception:
                user.picture("failed")
                raise
            assert not user.problems, user.problems
            browser.close()


if __name__ == "__main__":
    main()
