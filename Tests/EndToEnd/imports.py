#!/usr/bin/env python3
"""Documents that come from the web: what an honest server sends, and what a hostile one tries."""

import contextlib
import gzip
import hashlib
import json
import os
import socket
import time

from fixtures import pdf
from origin import Origin, endless, raw, redirect, self_signed, slowly, whole
from report import Report
from server import Server, Workspace, arguments, wait_until

OVER = ('finished', 'failed', 'cancelled')
BIG = os.urandom(3_000_000)
STEADY = b'steady ' * 400


def begin(server, url, path='/api/v1/imports', **words):
    body = json.dumps({'url': url, **words})
    return server.ask('POST', path, body, {'Content-Type': 'application/json'})


def job(server, number):
    return server.get(f'/api/v1/jobs/{number}').json


def end_of(server, answer, seconds=40):
    """The job of an answer when it is over."""
    number = answer.json.get('id')
    wait_until(lambda: job(server, number).get('state') in OVER, seconds)
    return job(server, number)


def fetched(server, url, **words):
    return end_of(server, begin(server, url, **words))


def count(server):
    return len(server.get('/api/v1/documents?limit=1000').json['documents'])


def leftovers(root):
    return os.listdir(os.path.join(root, 'tmp'))


def check_honest(report, server, origin):
    answer = begin(server, origin.url('/papers/report.pdf?token=secret'), folder='From the web')
    report.check('an import is answered with its job', answer.status == 202 and answer.json['kind'] == 'download', answer)
    ended = end_of(server, answer)
    document = server.get(f'/api/v1/documents/{ended.get("document")}').json
    report.check(
        'a content becomes a document in its folder, under the name of its address',
        (document.get('name'), document.get('folder')) == ('report.pdf', 'From the web'),
        (ended, document),
    )
    report.check('its type is that of its content', document.get('type') == 'com.adobe.pdf', document)
    report.check(
        'the address is kept with it',
        document.get('provenance', {}).get('url') == origin.url('/papers/report.pdf?token=secret'),
        document,
    )
    report.check('the job counts its bytes', ended['done'] == ended['total'] == document['size'], ended)
    report.check('the job has no secret in its title', 'secret' not in ended['title'], ended)
    asked = origin.asked('/papers/report.pdf?token=secret')[0]
    report.check(
        'no cookie, no credentials and no coding are asked for',
        'cookie' not in asked and 'authorization' not in asked and asked['accept-encoding'] == 'identity',
        asked,
    )
    named = fetched(server, origin.url('/named'))
    found = server.get(f'/api/v1/documents/{named["document"]}').json
    report.check('the sender names the content', found['name'] == 'Übersicht 2026.txt', found)
    nasty = fetched(server, origin.url('/nasty'))
    found = server.get(f'/api/v1/documents/{nasty["document"]}').json
    report.check('a path in place of a name is none', found['name'] == 'passwd.txt' and found['folder'] == '', found)
    again = fetched(server, origin.url('/papers/report.pdf'), folder='From the web', name='Mine')
    found = server.get(f'/api/v1/documents/{again["document"]}').json
    report.check('a client names the content', found['name'] == 'Mine', found)
    moved = fetched(server, origin.url('/moved'))
    report.check(
        'a redirect is followed, and the job tells both addresses',
        moved['state'] == 'finished'
        and (moved['url'], moved['currentUrl']) == (origin.url('/moved'), origin.url('/papers/report.pdf')),
        moved,
    )
    big = fetched(server, origin.url('/big'))
    report.check('a body in many pieces is whole', hash_of(server, big) == hashlib.sha256(BIG).hexdigest(), big)
    chunked = fetched(server, origin.url('/chunked'))
    report.check('a body in chunks with trailers is whole', hash_of(server, chunked) == hashlib.sha256(b'hello world').hexdigest(), chunked)


def hash_of(server, ended):
    return server.get(f'/api/v1/documents/{ended.get("document")}').json.get('sha256')


