"""A client that changes its documents until its server dies, and models all acknowledged changes.

No other client touches these documents, and requests follow one another. The server's state is therefore the last
acknowledged model, or that model with the one request on its way.
"""

import os
import random
from collections import Counter

from load import PACKAGE, SHARED, WEATHERED, Mismatch, shown_documents
from load_batches import batch, undo
from load_folders import bring_folder_back, thrown_with, throw_folder_away
from load_sessions import TEXT
from oracle import NEW, Model, is_within, metadata_of, sha256
from package_archive import archive_of

BYTES = '.bin'
# Below the first count of documents the client uploads, above the second one it removes.
FEWEST, MOST = 7, 16
DEEPEST = 4
OPERATIONS = {**SHARED, **WEATHERED}
# Operations whose preconditions other operations usually make.
FOLLOWED = {batch: undo, throw_folder_away: bring_folder_back}


class Interrupted(Exception):
    """The server is gone, or has wrongly refused a request: the client stops."""


class Client:
    # Folders that all clients use; each client has folders of its own besides.
    shared = ['', 'Weather', 'Weather/Deep/Deeper', 'Other']
    tags = [f'tag {number}' for number in range(9)]
    keeps = ['mine', 'theirs', 'both']
    # Whether a request may change nothing; only where each answer is compared at once.
    is_exact = False
    # The number of documents that stay out of the Trash.
    fewest = 0
    # The size of a body has up to `longest` bits; one body in `seldom` has `very_long` bytes.
    longest, seldom, very_long = 17, 50, 2_000_000

    def __init__(self, number, seed, root, operations=OPERATIONS):
        self.number, self.root, self.operations = number, root, operations
        self.dice = random.Random(f'{seed}-{number}')
        self.left, self.server = 0, None
        self.model, self.count = Model(home=f'Own {number}'), 0
        # The files of each package, the hashes of all contents ever sent, and all states that were saved.
        self.packages, self.sent, self.saved = {}, set(), []
        self.preference_path = f'/api/v1/preferences/weather.client-{number}'
        self.state_path = f'/api/v1/state/weather-{number}'
        self.begin()

    def begin(self):
        """Resets the request on its way and the touched documents."""
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
        # The follow-up comes at once: later operations would change the documents.
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
        """Applies an expected answer to the model."""
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

    # Choices

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
        """Folders in the Trash that can be restored as a whole."""
        found = {step: thrown_with(self.model, *step) for step in self.model.steps}
        return [step for step, inside in found.items() if inside and all(one in self.thrown_away() for one in inside)]

    def undoable(self):
        """Batches whose documents are unchanged since, undone batches among them."""
        return [one for one in self.model.batches if not one.changed(self.model) and self.are_free(one.after)]

    def are_free(self, ids):
        return all(self.model.documents[id].is_free for id in ids)

    def version(self, dice, document):
        found = [number for number, one in document.versions.items() if one.sha256 != document.sha256]
        return dice.choice(found) if found else None

    def has_bytes(self, hash):
        return True

    def tag(self, dice, document, chance=None):
        """A condition that holds for the content; None where a change on the disk may not be noticed yet."""
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
        """The folder of a new document, or the target of a move."""
        ending = os.path.splitext(document.name)[1] if document else dice.choices([TEXT, BYTES, PACKAGE], [4, 4, 1])[0]
        return dice.choice([*self.shared, *sorted(self.model.folders)]), self.fresh(ending)

    def own_folder(self, dice):
        """A folder that can be moved whole; a file removed on the disk and not noticed yet would stay behind."""
        astray = [one.folder for one in self.model.thrown_away() if one.is_astray]
        found = [one for one in sorted(self.model.folders) if '/' in one and not any(is_within(path, one) for path in astray)]
        return dice.choice(found) if found else None

    def new_folder(self, dice):
        parents = [one for one in sorted(self.model.folders) if one.count('/') < DEEPEST]
        return f'{dice.choice([self.model.home, *parents])}/{self.fresh()}', True

    def file(self, document):
        return f'{self.root}/Documents/{document.path}'

    def body(self, dice, name):
        """New bytes of the kind that the name's extension says."""
        size = int(2 ** dice.uniform(5, self.longest)) if dice.randrange(self.seldom) else self.very_long
        if name.endswith(PACKAGE):
            return self.package(dice, size)
        # Random bytes may look like a type that can be shown but not edited.
        return dice.randbytes(size // 2).hex().encode() if name.endswith(TEXT) else dice.randbytes(size)

    def package(self, dice, size):
        """The files of a package, mostly with a folder in it."""
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

    # Comparisons after each request where nothing may be lost

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
    return shown['folder'], shown['name'], shown['sha256'], bool(shown.get('trashed')), metadata_of(shown)
