"""`google.colab.drive`: the laboratory's drive, which every runtime has already.

Notebooks that mount a drive find a folder `MyDrive`, also as `My Drive`, at the place that they name. What is in it stays
when the runtime ends.
"""

import contextlib
import os
import pathlib

# A runtime without a sandbox starts in the folder of its notebook, which is of the drive.
_DRIVE = pathlib.Path("/content") if os.environ.get("LABORA_SANDBOX") else pathlib.Path.cwd()


def mount(mountpoint, force_remount=False, timeout_ms=120000, readonly=False):
    """Makes `MOUNTPOINT/MyDrive`, with the link `My Drive` to it, a folder of the drive.

    Below the drive's own folder, as in `/content/drive`, it is a folder of that name in the drive; elsewhere a link to
    the drive as a whole. The other arguments are Colab's and change nothing.

    Raises:
        ValueError: `mountpoint` has blanks, or is a file or a folder with other files, as in Colab.
    """
    if " " in str(mountpoint):
        raise ValueError("Mountpoint must not contain a space.")
    point = pathlib.Path(mountpoint).absolute()
    if point.exists() and not point.is_dir():
        raise ValueError("Mountpoint must either be a directory or not exist")
    mine = point / "MyDrive"
    if mine.is_dir():
        _link(point)
        if not force_remount:
            print(f"Drive already mounted at {mountpoint}; to attempt to forcibly remount, call "
                  f'drive.mount("{mountpoint}", force_remount=True).')
            return
    elif point.is_relative_to(_DRIVE):
        mine.mkdir(parents=True)
    else:
        if point.exists() and any(point.iterdir()):
            raise ValueError("Mountpoint must not already contain files")
        point.mkdir(parents=True, exist_ok=True)
        mine.symlink_to(_DRIVE)
    _link(point)
    print(f"Mounted at {mountpoint}")


def _link(point):
    """Adds the older name. A file system without links has the newer one alone."""
    with contextlib.suppress(OSError):
        (point / "My Drive").symlink_to("MyDrive")


def flush_and_unmount(timeout_ms=24 * 60 * 60 * 1000):
    """Writes what waits in memory. The drive stays where it is."""
    os.sync()
