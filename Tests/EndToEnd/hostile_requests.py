"""Clients that break the rules: forged hosts, foreign origins, nonsense parameters, slow heads."""

import resource
import socket
import time

from server import wait_until

# The server holds 4,096 connections.
SLOW_CLIENTS = 4_300
FILES = 8_192
# The slow clients' address; other clients use another one.
SLOW_ADDRESS = '127.0.0.2'


def check(report, server):
    check_hosts(report, server)
    check_origins(report, server)
    check_nonsense(report, server)
    check_parameters(report, server)
    check_slow_clients(report, server)


def status_of(answer):
    return int(answer.split(b' ', 2)[1]) if answer.startswith(b'HTTP/1.1 ') else 0


def check_hosts(report, server):
    """DNS rebinding: a request for another site's name that points to 127.0.0.1 must be refused."""
    for host in ('evil.example', f'evil.example:{server.port}', '127.0.0.1.evil.example', ''):
        answer = server.ask('GET', '/api/v1/documents', headers={'Host': host})
        report.check(f'Host {host!r} is refused', 400 <= answer.status < 500, answer)
    port = server.port
    for why, lines in {
        'no Host': '',
        'two Hosts': f'Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n',
    }.items():
        answer = server.raw(
            f'GET /api/v1/documents HTTP/1.1\r\n{lines}\r\n'.encode(), timeout=3, half_close=True
        )
        report.check(f'{why}: refused', status_of(answer) in (0, 400, 403, 421), answer[:200])
    report.check(
        'Host localhost is served',
        server.ask('GET', '/healthz', headers={'Host': f'localhost:{port}'}).status == 200,
    )


def check_origins(report, server):
    for headers in ({'Origin': 'https://evil.example'}, {'Origin': 'null'}, {'Sec-Fetch-Site': 'cross-site'}):
        answer = server.upload(b'cross-site', 'cross-site.txt', headers)
        report.check(f'a write with {headers} is refused', answer.status == 403 and answer.code, answer)
    names = [document['name'] for document in server.documents()]
    report.check('and its file is not stored', 'cross-site.txt' not in names, names)
    answer = server.upload(
        b'same-site', 'same-site.txt', {'Origin': server.url, 'Sec-Fetch-Site': 'same-origin'}
    )
    report.check('a write from the app itself is taken', answer.status == 201, answer)


def check_nonsense(report, server):
    host = f'Host: {server.authority}\r\n'
    nonsense = {
        'random bytes': bytes(range(256)) * 4,
        'HTTP/0.9': b'GET /\r\n\r\n',
        'a later HTTP': f'GET / HTTP/9.9\r\n{host}\r\n'.encode(),
        'a header of 1 MiB': f'GET / HTTP/1.1\r\n{host}X: '.encode() + b'x' * (1 << 20) + b'\r\n\r\n',
        '10,000 headers': f'GET / HTTP/1.1\r\n{host}'.encode() + b'X: y\r\n' * 10_000 + b'\r\n',
        'an address of 1 MiB': b'GET /' + b'a' * (1 << 20) + f' HTTP/1.1\r\n{host}\r\n'.encode(),
        'an unknown method': f'CONJURE / HTTP/1.1\r\n{host}\r\n'.encode(),
        'a TLS greeting': bytes.fromhex('16030100c8010000c40303') + bytes(180),
    }
    for why, request in nonsense.items():
        status = status_of(server.raw(request, timeout=3, half_close=True))
        report.check(f'{why}: refused, not a server error', status in (0, *range(400, 500), 501, 505), status)


def check_parameters(report, server):
    document = server.upload(b'parameters', 'parameters.txt').json.get('id')
    for query in (
        'limit=0',
        'limit=-1',
        'limit=abc',
        'limit=99999999999999999999',
        'cursor=nonsense',
        'sort=nonsense',
    ):
        answer = server.ask('GET', f'/api/v1/documents?{query}')
        report.check(
            f'the list with {query} is answered or refused with a code',
            answer.status in (200, 400) and (answer.status == 200 or answer.code),
            answer,
        )
    for query in (
        'width=0',
        'width=-1',
        'width=1e99',
        'width=',
        'scale=nan',
        'scale=-1',
        'scale=inf',
        'format=exe',
        'height=99999999999999999999',
    ):
        answer = server.ask('GET', f'/api/v1/documents/{document}/pages/1?{query}')
        report.check(
            f'a page with {query} is refused with a reason',
            400 <= answer.status < 500 and answer.code,
            answer,
        )
    for page in ('0', '-1', 'x', '99999999999999999999', '1.5', '%31%00'):
        answer = server.ask('GET', f'/api/v1/documents/{document}/pages/{page}')
        report.check(
            f'page {page} is refused with a reason',
            answer.status in (400, 404, 415, 422) and answer.code,
            answer,
        )


def check_slow_clients(report, server):
    """More connections than the server holds, all in the middle of a head (slowloris), keep no client out."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    slow = []
    try:
        for _ in range(SLOW_CLIENTS):
            slow.append(socket.create_connection(('127.0.0.1', server.port), 5, source_address=(SLOW_ADDRESS, 0)))
            try:
                slow[-1].sendall(b'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
            except ConnectionError:
                # An address may have half of all connections.
                continue
        for _ in range(5):
            start = time.monotonic()
            answer = server.get('/healthz')
            elapsed = time.monotonic() - start
            report.check(
                f'{SLOW_CLIENTS:,} slow clients: other addresses are served ({elapsed * 1000:.0f} ms)',
                answer.status == 200 and elapsed < 2,
                answer,
            )
        served = wait_until(lambda: server.ask('GET', '/healthz', source=SLOW_ADDRESS).status == 200, 5)
        report.check('and so is another client of their address, after the oldest connection is closed', served)
    finally:
        for connection in slow:
            connection.close()
