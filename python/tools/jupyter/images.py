"""Runtime images that are made of links: stock kernels, and the schemas, settings and extensions of a test."""

import pathlib

# What JupyterLab's page is read from, and the folder in an image.
PLACES = {
    "static": "lab/static",
    "schemas": "lab/schemas",
    "settings": "lab/settings",
    "themes": "lab/themes",
    "extensions": "labextensions",
    "kernels": "kernels",
}


def linked_image(folder, image, **places):
    """An image in `folder` with the programs of `image`; its other parts are folders of the caller, or those of it."""
    image, share = pathlib.Path(image).absolute(), folder / "share/jupyter"
    for name in ("bin", "lib", "pyvenv.cfg"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(image / name)
    for place, inner in PLACES.items():
        target = pathlib.Path(places.get(place) or image / "share/jupyter" / inner)
        (share / inner).parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            (share / inner).symlink_to(target)
    return folder
