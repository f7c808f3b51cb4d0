"""Clients that change documents of their own while a server's changes of the disk are written down.

Each has documents and folders that no other client touches, and does one thing after the other: so at any moment what
it has is what was acknowledged last, or that and the one request on its way, wholly.
"""

import hashlib
import http.client
import json
import random
from collections import Counter, namedtuple
from urllib.parse import quote, urlencode

from package_archive import archive_of
from server import Answer

THERE, TRASHED, REMOVED = 'there', 'in the Trash', 'removed for good'
# So many documents each client keeps out of the Trash.
MOST, FEWEST = 12, 4
PREFERENCE = 'library.order'
PREFERENCES = ['-created', 'created', '-modified', 'name', '-name', '-size', 'size']


def sha256(data):
    return hashlib.sha256(data).hexdigest()


# `draft` is the hash of what was handed over and will be saved, `versions` are hashes by number, as acknowledged.
Document = namedtuple('Document', 'id folder name hash where tags draft versions')


class State:
    """All that a client has: documents by their ids, folders that it made, folders that went, its preference."""

    def __init__(self, documents=None, folders=frozenset(), gone=frozenset(), preference=None):
        self.documents, self.folders, self.gone, self.preference = documents or {}, folders, gone, preference

    def but(self, *documents, **changes):
        merged = {**self.documents, **{one.id: one for one in documents}}
        return State(**{**vars(self), 'documents': merged, **changes})


class Step:
    """A request: when it began and was answered, as numbers of entries, and what it makes of the client's state."""

    def __init__(self, kind, start, state):
        self.kind, self.start, self.state = kind, start, state
        # Before anybody knows the id of what it makes.
        self.wish = state
        self.port = self.acknowledged = None


