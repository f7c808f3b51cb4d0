#!/usr/bin/env python3
"""Two clients and the disk change the same documents, while the server is killed and stopped.

Every content that is answered with 200 must be in the document, in its history, or wait for a decision. This holds after
kill -9, after SIGTERM with five unsaved documents, with a full disk, and after edits on the disk.
"""

import json
import os
import subprocess
import threading
import time

from disk_full import SmallDisk, fill
from program import damage
from report import Report
from server import START_SECONDS, Server, Workspace, arguments, wait_until

# A change is saved after a second; the timer may be late on a busy machine.
AUTOSAVE_SECONDS = 8
# During steady work the pauses between two saves grow to half a minute.
LONGEST_SECONDS = 60
NOTICED_SECONDS = 10


class Session:
    def __init__(self, server, document, loaded=None):
        query = f'?loaded={loaded}' if loaded else ''
        answer = server.ask('POST', f'/api/v1/documents/{document}/sessions{query}')
        self.server, self.document, self.answer = server, document, answer
        self.id, self.sequence = answer.json.get('id'), 0

    @property
    def path(self):
        return f'/api/v1/documents/{self.document}/sessions/{self.id}'

    def hand(self, text, **query):
        self.sequence += 1
        return self.hand_as(self.sequence, text, **query)

    def hand_as(self, sequence, text, **query):
        more = ''.join(f'&{name}={value}' for name, value in query.items())
        return self.server.ask('PUT', f'{self.path}/content?sequence={sequence}{more}', text.encode())

    def state(self):
        return self.server.get(self.path).json

    def post(self, what):
        return self.server.ask('POST', f'{self.path}/{what}')

    def close(self):
        return self.server.ask('DELETE', self.path)


def content(server, document):
    return server.get(f'/api/v1/documents/{document}/content').body.decode()


def history(server, document):
    """The texts of all versions, the newest first."""
    path = f'/api/v1/documents/{document}/versions'
    numbers = [version['number'] for version in server.get(path, limit=1000).json['versions']]
    return [server.get(f'{path}/{number}/content').body.decode() for number in numbers]


def conflicts(server, document):
    return server.get(f'/api/v1/documents/{document}/conflicts').json.get('conflicts', [])


def decide(server, document, conflict, keep):
    body = json.dumps({'keep': keep})
    return server.ask('POST', f'/api/v1/documents/{document}/conflicts/{conflict["id"]}', body)


def on_disk(server, name):
    return os.path.join(server.root, 'Documents', name)


def write(path, text):
    with open(path, 'w') as file:
        file.write(text)


def check_damage(report, options, root, when):
    found = damage(options.bin, root)
    report.check(f'{when}: verify is clean', not found, found)


def check_autosave(report, server):
    document = server.upload(b'one', 'autosave.txt').json['id']
    session = Session(server, document)
    report.check('a session opens clean', session.answer.status == 201 and session.answer.json['state'] == 'clean', session.answer)
    before = os.stat(on_disk(server, 'autosave.txt')).st_mtime_ns
    # Longer than the delay after which a change is saved.
    time.sleep(2)
    report.check('without a change the file is not written', os.stat(on_disk(server, 'autosave.txt')).st_mtime_ns == before)
    session.hand('two')
    saved = wait_until(lambda: content(server, document) == 'two', AUTOSAVE_SECONDS)
    report.check('a change is saved automatically', saved, content(server, document))
    # The document shows the save a moment before the session does.
    clean = wait_until(lambda: session.state()['state'] == 'clean', AUTOSAVE_SECONDS)
    report.check('and the session is clean', clean, session.state())
    for number in range(100):
        session.hand(f'quick {number}')
    last = wait_until(lambda: content(server, document) == 'quick 99', LONGEST_SECONDS)
    versions = len(history(server, document))
    report.check('a hundred quick changes are saved', last, content(server, document))
    report.check('as few versions', versions <= 10, versions)
    session.hand('typed')
    closed = session.close()
    report.check('closing saves', closed.json.get('state') == 'closed' and content(server, document) == 'typed', closed)
    report.check('a closed session refuses a content', session.hand('late').code == 'session-closed')