def check_refusals(report, server, origin, root):
    before = count(server)
    expected = {
        '/none': 'fetch-failed', '/loop': 'fetch-failed', '/file': 'invalid-parameter', '/nowhere': 'fetch-failed',
        '/short': 'fetch-failed', '/nonsense': 'fetch-failed', '/head': 'fetch-failed', '/line': 'fetch-failed',
        '/bomb': 'fetch-failed', '/coded': 'fetch-failed', '/length': 'too-large', '/endless': 'too-large',
        '/negative': 'fetch-failed', '/silent': 'fetch-failed', '/partial': 'fetch-failed', '/user': 'invalid-parameter',
    }  # fmt: skip
    started = {path: begin(server, origin.url(path), limit=5_000_000) for path in expected}
    for path, code in expected.items():
        ended = end_of(server, started[path], 90)
        report.check(
            f'{path} is {code} in words', ended['state'] == 'failed' and ended.get('code') == code and ended['detail'], ended
        )
    ended = fetched(server, origin.url('/text'), types=['com.adobe.pdf'])
    report.check('a type that is not wanted is refused', ended.get('code') == 'unwanted-type', ended)
    ended = fetched(server, origin.url('/image'), types=['com.adobe.pdf'])
    report.check('… by its head, before its body', ended.get('code') == 'unwanted-type' and ended['done'] == 0, ended)
    ended = fetched(server, origin.url('/papers/report.pdf'), types=['application/pdf'])
    report.check('a wanted type comes in', ended['state'] == 'finished', ended)
    report.check('nothing of what was refused is a document', count(server) == before + 1, count(server))
    report.check('nothing of it is left in tmp', leftovers(root) == [], leftovers(root))
    words = {
        'ftp://example.org/': 'invalid-parameter', 'file:///etc/passwd': 'invalid-parameter', 'nonsense': 'invalid-parameter',
        'http://user:secret@example.org/': 'invalid-parameter', 'http://': 'invalid-parameter',
        'http://exämple.org/': 'invalid-parameter', 'http://a b/': 'invalid-parameter', 'http://a:0/': 'invalid-parameter',
        'http://%31%32%37.0.0.1/': 'invalid-parameter', 'http://a/\x00': 'invalid-parameter',
        'gopher://example.org/': 'invalid-parameter', 'http://[::1': 'invalid-parameter', 'x' * 5000: 'invalid-parameter',
    }  # fmt: skip
    for url, code in words.items():
        answer = begin(server, url)
        report.check(f'{url[:40]!r} is refused at once', (answer.status, answer.code) == (400, code), answer)


SPELLINGS = [
    '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.0.0.1', '0', '0.0.0.0', 'localhost',
    '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:0001]', '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]', '10.0.0.1', '10.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1',
    '224.0.0.1', '255.255.255.255', '[fe80::1]', '[fc00::1]', '[fd12::1]', '[ff02::1]', 'localhost.', 'LOCALHOST',
]  # fmt: skip


def check_private(report, server, origin):
    asked = len(origin.requests)
    started = {host: begin(server, f'http://{host}:{origin.port}/papers/report.pdf') for host in SPELLINGS}
    for host, answer in started.items():
        ended = end_of(server, answer)
        # A machine without a route to a family of addresses may not even name them.
        report.check(f'{host} is not asked', ended.get('code') == 'address-refused', ended)
    report.check('no machine of a private network heard of it', len(origin.requests) == asked, origin.requests[asked:])


def check_suspending(report, server, origin):
    answer = begin(server, origin.url('/steady'))
    number = answer.json['id']
    wait_until(lambda: job(server, number)['done'] > 0, 20)
    suspended = server.ask('POST', f'/api/v1/jobs/{number}/suspend').json
    # The bytes that were on their way have come by then, and later the sender would have sent all.
    time.sleep(0.4)
    first = job(server, number)
    time.sleep(0.6)
    second = job(server, number)
    report.check(
        'a suspended import rests',
        suspended['state'] == 'suspended' and 0 < first['done'] == second['done'] < len(STEADY),
        (first, second),
    )
    resumed = server.ask('POST', f'/api/v1/jobs/{number}/resume').json
    ended = end_of(server, answer)
    report.check('… and goes on', resumed['state'] == 'running' and ended['state'] == 'finished', (resumed, ended))
    report.check('… to the whole content', hash_of(server, ended) == hashlib.sha256(STEADY).hexdigest(), ended)
    again = server.ask('POST', f'/api/v1/jobs/{number}/suspend')
    report.check('a job that is over stays so', again.status == 200 and again.json['state'] == 'finished', again)
    before = count(server)
    for is_suspended in (False, True):
        answer = begin(server, origin.url('/steady'))
        number = answer.json['id']
        wait_until(lambda: job(server, number)['done'] > 0, 20)
        if is_suspended:
            server.ask('POST', f'/api/v1/jobs/{number}/suspend')
        server.ask('POST', f'/api/v1/jobs/{number}/cancel')
        ended = end_of(server, answer)
        words = 'a suspended import' if is_suspended else 'an import'
        report.check(f'{words} is cancelled', ended['state'] == 'cancelled' and count(server) == before, ended)


