"""One truth: pages, room, file and kernel of a notebook while connections are cut, the server and kernels are killed, and
other programs change, break, rename and delete the file.

    python truth.py LAB IMAGE STEPS SEED

Starts the server LAB with the runtime image IMAGE. Three pages edit one notebook and run its cells, as JupyterLab does
with the room of a shared document and the WebSocket of a kernel. After STEPS steps by chance all is mended, and then the
pages and the file have to be the same notebook, which nbformat accepts, and in it

* each text that somebody typed, or that a program wrote into the file, once, and those of a page in their order;
* of each cell that ran last by an execution all that it printed, each line once and in order, also what threads printed
  when it was over. What it printed is what the cell itself has noted in a file; a kernel that was killed may have kept
  the last lines to itself.

The same SEED makes the same steps, though not at the same moments.
"""

import asyncio
import contextlib
import ctypes
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

import websockets
from collaboration import Channel
from jupyter_ydoc import YNotebook
from pycrdt import Map, Provider, Text

TOKEN = "0123456789abcdef0123456789abcdef"
HEADERS = {"Authorization": f"token {TOKEN}"}
CELLS = 3
PATIENCE_SECONDS = 120
# Kinds of steps, and how often they come.
STEPS = {
    "type": 120, "run": 14, "cut": 8, "long_cut": 1, "close": 3, "kill_server": 1, "kill_kernel": 2, "save": 6,
    "write": 10, "break": 1, "empty": 1, "delete": 2, "rename": 3,
}
# A cell that notes what it prints; a late one leaves that to a thread, and is over before.
CODE = """
import contextvars, os, threading, time
def go():
    with open({log!r}, 'a') as log:
        log.write('{run} begins %d\\n' % os.getpid()); log.flush()
        for line in range({lines}):
            log.write('{run} %d\\n' % line); log.flush()
            print('{run}', line, flush=True); time.sleep({pause})
        log.write('{run} ends\\n'); log.flush()
# What a thread prints is of the cell whose context it has.
context = contextvars.copy_context()
threading.Thread(target=context.run, args=(go,)).start() if {is_late} else go()
"""


