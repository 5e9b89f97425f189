"""`tf.contrib.cluster_resolver`."""

from ..distribute.cluster_resolver import ContribTPUClusterResolver as TPUClusterResolver
from ..distribute.cluster_resolver import SimpleClusterResolver

__all__ = ["SimpleClusterResolver", "TPUClusterResolver"]
