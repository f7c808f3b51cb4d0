#!/usr/bin/env python3
"""A real nginx in front of the built server: live updates, uploads, names, and hidden requests."""

import os
import re
import socket
import ssl
import subprocess
import time

from fixtures import pdf
from nginx import Nginx
from report import Report
from server import Server, Workspace, arguments

HERE = os.path.dirname(os.path.abspath(__file__))
OPERATION = os.path.join(HERE, '..', '..', 'Sources', 'WebApp', 'Documentation.docc', 'Operation.md')
NAME = 'papers.example'

# `proxy_pass` and no other directive.
PLAIN = '''
  server {{
    listen 127.0.0.1:{port};
    location / {{ proxy_pass http://127.0.0.1:%d; }}
  }}
'''

# One connection to the server carries the requests of all clients.
SHARED = '''
  upstream sheaf {{ server 127.0.0.1:%d; keepalive 1; }}
  server {{
    listen 127.0.0.1:{port};
    ignore_invalid_headers off;
    location / {{
      proxy_pass http://sheaf;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_request_buffering off;
    }}
  }}
'''

HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n'
HEAD = 'POST /api/v1/documents?name=a HTTP/1.1\r\nHost: localhost\r\n'
CHUNKED = HEAD + 'Transfer-Encoding: chunked\r\n'
# Each hides a request from a parser that reads a line end, a length or a header differently.
ATTACKS = {
    'a folded length': HEAD + f'X: y\r\n Content-Length: {len(HIDDEN)}\r\n\r\n{HIDDEN}',
    'a folded host': 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n .evil.example\r\n\r\n',
    'a folded origin': HEAD + 'Origin: http://localhost\r\n .evil.example\r\nContent-Length: 1\r\n\r\na',
    'a NUL in the length': HEAD + f'Content-Length: 1\0{len(HIDDEN)}\r\n\r\na{HIDDEN}',
    'a header without a name': HEAD + f': y\r\nContent-Length: 1\r\n\r\na{HIDDEN}',
    'a line that ends in LF': HEAD + f'X: y\nContent-Length: {len(HIDDEN)}\r\n\r\n{HIDDEN}',
    'a CR in a line': HEAD + f'X: y\rContent-Length: {len(HIDDEN)}\r\n\r\n{HIDDEN}',
    'a length and chunks': CHUNKED + f'Content-Length: 5\r\n\r\n0\r\n\r\n{HIDDEN}',
    'two lengths': HEAD + f'Content-Length: 0\r\nContent-Length: {len(HIDDEN)}\r\n\r\n{HIDDEN}',
    'a chunk size that ends in LF': CHUNKED + f'\r\n1\na\r\n0\r\n\r\n{HIDDEN}',
    'a chunk that ends in LF': CHUNKED + f'\r\n1\r\na\n0\r\n\r\n{HIDDEN}',
    'an extension with LF': CHUNKED + f'\r\n1;x\n=y\r\na\r\n0\r\n\r\n{HIDDEN}',
    'a trailer that ends in LF': CHUNKED + f'\r\n0\r\nX: y\n\r\n{HIDDEN}',
    'chunks by another name': HEAD + f'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n{HIDDEN}',
}  # fmt: skip


def exchange(port, request, seconds=3):
    """The response to raw bytes, read until the other side ends or is silent."""
    with socket.create_connection(('127.0.0.1', port), seconds) as connection:
        connection.sendall(request.encode('latin-1'))
        received = b''
        try:
            while more := connection.recv(65536):
                received += more
        except OSError:
            pass
        return received


def statuses(received):
    return [int(found) for found in re.findall(rb'HTTP/1\.[01] (\d{3})', received)]


def check_events(report, server):
    with Nginx(PLAIN % server.port) as nginx, socket.create_connection(('127.0.0.1', nginx.port), 5) as stream:
        stream.settimeout(5)
        stream.sendall(b'GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
        try:
            head = stream.recv(65536)
        except TimeoutError:
            head = b''
        report.check('the headers of an event stream come through a plain nginx', b' 200 ' in head, head)
        start = time.monotonic()
        server.upload(b'news', 'news.txt')
        received = b''
        try:
            while b'document.created' not in received:
                received += stream.recv(65536)
        except TimeoutError:
            pass
        elapsed = time.monotonic() - start
        report.check(f'and so does an event ({elapsed * 1000:.0f} ms)', b'document.created' in received, received)


def check_attacks(report, server):
    # nginx reads some of these as two requests of one client; then both are that client's.
    with Nginx(SHARED % server.port) as nginx:
        for why, request in ATTACKS.items():
            exchange(nginx.port, request, 1)
            received = b''.join(
                exchange(nginx.port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
                for _ in range(2)
            )
            report.check(
                f'{why}, through nginx: the next client gets its own answer',
                statuses(received) == [200, 200] and b'"status"' in received,
                received,
            )


def documented(folder, port):
    """The documented configuration, on a free port, with a certificate made for it."""
    with open(OPERATION) as file:
        text = re.search(r'```nginx\n(.*?)```', file.read(), re.DOTALL)[1]
    certificate, key = os.path.join(folder, 'papers.crt'), os.path.join(folder, 'papers.key')
    command = ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', f'/CN={NAME}']
    subprocess.run([*command, '-out', certificate, '-keyout', key], check=True, capture_output=True)
    # Debian 12 has nginx 1.22.
    text = text.replace('listen 443 ssl;\n  http2 on;', 'listen 127.0.0.1:PORT ssl http2;')
    text = text.replace('/etc/ssl/papers.crt', certificate).replace('/etc/ssl/papers.key', key)
    text = text.replace('127.0.0.1:8080', f'127.0.0.1:{port}')
    return text.replace('{', '{{').replace('}', '}}').replace('PORT', '{port}')


def ask_encrypted(port, request):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(('127.0.0.1', port), 20) as plain:
        with context.wrap_socket(plain, server_hostname=NAME) as connection:
            connection.sendall(request)
            received = b''
            while more := connection.recv(65536):
                received += more
            return received


def check_documented(report, server, folder):
    with Nginx(documented(folder, server.port)) as nginx:
        origin = f'{NAME}:{nginx.port}'
        # The bytes after the end of a PDF do not change it.
        body = pdf() + bytes(3 << 20)
        head = (
            f'POST /api/v1/documents?name=large.pdf HTTP/1.1\r\nHost: {origin}\r\nOrigin: https://{origin}\r\n'
            f'Connection: close\r\nContent-Length: {len(body)}\r\n\r\n'
        )
        answer = ask_encrypted(nginx.port, head.encode() + body)
        report.check(
            'the documented configuration takes 3 MiB from a page of its name', statuses(answer) == [201], answer
        )
        document = re.search(rb'"id":"([^"]+)"', answer)
        address = f'/iiif/presentation/3/{document[1].decode() if document else ""}/manifest'
        request = f'GET {address} HTTP/1.1\r\nHost: {origin}\r\nConnection: close\r\n\r\n'
        answer = ask_encrypted(nginx.port, request.encode())
        wanted = f'https://{origin}{address}'.encode()
        report.check('addresses in answers are those of the proxy', wanted in answer, answer)


def main():
    options = arguments(__doc__)
    report = Report()
    with Workspace() as folder:
        root = os.path.join(folder, 'root')
        extra = ['--allow-host', f'https://{NAME}', '--log-level', 'info']
        with Server(options.bin, root, *extra) as server:
            check_events(report, server)
            check_attacks(report, server)
            check_documented(report, server, folder)
            report.check('the server lives', server.is_alive() and server.get('/healthz').status == 200)
    report.exit()


if __name__ == '__main__':
    main()
