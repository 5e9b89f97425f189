"""PyTorch as its users make it fast: torch.compile, data on the device, channels last, bf16 by autocast, fused Adam; validated
after each epoch. Nothing is brought to the host but the figures of an epoch.

Usage: python torch_fit.py --data cifar-10-batches-bin [--mode default|reduce-overhead|max-autotune] [--device gpu|cpu] ...

`compile_s` is a first epoch with its validation, after which weights and optimizer go back to where they were; `training_s`
is all epochs then, with nothing left to compile.
"""

import copy

import race

given = race.arguments(__doc__, modes=("default", "reduce-overhead", "max-autotune"))

import cifar
import torch
from article_torch import Cifar10
from torch import nn
from torch.nn import functional as F

device = torch.device({"gpu": "cuda", "cpu": "cpu"}[given.device])
torch.manual_seed(0)
torch.backends.cudnn.benchmark = True
torch.set_float32_matmul_precision("high")


def network():
    """The article's network, initialized as in Keras."""
    net = Cifar10()
    for layer in net.modules():
        if isinstance(layer, (nn.Conv2d, nn.Linear)):
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)
    return net


def on_device(images, labels):
    x = torch.from_numpy(images).to(device).permute(0, 3, 1, 2)
    return x.contiguous(memory_format=torch.channels_last), torch.from_numpy(labels).long().to(device)


(x, y), (test_x, test_y) = (on_device(*part) for part in cifar.load(given.data))
net = network().to(device, memory_format=torch.channels_last)
adam = torch.optim.Adam(net.parameters(), 1e-3, eps=1e-7, fused=device.type == "cuda", capturable=device.type == "cuda")


def autocast():
    return torch.autocast(device.type, torch.bfloat16, enabled=given.dtype == "bfloat16")


def loss_of(x, y):
    """The loss of a batch of images, and how many are classified correctly. Converts from uint8 in the program."""
    with autocast():
        logits = net(x.float())
    logits = logits.float()
    return F.cross_entropy(logits, y), (logits.argmax(1) == y).sum()


compiled = torch.compile(loss_of, mode=given.mode, dynamic=False)


def step(rows):
    torch.compiler.cudagraph_mark_step_begin()
    loss, right = compiled(x[rows], y[rows])
    loss.backward()
    adam.step()
    adam.zero_grad(set_to_none=True)
    # Copies: with CUDA graphs, the next step writes its results into the same memory.
    return loss.detach().clone(), right.clone()


def train_epoch():
    net.train()
    # The remainder batch is kept, as Keras keeps it.
    steps = [step(rows) for rows in torch.randperm(len(x), device=device).split(given.batch)]
    return torch.stack([loss for loss, _ in steps]).mean()


@torch.no_grad()
def test_accuracy():
    net.eval()
    right = 0
    for first in range(0, len(test_x), given.batch):
        torch.compiler.cudagraph_mark_step_begin()
        right = right + compiled(test_x[first : first + given.batch], test_y[first : first + given.batch])[1].clone()
    return float(right) / len(test_x)


def epochs(count):
    for _ in range(count):
        # Reading both waits for the device, as any log of an epoch does.
        loss, accuracy = train_epoch().item(), test_accuracy()
    return loss, accuracy


peer = f"torch {torch.__version__}"
name = torch.cuda.get_device_name(device) if device.type == "cuda" else "cpu"
if given.first_only:
    net.train()
    first = race.timed(lambda: step(torch.arange(given.batch, device=device))[0].item())[0]
    race.report(peer, name, given, first_step_s=first)
else:
    weights = copy.deepcopy(net.state_dict())
    compile_s = race.timed(lambda: epochs(1))[0]
    # In place, since captured programs keep the addresses.
    net.load_state_dict(weights)
    for state in adam.state.values():
        for value in state.values():
            value.zero_()
    seconds, (loss, accuracy) = race.timed(lambda: epochs(given.epochs))
    race.report(
        peer, name, given, training_s=seconds, compile_s=compile_s, images_per_s=given.epochs * len(x) / seconds,
        loss=loss, test_accuracy=accuracy,
    )
