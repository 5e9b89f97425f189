"""PyTorch on the CPU: training steps and predictions, eager or compiled, channels last.

Usage: python torch_peer.py WORK --batch N [--dtype float32|bfloat16] [--mode eager|compile|contiguous] [--steps N]
`contiguous` is eager with channels first, PyTorch's default layout.
"""

import timing

WORKS = ["cifar10-step", "cifar10-predict", "resnet50", "transformer", "mlp"]
given = timing.arguments(__doc__, WORKS, modes=("eager", "compile", "contiguous"))

import torch
from article_torch import Cifar10
from torch import nn
from torch.nn import functional as F


class ConvNorm(nn.Sequential):
    def __init__(self, inputs, outputs, kernel, stride=1):
        conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False)
        super().__init__(conv, nn.BatchNorm2d(outputs))


class Bottleneck(nn.Module):
    def __init__(self, inputs, width, stride, is_first):
        super().__init__()
        self.conv1, self.conv2 = ConvNorm(inputs, width, 1), ConvNorm(width, width, 3, stride)
        self.conv3 = ConvNorm(width, 4 * width, 1)
        self.shortcut = ConvNorm(inputs, 4 * width, 1, stride) if is_first else nn.Identity()

    def forward(self, x):
        return F.relu(self.shortcut(x) + self.conv3(F.relu(self.conv2(F.relu(self.conv1(x))))))


def resnet50():
    parts, inputs = [ConvNorm(3, 64, 7, 2), nn.ReLU(), nn.MaxPool2d(3, 2, 1)], 64
    for blocks, width, stride in [(3, 64, 1), (4, 128, 2), (6, 256, 2), (3, 512, 2)]:
        for index in range(blocks):
            parts.append(Bottleneck(inputs, width, stride if index == 0 else 1, index == 0))
            inputs = 4 * width
    return nn.Sequential(*parts, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(inputs, 1000))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(512), nn.LayerNorm(512)
        self.qkv, self.out = nn.Linear(512, 3 * 512), nn.Linear(512, 512)
        self.up, self.down = nn.Linear(512, 2048), nn.Linear(2048, 512)

    def forward(self, x):
        batch, positions, width = x.shape
        parts = self.qkv(self.norm1(x)).view(batch, positions, 3, 8, 64).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(*parts.unbind(0))
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, positions, width))
        return x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh"))


def mlp():
    return nn.Sequential(nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10))


layout = torch.contiguous_format if given.mode == "contiguous" else torch.channels_last


def prepared(net):
    """The network in its layout, and its forward pass as the mode requires."""
    net = net.to(memory_format=layout)
    return net, (torch.compile(net) if given.mode == "compile" else net)


def autocast():
    return torch.autocast("cpu", torch.bfloat16, enabled=given.dtype == "bfloat16")


def trained(net, optimizer, loss, x, y):
    net, forward = prepared(net.train())
    optimizer = optimizer(net.parameters())

    def step():
        optimizer.zero_grad(set_to_none=True)
        with autocast():
            value = loss(forward(x).float(), y)
        value.backward()
        optimizer.step()
        return value.item()

    return step


def predicted(net, x):
    _, forward = prepared(net.eval())

    def call():
        with torch.inference_mode(), autocast():
            return F.softmax(forward(x).float(), 1).numpy()

    return call


def images(size, classes):
    x, y = timing.images(given.batch, size, classes, channels_first=True)
    return torch.from_numpy(x).to(memory_format=layout), torch.from_numpy(y)


def adam(parameters):
    return torch.optim.Adam(parameters, 1e-3, eps=1e-7)


if given.work == "cifar10-step":
    call = trained(Cifar10(), adam, F.cross_entropy, *images(32, 10))
elif given.work == "cifar10-predict":
    call = predicted(Cifar10(), images(32, 10)[0])
elif given.work == "resnet50":
    x, y = images(224, 1000)
    call = trained(resnet50(), lambda p: torch.optim.SGD(p, 0.1, momentum=0.9), F.cross_entropy, x / 255, y)
elif given.work == "transformer":
    x = torch.from_numpy(timing.vectors(given.batch, 256, 512))
    call = trained(nn.Sequential(*[Block() for _ in range(6)]), adam, F.mse_loss, x, x.flip(0))
else:
    y = torch.from_numpy(timing.images(given.batch, 1)[1])
    call = trained(mlp(), adam, F.cross_entropy, torch.from_numpy(timing.vectors(given.batch, 784)), y)
timing.report(f"torch {torch.__version__}", given, call)
