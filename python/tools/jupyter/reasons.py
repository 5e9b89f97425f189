"""Why tests of others fail against `labora-lab`: the suite, a pattern of the test's name, and the reason."""

# Tests of parts of Jupyter that this server leaves out: what they ask for.
ABSENT = [
    ("galata_page", "announcements", "announcements of JupyterLab"),
]

REASONS = [
    (
        "jupyter_server",
        "test_modify_kernel_id",
        "the kernel is idle already; Jupyter Server says `starting` until a client's WebSocket asks the kernel",
    ),
    ("jupyter_server", "test_from_(file_zip_to_latex|post_zip)", "LaTeX, which needs pandoc, is no format here"),
    (
        "jupyter_server",
        "test_csp_(file|post)_handler.*None",
        "turns the sandbox of exports off, which stays on here: without it a notebook's script acts for its reader",
    ),
    ("jupyterlab_server", "test_page_config", "compares all options of the page with those of another application"),
    ("jupyterlab_server", "test_get_theme", "its server sends a page for a theme that is not there; this one says 404"),
    ("nbclient", "Check History in Memory", "gives the kernel's program arguments, for which gateways have no place"),
    ("nbclient", "test_async_parallel_notebooks", "sets a variable of its own process, not of the kernels"),
    (
        "nbclient",
        "test_error_notebook_hook|test_kernel_death_during",
        "for a gateway's client a kernel that ended and was started again lives on",
    ),
    ("services", "#specsChanged", "configures another default kernel, which is `python3` here"),
    ("papermill", "TestCWD", "goes to a folder with its own process, and tells the server nothing of it"),
    ("papermill", "TestBrokenNotebook2", "its notebook imports `display` from where IPython 9 has it no more"),
]
