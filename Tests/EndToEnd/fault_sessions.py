"""Contents that are handed over and saved, and decisions about two contents of one document, while a disk fails."""

from fault_changes import Change
from model_documents import sha256

# What could not be saved is tried again by itself, with growing pauses.
SAVING_SECONDS = 30


class HandingOver(Change):
    """what is handed over"""

    patience, seldom = SAVING_SECONDS, 5

    def prepare(self):
        self.sequence = 0
        self.session = self.ask('POST', '/sessions').json['id']

    def hand(self, body, rest=''):
        """The document has it or what it had before; nobody but the answer can tell."""
        self.sequence += 1
        path = f'/api/v1/documents/{self.id}/sessions/{self.session}/content?sequence={self.sequence}{rest}'
        self.trial.perhaps[self.id].add(sha256(body))
        return self.trial.server.ask('PUT', path, body)

    def do(self):
        body = self.trial.body()
        self.hash = sha256(body)
        return self.hand(body, '&save=true')

    def is_new(self, now):
        return now == {**self.before, 'sha256': self.hash}

    def difference(self, answer):
        if found := super().difference(answer):
            return found
        # What was refused may be on the disk already, and be saved all the same.
        if answer.status == 200:
            self.trial.note_hash(self.id, self.hash)
        return None


class Closing(HandingOver):
    """a session's end"""

    is_patient = True

    def prepare(self):
        super().prepare()
        body = self.trial.body()
        self.hash = sha256(body)
        self.hand(body)

    def do(self):
        return self.ask('DELETE', f'/sessions/{self.session}')

    def difference(self, answer):
        """Whatever is answered: what was handed over before is saved in time."""
        now = self.now()
        if not self.is_new(now):
            return now, answer
        self.trial.note_hash(self.id, self.hash)
        return None


class Deciding(HandingOver):
    """a decision for mine"""

    keep = 'mine'

    def prepare(self):
        super().prepare()
        self.theirs = self.trial.save(self.id).json['sha256']
        mine = self.trial.body()
        self.mine = sha256(mine)
        self.hand(mine, f'&save=true&loaded={self.trial.first[self.id]}')

    def do(self):
        return self.ask('POST', f'/conflicts/{self.session}', {'keep': self.keep})

    def waiting(self):
        return [one['mine']['sha256'] for one in self.ask('GET', '/conflicts').json['conflicts']]

    def kept(self):
        """The contents of all versions, the last one first, and of what lies beside it."""
        versions = [one['sha256'] for one in self.ask('GET', '/versions').json['versions']]
        name = self.before['name'].replace('.txt', ' (conflict).txt')
        beside = [one['sha256'] for one in self.trial.server.documents(folder='Faults') if one['name'] == name]
        return versions, beside

    def is_decided(self):
        versions, beside = self.kept()
        return {
            'mine': versions[:2] == [self.mine, self.theirs],
            'theirs': versions[:3] == [self.theirs, self.mine, self.theirs],
            'both': versions[0] == self.theirs and beside == [self.mine],
        }[self.keep]

    def difference(self, answer):
        """Mine is kept: it waits for a decision still, or that was carried out."""
        waiting, now = self.waiting(), self.now()['sha256']
        is_whole = now == (self.mine if self.keep == 'mine' and self.is_decided() else self.theirs)
        is_kept = self.is_decided() if answer.status == 200 else waiting == [self.mine] or self.is_decided()
        if not (is_whole and is_kept and (not waiting or answer.status != 200)):
            return now, waiting, self.kept(), answer
        self.trial.note_hash(self.id, now)
        return self.decide_again() if waiting else None

    def decide_again(self):
        """What was refused can be done when the fault has ended."""
        answer = self.do()
        if answer.status != 200 or not self.is_decided():
            return 'decided again', self.kept(), answer
        self.trial.note_hash(self.id, self.now()['sha256'])
        return None


class DecidingForTheirs(Deciding):
    """a decision for theirs"""

    keep = 'theirs'


class DecidingForBoth(Deciding):
    """a decision for both"""

    keep = 'both'


CHANGES = [HandingOver, Closing, Deciding, DecidingForTheirs, DecidingForBoth]
