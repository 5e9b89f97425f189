"""What TensorBoard's server has of a folder of event files, as JSON.

    python read_events.py FOLDER LAST

`LAST` is the last epoch: files are read in the background, and all is there when that is.
"""

import io
import json
import sys
import time
import urllib.parse
import urllib.request

from PIL import Image
from tensorboard import program


def main(folder, last):
    server = program.TensorBoard()
    server.configure(argv=[None, "--logdir", folder, "--port", "0", "--load_fast", "false"])
    root = server.launch()

    def get(path, **arguments):
        address = f"{root}data/plugin/{path}" + (f"?{urllib.parse.urlencode(arguments)}" if arguments else "")
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.read()

    def every(plugin):
        """What a plugin has, by run and tag."""
        tags = json.loads(get(f"{plugin}/tags"))
        series = lambda run, tag: json.loads(get(f"{plugin}/{plugin}", run=run, tag=tag))
        return {run: {tag: series(run, tag) for tag in of_run} for run, of_run in tags.items()}

    def ends(plugin, run):
        return any(one[-1][1] == last for one in every(plugin).get(run, {}).values() if one)

    for _ in range(600):
        if ends("histograms", "train") and ends("scalars", "validation"):
            break
        time.sleep(0.1)
    found = {"scalars": every("scalars"), "histograms": every("histograms"), "images": {}}
    for tag, of_tag in every("images")["train"].items():
        image = Image.open(io.BytesIO(get("images/individualImage?" + of_tag[-1]["query"])))
        found["images"][tag] = {"size": image.size, "mode": image.mode, "pixels": list(image.getdata())}
    found["graph"] = get("graphs/graph", run="train", tag="keras", conceptual="true").decode()
    print("found", json.dumps(found))


main(sys.argv[1], int(sys.argv[2]))
