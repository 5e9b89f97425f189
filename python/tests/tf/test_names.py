"""Every public name of TensorFlow is here, or refused with a sentence that says what to do."""

import pytest

import labora_tf as tf
from labora_tf import _names


def _spaces():
    return sorted(_names.listed())


def test_every_name_is_here_or_refused(capsys):
    here, refused, wrong = 0, 0, []
    for space in _spaces():
        for name in sorted(_names.listed()[space]):
            try:
                if _names.is_here(space, name):
                    here += 1
                else:
                    refused += 1
            except Exception as error:
                wrong.append(f"{space}.{name}: {type(error).__name__}: {error}")
            text = _names.sentence(space, name)
            assert ": " in text and len(text) > 30 and "\n" not in text
    with capsys.disabled():
        print(f"\nnames of TensorFlow: {here} here, {refused} refused")
    assert not wrong, f"{len(wrong)}:\n" + "\n".join(wrong)
    assert here > 1000


@pytest.mark.parametrize(
    "space, name, near",
    [
        ("tf", "reduce_men", "reduce_mean"),
        ("tf.nn", "relux", "relu"),
        ("tf.image", "resiz", "resize"),
        ("tf.math", "argmx", "argmax"),
        ("tf", "konstant", "constant"),
    ],
)
def test_a_misspelt_name_is_said(space, name, near):
    module = tf if space == "tf" else getattr(tf, space[3:])
    with pytest.raises(AttributeError, match=f"did you mean {space}.{near}") as caught:
        getattr(module, name)
    assert not isinstance(caught.value, NotImplementedError)


@pytest.mark.parametrize(
    "ask, words",
    [
        (lambda: tf.RaggedTensor, "padded_batch|pad"),
        (lambda: tf.lite, "phones"),
        (lambda: tf.saved_model, "model.save"),
        (lambda: tf.raw_ops, "function of tf"),
        (lambda: tf.quantization, "quantize"),
        (lambda: tf.nn.nce_loss, "keras"),
    ],
)
def test_refusals_say_what_to_do(ask, words):
    with pytest.raises(NotImplementedError, match=words) as caught:
        ask()
    assert isinstance(caught.value, AttributeError)
