"""Prints the findings of a check, a line each; the exit status is 1 when there are any."""

import os
import subprocess
import sys

TOP = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))


def tracked(*patterns):
    """Files of the repository relative to its top, files not added yet included, ignored files left out."""
    command = ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', *patterns]
    found = subprocess.run(command, cwd=TOP, capture_output=True, check=True).stdout.decode()
    return sorted(path for path in set(found.split('\0')) if path and os.path.isfile(os.path.join(TOP, path)))


def text_of(path):
    with open(os.path.join(TOP, path), encoding='utf-8', errors='replace') as file:
        return file.read()


def exit_with(findings, what, looked_at):
    """Ends the program. A check without anything to look at has failed."""
    for finding in findings:
        print(finding)
    if not looked_at:
        print(f'{what}: there was nothing to look at')
    print(f'{what}: {len(findings)} found in {looked_at}')
    sys.exit(1 if findings or not looked_at else 0)
