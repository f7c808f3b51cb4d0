"""A disk as it may be after a power cut: some of the changes that were not synced are lost.

Everything that was durable before the cut is there. Of the rest, by `Weather`:

- A write that was not followed by a sync of its file is lost, kept, or kept in part, in whole sectors of 512 bytes.
  The file may have its full length, with zeros in place of the write.
- The changes of one directory survive in order, up to some point after its last sync, as with a journal.
- A rename, also one between two directories, happened wholly or not at all.
- A name is durable by a sync of its directory, and by nothing else. With `names_follow` also by one of the new file or
  directory that bears it, as on ext4.
"""

import os
import time

from power_history import PASSING, put

SECTOR = 512


class Weather:
    """The part of the unsynced changes that survives: `least`, `most`, or `some` by the dice."""

    def __init__(self, kind, dice, names_follow=False, is_deaf=lambda node: False):
        self.kind, self.dice, self.names_follow = kind, dice, names_follow
        # Files and directories whose syncs do nothing: the state that a server without these syncs would leave.
        self.is_deaf = is_deaf

    def __repr__(self):
        return self.kind + (', names follow' if self.names_follow else '')


class Disk:
    def __init__(self, history, cut, weather):
        self.history, self.cut, self.weather = history, cut, weather
        self.nodes = self.reached_nodes()
        self.ends = self.ends_of_folders()
        self.kept = self.kept_changes()
        self.names = self.replayed()

    def reached_nodes(self):
        """Every node that had a name before the cut, the top first."""
        found, waiting = {}, [self.history.top]
        while waiting:
            node = waiting.pop()
            if id(node) in found:
                continue
            found[id(node)] = node
            if node.is_folder:
                waiting += node.start.values()
                waiting += [new for one in self.before(node) for _, _, new in one.puts if new]
        return list(found.values())

    def before(self, node):
        return [one for one in node.changes if one.number < self.cut]

    def durable(self, node):
        """Changes of the node before the entry of this number are durable."""
        if self.weather.is_deaf(node):
            return 0
        return max((begun for begun, ended in node.syncs if ended < self.cut), default=0)

    # Names

    def ends_of_folders(self):
        """The entry up to which each directory's changes survive, by the dice and the rules."""
        ends = {id(node): self.end_of(node) for node in self.nodes if node.is_folder}
        if self.weather.names_follow:
            self.follow_names(ends)
        changes = {one.number: one for node in self.nodes if node.is_folder for one in self.before(node)}
        shared = [one for one in changes.values() if len(one.folders) > 1]
        # A rename between two directories survives in both, with all changes before it.
        is_settled = False
        while not is_settled:
            is_settled = True
            for change in shared:
                keys = [id(folder) for folder in change.folders]
                if any(ends[key] > change.number for key in keys) and any(ends[key] <= change.number for key in keys):
                    ends.update({key: max(ends[key], change.number + 1) for key in keys})
                    is_settled = False
        return ends

    def end_of(self, folder):
        least, dice = self.durable(folder), self.weather.dice
        if self.weather.kind == 'most':
            return self.cut
        later = [one.number + 1 for one in self.before(folder) if one.number >= least]
        if self.weather.kind == 'least' or not later:
            return least
        return dice.choice([least, later[-1], dice.choice(later)])

    def follow_names(self, ends):
        for folder in [node for node in self.nodes if node.is_folder]:
            for change in self.before(folder):
                for _, _, node in change.puts:
                    if node and self.durable(node) > change.number:
                        ends[id(folder)] = max(ends[id(folder)], change.number + 1)

    def kept_changes(self):
        """All surviving changes of names, in their order."""
        changes = {one.number: one for node in self.nodes if node.is_folder for one in self.before(node)}
        return [one for number, one in sorted(changes.items())
                if any(self.ends[id(folder)] > number for folder in one.folders)]  # fmt: skip

    def replayed(self):
        names = {id(node): dict(node.start) for node in self.nodes if node.is_folder}
        for change in self.kept:
            for folder, name, node in change.puts:
                put(names[id(folder)], name, node)
        return names

    # Bytes

    def content(self, file):
        least, content = self.durable(file), bytearray(file.start)
        fate = self.weather.kind
        if fate == 'some':
            # A file is mostly written back as a whole or not at all.
            fate = self.weather.dice.choice(['least', 'most', 'some', 'zeros'])
        longest = len(content)
        for change in self.before(file):
            is_durable = change.number < least
            if is_durable or fate == 'most':
                apply(change, content)
            elif fate == 'some':
                self.apply_in_part(change, content)
            longest = change.place if change.bytes is None else max(longest, change.place + len(change.bytes))
        if fate == 'zeros':
            content.extend(bytes(max(0, longest - len(content))))
        return bytes(content)

    def apply_in_part(self, change, content):
        dice = self.weather.dice
        chance = dice.random()
        if change.bytes is None or chance < 0.4:
            if chance < 0.4:
                apply(change, content)
        elif chance < 0.6:
            for start in range(0, len(change.bytes), SECTOR):
                if dice.random() < 0.5:
                    place(content, change.place + start, change.bytes[start : start + SECTOR])

    # The disk

    def build(self, path):
        """Writes the tree into the empty folder at `path`."""
        # An old time of writing, because the server waits for files that were written just now.
        self.time = time.time() - 3600
        self.build_folder(self.history.top, os.fsencode(path), {})

    def build_folder(self, folder, path, built):
        for name, node in self.names[id(folder)].items():
            inner = os.path.join(path, name)
            if name.endswith(PASSING.encode()):
                continue
            if node.is_folder:
                os.mkdir(inner)
                self.build_folder(node, inner, built)
                os.utime(inner, (self.time, self.time))
            elif id(node) in built:
                os.link(built[id(node)], inner)
            else:
                built[id(node)] = inner
                with open(inner, 'wb') as file:
                    file.write(self.content(node))
                os.utime(inner, (self.time, self.time))


def apply(change, content):
    if change.bytes is None:
        content.extend(bytes(max(0, change.place - len(content))))
        del content[change.place :]
    else:
        place(content, change.place, change.bytes)


def place(content, start, bytes_):
    content.extend(bytes(max(0, start - len(content))))
    content[start : start + len(bytes_)] = bytes_


def tree_of(path):
    """Every file below a folder, with its bytes, and every directory."""
    found, path = {}, os.fsencode(path)
    for folder, folders, names in os.walk(path):
        found.update({os.path.relpath(os.path.join(folder, name), path): None for name in folders})
        for name in names:
            if not name.endswith(PASSING.encode()):
                with open(os.path.join(folder, name), 'rb') as file:
                    found[os.path.relpath(os.path.join(folder, name), path)] = file.read()
    return found
