#!/usr/bin/env python3
"""A clock that goes backwards, by an hour and by years, while the server runs and while it does not.

Versions and events keep the order in which they happened, conditions tell one state from another, and changes on the
disk are noticed: nothing but what is shown as a time depends on the clock.
"""

import json
import os
import subprocess

from event_log import EventLog
from fault_library import FaultLibrary
from model_documents import sha256
from report import Report
from server import Server, Workspace, arguments, wait_until

HOUR, YEARS = 3600, 20 * 365 * 86400
# How long an edit on the disk, and an event, may take until they are told, at the very most.
TOLD_SECONDS = 30


class Life:
    """A document's life while the clock jumps, and what should have been told of it."""

    def __init__(self, report, server, root, library):
        self.report, self.server, self.root, self.library = report, server, root, library
        self.log, self.bodies, self.told, self.tags = EventLog(), [], [], []

    def begin(self):
        self.log.connect(self.server)
        answer = self.server.upload(self.body(), 'clock.txt')
        self.id, self.path = answer.json['id'], f'/api/v1/documents/{answer.json["id"]}'
        self.note(answer, 'created')

    def body(self):
        self.bodies.append(f'content {len(self.bodies) + 1}\n'.encode())
        return self.bodies[-1]

    def note(self, answer, kind):
        self.report.check(f'the clock is {self.library.clock:+d} s off: {kind}', answer.status in (200, 201), answer)
        self.told.append((f'document.{kind}', answer.json.get('version')))
        self.tags.append(answer.headers.get('ETag'))

    def save(self):
        tag = self.server.get(self.path).headers['ETag']
        self.note(self.server.ask('PUT', f'{self.path}/content', self.body(), {'If-Match': tag}), 'changed')

    def move(self, name):
        self.note(self.server.ask('PATCH', self.path, json.dumps({'name': name})), 'moved')

    def edit_on_disk(self, name):
        # Bodies have one length: in one call nobody meets a half.
        with open(f'{self.root}/Documents/{name}', 'r+b', buffering=0) as file:
            file.write(self.body())
        noticed = wait_until(lambda: self.server.get(f'{self.path}/content').body == self.bodies[-1], TOLD_SECONDS)
        self.report.check(f'the clock is {self.library.clock:+d} s off: an edit on the disk is noticed', noticed)
        self.told.append(('document.changed', len(self.bodies)))

    def restart(self, clock):
        self.server.kill()
        self.log.disconnect()
        self.library.clock = clock
        self.server.start()
        self.log.connect(self.server)

    def check_order(self):
        report, server = self.report, self.server
        versions = server.get(f'{self.path}/versions').json['versions']
        found = [(one['number'], one['sha256']) for one in versions]
        wanted = [(number, sha256(body)) for number, body in enumerate(self.bodies, 1)][::-1]
        report.check(f'{len(wanted)} versions are in the order in which they were made', found == wanted, found)
        times = [one['created'] for one in versions]
        report.check('though their times are not', times != sorted(times, reverse=True), times)
        self.log.wait(len(self.told), TOLD_SECONDS)
        heard = [(event.kind, event.document['version']) for event in self.log.events]
        report.check(
            f'{len(heard)} events are in the order in which things happened',
            heard == self.told and not self.log.faults,
            (heard, self.told),
        )
        report.check('no two states have the same tag', len(set(self.tags)) == len(self.tags), self.tags)
        stale = server.ask('PUT', f'{self.path}/content', b'stale', {'If-Match': self.tags[0]})
        report.check('an old tag is old', stale.status == 412, stale)


def check_lists(report, server, library):
    """Documents made while the clock goes back, in every order by pages of two."""
    for number in range(7):
        library.clock = -number * HOUR
        server.upload(b'x' * number, f'made {number}.txt', folder='Lists')
    for sort in ('name', '-name', 'created', '-created', 'modified', '-modified', 'size', '-size'):
        found, cursor = [], {}
        while cursor is not None:
            answer = server.get('/api/v1/documents', folder='Lists', sort=sort, limit=2, **cursor).json
            found += [one['name'] for one in answer['documents']]
            cursor = {'cursor': answer['next']} if answer['next'] else None
        # The later one was made, the earlier it says it was.
        is_rising = sort in ('name', 'size', '-created', '-modified')
        wanted = [f'made {number}.txt' for number in (range(7) if is_rising else range(6, -1, -1))]
        report.check(f'a list by {sort} is whole', found == wanted, found)


def main():
    options, report = arguments(__doc__), Report()
    options.bin = os.path.abspath(options.bin)
    with Workspace() as root, FaultLibrary(root) as library:
        server = Server(options.bin, root)
        server.environment = library.environment
        with server:
            life = Life(report, server, root, library)
            life.begin()
            life.save()
            library.clock = -HOUR
            life.save()
            life.move('clock 2.txt')
            life.edit_on_disk('clock 2.txt')
            life.restart(-YEARS)
            life.save()
            life.edit_on_disk('clock 2.txt')
            life.move('clock 3.txt')
            life.restart(0)
            life.save()
            life.check_order()
            check_lists(report, server, library)
            life.log.disconnect()
            report.check('it ends when asked to', server.stop() == 0)
        found = subprocess.run([options.bin, 'verify', '--root', root], capture_output=True, text=True, timeout=60)
        report.check('verify is clean', found.returncode == 0, found.stdout + found.stderr)
    report.exit()


if __name__ == '__main__':
    main()
