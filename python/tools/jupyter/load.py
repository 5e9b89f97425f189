"""Trials of `labora-lab` at a size: a folder of many notebooks, many runtimes at once, and a server that is killed.

    LABORA_LAB=target/release/labora-lab LABORA_LAB_IMAGE=FOLDER python load.py list|runtimes|kill

`list` times the listing of 10,000 notebooks. `runtimes` starts 30 private machines at once, runs a cell in each, and
sums what they use. `kill` kills the server with SIGKILL while notebooks are saved and cells run, 10 times, and reads
every notebook afterwards. Only Python's own library is needed.
"""

import concurrent.futures
import contextlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

TOKEN = "0123456789abcdef0123456789abcdef"
NOTEBOOKS = 10_000
RUNTIMES = 30
KILLS = 10


class Server:
    """A server as a process."""

    def __init__(self, folder):
        command = [os.environ["LABORA_LAB"], "--listen", "127.0.0.1:0", "--json", "--log-level", "error"]
        command += ["--image", os.environ["LABORA_LAB_IMAGE"], "--drive", folder / "drive", "--state", folder / "state"]
        environment = os.environ | {"LABORA_LAB_TOKEN": TOKEN}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        self.url = json.loads(self.process.stdout.readline())["url"]

    def call(self, method, path, body=None):
        """A request; the JSON of its answer."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"token {TOKEN}"}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=300) as answer:
            text = answer.read()
            return json.loads(text) if text else None

    def end(self):
        """Ends it as a user does."""
        self.process.terminate()
        self.process.wait(60)


def notebook(text):
    """A notebook with one cell."""
    output = {"output_type": "stream", "name": "stdout", "text": text}
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "execution_count": 1, "outputs": [output], "source": text}
    return {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def trial_list(folder):
    """The listing of a folder of many notebooks."""
    for number in range(NOTEBOOKS):
        (folder / "drive" / f"n{number}.ipynb").write_text(json.dumps(notebook("x")))
    server = Server(folder)
    times = []
    for _ in range(7):
        start = time.perf_counter()
        found = len(server.call("GET", "api/contents?content=1")["content"])
        times.append(time.perf_counter() - start)
    server.end()
    assert found == NOTEBOOKS, found
    print(f"{NOTEBOOKS} notebooks are listed in {1000 * sorted(times)[3]:.0f} ms (median of 7, with reading the JSON)")


def trial_runtimes(folder):
    """Many private machines at once."""
    server = Server(folder)

    def start(number):
        kernel = server.call("POST", "api/kernels", {"name": "python3"})["id"]
        done = server.call("POST", f"api/kernels/{kernel}/execute", {"code": f"print({number} + 1)"})
        return done["outputs"][0]["text"] == f"{number + 1}\n"

    begin = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(RUNTIMES) as pool:
        well = sum(pool.map(start, range(RUNTIMES)))
    seconds = time.perf_counter() - begin
    begin = time.perf_counter()
    models = server.call("GET", "api/labora/runtimes")
    listed = time.perf_counter() - begin
    memory = sum(model["memory"]["used"] for model in models) / len(models) / 2**20
    server.end()
    assert well == RUNTIMES, well
    print(f"{RUNTIMES} runtimes at once: each has run a cell after {seconds:.1f} s; {memory:.0f} MiB of memory each; "
          f"all are listed in {1000 * listed:.0f} ms")


def trial_kill(folder):
    """A server that is killed while it works."""
    saved = 0
    for trial in range(KILLS):
        server = Server(folder)
        kernel = server.call("POST", "api/kernels", {"name": "python3"})["id"]
        counts = [0] * 4

        def work(number):
            with contextlib.suppress(OSError, urllib.error.URLError, ConnectionError, ValueError):
                while True:
                    content = notebook(f"{trial} {number} {counts[number]} " + "x" * random.randrange(100_000))
                    server.call("PUT", f"api/contents/n{number}.ipynb", {"type": "notebook", "content": content})
                    counts[number] += 1

        def run():
            with contextlib.suppress(OSError, urllib.error.URLError, ConnectionError, ValueError):
                server.call("POST", f"api/kernels/{kernel}/execute", {"code": "import time; time.sleep(60)"})

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        threads.append(threading.Thread(target=run))
        for thread in threads:
            thread.start()
        time.sleep(random.uniform(0.5, 2))
        server.process.kill()
        server.process.wait()
        for thread in threads:
            thread.join()
        for number, count in enumerate(counts):
            # The last save that was answered, or one that was not.
            text = json.loads((folder / "drive" / f"n{number}.ipynb").read_text())["cells"][0]["source"]
            words = (text if isinstance(text, str) else "".join(text)).split()
            assert int(words[0]) == trial and int(words[2]) in (count - 1, count), (words[:3], count)
        saved += sum(counts)
    print(f"a server was killed {KILLS} times during {saved} saves: every notebook is whole and the last one saved")


def main():
    """Runs a trial."""
    if len(sys.argv) != 2 or sys.argv[1] not in ("list", "runtimes", "kill"):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "drive").mkdir()
        globals()[f"trial_{sys.argv[1]}"](folder)


if __name__ == "__main__":
    main()
