#!/usr/bin/env python3
"""swift_tests.py: runs the built Swift tests in four processes, each of them one test after the other.

The first process has the tests of the server, many of which wait. The second has those of use cases and workers, the third
those of storage and rendering, which keep the processor and the disk busy. The fourth has the clients that are slow on
purpose, and need no processor. The first one's output is printed at once, that of the others at their end.

After ten minutes without output the run fails, and names the tests that had begun.
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

# Suites by their names in the code: the waiting ones, and the targets that run beside all other suites.
WAITING = 'SlowClientTests'
BUSY = '^(DocumentModel|LinuxSystem|Storage|Maintenance|Rendering)Tests\\.'
USE_CASES = '^(Workspace|Previews)Tests\\.'
RUN = re.compile(r'Test run with (\d+) tests?\b')
BEGUN = re.compile(r'Test (?!run |case )(.+?)(?: with \d+ (?:test )?cases?)? started\.$')
ENDED = re.compile(r'Test (?!run |case )(.+?)(?: with \d+ (?:test )?cases?)? (?:passed after .*|failed after .*|skipped\b.*)$')
SILENCE_SECONDS = 600
# Without this, a program that writes to a pipe holds back its last lines.
BY_LINES = ['stdbuf', '--output=L']


def test_program():
    """The program that `make built-tests` has made, as `swift test` runs it."""
    found = glob.glob(os.path.join(TOP, '.build', 'tests', 'release', '*PackageTests.xctest'))
    if len(found) != 1:
        sys.exit(f'one built test program is wanted, there are {found}; `make built-tests` makes it')
    return found[0]


class Watched:
    """A command whose lines are printed, and which is killed after a long silence."""

    def __init__(self, command):
        self.begun = {}
        self.command = subprocess.Popen(
            [*BY_LINES, *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors='replace', start_new_session=True,
        )  # fmt: skip

    def run(self):
        """Returns the exit status; not zero for a killed command."""
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
        print(f'FAILED  its threads and processes: {", ".join(self.threads())}', flush=True)
        self.kill()

    def processes(self):
        """All of the command's session: the tests have a process group of their own."""
        for process in filter(str.isdigit, os.listdir('/proc')):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if os.getsid(int(process)) == self.command.pid:
                    yield int(process)

    def threads(self):
        """The name of each thread, and the call of the kernel in which it waits."""
        for process in self.processes():
            for thread in glob.glob(f'/proc/{process}/task/*'):
                with contextlib.suppress(OSError), open(f'{thread}/comm') as name, open(f'{thread}/wchan') as call:
                    yield f'{name.read().strip()} {call.read().strip()}'

    def kill(self):
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def command(*options):
    return [test_program(), '--testing-library', 'swift-testing', '--no-parallel', *options]


class Beside:
    """Tests in a process of their own, with their output printed at their end."""

    def __init__(self, name, *options):
        self.name, self.output = name, tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command(*options), cwd=TOP, stdin=subprocess.DEVNULL, stdout=self.output, stderr=subprocess.STDOUT)  # fmt: skip

    def finish(self):
        """Prints the output; returns the exit status, which is not zero when no test ran."""
        try:
            status = self.process.wait(SILENCE_SECONDS)
        except subprocess.TimeoutExpired:
            status = 1
        self.process.kill()
        self.output.seek(0)
        said = self.output.read().decode(errors='replace')
        print(f'== {self.name}\n{said}', flush=True)
        return status or not any(int(count) for count in RUN.findall(said))


def main():
    beside = [
        Beside('tests of storage and rendering', '--filter', BUSY),
        Beside('tests of use cases and workers', '--filter', USE_CASES),
        Beside('tests of slow clients', '--filter', WAITING),
    ]
    statuses = []
    try:
        statuses.append(Watched(command('--skip', WAITING, '--skip', BUSY, '--skip', USE_CASES)).run())
    finally:
        statuses += [some.finish() for some in beside]
    sys.exit(1 if any(statuses) else 0)


if __name__ == '__main__':
    main()
