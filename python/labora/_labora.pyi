# The extension module, which is also the PJRT plugin's shared library.

__version__: str
api_address: int
"""The address of `GetPjrtApi`."""
