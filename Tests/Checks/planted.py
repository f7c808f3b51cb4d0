#!/usr/bin/env python3
"""Plants one fault of each kind in a copy of the tree, and checks that the matching check finds it."""

import os
import shutil
import subprocess
import sys
import tempfile

from findings import TOP, exit_with, tracked

SWIFT, JAVASCRIPT, WORDS, LINKS = 'swift_imports.py', 'javascript_imports.py', 'words.py', 'links.py'
OPENAPI, SENTENCES = 'openapi.py', 'sentences.py'
LONG = 'This sentence' + ' goes on, e.g. here; it has no end' * 3 + '.'


def description(parameter):
    return '{"paths": {"/a": {"get": {"parameters": [{' + parameter + '}]}}}}'


# The check, the file that is written, its content, and a part of the expected line.
FAULTS = [
    (SWIFT, 'Sources/WebApp/Fault.swift', 'import GRDB\n', 'imports GRDB'),
    (SWIFT, 'Sources/HTTPServer/Fault.swift', 'internal import DocumentModel\n', 'imports DocumentModel'),
    (
        SWIFT,
        'Sources/DocumentModel/Fault.swift',
        'public import struct Foundation.URL\n',
        'imports Foundation',
    ),
    (SWIFT, 'Sources/Previews/Fault.swift', '@preconcurrency import CDrawing\n', 'imports CDrawing'),
    (JAVASCRIPT, 'Public/library/fault.js', "import {x} from '../reader/reader.js';\n", 'library must not import'),
    (JAVASCRIPT, 'Public/library/fault.js', '/** @typedef {import("../settings/settings.js").X} X */\n', 'library must not import'),
    (JAVASCRIPT, 'Public/fault.js', '\n', 'lies in none of'),
    (JAVASCRIPT, 'Public/app/fault.js', "import '../gestures/point.js';\n", 'is not public'),
    (JAVASCRIPT, 'Public/app/fault.js', '/** @typedef {import("../gestures/point.js").Point} Point */\n', 'is not public'),
    (JAVASCRIPT, 'Public/app/fault.js', "import './fault-b.js';\n", 'import cycle'),
    (JAVASCRIPT, 'Public/app/fault.js', "import {x} from 'lodash';\n", 'say ./ and .js'),
    (JAVASCRIPT, 'Public/app/fault.js', "export {x} from './missing.js';\n", 'which is not there'),
    (JAVASCRIPT, 'Public/app/fault.js', "const a = await fetch('/x');\n", 'belongs to Public/api/api.js'),
    (JAVASCRIPT, 'Public/app/fault.js', "a.addEventListener('pointerdown', b);\n", 'pointer events belong to'),
    (JAVASCRIPT, 'Public/gestures/fault.js', 'a.setPointerCapture(1);\n', 'pointer events belong to'),
    (JAVASCRIPT, 'Public/reader/fault.js', 'const a = b instanceof PointerEvent;\n', 'pointer events belong to'),
    (JAVASCRIPT, 'Public/app/fault.js', 'a.innerHTML = b;\n', 'text becomes markup'),
    (JAVASCRIPT, 'Public/app/fault.js', '/** @param {any} a */\n', 'says nothing about the type'),
    (WORDS, 'Sources/Storage/Fault.swift', 'let a = try' + '! b()\n', 'ends the server'),
    (WORDS, 'Sources/Storage/Fault.swift', '\nfinal class A: @unchecked Sendable {}\n', 'without its reason'),
    (
        WORDS,
        'Tests/StorageTests/Fault.swift',
        'try await Task.' + 'sleep(for: .seconds(1))\n',
        'does not sleep',
    ),
    (WORDS, 'Sources/Storage/Utils.swift', '\n', 'a drawer'),
    (WORDS, 'Sources/Storage/Helpers/Fault.swift', '\n', 'a drawer'),
    (WORDS, 'notes/plan.md', '\n', 'top level'),
    (WORDS, 'README.md', 'see /' + 'home/somebody/sheaf\n', 'a path of one machine'),
    (WORDS, 'Public/fault.js', '// TO' + 'DO later\n', 'a leftover'),
    (WORDS, 'Public/fault.js', 'x();\n' * 601, 'split it'),
    (
        WORDS,
        'Public/gestures/recognizers/fault.js',
        'export class Fault extends GestureRecognizer {}\n' + 'x();\n' * 119,
        'a recognizer has fewer',
    ),
    (SENTENCES, 'Sources/Storage/Fault.swift', f'/// Short. {LONG[:40]}\n/// {LONG[41:]}\n', '26 words'),
    (SENTENCES, 'Public/app/fault.js', f'/**\n * @param {{{{a: string}}}} b {LONG}\n */\n', '26 words'),
    (SENTENCES, 'Tests/Checks/fault.py', f'"""{LONG}"""\n', '26 words'),
    (SENTENCES, 'NOTES.md', f'- a point\n- {LONG}\n', '26 words'),
    (LINKS, 'NOTES.md', 'see [it](missing.md)\n', 'links to missing.md'),
    (LINKS, 'NOTES.md', 'see `Sources/Mis' + 'sing/*.swift`\n', 'which is not there'),
    (OPENAPI, 'Sources/WebApp/Fault.swift', 'let a = request.query["nowhere"]\n', 'does not describe'),
    (OPENAPI, 'Resources/openapi.json', description('"$ref": "#/nowhere"'), 'refers to #/nowhere'),
    (OPENAPI, 'Resources/openapi.json', description('"in": "query", "name": "a"'), 'no route reads'),
    (OPENAPI, 'Resources/openapi.json', description(''), 'has no summary'),
    (OPENAPI, 'Resources/openapi.json', description(''), 'has no tag'),
    (OPENAPI, 'Resources/openapi.json', description('"schema": {"type": "array"}'), 'an array without items'),
]


