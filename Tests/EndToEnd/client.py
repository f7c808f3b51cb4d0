"""A client that changes documents of its own until its server dies or it has done enough, and keeps what was acknowledged.

No other client touches them, and it does one thing after the other: so whatever happens, what it has is what was
acknowledged last, or that and the one request on its way.
"""

import os
import random
from collections import Counter

from load import PACKAGE, SHARED, WEATHERED, Mismatch, shown_documents
from load_batches import batch, undo
from load_folders import bring_folder_back, thrown_with, throw_folder_away
from load_sessions import TEXT
from oracle import NEW, Model, is_within, marks_of, sha256
from package_archive import archive_of

BYTES = '.bin'
# Documents of which fewer or more are out of the Trash are uploaded or thrown away.
FEWEST, MOST = 7, 16
DEEPEST = 4
OPERATIONS = {**SHARED, **WEATHERED}
# Operations that find what they need mostly right after others.
FOLLOWED = {batch: undo, throw_folder_away: bring_folder_back}


class Interrupted(Exception):
    """The server is gone, or has refused what it should have done: there is no next request."""


class Client:
    # Folders that all clients put things into; each has some of its own beside them.
    shared = ['', 'Weather', 'Weather/Deep/Deeper', 'Other']
    tags = [f'tag {number}' for number in range(9)]
    keeps = ['mine', 'theirs', 'both']
    # A request may change nothing only where each answer is compared at once.
    is_exact = False
    # The last document may go to the Trash.
    fewest = 0
    # Bodies have up to so many bits of length; one in so many is as long as that.
    longest, seldom, very_long = 17, 50, 2_000_000

    def __init__(self, number, seed, root, operations=OPERATIONS):
        self.number, self.root, self.operations = number, root, operations
        self.dice = random.Random(f'{seed}-{number}')
        self.left, self.server = 0, None
        self.model, self.count = Model(home=f'Own {number}'), 0
        # The files of each package and the hashes of all contents that were ever sent; all states that were saved.
        self.packages, self.sent, self.saved = {}, set(), []
        self.preference_path = f'/api/v1/preferences/weather.client-{number}'
        self.state_path = f'/api/v1/state/weather-{number}'
        self.begin()

    def begin(self):
        """Before it works: nothing is on its way, nothing was touched."""
        self.in_flight, self.rejected, self.kinds, self.touched, self.removals = None, [], Counter(), set(), 0
        self.model.events.clear()

    def work(self, count=float('inf')):
        self.left = count
        try:
            while self.left > 0:
                self.operate(*self.draw())
        except Interrupted:
            pass

    def draw(self):
        living = sum(not one.is_astray for one in self.model.living())
        if living < FEWEST:
            return SHARED['upload']
        if living > MOST:
            return SHARED['trash']
        found = list(self.operations.values())
        return self.dice.choices(found, [weight for _, weight in found])[0]

    def operate(self, operation, weight):
        # Later the documents of a batch or a folder will have been changed again.
        if operation(self, self.dice) and operation in FOLLOWED and self.dice.random() < 0.5:
            FOLLOWED[operation](self, self.dice)

    # Requests

    def do(self, request):
        self.left -= 1
        answer = self.ask(request)
        if not answer.status:
            self.in_flight = request
            raise Interrupted
        if (answer.status, answer.code) != (request.status, request.code):
            return self.refused(request, answer)
        return self.accept(request, answer)

    def ask(self, request):
        return self.server.ask(request.method, request.path, request.body, request.headers)

    def refused(self, request, answer):
        self.rejected.append((request, answer))
        raise Interrupted

    def accept(self, request, answer):
        """It was answered as it should be: what it makes of the model is so from now on."""
        before, self.model = self.model, self.model.copy()
        try:
            request.effect(self.model, answer.json)
        except Mismatch as error:
            self.rejected.append((request, error))
        changed = self.model.changed(before)
        for document in changed:
            document.noticed()
        self.touched |= {one.id for one in changed} | before.documents.keys() - self.model.documents.keys()
        for shown in shown_documents(answer):
            self.learn(request, shown)
        self.kinds[request.kind] += 1
        return answer

    def learn(self, request, shown):
        document = self.model.documents.get(shown['id'])
        if not document or state_of(shown) != document.state:
            self.rejected.append((request, 'acknowledged something else', document and document.state, shown))
        else:
            document.learn(shown)

    # Its choices

    def living(self, noticed=False):
        found = [one for one in self.model.living() if one.is_free]
        return [one for one in found if not (noticed and one.is_edited)]

    def is_known(self, document):
        return not document.id.startswith(NEW)

    def thrown_away(self):
        return [one for one in self.model.thrown_away() if one.is_free and one.has_file]

    def removable(self, dice):
        return self.thrown_away()

    def steps(self):
        """Thrown folders that can come back as a whole."""
        found = {step: thrown_with(self.model, *step) for step in self.model.steps}
        return [step for step, inside in found.items() if inside and all(one in self.thrown_away() for one in inside)]

    def undoable(self):
        """Batches of which nothing was changed since; that may be one that undid another."""
        return [one for one in self.model.batches if not one.changed(self.model) and self.are_free(one.after)]

    def are_free(self, ids):
        return all(self.model.documents[id].is_free for id in ids)

    def version(self, dice, document):
        found = [number for number, one in document.versions.items() if one.sha256 != document.sha256]
        return dice.choice(found) if found else None

    def has_bytes(self, hash):
        return True

    def tag(self, dice, document, chance=None):
        """A condition that holds for a content; where others changed it unnoticed none may."""
        return None if chance or document.is_edited else dice.choice([None, '*', f'"{document.sha256}"'])

    def openers(self, document):
        found = self.server.get(f'{document.address}/openers').json.get('openers', [])
        return [one['identifier'] for one in found]

    def batch_kinds(self, dice, kinds):
        return kinds

    def may_have(self, document, name):
        return os.path.splitext(document.name)[1] == os.path.splitext(name)[1]

    # Names, folders and bytes

    def fresh(self, ending=''):
        self.count += 1
        return f'{self.number}-{self.count}{ending}'

    def place(self, dice, document=None):
        """Of a new document, or where one may go."""
        ending = os.path.splitext(document.name)[1] if document else dice.choices([TEXT, BYTES, PACKAGE], [4, 4, 1])[0]
        return dice.choice([*self.shared, *sorted(self.model.folders)]), self.fresh(ending)

    def own_folder(self, dice):
        """One that can go elsewhere with all that is in it; a file that others removed, unnoticed, would stay behind."""
        astray = [one.folder for one in self.model.thrown_away() if one.is_astray]
        found = [one for one in sorted(self.model.folders) if '/' in one and not any(is_within(path, one) for path in astray)]
        return dice.choice(found) if found else None

    def new_folder(self, dice):
        parents = [one for one in sorted(self.model.folders) if one.count('/') < DEEPEST]
        return f'{dice.choice([self.model.home, *parents])}/{self.fresh()}', True

    def file(self, document):
        return f'{self.root}/Documents/{document.path}'

    def body(self, dice, name):
        """Bytes that no document ever had, of the kind that the name says."""
        size = int(2 ** dice.uniform(5, self.longest)) if dice.randrange(self.seldom) else self.very_long
        if name.endswith(PACKAGE):
            return self.package(dice, size)
        # Other bytes may look like something that can be shown and not edited.
        return dice.randbytes(size // 2).hex().encode() if name.endswith(TEXT) else dice.randbytes(size)

    def package(self, dice, size):
        """One with a folder in it, mostly."""
        files = {'TXT.rtf': dice.randbytes(300), 'picture.png': dice.randbytes(size)}
        inner = {f'Data/{number}': dice.randbytes(30) for number in range(dice.randrange(3))}
        return self.packed({**files, **inner})

    def packed(self, files):
        body = archive_of(files)
        self.packages[sha256(body)] = files
        return body

    def remember(self, body):
        self.sent.add(sha256(body))
        return sha256(body)

    # Comparisons that are made at once where nothing is lost

    def compare_events(self):
        pass

    def compare_gone(self, document):
        pass

    def compare_refused(self, answer, number):
        pass

    def compare_changed(self, answer, changed):
        pass


def state_of(shown):
    """A document as the server shows it, as `Document.state`."""
    return shown['folder'], shown['name'], shown['sha256'], bool(shown.get('trashed')), marks_of(shown)
