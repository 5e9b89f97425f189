"""Compares what clients of others get from a server with what Keras predicted.

    clients.py URL FOLDER
"""

import json
import pathlib
import sys

import numpy as np
import requests
import tritonclient.http as triton
from tritonclient.utils import InferenceServerException

TYPES = {"FP32": "float32", "INT32": "int32"}


def compare(what, found, expected):
    found, expected = np.asarray(found, "float64"), np.asarray(expected, "float64")
    assert found.shape == expected.shape, (what, found.shape, expected.shape)
    worst = np.max(np.abs(found - expected))
    assert worst <= 1e-5, (what, worst)


def tensorflow(url, name, case):
    """The forms of TensorFlow Serving, with requests."""
    path = f"{url}v1/models/{name}:predict"
    inputs, outputs = case["inputs"], case["outputs"]
    rows = len(next(iter(inputs.values())))
    columns = requests.post(path, json={"inputs": inputs}, timeout=60)
    assert columns.status_code == 200, columns.text
    found = columns.json()["outputs"]
    found = found if len(outputs) > 1 else {next(iter(outputs)): found}
    for output, expected in outputs.items():
        compare((name, "columns", output), found[output], expected)
    instances = [{key: value[row] for key, value in inputs.items()} for row in range(rows)]
    found = requests.post(path, json={"instances": instances}, timeout=60).json()["predictions"]
    for output, expected in outputs.items():
        values = [row[output] for row in found] if len(outputs) > 1 else found
        compare((name, "rows", output), values, expected)
    metadata = requests.get(f"{url}v1/models/{name}/metadata", timeout=60).json()
    signature = metadata["metadata"]["signature_def"]["signature_def"]["serving_default"]
    assert set(signature["inputs"]) == set(inputs) and set(signature["outputs"]) == set(outputs)


def kserve(client, name, case):
    """JSON and binary tensors, with NVIDIA's client."""
    assert client.is_model_ready(name) and client.is_model_ready(name, "1")
    metadata = client.get_model_metadata(name)
    for binary_in, binary_out in [(False, False), (True, True), (True, False), (False, True)]:
        inputs = []
        for tensor in metadata["inputs"]:
            values = np.asarray(case["inputs"][tensor["name"]], TYPES[tensor["datatype"]])
            given = triton.InferInput(tensor["name"], list(values.shape), tensor["datatype"])
            given.set_data_from_numpy(values, binary_data=binary_in)
            inputs.append(given)
        wanted = [triton.InferRequestedOutput(output, binary_data=binary_out) for output in case["outputs"]]
        result = client.infer(name, inputs, outputs=wanted, request_id="r1")
        assert result.get_response()["id"] == "r1"
        for output, expected in case["outputs"].items():
            compare((name, binary_in, binary_out, output), result.as_numpy(output), expected)
    # Without outputs, the client asks for all of them in binary form.
    result = client.infer(name, inputs)
    for output, expected in case["outputs"].items():
        compare((name, "all", output), result.as_numpy(output), expected)


def main(url, folder):
    cases = json.loads((folder / "cases.json").read_text())
    client = triton.InferenceServerClient(url.split("//")[1].rstrip("/"))
    assert client.is_server_live() and client.is_server_ready()
    assert "binary_tensor_data" in client.get_server_metadata()["extensions"]
    for case in cases:
        name = case["model"]
        tensorflow(url, name, case)
        kserve(client, name, case)
    wrong = triton.InferInput("image", [1, 2], "FP32")
    wrong.set_data_from_numpy(np.zeros((1, 2), "float32"))
    try:
        client.infer("image", [wrong])
    except InferenceServerException as error:
        assert "the model takes [-1, 12, 12, 3]" in error.message(), error.message()
    else:
        raise AssertionError("a wrong shape was accepted")
    for values, part in [([0.5] * 7, "no fraction"), ([3e9] * 7, "its values are -2147483648 to 2147483647")]:
        answer = requests.post(f"{url}v1/models/words:predict", json={"instances": [values]}, timeout=60)
        assert answer.status_code == 400 and part in answer.json()["error"], answer.text
    assert not client.is_model_ready("none")
    print(f"compared {len(cases)} cases")


main(sys.argv[1], pathlib.Path(sys.argv[2]))
