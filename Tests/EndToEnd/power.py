#!/usr/bin/env python3
"""Cuts the power at moments of a mixed load, builds the disk that may be left, and starts a server on it.

A killed process leaves its writes to the kernel; a power cut loses writes that were not synced. So every change of the
disk is recorded (`weather.c`). For each cut a disk is built of all durable changes and, by the dice, of some, all or none
of the rest (`power_disk.py`). The load: uploads, new versions, copies, moves, renamed and removed folders, tags, the
Trash, removal for good, restored versions, packages, batches, sessions. In the middle of it the server ends and starts
again. On each disk a server must start and have everything that was acknowledged before the cut, nothing half, and `sheaf
verify` must find nothing. In some rounds the power is cut once more during that start.

Last the check itself is tested: without the syncs of one kind it must find a loss. A seed repeats the dice; the order of
the clients' requests depends on the machine.
"""

import os
import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from power_commands import check_commands
from power_disk import Disk, Weather, tree_of
from power_files import Files
from power_history import History
from power_load import Load, RecordedClient
from power_trial import Trial
from preload import Preload
from load import upload
from program import damage
from report import Report
from server import Server, Workspace, arguments

CLIENTS = 4
# Requests of each client in each half of the load.
STEPS = 35
# Cuts of one life of a server.
CUTS = 40
# One of so many cuts is followed by a second one in the next start.
SECOND = 6
# Tries to show a missing sync, and the seconds of each, which are more than a good disk takes.
TRIES, SOON = 12, 3
# Files whose syncs do nothing in the test of the check: the beginning of their paths, and whether they are folders.
DEAF = {
    'of folders in Documents': ('/Documents', True),
    'of contents': ('/tmp/', False),
    'of kept versions': ('/Library/Versions', True),
    'of the Trash': ('/Library/Trash', True),
    'of drafts': ('/Library/Drafts', True),
    "of the index's log": ('/Library/index.sqlite-wal', False),
}
KINDS = 27
# Rounds in which all clients use a new folder at once.
MEETINGS = 6


class Life:
    """A server at work, and its record of changes of the disk; `work` is called with the server and its clients."""

    def __init__(self, binary, seed, work, slow=None):
        with Workspace() as root, Preload(root, True, slow) as record:
            self.history = History(root)
            server = Server(binary, root)
            server.environment = record.environment
            clients = [RecordedClient(number, seed, root, record) for number in range(CLIENTS)]
            for client in clients:
                client.server = server
            with server:
                work(server, clients)
            self.history.follow(record.entries())
            with Workspace() as copy:
                Disk(self.history, self.history.length, Weather('most', random.Random(0))).build(copy)
                self.missed = differing(tree_of(root), tree_of(copy))
        self.load = Load(clients, self.history)
        self.rejected = [one for client in clients for one in client.rejected]

    def cut(self, dice):
        """An entry of the record: mostly just after an acknowledgement, otherwise before one, or any."""
        step, chance = dice.choice(self.load.steps), dice.random()
        if chance < 0.5:
            return step.acknowledged + 1
        if chance < 0.7:
            return dice.randint(step.start, step.acknowledged)
        if chance < 0.9:
            return min(step.acknowledged + 1 + dice.randrange(40), self.history.length)
        return dice.randrange(self.history.length)

    def trial(self, options, cut, weather, root, **more):
        """Builds a disk of this life at `root`, and returns its trial."""
        Disk(self.history, cut, weather).build(root)
        return Trial(options.bin, root, self.load.allowed(cut), self.load.sent, **more)

    def faults(self, options, cut, weather, **more):
        """Faults of a server that starts on a disk of this life."""
        with Workspace() as root:
            return self.trial(options, cut, weather, root, **more).faults()

    def missing(self):
        """Changes that are not durable when they are acknowledged, of clients without another request on its way."""
        for step in self.load.steps:
            cut = step.acknowledged + 1
            files = Files(Disk(self.history, cut, Weather('least', random.Random(0))))
            for allowed in self.load.allowed(cut):
                if len(allowed.models) == 1:
                    yield from ((cut, step.kind, missing) for missing in files.missing(allowed.before))


def differing(one, other):
    return sorted(path for path in one.keys() | other.keys() if one.get(path, b'') != other.get(path, b''))[:5]


