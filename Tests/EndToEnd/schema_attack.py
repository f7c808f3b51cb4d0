#!/usr/bin/env python3
"""The description of the API against the built server, by schemathesis.

Every disagreement is a finding, and so is every 5xx. EXPLAINED names the exceptions, each with its reason. Runs in a
Python that has `requirements-api.txt` (`make soak`).
"""

import json
import os
import re
import subprocess
import sys

from fixtures import pdf
from report import Report
from server import Server, Workspace, arguments

MOST_SECONDS = 3600
PROGRAM = os.path.join(os.path.dirname(sys.executable), 'schemathesis')

# Operations that are left out: the first never ends, the other two set cookies or end the session.
LEFT_OUT = ('listenToEvents', 'signIn', 'signOut')

# The content of a session is there only while it waits to be saved.
COME_LATER = ('getUnsavedContent',)

# Exceptions: operations (a pattern of their ids, each in one entry only), check, answers, and reason.
EXPLAINED = (
    ('.*', 'positive_data_acceptance', ('412',), 'a condition is well formed, and its tag is not that of the document'),
    ('.*', 'negative_data_rejection', ('412',), 'a condition is refused first where the fault is in one'),
    (
        'getPage|getVersionPage|getAreaPage|comparePages|getEntryPage|previewContent', 'positive_data_acceptance', ('400', '422'),
        'scale beside width or height is refused, which OpenAPI cannot say; and not every content has pages',
    ),
    (
        'list(?!EmbeddedAnnotations).*|downloadFolder', 'positive_data_acceptance', ('400',),
        'a cursor has the right form, and the list did not give it out',
    ),
    (
        'addDocuments|putContent', 'positive_data_acceptance', ('400', '415', '422', '501'),
        'a digest is not that of the bytes, or a type has no empty document',
    ),
    (
        'performBatch|changeDocument|copyDocument', 'positive_data_acceptance', ('400', '422'),
        'the members of an operation depend on its kind, and a handler on the type of the document',
    ),
    ('setPreference', 'positive_data_acceptance', ('400',), 'a setting says itself which values it takes'),
    ('declareTypes', 'positive_data_acceptance', ('400',), 'a declaration refers to types that are not there'),
    ('openSession|saveSession', 'positive_data_acceptance', ('405', '422'), 'the opener of the document is read-only'),
    (
        'handOverContent', 'positive_data_acceptance', ('400', '405', '415', '422', '501'),
        'a digest is not that of the bytes, or the opener of the document is read-only',
    ),
    (
        'getContent|getVersionContent|getAreaFile|getRendition', 'positive_data_acceptance', ('400', '416', '422'),
        'a range is behind the end of the content, the document has no PDF form, or a range of pages runs backwards',
    ),
    (
        'getAttachment|getEntries|getEntry|getEntryPreview|takeOutEntry|getMedia|getPoster|getStrip|getWaveform|getSubtitles|streamMedia',
        'positive_data_acceptance', ('416', '422'), 'the document has no pages, is no archive, or neither sound nor film',
    ),
    (
        'getImage|getImageInformation|getManifest|getPageText|compareVersions', 'positive_data_acceptance',
        ('400', '422'), 'the parts of an IIIF address depend on each other; not every content has pages',
    ),
    (
        'findInDocument|findInVersion|listEmbeddedAnnotations|unlockDocument', 'positive_data_acceptance', ('422',),
        'not every content has pages',
    ),
    (
        'addAnnotation|editAnnotations|putAnnotation', 'positive_data_acceptance', ('400', '422'),
        'the parts of a mark depend on its kind, and a UUID has two forms',
    ),
)


def configuration(server, examples):
    """The configuration of schemathesis: the explained answers beside those that it expects itself."""
    expected = {
        'positive_data_acceptance': ['2xx', '3xx', '401', '403', '404', '409', '410', '429', '503', '507'],
        'negative_data_rejection': ['400', '401', '403', '404', '405', '406', '409', '410', '413', '415', '422', '428'],
    }
    lines = [
        f'base-url = "{server.url}"',
        f'headers = {{ Authorization = "Bearer {server.token}" }}',
        'continue-on-failure = true',
        'request-timeout = 30.0',
        '[generation]',
        # Rules of names count bytes and visible characters; a pattern can express that for ASCII alone.
        'codec = "ascii"',
        'allow-x00 = false',
        f'max-examples = {examples}',
        'database = "none"',
        'deterministic = false',
    ]
    everywhere = {check: list(codes) for check, codes in expected.items()}
    for pattern, check, codes, _ in EXPLAINED:
        if pattern == '.*':
            everywhere[check] += codes
    for check, codes in everywhere.items():
        lines += [f'[checks.{check}]', f'expected-statuses = {json.dumps(codes)}']
    for pattern, check, codes, _ in EXPLAINED:
        if pattern != '.*':
            lines += [
                '[[operations]]', f'include-operation-id-regex = "^({pattern})$"',
                f'checks.{check}.expected-statuses = {json.dumps([*everywhere[check], *codes])}',
            ]
    for name in LEFT_OUT:
        lines += ['[[operations]]', f'include-operation-id = "{name}"', 'enabled = false']
    for name in COME_LATER:
        lines += ['[[operations]]', f'include-operation-id = "{name}"', 'checks.ensure_resource_availability.enabled = false']
    return '\n'.join(lines) + '\n'


def attack(server, folder, examples, seed):
    """Runs schemathesis; returns its output and exit status."""
    path = os.path.join(folder, 'schemathesis.toml')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(configuration(server, examples))
    command = [PROGRAM, '--config-file', path, 'run', f'{server.url}/api/v1/openapi.json', '--no-color']
    command += ['--seed', str(seed)] if seed else []
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=MOST_SECONDS
    )
    return done.returncode, done.stdout + done.stderr


def fill(server):
    """Creates something of each kind, so that requests find existing resources."""
    for name, body in (('a.pdf', pdf(pages=3)), ('b.txt', b'one'), ('c.svg', b'<svg xmlns="http://www.w3.org/2000/svg"/>')):
        document = server.upload(body, name, folder='Papers').json['id']
        server.ask('PUT', f'/api/v1/documents/{document}/content', body + b' ')
    server.ask('DELETE', f'/api/v1/documents/{document}')


def main():
    options = arguments(__doc__.splitlines()[0], examples=40, seed=0)
    report = Report()
    with Workspace() as folder, Server(options.bin, os.path.join(folder, 'root'), auth=True) as server:
        command = [server.binary, 'token', 'create', '--root', server.root]
        server.token = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[-1]
        fill(server)
        status, said = attack(server, folder, options.examples, options.seed)
        print(said, flush=True)
        cases = re.search(r'(\d[\d,]*) generated', said)
        report.check('schemathesis ran', cases and int(cases[1].replace(',', '')) > 1000, said[-300:])
        report.check('and found nothing that is not explained', status == 0, f'exit status {status}')
        report.check('the server still runs', server.get('/healthz').json.get('status') == 'ok')
    report.exit()


if __name__ == '__main__':
    main()
