"""A lesson of thirty: a teacher hands a notebook out, all students log in, open it, run it and save it at once, and the
copies are collected.

    LABORA_LAB=target/release/labora-lab LABORA_LAB_IMAGE=FOLDER python classroom.py [--students N] [--network none]

Students are clients of the server's interface, each with a session, a kernel in a private machine and a WebSocket's
worth of requests; the times of all are printed as their median and the 95th percentile, and the memory of the server
and of the kernels. Python's own library is enough.
"""

import argparse
import concurrent.futures
import http.client
import json
import os
import pathlib
import statistics
import tempfile
import time
import urllib.parse

from laboratory import accounts, laboratory, password_of

CELLS = [
    "import numpy as np",
    "a = np.random.default_rng(0).normal(size=(300, 300))\nvalues = np.linalg.eigvalsh(a @ a.T)",
    "print(len(values), sum(range(101)))",
]
LAST = "300 5050\n"
PATH = "week1.ipynb"


def notebook():
    """The notebook that is handed out."""
    empty = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    cells = [empty | {"id": f"c{number}", "source": source} for number, source in enumerate(CELLS)]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


class Person:
    """Somebody who is logged in, and how long each of their steps took."""

    def __init__(self, url, name):
        self.host, self.name, self.seconds = urllib.parse.urlparse(url).netloc, name, {}
        form = urllib.parse.urlencode({"name": name, "password": password_of(name)})
        with self.timed("log in"):
            answer = self.send("POST", "login", form, {})
        assert answer.status == 303, (name, answer.status)
        pairs = [cookie.partition(";")[0] for cookie in answer.headers.get_all("Set-Cookie")]
        xsrf = next(pair.partition("=")[2] for pair in pairs if pair.startswith("_xsrf="))
        self.headers = {"Cookie": "; ".join(pairs), "X-XSRFToken": xsrf}

    def send(self, method, path, body, headers):
        """A request on a connection of its own; the answer with its text."""
        connection = http.client.HTTPConnection(self.host, timeout=600)
        connection.request(method, f"/{path}", body, headers)
        answer = connection.getresponse()
        answer.text = answer.read()
        connection.close()
        return answer

    def call(self, method, path, body=None):
        """A request that has to succeed; the JSON of its answer."""
        answer = self.send(method, path, None if body is None else json.dumps(body), self.headers)
        assert answer.status < 300, (self.name, method, path, answer.status, answer.text)
        return json.loads(answer.text) if answer.text else None

    def timed(self, step):
        """Times what is done in its block."""
        return Timer(self.seconds, step)

    def solve(self):
        """Opens the notebook, runs all cells, and saves it with their outputs."""
        with self.timed("open the notebook, until its kernel has answered"):
            content = self.call("GET", f"api/contents/{PATH}")["content"]
            session = {"path": PATH, "type": "notebook", "kernel": {"name": "python3"}}
            self.kernel = self.call("POST", "api/sessions", session)["kernel"]["id"]
            self.run("None")
        with self.timed("run all cells"):
            for cell in content["cells"]:
                done = self.run("".join(cell["source"]))
                cell["outputs"], cell["execution_count"] = done["outputs"], done["execution_count"]
        assert content["cells"][-1]["outputs"][0]["text"] == LAST, content["cells"][-1]
        with self.timed("save"):
            self.call("PUT", f"api/contents/{PATH}", {"type": "notebook", "content": content})

    def run(self, code):
        """Runs code, which has to succeed."""
        done = self.call("POST", f"api/kernels/{self.kernel}/execute", {"code": code})
        assert done["status"] == "ok", done
        return done


class Timer:
    """The time of a step."""

    def __init__(self, seconds, step):
        self.seconds, self.step = seconds, step

    def __enter__(self):
        self.begin = time.perf_counter()

    def __exit__(self, *_):
        self.seconds[self.step] = time.perf_counter() - self.begin


def memory_of(pid):
    """The MiB of a process."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def lesson(url, pid, count):
    """The whole lesson, and its figures."""
    teacher = Person(url, "tess")
    with teacher.timed("hand out"):
        copies = teacher.call("POST", "api/labora/class/hand-outs", {"path": f"shared/{PATH}"})["copies"]
    assert len(copies) == count, copies
    begin = time.perf_counter()

    def attend(number):
        student = Person(url, f"s{number}")
        student.solve()
        return student

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        students = list(pool.map(attend, range(count)))
    everything = time.perf_counter() - begin
    with teacher.timed("the teacher's page"):
        people = teacher.call("GET", "api/labora/class")["people"]
    runtimes = [runtime for person in people for runtime in person["runtimes"]]
    assert len(runtimes) == count, len(runtimes)
    with teacher.timed("collect"):
        collected = teacher.call("POST", "api/labora/class/collections", {"path": PATH})
    assert len(collected["collected"]) == count and not collected["failed"], collected
    print(f"{count} students at once: all have saved after {everything:.1f} s")
    for step in students[0].seconds:
        times = sorted(student.seconds[step] for student in students)
        late = times[min(count - 1, int(0.95 * count))]
        print(f"  {step}: {statistics.median(times):.2f} s in the middle, {late:.2f} s for 95 %")
    for step, seconds in teacher.seconds.items():
        print(f"  teacher, {step}: {seconds:.2f} s")
    memory = sum(runtime["memory"]["used"] for runtime in runtimes) / count / 2**20
    print(f"  memory: server {memory_of(pid):.0f} MiB, {memory:.0f} MiB for each runtime")


def main():
    """Starts a server."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--network", choices=["host", "none"], default="none", help="labora lab --network")
    options = parser.parse_args()
    people = {"tess": "teacher"} | {f"s{number}": "student" for number in range(options.students)}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "drive/shared").mkdir(parents=True)
        (folder / "drive/shared" / PATH).write_text(json.dumps(notebook()))
        arguments = accounts(folder, people)
        print(f"image: {os.environ['LABORA_LAB_IMAGE']}")
        with laboratory(folder, *arguments, "--network", options.network) as said:
            lesson(said["url"], said["pid"], options.students)


if __name__ == "__main__":
    main()