def check_born_suspended(report, binary, root, origin):
    """An import that begins suspended asks nobody, also not after a restart, before it is resumed."""
    asked = len(origin.requests)
    with Server(binary, root, '--allow-private-imports') as server:
        answer = begin(server, origin.url('/steady'), name='Rests.txt', suspended=True)
        report.check('an import may begin suspended', answer.status == 202 and answer.json['state'] == 'suspended', answer)
        server.kill()
    with Server(binary, root, '--allow-private-imports') as server:
        found = [one for one in server.get('/api/v1/jobs?state=suspended').json['jobs'] if one['kind'] == 'download']
        report.check('… and rests after a kill', len(found) == 1 and len(origin.requests) == asked, (found, origin.requests[asked:]))
        server.ask('POST', f'/api/v1/jobs/{found[0]["id"]}/resume')
        ended = end_of(server, type('Answer', (), {'json': found[0]}))
        report.check('… until it is resumed', ended['state'] == 'finished', ended)
        report.check('… to the whole content', hash_of(server, ended) == hashlib.sha256(STEADY).hexdigest(), ended)


def kept(root, content):
    """The files in Caches that were made of a content."""
    name = hashlib.sha256(content).hexdigest()
    return [file for _, _, files in os.walk(os.path.join(root, 'Caches')) for file in files if file.startswith(name)]


def check_private_import(report, server, origin, root, document):
    """Of a private import nothing lies in Caches, also not after it was looked at."""
    open_one = fetched(server, origin.url('/papers/report.pdf'), name='Open.pdf')
    server.get(f'/api/v1/documents/{open_one["document"]}/thumbnail?size=64')
    report.check('of an import something is kept', wait_until(lambda: kept(root, document), 20), open_one)
    ended = fetched(server, origin.url('/papers/report.pdf'), name='Private.pdf', private=True)
    address = f'/api/v1/documents/{ended["document"]}'
    report.check('a private import becomes a document', server.get(address).json.get('private') is True, ended)
    answers = [server.get(f'{address}/{part}') for part in ('preview', 'thumbnail?size=64', 'pages/1', 'pages/1/text', 'text')]
    report.check('… whose pages are drawn when they are asked for', [one.status for one in answers] == [200] * 5, answers)
    stored = [answers[number].headers['Cache-Control'] for number in (1, 2)]
    report.check('… and are kept by nobody', stored == ['private, no-store'] * 2, stored)
    # Entries of the cache are written behind the answer: one that is asked for later has come by then.
    later = pdf(text='Later than the private one')
    known = server.ask('POST', '/api/v1/documents?name=Later.pdf', later).json
    server.get(f'/api/v1/documents/{known["id"]}/thumbnail?size=64')
    report.check('… while what is asked for after it does', wait_until(lambda: kept(root, later), 20), known)
    report.check('… so that nothing of it lies in Caches', kept(root, document) == [], kept(root, document))


def check_broken(report, server, origin):
    ended = fetched(server, origin.url('/breaks'))
    report.check(
        'a connection that breaks is taken up where it broke', hash_of(server, ended) == hashlib.sha256(BIG).hexdigest(), ended
    )
    ranges = [fields.get('range') for fields in origin.asked('/breaks')]
    report.check('… by asking for the rest alone', ranges[0] is None and all(ranges[1:]) and len(ranges) > 1, ranges)
    ended = fetched(server, origin.url('/changes'))
    report.check('… unless it is another content by then', ended.get('code') == 'fetch-failed', ended)


