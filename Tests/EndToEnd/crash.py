#!/usr/bin/env python3
"""Kills the server during a mixed load; its state after the restart must match all acknowledgements.

The load is that of `client.py`, with files edited, overwritten, renamed, removed and added on the disk. After each kill
every document must be as it was acknowledged last, or as the one request on its way makes it. No document is lost,
doubled or half; no atomic request is done in part. Every acknowledged version has its bytes, every acknowledged change
its event. A content that was handed over is saved or waits for its decision. Staging is empty, and `sheaf verify` finds
nothing.

A copy, or a move with other metadata, on its way at the kill may leave the file without the metadata. The next start takes
it for a new file.

Last the server is killed before each call on the disk of one change (`crash_steps.py`).
"""

import os
import random
import subprocess
import tempfile
import threading
import time
from collections import Counter

from client import OPERATIONS, Client
from crash_steps import check_every_call
from event_log import EventLog
from load_disk import ON_DISK, holds_copies
from oracle import NEW
from program import damage
from report import Report
from server import START_SECONDS, Server, Workspace, arguments, started, wait_until
from sight import Allowed, Sight

CLIENTS = 4
LONGEST_ROUND_SECONDS = 0.6
# Rounds on one tree: each round reads the whole tree, and a small one keeps rounds short.
ROUNDS_PER_WORKSPACE = 25
# The first pass over the tree may run beside the first requests. After a pass that took long, on a busy machine, the next
# follows after the interval of 30 seconds.
SETTLING_SECONDS = 45
KINDS = {
    'uploaded', 'package uploaded', 'saved', 'package saved', 'copied', 'moved', 'moved and marked', 'marked', 'went back',
    'thrown away', 'brought back', 'removed for good', 'preference chosen', 'state saved',
    'folder made', 'folder renamed', 'folder thrown away', 'folder brought back', 'batch', 'undone',
    'session opened', 'handed over', 'session closed', 'in conflict', 'decided for mine', 'decided for theirs',
    'decided for both',
    'edited on the disk', 'written over on the disk', 'renamed on the disk', 'removed on the disk', 'put on the disk',
}  # fmt: skip


class Tortured:
    """A workspace, its clients, and the counts of their changes."""

    def __init__(self, binary, root, seed):
        self.binary, self.root, self.log = binary, root, EventLog()
        self.clients = [Client(number, seed, root, {**OPERATIONS, **ON_DISK}) for number in range(CLIENTS)]

    # Kills

    def load_and_kill(self, moment, is_early):
        """Runs the clients, and kills the server `moment` seconds after the first answer, or after they began."""
        self.begin()
        with Server(self.binary, self.root) as server:
            threads = [threading.Thread(target=self.work, args=(client, server)) for client in self.clients]
            for thread in threads:
                thread.start()
            if not is_early:
                wait_until(lambda: any(client.kinds for client in self.clients), 20, 0.005)
            time.sleep(moment)
            server.kill()
            for thread in threads:
                thread.join()

    def work(self, client, server):
        client.server = server
        client.work()

    def begin(self):
        self.log.events.clear()
        for client in self.clients:
            client.begin()

    def kill_at_start(self, moment):
        """Kills the server during the start after a kill."""
        with started(self.binary, self.root, START_SECONDS, '--no-auth', stderr=subprocess.DEVNULL):
            time.sleep(moment)

    # Conditions after a restart

    def look(self, server):
        """Faults; without any, the clients continue with the state of the server."""
        sight = Sight(server, self.root)
        allowed = [Allowed(client.model, client.in_flight) for client in self.clients]
        found, fitting = sight.faults(allowed)
        for client, states in zip(self.clients, allowed):
            for kind, what in (('handed over and lost', sight.undecided(states)), ('chosen', self.unchosen(client, server))):
                if wrong := list(what)[:3]:
                    found[kind] = wrong
        if not found:
            self.acknowledged = Counter((id, kind) for client in self.clients
                                        for kind, id, *_ in client.model.events if not id.startswith(NEW))  # fmt: skip
            for client, states, model in zip(self.clients, allowed, fitting):
                client.model = sight.adopt(model, states)
                client.model.preference = server.get(client.preference_path).json.get('value')
            self.sight = sight
        return found

    def unchosen(self, client, server):
        chosen = server.get(client.preference_path).json.get('value')
        states = Allowed(client.model, client.in_flight)
        if chosen not in (model.preference for model in states.models):
            yield client.number, chosen, 'should be', client.model.preference
        # A saved state may be lost, but is whole.
        answer = server.get(client.state_path)
        if answer.status != 404 and answer.json.get('state') not in client.saved:
            yield client.number, answer

    def unread(self):
        """Documents and versions of this round that cannot be read, and removed ones that can."""
        for client in self.clients:
            documents = client.model.documents
            yield from self.sight.unread([documents[id] for id in client.touched & documents.keys()])
            for id in client.touched & client.model.gone:
                answer = self.sight.server.get(f'/api/v1/documents/{id}/content')
                if answer.status != 404:
                    yield id, answer

    def unreported(self):
        """Acknowledged changes without an event, and events that are repeated or skipped."""
        reported = Counter((event.document['id'], event.kind) for event in self.log.events)
        for change, count in self.acknowledged.items():
            if reported[change] < count:
                yield change, count, reported[change]
        yield from self.log.faults


