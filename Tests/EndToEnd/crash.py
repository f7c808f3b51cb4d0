#!/usr/bin/env python3
"""Kills the server at random moments of a mixed load and compares what is there after the restart with what was told.

The load: uploads, new versions, moves, removals, returns from the Trash, restored versions, and files that are edited,
written over, renamed, removed and added on the disk. After each kill every document must be as it was acknowledged last, or as the
one request on its way would have made it: 0 lost, 0 doubled, 0 half files; every acknowledged version has its bytes,
every acknowledged change its event; nothing stays in staging; `sheaf verify` finds nothing.
"""

import os
import random
import subprocess
import tempfile
import time
from collections import Counter

from crash_load import CLIENTS, REMOVED, THERE, TRASHED, Client, Document, State, holds_copies, sha256
from event_log import EventLog
from report import Report
from server import Server, Workspace, arguments, files_below, wait_until

LONGEST_ROUND_SECONDS = 0.6
# The tree is read as a whole after every round: a new one now and then keeps rounds short.
ROUNDS_PER_WORKSPACE = 25
# The first pass over the tree may go on beside the first requests; one that took long, on a machine that is busy with
# something else, is followed by the next after the interval of 30 seconds.
SETTLING_SECONDS = 45
# What the load does, as it is counted: a content that is saved, replaced and brought back is one kind.
KINDS = {
    'document.created', 'document.changed', 'document.moved', 'document.deleted', 'document.restored',
    'edited on the disk', 'written over on the disk', 'renamed on the disk', 'removed on the disk', 'put on the disk',
}  # fmt: skip


def hash_of(path):
    with open(path, 'rb') as file:
        return sha256(file.read())


class Tortured:
    """A workspace, its clients, and all that was counted."""

    def __init__(self, binary, root, seed):
        self.binary, self.root = binary, root
        self.clients = [Client(number, seed) for number in range(CLIENTS)]
        self.log = EventLog()

    def load_and_kill(self, moment, is_early):
        """Clients at work, and a kill `moment` seconds after the first answer, or after they began."""
        self.log.events.clear()
        for client in self.clients:
            client.forget()
        with Server(self.binary, self.root) as server:
            self.clients = [client.start_again(server, self.root) for client in self.clients]
            if not is_early:
                wait_until(lambda: any(client.kinds for client in self.clients), 20, 0.005)
            time.sleep(moment)
            server.kill()
            for client in self.clients:
                client.join()

    def kill_at_start(self, moment):
        """The start after a kill is killed, too."""
        command = [self.binary, 'serve', '--root', self.root, '--port', '0', '--no-auth']
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(moment)
        process.kill()
        process.wait()

    def faults(self, server):
        """What is not as it should be, by kind; empty when all is well."""
        tree = {os.path.relpath(path, f'{self.root}/Documents'): path for path in files_below(f'{self.root}/Documents')}
        tree = {path: hash_of(whole) for path, whole in tree.items() if not os.path.basename(path).startswith('.')}
        shown = {one['id']: one for one in server.documents() + server.documents(trashed='true')}
        found = {
            'lost or half': [*self.lost(shown)],
            'doubled': [*self.doubled(shown)],
            'index and tree differ': tree.items()
            ^ {(one.path, one.hash) for one in map(state_of, shown.values()) if one.where == THERE},
            'left in staging': files_below(f'{self.root}/tmp'),
        }
        return {kind: list(what)[:3] for kind, what in found.items() if what}

    def lost(self, shown):
        for document in self.documents():
            found = shown.get(document.id) and state_of(shown[document.id])
            wanted = [one for one in (document.state, document.wish) if one]
            if not any(is_as(found, one) for one in wanted):
                yield document.id, found, 'should be', wanted

    def documents(self):
        return [document for client in self.clients for document in client.documents]

    def doubled(self, shown):
        """Documents that nobody made: those on their way, and files put on the disk, are known by their names."""
        known = {document.id for document in self.documents()}
        unnamed = {path: wish for client in self.clients for path, wish in client.unnamed.items()}
        for id in shown.keys() - known:
            found = state_of(shown[id])
            if unnamed.pop(found.path, None) != found:
                yield found

    def unread(self, server):
        """Documents and versions touched in this round that are not given back."""
        for client in self.clients:
            for document in client.touched:
                yield from self.unread_versions(server, document)
                answer = server.get(f'{document.address}/content')
                state = document.state
                if state.where != REMOVED and (answer.status != 200 or sha256(answer.body) != state.hash):
                    yield document.id, state, answer

    def unread_versions(self, server, document):
        for number, hash in list(document.versions.items())[-5:]:
            answer = server.get(f'{document.address}/versions/{number}/content')
            if answer.status != 200 or sha256(answer.body) != hash:
                yield document.id, number, hash, answer

    def untold(self):
        """Acknowledged changes without an event, and events that are repeated or skipped."""
        told = Counter((event.document['id'], event.kind) for event in self.log.events)
        for client in self.clients:
            for change, count in client.acknowledged.items():
                if told[change] < count:
                    yield change, count, told[change]
        yield from self.log.faults

    def agree(self, server):
        """After the comparison: what the server has is what the next round begins with."""
        shown = {one['id']: one for one in server.documents() + server.documents(trashed='true')}
        for client in self.clients:
            for document in client.documents:
                if document.wish and is_as(state_of(shown[document.id]), document.wish):
                    document.state = document.wish
                document.wish, document.is_astray, document.is_replaced = None, False, False
            known = {document.id for document in self.documents()}
            for id in shown.keys() - known:
                if state_of(shown[id]).path in client.unnamed:
                    client.documents.append(Document(id, state_of(shown[id])))


