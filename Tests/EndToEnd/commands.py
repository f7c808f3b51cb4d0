#!/usr/bin/env python3
"""The commands of `sheaf`: what they print, what they write, how they end."""

import json
import os
import subprocess

from fixtures import encrypted_pdf, pdf, png
from report import Report
from server import Server, Workspace, arguments

USAGE_ERROR = 64


class Commands:
    """The built program and a folder to work in."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.root = os.path.abspath(binary), folder, os.path.join(folder, 'root')

    def run(self, *words, timeout=60):
        return subprocess.run([self.binary, *words], capture_output=True, cwd=self.folder, timeout=timeout)

    def file(self, name, body):
        path = os.path.join(self.folder, name)
        with open(path, 'wb') as file:
            file.write(body)
        return path


def said(found):
    return f'exit {found.returncode}: {(found.stdout + found.stderr)[-200:]!r}'


def check_help(report, commands):
    for words in (
        ['--help'],
        ['serve', '--help'],
        ['token', '--help'],
        ['token', 'create', '--help'],
        ['render', '--help'],
        ['import', '--help'],
        ['types', '--help'],
        ['verify', '--help'],
        ['backup', '--help'],
        ['restore', '--help'],
    ):
        found = commands.run(*words)
        report.check(
            f'sheaf {" ".join(words)}', found.returncode == 0 and b'USAGE: sheaf' in found.stdout, said(found)
        )
    found = commands.run('--version')
    report.check(
        'sheaf --version says a version',
        found.returncode == 0 and found.stdout.strip()[:1].isdigit(),
        said(found),
    )
    for words in (
        ['no-such-command'],
        ['serve', '--no-such-option'],
        ['render'],
        ['serve', '--root', 'x', '--port', '70000'],
    ):
        found = commands.run(*words)
        report.check(
            f'sheaf {" ".join(words)} is a usage error',
            found.returncode == USAGE_ERROR and found.stderr,
            said(found),
        )
    found = commands.run('serve', '--root', 'x', '--host', '0.0.0.0', '--no-auth')
    report.check(
        'sheaf serve --no-auth is refused on any host but loopback',
        found.returncode and found.stderr,
        said(found),
    )
    report.check('a wrong command writes nothing', not os.path.exists(os.path.join(commands.folder, 'x')))
    found = commands.run('--generate-completion-script', 'bash')
    report.check('it completes in bash', found.returncode == 0 and b'sheaf' in found.stdout, said(found))


def check_render(report, commands):
    source = commands.file('two.pdf', pdf(2, width=300, height=400))
    for format_, magic in {'png': b'\x89PNG', 'jpg': b'\xff\xd8\xff', 'webp': b'RIFF'}.items():
        found = commands.run(
            'render', source, '--page', '2', '--width', '150', '--format', format_, '-o', f'out.{format_}'
        )
        report.check(
            f'render writes {format_}',
            found.returncode == 0 and written(commands, f'out.{format_}').startswith(magic),
            said(found),
        )
    report.check(
        'its width is as asked, its height follows', size_of(written(commands, 'out.png')) == (150, 200)
    )
    found = commands.run(
        'render', source, '--page', '1', '--scale', '2', '--region', '0,0,100,50', '-o', 'region.png'
    )
    report.check('a region at a scale', size_of(written(commands, 'region.png')) == (200, 100), said(found))
    for why, words in {
        'a page that is not there': [source, '--page', '3', '-o', 'no.png'],
        'a file that is not there': ['missing.pdf', '--page', '1', '-o', 'no.png'],
        'a locked PDF': [commands.file('locked.pdf', encrypted_pdf()), '--page', '1', '-o', 'no.png'],
        'a damaged PDF': [commands.file('cut.pdf', pdf()[:100]), '--page', '1', '-o', 'no.png'],
        'a size over the budget': [source, '--page', '1', '--width', '1000000', '-o', 'no.png'],
    }.items():
        found = commands.run('render', *words)
        report.check(
            f'render of {why} fails and says why',
            found.returncode not in (0, USAGE_ERROR) and found.stderr,
            said(found),
        )
    report.check('and writes nothing', not os.path.exists(os.path.join(commands.folder, 'no.png')))


def written(commands, name):
    try:
        with open(os.path.join(commands.folder, name), 'rb') as file:
            return file.read()
    except FileNotFoundError:
        return b''


def size_of(image):
    return int.from_bytes(image[16:20], 'big'), int.from_bytes(image[20:24], 'big')


def check_types(report, commands):
    found = commands.run('types', '--json')
    types = json.loads(found.stdout) if found.returncode == 0 else {}
    report.check('types --json lists at least 150', found.stdout.count(b'"identifier"') >= 150, said(found))
    report.check('types --json is JSON', bool(types), said(found))
    report.check('types lists them for people', b'com.adobe.pdf' in commands.run('types').stdout)
    found = commands.run('types', commands.file('liar.txt', pdf()))
    report.check(
        'types FILE looks at the content',
        found.returncode == 0 and b'com.adobe.pdf' in found.stdout,
        said(found),
    )
    found = commands.run('types', '--json', commands.file('picture.bin', png(3, 3)))
    report.check(
        'types --json FILE is JSON',
        found.returncode == 0 and 'public.png' in json.dumps(json.loads(found.stdout or b'null')),
        said(found),
    )
    found = commands.run('types', 'missing.bin')
    report.check(
        'types of a missing file fails',
        found.returncode not in (0, USAGE_ERROR) and found.stderr,
        said(found),
    )


def check_import_and_verify(report, commands):
    first, second = commands.file('one.pdf', pdf(unique='one')), commands.file('two.txt', b'two')
    found = commands.run('import', '--root', commands.root, first, second)
    report.check('import takes files', found.returncode == 0, said(found))
    documents = os.path.join(commands.root, 'Documents')
    names = {name for _, _, files in os.walk(documents) for name in files}
    report.check('they lie in Documents', {'one.pdf', 'two.txt'} <= names, names)
    report.check('and the originals stay', os.path.exists(first) and os.path.exists(second))
    found = commands.run('import', '--root', commands.root, 'missing.pdf')
    report.check(
        'import of a missing file fails',
        found.returncode not in (0, USAGE_ERROR) and found.stderr,
        said(found),
    )
    found = commands.run('verify', '--root', commands.root)
    report.check('verify is clean', found.returncode == 0, said(found))


def check_tokens(report, commands):
    found = commands.run('token', 'create', '--root', commands.root, '--name', 'a program')
    token = found.stdout.decode().split()[-1] if found.returncode == 0 and found.stdout.split() else None
    report.check('token create prints a token', token and len(token) >= 20, said(found))
    missing = os.path.join(commands.folder, 'mistyped')
    found = commands.run('token', 'create', '--root', missing)
    report.check(
        'a mistyped root is refused and not made',
        found.returncode not in (0, USAGE_ERROR) and found.stderr and not os.path.exists(missing),
        said(found),
    )
    with Server(commands.binary, commands.root, auth=True) as server:
        answer = server.get('/api/v1/documents')
        report.check(
            'without a token: 401 and how',
            answer.status == 401 and answer.code and answer.headers.get('WWW-Authenticate'),
            answer,
        )
        server.token = 'wrong' * 10
        report.check('with a wrong one: 401', server.get('/api/v1/documents').status == 401)
        server.token = token
        report.check('with the token: 200', server.get('/api/v1/documents').status == 200)
        server.token = commands.run('token', 'create', '--root', commands.root).stdout.decode().split()[-1]
        report.check(
            'a token made while the server runs works at once', server.get('/api/v1/documents').status == 200
        )
        server.token = None
        check_sign_in(report, commands, server)


def check_sign_in(report, commands, server):
    report.check('the bare address says where the sign-in link is', server.get('/').status in (200, 401))
    link = commands.run('token', 'link', '--root', commands.root).stdout.decode().split()[-1]
    report.check('token link leads to the running server', f':{server.port}/sign-in?code=' in link, link)
    link = server.sign_in or link
    path = '/' + link.split('/', 3)[3]
    answer = server.ask('GET', path)
    cookie = answer.headers.get('Set-Cookie') or ''
    report.check(
        'the sign-in link sets a session cookie',
        answer.status in (302, 303) and 'HttpOnly' in cookie and 'SameSite' in cookie,
        (answer, cookie),
    )
    session = {'Cookie': cookie.split(';')[0]}
    report.check(
        'with which the API answers', server.ask('GET', '/api/v1/documents', headers=session).status == 200
    )
    report.check('the link works once', not server.ask('GET', path).headers.get('Set-Cookie'))


def check_serve(report, commands):
    with Server(commands.binary, commands.root) as server:
        report.check('serve says where it listens', server.port)
        found = subprocess.run(
            [commands.binary, 'serve', '--root', commands.root, '--port', '0', '--no-auth'],
            capture_output=True,
            timeout=30,
        )
        report.check(
            'a second server on the same root is refused',
            found.returncode not in (0, USAGE_ERROR) and found.stderr,
            said(found),
        )
        report.check('SIGTERM ends it with 0', server.stop() == 0, server.process.returncode)


def main():
    options, report = arguments(__doc__), Report()
    with Workspace() as folder:
        commands = Commands(options.bin, folder)
        check_help(report, commands)
        check_render(report, commands)
        check_types(report, commands)
        check_import_and_verify(report, commands)
        check_tokens(report, commands)
        check_serve(report, commands)
    report.exit()


if __name__ == '__main__':
    main()
