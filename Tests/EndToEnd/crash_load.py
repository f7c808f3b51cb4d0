"""Clients that change documents until the server dies, through the API and on the disk, and remember what was told them.

Each client has documents of its own, so that at any moment at most one request for a document is on its way: after
the crash the document is as it was acknowledged last, or as that request would have made it, and nothing else.
"""

import hashlib
import json
import os
import random
import shutil
import threading
from collections import Counter

CLIENTS = 4
FOLDERS = ['', 'Crash', 'Crash/Deep/Deeper', 'Other']
# So many documents each client keeps out of the Trash.
MOST, FEWEST = 14, 6
THERE, TRASHED, REMOVED = 'there', 'in the Trash', 'removed on the disk'


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def holds_copies(root):
    """Whether the disk has the room with which what others write over in place is kept (`HoldingRule`), and some more."""
    disk = shutil.disk_usage(root)
    return disk.free >= max(4 << 30, disk.total // 10)


class State:
    """Where a document is, and what its bytes are."""

    def __init__(self, folder, name, hash, where=THERE):
        self.folder, self.name, self.hash, self.where = folder, name, hash, where

    def but(self, **changes):
        facts = {'folder': self.folder, 'name': self.name, 'hash': self.hash, 'where': self.where}
        return State(**{**facts, **changes})

    @property
    def path(self):
        return os.path.join(self.folder, self.name)

    def __eq__(self, other):
        return isinstance(other, State) and vars(self) == vars(other)

    def __repr__(self):
        return f'{self.path} {self.hash[:8]} {self.where}'


class Document:
    def __init__(self, id, state):
        self.id = id
        # The acknowledged state, and the one that a request on its way would make.
        self.state, self.wish = state, None
        # Acknowledged versions: their hashes by number.
        self.versions = {}
        # Others renamed or removed its file: until the server has noticed, requests for it are refused.
        self.is_astray = False
        # Others put another file in its place: until the server has noticed, it would not be known under another name.
        self.is_replaced = False

    @property
    def address(self):
        return f'/api/v1/documents/{self.id}'


class Client(threading.Thread):
    """Works until the connection breaks; `start_again` makes one for the next round, with the same documents."""

    def __init__(self, number, seed):
        super().__init__()
        self.number, self.dice = number, random.Random(f'{seed}-{number}')
        self.documents, self.count = [], 0
        self.forget()

    def start_again(self, server, root):
        successor = Client(self.number, 0)
        successor.dice, successor.documents, successor.count = self.dice, self.documents, self.count
        successor.server, successor.root = server, root
        successor.start()
        return successor

    def forget(self):
        """Before a round: nothing is on its way, nothing was touched."""
        self.rejected, self.acknowledged, self.kinds = [], Counter(), Counter()
        self.touched, self.unnamed, self.removals = set(), {}, 0

    def run(self):
        kinds = {
            self.upload: 5,
            self.save: 7,
            self.move: 4,
            self.throw_away: 2,
            self.bring_back: 3,
            self.go_back: 3,
            self.edit_on_disk: 3,
            self.write_over_on_disk: 2 if holds_copies(self.root) else 0,
            self.rename_on_disk: 1,
            self.remove_on_disk: 1,
            self.put_on_disk: 1,
        }
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

    def choose(self, where=THERE):
        found = [one for one in self.documents if one.state.where == where and not one.is_astray]
        return self.dice.choice(found) if found else None

    def body(self):
        """Bytes that no document ever had."""
        size = int(2 ** self.dice.uniform(5, 17)) if self.dice.random() < 0.98 else 2_000_000
        return self.dice.randbytes(size)

    def place(self):
        self.count += 1
        return self.dice.choice(FOLDERS), f'{self.number}-{self.count}.bin'

    # Through the API

    def ask(self, document, wish, method, path, kind, body=None, good=(200, 201, 204)):
        """A request that should bring the document into the state `wish`; returns the status."""
        document.wish = wish
        self.touched.add(document)
        answer = self.server.ask(method, path, body)
        if answer.status in good:
            self.acknowledge(document, wish, kind, answer.json)
        elif answer.status:
            self.rejected.append((method, path, answer))
            document.wish = None
        return answer.status

    def acknowledge(self, document, wish, kind, shown):
        document.state, document.wish, document.is_replaced = wish, None, False
        self.kinds[kind] += 1
        self.acknowledged[document.id, kind] += 1
        if shown:
            document.versions[shown['version']] = shown['sha256']
            if shown['sha256'] != wish.hash or (shown['folder'], shown['name']) != (wish.folder, wish.name):
                self.rejected.append(('acknowledged something else', wish, shown))

    def upload(self):
        (folder, name), body = self.place(), self.body()
        wish = State(folder, name, sha256(body))
        self.unnamed[wish.path] = wish
        answer = self.server.upload(body, name, folder=folder, conflict=self.dice.choice(['fail', 'rename', 'replace']))
        if answer.status == 201:
            document = Document(answer.json['id'], wish)
            self.documents.append(document)
            self.touched.add(document)
            self.acknowledge(document, wish, 'document.created', answer.json)
            del self.unnamed[wish.path]
        elif answer.status:
            self.rejected.append((name, answer))
        return answer.status

    def save(self):
        document, body = self.choose(), self.body()
        wish = document.state.but(hash=sha256(body))
        return self.ask(document, wish, 'PUT', f'{document.address}/content', 'document.changed', body)

    def move(self):
        document, (folder, name) = self.choose(), self.place()
        wish = document.state.but(folder=folder, name=name)
        body = json.dumps({'folder': folder, 'name': name})
        return self.ask(document, wish, 'PATCH', document.address, 'document.moved', body)

    def throw_away(self):
        document = self.choose()
        return self.ask(document, document.state.but(where=TRASHED), 'DELETE', document.address, 'document.deleted')

    def bring_back(self):
        document = self.choose(TRASHED)
        if document:
            wish = document.state.but(where=THERE)
            return self.ask(document, wish, 'POST', f'{document.address}/restore', 'document.restored')

    def go_back(self):
        document = self.choose()
        kept = [
            (number, hash)
            for number, hash in document.versions.items()
            if hash != document.state.hash
        ]
        if kept:
            number, hash = self.dice.choice(kept)
            path = f'{document.address}/versions/{number}/restore'
            return self.ask(document, document.state.but(hash=hash), 'POST', path, 'document.changed')

    # On the disk, in one step of the kernel each but for who writes into a file

    def path(self, state):
        return f'{self.root}/Documents/{state.path}'

    def edit_on_disk(self):
        document, body = self.choose(), self.body()
        other = f'{os.path.dirname(self.path(document.state))}/.saving-{self.number}'
        with open(other, 'wb') as file:
            file.write(body)
        os.replace(other, self.path(document.state))
        document.is_replaced = True
        document.state = document.state.but(hash=sha256(body))
        self.note_on_disk(document, 'edited')

    def write_over_on_disk(self):
        document, body = self.choose(), self.body()
        file = os.open(self.path(document.state), os.O_WRONLY)
        os.pwrite(file, body, 0)
        os.ftruncate(file, len(body))
        os.close(file)
        document.state = document.state.but(hash=sha256(body))
        self.note_on_disk(document, 'written over')

    def rename_on_disk(self):
        document, (folder, name) = self.choose(), self.place()
        if document.is_replaced:
            return
        wish = document.state.but(folder=folder, name=name)
        os.makedirs(os.path.dirname(self.path(wish)), exist_ok=True)
        os.rename(self.path(document.state), self.path(wish))
        document.state, document.is_astray = wish, True
        self.note_on_disk(document, 'renamed')

    def remove_on_disk(self):
        document = self.choose()
        # Many at once would be taken for a disk that is away.
        if self.removals:
            return
        self.removals += 1
        os.remove(self.path(document.state))
        document.state, document.is_astray = document.state.but(where=REMOVED), True
        self.note_on_disk(document, 'removed')

    def put_on_disk(self):
        (folder, name), body = self.place(), self.body()
        wish = State(folder, name, sha256(body))
        os.makedirs(f'{self.root}/Documents/{folder}', exist_ok=True)
        other = f'{self.root}/Documents/{folder}/.putting-{self.number}'
        with open(other, 'wb') as file:
            file.write(body)
        os.rename(other, self.path(wish))
        self.unnamed[wish.path] = wish
        self.kinds['put on the disk'] += 1

    def note_on_disk(self, document, what):
        self.touched.add(document)
        self.kinds[f'{what} on the disk'] += 1
