"""Suites of JupyterLab's repository, which run in Node: `@jupyterlab/services` under Jest, Galata under Playwright."""

import contextlib
import http.cookiejar
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request

from clients import TOKEN
from images import linked_image
from laboratory import laboratory
from shim import shims

# npm's packages: those of JupyterLab 4.6.3, whose tests are in its repository at the tag v4.6.3, and axe-core.
PACKAGES = {
    "services": [
        "@jupyterlab/services@7.6.3",
        "@jupyterlab/testing@4.6.3",
        "jest@29",
        "jest-environment-jsdom@29",
        "typescript@5.9",
        "@types/jest@29",
        "@types/ws@8",
    ],
    "galata": ["@jupyterlab/galata@5.6.3"],
    "axe": ["axe-core@4.10.3"],
}
SUITES = ("services", "galata", "galata_page")
# How long a file of tests may take: that of kernels takes two minutes with the processors to itself.
SPEC_SECONDS = 1800
HERE = pathlib.Path(__file__).resolve().parent


def run(name, checkout, read, is_asked):
    """The results of a suite, step by step: those of files whose names are asked for."""
    if checkout is None:
        sys.exit(
            f"{name} needs --jupyterlab: git clone --depth 1 --branch v4.6.3 https://github.com/jupyterlab/jupyterlab"
        )
    modules = install(name.removesuffix("_page"))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "node_modules").symlink_to(modules)
        yield from globals()[f"run_{name}"](folder, checkout, read, is_asked)


def install(name):
    """The folder `node_modules` with a suite's packages, installed once."""
    folder = pathlib.Path.home() / f".cache/labora/suites/jupyter-{name}"
    if not (folder / "ready").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text(json.dumps({"name": "suite", "private": True}))
        command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"]
        subprocess.run([*command, *PACKAGES[name]], cwd=folder, check=True)
        (folder / "ready").touch()
    return folder / "node_modules"


def run_services(folder, checkout, read, is_asked):
    """Jest starts `jupyter-lab` for each file, which is ours."""
    shutil.copytree(checkout / "packages/services", folder / "services", ignore=shutil.ignore_patterns("node_modules"))
    root = folder / "services"
    settings = {
        "compilerOptions": {
            "target": "ES2018",
            "module": "commonjs",
            "esModuleInterop": True,
            "jsx": "react",
            "lib": ["DOM", "ES2020", "ES2022.error"],
            "types": ["jest", "node"],
            "moduleResolution": "node",
            "skipLibCheck": True,
            "isolatedModules": True,
        }
    }
    (root / "tsconfig.test.json").write_text(json.dumps(settings))
    (root / "babel.config.js").write_text("module.exports = require('@jupyterlab/testing/lib/babel-config');\n")
    for spec in sorted((root / "test").rglob("*.spec.ts")):
        name, port, report = str(spec.relative_to(root / "test")), free_port(), folder / "report.xml"
        if not is_asked(name):
            continue
        report.unlink(missing_ok=True)
        environment = (
            os.environ | shims(folder, port) | {"JEST_JUNIT_OUTPUT_FILE": str(report), "PYTHONPATH": str(HERE)}
        )
        # The page is one of the server, so its requests have the server's Origin.
        page = json.dumps({"url": f"http://localhost:{port}"})
        command = [folder / "node_modules/.bin/jest", "-i", "--forceExit", "--reporters=jest-junit", "--silent"]
        command += ["--testEnvironmentOptions", page, f"test/{name}"]
        jest = subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.DEVNULL, start_new_session=True)
        yield result(jest, report, name, read)


def free_port():
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def run_galata(folder, checkout, read, is_asked):
    """Galata's tests of itself. The file left out tests the repository's own measurements, without a page."""
    own = "benchmarkReporter.spec.ts"
    yield from run_playwright(folder, checkout, read, lambda name: is_asked(name) and name != own)


def run_galata_page(folder, checkout, read, is_asked):
    """JupyterLab's tests of its page, which Galata runs. They have time for a machine with other work, and as in
    JupyterLab's own runs a test that fails is tried once more."""
    settings = {"timeout": 120000, "expect": {"timeout": 20000}, "retries": 1}
    yield from run_playwright(folder, checkout, read, is_asked, "jupyterlab", settings)


