"""Fixtures by which the tests of jupyterlab_server talk to `labora-lab`: it has the schemas, settings, extensions and
workspaces that their plug-in has made.

`suite.py` appends an import of this module to their `conftest.py`, after that of the fixtures of Jupyter Server.
"""

import json
import os
import pathlib

import pytest
from fixtures import InProcess, running
from images import linked_image
from jupyterlab_server.translation_utils import translator


class LabServerApp:
    """What tests see of the application: its folders, and that it starts."""

    def __init__(self, app, start):
        self.app_settings_dir, self.workspaces_dir = app.app_settings_dir, app.workspaces_dir
        self.schemas_dir, self.user_settings_dir = app.schemas_dir, app.user_settings_dir
        self._start = start

    def _link_jupyter_server_extension(self, serverapp):
        self.serverapp = serverapp

    def initialize(self):
        """Starts the server."""
        self._start(self.serverapp)

    def __getattr__(self, name):
        pytest.fail(f"looks into the process: {name}")


@pytest.fixture
def jp_serverapp(jp_root_dir, jp_environ):
    """A server that the application starts."""
    return InProcess(jp_root_dir)


@pytest.fixture
def make_labserver_extension_app(
    make_labserver_extension_app, labextensions_dir, jp_root_dir, jp_server_config, tmp_path
):
    """The plug-in's own factory makes the folders; the server that reads them is ours. What the application configures
    of its page is in the image's file of this."""
    servers = []

    def start(serverapp):
        page = {"appName": "JupyterLab Server Application"}
        preferred = jp_server_config.get("ServerApp", {}).get("preferred_dir")
        if preferred:
            page["preferredPath"] = pathlib.Path(preferred).relative_to(jp_root_dir).as_posix()
        (tmp_path / "app_settings/page_config.json").write_text(json.dumps(page))
        image = linked_image(
            tmp_path / "labora-image",
            os.environ["LABORA_LAB_IMAGE"],
            schemas=tmp_path / "schemas",
            settings=tmp_path / "app_settings",
            extensions=labextensions_dir,
        )
        state = tmp_path / "labora-state"
        state.mkdir()
        (state / "workspaces").symlink_to(tmp_path / "workspaces")
        (state / "settings").symlink_to(tmp_path / "user_settings")
        server = running(jp_root_dir, state, {"LABORA_LAB_IMAGE": str(image)})
        servers.append(server)
        serverapp.url = server.__enter__()

    yield lambda **options: LabServerApp(make_labserver_extension_app(**options), start)
    for server in servers:
        server.__exit__(None, None, None)


@pytest.fixture
def labserverapp(jp_serverapp, make_labserver_extension_app):
    """A server that runs."""
    app = make_labserver_extension_app()
    app._link_jupyter_server_extension(jp_serverapp)
    app.initialize()
    return app


@pytest.fixture(autouse=True)
def translator_in_process(monkeypatch):
    """Texts that Jupyter Server translates for itself."""
    monkeypatch.setattr(translator, "load", lambda *_: pytest.fail("looks into the process: translator"))
