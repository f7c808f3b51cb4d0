"""Writes down every change of the file system that a server makes, by `power.c`, compiled here; and reads the record.

A record is of numbers of inodes, which the file system gives anew when a file is gone. `History` makes nodes of them:
one for each file and directory that there ever was, with what happened to it.
"""

import mmap
import os
import shutil
import stat
import struct
import subprocess
import tempfile

from fault_library import compiler

# struct entry and enum kind in power.c.
ENTRY = struct.Struct('=IIQQq')
MADE, LINKED, REMOVED, RENAMED, WRITTEN, TRUNCATED, SYNCING, SYNCED, ANSWERED = range(1, 10)
EXCHANGE = 2
# SQLite's shared memory, which is mapped, not written, and made anew whenever the first one opens the database.
PASSING = '-shm'


class PowerRecord:
    """In a `with`: the compiled library and its record, for one server on `root` that is started with `environment`.

    To make `slow`, a path below the root, durable takes 200 ms.
    """

    def __init__(self, root, slow=None):
        self.root, self.slow = os.path.realpath(root), slow

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix='sheaf-power-')
        library, number = f'{self.folder}/power.so', f'{self.folder}/count'
        self.path = f'{self.folder}/record'
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'power.c')
        flags = ['-O1', '-Wall', '-Werror', '-fPIC', '-shared']
        subprocess.run([compiler(), *flags, '-o', library, source, '-ldl', '-lpthread'], check=True)
        open(self.path, 'wb').close()
        with open(number, 'wb+') as file:
            file.truncate(8)
            self.map = mmap.mmap(file.fileno(), 8)
        self.environment = {
            'LD_PRELOAD': library, 'POWER_RECORD': self.path, 'POWER_COUNT': number, 'POWER_ROOT': self.root,
        }  # fmt: skip
        if self.slow:
            self.environment['POWER_SLOW'] = f'{self.root}/{self.slow}'
        return self

    def __exit__(self, *_):
        self.map.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def count(self):
        """How many entries there are by now."""
        return struct.unpack_from('=Q', self.map)[0]

    def entries(self):
        """All of them, whole: (kind, one, other, place, bytes)."""
        found, start = [], 0
        with open(self.path, 'rb') as file:
            whole = file.read()
        for _ in range(self.count):
            kind, length, one, other, place = ENTRY.unpack_from(whole, start)
            start += ENTRY.size + length
            found.append((kind, one, other, place, whole[start - length : start]))
        return found


class Node:
    """A file or a directory, from its making to its end."""

    def __init__(self, is_folder, number, path, start=None):
        self.is_folder, self.number = is_folder, number
        # Where it was first, to people.
        self.path = path
        # What it was in the beginning: the bytes of a file, the nodes in a directory by their names.
        self.start = start if start is not None else {} if is_folder else b''
        # What happened to it, as (number of the entry, change), and when it was made durable, as (begin, end).
        self.changes, self.syncs = [], []

    def __repr__(self):
        return self.path


class Change:
    """One change of names, whole or not at all, in one directory or two: (directory, name, node or None) for each name."""

    def __init__(self, number, puts, expected):
        self.number, self.puts, self.expected = number, puts, expected
        self.folders = {id(folder): folder for folder, _, _ in puts}.values()


class Write:
    """Bytes at a place of a file; none there make it so long."""

    def __init__(self, number, place, bytes):
        self.number, self.place, self.bytes = number, place, bytes


class History:
    """A tree as it was when a server began, and all that happened to it since."""

    def __init__(self, root):
        """Reads the tree, all of which is durable. No server may run on it."""
        self.known, self.answers, self.length = {}, [], 0
        self.top = self.read(os.path.realpath(root), '')

    def read(self, path, shown):
        facts = os.lstat(path)
        if facts.st_ino in self.known:
            return self.known[facts.st_ino]
        if not stat.S_ISDIR(facts.st_mode):
            with open(path, 'rb') as file:
                node = Node(False, facts.st_ino, shown, file.read())
        else:
            node = Node(True, facts.st_ino, shown)
            for name in os.listdir(os.fsencode(path)):
                # As bytes: a name need not be text.
                inner = os.path.join(path, os.fsdecode(name))
                node.start[name] = self.read(inner, f'{shown}/{os.fsdecode(name)}')
        self.known[facts.st_ino] = node
        return node

    def follow(self, entries):
        """Takes in what a server has done; `entries` begin where it did."""
        self.live = {id(node): dict(node.start) for node in self.known.values() if node.is_folder}
        takers = {
            MADE: self.make, LINKED: self.link, REMOVED: self.remove, RENAMED: self.rename, WRITTEN: self.write,
            TRUNCATED: self.truncate, SYNCED: self.sync,
        }  # fmt: skip
        for number, (kind, one, other, place, bytes) in enumerate(entries):
            if kind == ANSWERED:
                self.answers.append((number, one))
            elif kind != SYNCING:
                takers[kind](number, one, other, place, bytes)
        self.length = len(entries)
        return self

    def change(self, number, *puts):
        """Names that change: each put is (directory, name, node or None)."""
        expected = [self.live[id(folder)].get(name) for folder, name, _ in puts]
        change = Change(number, puts, expected)
        for folder in change.folders:
            folder.changes.append(change)
        for folder, name, node in puts:
            put(self.live[id(folder)], name, node)

    def make(self, number, one, other, mode, name):
        folder = self.known.get(one)
        if not folder:
            # Not below the root; but the number is that of another file from now on.
            self.known.pop(other, None)
            return
        node = Node(stat.S_ISDIR(mode), other, f'{folder.path}/{os.fsdecode(name)}')
        self.known[other] = node
        if node.is_folder:
            self.live[id(node)] = {}
        self.change(number, (folder, name, node))

    def link(self, number, one, other, _, name):
        if one in self.known:
            self.change(number, (self.known[one], name, self.known[other]))

    def remove(self, number, one, _, __, name):
        if one in self.known:
            self.change(number, (self.known[one], name, None))

    def rename(self, number, one, other, flags, names):
        if one not in self.known:
            return
        (old, new), source, target = names.split(b'/'), self.known[one], self.known[other]
        moved, there = self.live[id(source)][old], self.live[id(target)].get(new)
        self.change(number, (source, old, there if flags & EXCHANGE else None), (target, new, moved))

    def write(self, number, one, _, place, bytes):
        if one in self.known:
            self.known[one].changes.append(Write(number, place, bytes))

    def truncate(self, number, one, _, length, __):
        if one in self.known:
            self.known[one].changes.append(Write(number, length, None))

    def sync(self, number, one, _, begun, __):
        if one in self.known:
            self.known[one].syncs.append((begun, number))


def put(names, name, node):
    if node is None:
        names.pop(name, None)
    else:
        names[name] = node