def check_side_by_side(report, server, origin):
    answers = [begin(server, origin.url('/steady'), name=f'{number}.txt') for number in range(6)]
    running = [one for one in server.get('/api/v1/jobs').json['jobs'] if one['state'] == 'running' and one['done']]
    report.check('few of one host go on at a time', len(running) <= 2, running)
    server.ask('POST', f'/api/v1/jobs/{answers[5].json["id"]}/cancel')
    states = [end_of(server, answer)['state'] for answer in answers]
    report.check('the others follow, and a cancelled one does not', states == ['finished'] * 5 + ['cancelled'], states)


def check_killed(report, binary, root, origin):
    with Server(binary, root, '--allow-private-imports') as server:
        answer = begin(server, origin.url('/steady'), name='Survives.txt')
        wait_until(lambda: job(server, answer.json['id'])['done'] > 0, 20)
        before = count(server)
        server.kill()
    with Server(binary, root, '--allow-private-imports') as server:
        report.check('a killed server leaves no half of a document', count(server) in (before, before + 1), count(server))
        listed = [one for one in server.get('/api/v1/jobs').json['jobs'] if one['kind'] == 'download']
        report.check('the next one begins the import anew', len(listed) == 1 and listed[0]['url'] == origin.url('/steady'), listed)
        ended = end_of(server, type('Answer', (), {'json': listed[0]}))
        report.check('… and ends it', ended['state'] == 'finished', ended)
        report.check('… with one document', count(server) == before + 1, count(server))


def upload_status(server, pieces, pause):
    """The status of an upload of 20,000 bytes whose pieces come with a pause behind each."""
    with socket.create_connection(('127.0.0.1', server.port), 20) as connection:
        head = f'POST /api/v1/documents?name=slow.txt HTTP/1.1\r\nHost: {server.authority}\r\nContent-Length: 20000\r\n'
        head += ''.join(f'{name}: {value}\r\n' for name, value in server.credentials().items())
        connection.sendall(f'{head}\r\n'.encode())
        with contextlib.suppress(OSError):
            for piece in pieces:
                connection.sendall(piece)
                # The pace of the sender is under test.
                time.sleep(pause)
        return int((connection.recv(65536) or b'HTTP/1.1 0').split(b' ')[1])


def check_patience(report, binary, root, origin):
    """The bounds that an operator sets hold for imports and for the bodies of uploads."""
    bounds = ('--transfer-gap', '2', '--transfer-time', '4', '--imports-per-host', '1')
    with Server(binary, root, '--allow-private-imports', *bounds) as server:
        ended = fetched(server, origin.url('/pausing'))
        report.check('a sender that is silent for too long is given up', ended.get('code') == 'fetch-timeout', ended)
        ended = fetched(server, origin.url('/lasting'))
        late = ended.get('code') == 'fetch-timeout' and ended['done'] > 0
        report.check('… and one that is steady for too long', late, ended)
        many = [begin(server, origin.url('/steady'), name=f'{number}.txt') for number in range(3)]
        running = [one for one in server.get('/api/v1/jobs?state=running').json['jobs'] if one['done']]
        report.check('… of one host one at a time', len(running) <= 1, running)
        states = [end_of(server, answer)['state'] for answer in many]
        report.check('… and steady ones under both come', states == ['finished'] * 3, states)
        report.check('an upload that pauses for too long is 408', upload_status(server, [b'x' * 10000], 0) == 408)
        report.check('… and one that lasts too long', upload_status(server, [b'x' * 1000] * 15, 0.5) == 408)
        report.check('… and one under both is a document', upload_status(server, [b'x' * 10000] * 2, 0.5) == 201)


def check_certificates(report, server, folder):
    with Origin({'/x': whole(b'secret')}, tls=self_signed(folder)) as origin:
        ended = fetched(server, origin.url('/x'))
        report.check(
            'a certificate that nobody vouches for is refused',
            ended.get('code') == 'fetch-failed' and 'trusted' in ended['detail'] and not origin.requests,
            ended,
        )


