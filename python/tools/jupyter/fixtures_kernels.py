"""Fixtures by which the tests of nbclient and papermill run their notebooks with kernels of `labora-lab`.

`suite.py` appends an import of this module to their `conftest.py`. Kernels are reached by the manager of kernels that
Jupyter Server has for its gateways. Tests that start no kernel say nothing of a server and are counted as skipped.
"""

import os
import pathlib
import tempfile

import nbclient
import pytest
from clients import TOKEN, connect_gateway
from jupyter_client import AsyncKernelManager
from jupyter_server.gateway.managers import GatewayKernelManager
from laboratory import laboratory

# The drive is the whole system, so that kernels run where their notebooks are.
ROOT = pathlib.Path("/")
STARTED = []


class KernelManager(GatewayKernelManager):
    """Kernels of our server."""

    async def start_kernel(self, *, kernel_id=None, **options):
        """Starts one, and notes it."""
        STARTED.append(kernel_id)
        return await super().start_kernel(kernel_id=kernel_id, **options)


@pytest.fixture(scope="session", autouse=True)
def labora_server():
    """One server for all tests."""
    create = nbclient.NotebookClient.create_kernel_manager

    def create_ours(client):
        # Tests that choose a manager of their own keep it.
        if client.kernel_manager_class is AsyncKernelManager:
            client.kernel_manager_class = KernelManager
        return create(client)

    os.environ["LABORA_LAB_TOKEN"] = TOKEN
    with tempfile.TemporaryDirectory() as folder, laboratory(pathlib.Path(folder), "--no-sandbox", drive=ROOT) as said:
        connect_gateway(said["url"])
        nbclient.NotebookClient.create_kernel_manager = create_ours
        yield


@pytest.fixture(autouse=True)
def labora_no_kernel():
    """No kernel was started yet."""
    STARTED.clear()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A test that passed without a kernel is not counted."""
    outcome = yield
    report = outcome.get_result()
    if report.when == "call" and report.passed and not STARTED:
        report.outcome = "skipped"
        report.longrepr = (str(item.path), 0, "Skipped: starts no kernel")