def run_playwright(folder, checkout, read, is_asked, tests="galata", more=None):
    """Playwright opens the page of a server that runs for all tests, with the cookies of a user and with the token.
    `tests` is a folder of Galata's tests, and `more` has further settings."""
    shutil.copytree(checkout / "galata/test", folder / "test", ignore=shutil.ignore_patterns("*-snapshots"))
    (folder / "settings").mkdir()
    (folder / "settings/page_config.json").write_text(json.dumps({"exposeAppInBrowser": True}))
    os.environ["LABORA_LAB_IMAGE"] = str(galata_image(folder))
    os.environ["LABORA_LAB_TOKEN"] = TOKEN
    # Shells have the prompt that Galata's own configuration gives them.
    (folder / ".bashrc").write_text('PS1="$ "\n')
    # Otherwise Playwright's own, where it is installed.
    chromium = os.environ.get("LABORA_CHROMIUM")
    with laboratory(folder, "--no-sandbox", environment={"HOME": str(folder)}) as said:
        options = {
            "baseURL": said["url"].rstrip("/"),
            "extraHTTPHeaders": {"Authorization": f"token {TOKEN}"},
            "storageState": {"cookies": cookies(said["login_url"]), "origins": []},
            "permissions": ["clipboard-read", "clipboard-write"],
            "launchOptions": {"args": ["--no-sandbox"]} | ({"executablePath": chromium} if chromium else {}),
            "video": "off",
            "trace": "off",
        }
        report = folder / "report.xml"
        settings = {
            # A test expects this name.
            "projects": [{"name": "galata"}],
            "testMatch": f"test/{tests}/**/*.@(spec|test).ts",
            "workers": 1,
            # Pictures of another machine's fonts are not compared.
            "ignoreSnapshots": True,
            "timeout": 60000,
            "reporter": [["junit", {"outputFile": str(report)}]],
        }
        (folder / "playwright.config.js").write_text(
            "const base = require('@jupyterlab/galata/lib/playwright-config');\n"
            f"const use = {{...base.use, ...{json.dumps(options)}}};\n"
            f"module.exports = {{...base, ...{json.dumps(settings | (more or {}))}, use}};\n"
        )
        names = (path.name for path in (folder / "test" / tests).iterdir())
        specs = sorted(name for name in names if name.endswith((".spec.ts", ".test.ts")))
        for name in filter(is_asked, specs):
            report.unlink(missing_ok=True)
            command = [folder / "node_modules/.bin/playwright", "test", f"test/{tests}/{name}"]
            yield result(subprocess.Popen(command, cwd=folder, start_new_session=True), report, name, read)


def result(process, report, name, read):
    """The results of a file of tests when its program has ended, or its time is over."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(SPEC_SECONDS)
    # With it its server and its browser end, which would outlive it otherwise.
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    process.wait()
    return read(report, name) if report.is_file() else {f"{name}::all": ("failed", f"did not end in {SPEC_SECONDS} s")}


def galata_image(folder):
    """The image with Galata's own extension, which JupyterLab's package has."""
    image = pathlib.Path(os.environ["LABORA_LAB_IMAGE"])
    extensions = folder / "labextensions"
    scope = extensions / "@jupyterlab"
    scope.mkdir(parents=True)
    for entry in (image / "share/jupyter/labextensions").iterdir():
        for extension in entry.iterdir() if entry.name == "@jupyterlab" else [entry]:
            (extensions / extension.relative_to(entry.parent)).symlink_to(extension)
    own = next(image.glob("lib/python*/site-packages/jupyterlab/galata/@jupyterlab/galata-extension"))
    (scope / own.name).symlink_to(own)
    return linked_image(folder / "image", image, settings=folder / "settings", extensions=extensions)


def cookies(login_url):
    """The cookies that the address gives which lets in, as Playwright reads them."""
    jar = http.cookiejar.CookieJar()
    urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar)).open(login_url).close()
    return [
        {
            "name": cookie.name,
            "value": cookie.value,
            "domain": cookie.domain.removesuffix(".local"),
            "path": cookie.path,
            "expires": -1,
            "httpOnly": cookie.name != "_xsrf",
            "secure": False,
            "sameSite": "Strict",
        }
        for cookie in jar
    ]
