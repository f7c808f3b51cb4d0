#!/usr/bin/env python3
"""Disks that fail: errors and full disks at every step, injected between the server and the C library.

Each failure is answered with a type. Nothing acknowledged is lost, no half file is left, and the server continues when
the fault ends. Afterwards `sheaf verify` finds nothing.
"""

import os
import random
import subprocess
import time

from fault_client import FaultyClient, is_refusal
from fault_steps import check_every_step
from oracle import sha256
from preload import CHANGING, EIO, ENOSPC, Preload, Rule
from program import damage
from report import Report
from server import START_SECONDS, STOP_SECONDS, Server, Workspace, arguments, started, wait_until
from sight import Sight, tree

# Seconds that a server runs which starts in spite of a fault.
SERVING_SECONDS = 3



class Trial:
    """A server over a failing disk, its client, and the conditions when the fault ends."""

    def __init__(self, report, binary, library, seed):
        self.report, self.binary, self.library, self.root = report, os.path.abspath(binary), library, library.root
        self.server, self.dice = Server(self.binary, self.root), random.Random(seed)
        self.server.environment = library.environment
        self.client = FaultyClient(seed, library, self.server)
        # Files that the next start removes from staging.
        self.rest = set()

    def uploaded(self, name=None):
        return self.client.upload(name).json['id']

    def begin(self, *rules):
        """These rules apply to all requests from now on; requests may be refused."""
        self.client.is_lenient, self.client.ending = True, None
        self.library.set(*rules)

    def staged(self):
        return set(os.listdir(f'{self.root}/tmp'))

    def half_files(self):
        return [path for path, hash in tree(f'{self.root}/Documents').items() if hash not in self.client.sent]

    def wrong_documents(self, ids):
        documents = self.client.model.documents
        return list(Sight(self.server, self.root).unread([documents[id] for id in ids & documents.keys()]))

    def recover(self, title, leaves_rest=False):
        """Ends the fault; the server must take changes again, and all documents must be there."""
        self.library.clear()
        report, client = self.report, self.client
        report.check(f'{title}: the server lives', self.server.is_alive() and self.server.get('/healthz').status == 200)
        neither = client.resolve()
        report.check(f'{title}: each refused request has happened wholly or not at all', not neither, neither[:3])
        client.is_lenient = True
        taken = wait_until(lambda: client.upload().status == 201, 5)
        client.is_lenient, client.pending = False, []
        report.check(f'{title}: after the fault changes are taken again', taken)
        wrong, half = self.wrong_documents(client.touched), self.half_files()
        client.touched.clear()
        report.check(f'{title}: every acknowledged change is there', not wrong, wrong[:3])
        report.check(f'{title}: no half file', not half, half[:3])
        report.check(f'{title}: no other request was refused', not client.rejected, client.rejected[:3])
        client.rejected.clear()
        if leaves_rest:
            self.rest = self.staged()
        wait_until(lambda: self.staged() <= self.rest, 5)
        report.check(f'{title}: nothing stays in staging', self.staged() <= self.rest, self.staged() - self.rest)

    def verify(self, title):
        """A restart repairs any difference between file and index; afterwards all conditions must hold."""
        report = self.report
        report.check(f'{title}: SIGTERM ends it', self.server.stop() == 0, self.server.process.returncode)
        self.server.start()
        self.rest = set()
        # A draft that is being saved again is in staging for a moment.
        is_empty = wait_until(lambda: not self.staged(), 10)
        report.check(f'{title}: the next start empties staging', is_empty, self.staged())
        # The first pass over the tree may run beside the first requests. After a pass that took long, the next
        # follows after the interval of 30 seconds.
        wait_until(lambda: not self.differences(), 45)
        wrong = self.differences() + self.wrong_documents(set(self.client.model.documents))
        report.check(f'{title}: after a restart, too', not wrong, wrong[:3])
        self.server.stop()
        found = damage(self.binary, self.root)
        report.check(f'{title}: verify is clean', not found, found)
        self.server.start()

    def differences(self):
        # A folder that could not be removed, or was made for a copy, may stay.
        model = self.client.model
        return list(Sight(self.server, self.root).differences(model, model.ever))


