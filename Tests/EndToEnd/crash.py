#!/usr/bin/env python3
"""Kills the server at random moments of a mixed load and compares what is there after the restart with what was told.

The load: uploads, new versions, moves, marks, copies, the Trash and back, removal for good, restored versions, packages;
folders that are made, renamed, thrown away and brought back; batches and their undoing; what is handed over in
sessions, and decisions about what two made of one document; preferences and saved states; and files that are edited,
written over, renamed, removed and added on the disk. After each kill every document must be as it was acknowledged
last, or as the one request on its way would have made it: 0 lost, 0 doubled, 0 half files, nothing in part that is done
as one; every acknowledged version has its bytes, every acknowledged change its event; nothing stays in staging;
`sheaf verify` finds nothing. Of one document's copy, and of its move with other marks, that on its way may leave the
file without the marks: to the next start it is a file that somebody put there. Now and then the Trash is emptied, and
the kill comes before it is empty, or after.
"""

import os
import random
import subprocess
import tempfile
from collections import Counter

from crash_disk import holds_copies
from crash_trial import Tortured, settle
from report import Report
from server import Server, Workspace, arguments

LONGEST_ROUND_SECONDS = 0.6
# The tree is read as a whole after every round: a new one now and then keeps rounds short.
ROUNDS_PER_WORKSPACE = 25
# The first pass over the tree may go on beside the first requests; one that took long, on a machine that is busy with
# something else, is followed by the next after the interval of 30 seconds.
SETTLING_SECONDS = 45
# One of so many rounds ends with an emptied Trash, which goes within the longest of these seconds.
EMPTIED, LONGEST_EMPTYING_SECONDS = 6, 0.05
# What the load does, as it is counted: a content that is saved, replaced and brought back is one kind.
KINDS = {
    'document.created', 'document.changed', 'document.moved', 'document.deleted', 'document.restored',
    'document.marked', 'document.removed', 'package uploaded', 'copied', 'preference chosen', 'state saved',
    'folder made', 'folder renamed', 'folder thrown away', 'folder brought back', 'batch', 'undone',
    'session opened', 'handed over', 'session closed', 'in conflict', 'decided for mine', 'decided for theirs',
    'decided for both',
    'edited on the disk', 'written over on the disk', 'renamed on the disk', 'removed on the disk', 'put on the disk',
}  # fmt: skip


def check_round(report, options, tortured, title):
    """What must hold after a kill; whether another round can follow."""
    with Server(options.bin, tortured.root) as server:
        found = settle(lambda: tortured.faults(server), SETTLING_SECONDS)
        report.check(f'{title} nothing is lost, half, doubled or done in part', not found, found)
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
    command = [options.bin, 'verify', '--root', tortured.root]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=300)
    report.check(f'{title} verify is clean', checked.returncode == 0, checked.stdout + checked.stderr)
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
    report.check(f'{title} nothing was refused before', not rejected, rejected[:3])
    return check_round(report, options, tortured, title)


def one_emptying(report, options, tortured, moments):
    moment = moments.choice([None, moments.uniform(0, LONGEST_EMPTYING_SECONDS)])
    count, answer = tortured.empty_trash_and_kill(moment)
    when = 'when' if moment is None else f'{moment * 1000:.0f} ms after it was asked that'
    title = f'killed {when} {count} documents leave the Trash:'
    report.check(f'{title} that was not refused', answer.status in (0, 202), answer)
    return check_round(report, options, tortured, title)


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
                if moments.random() < 1 / EMPTIED and not one_emptying(report, options, tortured, moments):
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
