"""A disk of 48 MiB that a check can fill."""

import os
import shutil
import subprocess

DISK_MIB = 48


class SmallDisk:
    """A file system of 48 MiB in memory, mounted on `folder` in a `with`; `reason` says why the mount failed."""

    def __init__(self, folder):
        self.folder, self.reason = folder, None

    def __enter__(self):
        mount = ['mount', '-t', 'tmpfs', '-o', f'size={DISK_MIB}m', 'tmpfs', self.folder]
        found = subprocess.run(mount, capture_output=True, text=True) if os.geteuid() == 0 else None
        if found is None or found.returncode:
            self.reason = found.stderr.strip() if found else 'only root can mount a small disk'
        return self

    def __exit__(self, *_):
        if not self.reason:
            subprocess.run(['umount', '--lazy', self.folder], check=True)


def fill(folder, leave=0):
    """Fills the disk but for so many bytes; returns the path of the file that fills it."""
    path = os.path.join(folder, 'filler')
    with open(path, 'ab', buffering=0) as file:
        try:
            while shutil.disk_usage(folder).free > leave:
                file.write(bytes(4096))
        except OSError:
            pass
    return path
