#!/usr/bin/env python3
"""Measures a pass over a large tree: time and memory of the first adoption, and of a pass over files in order.

Two sizes of tree show whether memory grows with the number of files, which has a budget.

    reconcile.py --bin .build/release/sheaf --files 100000
"""

import argparse
import os
import sys
import time
from datetime import datetime

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'EndToEnd'))

from results import Results
from server import Server, Workspace

FOLDER_FILES = 100
PATIENCE_SECONDS = 3600


def grow(root, first, count):
    """Writes so many small files, a hundred in a folder."""
    for number in range(first, first + count):
        folder = os.path.join(root, 'Documents', 'Tree', f'{number // FOLDER_FILES // 50}', f'{number // FOLDER_FILES}')
        if number % FOLDER_FILES == 0:
            os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, f'note {number}.txt'), 'w') as file:
            file.write(f'the text of note number {number}\n')


def peak_mebibytes(process):
    with open(f'/proc/{process}/status') as status:
        line = next(line for line in status if line.startswith('VmHWM'))
    return int(line.split()[1]) / 1024


def seconds(job):
    begin, end = (datetime.fromisoformat(job[name].replace('Z', '+00:00')) for name in ('started', 'ended'))
    return (end - begin).total_seconds()


def first_pass(binary, root):
    """Seconds of the pass at the start, and the peak memory of the server until then."""
    with Server(binary, root) as server:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            passes = [job for job in server.get('/api/v1/jobs').json['jobs'] if job['kind'] == 'reconcile']
            if passes and passes[-1].get('ended'):
                job, peak = passes[-1], peak_mebibytes(server.process.pid)
                server.stop()
                return seconds(job), peak
            # A pause that keeps the questions from slowing the pass.
            time.sleep(0.2)
    raise RuntimeError('the pass did not end')


def measure(results, binary, count):
    results.section(f'A tree of {count:,} files', 'sheaf serve --root ROOT, with the files in ROOT/Documents')
    peaks = []
    with Workspace() as root:
        Server(binary, root).start().stop()
        before = 0
        for total in (count // 10, count):
            grow(root, before, total - before)
            taken, peak = first_pass(binary, root)
            results.add(f'{total - before:,} new files: adopted', (total - before) / taken, '/s')
            results.add(f'{total - before:,} new files: peak memory', peak, 'MiB')
            # A pass without any news is not listed among the jobs when it has ended.
            grow(root, total, 1)
            taken, peak = first_pass(binary, root)
            peaks.append(peak)
            results.add(f'{total:,} files in order: pass', taken, 's')
            results.add(f'{total:,} files in order: peak memory', peak, 'MiB')
            before = total + 1
    results.add(
        'memory for ten times the files, in order', peaks[1] - peaks[0], 'MiB', 'at most 16 MiB more', at_most=16
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', default='.build/release/sheaf', help='the built server')
    parser.add_argument('--files', type=int, default=100_000, help='how many files the tree has')
    chosen, results = parser.parse_args(), Results()
    measure(results, chosen.bin, chosen.files)
    results.finish()


if __name__ == '__main__':
    main()
