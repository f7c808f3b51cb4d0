"""Servers that take the time for an earlier one: what they are given is as old as it would be had they been running then."""

import os
import subprocess
import tempfile
import time
from datetime import UTC, datetime

from preload import compiler


class Earlier:
    """The compiled library of `earlier.c`, in a `with`."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix='sheaf-earlier-')
        self.library = os.path.join(self.folder.name, 'earlier.so')
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'earlier.c')
        flags = ['-O1', '-Wall', '-Werror', '-fPIC', '-shared']
        subprocess.run([compiler(), *flags, '-o', self.library, source, '-ldl'], check=True)
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def environment(self, day):
        """For a server that begins at noon of a day, in UTC, written as in ISO 8601."""
        noon = datetime.fromisoformat(f'{day}T12:00:00').replace(tzinfo=UTC).timestamp()
        return {'LD_PRELOAD': self.library, 'EARLIER_SECONDS': str(int(time.time() - noon))}
