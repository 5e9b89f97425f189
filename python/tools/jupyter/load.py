"""Trials of `labora-lab` at a size: many notebooks, runtimes and pages, a large file, and a server that is killed.

    LABORA_LAB=target/release/labora-lab LABORA_LAB_IMAGE=FOLDER python load.py list|runtimes|sockets|upload|kill

`list` times the listing of 10,000 notebooks. `runtimes` starts 30 private machines, one after the other and at once,
runs a cell in each, and sums what they use. `sockets` has 50 pages of one notebook whose cell sends 100 messages in a
second to each, and counts what arrives. `upload` sends a file of 2 GiB in the parts in which JupyterLab does. `kill`
kills the server with SIGKILL while notebooks are saved and cells run, 20 times, reads every notebook afterwards, and
looks for the kernels of all servers before. `sockets` needs the package aiohttp, the others Python's own library.
"""

import asyncio
import base64
import concurrent.futures
import contextlib
import hashlib
import http.client
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
import urllib.parse
import urllib.request

TOKEN = "0123456789abcdef0123456789abcdef"
NOTEBOOKS = 10_000
RUNTIMES = 30
SOCKETS = 50
MESSAGES, PER_SECOND = 1000, 100
KILLS = 20
UPLOADED, PART = 2 << 30, 1 << 20


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

    def use(self):
        """The MiB of memory that the server itself has, and the seconds of processors that it took."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        memory = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
        return memory / 1024, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

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
    _, before = server.use()
    for _ in range(7):
        start = time.perf_counter()
        found = len(server.call("GET", "api/contents?content=1")["content"])
        times.append(time.perf_counter() - start)
    _, after = server.use()
    server.end()
    assert found == NOTEBOOKS, found
    print(
        f"{NOTEBOOKS} notebooks are listed in {1000 * sorted(times)[3]:.0f} ms (median of 7, with reading the JSON), "
        f"of which the server takes {1000 * (after - before) / 7:.0f} ms of a processor"
    )


def trial_runtimes(folder):
    """Many private machines, one after the other and at once."""
    server = Server(folder)
    idle, _ = server.use()

    def start(number):
        begin = time.perf_counter()
        kernel = server.call("POST", "api/kernels", {"name": "python3"})["id"]
        done = server.call("POST", f"api/kernels/{kernel}/execute", {"code": f"print({number} + 1)"})
        assert done["outputs"][0]["text"] == f"{number + 1}\n", done
        return kernel, time.perf_counter() - begin

    # The first one reads the image from the disk.
    for kernel, _ in (alone := [start(number) for number in range(6)]):
        server.call("DELETE", f"api/kernels/{kernel}")
    with concurrent.futures.ThreadPoolExecutor(RUNTIMES) as pool:
        times = sorted(seconds for _, seconds in pool.map(start, range(RUNTIMES)))
    begin = time.perf_counter()
    models = server.call("GET", "api/labora/runtimes")
    listed = time.perf_counter() - begin
    memory = sum(model["memory"]["used"] for model in models) / len(models) / 2**20
    full, _ = server.use()
    server.end()
    print(f"one runtime: its first result after {sorted(seconds for _, seconds in alone[1:])[2]:.2f} s (median of 5)")
    print(
        f"{RUNTIMES} runtimes at once: first results after {times[len(times) // 2]:.1f} s in the middle, "
        f"{times[int(0.95 * len(times))]:.1f} s for 95 %, {times[-1]:.1f} s for all; listed in {1000 * listed:.0f} ms"
    )
    print(
        f"memory: server {idle:.0f} MiB without runtimes, {full:.0f} MiB with {RUNTIMES}; "
        f"{memory:.0f} MiB for each runtime"
    )


def trial_sockets(folder):
    """Many pages of one notebook, each of which gets all messages."""
    server = Server(folder)
    kernel = server.call("POST", "api/kernels", {"name": "python3"})["id"]
    server.call("POST", f"api/kernels/{kernel}/execute", {"code": "1"})
    code = (
        "import time\nfrom IPython.display import display\nbegin = time.time()\n"
        f"for number in range({MESSAGES}):\n"
        f"    time.sleep(max(0, begin + number / {PER_SECOND} - time.time()))\n"
        "    display({'text/plain': f'{number} {time.time()}'}, raw=True)"
    )
    _, before = server.use()
    delays, count = asyncio.run(receive(server, kernel, code))
    memory, after = server.use()
    server.end()
    print(
        f"{SOCKETS} WebSockets, {PER_SECOND} messages in a second for each, {MESSAGES} in all: none lost, in order; "
        f"{1000 * delays[len(delays) // 2]:.1f} ms until they arrive, "
        f"{1000 * delays[int(0.99 * len(delays))]:.0f} ms for 99 % "
        f"({count} received); the server took {after - before:.1f} s of a processor, and has {memory:.0f} MiB"
    )


async def receive(server, kernel, code):
    """Opens all WebSockets, runs the code, and reads its messages: how long each took, sorted, and their number."""
    import aiohttp

    delays = []

    async def read(socket):
        expected = 0
        async for frame in socket:
            message = json.loads(frame.data)
            if message["msg_type"] != "display_data":
                continue
            number, sent = message["content"]["data"]["text/plain"].split()
            assert int(number) == expected, (number, expected)
            delays.append(time.time() - float(sent))
            expected += 1
            if expected == MESSAGES:
                return

    headers = {"Authorization": f"token {TOKEN}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        address = f"{server.url}api/kernels/{kernel}/channels?session_id="
        sockets = [await session.ws_connect(address + str(number)) for number in range(SOCKETS)]
        run = asyncio.to_thread(server.call, "POST", f"api/kernels/{kernel}/execute", {"code": code})
        await asyncio.wait_for(asyncio.gather(run, *map(read, sockets)), 120)
        for socket in sockets:
            await socket.close()
    return sorted(delays), len(delays)


def trial_upload(folder):
    """A large file, in the parts in which JupyterLab sends it: 1 MiB each, in base64, one after the other."""
    server = Server(folder)
    body = random.randbytes(PART - 8)
    count = UPLOADED // PART
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(server.url).netloc)
    seconds, expected = 0.0, hashlib.sha256()
    _, before = server.use()
    for number in range(1, count + 1):
        part = number.to_bytes(8, "big") + body
        expected.update(part)
        content = base64.b64encode(part).decode()
        model = {"type": "file", "format": "base64", "content": content, "chunk": number if number < count else -1}
        data, begin = json.dumps(model), time.perf_counter()
        connection.request("PUT", "/api/contents/large.bin", data, {"Authorization": f"token {TOKEN}"})
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status < 300, text
        seconds += time.perf_counter() - begin
    _, after = server.use()
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024
    server.end()
    with open(folder / "drive/large.bin", "rb") as file:
        assert hashlib.file_digest(file, "sha256").digest() == expected.digest()
    assert [file.name for file in (folder / "drive").iterdir()] == ["large.bin"]
    print(
        f"{UPLOADED >> 20} MiB are uploaded in {seconds:.0f} s, of which the server takes {after - before:.0f} s of a "
        f"processor; it had {peak:.0f} MiB at most"
    )


def trial_kill(folder):
    """A server that is killed while it works."""
    saved = 0
    # The trial and the number of the last save of each notebook.
    answered = [None] * 4
    for trial in range(KILLS):
        server = Server(folder)
        assert len(server.call("GET", "api/kernels")) == trial, "kernels of servers before"
        kernel = server.call("POST", "api/kernels", {"name": "python3"})["id"]
        counts = [0] * 4

        def work(number):
            with contextlib.suppress(OSError, urllib.error.URLError, ConnectionError, ValueError):
                while True:
                    content = notebook(f"{trial} {number} {counts[number]} " + "x" * random.randrange(100_000))
                    server.call("PUT", f"api/contents/n{number}.ipynb", {"type": "notebook", "content": content})
                    answered[number] = (trial, counts[number])
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
            file = folder / "drive" / f"n{number}.ipynb"
            words = "".join(json.loads(file.read_text())["cells"][0]["source"]).split() if file.exists() else None
            found = (int(words[0]), int(words[2])) if words else None
            assert found in (answered[number], (trial, count)), (found, answered[number], count)
            answered[number] = found
        saved += sum(counts)
    server = Server(folder)
    kernels = len(server.call("GET", "api/kernels"))
    server.end()
    assert kernels == KILLS, kernels
    print(
        f"a server was killed {KILLS} times during {saved} saves: every notebook is whole and the last one saved, and "
        f"all {kernels} kernels went on"
    )


def main():
    """Runs a trial."""
    if len(sys.argv) != 2 or sys.argv[1] not in ("list", "runtimes", "sockets", "upload", "kill"):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "drive").mkdir()
        globals()[f"trial_{sys.argv[1]}"](folder)


if __name__ == "__main__":
    main()
