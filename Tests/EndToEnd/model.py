#!/usr/bin/env python3
"""Random operations on a server and on a simple model, which must agree after each of them.

The operations: uploads, versions, moves, metadata, copies, the Trash and removal, restored versions, folders, batches that
are done, refused and undone. Conditions hold or not, lists are read in every order by pages, events are followed over
reconnects. Files change on the disk, and the server is restarted and killed. Then several clients race for few names, of
which each has one winner. At the end everything is compared once more, and `sheaf verify` finds nothing.

A failed run prints its operations, shortened as far as possible; `--replay FILE` runs them again.
"""

import argparse
import json
import random
import time

# These modules add their operations.
import exact_disk  # noqa: F401
import exact_requests  # noqa: F401
from exact import Run
from load import EXACT, SHARED
from races import check_races
from report import Report
from server import Workspace

# Enough documents that a few missing files do not look like a disk that is away.
FIRST_UPLOADS = 16
SHORTENING_SECONDS = 90
OPERATIONS = {**SHARED, **EXACT}


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', default='.build/release/sheaf', help='the built server')
    parser.add_argument('--operations', type=int, default=400)
    parser.add_argument('--races', type=int, default=30, help='rounds of clients that want the same')
    parser.add_argument('--waits', type=int, default=1, help='how often to wait for a pass over the tree (30 s)')
    parser.add_argument('--seed', type=int, default=random.randrange(2**32))
    parser.add_argument('--replay', help='a file with operations that a failed run has printed')
    return parser.parse_args()


def drawn(seed, count):
    """Random operations: each is its name and the seed of its dice."""
    dice = random.Random(seed)
    names = list(OPERATIONS)
    weights = [weight for _, weight in OPERATIONS.values()]
    chosen = ['upload'] * FIRST_UPLOADS + dice.choices(names, weights, k=count)
    return [(name, dice.getrandbits(32)) for name in chosen]


class Failure:
    def __init__(self, number, operations, reason, log):
        name = operations[number][0] if number < len(operations) else 'the comparison at the end'
        self.operations, self.text, self.log = operations[: number + 1], f'operation {number}, {name}: {reason}', log


def run(binary, operations, waits=0):
    """Runs the operations on a new workspace; returns the run, and its failure or None."""
    number = 0
    with Workspace() as root, Run(binary, root, waits) as one:
        try:
            for number, (name, seed) in enumerate(operations):
                OPERATIONS[name][0](one, random.Random(seed))
            number = len(operations)
            one.compare_all()
            one.restart(killed=True)
            one.compare_all()
            one.log.disconnect()
            one.verify()
        except Exception as error:  # every failure is shortened and printed
            return one, Failure(number, operations, repr(error), one.server.tail_of_log())
        return one, None


def shortened(binary, failure):
    """The operations without those that the failure does not need: halves, quarters and so on are left out in turn."""
    best, end = failure, time.monotonic() + SHORTENING_SECONDS
    size = len(best.operations) // 2
    while size and time.monotonic() < end:
        start = 0
        while start < len(best.operations) and time.monotonic() < end:
            fewer = best.operations[:start] + best.operations[start + size :]
            _, found = run(binary, fewer)
            if found:
                best = found
            else:
                start += size
        size //= 2
    return best


def check_model(report, chosen):
    if chosen.replay:
        with open(chosen.replay) as file:
            operations = json.load(file)
    else:
        operations = drawn(chosen.seed, chosen.operations)
    start = time.monotonic()
    one, failure = run(chosen.bin, operations, chosen.waits)
    model = one.model
    title = (
        f'{len(operations)} operations, {len(model.documents)} documents, {len(model.events)} events: '
        'the server is as its model'
    )
    report.check(f'{title} ({time.monotonic() - start:.0f} s)', not failure, failure and failure.text)
    if failure:
        print(f'seed {chosen.seed}; shortening …', flush=True)
        best = failure if chosen.replay else shortened(chosen.bin, failure)
        print(f'{best.text}\n{best.log}\nto replay:\n{json.dumps(best.operations)}', flush=True)


def main():
    chosen, report = options(), Report()
    print(f'seed {chosen.seed}; {len(OPERATIONS)} kinds of operations', flush=True)
    check_model(report, chosen)
    if chosen.races:
        check_races(report, chosen.bin, chosen.races, chosen.seed)
    report.exit()


if __name__ == '__main__':
    main()
