#!/usr/bin/env python3
"""A machine that is short of a resource: a full disk at the start, no descriptors, an endless file."""

import http.client
import json
import os
import resource
import subprocess
import time

from fixtures import pdf
from processes import threads
from program import damage, said
from report import Report
from server import Response, Server, Workspace, arguments, started, wait_until
from small_disk import SmallDisk, fill

# A start with few descriptors may fail, but must end within this time.
START_SECONDS = 20
# Libraries report a missing descriptor in words of their own; these words would name a wrong cause.
WRONG_REASONS = ('not found', 'not-found', 'damaged', 'no such', 'removed or replaced', 'permissions')
REASON = 'too many open files'
# Seconds until the server stops reading an endless file, and the longest delay of other requests.
SOON_SECONDS = 1
OTHERS_SECONDS = 5


# A full disk


def check_full_disk(report, options):
    with Workspace() as folder, SmallDisk(folder) as disk:
        if disk.reason:
            report.skip('a start on a full disk', disk.reason)
            return
        root = os.path.join(folder, 'root')
        with Server(options.bin, root, '--keep-free', '0') as server:
            document = server.upload(pdf(3, unique='full'), 'known.pdf').json['id']
            server.page(document, 1, width=200)
            server.stop()
        # The state after a kill: SQLite's log holds writes that are not in the database file.
        with Server(options.bin, root, '--keep-free', '0') as server:
            server.upload(b'known', 'late.txt')
            server.kill()
        for what in ('killed', 'stopped'):
            # A stop frees the room of the database's log, which is filled again.
            filler = fill(folder)
            check_served_full(report, options, root, document, f'on a full disk, {what} before')
        check_signed_in_full(report, options, root)
        check_new_full(report, options, folder)
        with Server(options.bin, root, '--keep-free', '0') as server:
            os.remove(filler)
            taken = wait_until(lambda: server.upload(b'new', 'new.txt').status == 201, 5)
            report.check('files removed from a full disk make room without a restart', taken)
            server.stop()
        found = damage(options.bin, root)
        report.check('files and index are in line', not found, found)


def check_served_full(report, options, root, document, what):
    server = Server(options.bin, root, '--keep-free', '0')
    try:
        server.start()
    except RuntimeError as error:
        report.check(f'{what}: the server starts', False, error)
        return
    try:
        report.check(f'{what}: the server starts', True)
        names = {each['name'] for each in server.documents()}
        report.check('its documents are listed', names == {'known.pdf', 'late.txt'}, names)
        answer = server.get(f'/api/v1/documents/{document}/content')
        report.check('are downloaded', answer.body == pdf(3, unique='full'), answer)
        for page in (1, 2):
            answer = server.page(document, page, width=200)
            report.check(f'and page {page} is shown', answer.is_image, answer)
        check_writes_full(report, server, document)
        answer = server.get('/healthz')
        report.check('/healthz tells it', answer.json.get('storage') == 'low', answer)
        report.check('SIGTERM ends it', server.stop() == 0, server.tail_of_log())
    finally:
        server.kill()


def check_writes_full(report, server, document):
    answers = {
        'an upload': server.upload(b'new' * 10_000, 'new.txt'),
        'a new content': server.ask('PUT', f'/api/v1/documents/{document}/content', b'new' * 10_000),
        'a tag': server.ask('PATCH', f'/api/v1/documents/{document}', json.dumps({'tags': ['new']})),
    }
    for what, answer in answers.items():
        held = answer.status == 507 and answer.code in ('storage-full', 'storage-low')
        report.check(f'{what} is refused with 507', held, answer)


def check_signed_in_full(report, options, root):
    """No sign-in link can be stored on a full disk; the server starts all the same."""
    with started(options.bin, root, START_SECONDS, '--keep-free', '0') as process:
        ready, link = process.stdout.readline(), process.stdout.readline()
    report.check('it also starts with sign-in', 'is ready at' in ready, ready)
    report.check('and says why there is no link', 'sign-in' in link and 'the disk is full' in link, link)