class Client:
    """Does one thing after the other, until it is enough or something is refused."""

    def __init__(self, number, seed, server, record):
        self.number, self.server, self.record, self.left = number, server, record, 0
        self.dice = random.Random(f'{seed}-{number}')
        # The state before the first step, and the one after each.
        self.first, self.steps, self.rejected, self.sent = State(), [], [], set()
        self.sessions, self.names = {}, 0

    def work(self, count):
        self.left = count
        kinds = {
            self.upload: 6, self.upload_package: 1, self.save: 6, self.move: 4, self.mark: 2, self.throw_away: 3,
            self.bring_back: 3, self.remove: 2, self.go_back: 3, self.copy: 1, self.hand_over: 3, self.close: 1,
            self.batch: 2, self.make_folder: 1, self.rename_folder: 2, self.remove_folder: 1, self.prefer: 1,
        }  # fmt: skip
        while self.left > 0:
            if len(self.there()) < FEWEST:
                kind = self.upload
            elif len(self.there()) > MOST:
                kind = self.throw_away
            else:
                kind = self.dice.choices(list(kinds), list(kinds.values()))[0]
            if kind() == 0:
                return

    def stopped(self):
        """The server has ended well, and saved what was handed over."""
        saved = [one._replace(hash=one.draft, draft=None) for one in self.there(draft=True)]
        step = Step('stopped', self.record.count, self.state.but(*saved))
        step.acknowledged = step.start
        self.steps.append(step)
        self.sessions.clear()

    # What it knows

    @property
    def state(self):
        return self.steps[-1].state if self.steps else self.first

    def there(self, draft=False):
        found = self.state.documents.values()
        return [one for one in found if one.where == THERE and bool(one.draft) == draft]

    def choose(self, documents):
        documents = list(documents)
        return self.dice.choice(documents) if documents else None

    def trashed(self):
        return [one for one in self.state.documents.values() if one.where == TRASHED]

    def body(self):
        """Text: other bytes may look like something that can be shown and not edited."""
        size = 200_000 if self.dice.random() < 0.1 else int(2 ** self.dice.uniform(5, 15))
        return self.note(self.dice.randbytes(size // 2).hex().encode())

    def package(self):
        """Flat, so that its archive needs no entries of folders."""
        files = {'TXT.rtf': self.dice.randbytes(300), 'picture.png': self.dice.randbytes(5000)}
        return self.note(archive_of(files))

    def note(self, body):
        self.sent.add(sha256(body))
        return body

    def fresh(self, ending='.txt'):
        self.names += 1
        return f'{self.number}-{self.names}{ending}'

    def folder(self):
        """One that others put things into as well, or one of its own, new or there."""
        new = f'C{self.number}/New {self.record.count}'
        return self.dice.choice(['', f'C{self.number}/Deep/Deeper', new, *self.state.folders])

    # Requests

    def ask(self, kind, state, method, path, body=None, learn=None):
        """A request that makes `state`; `learn` gives the state that its answer tells of. Returns the status."""
        self.left -= 1
        connection = http.client.HTTPConnection('127.0.0.1', self.server.port, timeout=60)
        # What it would be is known before it is sent: it may be done and never answered.
        step = Step(kind, self.record.count, state)
        try:
            connection.connect()
            step.port = connection.sock.getsockname()[1]
            headers = {'Content-Type': 'application/json'} if isinstance(body, str) else {}
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        except (OSError, http.client.HTTPException) as error:
            answer = Answer(0, {}, repr(error).encode())
        finally:
            connection.close()
        if answer.status not in (200, 201, 202, 204):
            self.rejected.append((kind, path, answer))
            self.left = 0
            return 0
        if learn:
            step.state = learn(answer.json)
        self.steps.append(step)
        return answer.status

    def change(self, kind, document, method, rest='', body=None):
        """A request that makes `document` of one of the documents, and tells it."""

        def learn(shown):
            if not shown:
                return self.state.but(document)
            told = Document(document.id, shown['folder'], shown['name'], shown['sha256'], document.where,
                            tuple(shown['tags']), document.draft, document.versions)  # fmt: skip
            if told != document:
                self.rejected.append(('acknowledged something else', document, told))
            told = told._replace(versions={**told.versions, shown['version']: shown['sha256']})
            # What comes back to a folder that went makes it again.
            return self.state.but(told, gone=self.state.gone - {told.folder})

        path = f'/api/v1/documents/{document.id}{rest}'
        return self.ask(kind, self.state.but(document), method, path, body, learn)

    def upload(self, name=None, body=None):
        folder, name, body = self.folder(), name or self.fresh(), body or self.body()
        wish = Document(None, folder, name, sha256(body), THERE, (), None, {})

        query = urlencode({'name': name, 'folder': folder}, quote_via=quote)
        learn = lambda shown: self.state.but(self.made(wish, shown))
        return self.ask('uploaded', self.state.but(wish), 'POST', f'/api/v1/documents?{query}', body, learn)

    def upload_package(self):
        return self.upload(self.fresh('.rtfd'), self.package())

    def save(self):
        document = self.choose(self.there())
        body = self.package() if document.name.endswith('.rtfd') else self.body()
        return self.change('saved', document._replace(hash=sha256(body)), 'PUT', '/content', body)

    def move(self):
        document = self.choose(self.there())
        place = {'folder': self.folder(), 'name': self.fresh(document.name[document.name.index('.') :])}
        return self.change('moved', document._replace(**place), 'PATCH', '', json.dumps(place))

    def mark(self):
        document, tag = self.choose(self.there()), f'tag {self.dice.randrange(100)}'
        return self.change('marked', document._replace(tags=(tag,)), 'PATCH', '', json.dumps({'tags': [tag]}))

    def throw_away(self):
        if document := self.choose(self.there()):
            return self.change('thrown away', document._replace(where=TRASHED), 'DELETE')

    def bring_back(self):
        if document := self.choose(self.trashed()):
            return self.change('brought back', document._replace(where=THERE), 'POST', '/restore')

    def remove(self):
        if document := self.choose(self.trashed()):
            return self.change('removed for good', document._replace(where=REMOVED), 'DELETE', '?permanently=true')

    def go_back(self):
        document = self.choose(self.there())
        if earlier := [one for one in document.versions.items() if one[1] != document.hash]:
            number, hash = self.choose(earlier)
            return self.change('went back', document._replace(hash=hash), 'POST', f'/versions/{number}/restore')

    def copy(self):
        document = self.choose(one for one in self.there() if not one.name.endswith('.rtfd'))
        if not document:
            return None
        wish = document._replace(id=None, folder=self.folder(), name=self.fresh(), versions={})
        body = json.dumps({'folder': wish.folder, 'name': wish.name})
        learn = lambda shown: self.state.but(self.made(wish, shown))
        return self.ask('copied', self.state.but(wish), 'POST', f'/api/v1/documents/{document.id}/copy', body, learn)

    def made(self, wish, shown):
        return wish._replace(id=shown['id'], versions={shown['version']: shown['sha256']}, tags=tuple(shown['tags']))

    # Sessions

    def hand_over(self):
        """What is handed over is saved a second later by itself, or when the session ends, or at the next start."""
        documents = [one for one in self.there() + self.there(draft=True) if not one.name.endswith('.rtfd')]
        document, body = self.choose(documents), self.body()
        if not document:
            return None
        address = f'/api/v1/documents/{document.id}/sessions'
        if document.id not in self.sessions:
            same = self.state
            status = self.ask('opened', same, 'POST', address, learn=lambda shown: self.opened(document.id, shown))
            if not status:
                return 0
        session, sequence = self.sessions[document.id]
        self.sessions[document.id] = session, sequence + 1
        path = f'{address}/{session}/content?sequence={sequence + 1}'
        return self.ask('handed over', self.state.but(document._replace(draft=sha256(body))), 'PUT', path, body)

    def opened(self, document, shown):
        self.sessions[document] = shown['id'], 0
        return self.state

    def close(self):
        if document := self.choose(self.there(draft=True)):
            session, _ = self.sessions.pop(document.id)
            saved = document._replace(hash=document.draft, draft=None)
            path = f'/api/v1/documents/{document.id}/sessions/{session}'
            return self.ask('closed', self.state.but(saved), 'DELETE', path)

    # Several at once

    def batch(self):
        documents = [one for one in self.there() if not one.name.endswith('.rtfd')]
        if len(documents) < 4:
            return None
        first, second, third, fourth = self.dice.sample(documents, 4)
        tag = f'batch {self.names}'
        swapped = [
            first._replace(folder=second.folder, name=second.name),
            second._replace(folder=first.folder, name=first.name),
        ]
        wanted = [{'op': 'move', 'document': one.id, 'folder': one.folder, 'name': one.name} for one in swapped]
        wanted += [
            {'op': 'mark', 'document': third.id, 'tags': [tag]},
            {'op': 'trash', 'document': fourth.id},
        ]
        state = self.state.but(*swapped, third._replace(tags=(tag,)), fourth._replace(where=TRASHED))
        return self.ask('done together', state, 'POST', '/api/v1/batches', json.dumps({'operations': wanted}))

    def make_folder(self):
        folder = f'Box {self.fresh("")}'
        state = self.state.but(folders=self.state.folders | {folder})
        return self.ask('folder made', state, 'POST', '/api/v1/folders', json.dumps({'folder': folder}))

    def rename_folder(self):
        if not self.state.folders:
            return self.make_folder()
        folder, to = self.choose(sorted(self.state.folders)), f'Crate {self.fresh("")}'
        inside = [one for one in self.state.documents.values() if one.where == THERE and one.folder == folder]
        state = self.state.but(
            *(one._replace(folder=to) for one in inside),
            folders=self.state.folders - {folder} | {to},
            gone=self.state.gone | {folder},
        )
        return self.ask('folder renamed', state, 'PATCH', '/api/v1/folders', json.dumps({'folder': folder, 'to': to}))

    def remove_folder(self):
        if not self.state.folders:
            return None
        folder = self.choose(sorted(self.state.folders))
        inside = [one for one in self.state.documents.values() if one.where == THERE and one.folder == folder]
        # What waits to be saved would have to be told apart from what was.
        if any(one.draft for one in inside):
            return None
        state = self.state.but(
            *(one._replace(where=TRASHED) for one in inside),
            folders=self.state.folders - {folder},
            gone=self.state.gone | {folder},
        )
        return self.ask('folder removed', state, 'DELETE', f'/api/v1/folders?folder={quote(folder)}')

    def prefer(self):
        """There is one for all clients, so one of them chooses."""
        if self.number:
            return None
        value = self.choose([one for one in PREFERENCES if one != self.state.preference])
        path = f'/api/v1/preferences/{PREFERENCE}'
        return self.ask('chosen', self.state.but(preference=value), 'PUT', path, json.dumps(value))


class Load:
    """What all clients did in one life of a server, in numbers of entries of its record."""

    def __init__(self, clients, history):
        self.clients = clients
        self.steps = [step for client in clients for step in client.steps]
        self.sent = set().union(*(client.sent for client in clients))
        self.untold = []
        answers = {}
        for number, port in history.answers:
            answers.setdefault(port, []).append(number)
        for step in [one for one in self.steps if one.port]:
            step.acknowledged = next((one for one in answers.get(step.port, []) if one >= step.start), None)
            if step.acknowledged is None:
                self.untold.append(step.kind)

    @property
    def kinds(self):
        return Counter(step.kind for step in self.steps if step.port)

    def allowed(self, cut):
        """For each client the states that there may be when the power goes before the entry `cut`, the sure one first."""
        for client in self.clients:
            done = [step for step in client.steps if step.acknowledged < cut]
            begun = client.steps[len(done) : len(done) + 1]
            states = [done[-1].state if done else client.first]
            yield states + [state for step in begun if step.start < cut for state in (step.wish, step.state)]

    def latest(self, cut):
        """What had been acknowledged last."""
        done = [step for step in self.steps if step.acknowledged < cut]
        return max(done, key=lambda step: step.acknowledged, default=None)
