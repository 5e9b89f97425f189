"""`google.colab.patches`: what opens a window elsewhere, as an output."""


def cv2_imshow(image):
    """Shows an image of OpenCV: grey, BGR or BGRA, values from 0 to 255."""
    import numpy
    from IPython.display import display
    from PIL import Image

    pixels = numpy.clip(image, 0, 255).astype("uint8")
    if pixels.ndim == 3:
        # OpenCV has blue first.
        pixels = pixels[..., [2, 1, 0, 3][: pixels.shape[-1]]]
    display(Image.fromarray(pixels))