def copy_tree(folder):
    for path in tracked():
        target = os.path.join(folder, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy2(os.path.join(TOP, path), target)
    subprocess.run(['git', 'init', '-q', folder], check=True)
    write(folder, 'Public/app/fault-b.js', "import './fault.js';\n")
    write(folder, 'Public/app/fault.js', '\n')
    if not os.path.exists(os.path.join(folder, 'Public/app/app.js')):
        write(folder, 'Public/app/app.js', '\n')


def write(folder, path, text):
    target = os.path.join(folder, path)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, 'w') as file:
        file.write(text)


def is_found(folder, check, path, text, wanted):
    """Plants the fault, runs the check, and restores the file."""
    target = os.path.join(folder, path)
    before = open(target).read() if os.path.exists(target) else None
    write(folder, path, text)
    found = subprocess.run(
        [sys.executable, '-B', f'{folder}/Tests/Checks/{check}'], capture_output=True, text=True
    )
    if before is None:
        os.remove(target)
    else:
        write(folder, path, before)
    return found.returncode == 1 and any(
        wanted in line and path in line for line in found.stdout.splitlines()
    )


# The output of a build, and the expected status: `{top}` is the top of the tree.
BUILDS = [
    ('{top}/Sources/Storage/Fault.swift:1:2: warning: planted', 1),
    ('Tests/StorageTests/Fault.swift:1:2: warning: planted', 1),
    ('{top}/.build/checkouts/other/Sources/Other.swift:1:2: warning: not ours', 0),
    ('Build complete!', 0),
]


def is_judged(folder, said, wanted):
    """Runs a build with this output, and compares the status."""
    command = [sys.executable, '-B', f'{folder}/Tests/Checks/build_warnings.py', 'echo', said.format(top=folder)]
    return subprocess.run(command, capture_output=True).returncode == wanted


def main():
    with tempfile.TemporaryDirectory(prefix='sheaf-checks-') as folder:
        copy_tree(folder)
        findings = [
            f'{check} does not see {path}: {wanted}'
            for check, path, text, wanted in FAULTS
            if not is_found(folder, check, path, text, wanted)
        ]
        findings += [
            f'build_warnings.py misjudges {said}'
            for said, wanted in BUILDS
            if not is_judged(folder, said, wanted)
        ]
    exit_with(findings, 'planted faults that no check sees', len(FAULTS) + len(BUILDS))


if __name__ == '__main__':
    main()
