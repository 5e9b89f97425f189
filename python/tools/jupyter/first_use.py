"""The first use of the laboratory, timed: one command in an empty home, and a browser.

    python first_use.py --labora target/release/labora [--path FOLDER] [--wheel FILE] [--pictures DIR]

`labora lab` starts with an empty environment and an empty home, and makes its image. Chromium opens the address that it
prints, chooses *Keras on TPU* in the launcher, and runs all cells until the first epoch is over; then the server is
ended, and started again without a network. `--path` is a folder that comes first in the search path, such as that of
Python 3.12. CIFAR-10 is not downloaded unless Keras can; the notebook draws images instead.

It needs the package playwright. `LABORA_CHROMIUM` names a Chromium other than Playwright's own, and
`LABORA_CHROMIUM_LIBRARIES` the folder of its libraries.
"""

import argparse
import contextlib
import os
import pathlib
import subprocess
import tempfile
import time

from playwright.sync_api import sync_playwright

from laboratory import chromium

HOUR_MS = 3_600_000
# What a server in a network of its own is started by: only the loopback is there.
ALONE = ["unshare", "--net", *["--map-root-user"] * (os.geteuid() != 0)]
ALONE += ["sh", "-c", 'ip link set lo up; exec "$@"', "sh"]


class Watch:
    """Says how long each part took."""

    def __init__(self):
        self.begin = self.last = time.monotonic()

    def say(self, part):
        """The end of a part."""
        now = time.monotonic()
        print(f"{part}: {now - self.last:.1f} s ({(now - self.begin) / 60:.1f} min in all)", flush=True)
        self.last = now


@contextlib.contextmanager
def started(command, home, path, before=()):
    """A server until the end of the block, and the address that it prints; its words are in `home/said.txt`."""
    # `--listen` is not needed where the usual port is free.
    command = [*before, *command, "--listen", "127.0.0.1:0", "--no-browser"]
    environment = {"HOME": str(home), "PATH": path}
    with open(home / "said.txt", "a", encoding="utf-8") as said:
        process = subprocess.Popen(
            command, cwd=home, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said, text=True
        )
        try:
            address = process.stdout.readline().strip()
            assert address.startswith("http"), (home / "said.txt").read_text()
            yield address
        finally:
            process.terminate()
            process.wait(60)


def train(page, address, watch, picture):
    """From the address to the first epoch."""
    page.goto(address)
    card = page.locator(".jp-LauncherCard", has_text="Keras on TPU")
    card.wait_for()
    picture("launcher")
    watch.say("the page with the launcher")
    card.click()
    page.locator(".labora-meters", has_text="TPU").wait_for()
    watch.say("the notebook with its runtime")
    page.click(".lm-MenuBar-item >> text=Runtime")
    page.locator(".lm-Menu-item", has_text="Run all").first.click()
    page.locator(".jp-OutputArea-output", has_text="TPU worker:").wait_for()
    watch.say("the first output")
    output = page.locator(".jp-OutputArea-output", has_text="Epoch 2/50")
    output.wait_for(timeout=HOUR_MS)
    watch.say("the first epoch, after the libraries' imports and the data")
    output.evaluate("output => output.scrollIntoView({block: 'end'})")
    picture("epoch")


def main():
    """Both starts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--labora", required=True, type=pathlib.Path, help="the command labora, beside labora-lab")
    parser.add_argument("--path", type=pathlib.Path, help="folder that comes first in the search path")
    parser.add_argument("--wheel", type=pathlib.Path, help="labora lab --wheel")
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for screenshots")
    options = parser.parse_args()
    path = ":".join([*([str(options.path)] if options.path else []), "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"])
    command = [str(options.labora.resolve()), "lab"]
    if options.wheel:
        command += ["--wheel", str(options.wheel.resolve())]
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        home = pathlib.Path(home)
        watch = Watch()
        with started(command, home, path) as address:
            watch.say("the image, until the address is printed")
            browser = chromium(playwright)
            page = browser.new_page(viewport={"width": 1280, "height": 800})

            def picture(name):
                if options.pictures:
                    page.screenshot(path=options.pictures / f"lab-first-{name}.png")

            watch.last = time.monotonic()
            try:
                train(page, address, watch, picture)
            except Exception:
                picture("failed")
                raise
            browser.close()
        size = subprocess.check_output(["du", "-sm", home / ".cache"], text=True).split()[0]
        print(f"the cache has {size} MiB")
        watch = Watch()
        with started(command, home, path, ALONE):
            watch.say("a later start without a network, until the address is printed")


if __name__ == "__main__":
    main()
