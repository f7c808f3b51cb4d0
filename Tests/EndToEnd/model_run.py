"""One run of a server beside its model: asks both, and compares what they say."""

import hashlib
import json
import os
import random
import subprocess
from collections import Counter
from urllib.parse import quote

from event_log import EventLog
from model_documents import Document, Model, fold, marks_of, sha256
from server import Server

FOLDERS = ['', 'Papers', 'Papers/2024', '\u00dcbung']
NAMES = [
    'report.txt',
    'report 2.txt',
    'Notes.md',
    '\u00fcber.txt',
    'data.bin',
    'page 9.txt',
    'page 10.txt',
    'no ending',
]
TAGS = ['tax', 'Tax', 'invoice', '\u00dcber', '2024']
# Longer than the time between two passes over the tree.
NOTICE_SECONDS = 45
QUICK_SECONDS = 3


class Mismatch(Exception):
    """Server and model differ."""


def demand(held, what, got=''):
    if not held:
        raise Mismatch(f'{what}: {str(got)[:600]}')


class Run:
    """A server on `root`, its model, and the events that were heard. In a `with`."""

    def __init__(self, binary, root, waits=0):
        self.root, self.binary = root, os.path.abspath(binary)
        # Whether changes of the disk are noticed at once, and how often else to wait for the next pass over the tree.
        self.is_quick, self.waits = False, waits
        self.server, self.model, self.log = Server(binary, root), Model(), EventLog()
        # Documents whose file may still be taken for removed one by one; see MissingFiles in the server.
        self.removals = 0
        # Batches that were done, the last one last.
        self.batches = []

    def __enter__(self):
        self.server.start()
        self.log.connect(self.server)
        return self

    def __exit__(self, *_):
        self.log.disconnect()
        self.server.kill()

    def restart(self, killed, meanwhile=lambda: None):
        """Ends the server, does something, and starts it again."""
        if killed:
            self.server.kill()
        else:
            status = self.server.stop()
            demand(status == 0, 'it ends when asked to', status)
        self.log.disconnect()
        meanwhile()
        self.server.start()
        self.removals = 0
        self.log.connect(self.server)

    # Asking

    def change(self, method, path, body=None, status=200, code=None, headers=None):
        """A request; its answer has this status and code, or server and model differ."""
        answer = self.server.ask(method, path, body, headers)
        demand(
            answer.status == status and answer.code == code,
            f'{method} {path} {headers or ""} should be {status} {code or ""}',
            answer,
        )
        return answer

    def patch(self, document, changes, **expected):
        body = json.dumps(changes).encode()
        return self.change('PATCH', address(document), body, **expected)

    def upload(self, folder, name, body, conflict, **expected):
        query = f'name={quote(name)}&folder={quote(folder)}&conflict={conflict}'
        return self.change('POST', f'/api/v1/documents?{query}', body, **expected)

    def fetch(self, document):
        """Asks for the document, compares it, and returns its tag."""
        answer = self.change('GET', address(document))
        self.compare(answer.json, document)
        tag = answer.headers['ETag']
        if tag not in document.tags:
            document.tags.append(tag)
        return tag

    def compare(self, shown, document):
        """Compares a document as the server shows it."""
        wanted = {
            'id': document.id,
            'folder': document.folder,
            'name': document.name,
            'sha256': document.sha256,
            'size': self.model.size(document.sha256),
            'version': len(document.versions),
        }
        found = {name: shown.get(name) for name in wanted}
        demand(found == wanted, f'the document should be {wanted}', shown)
        demand(marks_of(shown) == document.marks, f'the marks should be {document.marks}', shown)
        demand(('trashed' in shown and shown['trashed'] is not None) == document.trashed, 'in the Trash or not', shown)

    def added(self, shown, folder, name, hash, **more):
        """A new document of the server's answer goes into the model."""
        document = self.model.create(shown['id'], folder, name, hash, **more)
        self.compare(shown, document)
        return document

    # Contents and versions

    def compare_content(self, document):
        answer = self.server.get(f'{address(document)}/content')
        demand(answer.status == 200 and sha256(answer.body) == document.sha256, f'the bytes of {document.path}', answer)
        demand(answer.headers['ETag'] == f'"{document.sha256}"', 'the tag of the content', answer.headers['ETag'])

    def compare_versions(self, document):
        shown, cursor = [], {}
        while cursor is not None:
            page = self.change('GET', f'{address(document)}/versions?limit=3{cursor.get("more", "")}').json
            shown += page['versions']
            cursor = {'more': f'&cursor={page["next"]}'} if page['next'] else None
        count = len(document.versions)
        wanted = [
            (number, one.sha256, one.origin, one.restored_from, self.model.has_bytes(one.sha256), number == count)
            for number, one in reversed(list(enumerate(document.versions, 1)))
        ]
        names = ('number', 'sha256', 'origin', 'restoredFrom', 'kept', 'current')
        found = [tuple(one[name] for name in names) for one in shown]
        demand(found == wanted, f'the versions of {document.path} should be {wanted}', found)

    def compare_version_content(self, document, number):
        hash = document.versions[number - 1].sha256
        answer = self.server.get(f'{address(document)}/versions/{number}/content')
        if self.model.has_bytes(hash):
            demand(answer.status == 200 and sha256(answer.body) == hash, f'version {number} of {document.path}', answer)
        else:
            demand(answer.status == 410 and answer.code == 'version-gone', f'version {number} is gone', answer)

    # Lists and events

    def compare_list(self, limit, **question):
        """A list by pages of `limit` is the model's."""
        filters = {name: question[name] for name in ('folder', 'deep', 'tag', 'favourite') if name in question}
        is_trashed, sort = question.get('trashed') == 'true', question.get('sort', '-modified')
        wanted = self.model.listed(sort, is_trashed, question.get('q'), **filters)
        found, cursor = [], None
        while True:
            more = {'cursor': cursor} if cursor else {}
            answer = self.server.get('/api/v1/documents', limit=limit, **question, **more)
            demand(answer.status == 200, f'the list {question}', answer)
            page = answer.json['documents']
            found += page
            cursor = answer.json['next']
            demand(len(page) == limit or not cursor, 'only the last page is short', (len(page), cursor))
            if not cursor:
                break
        self.compare_ids([one['id'] for one in found], wanted, f'the list {question} by {limit}')
        for one in found:
            self.compare(one, self.model.documents[one['id']])

    def compare_ids(self, found, wanted, title):
        if found != wanted:
            names = lambda ids: [getattr(self.model.documents.get(id), 'path', id) for id in ids]
            demand(False, f'{title} should be {names(wanted)}', names(found))

    def compare_folders(self):
        """All folders, each before those in it, and how many documents lie in each."""
        found, cursor = [], {}
        while cursor is not None:
            page = self.change('GET', f'/api/v1/folders?deep=true&limit=3{cursor.get("more", "")}').json
            found += [(one['path'], one['documents'], one['hasFolders']) for one in page['folders']]
            cursor = {'more': f'&cursor={quote(page["next"])}'} if page['next'] else None
        folders = self.model.folders - {''}
        living = [one.folder for one in self.model.living()]
        parents = {path.rpartition('/')[0] for path in folders}
        wanted = {(path, living.count(path), path in parents) for path in folders}
        demand(set(found) == wanted and len(found) == len(wanted), f'the folders should be {sorted(wanted)}', found)
        before = {''}
        for path, _, _ in found:
            demand(path.rpartition('/')[0] in before, 'each folder comes before those in it', found)
            before.add(path)

    def compare_tags(self):
        """How many documents out of the Trash have each tag, in whatever case."""
        shown = self.change('GET', '/api/v1/tags').json['tags']
        found = {fold(one['tag']): one['documents'] for one in shown}
        counts = Counter(fold(tag) for one in self.model.living() for tag in one.marks['tags'])
        demand(found == counts and len(found) == len(shown), f'the tags should be {dict(counts)}', shown)

    def compare_events(self):
        """All events so far, in order, none twice, none missing."""
        wanted = self.model.events
        self.log.wait(len(wanted), 10)
        demand(not self.log.faults, 'events without gaps and repeats', self.log.faults)
        found = [told(event) for event in self.log.events]
        for number, pair in enumerate(zip(wanted, found)):
            demand(pair[0] == pair[1], f'event {number} should be {pair[0]}', pair[1])
        demand(len(found) == len(wanted), f'{len(wanted)} events', found[len(wanted) :] or f'only {len(found)}')

    def told(self, kind, documents, change):
        """The next events are of this kind, one for each of these documents in any order; `change` makes them so."""
        known, left = len(self.model.events), {one.id: one for one in documents}
        demand(self.log.wait(known + len(left), 10), f'{len(left)} events', self.log.events[known:])
        for event in self.log.events[known : known + len(left)]:
            demand(event.kind == kind and event.document['id'] in left, f'{kind} of {list(left)}', event)
            change(left.pop(event.document['id']))
            wanted = self.model.events[-1]
            demand(told(event) == wanted, f'the event should be {wanted}', event)

    # The disk

    def path(self, document):
        return f'{self.root}/Documents/{document.path}'

    def notice(self, count, allowed):
        """Waits for `count` or more changes that others made, and takes each into the model that `allowed` lets in."""
        known = len(self.model.events)
        demand(
            self.log.wait(known + count, NOTICE_SECONDS),
            f'{count} changes on the disk are noticed',
            self.log.events[known:],
        )
        self.log.settle(0.05)
        while len(self.model.events) < len(self.log.events):
            event = self.log.events[len(self.model.events)]
            demand(allowed(event), 'a change on the disk is told as it was', event)
        demand(not self.log.faults, 'events without gaps and repeats', self.log.faults)

    @property
    def may_wait(self):
        return self.is_quick or self.waits > 0

    def waited(self, seconds):
        self.is_quick = seconds < QUICK_SECONDS
        self.waits -= not self.is_quick

    # At the end

    def compare_all(self):
        self.compare_events()
        for sort in ('name', '-name', 'created', '-created', 'modified', '-modified', 'size', '-size'):
            self.compare_list(50, sort=sort)
        self.compare_list(50, sort='name', trashed='true')
        for document in list(self.model.documents.values()):
            self.fetch(document)
            self.compare_content(document)
            self.compare_versions(document)
            for number in range(1, len(document.versions) + 1):
                self.compare_version_content(document, number)
        self.compare_folders()
        self.compare_tags()
        for id in self.model.gone:
            self.change('GET', f'{address(id)}/content', status=404, code='not-found')
            self.change('GET', f'{address(id)}/versions', status=404, code='not-found')
        self.compare_tree()

    def compare_tree(self):
        wanted = {document.path: document.sha256 for document in self.model.living()}
        top, found, folders = f'{self.root}/Documents', {}, set()
        for folder, _, names in os.walk(top):
            folders.add('' if folder == top else os.path.relpath(folder, top))
            for name in names:
                path = os.path.join(folder, name)
                with open(path, 'rb') as file:
                    found[os.path.relpath(path, top)] = hashlib.sha256(file.read()).hexdigest()
        demand(found == wanted, 'the files are those of the documents', found.items() ^ wanted.items())
        demand(folders == self.model.folders, 'the folders are those of the model', folders ^ self.model.folders)

    def verify(self):
        demand(self.server.stop() == 0, 'it ends when asked to', self.server.process.returncode)
        staged = os.listdir(f'{self.root}/tmp')
        demand(not staged, 'nothing stays in tmp', staged)
        found = subprocess.run(
            [self.binary, 'verify', '--root', self.root], capture_output=True, text=True, timeout=600
        )
        demand(found.returncode == 0, 'verify is clean', found.stdout + found.stderr)


def address(document):
    return f'/api/v1/documents/{document.id if isinstance(document, Document) else document}'


def told(event):
    """An event as the model has it."""
    one = event.document
    return (event.kind, one['id'], one['folder'], one['name'], one['sha256'], one['version'])


def body(dice):
    """Bytes of a document: often those of another, sometimes many."""
    kind = dice.random()
    if kind < 0.25:
        return f'content {dice.randrange(6)}\n'.encode() * 7
    if kind < 0.28:
        return b''
    if kind < 0.32:
        return random.Random(dice.random()).randbytes(700_000)
    return f'{dice.random()}\n'.encode() * dice.randint(1, 60)


def fresh(dice):
    """Bytes that no other document has."""
    return f'{dice.getrandbits(128):x}\n'.encode() * dice.randint(1, 60)
