"""Runs a command and prints its peak resident memory as the last line: {"peak_bytes": N}.

Usage: python peak_memory.py COMMAND [ARGUMENT...]
"""

import json
import resource
import subprocess
import sys

subprocess.run(sys.argv[1:], check=True)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(json.dumps({"peak_bytes": peak * (1 if sys.platform == "darwin" else 1024)}))
