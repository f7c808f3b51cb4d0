"""Changes of one document that meet a fault: what each does, and what may be so after it."""

import json

from model_documents import marks_of, sha256
from package_archive import archive_of
from server import wait_until

GOOD = (200, 201, 204)


class Change:
    """A change of a document that was there before."""

    # So many seconds it may take until what was answered is so; most are when they are answered.
    patience = 0
    # Of so many steps that others try it tries one: it has many, or each takes long.
    seldom = 1
    # Whether it is answered well though a part could not be done now, and the answer says which.
    is_patient = False
    # Whether what a failing disk does not let go of lies in staging until the next start.
    leaves_rest = False

    def __init__(self, trial):
        self.trial = trial
        self.id = self.make()
        self.prepare()
        self.before = self.now()

    def make(self):
        id = self.trial.upload().json['id']
        self.trial.save(id)
        return id

    def prepare(self):
        pass

    def ask(self, method, rest='', wish=None):
        body = json.dumps(wish) if wish is not None else None
        return self.trial.server.ask(method, f'/api/v1/documents/{self.id}{rest}', body)

    def now(self):
        return facts(self.trial, self.id)

    def is_wrong(self, answer):
        return wait_until(lambda: not self.difference(answer), self.patience) is False and self.difference(answer)

    def difference(self, answer):
        """What is neither as before nor as it should be, or not what the answer said."""
        now = self.now()
        is_done = answer.status in GOOD
        return (now, answer) if not self.is_new(now) and (is_done or now != self.before) else None


def facts(trial, id):
    """What a document is, as the server says."""
    answer = trial.server.get(f'/api/v1/documents/{id}')
    if answer.status == 404:
        return None
    content = trial.server.get(f'/api/v1/documents/{id}/content')
    return {
        'sha256': sha256(content.body) if content.status == 200 else content,
        'name': answer.json.get('name'),
        'folder': answer.json.get('folder'),
        'trashed': bool(answer.json.get('trashed')),
        'marks': marks_of(answer.json),
    }


class Uploading(Change):
    """an upload"""

    def make(self):
        pass

    def now(self):
        pass

    def do(self):
        self.body = self.trial.body()
        self.name = f'step-{self.trial.count}.txt'
        return self.trial.upload(self.name, self.body)

    def is_wrong(self, answer):
        if answer.status != 201:
            # The same once more, as a client does it, does not meet the leavings of the first try.
            answer = self.trial.upload(self.name, self.body)
        return None if answer.status == 201 and answer.json['name'] == self.name else answer


class Replacing(Change):
    """a new version"""

    def do(self):
        return self.trial.save(self.id)

    def is_new(self, now):
        return now['sha256'] in self.trial.sent and now['sha256'] != self.before['sha256']


class Repacking(Change):
    """a new version of a package"""

    leaves_rest = True

    def make(self):
        return self.trial.upload(f'step-{self.trial.count}.rtfd', self.body()).json['id']

    def body(self):
        self.trial.count += 1
        files = {'TXT.rtf': b'text %d' % self.trial.count, 'picture.png': b'picture %d' % self.trial.count * 300}
        self.trial.sent.update(map(sha256, files.values()))
        return archive_of(files)

    def do(self):
        body = self.body()
        self.hash = sha256(body)
        return self.trial.save(self.id, body)

    def is_new(self, now):
        return now == {**self.before, 'sha256': self.hash}


class Moving(Change):
    """a move"""

    def do(self):
        return self.trial.move(self.id)

    def is_new(self, now):
        return now == {**self.before, 'name': f'moved-{self.trial.count}.txt'}


class Marking(Change):
    """marks"""

    def do(self):
        self.trial.count += 1
        self.marks = {'tags': [f'tag {self.trial.count}'], 'favourite': True, 'note': 'a note', 'handler': None}
        return self.ask('PATCH', '', self.marks)

    def is_new(self, now):
        return now == {**self.before, 'marks': self.marks}


class Copying(Change):
    """a copy"""

    def do(self):
        self.trial.count += 1
        self.name = f'copy-{self.trial.count}.txt'
        return self.copy()

    def copy(self):
        answer = self.ask('POST', '/copy', {'name': self.name, 'conflict': 'fail'})
        if answer.status == 201:
            self.trial.note(answer, self.before['sha256'])
        return answer

    def is_wrong(self, answer):
        if answer.status != 201:
            answer = self.copy()
        copied = answer.status == 201 and facts(self.trial, answer.json['id'])
        return None if copied == {**self.before, 'name': self.name} and self.now() == self.before else (copied, answer)


class ThrowingAway(Change):
    """a removal"""

    def do(self):
        return self.trial.throw_away(self.id)

    def is_new(self, now):
        return now == {**self.before, 'trashed': True}


class BringingBack(Change):
    """a return from the Trash"""

    def prepare(self):
        self.trial.throw_away(self.id)

    def do(self):
        return self.trial.bring_back(self.id)

    def is_new(self, now):
        return now == {**self.before, 'trashed': False}


class Removing(Change):
    """a removal for good"""

    def prepare(self):
        self.trial.throw_away(self.id)

    def do(self):
        return self.ask('DELETE', '?permanently=true')

    def is_new(self, now):
        return now is None

    def is_wrong(self, answer):
        found = super().is_wrong(answer)
        # Only now that the fault is over: a look that meets it would tell of a document that is gone.
        if self.now() is None:
            self.trial.forget(self.id)
        return found


class GoingBack(Change):
    """a restored version"""

    def do(self):
        return self.trial.go_back(self.id)

    def is_new(self, now):
        return now['sha256'] != self.before['sha256'] and now['sha256'] in self.trial.sent


class Preferring(Change):
    """a preference"""

    path = '/api/v1/preferences/fault.chosen'

    def make(self):
        self.trial.server.ask('PUT', self.path, json.dumps(self.trial.count))

    def now(self):
        return self.trial.server.get(self.path).json.get('value')

    def do(self):
        self.trial.count += 1
        return self.trial.server.ask('PUT', self.path, json.dumps(self.trial.count))

    def is_new(self, now):
        return now == self.trial.count


CHANGES = [
    Uploading, Replacing, Repacking, Moving, Marking, Copying, ThrowingAway, BringingBack, Removing, GoingBack,
    Preferring,
]  # fmt: skip
