"""Why tests of others fail against `labora-lab`: the suite, a pattern of the test's name, and the reason."""

REASONS = [
    ("jupyter_server", "test_modify_kernel_id", "the kernel is idle already where the test expects `starting`"),
    ("jupyter_server", "expands_user", "sets `HOME` of its own process when the server runs"),
    ("jupyter_server", "test_terminal_create_with_cwd$", "a folder outside of the drive"),
]
