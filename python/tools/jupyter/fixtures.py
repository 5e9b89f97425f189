"""Fixtures by which the REST tests of Jupyter Server talk to `labora-lab` instead of a server in their process.

`suite.py` appends an import of this module to their `conftest.py`. Tests that look into the process (its managers,
its configuration) cannot pass: `InProcess` says so.
"""

import contextlib
import functools
import json
import os
import subprocess
import urllib.parse

import pytest
import tornado.httpclient
import tornado.websocket
from jupyter_server.utils import url_path_join
from tornado.escape import url_escape

TOKEN = "0123456789abcdef0123456789abcdef"


class InProcess:
    """What tests look at inside of Jupyter Server's process, which is not there."""

    class KernelManager:
        """Kernels start at once, never "pending"; the rest is not there."""

        use_pending_kernels = False

        def __setattr__(self, name, value):
            pytest.fail(f"looks into the process: kernel_manager.{name}")

    def __init__(self, root_dir, start=None):
        self.root_dir = str(root_dir)
        self.kernel_manager = InProcess.KernelManager()
        self.start = start

    @functools.cached_property
    def url(self):
        """The server's address. It is started when a test asks for it, with the variables that the test has set."""
        return self.start()

    @property
    def base_url(self):
        """The path that addresses begin with."""
        return urllib.parse.urlparse(self.url).path

    def __getattr__(self, name):
        pytest.fail(f"looks into the process: {name}")


@contextlib.contextmanager
def running(drive, state, environment, *arguments):
    """A server of our own until the end of the block; its address."""
    environment = os.environ | {"LABORA_LAB_TOKEN": TOKEN} | environment
    command = [os.environ["LABORA_LAB"], "--listen", "127.0.0.1:0", "--json", "--no-sandbox", "--log-level", "error"]
    command += ["--image", environment["LABORA_LAB_IMAGE"], "--drive", str(drive), "--state", str(state)]
    command += ["--base-url", "/a%40b/", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
    try:
        yield json.loads(process.stdout.readline())["url"]
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


@pytest.fixture
def jp_serverapp(jp_root_dir, jp_data_dir, jp_environ, tmp_path, jp_server_config):
    """A server of our own, in the folder of the test."""
    idle = jp_server_config.get("ServerApp", {}).get("TerminalManager", {}).get("cull_inactive_timeout")
    arguments = ["--idle-timeout", f"{idle}s"] if idle else []
    with contextlib.ExitStack() as until_the_end:

        def start():
            environment = {"JUPYTER_PATH": str(jp_data_dir)}
            return until_the_end.enter_context(running(jp_root_dir, tmp_path / "labora-state", environment, *arguments))

        yield InProcess(jp_root_dir, start)


@pytest.fixture
def jp_auth_header():
    """The header with the token."""
    return {"Authorization": f"token {TOKEN}"}


@pytest.fixture
def jp_http_port(jp_serverapp):
    """The port of the server."""
    return urllib.parse.urlparse(jp_serverapp.url).port


def _address(server, scheme, parts, params):
    path = url_path_join(server.base_url, url_escape(url_path_join(*parts), plus=False))
    host = urllib.parse.urlparse(server.url).netloc
    return f"{scheme}://{host}{path}?{urllib.parse.urlencode(params or {})}"


@pytest.fixture
def jp_fetch(jp_serverapp, jp_auth_header, jp_asyncio_loop):
    """Sends a request."""

    def fetch(*parts, headers=None, params=None, **options):
        headers = jp_auth_header | (headers or {})
        # An export takes seconds of a processor, which may have other work.
        options.setdefault("request_timeout", 100)
        client = tornado.httpclient.AsyncHTTPClient()
        return client.fetch(_address(jp_serverapp, "http", parts, params), headers=headers, **options)

    return fetch


@pytest.fixture
def jp_ws_fetch(jp_serverapp, jp_auth_header, jp_asyncio_loop):
    """Opens a WebSocket."""

    def fetch(*parts, headers=None, params=None, **options):
        headers = jp_auth_header | (headers or {})
        address = _address(jp_serverapp, "ws", parts, params)
        return tornado.websocket.websocket_connect(tornado.httpclient.HTTPRequest(address, headers=headers))

    return fetch


@pytest.fixture(autouse=True)
def jp_server_cleanup(jp_asyncio_loop):
    """There is no server in this process that would have to be cleaned up."""
    yield


@pytest.fixture
def jp_cleanup_subprocesses():
    """Kernels end with their server."""

    async def nothing():
        return None

    return nothing
