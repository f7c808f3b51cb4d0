#!/usr/bin/env python3
"""The commands of `sheaf`: their output, their files, their exit statuses."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading

from fixtures import encrypted_pdf, pdf, png
from report import Report
from server import Server, Workspace, arguments, wait_until

USAGE_ERROR = 64
START_SECONDS = 30


class Commands:
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
        ['token', 'list', '--help'],
        ['token', 'revoke', '--help'],
        ['render', '--help'],
        ['import', '--help'],
        ['types', '--help'],
        ['verify', '--help'],
        ['backup', '--help'],
        ['restore', '--help'],
        ['open', '--help'],
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
    for host in ('0.0.0.0', '127.example.org', '127.0.0.1.example.org', '::'):
        found = commands.run('serve', '--root', 'x', '--host', host, '--no-auth')
        report.check(
            f'sheaf serve --no-auth is refused on {host}',
            found.returncode and b'--no-auth' in found.stderr,
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
            f'render of {why} fails with a reason',
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
    report.check('types prints a list for people', b'com.adobe.pdf' in commands.run('types').stdout)
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
    report.check('imported files are in Documents', {'one.pdf', 'two.txt'} <= names, names)
    report.check('and the originals are unchanged', os.path.exists(first) and os.path.exists(second))
    found = commands.run('import', '--root', commands.root, 'missing.pdf')
    report.check(
        'import of a missing file fails',
        found.returncode not in (0, USAGE_ERROR) and found.stderr,
        said(found),
    )
    found = commands.run('verify', '--root', commands.root)
    report.check('verify is clean', found.returncode == 0, said(found))


def make_tree(commands):
    """Makes a folder with every kind of entry; returns it with the expected paths of its documents."""
    for path, body in {
        'tree/a.txt': b'a', 'tree/deep/er/a.txt': b'b', 'tree/deep/b.pdf': pdf(unique='tree'), 'tree/.hidden': b'no',
        'tree/.git/config': b'no', 'tree/deep/~$b.docx': b'no', 'tree/x.part': b'no', 'outside.txt': b'no',
    }.items():
        os.makedirs(os.path.dirname(os.path.join(commands.folder, path)), exist_ok=True)
        commands.file(path, body)
    tree = os.path.join(commands.folder, 'tree')
    os.makedirs(os.path.join(tree, 'empty'))
    os.symlink('../outside.txt', os.path.join(tree, 'link.txt'))
    os.symlink(commands.folder, os.path.join(tree, 'loop'))
    os.mkfifo(os.path.join(tree, 'pipe'))
    with open(os.path.join(os.fsencode(tree), b'\xff.txt'), 'wb') as file:
        file.write(b'c')
    return {'tree/a.txt', 'tree/deep/er/a.txt', 'tree/deep/b.pdf', 'tree/\ufffd.txt'}


def check_import_of_folder(report, commands):
    wanted = make_tree(commands)
    documents = os.path.join(commands.root, 'Documents', 'Taken in')
    for name in ('tree', 'tree/', './tree/deep/..'):
        found = commands.run('import', '--root', commands.root, '--folder', 'Taken in', name)
        files = {
            os.path.relpath(os.path.join(path, file), documents)
            for path, _, files in os.walk(documents)
            for file in files
        }
        report.check(f'import of {name} keeps its structure', files == wanted, (files, said(found)))
        printed = {line.split('\t')[1] for line in found.stdout.decode().splitlines()}
        report.check('and prints the path of each document', printed == {f'Taken in/{file}' for file in wanted}, printed)
        report.check('its empty folder is imported', os.path.isdir(os.path.join(documents, 'tree', 'empty')))
        said_aside = found.stderr.decode()
        passed = sorted(line.split('/')[-1].split(':')[0] for line in said_aside.splitlines() if 'passed over: ' in line)
        aside = sorted(['.hidden', '.git', '~$b.docx', 'x.part', 'link.txt', 'loop', 'pipe'])
        report.check('entries that are passed over are named', passed == aside, said_aside)
        sums = f'{len(wanted)} of {len(wanted)} files imported, {len(aside)} passed over'
        report.check('and the sums', sums in said_aside and found.returncode == 0, said_aside)
        shutil.rmtree(documents)
    for name in (commands.root, commands.folder):
        found = commands.run('import', '--root', commands.root, name)
        report.check('a folder with the workspace is refused', found.returncode == 1 and b'overlaps' in found.stderr, said(found))


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
    other = os.path.join(commands.folder, 'not-a-workspace')
    os.makedirs(os.path.join(other, 'things'))
    found = commands.run('token', 'create', '--root', other)
    report.check(
        'a directory with other things is refused and left as it is',
        found.returncode not in (0, USAGE_ERROR)
        and b'no workspace' in found.stderr
        and os.listdir(other) == ['things'],
        said(found),
    )
    with Server(commands.binary, commands.root, auth=True) as server:
        answer = server.get('/api/v1/documents')
        report.check(
            'without a token: 401 with the scheme',
            answer.status == 401 and answer.code and answer.headers.get('WWW-Authenticate'),
            answer,
        )
        server.token = 'wrong' * 10
        report.check('with a wrong token: 401', server.get('/api/v1/documents').status == 401)
        server.token = token
        report.check('with the token: 200', server.get('/api/v1/documents').status == 200)
        server.token = commands.run('token', 'create', '--root', commands.root).stdout.decode().split()[-1]
        report.check(
            'a token made while the server runs works at once', server.get('/api/v1/documents').status == 200
        )
        check_revocation(report, commands, server, token)
        server.token = None
        check_sign_in(report, commands, server)
    check_links(report, commands)


def check_revocation(report, commands, server, token):
    """One of two valid tokens is revoked while the server runs."""
    found = commands.run('token', 'list', '--root', commands.root)
    lines = [line.split('\t') for line in found.stdout.decode().splitlines()]
    names = [line[1] for line in lines if line[0] == 'token']
    report.check('token list shows the tokens by name', names == ['a program', 'program'], said(found))
    report.check('and not their secrets', token.encode() not in found.stdout, said(found))
    kept, server.token = server.token, token
    before = [server.get('/api/v1/documents').status for _ in range(3)]
    found = commands.run('token', 'revoke', '--root', commands.root, 'a program')
    after = server.get('/api/v1/documents').status
    report.check(
        'a revoked token is refused at once', (before, after) == ([200] * 3, 401), (before, after, said(found))
    )
    server.token = kept
    report.check('and the remaining token still works', server.get('/api/v1/documents').status == 200)
    for words in (['a program'], ['nobody']):
        found = commands.run('token', 'revoke', '--root', commands.root, *words)
        report.check('a name that no token has: exit 1 with a reason', found.returncode == 1 and found.stderr, said(found))
    for words in ([], ['a', '--browsers'], ['--browsers', '--links'], ['a', '--links']):
        found = commands.run('token', 'revoke', '--root', commands.root, *words)
        report.check('a name, --browsers and --links exclude one another', found.returncode == USAGE_ERROR, said(found))


def check_links(report, commands):
    """A start voids the link of the start before, and no other link; unused links are listed and revoked."""
    commands.run('token', 'revoke', '--root', commands.root, '--links')
    made = commands.run('token', 'link', '--root', commands.root).stdout.decode().split()[-1]
    with Server(commands.binary, commands.root, auth=True) as server:
        before = server.sign_in
        server.stop()
    with Server(commands.binary, commands.root, auth=True) as server:
        codes = [link.rpartition('=')[2] for link in (made, before, server.sign_in)]

        def status(code):
            return server.get('/sign-in', code=code).status

        report.check('the link of the start before is void', status(codes[1]) == 403)
        found = commands.run('token', 'list', '--root', commands.root)
        lines = [line for line in found.stdout.decode().splitlines() if line.startswith('link\t')]
        report.check('unused links are listed', len(lines) == 2, said(found))
        report.check('without their secrets', not any(code in found.stdout.decode() for code in codes))
        report.check('the link of this start works', status(codes[2]) == 303)
        found = commands.run('token', 'revoke', '--root', commands.root, 'sign-in link')
        report.check('token revoke revokes the other link by its name', found.stdout.split() == [b'1'], said(found))
        report.check('the revoked link is void', status(codes[0]) == 403)
        another = commands.run('token', 'link', '--root', commands.root).stdout.decode().rpartition('=')[2].strip()
        found = commands.run('token', 'revoke', '--root', commands.root, '--links')
        report.check('token revoke --links revokes all', found.stdout.split() == [b'1'] and status(another) == 403, said(found))


def check_addresses(report, commands):
    """An IPv6 address is taken with and without brackets, and printed with them."""
    if not has_ipv6():
        print('   this machine has no IPv6')
        return
    for host in ('::1', '[::1]'):
        words = ['serve', '--root', os.path.join(commands.folder, 'six'), '--host', host, '--port', '0', '--no-auth']
        process = subprocess.Popen([commands.binary, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        alarm = threading.Timer(START_SECONDS, process.kill)
        alarm.start()
        try:
            line = process.stdout.readline().decode()
            found = re.fullmatch(r'Sheaf is ready at http://\[::1\]:(\d+)/\n', line)
            report.check(f'--host {host} is printed with brackets', found, line)
            connection = http.client.HTTPConnection('::1', int(found[1]) if found else 1, timeout=10)
            connection.request('GET', '/healthz')
            report.check('and answers there', connection.getresponse().status == 200)
        finally:
            alarm.cancel()
            process.kill()
            process.wait()


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(('::1', 0))
        return True
    except OSError:
        return False


def check_file_sharing(report, commands):
    """With --no-file-sharing, files that other programs put into Documents change nothing; without it they become documents."""
    root = os.path.join(commands.folder, 'unshared')

    def names(server):
        return sorted(document['name'] for document in server.documents())

    with Server(commands.binary, root, '--no-file-sharing') as server:
        server.upload(b'mine', 'mine.txt')
        with open(os.path.join(root, 'Documents', 'theirs.txt'), 'w') as file:
            file.write('theirs')
        # Longer than the quiet time after which a shared file becomes a document.
        appeared = wait_until(lambda: names(server) != ['mine.txt'], 4)
        report.check('a file that is not shared changes nothing', not appeared, names(server))
        server.stop()
    with Server(commands.binary, root, '--no-file-sharing') as server:
        report.check('nor at the next start', names(server) == ['mine.txt'], names(server))
        server.stop()
    with Server(commands.binary, root) as server:
        appeared = wait_until(lambda: names(server) == ['mine.txt', 'theirs.txt'], 40)
        report.check('with file sharing it is a document', appeared, names(server))


def check_sign_in(report, commands, server):
    # The app itself is public: it shows how to sign in.
    bare = server.get('/')
    report.check(
        'the bare address is the app, also without a session',
        bare.status == 200 and bare.headers.get('Content-Type', '').startswith('text/html') and b'<script' in bare.body,
        bare,
    )
    report.check('and the API answers 401', server.get('/api/v1/documents').status == 401)
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
        'the API takes the session', server.ask('GET', '/api/v1/documents', headers=session).status == 200
    )
    report.check('the link works once', not server.ask('GET', path).headers.get('Set-Cookie'))


def check_serve(report, commands):
    with Server(commands.binary, commands.root) as server:
        report.check('serve prints its address', server.port)
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
    for how in (signal.SIGTERM, signal.SIGINT):
        check_drain(report, commands, how)


def check_drain(report, commands, how):
    """After the signal, an upload on its way is finished, acknowledged and kept; new connections are refused."""
    body, name = b'drained ' * 4096, f'{how.name}.txt'
    with Server(commands.binary, commands.root) as server:
        upload = http.client.HTTPConnection('127.0.0.1', server.port, timeout=20)
        upload.putrequest('POST', f'/api/v1/documents?name={name}')
        upload.putheader('Content-Length', str(len(body)))
        upload.endheaders(body[:1000])
        report.check('other requests are answered during an upload', server.get('/healthz').status == 200)
        # The drain waits only for requests whose body the server has begun to read.
        begun = wait_until(lambda: os.listdir(os.path.join(commands.root, 'tmp')), 20)
        report.check(f'{how.name}: an upload has begun', begun)
        server.process.send_signal(how)
        closed = wait_until(lambda: server.get('/healthz').status != 200, 4, 0.02)
        report.check(f'{how.name}: new connections are refused', closed)
        upload.send(body[1000:])
        answer = upload.getresponse()
        document = json.loads(answer.read() or b'{}')
        report.check(f'{how.name}: the upload is finished', answer.status == 201, (answer.status, document))
        upload.close()
        status = server.process.wait(timeout=20)
        report.check(f'{how.name}: it ends with 0', status == 0, status)
    with Server(commands.binary, commands.root) as server:
        found = server.get(f'/api/v1/documents/{document.get("id")}/content')
        report.check(f'{how.name}: and the acknowledged document is there', found.body == body, found)


def check_open(report, commands):
    root = os.path.join(commands.folder, 'opened')
    source = commands.file('ä b.txt', b'handed over')
    found = commands.run('open', '--root', root, source)
    report.check('open needs a workspace', found.returncode == 1 and found.stderr, said(found))
    os.mkdir(root)
    found = commands.run('open', '--root', root, source)
    report.check('open needs a server', found.returncode == 1 and b'sheaf serve' in found.stderr, said(found))
    with Server(commands.binary, root, auth=True) as server:
        found = commands.run('open', '--root', root, '--no-browser', source)
        printed = found.stdout.decode().split()
        report.check('open prints an address', found.returncode == 0 and len(printed) == 1, said(found))
        path = printed[0].removeprefix(server.url)
        answer = server.ask('GET', path, headers={'Accept': 'text/html'})
        target = answer.headers.get('Location') or ''
        report.check('it signs a browser in and leads to the document', target.startswith('/d/'), answer)
        cookie = (answer.headers.get('Set-Cookie') or '').split(';')[0]
        document = server.ask('GET', f'/api/v1/documents/{target[3:]}', headers={'Cookie': cookie}).json
        report.check(
            'the document lies in the Inbox, and says where it came from',
            (document.get('name'), document.get('folder')) == ('ä b.txt', 'Inbox')
            and document['provenance']['source'] == 'sheaf open',
            document,
        )
        again = server.ask('GET', path, headers={'Cookie': cookie, 'Accept': 'text/html'})
        report.check('used again it leads there, too', again.headers.get('Location') == target, again)
        listed = commands.run('token', 'list', '--root', root).stdout.decode()
        report.check('nothing of its token is left', 'sheaf open' not in listed, listed)
        found = commands.run('open', '--root', root, '--no-browser', 'missing.txt', source)
        report.check(
            'of several files each that is there is handed over',
            found.returncode == 1 and b'missing.txt' in found.stderr and len(found.stdout.split()) == 1,
            said(found),
        )


def main():
    options, report = arguments(__doc__), Report()
    with Workspace() as folder:
        commands = Commands(options.bin, folder)
        check_help(report, commands)
        check_render(report, commands)
        check_types(report, commands)
        check_import_and_verify(report, commands)
        check_import_of_folder(report, commands)
        check_tokens(report, commands)
        check_open(report, commands)
        check_file_sharing(report, commands)
        check_addresses(report, commands)
        check_serve(report, commands)
    report.exit()


if __name__ == '__main__':
    main()
