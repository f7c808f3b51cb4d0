#!/usr/bin/env python3
"""Runs drivers of a built server, two at a time, and prints the output and the time of each.

Each driver has its own workspace, port and compiled libraries; two servers with their clients fill two processors. A
driver that measures times or memory, or uses the whole machine, runs alone after the others. The longest begin first. The
exit status is 1 when one of them failed.
"""

import argparse
import os
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))

# Seconds on a busy machine; a driver without an entry begins first.
SECONDS = {
    'packages': 120, 'faults': 98, 'power': 97, 'ruined_index': 87, 'maintenance': 84, 'archives': 76, 'tampered': 65,
    'odd_documents': 86, 'kinds': 80, 'crash': 55, 'commands': 51, 'odd_files': 27, 'operation': 16,
    'fetching': 25, 'file_types': 30, 'imports': 45, 'hostile': 26, 'readme': 11, 'proxy': 7, 'uploads': 20, 'scans': 180, 'found_words': 130,
}  # fmt: skip
# The reason why each of these runs alone.
ALONE = {
    'bombs': 'bombs for all workers, bounds of time and memory',
    'long_documents': 'times of first pages, and bounds of memory',
    'floods': 'thousands of connections, and bounds of time and memory',
    'event_streams': 'how long writes wait beside hundreds of streams, and memory',
    'shortages': 'how soon a file is let go, and how long uploads take beside it',
    'workers': 'the processor time of workers',
    'model': 'how soon changes of the disk are noticed, and which of two came first',
}


class Driver:
    """One program, its output and its exit status."""

    def __init__(self, words):
        """`words` are a driver's name and options, or another program's path and arguments."""
        first, *more = words.split()
        is_own = os.sep not in first
        path = os.path.join(HERE, f'{first}.py')
        self.command = [sys.executable, '-B', path, *more] if is_own else [first, *more]
        self.program = path if is_own else next(word for word in more if word.endswith('.py'))
        self.name = os.path.basename(self.program).removesuffix('.py')
        self.output, self.status, self.seconds = b'', None, 0.0

    def run(self, options):
        start = time.monotonic()
        command = [*self.command, *options]
        found = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.output, self.status, self.seconds = found.stdout, found.returncode, time.monotonic() - start


class Runner:
    """Runs the drivers of a list in so many threads."""

    def __init__(self, options):
        self.options, self.lock, self.done = options, threading.Lock(), []

    def run(self, drivers, at_a_time):
        waiting = list(drivers)
        threads = [threading.Thread(target=self.work, args=(waiting,), daemon=True) for _ in range(at_a_time)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def work(self, waiting):
        while driver := self.next_of(waiting):
            driver.run(self.options)
            with self.lock:
                self.done.append(driver)
                show(driver)

    def next_of(self, waiting):
        with self.lock:
            return waiting.pop(0) if waiting else None


def show(driver):
    sys.stdout.buffer.write(f'== {driver.name} ({driver.seconds:.0f} s)\n'.encode() + driver.output)
    if driver.status:
        sys.stdout.buffer.write(f'{driver.name} has failed ({driver.status})\n'.encode())
    sys.stdout.buffer.flush()


def in_order(drivers):
    """Drivers that may run side by side, the longest first, and drivers that run alone, in the order given."""
    beside = [one for one in drivers if one.name not in ALONE]
    longest_first = sorted(beside, key=lambda one: -SECONDS.get(one.name, sys.maxsize))
    return longest_first, [one for one in drivers if one.name in ALONE]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--bin', default='.build/release/sheaf', help='the built server')
    parser.add_argument('--at-a-time', type=int, default=2, help='1 runs them one after the other')
    parser.add_argument('driver', nargs='+', help='a file beside this one, without its ending; or "NAME --option 1"')
    chosen = parser.parse_args()
    drivers = [Driver(words) for words in chosen.driver]
    if strangers := [one.name for one in drivers if not os.path.exists(one.program)]:
        parser.error(f'no such driver: {", ".join(strangers)}')
    start, runner, (beside, alone) = time.monotonic(), Runner(['--bin', chosen.bin]), in_order(drivers)
    runner.run(beside, max(1, chosen.at_a_time))
    runner.run(alone, 1)
    failed = [driver.name for driver in runner.done if driver.status]
    took = ', '.join(f'{one.name} {one.seconds:.0f}' for one in sorted(runner.done, key=lambda one: -one.seconds))
    print(f'seconds: {took}; {time.monotonic() - start:.0f} in all')
    print(f'{len(runner.done)} drivers have run; failed: {", ".join(failed) or "none"}', flush=True)
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
