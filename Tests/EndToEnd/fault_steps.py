"""One call of a change fails, then another, a few calls later, until its last; with a stride of one, each of them."""

from fault_library import ALL, CHANGING, EIO, ENOSPC, Rule
from fault_trial import is_refusal
from model_documents import sha256


def check_every_step(trial, stride):
    """Each call of each change fails once; the change has happened or not, and the answer does not say more."""
    for calls, error, name in [(CHANGING, ENOSPC, 'ENOSPC'), (ALL, EIO, 'EIO')]:
        for change in (Uploading, Replacing, Moving, ThrowingAway, BringingBack, GoingBack):
            check_steps(trial, change, calls, error, name, stride)
            trial.recover(f'{name} at each step of {change.__doc__}')
        trial.verify(f'{name} at each step')


class Uploading:
    """an upload"""

    def __init__(self, trial):
        self.trial = trial

    def do(self):
        self.body = self.trial.body()
        self.name = f'step-{self.trial.count}.txt'
        return self.trial.upload(self.name, self.body)

    def is_wrong(self, answer):
        if answer.status != 201:
            # The same once more, as a client does it, does not meet the leavings of the first try.
            answer = self.trial.upload(self.name, self.body)
        return None if answer.status == 201 and answer.json['name'] == self.name else answer


class Change:
    """A change of a document that was there before."""

    def __init__(self, trial):
        self.trial = trial
        self.id = trial.upload().json['id']
        trial.save(self.id)
        self.before = self.now()
        self.prepare()

    def prepare(self):
        pass

    def now(self):
        shown = self.trial.server.get(f'/api/v1/documents/{self.id}').json
        content = self.trial.server.get(f'/api/v1/documents/{self.id}/content')
        return {
            'sha256': sha256(content.body) if content.status == 200 else content,
            'name': shown.get('name'),
            'trashed': bool(shown.get('trashed')),
        }

    def is_wrong(self, answer):
        now = self.now()
        done = answer.status in (200, 204)
        return (now, answer) if not self.is_new(now) and (done or now != self.before) else None


class Replacing(Change):
    """a new version"""

    def do(self):
        return self.trial.save(self.id)

    def is_new(self, now):
        return now['sha256'] in self.trial.sent and now['sha256'] != self.before['sha256']


class Moving(Change):
    """a move"""

    def do(self):
        return self.trial.move(self.id)

    def is_new(self, now):
        return now == {**self.before, 'name': f'moved-{self.trial.count}.txt'}


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
        self.before = self.now()

    def do(self):
        return self.trial.bring_back(self.id)

    def is_new(self, now):
        return now == {**self.before, 'trashed': False}


class GoingBack(Change):
    """a restored version"""

    def do(self):
        return self.trial.go_back(self.id)

    def is_new(self, now):
        return now['sha256'] != self.before['sha256'] and now['sha256'] in self.trial.sent


def check_steps(trial, kind, calls, error, name, stride):
    """One call after the other fails, until none is left to fail; of `stride` in a row one is tried."""
    wrong, refused, skip = [], 0, trial.dice.randrange(stride)
    while True:
        change = kind(trial)
        trial.library.set(Rule(calls, '/', error, skip=skip, times=1))
        answer = change.do()
        _, hit = trial.library.counts()
        trial.library.clear()
        is_typed = answer.status in (200, 201, 204) or is_refusal(answer)
        refused += is_refusal(answer)
        if not is_typed or (found := change.is_wrong(answer)):
            wrong.append((skip, answer if not is_typed else found))
        if not hit:
            break
        skip += stride
    trial.report.check(
        f'{name} at each of the {skip} steps of {kind.__doc__}: {refused} refused, each as a whole',
        not wrong and refused,
        wrong[:3],
    )
