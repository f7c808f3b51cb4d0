"""JSON that is costly to parse."""

import multiprocessing
import threading
import time

from honest import HonestClient
from server import Server, Workspace

BODIES, BODY_BYTES = 4, 200_000
# Milliseconds that another client may wait longer than without such bodies. The bound allows for a busy machine; a server
# that does nothing but parse them makes clients wait for minutes.
SLOWEST_P99 = 1000
# None of these bodies exceeds the length that the server accepts.
LONGEST = 4 << 20
# Seconds in a release build, and in a debug build.
SLOWEST, SLOWEST_DEBUG = 1, 4


def check_json(report, binary):
    with Workspace() as root, Server(binary, root) as server:
        server.upload(b'honest', 'honest.txt')
        check_refusals(report, server)
        check_longest(report, server)
        check_beside(report, server)
    with Workspace() as root, Server(binary, root) as server:
        check_stop(report, server)


def nested(depth, length):
    """Nested arrays, repeated up to about this length."""
    one = '[' * depth + ']' * depth
    return ('[' + ','.join([one] * max(1, length // (len(one) + 1))) + ']').encode()


def put_state(server, client, body):
    return server.ask('PUT', f'/api/v1/state/{client}', b'{"secret-member":' + body + b'}')


def check_refusals(report, server):
    document = server.documents()[0]['id']
    doors = {
        'a state': ('PUT', '/api/v1/state/c'),
        'a preference': ('PUT', '/api/v1/preferences/c'),
        'a batch': ('POST', '/api/v1/batches'),
        'a change': ('PATCH', f'/api/v1/documents/{document}'),
        'a copy': ('POST', f'/api/v1/documents/{document}/copy'),
        'types': ('POST', '/api/v1/types'),
        'a folder': ('POST', '/api/v1/folders'),
        "a folder's move": ('PATCH', '/api/v1/folders'),
        "a folder's restoring": ('POST', '/api/v1/folders/restore'),
        'a decision': ('POST', f'/api/v1/documents/{document}/conflicts/{"0" * 16}'),
    }
    for what, (method, path) in doors.items():
        start = time.monotonic()
        answer = server.ask(method, path, b'{"a":' + nested(500, 1000) + b'}')
        elapsed = time.monotonic() - start
        report.check(
            f'{what} of 1 kB that is nested 500 deep is 400, at once ({elapsed * 1000:.0f} ms)',
            answer.status == 400 and answer.code == 'invalid-parameter' and elapsed < 0.5,
            answer,
        )
    for depth in (500, 510, 511, 512, 700):
        answer = put_state(server, 'c', b'{"a":' * depth + b'"secret-value"' + b'}' * depth)
        report.check(
            f'a state nested {depth} deep is 400, and not repeated',
            answer.status == 400 and b'secret' not in answer.body,
            answer,
        )
    log = server.tail_of_log()
    report.check('nor is it in the log', 'secret' not in log, log)
    answer = put_state(server, 'c', nested(30, 1000))
    report.check('a state nested 30 deep is kept', answer.status == 204, answer)


def check_longest(report, server):
    texts = {
        'zeros': b'[' + b'0,' * (LONGEST // 2 - 2) + b'0]',
        'empty objects, 60 deep': b'[' * 60 + b'{},' * 90_000 + b'0' + b']' * 60,
        'members': b'{' + b','.join(b'"%d":0' % n for n in range(90_000)) + b'}',
        'one member twice': b'{' + b'"a":0,' * (LONGEST // 6 - 2) + b'"a":0}',
        'escaped pairs': b'"' + rb'\ud83d\ude00' * (LONGEST // 12 - 1) + b'"',
        'half a pair': b'"' + rb'\ud83d' * (LONGEST // 6 - 1) + b'"',
        'a number': b'9' * (LONGEST - 2),
        'no UTF-8': b'"' + b'\xff' * (LONGEST - 2) + b'"',
        'UTF-16': ('\ufeff"' + 'a' * (LONGEST // 2 - 4) + '"').encode('utf-16-le'),
        'a mark over marks': ('"' + 'e' + '\u0301' * (LONGEST // 2 - 4) + '"').encode(),
        "marks over marks in a member's name": ('{"' + '\u0301\u0316' * (LONGEST // 4 - 4) + '":0}').encode(),
        'as many letters with marks': ('"' + ('e' + '\u0301\u0316' * 60) * (LONGEST // 242) + '"').encode(),
    }
    slowest = SLOWEST_DEBUG if '/debug/' in server.binary else SLOWEST
    for what, text in texts.items():
        body = b'{"operations":[{"op":"move","document":' + text + b'}]}'
        # The fastest of several tries, because other programs use the processors, too.
        elapsed = []
        for _ in range(2):
            start = time.monotonic()
            answer = server.ask('POST', '/api/v1/batches', body[:LONGEST])
            elapsed.append(time.monotonic() - start)
        report.check(
            f'{len(body[:LONGEST]) >> 10} KiB of {what} are 400 in time ({min(elapsed) * 1000:.0f} ms)',
            answer.status == 400 and answer.code == 'invalid-parameter' and min(elapsed) < slowest,
            answer,
        )
        report.check('… with a short answer', len(answer.body) < 1000, len(answer.body))


def check_beside(report, server):
    with HonestClient(server) as idle:
        time.sleep(2)
    print(f'        idle: {idle}')
    resident = server.resident_bytes()
    for depth in (500, 60):
        # The measurement begins after the senders have started: their start keeps this program busy.
        with Flood(server, nested(depth, BODY_BYTES)) as senders:
            with HonestClient(server) as honest:
                time.sleep(3)
        report.check(
            f'{BODIES} clients that send {BODY_BYTES} bytes {depth} deep, {senders.count} times, do not delay another client: {honest}',
            honest.served and honest.p99 <= max(2 * idle.p99, SLOWEST_P99) and senders.count > BODIES,
            honest,
        )
    grown = server.resident_bytes() / resident
    report.check(f'and the memory is as before (x {grown:.2f})', grown < 1.2)


class Flood:
    """In a `with`: several processes send a state again and again, on other processors than the measuring client."""

    def __init__(self, server, body):
        self.counts = multiprocessing.Array('i', BODIES)
        self.senders = [
            multiprocessing.Process(target=flood, args=(server, body, n, self.counts), daemon=True) for n in range(BODIES)
        ]

    def __enter__(self):
        for sender in self.senders:
            sender.start()
        return self

    def __exit__(self, *_):
        for sender in self.senders:
            sender.kill()
            sender.join()

    @property
    def count(self):
        return sum(self.counts)


def flood(server, body, number, counts):
    while True:
        answer = put_state(server, f'c{number}', body)
        counts[number] += answer.status in (204, 400)


def check_stop(report, server):
    for number in range(BODIES):
        threading.Thread(target=put_state, args=[server, f's{number}', nested(500, BODY_BYTES)], daemon=True).start()
    time.sleep(0.5)
    start = time.monotonic()
    try:
        status = server.stop()
    except Exception as error:
        status = error
    elapsed = time.monotonic() - start
    report.check(f'SIGTERM ends a server that reads such bodies ({elapsed:.1f} s)', status == 0, status)