def check_inbox(report, server, origin):
    answer = begin(
        server, origin.url('/papers/report.pdf'), '/api/v1/inbox', source='Reader', annotation={'page': 2}, open=False
    )
    ended = end_of(server, answer)
    document = server.get(f'/api/v1/documents/{ended["document"]}').json
    report.check(
        'an address is handed over as bytes are',
        (document['folder'], document['provenance'])
        == (
            'Inbox',
            {'source': 'Reader', 'annotation': {'page': 2}, 'url': origin.url('/papers/report.pdf'), 'open': False},
        ),
        document,
    )


def answers(document):
    def breaks(connection, fields):
        start = int(fields.get('range', 'bytes=0-').split('=')[1].rstrip('-'))
        status = f'206 Partial Content\r\nContent-Range: bytes {start}-{len(BIG) - 1}/{len(BIG)}' if start else '200 OK'
        head = f'HTTP/1.1 {status}\r\nETag: "one"\r\nAccept-Ranges: bytes\r\nContent-Length: {len(BIG) - start}\r\n\r\n'
        end = len(BIG) if start else 1_000_000
        connection.sendall(head.encode() + BIG[start:end])

    def changes(connection, fields):
        tag = 'two' if 'range' in fields else 'one'
        connection.sendall(f'HTTP/1.1 200 OK\r\nETag: "{tag}"\r\nAccept-Ranges: bytes\r\nContent-Length: 100\r\n\r\nhalf'.encode())

    bomb = gzip.compress(bytes(200_000_000), 9)
    return {
        '/papers/report.pdf': whole(document, 'Content-Type: application/pdf'),
        '/named': whole(b'text', "Content-Disposition: attachment; filename=\"x.txt\"; filename*=UTF-8''%C3%9Cbersicht%202026.txt"),
        '/nasty': whole(b'text', 'Content-Disposition: attachment; filename="../../../etc/passwd"'),
        '/moved': redirect('/papers/report.pdf', 301),
        '/big': whole(BIG),
        '/chunked': raw(
            b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\nX: y\r\n\r\n'
        ),
        '/loop': redirect('/loop'),
        '/file': redirect('file:///etc/passwd'),
        '/user': redirect('http://me:secret@127.0.0.1/'),
        '/nowhere': raw(b'HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n'),
        '/short': raw(b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
        '/nonsense': raw(b'I am no web server\r\n\r\n'),
        '/head': endless(b'HTTP/1.1 200 OK\r\n', b'X-Header: ' + b'y' * 8000 + b'\r\n'),
        '/line': endless(b'HTTP/1.1 200 OK\r\nX: ', b'y' * 65536),
        '/bomb': whole(bomb, 'Content-Encoding: gzip'),
        '/coded': whole(b'x', 'Content-Encoding: br'),
        '/length': raw(b'HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n'),
        '/endless': endless(),
        '/negative': raw(b'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello'),
        '/silent': raw(),
        '/partial': raw(b'HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-4/9\r\nContent-Length: 5\r\n\r\nhello'),
        '/text': whole(b'text', 'Content-Type: application/octet-stream'),
        '/image': whole(b'text', 'Content-Type: image/png'),
        '/pausing': slowly(b'xx', 6),
        '/lasting': slowly(STEADY * 20, 0.1, count=600),
        '/steady': slowly(STEADY, 0.02, count=70),
        '/breaks': breaks,
        '/changes': changes,
    }


def main():
    options = arguments(__doc__)
    report = Report()
    document = pdf()
    with Workspace() as root, Origin(answers(document)) as origin:
        with Server(options.bin, root, '--allow-private-imports') as server:
            check_honest(report, server, origin)
            check_refusals(report, server, origin, root)
            check_suspending(report, server, origin)
            check_broken(report, server, origin)
            check_side_by_side(report, server, origin)
            check_inbox(report, server, origin)
            check_private_import(report, server, origin, root, document)
            with Workspace() as folder:
                check_certificates(report, server, folder)
        check_killed(report, options.bin, root, origin)
        check_born_suspended(report, options.bin, root, origin)
        check_patience(report, options.bin, root, origin)
        with Server(options.bin, root) as server:
            check_private(report, server, origin)
    report.exit()


if __name__ == '__main__':
    main()