# The injected library


def check_reach(trial):
    """The calls of Swift and of SQLite pass through the library."""
    calls = {
        'a staged file is made': Rule('make', '/tmp/stage-'),
        'its bytes are written': Rule('write', '/tmp/stage-'),
        'it is synchronised': Rule('fsync', '/tmp/stage-'),
        'it gets its name': Rule('rename', '/Documents/'),
        'the folder is synchronised': Rule('fsync', '/Documents'),
        'SQLite writes its log': Rule('write', '/Library/index.sqlite-wal'),
        'SQLite synchronises its log': Rule('fsync', '/Library/index.sqlite-wal'),
        'the document is read': Rule('read', '/Documents/Faults/reached'),
    }
    trial.library.set(*calls.values())
    id = trial.uploaded('reached.txt')
    trial.server.get(f'/api/v1/documents/{id}/content')
    for number, what in enumerate(calls):
        seen, _ = trial.library.counts(number)
        trial.report.check(f'the library sees: {what}', seen > 0, seen)
    trial.library.clear()


# Single faults


def check_single_faults(trial):
    report, client = trial.report, trial.client
    id = trial.uploaded('single.txt')
    faults = [
        ('EIO when a body is written', Rule('write', '/tmp/stage-', EIO), 'storage-failed'),
        ('a disk that is full when a body is written', Rule('write', '/tmp/stage-', ENOSPC), 'storage-full'),
        ('a body that cannot be synchronised', Rule('fsync', '/tmp/stage-', EIO), 'storage-failed'),
        ('a folder that cannot be synchronised', Rule('fsync', '/Documents', EIO), 'storage-failed'),
        ('a disk that is full when a name is given', Rule('rename', '/Documents', ENOSPC), 'storage-full'),
        ('an index that cannot be written', Rule('write', '/Library/index.sqlite', EIO), 'storage-failed'),
        (
            'a disk that is full when the index is written',
            Rule('write', '/Library/index.sqlite', ENOSPC),
            'storage-full',
        ),
        ('an index that cannot be synchronised', Rule('fsync', '/Library/index.sqlite', EIO), 'storage-failed'),
    ]
    for title, rule, code in faults:
        trial.begin(rule)
        uploaded, saved = client.upload(), client.change('put', id)
        hit = trial.library.counts()[1]
        report.check(f'{title}: an upload is refused', is_refusal(uploaded, code), uploaded)
        report.check(f'{title}: a new version is refused ({hit} calls failed)', hit and is_refusal(saved, code), saved)
        report.check(f'{title}: lists are read', trial.server.get('/api/v1/documents').status == 200)
        trial.recover(title)
    trial.verify('single faults')


def check_failed_sync(trial):
    """A failed fsync is never answered with success, whether it fails once or always."""
    report, client = trial.report, trial.client
    for part in ('/tmp/stage-', '/Documents', '/Library/index.sqlite-wal'):
        trial.begin(Rule('fsync', part, EIO, times=1))
        first, second = client.upload(), client.upload()
        title = f'fsync of {part} fails once'
        report.check(
            f'{title}: that upload is refused, the next is taken',
            is_refusal(first) and second.status == 201,
            (first, second),
        )
        trial.recover(title)
    ids = [trial.uploaded() for _ in range(5)]
    client.change('put', ids[3])
    client.change('trash', ids[4])
    trial.begin(Rule('fsync', '/', EIO))
    answers = {
        'an upload': client.upload(),
        'a new version': client.change('put', ids[0]),
        'a move': client.change('move', ids[1]),
        'a removal': client.change('trash', ids[2]),
        'a restored version': client.change('restore_version', ids[3]),
        'a return from the Trash': client.change('restore', ids[4]),
    }
    for what, answer in answers.items():
        report.check(f'fsync always fails: {what} is refused', is_refusal(answer), answer)
    trial.recover('fsync always fails')
    for id in ids[1:3]:
        shown = trial.server.get(f'/api/v1/documents/{id}').json
        report.check('and the refused removal did not happen', not shown.get('trashed'), shown)
    trial.verify('failed syncs')


