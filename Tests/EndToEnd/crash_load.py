"""Clients that change documents until the server dies, through the API and on the disk, and remember what was told them.

Each client has documents and folders of its own, and does one thing after the other: after the crash each document is
as it was acknowledged last, or as the one request on its way would have made it, and nothing else.
"""

import json
import random
import threading
from collections import Counter

from crash_batches import Batches
from crash_disk import OnDisk, holds_copies
from crash_folders import Folders
from crash_sessions import Sessions
from crash_state import BYTES, FOLDERS, GONE, PACKAGE, TEXT, THERE, TRASHED, Document, State, marks_of, sha256
from package_archive import archive_of

CLIENTS = 4
# So many documents each client keeps out of the Trash.
MOST, FEWEST = 16, 7


class Client(Folders, Batches, Sessions, OnDisk, threading.Thread):
    """Works until the connection breaks; `start_again` makes one for the next round, with the same documents."""

    def __init__(self, number, seed):
        super().__init__()
        self.number, self.dice = number, random.Random(f'{seed}-{number}')
        self.documents, self.count, self.packages = [], 0, {}
        # Folders of its own, and whether they are there; batches that may be undone.
        self.folders, self.batches = {}, []
        # Its preference, and the states that it saved.
        self.chosen, self.saved = None, []
        self.forget()

    def start_again(self, server, root):
        successor = Client(self.number, 0)
        for name in ('dice', 'documents', 'count', 'packages', 'folders', 'batches', 'chosen', 'saved'):
            setattr(successor, name, getattr(self, name))
        successor.server, successor.root = server, root
        successor.start()
        return successor

    def forget(self):
        """Before a round: nothing is on its way, nothing was touched."""
        self.rejected, self.acknowledged, self.kinds = [], Counter(), Counter()
        self.touched, self.unnamed, self.removals = set(), {}, 0
        # Documents that a request on its way changes as one, and folders that one makes or takes away.
        self.as_one, self.doubtful, self.choosing = [], set(), None

    def run(self):
        kinds = {
            self.upload: 5, self.save: 6, self.move: 3, self.mark: 3, self.copy: 2, self.throw_away: 2,
            self.bring_back: 3, self.go_back: 3, self.remove: 2, self.choose_preference: 1, self.save_state: 1,
            self.make_folder: 2, self.rename_folder: 3, self.throw_folder_away: 2, self.bring_folder_back: 2,
            self.batch: 4, self.undo: 3, self.hand_over: 4, self.close: 2, self.meet: 2, self.decide: 3,
            self.edit_on_disk: 3, self.write_over_on_disk: 2 if holds_copies(self.root) else 0,
            self.rename_on_disk: 1, self.remove_on_disk: 1, self.put_on_disk: 1,
        }  # fmt: skip
        while True:
            if len(self.there()) < FEWEST:
                kind = self.upload
            elif len(self.there()) > MOST:
                kind = self.throw_away
            else:
                kind = self.dice.choices(list(kinds), list(kinds.values()))[0]
            if kind() == 0:
                return

    # What it knows

    def there(self):
        return [one for one in self.documents if one.state.where == THERE and not one.is_astray]

    def free(self, where=THERE):
        return [one for one in self.documents if one.state.where == where and one.is_free]

    def choose(self, where=THERE):
        found = self.free(where)
        return self.dice.choice(found) if found else None

    def body(self, ending):
        """Bytes that no document ever had, of the kind that the name says."""
        size = int(2 ** self.dice.uniform(5, 17)) if self.dice.random() < 0.98 else 2_000_000
        if ending == PACKAGE:
            return self.packed({'TXT.rtf': self.dice.randbytes(300), 'picture.png': self.dice.randbytes(size)})
        return self.dice.randbytes(size // 2).hex().encode() if ending == TEXT else self.dice.randbytes(size)

    def packed(self, files):
        """Flat, so that the archive needs no entries of folders."""
        body = archive_of(files)
        self.packages[sha256(body)] = files
        return body

    def own_folders(self):
        return [folder for folder, is_there in sorted(self.folders.items()) if is_there]

    def name(self, ending):
        self.count += 1
        return f'{self.number}-{self.count}{ending}'

    def place(self, ending):
        return self.dice.choice(FOLDERS + self.own_folders()), self.name(ending)

    # Requests

    def ask(self, kind, method, path, body=None, wishes=None, unnamed=(), as_one=False):
        """A request that should make these states of documents, and new documents in the states `unnamed`."""
        wishes = wishes or {}
        for document, wish in wishes.items():
            document.wish_for(wish, as_one)
            self.touched.add(document)
        self.unnamed.update({wish.path: wish for wish in unnamed})
        self.as_one = [*wishes, *unnamed] if as_one else []
        answer = self.server.ask(method, path, body)
        if answer.status:
            self.answered(answer, kind, path, wishes, unnamed)
        return answer

    def answered(self, answer, kind, path, wishes, unnamed):
        if is_good := answer.status in (200, 201, 202, 204):
            self.kinds[kind] += 1
            for folder in {wish.folder for wish in [*wishes.values(), *unnamed] if wish.where == THERE}:
                self.note_folder(folder)
        else:
            self.rejected.append((kind, path, answer))
        for document, wish in wishes.items():
            document.wish = document.between = None
            if is_good:
                document.state, document.thrown_with = wish, None
                document.is_replaced = document.is_edited = False
        for wish in unnamed:
            del self.unnamed[wish.path]
        self.as_one = []

    def tell(self, document, kind):
        """An event must tell of it."""
        self.acknowledged[document.id, kind] += 1

    def learn(self, document, shown):
        """The answer shows a document as it should be now."""
        document.versions[shown['version']] = shown['sha256']
        state, where = document.state, TRASHED if shown.get('trashed') else THERE
        told = State(shown['folder'], shown['name'], shown['sha256'], where, marks_of(shown))
        if told != state:
            self.rejected.append(('acknowledged something else', state, told))

    def add(self, state, shown):
        """A new document of the server's answer; it is told when it is known already."""
        document = next((one for one in self.documents if one.id == shown['id']), None)
        if not document:
            document = Document(shown['id'], state)
            self.documents.append(document)
        self.touched.add(document)
        self.learn(document, shown)
        return document

    def change(self, document, wish, kind, method, rest='', body=None):
        """A request for one document; returns the status."""
        answer = self.ask(kind, method, document.address + rest, body, {document: wish})
        if document.state is wish:
            self.tell(document, kind)
            if answer.json:
                self.learn(document, answer.json)
        return answer.status

    # One document

    def upload(self):
        ending = self.dice.choices([TEXT, BYTES, PACKAGE], [4, 4, 1])[0]
        (folder, name), body = self.place(ending), self.body(ending)
        wish, conflict = State(folder, name, sha256(body)), self.dice.choice(['fail', 'rename', 'replace'])
        path = f'/api/v1/documents?name={name}&folder={folder.replace(" ", "%20")}&conflict={conflict}'
        kind = 'package uploaded' if ending == PACKAGE else 'document.created'
        answer = self.ask(kind, 'POST', path, body, unnamed=[wish])
        if answer.status == 201:
            self.tell(self.add(wish, answer.json), 'document.created')
        return answer.status

    def save(self):
        if document := self.choose():
            body = self.body(document.state.ending)
            wish = document.state.but(hash=sha256(body))
            return self.change(document, wish, 'document.changed', 'PUT', '/content', body)

    def move(self):
        if document := self.choose():
            folder, name = self.place(document.state.ending)
            wish, body = document.state.but(folder=folder, name=name), {'folder': folder, 'name': name}
            if self.dice.random() < 0.2:
                # In one step with it.
                wish = wish.but(marks={**wish.marks, 'favourite': not wish.marks['favourite']})
                body['favourite'] = wish.marks['favourite']
            return self.change(document, wish, 'document.moved', 'PATCH', '', json.dumps(body))

    def new_marks(self, document):
        """Some marks, and all that the document has with them."""
        handlers = [one['identifier'] for one in self.server.get(f'{document.address}/openers').json.get('openers', [])]
        self.count += 1
        changes = {
            'tags': sorted(self.dice.sample([f'tag {number}' for number in range(9)], self.dice.randrange(4))),
            'favourite': not document.state.marks['favourite'],
            'note': f'note {self.number} {self.count}',
            'handler': self.dice.choice([None, *handlers]),
        }
        chosen = {name: changes[name] for name in changes if name == 'note' or self.dice.random() < 0.5}
        return chosen, {**document.state.marks, **chosen}

    def mark(self):
        # The answer may come before what others wrote is noticed.
        document = self.choose()
        if document and not document.is_edited:
            changes, marks = self.new_marks(document)
            wish = document.state.but(marks=marks)
            return self.change(document, wish, 'document.marked', 'PATCH', '', json.dumps(changes))

    def copy(self):
        if document := self.choose():
            folder, name = self.place(document.state.ending)
            wish = document.state.but(folder=folder, name=name, marks={**document.state.marks, 'favourite': False})
            body = json.dumps({'folder': folder, 'name': name, 'conflict': self.dice.choice(['rename', 'fail'])})
            answer = self.ask('copied', 'POST', f'{document.address}/copy', body, unnamed=[wish])
            if answer.status == 201:
                self.tell(self.add(wish, answer.json), 'document.created')
            return answer.status

    def go_back(self):
        document = self.choose()
        kept = [one for one in document.versions.items() if one[1] != document.state.hash] if document else []
        if kept:
            number, hash = self.dice.choice(kept)
            wish = document.state.but(hash=hash)
            return self.change(document, wish, 'document.changed', 'POST', f'/versions/{number}/restore')

    # The Trash

    def throw_away(self):
        if document := self.choose():
            return self.change(document, document.state.but(where=TRASHED), 'document.deleted', 'DELETE')

    def bring_back(self):
        if document := self.choose(TRASHED):
            return self.change(document, document.state.but(where=THERE), 'document.restored', 'POST', '/restore')

    def remove(self):
        if document := self.choose(TRASHED):
            wish = document.state.but(where=GONE)
            return self.change(document, wish, 'document.removed', 'DELETE', '?permanently=true')

    # What is no document

    def choose_preference(self):
        self.count += 1
        self.choosing = [self.count, self.dice.random()]
        path = f'/api/v1/preferences/crash.client-{self.number}'
        answer = self.ask('preference chosen', 'PUT', path, json.dumps(self.choosing))
        if answer.status:
            self.chosen, self.choosing = self.choosing, None
        return answer.status

    def save_state(self):
        state = {'windows': [self.dice.random() for _ in range(self.dice.randrange(300))]}
        self.saved.append(state)
        return self.ask('state saved', 'PUT', f'/api/v1/state/crash-{self.number}', json.dumps(state)).status
