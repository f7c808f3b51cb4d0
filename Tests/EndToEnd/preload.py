"""Makes system calls of a server fail or wait, and records its changes of the disk.

The rules are for `weather.c`, which is compiled here; `power_history.py` reads the record.
"""

import errno
import mmap
import os
import shutil
import struct
import subprocess
import tempfile

# The layout of struct control and struct rule in weather.c.
HEADER = struct.Struct('=qQ')
RULE = struct.Struct('=96s48siiiiiiii')
RULES = 16
# struct entry in weather.c.
ENTRY = struct.Struct('=IIQQq')
SEEN = 96 + 48 + 16

# Calls that change the disk, and all calls that are watched.
CHANGING = 'make write truncate fsync rename link remove mkdir times'
ALL = CHANGING + ' open look read'

EIO, ENOSPC = errno.EIO, errno.ENOSPC
FOREVER = -1


def compiler():
    """Debian's C compiler, which Swift needs for linking, or Swift's own clang."""
    found = [os.environ.get('CC'), 'cc', 'gcc', 'clang']
    return next(path for path in map(shutil.which, filter(None, found)) if path)


class Preload:
    """The compiled library and its rules, in a `with`, for servers on `root` that are started with `environment`.

    With `records` every change of the disk is recorded; each sync of `slow`, a path below the root, takes 200 ms.
    """

    def __init__(self, root, records=False, slow=None):
        self.root, self.records, self.slow = os.path.realpath(root), records, slow

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix='sheaf-weather-')
        library, control, self.record = (f'{self.folder}/{name}' for name in ('weather.so', 'control', 'record'))
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'weather.c')
        flags = ['-O1', '-Wall', '-Werror', '-fPIC', '-shared']
        subprocess.run([compiler(), *flags, '-o', library, source, '-ldl', '-lpthread'], check=True)
        open(self.record, 'wb').close()
        size = HEADER.size + RULES * RULE.size
        with open(control, 'wb+') as file:
            file.truncate(size)
            self.map = mmap.mmap(file.fileno(), size)
        self.environment = {'LD_PRELOAD': library, 'WEATHER_CONTROL': control, 'WEATHER_ROOT': self.root}
        if self.records:
            self.environment['WEATHER_RECORD'] = self.record
        if self.slow:
            self.environment['WEATHER_SLOW'] = f'{self.root}/{self.slow}'
        return self

    def __exit__(self, *_):
        self.map.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Rules

    def set(self, *rules):
        """Replaces all rules; each counts from 0."""
        self.activate(False)
        for number in range(RULES):
            packed = rules[number].packed() if number < len(rules) else bytes(RULE.size)
            start = HEADER.size + number * RULE.size
            self.map[start : start + RULE.size] = packed
        self.activate(bool(rules))

    def activate(self, is_active):
        struct.pack_into('=q', self.map, 0, is_active)

    def clear(self):
        self.set()

    def counts(self, number=0):
        """The number of calls that matched this rule, and of those that it hit."""
        return struct.unpack_from('=ii', self.map, HEADER.size + number * RULE.size + SEEN)

    # The record

    @property
    def count(self):
        return HEADER.unpack_from(self.map)[1]

    def entries(self):
        """All entries so far: (kind, one, other, place, bytes)."""
        found, start = [], 0
        with open(self.record, 'rb') as file:
            whole = file.read()
        for _ in range(self.count):
            kind, length, one, other, place = ENTRY.unpack_from(whole, start)
            start += ENTRY.size + length
            found.append((kind, one, other, place, whole[start - length : start]))
        return found


class Rule:
    """Calls by their names in weather.c, on files whose path below the root (with a leading slash) holds `part`."""

    def __init__(self, calls, part='/', error=0, delay=0.0, skip=0, times=FOREVER):
        self.calls, self.part, self.error, self.delay = calls, part, error, delay
        self.skip, self.times = skip, times

    def packed(self):
        calls, part = f' {self.calls} '.encode(), self.part.encode()
        if len(calls) > 95 or len(part) > 47:
            raise ValueError('too long for a rule')
        return RULE.pack(calls, part, self.error, int(self.delay * 1000), self.skip, self.times, 0, 0, 0, 0)
