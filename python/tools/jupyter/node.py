"""Suites of JupyterLab's repository, which run in Node: `@jupyterlab/services` under Jest, Galata under Playwright."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# npm's packages of JupyterLab 4.6.3, whose tests are in its repository at the tag v4.6.3.
PACKAGES = {
    "services": ["@jupyterlab/services@7.6.3", "@jupyterlab/testing@4.6.3", "jest@29", "jest-environment-jsdom@29",
                 "typescript@5.9", "@types/jest@29", "@types/ws@8"],
    "galata": ["@jupyterlab/galata@5.6.3"],
}
SUITES = tuple(PACKAGES)
HERE = pathlib.Path(__file__).resolve().parent


def run(name, checkout, read):
    """The results of a suite."""
    if checkout is None:
        sys.exit(f"{name} needs --jupyterlab: git clone --depth 1 --branch v4.6.3 "
                 "https://github.com/jupyterlab/jupyterlab")
    modules = install(name)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "node_modules").symlink_to(modules)
        return globals()[f"run_{name}"](folder, checkout, read)


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


def run_services(folder, checkout, read):
    """Jest starts `jupyter-lab` for each file, which is ours."""
    import suite

    shutil.copytree(checkout / "packages/services", folder / "services", ignore=shutil.ignore_patterns("node_modules"))
    root = folder / "services"
    settings = {"compilerOptions": {"target": "ES2018", "module": "commonjs", "esModuleInterop": True, "jsx": "react",
                                    "lib": ["DOM", "ES2020", "ES2022.error"], "types": ["jest", "node"],
                                    "moduleResolution": "node", "skipLibCheck": True, "isolatedModules": True}}
    (root / "tsconfig.test.json").write_text(json.dumps(settings))
    (root / "babel.config.js").write_text("module.exports = require('@jupyterlab/testing/lib/babel-config');\n")
    environment = os.environ | suite.shims(folder) | {"JEST_JUNIT_OUTPUT_FILE": str(folder / "report.xml"),
                                                      "JEST_JUNIT_ADD_FILE_ATTRIBUTE": "true",
                                                      "PYTHONPATH": str(HERE)}
    command = [folder / "node_modules/.bin/jest", "-i", "--reporters=jest-junit"]
    subprocess.run(command, cwd=root, env=environment, timeout=3600)
    return read(folder / "report.xml")


def run_galata(folder, checkout, read):
    """Playwright opens the page of a server that runs for all tests."""
    from laboratory import laboratory

    shutil.copytree(checkout / "galata/test", folder / "test")
    browser = {"executablePath": os.environ.get("LABORA_CHROMIUM"), "args": ["--no-sandbox", "--disable-lcd-text"]}
    (folder / "playwright.config.js").write_text(
        "var base = require('@jupyterlab/galata/lib/playwright-config');\n"
        "module.exports = {...base, testMatch: 'test/galata/**/*.spec.ts', workers: 1, ignoreSnapshots: true,\n"
        f"  reporter: [['junit', {{outputFile: {json.dumps(str(folder / 'report.xml'))}}}]],\n"
        f"  use: {{...base.use, video: 'off', trace: 'off', launchOptions: {json.dumps(browser)}}}}};\n"
    )
    with laboratory(folder, "--no-sandbox") as said:
        environment = os.environ | {"TARGET_URL": said["url"].rstrip("/"), "LABORA_LOGIN": said["login_url"]}
        subprocess.run([folder / "node_modules/.bin/playwright", "test"], cwd=folder, env=environment, timeout=3600)
    return read(folder / "report.xml")