def state_of(shown):
    """A document as the server shows it."""
    where = TRASHED if shown.get('trashed') else THERE
    return State(shown['folder'], shown['name'], shown['sha256'], where)


def is_as(found, wanted):
    if found is None:
        return False
    if wanted.where == REMOVED:
        # It lies in the Trash without bytes; which ones they were last, perhaps nobody noticed.
        return found == wanted.but(where=TRASHED, hash=found.hash)
    return found == wanted


def settle(faults, seconds):
    """What `faults()` finds until it finds nothing, or time is up."""
    end = time.monotonic() + seconds
    while (found := faults()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def verify(binary, root):
    return subprocess.run([binary, 'verify', '--root', root], capture_output=True, text=True, timeout=300)


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
    report.check(f'{title} nothing was refused before', not rejected, rejected[:3])
    with Server(options.bin, tortured.root) as server:
        found = settle(lambda: tortured.faults(server), SETTLING_SECONDS)
        report.check(f'{title} nothing is lost, half or doubled', not found, found)
        if not found:
            tortured.agree(server)
            unread = list(tortured.unread(server))
            report.check(f'{title} contents and versions are read', not unread, unread[:3])
        tortured.log.connect(server)
        untold = settle(lambda: list(tortured.untold()), 20)
        tortured.log.settle(0.03)
        tortured.log.disconnect()
        report.check(f'{title} every change has its event, once', not untold, untold[:3])
        report.check(f'{title} it ends when asked to', server.stop() == 0, server.process.returncode)
    checked = verify(options.bin, tortured.root)
    report.check(f'{title} verify is clean', checked.returncode == 0, checked.stdout + checked.stderr)
    return not found


def main():
    options = arguments(__doc__, rounds=5, seed=random.randrange(2**32))
    options.bin = os.path.abspath(options.bin)
    print(f'seed {options.seed}')
    report, moments, counts, left = Report(), random.Random(options.seed), Counter(), options.rounds
    while left > 0:
        with Workspace() as root:
            tortured = Tortured(options.bin, root, options.seed + left)
            for _ in range(min(left, ROUNDS_PER_WORKSPACE)):
                left -= 1
                # What is lost once is lost in every later comparison.
                if not one_round(report, options, tortured, moments, counts):
                    break
    print(
        f'{options.rounds} rounds, acknowledged: '
        + ', '.join(f'{count} {kind}' for kind, count in sorted(counts.items()))
    )
    # A few rounds on a busy machine may be without one of them.
    if not holds_copies(tempfile.gettempdir()):
        report.skip('files that are written over', 'the disk has no room for copies')
        counts['written over on the disk'] = 0
    missed = KINDS - counts.keys() if len(counts) < 3 or options.rounds > 50 else None
    report.check('changes of all kinds were acknowledged', not missed, missed)
    report.exit()


if __name__ == '__main__':
    main()
