#!/usr/bin/env python3
"""Checks the imports of the browser app: explicit, existing, without cycles, from earlier folders only."""

import os
import re

from findings import TOP, exit_with, text_of, tracked

# Folders in the order of their imports: a folder may import from earlier sets only.
ORDER = [{'gestures', 'offline'}, {'shell'}, {'api'}, {'library', 'settings', 'player', 'archive', 'ink', 'saving'}, {'reader', 'board'}, {'history', 'quick-look', 'text'}, {'app'}]
LAYERS = {name: set().union(*ORDER[:place]) for place, names in enumerate(ORDER) for name in names}
# A module that other projects can use is imported only through its public files.
PUBLIC_ONLY = {'gestures': 'index.js'}
# Each of these interfaces is used in one file, so that tests can replace it.
ONLY_IN = {
    r'(?<![\w.#])fetch\(': 'Public/api/api.js',
    r'\bnew XMLHttpRequest\b': 'Public/api/upload.js',
    r'\bnew EventSource\b': 'Public/api/event-stream.js',
    r'\blocalStorage\b': 'Public/shell/preferences.js',
}
# Pointer events of the gestures are in one file. The app gets gestures from there, and presses outside a popover from
# `presses.js`.
POINTERS = re.compile(
    r'''\bPointerEvent\b|\b(?:set|release|has)PointerCapture\b|\bonpointer[a-z]+'''
    r'''|["'](?:got|lost)?pointer(?:down|move|up|cancel|over|out|enter|leave|rawupdate|capture)["']'''
)
POINTER_FILES = ['Public/gestures/dom/pointer-events.js', 'Public/shell/presses.js']
FORBIDDEN = {
    r'\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML': 'text becomes markup',
    r'(?<![\w.])eval\(|new Function\(': 'text becomes code, and the CSP forbids it',
    # A typedef of an object continues with its properties; other uses of these types say nothing.
    r'@(?:param|type|returns?)\s*\{(?:any|\*|Object|object)\}|@typedef\s*\{(?:any|\*|Object)\}': 'says nothing about the type',
    r'@ts-(?:ignore|nocheck)': 'switches the type check off',
}
IMPORT = re.compile(
    r'''^\s*(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]'''
    r'''|\bimport\(\s*['"]([^'"]+)['"]\s*\)(?!\.)''',
    re.M,
)


def without_comments(text):
    return re.sub(r'/\*.*?\*/|(?<!:)//[^\n]*', '', text, flags=re.S)


def imports_of(path, findings):
    """The files that this file imports, as paths relative to the top."""
    found = []
    for match in IMPORT.finditer(without_comments(text_of(path))):
        name = next(filter(None, match.groups()))
        target = os.path.normpath(os.path.join(os.path.dirname(path), name))
        if not name.startswith(('./', '../')) or not name.endswith('.js'):
            findings.append(f'{path}: imports {name!r}; say ./ and .js')
        elif not os.path.isfile(os.path.join(TOP, target)):
            findings.append(f'{path}: imports {name!r}, which is not there')
        else:
            found.append(target)
    return found


def cycles(graph):
    """One cycle for each that a depth-first search meets."""
    state, trail = {}, []

    def visit(path):
        state[path] = 'open'
        trail.append(path)
        for target in graph.get(path, []):
            if state.get(target) == 'open':
                yield 'import cycle: ' + ' → '.join([*trail[trail.index(target) :], target])
            elif target not in state:
                yield from visit(target)
        trail.pop()
        state[path] = 'done'

    for path in graph:
        if path not in state:
            yield from visit(path)


def layer_of(path):
    parts = path.split('/')
    return parts[1] if len(parts) > 2 else None


# Types are imported in comments, and values in code; the rules hold for both.
REFERENCE = re.compile(r'''\bfrom\s*['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]\s*\)|^\s*import\s*['"](\.[^'"]+)['"]''', re.M)


def references(paths):
    """Pairs of a file and a file that it names, in code or in a comment."""
    for path in paths:
        for match in REFERENCE.finditer(text_of(path)):
            name = next(filter(None, match.groups()))
            yield path, os.path.normpath(os.path.join(os.path.dirname(path), name))


def crossings(paths):
    """Files outside all features, imports against the order, and imports of files that are not public."""
    yield from (f'{path}: lies in none of {sorted(LAYERS)}' for path in paths if layer_of(path) not in LAYERS)
    for path, target in references(paths):
        layer, other = layer_of(path), layer_of(target)
        if layer == other or layer not in LAYERS or other not in LAYERS:
            continue
        if other not in LAYERS[layer]:
            yield f'{path}: {layer} must not import {target}'
        if other in PUBLIC_ONLY and os.path.basename(target) != PUBLIC_ONLY[other]:
            yield f'{path}: {target} is not public; say index.js'


def forbidden(paths):
    for path in paths:
        text = text_of(path)
        code = without_comments(text)
        if path not in POINTER_FILES and POINTERS.search(code):
            yield f'{path}: pointer events belong to {POINTER_FILES[0]}'
        yield from (
            f'{path}: {pattern} belongs to {home}'
            for pattern, home in ONLY_IN.items()
            if path != home and re.search(pattern, code)
        )
        yield from (
            f'{path}: {found[0]}: {why}'
            for pattern, why in FORBIDDEN.items()
            if (found := re.search(pattern, text))
        )


def main():
    findings, paths = [], tracked('Public/*.js')
    graph = {path: imports_of(path, findings) for path in paths}
    exit_with(
        [*findings, *cycles(graph), *crossings(paths), *forbidden(paths)],
        'imports of the browser app',
        len(paths),
    )


if __name__ == '__main__':
    main()