class Server:
    """A server at one port, that can be killed."""

    def __init__(self, program, image, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}/"
        self.drive, self.folder = folder / "drive", folder
        self.drive.mkdir()
        self.command = [program, "--listen", f"127.0.0.1:{port}", "--json", "--no-sandbox", "--log-level", "error"]
        self.command += ["--image", image, "--drive", self.drive, "--state", folder / "state", "--token", TOKEN]
        self.start()

    def start(self):
        """Starts it, and waits until it answers."""
        (self.folder / "tmp").mkdir(exist_ok=True)
        environment = os.environ | {"TMPDIR": str(self.folder / "tmp")}
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, env=environment)
        assert self.process.stdout.readline(), "the server ends at its start"

    def kill(self):
        """Kills it, and starts it again."""
        self.process.kill()
        self.process.wait()
        self.start()

    def end(self):
        """Ends it as asked."""
        self.process.terminate()
        self.process.wait(60)

    async def call(self, method, path, body=None):
        """A request; the answer's JSON."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, method=method, data=data, headers=HEADERS)
        answer = await asyncio.to_thread(lambda: urllib.request.urlopen(request, timeout=PATIENCE_SECONDS).read())
        return json.loads(answer) if answer else None


class Page:
    """A page: a shared document, and a connection to the kernel. What the user does goes on while both are cut."""

    def __init__(self, truth, name):
        self.truth, self.name = truth, name
        self.typed, self.count = [], 0
        self.notebook, self.session, self.last = YNotebook(), uuid.uuid4().hex, None
        self.room = self.room_task = self.kernel = self.kernel_task = None
        # The cells of requests, as JupyterLab's futures.
        self.futures = {}
        self.is_cut = False

    async def open(self):
        """Asks for the room, and connects."""
        await self.truth.file_is_there()
        path = urllib.parse.quote(self.truth.path, safe="")
        body = {"format": "json", "type": "notebook"}
        answer = await self.truth.server.call("PUT", f"api/collaboration/session/{path}", body)
        self.room = f"{answer['format']}:{answer['type']}:{answer['fileId']}?sessionId={answer['sessionId']}"
        self.tasks = [asyncio.create_task(self.keep_room()), asyncio.create_task(self.keep_kernel())]
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(self.notebook.ycells) < CELLS:
                await asyncio.sleep(0.05)

    async def keep_room(self):
        """Stays in the room, as y-websocket does."""
        while True:
            with contextlib.suppress(OSError, websockets.InvalidHandshake, websockets.InvalidMessage, EOFError):
                if not self.is_cut:
                    address = f"ws{self.truth.server.url[4:]}api/collaboration/room/{self.room}"
                    connection = await websockets.connect(address, additional_headers=HEADERS, max_size=None)
                    self.room_socket = connection
                    provider = Provider(self.notebook.ydoc, Channel(connection, self.room))
                    task = asyncio.create_task(provider.start())
                    await connection.wait_closed()
                    with contextlib.suppress(RuntimeError):
                        await provider.stop()
                    await asyncio.gather(task, return_exceptions=True)
                    assert connection.close_code not in (1003, 4400, 4404, 4500), connection.close_reason
            await asyncio.sleep(0.1)

    async def keep_kernel(self):
        """Stays connected to the kernel, as JupyterLab does."""
        while True:
            with contextlib.suppress(OSError, websockets.InvalidHandshake, websockets.InvalidMessage, EOFError):
                if not self.is_cut:
                    address = f"ws{self.truth.server.url[4:]}api/kernels/{self.truth.kernel}/channels"
                    address += f"?session_id={self.session}" + (f"&last_message={self.last}" if self.last else "")
                    self.kernel = await websockets.connect(address, additional_headers=HEADERS, max_size=None)
                    with contextlib.suppress(websockets.ConnectionClosed):
                        while True:
                            self.receive(json.loads(await self.kernel.recv()))
                    self.kernel = None
            await asyncio.sleep(0.1)

    def receive(self, message):
        """Puts outputs into the cell of their request, as JupyterLab does."""
        self.last = message["header"]["msg_id"]
        if message["header"]["msg_type"] == "status" and message["content"]["execution_state"] == "dead":
            self.futures.clear()
        cell = self.futures.get(message["parent_header"].get("msg_id"))
        if cell is None or message["header"]["msg_type"] != "stream":
            return
        found = [one for one in self.notebook.ycells if one["id"] == cell]
        if not found:
            return
        outputs, content = found[0]["outputs"], message["content"]
        last = outputs[len(outputs) - 1] if len(outputs) else None
        if last is not None and last["output_type"] == "stream" and last["name"] == content["name"]:
            text = last["text"]
            text += content["text"]
        else:
            text = Text(content["text"])
            outputs.append(Map({"output_type": "stream", "name": content["name"], "text": text}))

    def cell(self, number):
        """A cell of those that all have from the beginning."""
        return next(cell for cell in self.notebook.ycells if cell["id"] == f"c{number}")

    def type(self, number):
        """Appends a text that nobody else types."""
        self.count += 1
        text = f"{self.name}.{self.count};"
        self.typed.append((number, text))
        source = self.cell(number)["source"]
        source += text

    async def run(self, number, lines, pause, is_late):
        """Runs a cell, unless there is no connection."""
        if self.kernel is None or self.is_cut or self.truth.problem_of_outputs(number, printed(self.cell(number).to_py())):
            return
        run, request = f"run{self.truth.next_run()}", uuid.uuid4().hex
        code = CODE.format(log=str(self.truth.log), run=run, lines=lines, pause=pause, is_late=is_late)
        header = {"msg_id": request, "msg_type": "execute_request", "session": self.session, "username": "", "version": "5.4"}
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
        message = {"header": header, "parent_header": {}, "metadata": {"cellId": f"c{number}"}, "content": content}
        # JupyterLab lets go of the request before.
        for page in self.truth.pages:
            page.futures = {old: cell for old, cell in page.futures.items() if cell != f"c{number}"}
        self.futures[request] = f"c{number}"
        outputs = self.cell(number)["outputs"]
        del outputs[0 : len(outputs)]
        self.truth.runs[number] = run
        with contextlib.suppress(websockets.ConnectionClosed):
            await self.kernel.send(json.dumps(message | {"channel": "shell", "buffers": []}))

    async def cut(self, seconds):
        """Breaks both connections for a while."""
        self.is_cut = True
        for connection in (self.kernel, getattr(self, "room_socket", None)):
            if connection is not None:
                connection.transport.abort()
        await asyncio.sleep(seconds)
        self.is_cut = False

    async def close(self):
        """Ends the page, when the room has what it has."""
        await self.truth.settle_edits(self)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for connection in (self.kernel, self.room_socket):
            if connection is not None:
                await connection.close()


class Truth:
    """What was done, and what has to come of it."""

    def __init__(self, program, image, folder, seed):
        self.random = random.Random(seed)
        self.folder, self.log = folder, folder / "log"
        self.log.write_text("")
        self.python = pathlib.Path(image) / "bin/python"
        self.path, self.pages, self.closed = "a.ipynb", [], []
        self.runs, self.run_count, self.written, self.kills = {}, 0, [], set()
        # What a program replaced, and by what.
        self.taken_back = []
        self.server = Server(program, image, folder)
        self.counts = dict.fromkeys(STEPS, 0)
        self.waiting = set()

    @property
    def file(self):
        return self.server.drive / self.path

    def next_run(self):
        """The number of an execution."""
        self.run_count += 1
        return self.run_count

    async def begin(self):
        """Makes the notebook, its kernel and the pages."""
        cells = [
            {"cell_type": "code", "id": f"c{number}", "metadata": {}, "source": f"# {number}\n", "outputs": [], "execution_count": None}
            for number in range(CELLS)
        ]
        self.file.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
        body = {"path": self.path, "type": "notebook", "name": self.path, "kernel": {"name": "python3"}}
        session = await self.server.call("POST", "api/sessions", body)
        self.session, self.kernel = session["id"], session["kernel"]["id"]
        for name in "abc":
            await self.add(name)

    async def add(self, name):
        """Opens a page."""
        page = Page(self, name)
        await page.open()
        self.pages.append(page)

    async def file_is_there(self):
        """Waits for the file, which somebody may have deleted; typing makes it again."""
        for _ in range(200):
            with contextlib.suppress(OSError, ValueError):
                json.loads(self.file.read_text())
                return
            if self.pages:
                self.pages[0].type(0)
            await asyncio.sleep(0.3)
        raise AssertionError("the file does not come again")

    async def settle_edits(self, page):
        """Waits until another page has what this one has typed: what is typed into a page that is closed at once is lost."""
        others = [other for other in self.pages if other is not page]
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not all(any(text in str(other.cell(number)["source"]) for other in others) for number, text in page.typed):
                await asyncio.sleep(0.1)

    async def step(self, kind):
        """One step."""
        chance = self.random
        page = chance.choice(self.pages)
        if kind == "type":
            page.type(chance.randrange(CELLS))
        elif kind == "run":
            number, lines, pause = chance.randrange(CELLS), chance.choice([1, 5, 20]), chance.choice([0, 0.02, 0.1])
            await page.run(number, lines, pause, is_late=chance.random() < 0.3)
        elif kind in ("cut", "long_cut"):
            seconds = chance.uniform(6, 9) if kind == "long_cut" else chance.uniform(0, 2)
            if not page.is_cut:
                self.later(page.cut(seconds))
        elif kind == "close":
            if sum(not one.is_cut for one in self.pages) == len(self.pages) and await self.is_file_well():
                self.pages.remove(page)
                self.pages.append(page)
                await page.close()
                self.pages.remove(page)
                self.closed.append(page)
                await self.add(f"{page.name}'")
        elif kind == "kill_server":
            # What a page sent in the last moment is with it, and comes again.
            self.server.kill()
        elif kind == "kill_kernel":
            await self.kill_kernel()
        elif kind == "save":
            with contextlib.suppress(AttributeError, websockets.ConnectionClosed):
                await page.room_socket.send(bytes([2, 4, *b"save", 7]))
        elif kind == "rename":
            await self.rename()
        else:
            self.write(kind)

    def later(self, coroutine):
        """Does something while steps go on."""
        task = asyncio.create_task(coroutine)
        self.waiting.add(task)
        task.add_done_callback(self.waiting.discard)

    async def kill_kernel(self):
        """Kills the kernel, and restarts it, as the button of the page does."""
        noted = [line.split() for line in self.log.read_text().splitlines()]
        processes = [int(words[2]) for words in noted if words[1] == "begins"]
        if not processes:
            return
        self.kills.update(run for run in self.runs.values() if f"{run} ends" not in self.log.read_text())
        with contextlib.suppress(ProcessLookupError):
            os.kill(processes[-1], signal.SIGKILL)
            async with asyncio.timeout(PATIENCE_SECONDS):
                while (model := await self.server.call("GET", f"api/kernels/{self.kernel}"))["execution_state"] != "dead":
                    await asyncio.sleep(0.05)
            assert "signal: 9" in model["reason"], model
            # Requests that waited are gone with it.
            self.kills.update(run for run in self.runs.values() if f"{run} ends" not in self.log.read_text())
            await self.server.call("POST", f"api/kernels/{self.kernel}/restart")

    async def is_file_well(self):
        """True if the file is there and a notebook."""
        with contextlib.suppress(OSError, ValueError):
            return bool(json.loads(self.file.read_text()))
        return False

    async def rename(self):
        """Renames the file and its session, as JupyterLab does."""
        if await self.is_file_well():
            new = f"{chr(97 + self.random.randrange(26))}{self.random.randrange(100)}.ipynb"
            if (self.server.drive / new).exists():
                return
            with contextlib.suppress(urllib.error.HTTPError):
                await self.server.call("PATCH", f"api/contents/{self.path}", {"path": new})
                self.path = new
                await self.server.call("PATCH", f"api/sessions/{self.session}", {"path": new, "name": new})

    def write(self, kind):
        """Changes the file, as another program does."""
        seen = "".join(str(page.cell(number)["source"]) for page in self.pages for number in range(CELLS))
        if kind != "write" and not all(text in seen for _, text in self.written):
            # What nobody has read yet is lost with the file.
            return
        if kind == "delete":
            self.file.unlink(missing_ok=True)
        elif kind in ("break", "empty"):
            with contextlib.suppress(OSError):
                if self.file.exists():
                    self.file.write_text("" if kind == "empty" else '{"cells": [')
        else:
            with contextlib.suppress(OSError, ValueError):
                before = self.file.read_bytes()
                notebook = json.loads(before)
                number, text = self.random.randrange(CELLS), f"w.{len(self.written)};"
                cell = next(cell for cell in notebook["cells"] if cell.get("id") == f"c{number}")
                cell["source"] = text + "".join(cell["source"])
                new = self.file.with_name(".new")
                new.write_text(json.dumps(notebook))
                # A program that writes what it read before the server wrote takes that back.
                if self.file.exists() and self.file.read_bytes() == before and exchange(new, self.file):
                    self.written.append((number, text))
                    if new.read_bytes() != before:
                        self.taken_back.append((new.read_text(), json.dumps(notebook)))

    async def walk(self, steps):
        """Steps by chance."""
        kinds, weights = list(STEPS), list(STEPS.values())
        for _ in range(steps):
            kind = self.random.choices(kinds, weights)[0]
            self.counts[kind] += 1
            await self.step(kind)
            for task in [task for page in self.pages for task in page.tasks if task.done()]:
                task.result()
            await asyncio.sleep(self.random.choice([0, 0.005, 0.03]))
        await asyncio.gather(*self.waiting)

    def problems(self):
        """What is not as it has to be; none in the end."""
        contents = [page.notebook.get() for page in self.pages]
        try:
            notebook = json.loads(self.file.read_text())
        except (OSError, ValueError) as error:
            return f"the file: {error}"
        of_file = {cell["id"]: cell for cell in notebook["cells"]}
        for number in range(CELLS):
            cells = [next(cell for cell in content["cells"] if cell["id"] == f"c{number}") for content in contents]
            cells.append(of_file[f"c{number}"])
            sources = {"".join(cell["source"]) for cell in cells}
            if len(sources) > 1:
                return f"c{number} differs: {sources}"
            outputs = {printed(cell) for cell in cells}
            if len(outputs) > 1:
                return f"outputs of c{number} differ: {outputs}"
            if problem := self.problem_of(number, sources.pop(), outputs.pop()):
                return f"c{number}: {problem}"
        if len(notebook["cells"]) != CELLS:
            return f"cells: {list(of_file)}"
        return None

    def problem_of(self, number, source, output):
        """What is wrong with a cell."""
        for author in [[one.typed for one in self.pages + self.closed], [[text] for text in self.written]]:
            for typed in author:
                texts = [text for at, text in typed if at == number and not self.is_taken_back(text)]
                if wrong := [text for text in texts if source.count(text) != 1]:
                    return f"typed {len(texts)}: {wrong} not once in {source!r}"
                if texts != sorted(texts, key=source.index):
                    return f"not in their order: {texts} in {source!r}"
        return self.problem_of_outputs(number, output)

    def is_taken_back(self, text):
        """True if the server wrote a text at the moment at which a program replaced the file, and had not read it."""
        return any(text in old and text not in new for old, new in self.taken_back)

    def problem_of_outputs(self, number, output):
        """What is wrong with the outputs of a cell; also that they are not all there yet."""
        run = self.runs.get(number)
        noted = [line.split() for line in self.log.read_text().splitlines()]
        expected = [f"{run} {words[1]}" for words in noted if words[0] == run and words[1].isdigit()]
        lines = output.splitlines()
        if run not in self.kills and expected and [run, "ends"] not in noted:
            return f"{run} is not over"
        if run in self.kills:
            # The last lines may have been in the kernel still.
            return None if lines == expected[: len(lines)] else f"{run} was killed: {lines} of {expected}"
        return None if lines == expected else f"{run} printed {expected}: {lines}"

    async def end(self):
        """Waits until all is as it has to be, and stays so."""
        for page in self.pages:
            page.type(0)
        end, since = time.monotonic() + PATIENCE_SECONDS, None
        while since is None or time.monotonic() - since < 4:
            problem = self.problems()
            since = None if problem else since or time.monotonic()
            assert time.monotonic() < end, problem
            await asyncio.sleep(0.2)
        check = "import nbformat, sys; nbformat.validate(nbformat.read(sys.argv[1], 4))"
        subprocess.run([self.python, "-W", "ignore", "-c", check, self.file], check=True)


def printed(cell):
    """What a cell has printed; another output is no line of any run."""
    outputs = cell["outputs"]
    return "".join("".join(output["text"]) if output["output_type"] == "stream" else f"{output}\n" for output in outputs)


def exchange(one, other):
    """Gives two files each other's name at once; false if one is gone."""
    return ctypes.CDLL(None).renameat2(-100, bytes(one), -100, bytes(other), 2) == 0


async def main(program, image, steps, seed):
    """Walks, and says what was done."""
    folder = pathlib.Path(tempfile.mkdtemp())
    print(f"seed {seed}, {steps} steps, in {folder}", flush=True)
    truth = Truth(program, image, folder, seed)
    try:
        await truth.begin()
        await truth.walk(steps)
        await truth.end()
    finally:
        truth.server.end()
    shutil.rmtree(folder)
    texts = sum(len(page.typed) for page in truth.pages + truth.closed) + len(truth.written)
    print(f"{truth.counts}: {texts} texts and {truth.run_count} executions, each once and in order")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]))
