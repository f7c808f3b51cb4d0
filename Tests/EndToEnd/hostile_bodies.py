"""Bodies that are not what was announced."""

import base64
import hashlib
import os
import time

from server import wait_until

# A client that leaves in the middle is noticed at once, or when the server's patience with idle ones ends.
IDLE_SECONDS = 75

BODY = b'exactly these bytes'


def check(report, server):
    before = stored(server)
    for why, request in broken_requests(server).items():
        answer = server.raw(request, timeout=5, half_close=True)
        report.check(
            f'{why}: 400 or a closed connection',
            answer[:12] in (b'', b'HTTP/1.1 400') or b' 400 ' in answer[:200],
            answer[:200],
        )
    check_longer(report, server)
    check_digests(report, server)
    new = wait_until(lambda: not (stored(server) - before), 2) or stored(server) - before
    report.check('nothing of them was stored', new is True, new)
    report.check(
        'nothing of them stays in staging',
        wait_until(lambda: not staged(server), IDLE_SECONDS),
        staged(server),
    )


def stored(server):
    """Documents by id; those this file uploads on purpose are left out."""
    return {document['id'] for document in server.documents() if not document['name'].startswith('good')}


def staged(server):
    return [name for _, _, names in os.walk(os.path.join(server.root, 'tmp')) for name in names]


def head(server, name, *lines):
    return '\r\n'.join(
        (f'POST /api/v1/documents?name={name} HTTP/1.1', f'Host: {server.authority}', *lines, '', '')
    ).encode()


def broken_requests(server):
    both = ('Content-Length: 5', 'Transfer-Encoding: chunked')
    return {
        'a body shorter than declared': head(server, 'short.txt', 'Content-Length: 1000') + BODY,
        'a body that stops in a chunk': head(server, 'chunk.txt', 'Transfer-Encoding: chunked')
        + b'ff\r\n'
        + BODY,
        'a chunked body without its end': head(server, 'unended.txt', 'Transfer-Encoding: chunked')
        + b'5\r\nhello\r\n',
        'a chunk whose length is no number': head(server, 'number.txt', 'Transfer-Encoding: chunked')
        + b'zz\r\nhello\r\n0\r\n\r\n',
        'a length and chunks as well': head(server, 'both.txt', *both) + b'0\r\n\r\n',
        'a negative length': head(server, 'negative.txt', 'Content-Length: -5') + BODY,
        'two lengths that differ': head(server, 'two.txt', 'Content-Length: 5', 'Content-Length: 6')
        + b'hello!',
    }


def check_longer(report, server):
    """In HTTP/1.1 what follows the declared length is the next request: never a part of this document."""
    request = head(server, 'good-longer.txt', 'Content-Length: 5') + b'hello and more\r\n\r\n'
    answer = server.raw(request, timeout=5)
    sizes = [document['size'] for document in server.documents() if document['name'] == 'good-longer.txt']
    report.check(
        'bytes past the declared length never become part of the document', sizes in ([], [5]), sizes
    )
    report.check('… nor a request', answer.count(b'HTTP/1.1 2') <= 1, answer[:400])


def field(data, algorithm='sha-256'):
    """A digest field of RFC 9530."""
    return f'{algorithm}=:{base64.b64encode(hashlib.sha256(data).digest()).decode()}:'


def check_digests(report, server):
    for name in ('Content-Digest', 'Repr-Digest'):
        answer = server.upload(BODY, 'digest.txt', {name: field(b'other bytes')})
        report.check(
            f'a wrong {name}: 400', answer.status == 400 and answer.code == 'content-mismatch', answer
        )
        answer = server.upload(BODY, f'good-{name}.txt', {name: field(BODY)})
        report.check(f'a right {name}: 201', answer.status == 201, answer)
    answer = server.upload(BODY, 'digest.txt', {'Content-Digest': 'sha-256=:not base64!:'})
    report.check('a malformed digest: 400', answer.status == 400 and answer.code, answer)
