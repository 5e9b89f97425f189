"""The article's network for CIFAR-10 in PyTorch, channels first; its outputs are logits."""

from torch import nn
from torch.nn import functional as F


class Cifar10(nn.Module):
    def __init__(self):
        super().__init__()
        # Keras's epsilon, and Keras's momentum in PyTorch's convention.
        self.norm1, self.norm2 = nn.BatchNorm2d(3, 1e-3, 0.01), nn.BatchNorm2d(32, 1e-3, 0.01)
        self.conv1, self.conv2 = nn.Conv2d(3, 32, 3, padding=1), nn.Conv2d(32, 32, 3, padding=1)
        self.conv3, self.conv4 = nn.Conv2d(32, 64, 3, padding=1), nn.Conv2d(64, 64, 3)
        self.dense1, self.dense2 = nn.Linear(7 * 7 * 64, 512), nn.Linear(512, 10)

    def forward(self, x):
        x = F.relu(self.conv2(F.relu(self.conv1(self.norm1(x)))))
        x = self.norm2(F.dropout(F.max_pool2d(x, 2), 0.25, self.training))
        x = F.relu(self.conv4(F.relu(self.conv3(x))))
        x = F.dropout(F.max_pool2d(x, 2), 0.25, self.training)
        x = F.relu(self.dense1(x.flatten(1)))
        return self.dense2(F.dropout(x, 0.5, self.training))