def check_disk_while_clean(report, server):
    document = server.upload(b'one', 'clean.txt').json['id']
    session = Session(server, document)
    write(on_disk(server, 'clean.txt'), 'edited past the server')
    moved = wait_until(lambda: session.state()['base']['version'] == 2, NOTICED_SECONDS)
    state = session.state()
    report.check('a clean session takes an edit on the disk', moved and state['state'] == 'clean', state)
    report.check('and reports the content that was loaded', state['loaded'] == state['base']['sha256'], state)
    report.check('and a change of that content is saved', session.hand('mine', loaded=state['loaded'], save='true').json['state'] == 'clean')
    session.close()


def check_disk_while_dirty(report, server):
    for keep, current, versions in [
        ('mine', 'mine', ['mine', 'theirs', 'one']),
        ('theirs', 'theirs', ['theirs', 'mine', 'theirs', 'one']),
        ('both', 'theirs', ['theirs', 'one']),
    ]:
        name = f'dirty-{keep}.txt'
        document = server.upload(b'one', name).json['id']
        session = Session(server, document)
        write(on_disk(server, name), 'theirs')
        # A session that notices the edit first continues from it; the `loaded` hash still makes this a conflict.
        answer = session.hand('mine', loaded=session.answer.json['loaded'], save='true')
        report.check(f'{keep}: an edit on the disk is a conflict', answer.json.get('inConflict'), answer)
        found = conflicts(server, document)
        origins = [conflict['theirs']['origin'] for conflict in found]
        report.check(f'{keep}: the conflict is listed', origins == ['disk'], found)
        mine = server.get(found[0]['mine']['content']).body
        report.check(f'{keep}: with the content of the session', mine == b'mine', mine)
        decision = decide(server, document, found[0], keep)
        report.check(f'{keep}: the conflict is decided', decision.status == 200 and not conflicts(server, document), decision)
        report.check(f'{keep}: the document has the chosen content', content(server, document) == current, content(server, document))
        report.check(f'{keep}: no content is lost', history(server, document) == versions, history(server, document))
        if keep == 'both':
            beside = decision.json['document']
            report.check(
                'both: the content of the session is a copy beside it', beside['name'] == 'dirty-both (conflict).txt'
                and content(server, beside['id']) == 'mine', beside,
            )
        # Time for a look at the disk, which must not find the same conflict again.
        time.sleep(1)
        report.check(f'{keep}: the session continues', session.state()['state'] == 'clean', session.state())
        session.close()


def check_two_clients(report, server):
    document = server.upload(b'one', 'two.txt').json['id']
    anna, ben = Session(server, document), Session(server, document)
    first, second = anna.hand('Anna', save='true'), ben.hand('Ben', loaded=anna.answer.json['loaded'], save='true')
    report.check('the first of two saves succeeds', first.json['state'] == 'clean', first)
    report.check('the second is in conflict', second.json['state'] == 'inConflict', second)
    report.check('a save in conflict is refused', ben.post('save').status == 412)
    decide(server, document, conflicts(server, document)[0], 'mine')
    clean = wait_until(lambda: anna.state()['base']['version'] == 3, AUTOSAVE_SECONDS)
    report.check('the other session, clean, takes the decided content', clean, anna.state())
    report.check('a repeated content is accepted', ben.hand_as(1, 'Ben').status == 200)
    report.check('a late content is refused', ben.hand_as(1, 'other').code == 'superseded-content')
    anna.close()
    ben.close()


def drafts(root):
    folder = os.path.join(root, 'Library', 'Drafts')
    return os.listdir(folder) if os.path.isdir(folder) else []


def check_killed_session(report, options):
    """A client continues its session after a kill."""
    with Workspace() as root:
        with Server(options.bin, root) as server:
            document = server.upload(b'one', 'back.txt').json['id']
            session = Session(server, document)
            session.hand('two')
            server.kill()
        with Server(options.bin, root) as server:
            session.server = server
            state = session.state()
            report.check('a killed server still has the session', state.get('sequence') == 1, state)
            # A draft is being saved or was; a save that arrives meanwhile follows with the newest content.
            handed = session.hand('three', save='true')
            report.check('which goes on', handed.json.get('state') == 'clean', handed)
            report.check('with everything', content(server, document) == 'three', history(server, document))
            server.stop()
        with Server(options.bin, root) as server:
            document = server.upload(b'one', 'changed.txt').json['id']
            Session(server, document).hand('mine')
            server.kill()
        write(os.path.join(root, 'Documents', 'changed.txt'), 'edited while it was down')
        with Server(options.bin, root) as server:
            waits = wait_until(lambda: conflicts(server, document), AUTOSAVE_SECONDS)
            report.check('changed on the disk while it was down: both contents are kept', waits, waits)
            kept = content(server, document) == 'edited while it was down'
            report.check('and the file is unchanged', kept, content(server, document))
            server.stop()


