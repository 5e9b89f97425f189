"""Writes the page of the results of `suite.py`."""

import collections
import re

from reasons import ABSENT, REASONS

KINDS = ("passed", "failed", "inside", "skipped")


def write_page(file, suites, clients, reference):
    """The page; suites without results were not run. `reference` has the results of suites with a stock server."""
    suites = {
        suite: {test: without_absent(suite, test, result) for test, result in all.items()}
        for suite, all in suites.items()
    }
    lines = [
        "# Tests of Jupyter's own servers and clients",
        "",
        "`python/tools/jupyter/suite.py` runs test suites of others against `labora-lab` in the place of their server.",
        'Tests counted as "inside" look into the objects or the configuration of Jupyter Server\'s process, or ask for',
        'a part that is left out here; "skipped" are those that skip themselves or that use no server. `services` has',
        "the tests of `@jupyterlab/services`, of which `mock`, `utils` and `validate` use no server; `galata` has",
        "Galata's own tests in Chromium, without comparing images. `galata_page` has JupyterLab's tests of its page, in",
        "the same way; of the 67 files in `galata/test/jupyterlab` those that are listed were run. Suites of clients",
        "were run against stock Jupyter Server in the same way, too (`--reference`): the column \"stock server\" says",
        "which tests that fail here fail there.",
    ]
    for suite, results in suites.items():
        if results:
            lines += ["", f"## {suite}", "", *table_of_files(suite, results)]
            lines += compared(results, reference.get(suite))
    failed = [
        (suite, test, text) for suite, all in suites.items() for test, (kind, text) in all.items() if kind == "failed"
    ]
    lines += ["", "## Failures", "", "| suite | test | tests | stock server | reason |", "|---|---|---|---|---|"]
    counts = collections.Counter(
        (suite, plain(test), with_stock(reference.get(suite, {}), test), reason(suite, test, text))
        for suite, test, text in failed
    )
    lines += [f"| {' | '.join(row[:2])} | {count} | {' | '.join(row[2:])} |" for row, count in counts.items()]
    inside = collections.Counter(text for all in suites.values() for kind, text in all.values() if kind == "inside")
    lines += ["", "## What tests look at inside", "", "| part of Jupyter Server | tests |", "|---|---|"]
    lines += [f"| {escape(text)} | {count} |" for text, count in inside.most_common()]
    lines += ["", "## Clients", "", "| client | works | shows |", "|---|---|---|"]
    lines += [
        f"| {name} | {'yes' if kind == 'works' else 'no'} | {escape(text)} |" for name, (kind, text) in clients.items()
    ]
    file.write_text("\n".join(lines) + "\n")


def without_absent(suite, test, result):
    """The result of a test; "inside" with what it asks for if that is left out here."""
    for of, pattern, what in ABSENT:
        if result[0] == "failed" and of == suite and re.search(pattern, test):
            return "inside", what
    return result


def table_of_files(suite, results):
    """How many tests of each file passed."""
    rows = collections.defaultdict(collections.Counter)
    for test, (kind, _) in results.items():
        rows[test.partition("::")[0]][kind] += 1
    lines = ["| file | " + " | ".join(KINDS) + " |", "|---" * (len(KINDS) + 1) + "|"]
    for name, counts in sorted(rows.items()):
        lines.append(f"| {name} | " + " | ".join(str(counts[kind]) for kind in KINDS) + " |")
    total = sum(rows.values(), collections.Counter())
    lines.append("| **all** | " + " | ".join(f"**{total[kind]}**" for kind in KINDS) + " |")
    counted = total["passed"] + total["failed"]
    if counted:
        lines += ["", f"{100 * total['passed'] // counted} % of the tests that can pass from outside pass."]
    return lines


def compared(results, reference):
    """How many of the tests that pass with a stock server pass here, too."""
    if not reference:
        return []
    passed = [test for test, (kind, _) in reference.items() if kind == "passed"]
    both = [test for test in passed if results.get(test, ("", ""))[0] == "passed"]
    share = 100 * len(both) // len(passed)
    return [f"With stock Jupyter Server as their server {len(passed)} pass; of these {len(both)} pass here: {share} %."]


def with_stock(reference, test):
    """Whether a test passes with a stock server, as far as it was run."""
    kind, _ = reference.get(test, ("", ""))
    return {"passed": "passes", "failed": "fails"}.get(kind, "")


def plain(test):
    """The name of a test without its file and its parameters."""
    return escape(re.sub(r"\[.*\]$", "", test.partition("::")[2]))


def reason(suite, test, text):
    """Why a test fails: what is known of it, or else what it says."""
    for of, pattern, why in REASONS:
        if of == suite and re.search(pattern, test):
            return why
    return escape(text)


def escape(text):
    """Text for a cell of a table."""
    return text.replace("|", "/").replace("<", "&lt;")