def at_once(clients, work):
    threads = [threading.Thread(target=work, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def mixed_load(server, clients):
    at_once(clients, lambda client: client.work(STEPS))
    server.stop()
    for client in clients:
        client.stopped()
    server.start()
    at_once(clients, lambda client: client.work(STEPS))


def weather_of(dice):
    kind = dice.choices(['least', 'some', 'most'], [5, 4, 1])[0]
    return Weather(kind, dice, names_follow=kind == 'some' and dice.random() < 0.5)


def one_cut(report, options, life, dice):
    """Cuts the power, and in some rounds once more in the next start."""
    cut, weather = life.cut(dice), weather_of(dice)
    latest = life.load.latest(cut)
    title = f'cut at entry {cut}, after {latest.kind if latest else "nothing"}, {weather} of the rest survives'
    with Workspace() as root:
        trial = life.trial(options, cut, weather, root)
        if dice.random() < 1 / SECOND:
            check_second(report, title, trial, dice)
        else:
            check_disk(report, title, trial)


def check_second(report, title, trial, dice):
    """Cuts the power also while the server starts on the disk."""
    with Preload(trial.root, True) as record:
        history = History(trial.root)
        trial.record = record
        found = trial.faults()
        history.follow(record.entries())
    report.check(f'{title}: nothing is lost or half', not found, found)
    # The start changes the disk mostly at its beginning.
    cut, weather = int(history.length * dice.random() ** 2), weather_of(dice)
    with Workspace() as root:
        Disk(history, cut, weather).build(root)
        title = f'{title}, cut again at entry {cut} of {history.length} of the next start, {weather}'
        check_disk(report, title, Trial(trial.binary, root, trial.allowed, trial.sent))


def check_disk(report, title, trial):
    found = trial.faults()
    report.check(f'{title}: nothing is lost or half', not found, found)
    found = damage(trial.binary, trial.root)
    report.check(f'{title}: verify is clean', not found, found)


def check_meetings(report, options, seed):
    """Clients use a new folder at once, while its name becomes durable slowly."""

    def work(server, clients):
        for number in range(MEETINGS):
            for client in clients:
                client.shared = [f'Meeting {number}']
            at_once(clients, lambda client: upload(client, client.dice))

    life = Life(options.bin, seed, work, slow='Documents')
    report.check('clients that meet: no request was refused', not life.rejected, life.rejected[:3])
    # The client that made the folder is answered last.
    cut = min(step.acknowledged for step in life.load.steps[::MEETINGS]) + 1
    for follows, title in ((True, 'its own name, too'), (False, 'names in it alone')):
        found = life.faults(options, cut, Weather('least', random.Random(0), names_follow=follows))
        report.check(f'clients that meet: all is there where the sync of a folder keeps {title}', not found, found)


def check_deafness(report, options, life, dice):
    """A server without one kind of sync must lose something, at a moment at which this server loses nothing."""
    seeds = [dice.randrange(2**32) for _ in DEAF]
    # The threads mostly wait for changes that do not come.
    with ThreadPoolExecutor(max_workers=3) as threads:
        found = threads.map(lambda kind, seed: deafness(options, life, *kind, random.Random(seed)), DEAF.values(), seeds)
        for what, (number, loss, blamed) in zip(DEAF, found):
            title = f'without the syncs {what} a loss is found, at try {number}, and with them none'
            report.check(title, loss and not blamed, blamed or 'none is found')


def deafness(options, life, beginning, is_folder, dice):
    """The number of cuts, the loss, and the faults at the same moment when every sync counts."""
    loss, number = None, 0
    while not loss and number < TRIES:
        number += 1
        cut = dice.choice(life.load.steps).acknowledged + 1
        is_deaf = lambda node: node.path.startswith(beginning) and node.is_folder == is_folder
        loss = life.faults(options, cut, Weather('least', dice, is_deaf=is_deaf), settling=SOON)
    return number, loss, life.faults(options, cut, Weather('least', dice))


def main():
    options = arguments(__doc__, rounds=10, seed=random.randrange(2**32))
    options.bin = os.path.abspath(options.bin)
    print(f'seed {options.seed}')
    report, dice, kinds, left = Report(), random.Random(options.seed), Counter(), options.rounds
    while left > 0:
        life = Life(options.bin, dice.randrange(2**32), mixed_load)
        kinds.update(life.load.kinds)
        report.check('nothing was refused', not life.rejected, life.rejected[:3])
        report.check('each answer is in the record', not life.load.unrecorded, life.load.unrecorded[:3])
        report.check('the record holds every change of the disk', not life.missed, life.missed)
        missing = list(life.missing())
        report.check(f'{len(life.load.steps)} acknowledged changes are durable', not missing, missing[:3])
        for _ in range(min(left, CUTS)):
            left -= 1
            one_cut(report, options, life, dice)
    check_meetings(report, options, dice.randrange(2**32))
    check_commands(report, options)
    check_deafness(report, options, life, dice)
    print(f'{options.rounds} cuts, acknowledged: ' + ', '.join(f'{count} {kind}' for kind, count in sorted(kinds.items())))
    # A few random lives may miss a kind of change.
    missed = options.rounds >= 5 * CUTS and len(kinds) < KINDS and (len(kinds), KINDS)
    report.check('changes of all kinds were acknowledged', not missed, missed)
    report.exit()


if __name__ == '__main__':
    main()
