"""Names and paths that lead outside, or look like something else."""

import os
import unicodedata
from urllib.parse import quote

# Each name is stored under a harmless name or refused with a reason; the check looks where the bytes end up.
NAMES = {
    'climbs': '../../escaped.txt',
    'climbs, once decoded': '..%2f..%2fescaped.txt',
    'is absolute': '/tmp/escaped.txt',
    'holds a backslash': '..\\..\\escaped.txt',
    'holds NUL': 'a\0b.txt',
    'holds a control character': 'a\x07b\x1b[31m.txt',
    'holds a line break': 'a\r\nSet-Cookie: x=y.txt',
    'has 300 bytes': 'n' * 296 + '.txt',
    'has 300 wide characters': '頁' * 300,
    'reads backwards': 'invoice\u202efdp.exe',
    'is a dot': '.',
    'is two dots': '..',
    'is hidden': '.bashrc',
    'is empty': '',
    'is white': '   ',
    'is reserved elsewhere': 'CON',
    'is markup': '<img src=x onerror=alert(1)>.txt',
    'holds reserved characters': 'a:b*c?d"e|f.txt',
    'is a lone surrogate in UTF-8': b'\xed\xa0\x80.txt',
    'is not UTF-8': b'\xff\xfe.txt',
}
FOLDERS = [
    '../x',
    '/etc',
    'a/../../b',
    'a//b',
    './a',
    'a/./b',
    '..',
    'a\0b',
    '/'.join('d' * 200 for _ in range(40)),
    'Inbox/../../x',
]
PATHS = [
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/%2fetc%2fpasswd',
    '/api/v1/documents/..%2f..%2fetc%2fpasswd',
    '/api/v1/documents/%2e%2e/content',
    '//etc/passwd',
    '/.%00/',
    '/styles/../../Package.swift',
]
MALFORMED = [
    '/api/v1/documents/%zz',
    '/api/v1/documents/%',
    '/api/v1/documents/a%00b',
    '/api/v1/documents?name=%zz',
    '/%c0%af',
]


def check(report, server):
    check_names(report, server)
    check_folders(report, server)
    check_paths(report, server)


def check_names(report, server):
    for why, name in NAMES.items():
        answer = server.ask('POST', f'/api/v1/documents?name={quote(name, safe="")}', b'hostile name')
        report.check(
            f'a name that {why} is refused or made harmless',
            is_refused(answer) or is_harmless(server, answer),
            answer,
        )


def is_refused(answer):
    return 400 <= answer.status < 500 and bool(answer.code)


def is_harmless(server, answer):
    """Whether it is stored in Documents, and only there, under a name of one plain component."""
    if answer.status != 201:
        return False
    document = answer.json
    path = os.path.join(server.root, 'Documents', document['folder'], document['name'])
    return is_plain(document['name']) and os.path.isfile(path) and not os.path.islink(path)


def is_plain(name):
    shown = not any(
        unicodedata.category(character) in ('Cc', 'Cs')
        or character in '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
        for character in name
    )
    return shown and '/' not in name and name not in ('', '.', '..') and len(name.encode()) <= 255


def check_folders(report, server):
    for folder in FOLDERS:
        answer = server.upload(b'hostile folder', 'in-folder.txt', folder=folder)
        report.check(f'the folder {folder[:20]!r} is refused', is_refused(answer), answer)


def check_paths(report, server):
    for path in PATHS:
        answer = server.ask('GET', path)
        report.check(
            f'GET {path} returns no file',
            400 <= answer.status < 500 and b'root:' not in answer.body,
            answer,
        )
    for path in MALFORMED:
        answer = server.ask('GET', path)
        report.check(
            f'GET {path} is refused as malformed', answer.status in (400, 404) and answer.code, answer
        )