def check_new_full(report, options, folder):
    root = os.path.join(folder, 'new')
    found = subprocess.run(
        [options.bin, 'serve', '--root', root, '--port', '0', '--no-auth'],
        capture_output=True, text=True, timeout=START_SECONDS,
    )  # fmt: skip
    lines = found.stderr.strip().splitlines()
    held = found.returncode == 1 and len(lines) == 1 and root in lines[0] and 'the disk is full' in lines[0]
    report.check('a new workspace on a full disk: one line, with the path and the reason', held, said(found))


# No descriptors


def check_few_descriptors(report, options):
    with Workspace() as root:
        with Server(options.bin, root) as server:
            document = server.upload(pdf(3, unique='few'), 'known.pdf').json['id']
            check_no_descriptors(report, server, document)
            server.stop()
        # With fewer descriptors the Swift runtime ends the process.
        for limit in (8, 9, 10, 11, 12, 13, 14, 16, 20, 24, 32, 40, 48, 56, 63, 64, 72):
            check_start_with(report, options, root, limit)


def check_start_with(report, options, root, limit):
    """Makes a check only where the start fails."""
    def limited():
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))

    with started(options.bin, root, START_SECONDS, '--no-auth', preexec_fn=limited) as process:
        if 'is ready at' in process.stdout.readline():
            return
        error = process.stderr.read()
        report.check(
            f'a start with {limit} descriptors says that they are too few',
            REASON in error.lower() and not any(wrong in error.lower() for wrong in WRONG_REASONS),
            f'{process.wait()} {error[-200:]}',
        )


