"""`tf.contrib.tpu.python.tpu.keras_support`."""

from ...model import KerasTPUModel, TPUDistributionStrategy, keras_to_tpu_model

tpu_model = keras_to_tpu_model

__all__ = ["KerasTPUModel", "TPUDistributionStrategy", "keras_to_tpu_model", "tpu_model"]
