#!/usr/bin/env python3
"""linkage.py SERVER: the server links no library that opens documents; only the worker does."""

import re
import subprocess
import sys

from findings import exit_with

RENDERING = re.compile(
    r'lib(poppler|cairo|qpdf|vips|gdk_pixbuf|raw|magic|turbojpeg|jpeg|webp|deflate|tiff|png|rsvg|MagickCore|icui18n|seccomp)\b', re.I
)


def main():
    linked = subprocess.run(
        ['ldd', sys.argv[1]], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    findings = [
        f'{sys.argv[1]} links {line.strip()}'
        for line in linked
        if RENDERING.search(line) or 'not found' in line
    ]
    exit_with(findings, 'linked libraries of the server', len(linked))


if __name__ == '__main__':
    main()