class Kept:
    """A connection that was opened while there were descriptors."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
        self.ask('GET', '/healthz')

    def ask(self, method, path, body=None):
        self.connection.request(method, path, body)
        response = self.connection.getresponse()
        return Response(response.status, response.headers, response.read())


def free_number(pid):
    """The lowest number that the process would get for a new descriptor."""
    taken = {int(name) for name in os.listdir(f'/proc/{pid}/fd')}
    return next(number for number in range(len(taken) + 1) if number not in taken)


def check_no_descriptors(report, server, document):
    kept = Kept(server)
    pid = server.process.pid
    soft, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    address = f'/api/v1/documents/{document}'
    asked = {
        'a download': ('GET', f'{address}/content', None),
        'a page': ('GET', f'{address}/pages/3?width=300', None),
        'a preview': ('GET', f'{address}/preview?size=64', None),
        'an upload': ('POST', '/api/v1/documents?name=new.txt', b'new'),
        'a new content': ('PUT', f'{address}/content', b'new'),
        'a rename': ('PATCH', address, json.dumps({'name': 'other.pdf'})),
        'a folder': ('POST', '/api/v1/folders', json.dumps({'folder': 'New'})),
        'an archive': ('GET', '/api/v1/folders/archive', None),
        'the container': ('GET', '/api/v1/container', None),
        'a copy': ('POST', f'{address}/copy', None),
    }
    for what, question in asked.items():
        # The kernel gives the lowest free number, if that is below the limit.
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (free_number(pid), hard))
        answer = kept.ask(*question)
        text = answer.body.decode(errors='replace').lower()
        held = answer.status < 400 or (
            answer.status == 503 and answer.code == 'busy' and 'too many' in text
        )
        report.check(f'{what} without a descriptor is served, or refused as too many open files', held, answer)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (free_number(pid), hard))
    server.ask('GET', '/healthz', timeout=2)

    def lines():
        log = server.whole_log().decode(errors='replace').lower().splitlines()
        return [line for line in log if 'cannot be accepted' in line and REASON in line]

    logged = wait_until(lines, 5)
    report.check('the log says why a client cannot be accepted', logged, server.tail_of_log())
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (soft, hard))
    # The server may have closed the kept connection in favour of the waiting client.
    answer = server.get(f'{address}/content')
    report.check('with descriptors requests are served as before', answer.body in (pdf(3, unique='few'), b'new'), answer)
    served = wait_until(lambda: server.page(document, 1, width=250).is_image, 30, 0.5)
    report.check('pages are shown again', served, server.page(document, 1, width=250))


# An endless file


def endless(path):
    """Makes the longest file that the disk takes, all of it a hole; returns its length."""
    length = 1 << 63
    with open(path, 'wb') as file:
        while length > 1 << 40:
            length >>= 1
            try:
                file.truncate(length - 4096)
                return length
            except OSError:
                continue
    return 0


def reading(server, name):
    return next(
        (job for job in server.get('/api/v1/jobs').json['jobs'] if name in job['title'] and job['state'] == 'running'),
        None,
    )


def longest(server, count=10):
    """Seconds of the slowest of a few uploads."""
    times = []
    for number in range(count):
        start = time.monotonic()
        answer = server.upload(b'beside' + os.urandom(100_000), 'beside.bin')
        times.append(time.monotonic() - start)
        if answer.status != 201:
            raise RuntimeError(f'an upload was refused: {answer}')
    return max(times)


def check_endless(report, options):
    with Workspace() as root:
        with Server(options.bin, root) as server:
            server.upload(b'first', 'first.txt')
            documents = os.path.join(root, 'Documents')
            path = os.path.join(documents, 'endless.bin')
            if not endless(path):
                report.skip('a file without an end', 'the disk takes no file so long')
                return
            found = wait_until(lambda: reading(server, 'endless.bin'), 60, 0.25)
            if not report.check('a file without an end is being read', found, server.get('/api/v1/jobs')):
                return
            check_beside(report, server, documents)
            check_overwritten(report, server, documents)
            for what, remove in (
                ('removed', os.remove),
                ('moved away', lambda path: os.rename(path, os.path.join(root, 'away.bin'))),
                ('cut off', lambda path: os.truncate(path, 10)),
            ):
                check_let_go(report, server, path, what, remove)
            endless(path)
            wait_until(lambda: reading(server, 'endless.bin'), 60, 0.25)
            start = time.monotonic()
            status = server.stop()
            took = time.monotonic() - start
            report.check('a server that reads an endless file ends in time', status == 0 and took < 5, took)
            os.remove(path)


def check_overwritten(report, server, documents):
    """A save into a document whose file has become endless is refused without a long wait."""
    document = server.upload(b'mine', 'mine.txt').json['id']
    path = os.path.join(documents, 'mine.txt')
    endless(path)
    answer = server.ask('PUT', f'/api/v1/documents/{document}/content', b'more', timeout=OTHERS_SECONDS)
    report.check('a document whose file is endless takes no content', answer.code == 'busy', answer)
    os.remove(path)


def check_let_go(report, server, path, what, remove):
    if not os.path.exists(path):
        endless(path)
    wait_until(lambda: reading(server, 'endless.bin'), 60, 0.25)
    start = time.monotonic()
    remove(path)
    gone = wait_until(lambda: not reading(server, 'endless.bin'), 10, 0.02)
    took = time.monotonic() - start
    report.check(f'an endless file that is {what} is no longer read', gone and took < SOON_SECONDS, f'{took:.2f} s')


def check_beside(report, server, documents):
    pid = server.process.pid
    before = threads(pid)
    # The processor time of this while is compared.
    time.sleep(2)
    used = {
        id: (name, nice, ticks - before.get(id, (None, 0, 0))[2]) for id, (name, nice, ticks) in threads(pid).items()
    }
    busy = [(name, nice, ticks) for name, nice, ticks in used.values() if ticks > 20]
    report.check('one thread reads it, at the lowest priority', len(busy) == 1 and busy[0][1] == 19, busy)
    took = longest(server)
    report.check(f'uploads do not wait for it ({took:.2f} s)', took < OTHERS_SECONDS, took)
    answer = server.ask('POST', '/api/v1/documents?name=endless.bin', b'same name', timeout=OTHERS_SECONDS)
    report.check('nor does an upload of its name', answer.status in (201, 409), answer)
    with open(os.path.join(documents, 'long.bin'), 'wb') as file:
        file.truncate(300 << 20)
    taken = wait_until(lambda: 'long.bin' in {each['name'] for each in server.documents()}, 60, 0.5)
    report.check('nor does another long file', taken, server.get('/api/v1/jobs'))


def main():
    options, report = arguments(__doc__), Report()
    check_full_disk(report, options)
    check_few_descriptors(report, options)
    check_endless(report, options)
    report.exit()


if __name__ == '__main__':
    main()