def settle(faults, seconds):
    """Calls `faults()` until it finds none or time is up; the last faults."""
    end = time.monotonic() + seconds
    while (found := faults()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def check_round(report, options, tortured, title):
    """Checks all conditions after a kill; returns whether another round can follow."""
    with Server(options.bin, tortured.root) as server:
        found = settle(lambda: tortured.look(server), SETTLING_SECONDS)
        report.check(f'{title} no document is lost, half or doubled, no request done in part', not found, found)
        if not found:
            unread = list(tortured.unread())
            report.check(f'{title} contents and versions can be read', not unread, unread[:3])
            tortured.log.connect(server)
            unreported = settle(lambda: list(tortured.unreported()), 20)
            tortured.log.settle(0.03)
            tortured.log.disconnect()
            report.check(f'{title} every change has its event, once', not unreported, unreported[:3])
        report.check(f'{title} SIGTERM ends it', server.stop() == 0, server.process.returncode)
    found_by_verify = damage(options.bin, tortured.root)
    report.check(f'{title} verify is clean', not found_by_verify, found_by_verify)
    return not found


def one_round(report, options, tortured, moments, counts):
    moment = moments.uniform(0.01, LONGEST_ROUND_SECONDS)
    tortured.load_and_kill(moment, is_early=moments.random() < 0.1)
    title = f'killed after {moment * 1000:.0f} ms'
    if moments.random() < 0.15:
        again = moments.uniform(0, 0.15)
        tortured.kill_at_start(again)
        title += f', and {again * 1000:.0f} ms into the next start'
    kinds = sum((client.kinds for client in tortured.clients), Counter())
    counts.update(kinds)
    title += f', {sum(kinds.values())} changes:'
    rejected = [one for client in tortured.clients for one in client.rejected]
    report.check(f'{title} no request was refused before the kill', not rejected, rejected[:3])
    return check_round(report, options, tortured, title)


def main():
    options = arguments(__doc__, rounds=4, stride=40, seed=random.randrange(2**32))
    options.bin = os.path.abspath(options.bin)
    print(f'seed {options.seed}')
    report, moments, counts, left = Report(), random.Random(options.seed), Counter(), options.rounds
    while left > 0:
        with Workspace() as root:
            tortured = Tortured(options.bin, root, options.seed + left)
            for _ in range(min(left, ROUNDS_PER_WORKSPACE)):
                left -= 1
                # A loss would be found again in every later comparison.
                if not one_round(report, options, tortured, moments, counts):
                    break
    check_every_call(report, options, options.stride, options.seed)
    print(
        f'{options.rounds} rounds, acknowledged: '
        + ', '.join(f'{count} {kind}' for kind, count in sorted(counts.items()))
    )
    # Few rounds on a busy machine may miss a kind of change.
    if not holds_copies(tempfile.gettempdir()):
        report.skip('files that are written over', 'the disk has no room for copies')
        counts['written over on the disk'] = 0
    missed = KINDS - counts.keys() if len(counts) < 3 or options.rounds > 50 else None
    report.check('changes of all kinds were acknowledged', not missed, missed)
    report.exit()


if __name__ == '__main__':
    main()
