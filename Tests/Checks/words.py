#!/usr/bin/env python3
"""Looks for forbidden text and files: drawers, escape hatches, leftovers, machine paths, long files."""

import os
import re

from findings import TOP, exit_with, text_of, tracked

TOP_LEVEL = {
    'Package.swift',
    'package.json',
    'Package.resolved',
    'Sources',
    'Public',
    'Tests',
    'Resources',
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'LICENSE',
    'SECURITY.md',
    'Makefile',
    'package.json',
    '.ci',
    '.swift-format',
    '.editorconfig',
    '.gitignore',
}
DRAWER = re.compile(
    r'(^|[/+._-])(utils?|utilities|helpers?|common|core|misc)\.(swift|js|py|c|h)$|/(utils?|utilities|helpers?|common|core|misc)/',
    re.I,
)
LONGEST_FILE = 600
# A recognizer handles one gesture; further code belongs beside it.
RECOGNIZER = re.compile(r'^export class \w+ extends \w*GestureRecognizer\b', re.M)
LONGEST_RECOGNIZER = 120

# Patterns that must not occur in each kind of code, and the reasons.
SWIFT = {
    r'\btry!|\bas!|\bfatalError\(': 'ends the server on bad input',
    r'\bnonisolated\(unsafe\)': 'switches the concurrency check off',
    r'\bunsafeBitCast\(': 'lies about a type',
}
SOURCES = {r'\bpreconditionFailure\(': 'ends the server on bad input'}
UNIT_TESTS = {
    # A sleep of a hundred seconds is allowed: only cancellation ends such a handler.
    r'\bTask\.sleep\((?!for: \.seconds\(100\))|\busleep\(|(?<![\w.])sleep\(': 'a unit test does not sleep: inject the clock',
    r'\.disabled\(|\bXCTSkip\b|\.enabled\(if: false\)': 'a test that does not run',
}
ANYWHERE = {
    r'\b(?:TO' r'DO|FIX' r'ME|XX' r'X)\b': 'a leftover: do it, or write it into an issue',
    r'(?<![\w.~])/(?:home|Users)/[a-z][\w.-]*/': 'a path of one machine',
    r'^(?:<{7}|>{7}) ': 'a merge that was not finished',
}
UNCHECKED = re.compile(r'^.*@unchecked Sendable', re.M)


def tests_rules(path):
    """Tests with real sockets wait for real time; all others inject a clock."""
    return {} if '/Live/' in path else UNIT_TESTS


def rules_for(path):
    rules = dict(ANYWHERE)
    if path.endswith('.swift'):
        rules |= SWIFT
        rules |= tests_rules(path) if path.startswith('Tests/') else SOURCES
    return rules


def own_paths():
    """The directory around this checkout and the home directory, which no file may name."""
    return {
        path + '/' for path in (os.path.dirname(TOP), os.path.expanduser('~')) if path not in ('/', '/tmp')
    }


def line_of(text, position):
    return text.count('\n', 0, position) + 1


def check_text(path, text):
    for pattern, why in rules_for(path).items():
        for found in re.finditer(pattern, text, re.M):
            yield f'{path}:{line_of(text, found.start())}: {found[0].strip()}: {why}'
    for own in own_paths():
        if own in text:
            yield f'{path}:{line_of(text, text.index(own))}: {own}: a path of one machine'


def check_unchecked(path, text):
    """`@unchecked Sendable` needs its reason on the line above."""
    lines = text.split('\n')
    for found in UNCHECKED.finditer(text):
        line = line_of(text, found.start()) - 1
        if not lines[line - 1].strip().startswith('//'):
            yield f'{path}:{line + 1}: @unchecked Sendable without its reason on the line above'


def check_places(paths):
    for path in paths:
        if path.split('/')[0] not in TOP_LEVEL:
            yield f'{path}: nothing else belongs at the top level'
        if DRAWER.search(path):
            yield f'{path}: a drawer; name it after its subject'


def check_length(path, text):
    lines = text.count('\n')
    if path.endswith(('.swift', '.js', '.css', '.py', '.c', '.h')) and lines > LONGEST_FILE:
        yield f'{path}: {lines} lines; split it at its subjects, {LONGEST_FILE} is the most'
    if path.startswith('Public/gestures/') and RECOGNIZER.search(text) and lines >= LONGEST_RECOGNIZER:
        yield f'{path}: {lines} lines; a recognizer has fewer than {LONGEST_RECOGNIZER}'


def main():
    paths = tracked()
    findings = list(check_places(paths))
    for path in paths:
        if os.path.basename(path) == 'LICENSE' or path.endswith(('.png', '.pdf', '.jpg', '.webp', '.ico', '.woff2')):
            continue
        text = text_of(path)
        findings += [*check_text(path, text), *check_length(path, text)]
        findings += check_unchecked(path, text) if path.endswith('.swift') else []
    exit_with(findings, 'words and places', len(paths))


if __name__ == '__main__':
    main()
