"""Runs commands of the program, and formats their output."""

import subprocess

# Exit statuses.
INCOMPLETE, BUSY = 2, 3


def sheaf(options, *words, timeout=120):
    return subprocess.run([options.bin, *map(str, words)], capture_output=True, text=True, timeout=timeout)


def damage(binary, root, **more):
    """The findings of `sheaf verify` in a workspace; empty without any."""
    command = [binary, 'verify', '--root', root]
    found = subprocess.run(command, capture_output=True, text=True, timeout=600, **more)
    return '' if found.returncode == 0 else f'exit {found.returncode}: {found.stdout + found.stderr}'


def said(found):
    return f'exit {found.returncode}: {(found.stdout + found.stderr)[-300:]!r}'
