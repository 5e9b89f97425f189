"""What TensorBoard's server has of a folder of event files, as JSON.

    python read_events.py FOLDER
"""

import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from tensorboard import program


def main(folder):
    server = program.TensorBoard()
    server.configure(argv=[None, "--logdir", folder, "--port", "0", "--load_fast", "false"])
    root = server.launch()

    def get(path, **arguments):
        with urllib.request.urlopen(f"{root}data/plugin/{path}?{urllib.parse.urlencode(arguments)}", timeout=60) as answer:
            return json.load(answer)

    def every(plugin, route):
        """By run and tag. Files are read in the background."""
        for _ in range(600):
            tags = get(f"{plugin}/tags")
            if any(tags.values()):
                break
            time.sleep(0.1)
        return {run: {tag: get(f"{plugin}/{route}", run=run, tag=tag) for tag in of_run} for run, of_run in tags.items()}

    found = {
        "scalars": every("scalars", "scalars"),
        "histograms": every("histograms", "histograms"),
        "images": every("images", "images"),
    }
    with urllib.request.urlopen(f"{root}data/plugin/graphs/graph?run=train&tag=keras&conceptual=true", timeout=60) as answer:
        found["graph"] = answer.read().decode()
    print("found", json.dumps(found))


main(sys.argv[1])
