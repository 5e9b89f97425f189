"""ONNX Runtime on the CPU: predictions of the CIFAR-10 network, its batch normalizations folded by the runtime where it can.

Usage: python onnx_peer.py cifar10-predict --batch N [--steps N]
The runtime has no bfloat16 convolutions on a CPU.
"""

import timing

given = timing.arguments(__doc__, ["cifar10-predict"], dtypes=("float32",))

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

random = np.random.RandomState(1)
weights, nodes = [], []


def constant(name, values):
    weights.append(numpy_helper.from_array(values.astype("float32"), name))
    return name


def node(kind, source, *parameters, **attributes):
    result = f"v{len(nodes)}"
    nodes.append(helper.make_node(kind, [source, *parameters], [result], **attributes))
    return result


def noise(*shape):
    return random.standard_normal(shape) * 0.05


def norm(source, width):
    name = f"norm{len(nodes)}"
    parameters = [constant(f"{name}.{i}", np.full(width, value)) for i, value in enumerate((1.0, 0.0, 0.1, 1.0))]
    return node("BatchNormalization", source, *parameters, epsilon=1e-3)


def convolution(source, inputs, outputs, padding):
    name = f"conv{len(nodes)}"
    parameters = constant(f"{name}.w", noise(outputs, inputs, 3, 3)), constant(f"{name}.b", noise(outputs))
    return node("Relu", node("Conv", source, *parameters, kernel_shape=[3, 3], pads=[padding] * 4))


def dense(source, inputs, outputs):
    name = f"dense{len(nodes)}"
    return node("Gemm", source, constant(f"{name}.w", noise(inputs, outputs)), constant(f"{name}.b", noise(outputs)))


x = convolution(convolution(norm("image", 3), 3, 32, 1), 32, 32, 1)
x = norm(node("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2]), 32)
x = node("MaxPool", convolution(convolution(x, 32, 64, 1), 64, 64, 0), kernel_shape=[2, 2], strides=[2, 2])
x = node("Relu", dense(node("Flatten", x), 7 * 7 * 64, 512))
x = node("Softmax", dense(x, 512, 10), axis=1)
image = helper.make_tensor_value_info("image", TensorProto.FLOAT, [given.batch, 3, 32, 32])
result = helper.make_tensor_value_info(x, TensorProto.FLOAT, [given.batch, 10])
graph = helper.make_graph(nodes, "cifar10", [image], [result], weights)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
images = timing.images(given.batch, channels_first=True)[0]
timing.report(f"onnxruntime {onnxruntime.__version__}", given, lambda: session.run(None, {"image": images}))
