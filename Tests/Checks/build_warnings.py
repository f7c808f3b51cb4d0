#!/usr/bin/env python3
"""Runs a build, prints its output, and fails on a warning in Sheaf's own sources."""

import re
import subprocess
import sys

from findings import TOP

OWN = re.compile(r'^(?:%s/)?((?:Sources|Tests)/[^:]+:\d+:\d+: warning: .*)' % re.escape(TOP))


def main():
    command = sys.argv[1:]
    build = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')
    # The compiler repeats the warnings of a file for each of its targets.
    warnings = {}
    for line in build.stdout:
        sys.stdout.write(line)
        sys.stdout.flush()
        if found := OWN.match(line):
            warnings[found[1]] = True
    status = build.wait()
    if warnings:
        print(f'warnings: {len(warnings)} found')
        print('\n'.join(warnings))
    sys.exit(status or (1 if warnings else 0))


if __name__ == '__main__':
    main()
