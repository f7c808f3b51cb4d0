#!/usr/bin/env python3
"""swift_tests.py COMMAND…: runs the Swift tests by this command, and beside them those that do nothing but wait.

Clients that are slow on purpose take no processor: what they wait for are the server's time-outs, which are real. All
others run in the command itself, one after the other. What the waiting ones said comes last, as a whole.

Where nothing is said for ten minutes something stands still: the tests that had begun are named, and all of it fails.
"""

import contextlib
import glob
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading

from findings import TOP

# Suites by their names in the code; the command leaves out what these match.
WAITING = 'SlowClientTests'
RUN = re.compile(r'Test run with (\d+) tests?\b')
BEGUN = re.compile(r'Test (?!run )(.+?)(?: with \d+ (?:test )?cases?)? started\.$')
ENDED = re.compile(r'Test (.+?)(?: with \d+ (?:test )?cases?)? (?:passed after .*|failed after .*|skipped\b.*)$')
SILENCE_SECONDS = 600
# Without this a program that does not write to a terminal keeps its last lines to itself.
BY_LINES = ['stdbuf', '--output=L']


def test_program():
    """The program that `swift build --build-tests` has made; the command runs the same."""
    found = glob.glob(os.path.join(TOP, '.build', 'debug', '*PackageTests.xctest'))
    if len(found) != 1:
        sys.exit(f'one built test program is wanted, there are {found}; `swift build --build-tests` makes it')
    return found[0]


class Watched:
    """A command whose lines are passed on, and which is ended when it falls silent."""

    def __init__(self, command):
        self.begun = {}
        self.command = subprocess.Popen(
            [*BY_LINES, *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors='replace', start_new_session=True,
        )  # fmt: skip

    def run(self):
        """Its exit status; not zero when it was ended."""
        try:
            return self.follow()
        finally:
            if self.command.poll() is None:
                self.kill()

    def follow(self):
        while True:
            watch = threading.Timer(SILENCE_SECONDS, self.end)
            watch.start()
            line = self.command.stdout.readline()
            watch.cancel()
            if not line:
                return self.command.wait()
            print(line, end='', flush=True)
            self.note(line.rstrip())

    def note(self, line):
        if begun := BEGUN.search(line):
            self.begun[begun[1]] = None
        elif ended := ENDED.search(line):
            self.begun.pop(ended[1], None)

    def end(self):
        tests = ', '.join(self.begun) or 'none'
        print(f'FAILED  nothing was said for {SILENCE_SECONDS} s; had begun and not ended: {tests}', flush=True)
        self.kill()

    def kill(self):
        """The command has the tests in a group of their own: all of its session goes."""
        for process in filter(str.isdigit, os.listdir('/proc')):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if os.getsid(int(process)) == self.command.pid:
                    os.kill(int(process), signal.SIGKILL)


def main():
    alone = [test_program(), '--testing-library', 'swift-testing', '--no-parallel', '--filter', WAITING]
    with tempfile.TemporaryFile() as file:
        waiting = subprocess.Popen(alone, cwd=TOP, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT)
        try:
            others = Watched([*sys.argv[1:], '--skip', WAITING]).run()
            status = waiting.wait(SILENCE_SECONDS)
        finally:
            waiting.kill()
        file.seek(0)
        said = file.read().decode(errors='replace')
    print(f'== tests that wait beside the others: {WAITING}\n{said}', flush=True)
    if not any(int(count) for count in RUN.findall(said)):
        sys.exit(f'no test is called {WAITING}')
    sys.exit(others or status)


if __name__ == '__main__':
    main()
