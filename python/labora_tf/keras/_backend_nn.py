"""Functions of `tf.keras.backend` of neural networks: losses, convolutions, normalization, recurrence."""

from __future__ import annotations

import sys
from typing import Any

import keras
from keras import ops

__all__ = [
    "batch_normalization",
    "conv2d_transpose",
    "ctc_batch_cost",
    "ctc_decode",
    "ctc_label_dense_to_sparse",
    "in_test_phase",
    "in_train_phase",
    "local_conv1d",
    "normalize_batch_in_training",
    "print_tensor",
    "rnn",
]


def in_train_phase(x: Any, alt: Any, training: Any = None) -> Any:
    """`x` in training, else `alt`."""
    from . import backend

    training = backend.learning_phase() if training is None else training
    chosen = x if training else alt
    return chosen() if callable(chosen) else chosen


def in_test_phase(x: Any, alt: Any, training: Any = None) -> Any:
    """`alt` in training, else `x`."""
    return in_train_phase(alt, x, training)


def print_tensor(x: Any, message: str = "", summarize: int = 3) -> Any:
    """Prints a tensor and gives it back."""
    from .._control_flow import print as print_values

    print_values(message, x, output_stream=sys.stdout, summarize=summarize)
    return x


def batch_normalization(
    x: Any, mean: Any, var: Any, beta: Any, gamma: Any, axis: int = -1, epsilon: float = 1e-3
) -> Any:
    """`(x - mean) / sqrt(var + epsilon) * gamma + beta`; values of one axis are along `axis`."""
    if axis % len(x.shape) != len(x.shape) - 1:
        shape = [-1 if place == axis % len(x.shape) else 1 for place in range(len(x.shape))]
        mean, var, beta, gamma = (
            ops.reshape(value, shape) if value is not None and len(value.shape) == 1 else value
            for value in (mean, var, beta, gamma)
        )
    scaled = (x - mean) * ops.rsqrt(var + epsilon)
    scaled = scaled if gamma is None else scaled * gamma
    return scaled if beta is None else scaled + beta


def normalize_batch_in_training(
    x: Any, gamma: Any, beta: Any, reduction_axes: Any, epsilon: float = 1e-3
) -> Any:
    """The batch normalized by its own mean and variance, and these."""
    axes = tuple(reduction_axes)
    mean, var = ops.mean(x, axis=axes), ops.var(x, axis=axes)
    shape = [1 if i in axes else size for i, size in enumerate(x.shape)]

    def spread(value: Any) -> Any:
        return None if value is None else ops.reshape(value, shape)

    return (
        batch_normalization(x, spread(mean), spread(var), spread(beta), spread(gamma), epsilon=epsilon),
        mean,
        var,
    )


def conv2d_transpose(
    x: Any,
    kernel: Any,
    output_shape: Any,
    strides: Any = (1, 1),
    padding: str = "valid",
    data_format: Any = None,
    dilation_rate: Any = (1, 1),
) -> Any:
    """The transpose of a convolution; the sizes in `output_shape` have to fit the strides."""
    from .. import nn

    first = (data_format or keras.config.image_data_format()) == "channels_first"
    sizes = tuple(output_shape)[2:] if first else tuple(output_shape)[1:3]
    layout = "NCHW" if first else "NHWC"
    return nn.conv2d_transpose(x, kernel, sizes, strides, padding.upper(), layout, dilation_rate)


def local_conv1d(*_: Any, **__: Any) -> Any:
    """Refused: Keras 3 has no locally connected layers."""
    raise NotImplementedError("K.local_conv1d is not in Keras 3")


def ctc_label_dense_to_sparse(labels: Any, label_lengths: Any) -> Any:
    """Refused: there are no sparse tensors."""
    raise NotImplementedError(
        "K.ctc_label_dense_to_sparse: there are no sparse tensors; use K.ctc_batch_cost"
    )


def ctc_batch_cost(y_true: Any, y_pred: Any, input_length: Any, label_length: Any) -> Any:
    """The CTC loss of each row, of shape `(rows, 1)`. The last class is the blank; `y_pred` are
    probabilities."""
    classes = y_pred.shape[-1]
    logits = ops.log(y_pred + keras.config.epsilon())
    # `ops.ctc_loss` takes any class as the blank.
    loss = ops.ctc_loss(
        ops.cast(y_true, "int32"),
        logits,
        ops.reshape(ops.cast(label_length, "int32"), (-1,)),
        ops.reshape(ops.cast(input_length, "int32"), (-1,)),
        mask_index=classes - 1,
    )
    return ops.expand_dims(loss, 1)


def ctc_decode(
    y_pred: Any, input_length: Any, greedy: bool = True, beam_width: int = 100, top_paths: int = 1
) -> Any:
    """The decoded labels, -1 after their ends, and their scores."""
    logits = ops.log(y_pred + keras.config.epsilon())
    decoded, scores = ops.ctc_decode(
        logits,
        ops.reshape(ops.cast(input_length, "int32"), (-1,)),
        strategy="greedy" if greedy else "beam_search",
        beam_width=beam_width,
        top_paths=top_paths,
        mask_index=y_pred.shape[-1] - 1,
    )
    return [decoded[i] for i in range(decoded.shape[0])], scores


def rnn(
    step_function: Any,
    inputs: Any,
    initial_states: Any,
    go_backwards: bool = False,
    mask: Any = None,
    constants: Any = None,
    unroll: bool = False,
    input_length: Any = None,
    time_major: bool = False,
    zero_output_for_mask: bool = False,
    return_all_outputs: bool = True,
) -> Any:
    """A function of one step over all steps: the last output, all outputs, the last states."""
    return keras.src.backend.rnn(
        step_function,
        inputs,
        initial_states,
        go_backwards=go_backwards,
        mask=mask,
        constants=constants,
        unroll=unroll,
        input_length=input_length,
        time_major=time_major,
        zero_output_for_mask=zero_output_for_mask,
        return_all_outputs=return_all_outputs,
    )
