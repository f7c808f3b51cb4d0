#!/usr/bin/env python3
"""swift_tests.py: runs the built Swift tests in four processes, each of them one test after the other.

The first process has the tests of the server, many of which wait. The second has those of use cases and workers, the third
those of storage and rendering, which keep the processor and the disk busy. The fourth has the clients that are slow on
purpose, and need no processor. The first one's output is printed at once, that of the others at their end.

After ten minutes without output the run fails, and names the tests that had begun.

Where tests of up to three files fail, the suites of these names run once more, alone. Those that pass then are listed as
unsteady: on a busy machine a worker may be late. A fault fails twice, and so does the run.
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
FAILED_IN = re.compile(r'recorded an issue .*?\bat (\w+)\.swift:')
# Failures in more files than this are no accident of the machine.
MOST_AGAIN = 3
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
        self.begun, self.failed_in = {}, set()
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
        self.failed_in |= set(FAILED_IN.findall(line))

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
        self.name, self.output, self.failed_in = name, tempfile.TemporaryFile(), set()
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
        self.failed_in = set(FAILED_IN.findall(said))
        return status or not any(int(count) for count in RUN.findall(said))


def pass_alone(failed):
    """Whether the tests that failed in these runs pass when they are run once more, alone."""
    files = sorted(set().union(*(run.failed_in for run in failed)))
    if len(files) > MOST_AGAIN or not all(run.failed_in for run in failed):
        return False
    for file in files:
        if Beside(f'the tests of {file} once more, alone', '--filter', f'^\\w+\\.{file}/').finish():
            return False
    for file in files:
        print(f'UNSTEADY  tests of {file} failed, and passed when they were run alone', flush=True)
    return True


def main():
    beside = [
        Beside('tests of storage and rendering', '--filter', BUSY),
        Beside('tests of use cases and workers', '--filter', USE_CASES),
        Beside('tests of slow clients', '--filter', WAITING),
    ]
    first = Watched(command('--skip', WAITING, '--skip', BUSY, '--skip', USE_CASES))
    statuses = []
    try:
        statuses.append(first.run())
    finally:
        statuses += [some.finish() for some in beside]
    failed = [run for run, status in zip([first, *beside], statuses) if status]
    sys.exit(1 if failed and not pass_alone(failed) else 0)


if __name__ == '__main__':
    main()
