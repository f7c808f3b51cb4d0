"""Calls of the program that end by themselves, and what is said of them."""

import subprocess

# Exit statuses.
INCOMPLETE, BUSY = 2, 3


def sheaf(options, *words, timeout=120):
    found = subprocess.run([options.bin, *map(str, words)], capture_output=True, text=True, timeout=timeout)
    return found


def said(found):
    return f'exit {found.returncode}: {(found.stdout + found.stderr)[-300:]!r}'