# Documents that cannot be read


def check_unreadable(trial):
    report, server, client = trial.report, trial.server, trial.client
    id = trial.uploaded('unreadable.txt')
    path = f'/api/v1/documents/{id}'
    trial.begin(Rule('read', '/Documents/Faults/unreadable', EIO))
    answer = server.get(f'{path}/content')
    # After the headers are sent, an early end of the connection is the only possible report.
    report.check(
        'a document that cannot be read: its bytes are refused, or cut off', answer.status == 0 or answer.code, answer
    )
    report.check('its thumbnail is an icon', server.get(f'{path}/thumbnail').is_image, server.get(f'{path}/thumbnail'))
    report.check('its entry can be read', server.get(path).status == 200)
    report.check('the list can be read', server.get('/api/v1/documents').status == 200)
    saved = client.change('put', id)
    report.check('a new version is taken or refused as a whole', saved.status == 200 or is_refusal(saved), saved)
    reported = damage(trial.binary, trial.root, env={**os.environ, **trial.library.environment})
    report.check('verify names it', reported.startswith('exit 2') and 'unreadable' in reported, reported)
    trial.recover('a document that cannot be read')
    content = server.get(f'{path}/content')
    report.check('it can be read again', sha256(content.body) == client.model.documents[id].sha256, content)


def check_start(trial):
    """An index that cannot be read at the moment is not damaged: it is not set aside."""
    trial.server.stop()
    before = sorted(os.listdir(f'{trial.root}/Library'))
    for title, rule in {
        'the index cannot be read': Rule('read', '/Library/index.sqlite', EIO),
        'the index cannot be opened': Rule('make open', '/Library/index.sqlite', EIO),
        'nothing can be synchronised': Rule('fsync', '/', EIO),
        'the disk is full': Rule(CHANGING, '/', ENOSPC),
        'Documents cannot be read': Rule('open look', '/Documents', EIO),
    }.items():
        trial.library.set(rule)
        status, said = ended(trial)
        trial.library.clear()
        is_told = status == 0 or (status > 0 and 'Fatal' not in said and said)
        trial.report.check(f'{title} at the start: it reports the fault, or serves', is_told, (status, said))
        aside = [name for name in os.listdir(f'{trial.root}/Library') if 'corrupt' in name]
        trial.report.check(f'{title} at the start: the index is not put aside', not aside, (before, aside))
    trial.server.start()
    trial.recover('faults at the start')
    trial.verify('faults at the start')


def ended(trial):
    """The exit status and output of a server that is asked to end after some time, if it starts."""
    environment, seconds = {**os.environ, **trial.library.environment}, START_SECONDS + SERVING_SECONDS + STOP_SECONDS
    options = {'stderr': subprocess.STDOUT, 'env': environment}
    said = ''
    with started(trial.binary, trial.root, seconds, '--no-auth', **options) as process:
        for line in process.stdout:
            said += line
            # A signal before the ready line would meet a server without its handler.
            if 'Sheaf is ready' in line:
                # The server starts in spite of the fault.
                time.sleep(SERVING_SECONDS)
                process.terminate()
        return process.wait(), said


def main():
    options = arguments(__doc__, stride=12, seed=random.randrange(2**32))
    print(f'seed {options.seed}')
    report = Report()
    with Workspace() as root, Preload(root) as library:
        trial = Trial(report, options.bin, library, options.seed)
        with trial.server:
            check_reach(trial)
            check_single_faults(trial)
            check_failed_sync(trial)
            check_every_step(trial, options.stride)
            check_unreadable(trial)
            check_start(trial)
            report.check('SIGTERM ends it', trial.server.stop() == 0)
    report.exit()


if __name__ == '__main__':
    main()
