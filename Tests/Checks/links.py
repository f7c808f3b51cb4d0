#!/usr/bin/env python3
"""Checks that every link and path in the documentation exists in the tree."""

import glob
import os
import re

from findings import TOP, exit_with, text_of, tracked

LINK = re.compile(r'\]\((?!https?:|#|mailto:)([^)#\s]+)')
PATH = re.compile(r'`((?:Sources|Public|Tests|Resources|\.ci)/[\w./+*-]*)`')
DOCC = re.compile(r'<doc:([\w-]+)>')


def missing(path):
    text, folder = text_of(path), os.path.dirname(path)
    for link in LINK.findall(text):
        if not os.path.exists(os.path.join(TOP, folder, link)):
            yield f'{path}: links to {link}, which is not there'
    for name in PATH.findall(text):
        if not glob.glob(os.path.join(TOP, name)):
            yield f'{path}: names {name}, which is not there'
    for name in DOCC.findall(text):
        if not glob.glob(os.path.join(TOP, folder, '**', f'{name}.md'), recursive=True):
            yield f'{path}: links to the page {name}, which is not there'


def main():
    pages = tracked('*.md')
    exit_with(
        [finding for page in pages for finding in missing(page)],
        'links and paths in the documentation',
        len(pages),
    )


if __name__ == '__main__':
    main()
