"""The history of a tree, from the record that `weather.c` has written.

The record holds inode numbers, which the file system reuses. `History` has one node for each file and directory that ever
existed, with its changes.
"""

import os
import stat

# enum kind in weather.c.
MADE, LINKED, REMOVED, RENAMED, WRITTEN, TRUNCATED, SYNCING, SYNCED, ANSWERED = range(1, 10)
EXCHANGE = 2
# SQLite maps its shared memory instead of writing it, and makes it anew when the database is first opened.
PASSING = '-shm'


class Node:
    """A file or a directory, from its creation to its removal."""

    def __init__(self, is_folder, number, path, start=None):
        self.is_folder, self.number = is_folder, number
        # Its first path.
        self.path = path
        # Its initial content: the bytes of a file, the nodes in a directory by their names.
        self.start = start if start is not None else {} if is_folder else b''
        # Its changes by the number of their entries, and its syncs as (begin, end).
        self.changes, self.syncs = [], []

    def __repr__(self):
        return self.path


class Change:
    """An atomic change of names, in one directory or two: (directory, name, node or None) for each name."""

    def __init__(self, number, puts):
        self.number, self.puts = number, puts
        self.folders = {id(folder): folder for folder, _, _ in puts}.values()


class Write:
    """Bytes at an offset of a file; None as bytes sets the file's length."""

    def __init__(self, number, place, bytes):
        self.number, self.place, self.bytes = number, place, bytes


class History:
    """A tree as it was when a server started, and all its changes since."""

    def __init__(self, root):
        """Reads the tree, all of which is durable; no server may be running on it."""
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
                # A name is bytes: it need not be text.
                inner = os.path.join(path, os.fsdecode(name))
                node.start[name] = self.read(inner, f'{shown}/{os.fsdecode(name)}')
        self.known[facts.st_ino] = node
        return node

    def follow(self, entries):
        """Adds a server's changes; `entries` begin at its start."""
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
        """A change of names: each put is (directory, name, node or None)."""
        change = Change(number, puts)
        for folder in change.folders:
            folder.changes.append(change)
        for folder, name, node in puts:
            put(self.live[id(folder)], name, node)

    def make(self, number, one, other, mode, name):
        folder = self.known.get(one)
        if not folder:
            # The file is not below the root, but its number now belongs to another file.
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
