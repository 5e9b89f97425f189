"""Real clients of a shared notebook: pycrdt, with JupyterLab's schema of documents (jupyter_ydoc).

    python collaboration.py edit URL TOKEN PATH EDITS SEED
    python collaboration.py type TOKEN PATH

`edit`: two clients change one notebook at once. Each edits the sources of all cells, and inserts, moves and deletes
cells of its own. The connection of the second one is cut in the middle, and it goes on without for a while. When both
agree, prints the notebook and the cells that must be left as a line of JSON.

TOKEN is the token of a server, or JSON with the headers of somebody who is logged in.

`type`: obeys the lines of the standard input, and answers each with a line of JSON. `connect URL` connects, `forget`
makes a new document, `type N` adds N numbered lines to the first cell one after another, `content` tells its source
and whether its outputs are trusted, and `trust` says that they are.
"""

import asyncio
import json
import random
import sys
import urllib.parse
import urllib.request

import websockets
from jupyter_ydoc import YNotebook
from pycrdt import Provider

PATIENCE_SECONDS = 60


class Channel:
    """A WebSocket as pycrdt's providers take it."""

    def __init__(self, socket, path):
        self.socket, self.path = socket, path
        # Messages of JupyterLab's own kind, which providers do not read.
        self.raw = []

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            while True:
                message = await self.socket.recv()
                if message[0] != 2:
                    return message
                self.raw.append(message)
        except websockets.ConnectionClosed:
            raise StopAsyncIteration from None

    async def send(self, message):
        # What is lost with a connection comes with the next one.
        try:
            await self.socket.send(message)
        except websockets.ConnectionClosed:
            pass


class Client:
    """A document and its connection."""

    def __init__(self, token, path):
        self.headers = json.loads(token) if token.startswith("{") else {"Authorization": f"token {token}"}
        self.path = path
        self.notebook = YNotebook()
        self.channel = self.provider = None

    async def connect(self, url):
        """Enters the room, as a page does: asks for the session, then opens the WebSocket."""
        request = urllib.request.Request(
            f"{url}api/collaboration/session/{urllib.parse.quote(self.path, safe='')}",
            method="PUT",
            data=json.dumps({"format": "json", "type": "notebook"}).encode(),
            headers=self.headers,
        )
        answer = await asyncio.to_thread(lambda: json.load(urllib.request.urlopen(request, timeout=PATIENCE_SECONDS)))
        room = f"{answer['format']}:{answer['type']}:{answer['fileId']}"
        address = f"ws{url.removeprefix('http')}api/collaboration/room/{room}?sessionId={answer['sessionId']}"
        headers = dict(self.headers)
        origin = headers.pop("Origin", None)
        socket = await websockets.connect(address, origin=origin, additional_headers=headers, max_size=None)
        self.channel = Channel(socket, room)
        self.provider = Provider(self.notebook.ydoc, self.channel)
        self.running = asyncio.create_task(self.provider.start())
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self.provider.synced.wait()

    async def cut(self):
        """Breaks the connection, as a network does."""
        self.channel.socket.transport.abort()
        await self.provider.stop()
        await asyncio.gather(self.running, return_exceptions=True)


class Editor:
    """Changes a notebook by chance, as a user does with JupyterLab."""

    def __init__(self, client, name, seed):
        self.client, self.name, self.random = client, name, random.Random(f"{name}{seed}")
        self.cells, self.count = set(), 0

    def edit(self):
        """One change."""
        notebook = self.client.notebook
        cells = notebook.ycells
        own = [at for at in range(len(cells)) if cells[at]["id"] in self.cells]
        kind = self.random.choices(["type", "erase", "insert", "move", "delete"], [60, 20, 8, 8, 4])[0]
        if kind == "insert" or not own:
            self.insert()
        elif kind in ("type", "erase"):
            source = cells[self.random.randrange(len(cells))]["source"]
            length = len(source)
            at = self.at_character(str(source), self.random.randint(0, len(str(source))))
            if kind == "type":
                source.insert(at, self.random.choice(["x = 1\n", "é", "print('a')", "\n", "語", "🙂"]))
            elif at < length:
                # pycrdt counts bytes, and a character has up to four.
                del source[at : at + len(str(source).encode()[at:].decode()[0].encode())]
        elif kind == "delete":
            at = self.random.choice(own)
            self.cells.discard(cells[at]["id"])
            del cells[at]
        else:
            at = self.random.choice(own)
            # JupyterLab moves a cell by making it anew.
            with notebook.ydoc.transaction():
                cell = notebook.get_cell(at)
                del cells[at]
                cells.insert(self.random.randint(0, len(cells)), notebook.create_ycell(cell))

    @staticmethod
    def at_character(text, at):
        return len(text[:at].encode())

    def insert(self):
        """A new cell at some place."""
        notebook = self.client.notebook
        self.count += 1
        cell_id = f"{self.name}-{self.count}"
        self.cells.add(cell_id)
        cell = {"cell_type": "code", "id": cell_id, "metadata": {}, "source": "", "outputs": [], "execution_count": None}
        if self.random.random() < 0.3:
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": f"{cell_id}\n"}]
        notebook.ycells.insert(self.random.randint(0, len(notebook.ycells)), notebook.create_ycell(cell))


async def edit(url, token, path, edits, seed):
    """Two clients at once."""
    clients = [Client(token, path) for _ in range(2)]
    for client in clients:
        await client.connect(url)
    first = {cell["id"] for cell in clients[0].notebook.get()["cells"]}
    editors = [Editor(client, name, seed) for client, name in zip(clients, "ab")]

    async def run(editor, is_cut):
        for number in range(edits):
            if is_cut and number == edits // 2:
                await editor.client.cut()
            if is_cut and number == edits // 2 + 50:
                await editor.client.connect(url)
            editor.edit()
            await asyncio.sleep(editor.random.choice([0, 0, 0.001]))

    await asyncio.gather(run(editors[0], False), run(editors[1], True))
    async with asyncio.timeout(PATIENCE_SECONDS):
        while clients[0].notebook.get() != clients[1].notebook.get():
            await asyncio.sleep(0.05)
    ids = sorted(first | editors[0].cells | editors[1].cells)
    print(json.dumps({"content": clients[0].notebook.get(), "ids": ids}), flush=True)
    # The connections stay until the file was looked at.
    await asyncio.to_thread(sys.stdin.readline)


async def type_lines(token, path):
    """Obeys the standard input."""
    client, typed = Client(token, path), 0
    while words := (await asyncio.to_thread(sys.stdin.readline)).split():
        if words[0] == "forget":
            client = Client(token, path)
        elif words[0] == "connect":
            if client.provider:
                await client.cut()
            await client.connect(words[1])
        elif words[0] == "type":
            source = client.notebook.ycells[0]["source"]
            for _ in range(int(words[1])):
                source += f"{typed}\n"
                typed += 1
                await asyncio.sleep(0.002)
        elif words[0] == "trust":
            client.notebook.ycells[0]["metadata"]["trusted"] = True
        answer = {"typed": typed, "source": None}
        if words[0] == "content":
            cell = client.notebook.ycells[0]
            answer |= {"source": str(cell["source"]), "trusted": cell["metadata"].get("trusted")}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    if command == "edit":
        asyncio.run(edit(*rest[:3], int(rest[3]), rest[4]))
    else:
        asyncio.run(type_lines(*rest))
