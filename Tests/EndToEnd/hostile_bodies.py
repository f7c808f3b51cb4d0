"""Bodies that differ from their announced length, form or digest."""

import base64
import hashlib
import os
import socket

from server import wait_until

# The server notices a disconnect at once, or when the time limit of an idle connection ends.
IDLE_SECONDS = 75

BODY = b'exactly these bytes'
FORMS, FILES_OF_FORM = 4, 256


def check(report, server):
    before = stored(server)
    for why, request in broken_requests(server).items():
        # The client closes only its sending half, so it can read the response.
        answer = server.raw(request, timeout=5, half_close=True)
        # The server may first send an interim response, which clients skip.
        answer = answer.removeprefix(b'HTTP/1.1 100 Continue\r\n\r\n')
        report.check(
            f'{why}: 400 with a code',
            answer.startswith(b'HTTP/1.1 400 ') and b'"code"' in answer,
            answer[:400],
        )
    check_longer(report, server)
    check_forms(report, server)
    check_digests(report, server)
    new = wait_until(lambda: not (stored(server) - before), 2) or stored(server) - before
    report.check('no part of them was stored', new is True, new)
    report.check(
        'no file stays in staging',
        wait_until(lambda: not staged(server), IDLE_SECONDS),
        staged(server),
    )


def stored(server):
    """Documents by id, without those that this file uploads on purpose."""
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
    """In HTTP/1.1 the bytes after the declared length are the next request, and no part of this document."""
    request = head(server, 'good-longer.txt', 'Content-Length: 5') + b'hello and more\r\n\r\n'
    answer = server.raw(request, timeout=5)
    sizes = [document['size'] for document in server.documents() if document['name'] == 'good-longer.txt']
    report.check(
        'bytes past the declared length never become part of the document', sizes in ([], [5]), sizes
    )
    report.check('… nor a request', answer.count(b'HTTP/1.1 2') <= 1, answer[:400])


def check_forms(report, server):
    """Forms that have sent all their files and not their end hold no files open."""
    before, forms = open_files(server), []
    try:
        for number in range(FORMS):
            forms.append(unended_form(server, number))
        arrived = wait_until(lambda: len(staged(server)) >= FORMS * FILES_OF_FORM, 60)
        report.check(f'{FORMS} forms of {FILES_OF_FORM} files wait for their ends', arrived, len(staged(server)))
        held = open_files(server) - before
        report.check(f'and hold few files open ({held})', held <= 4 * FORMS, held)
        answer = server.upload(BODY, 'good-beside.txt')
        report.check('an upload beside them is taken', answer.status == 201, answer)
    finally:
        for form in forms:
            form.close()


def unended_form(server, number):
    """A connection on which a form has sent whole files, and the beginning of another part."""
    parts = (
        f'--x\r\nContent-Disposition: form-data; name=f; filename="{number}-{file}.txt"\r\n\r\nhello\r\n'
        for file in range(FILES_OF_FORM)
    )
    body = ''.join(parts) + '--x\r\nContent-Disp'
    connection = socket.create_connection(('127.0.0.1', server.port), 30)
    lines = ('Content-Type: multipart/form-data; boundary=x', f'Content-Length: {len(body) + 1000}')
    connection.sendall(head(server, 'form', *lines) + body.encode())
    return connection


def open_files(server):
    return len(os.listdir(f'/proc/{server.process.pid}/fd'))


HASHES = {'sha-256': hashlib.sha256, 'sha-512': hashlib.sha512}


def field(data, algorithm='sha-256'):
    """A digest field of RFC 9530."""
    return f'{algorithm}=:{base64.b64encode(HASHES[algorithm](data).digest()).decode()}:'


def check_digests(report, server):
    for name in ('Content-Digest', 'Repr-Digest'):
        answer = server.upload(BODY, 'digest.txt', {name: field(b'other bytes')})
        report.check(
            f'a wrong {name}: 400', answer.status == 400 and answer.code == 'content-mismatch', answer
        )
        answer = server.upload(BODY, f'good-{name}.txt', {name: field(BODY)})
        report.check(f'a right {name}: 201', answer.status == 201, answer)
    for algorithm, other in (('sha-256', 'sha-512'), ('sha-512', 'sha-256')):
        fields = {'Content-Digest': field(BODY, algorithm), 'Repr-Digest': field(b'other bytes', other)}
        answer = server.upload(BODY, 'digest.txt', fields)
        report.check(
            f'a wrong {other} beside a right {algorithm}: 400', answer.code == 'content-mismatch', answer
        )
        both = f'{field(BODY, algorithm)}, {field(b"other bytes", other)}'
        answer = server.upload(BODY, 'digest.txt', {'Content-Digest': both})
        report.check('… in one field, too: 400', answer.code == 'content-mismatch', answer)
    answer = server.upload(BODY, 'digest.txt', {'Content-Digest': 'sha-256=:not base64!:'})
    report.check('a malformed digest: 400', answer.status == 400 and answer.code, answer)
