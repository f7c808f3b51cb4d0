#!/usr/bin/env python3
"""Looks for sentences of more than 25 words in comments and documents."""

import ast
import inspect
import re

from findings import exit_with, text_of, tracked

MOST = 25
IN_SLASHES = ('.swift', '.js', '.ts', '.css', '.c', '.cpp', '.h')
IN_HASHES = ('Makefile', '.ci/run', 'Resources/bundle-app', 'Resources/debian/*')
# Pages that programs write.
GENERATED = ('Public/gestures/COVERAGE.md',)
FENCE = re.compile(r'\s*(?:```|~~~)')
# Tables, headings, rules and drawings, which have lines, arrows or gaps of several spaces.
NO_PROSE = re.compile(r'\s*(?:\||#|@example|[-=]{3,}\s*$)|.*(?:[\u2500-\u25ff]|--+>|<--|\S {3,}\S)')
INDENTED = re.compile(r' {4}')
# A point of a list, which a label may introduce, or a tag of JSDoc with the name that it describes.
POINT = re.compile(
    r'\s*(?:(?:[-*+]|\d+[.)])\s+(?:(?:Parameter |Parameters|Returns|Throws|Note)[^:]*:)?'
    r'|@(?:param|property|prop|template|typedef|callback)\s+(?:\[[^\]]*\]|[\w.$*]+)?|@\w+)\s*'
)
ABBREVIATION = re.compile(r'(?:^|[\s(])(?:e\.g|i\.e|cf|vs|incl|approx|ca|resp)\.$', re.I)
END = re.compile(r'[.!?][)"\'\]*_\u201d]*(?=\s)')
CODE = re.compile(r'(`+)(?!`).+?(?<!`)\1(?!`)')
LINK = re.compile(r'!?\[([^\]]*)\](?:\([^)\s]*(?: "[^"]*")?\)|\[[^\]]*\])')
BRACES = re.compile(r'\{[^{}]*\}')


def paragraphs(lines):
    """The prose among lines of (number, text): for each paragraph or point, the lines that belong to it."""
    found, fenced, in_point = [[]], False, False
    for number, line in lines:
        fence = FENCE.match(line)
        fenced ^= bool(fence)
        point = POINT.match(line)
        code = INDENTED.match(line) and not in_point and not found[-1]
        if fence or fenced or not line.strip() or NO_PROSE.match(line) or point or code:
            found.append([])
            in_point = bool(point) or in_point and not line.strip()
        if not (fence or fenced or NO_PROSE.match(line) or code) and line.strip():
            found[-1].append((number, line[point.end() :] if point else line.strip()))
    return filter(None, found)


def sentences(paragraph):
    """The sentences of a paragraph, each with the number of the line on which it begins."""
    text = ' '.join(line for _, line in paragraph)
    # What code and links show keeps its length, so that places in the text stay what they are.
    text = CODE.sub(lambda code: 'X' * len(code[0]), text)
    starts = [0]
    for end in END.finditer(text):
        if not ABBREVIATION.search(text[: end.start() + 1]):
            starts.append(end.end() + 1)
    for start, end in zip(starts, [*starts[1:], len(text)]):
        yield line_at(paragraph, start), LINK.sub(r'\1', text[start:end])


def line_at(paragraph, position):
    for number, line in paragraph:
        if position <= len(line):
            return number
        position -= len(line) + 1
    return paragraph[-1][0]


def comment_lines(text, marker):
    """Lines that are comments; an empty one stands for code between them."""
    pattern = re.compile(rf'\s*(?:{marker})(?: |$)(.*)')
    matches = map(pattern.match, text.split('\n'))
    return [(number, found[1] if found else '') for number, found in enumerate(matches, 1)]


def block_comments(text):
    """The lines of each `/** */`; types are in braces and have no words."""
    for found in re.finditer(r'^[ \t]*/\*\*?(?!/)(.*?)\*/', text, re.M | re.S):
        body, first = found[1], text.count('\n', 0, found.start()) + 1
        while BRACES.search(body):
            body = BRACES.sub(lambda braces: '\n' * braces[0].count('\n'), body)
        lines = (re.sub(r'^\s*\* ?', '', line) for line in body.split('\n'))
        yield list(enumerate(lines, first))


def docstrings(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if written := ast.get_docstring(node, clean=False):
                yield list(enumerate(inspect.cleandoc(written).split('\n'), node.body[0].lineno))


def prose(path, text):
    """Each part of a file that is read on its own, as lines of (number, text)."""
    if path.endswith('.md'):
        return [list(enumerate(text.split('\n'), 1))]
    if path.endswith('.py'):
        return [comment_lines(text, '#'), *docstrings(text)]
    if path.endswith(IN_SLASHES):
        return [comment_lines(text, '///?'), *block_comments(text)]
    return [comment_lines(text, '#')]


def check(path, text):
    for lines in prose(path, text):
        for paragraph in paragraphs(lines):
            for line, sentence in sentences(paragraph):
                words = sum(any(map(str.isalnum, word)) for word in sentence.split())
                if words > MOST:
                    yield f'{path}:{line}: {words} words in a sentence, {MOST} are the most: {sentence[:60]}'


def main():
    kinds = (f'*{ending}' for ending in ('.md', '.py', *IN_SLASHES))
    paths = [path for path in tracked(*kinds, *IN_HASHES) if path not in GENERATED]
    exit_with([finding for path in paths for finding in check(path, text_of(path))], 'long sentences', len(paths))


if __name__ == '__main__':
    main()
