#!/usr/bin/env python3
"""run.py [--bin .build/release/sheaf] [--all] [part of a check's name]: holds the app against the built server.

Each part of the checks (`parts.py`) has a server, an empty workspace and a browser of its own. Those that may run
side by side do so, three at a time, because each of them waits a lot. The remaining parts run one after the other. The
lines of a part are printed when it has ended, and the sums of all parts last. Checks at full length run with `--all`.
Firefox's part repeats the hands of other parts by other means: it runs when it is asked for. Runs in a Python that has
Playwright (`requirements.txt`); the browser is the system's Chromium.

With `--again`, up to three checks that failed run once more, each alone on a server of its own. One that passes then is
listed as unsteady: on a busy machine a frame may come late. A fault of the app fails twice, and so does the run.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'EndToEnd'))

from parts import PARTS, SIDE_BY_SIDE  # noqa: E402
from server import Server  # noqa: E402

# A part hangs that takes longer; at full length some have three times the checks.
MOST_SECONDS, MOST_SECONDS_AT_LENGTH = 30 * 60, 90 * 60
# More failures than this are no accident of the machine.
MOST_AGAIN = 3
CLOSING_LINE = re.compile(r'^(\d+) passed, (\d+) failed$')
# The last line of a check says how long it took.
END_OF_CHECK = re.compile(r'^ *[\d.]+ s check_(\w+)$')


def run_for_a_while(command, environment, seconds):
    """The output of the command and its status; a command that hangs is ended."""
    ports = {'stdin': subprocess.DEVNULL, 'stdout': subprocess.PIPE, 'stderr': subprocess.STDOUT}
    with subprocess.Popen(command, env=environment, **ports) as process:
        try:
            return process.communicate(timeout=seconds)[0], process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            return process.communicate()[0], process.returncode


class Part:
    """Some of the checks, run in a process of their own."""

    def __init__(self, name):
        self.name, self.lines, self.passed, self.failed, self.seconds = name, [], 0, 1, 0.0

    def run(self, binary, wanted):
        start = time.monotonic()
        with (
            tempfile.TemporaryDirectory(prefix='sheaf-browser-') as root,
            Server(binary, root, auth=True) as server,
        ):
            base = f'http://127.0.0.1:{server.port}'
            environment = os.environ | {'BASE_URL': base, 'SIGN_IN_URL': server.sign_in, 'WORKSPACE': root}
            # For checks that end a server, or want one that is set up otherwise.
            environment['SHEAF'] = binary
            test = [sys.executable, '-B', os.path.join(HERE, 'app.webtest.py'), '--part', self.name, *wanted]
            said, status = run_for_a_while(test, environment, MOST_SECONDS_AT_LENGTH if '--all' in wanted else MOST_SECONDS)
        self.lines, self.seconds = said.decode(errors='replace').splitlines(), time.monotonic() - start
        self.take_sums(status)

    def take_sums(self, status):
        """From the closing line; a part that did not come to it, or ended otherwise than it says, has failed."""
        # The interpreter may print lines at its end, behind the closing line.
        places = [place for place, line in enumerate(self.lines) if CLOSING_LINE.match(line)]
        if places:
            self.passed, self.failed = map(int, CLOSING_LINE.match(self.lines.pop(places[-1])).groups())
        if not places or (status == 0) != (self.failed == 0):
            self.failed = max(1, self.failed)
            self.lines.append(f'FAILED  {self.name} comes to its end: it ended with {status}')

    @property
    def failures(self):
        """How many lines failed of each check that has any."""
        found, failed = {}, 0
        for line in self.lines:
            failed += line.startswith('FAILED')
            if end := END_OF_CHECK.match(line):
                found |= {end[1]: failed} if failed else {}
                failed = 0
        return found

    def show(self):
        print(f'-- {self.name} ({self.seconds:.0f} s)', *self.lines, sep='\n', flush=True)


def run_all(parts, binary, wanted):
    """Runs three of them at a time, and shows one after the other."""
    with ThreadPoolExecutor(3) as pool:
        runs = [pool.submit(part.run, binary, wanted) for part in parts]
        for run, part in zip(runs, parts):
            run.result()
            part.show()


def run_again(parts, binary):
    """Runs the checks that failed once more; the names of those that pass now, which count as passed."""
    failures = [(part, name, count) for part in parts for name, count in part.failures.items()]
    passing = []
    for part, name, count in failures if len(failures) <= MOST_AGAIN else ():
        alone = Part(part.name)
        run_all([alone], binary, [name])
        if alone.failed == 0:
            part.failed, part.passed = part.failed - count, part.passed + count
            passing.append(name)
    return passing


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--bin', default='.build/release/sheaf')
    parser.add_argument('--all', action='store_true', help='also the checks at full length')
    parser.add_argument('--again', action='store_true', help='checks that failed run once more, alone')
    parser.add_argument('wanted', nargs='?', help='part of the names of the checks to be run')
    chosen = parser.parse_args()
    wanted = [chosen.wanted] if chosen.wanted else ['--all'] if chosen.all else []
    parts = {name: Part(name) for name in PARTS if chosen.wanted or name != 'in_firefox'}
    run_all([parts[name] for name in SIDE_BY_SIDE], chosen.bin, wanted)
    for name, part in parts.items():
        if name not in SIDE_BY_SIDE:
            run_all([part], chosen.bin, wanted)
    unsteady = run_again(parts.values(), chosen.bin) if chosen.again else []
    for name in unsteady:
        print(f'UNSTEADY  check_{name} failed, and passed when it was run alone', flush=True)
    passed, failed = (sum(getattr(part, what) for part in parts.values()) for what in ('passed', 'failed'))
    print(f'{passed} passed, {failed} failed', flush=True)
    sys.exit(1 if failed or not passed else 0)


if __name__ == '__main__':
    main()