def check_stop(report, options):
    with Workspace() as root:
        with Server(options.bin, root) as server:
            documents = [server.upload(b'one', f'stop-{number}.txt').json['id'] for number in range(5)]
            for document in documents:
                Session(server, document).hand('unsaved')
            began = time.monotonic()
            status = server.stop()
            seconds = time.monotonic() - began
        texts = [open(os.path.join(root, 'Documents', f'stop-{number}.txt')).read() for number in range(5)]
        report.check('SIGTERM saves five unsaved documents', texts == ['unsaved'] * 5, texts)
        report.check('and it ends with 0 within 12 s', status == 0 and seconds < 12, (status, seconds))
        report.check('and no draft is left', drafts(root) == [], drafts(root))
        check_damage(report, options, root, 'after SIGTERM')


def check_full_disk(report, options):
    with Workspace() as folder, SmallDisk(folder) as disk:
        if disk.reason:
            report.skip('sessions on a full disk', disk.reason)
            return
        with Server(options.bin, folder, '--keep-free', '0') as server:
            document = server.upload(b'one', 'full.txt').json['id']
            session = Session(server, document)
            large = 'x' * (1 << 20)
            # A draft is saved a second later: the disk must be full before that.
            filler = fill(folder, leave=8 << 20)
            session.hand(large)
            fill(folder)
            saved = session.post('save')
            report.check('a full disk: the save is refused with the reason', saved.status == 507, saved)

            def failure():
                state = session.state()
                return state['state'], (state.get('savingError') or {}).get('code')

            # The server retries the save with pauses.
            told = wait_until(lambda: failure() == ('savingError', 'storage-full'), AUTOSAVE_SECONDS)
            report.check('the session reports it', told, session.state())
            report.check('the old content is whole', content(server, document) == 'one')
            refused = session.hand('y' * (1 << 20))
            report.check('a content that does not fit is refused', refused.status == 507, refused)
            waits = server.get(f'{session.path}/content').body.decode()
            report.check('the acknowledged content is kept', waits == large, len(waits))
            os.remove(filler)
            better = wait_until(lambda: content(server, document) == large, 60)
            report.check('with room again it is saved automatically', better, session.state())
            server.stop()


def check_events(report, server):
    """Event streams report sessions and conflicts."""
    document = server.upload(b'one', 'heard.txt').json['id']
    with Listener(server) as listener:
        session = Session(server, document)
        server.ask('PUT', f'/api/v1/documents/{document}/content', b'theirs')
        session.hand('mine', loaded=session.answer.json['loaded'])
        told = wait_until(lambda: listener.count(document, 1), AUTOSAVE_SECONDS)
        report.check('a conflict is reported', told, listener.lines[-5:])
        decide(server, document, conflicts(server, document)[0], 'theirs')
        told = wait_until(lambda: listener.count(document, 0), AUTOSAVE_SECONDS)
        report.check('and its end', told, listener.lines[-5:])
        session.close()
        closed = wait_until(lambda: listener.has('"state":"closed"'), AUTOSAVE_SECONDS)
        report.check('and the end of the session is reported', closed, listener.lines[-5:])


class Listener:
    """The lines of the event stream, in a `with`."""

    def __init__(self, server):
        self.server, self.lines = server, []

    def __enter__(self):
        command = ['curl', '-sN', f'{self.server.url}/api/v1/events']
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.read, daemon=True).start()
        # The stream starts after the latest event, and begins with a comment.
        wait_until(lambda: self.lines, START_SECONDS)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line.strip())

    def has(self, text):
        return any(text in line for line in self.lines)

    def count(self, document, number):
        return any(line.startswith('data:') and document in line and f'"conflicts":{number}' in line for line in self.lines)


def main():
    options, report = arguments(__doc__), Report()
    with Workspace() as root:
        with Server(options.bin, root) as server:
            check_autosave(report, server)
            check_disk_while_dirty(report, server)
            check_two_clients(report, server)
            check_events(report, server)
            check_disk_while_clean(report, server)
            report.check('the server ends with 0', server.stop() == 0)
        check_damage(report, options, root, 'in the end')
    check_killed_session(report, options)
    check_stop(report, options)
    check_full_disk(report, options)
    report.exit()


if __name__ == '__main__':
    main()
