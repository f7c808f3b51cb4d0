"""Lets system calls of a server fail or wait, and its clock jump, while it runs: rules for `fault.c`, compiled here."""

import errno
import mmap
import os
import shutil
import struct
import subprocess
import tempfile

# The layout of struct control and struct rule in fault.c.
HEADER = struct.Struct('=qq')
RULE = struct.Struct('=96s48siiiiiiii')
RULES = 16
SEEN = 96 + 48 + 16

# Calls that change what is on the disk, and all that are watched.
CHANGING = 'make write truncate fsync rename link remove mkdir times'
ALL = CHANGING + ' open look read'

EIO, ENOSPC = errno.EIO, errno.ENOSPC
FOREVER = -1


def compiler():
    """A C compiler: Debian's, which Swift needs for linking, or Swift's own clang."""
    found = [os.environ.get('CC'), 'cc', 'gcc', 'clang']
    return next(path for path in map(shutil.which, filter(None, found)) if path)


class FaultLibrary:
    """In a `with`: the compiled library and its rules, for servers on `root` that are started with `environment`."""

    def __init__(self, root):
        self.root = os.path.realpath(root)

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix='sheaf-fault-')
        library, control = f'{self.folder}/fault.so', f'{self.folder}/control'
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'fault.c')
        flags = ['-O1', '-Wall', '-Werror', '-fPIC', '-shared']
        subprocess.run([compiler(), *flags, '-o', library, source, '-ldl'], check=True)
        size = HEADER.size + RULES * RULE.size
        with open(control, 'wb+') as file:
            file.truncate(size)
            self.map = mmap.mmap(file.fileno(), size)
        self.environment = {'LD_PRELOAD': library, 'FAULT_CONTROL': control, 'FAULT_ROOT': self.root}
        return self

    def __exit__(self, *_):
        self.map.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def set(self, *rules):
        """These rules and no others, from now on; each counts from 0."""
        clock = self.clock
        HEADER.pack_into(self.map, 0, clock, 0)
        for number in range(RULES):
            packed = rules[number].packed() if number < len(rules) else bytes(RULE.size)
            start = HEADER.size + number * RULE.size
            self.map[start : start + RULE.size] = packed
        HEADER.pack_into(self.map, 0, clock, 1 if rules else 0)

    def clear(self):
        self.set()

    def counts(self, number=0):
        """How many calls matched the rule of this number, and how many of them it hit."""
        return struct.unpack_from('=ii', self.map, HEADER.size + number * RULE.size + SEEN)

    @property
    def clock(self):
        """Seconds by which the server's time of day is off."""
        return HEADER.unpack_from(self.map, 0)[0]

    @clock.setter
    def clock(self, seconds):
        struct.pack_into('=q', self.map, 0, seconds)


class Rule:
    """Calls by their names in fault.c, on files whose path below the root (with a leading slash) holds `part`."""

    def __init__(self, calls, part='/', error=0, delay=0.0, skip=0, times=FOREVER):
        self.calls, self.part, self.error, self.delay = calls, part, error, delay
        self.skip, self.times = skip, times

    def packed(self):
        calls, part = f' {self.calls} '.encode(), self.part.encode()
        if len(calls) > 95 or len(part) > 47:
            raise ValueError('too long for a rule')
        return RULE.pack(calls, part, self.error, int(self.delay * 1000), self.skip, self.times, 0, 0, 0, 0)
