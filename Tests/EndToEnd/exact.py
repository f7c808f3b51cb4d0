"""A client whose changes are all noticed: each answer and each event is compared with the model."""

import hashlib
import os
import random
from collections import Counter
from urllib.parse import quote

from event_log import EventLog
from load import Request, require, shown_documents, upload_path
from oracle import Model, fold, metadata_of, sha256
from program import damage
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
PLACES = [*FOLDERS[1:], 'Papers/2025', 'Old', 'Old/Papers', 'Old/Papers/Deep']
TAGS = ['tax', 'Tax', 'invoice', '\u00dcber', '2024']
# Longer than the interval between two passes over the tree.
NOTICE_SECONDS = 45
QUICK_SECONDS = 3


class Run:
    """A server on `root`, its model, and the events received. In a `with`."""

    tags, is_exact = TAGS, True
    # So many documents stay out of the Trash.
    fewest = 8

    def __init__(self, binary, root, waits=0):
        self.root, self.binary = root, os.path.abspath(binary)
        # Whether the server notices changes of the disk at once, and how often the run waits for the next pass
        # instead.
        self.is_quick, self.waits = False, waits
        self.server, self.model, self.log = Server(binary, root), Model(), EventLog()
        # Documents whose missing file may still be noticed one by one; see MissingFiles in the server.
        self.removals = 0
        self.model.order, self.model.parked = self.order, self.parked

    def __enter__(self):
        self.server.start()
        self.log.connect(self.server)
        return self

    def __exit__(self, *_):
        self.log.disconnect()
        self.server.kill()

    def restart(self, killed, meanwhile=lambda: None):
        """Ends the server, calls `meanwhile`, and starts the server again."""
        if killed:
            self.server.kill()
        else:
            status = self.server.stop()
            require(status == 0, 'SIGTERM ends it', status)
        self.log.disconnect()
        meanwhile()
        self.server.start()
        self.removals = 0
        self.log.connect(self.server)

    # Requests

    def do(self, request):
        """Sends the request, and compares the changed documents with the model."""
        answer = self.expect(request)
        request.effect(self.model, answer.json)
        for shown in shown_documents(answer):
            self.compare(shown, self.model.documents[shown['id']])
        return answer

    def expect(self, request):
        """Sends the request; the answer must have the expected status and code."""
        answer = self.server.ask(request.method, request.path, request.body, request.headers)
        expected = (request.status, request.code)
        require((answer.status, answer.code) == expected, f'{request} should be {expected}', answer)
        return answer

    def change(self, method, path, body=None, status=200, code=None, headers=None):
        return self.expect(Request('asked', method, path, body, headers, None, status, code))

    def patch(self, document, changes, **expected):
        return self.change('PATCH', document.address, changes, **expected)

    def upload(self, folder, name, body, conflict, **expected):
        return self.change('POST', upload_path(folder, name, conflict), body, **expected)

    def fetch(self, document):
        """Reads the document, compares it, and returns its tag."""
        answer = self.change('GET', document.address)
        self.compare(answer.json, document)
        tag = answer.headers['ETag']
        if tag not in document.tags:
            document.tags.append(tag)
        return tag

    def compare(self, shown, document):
        wanted = {
            'id': document.id,
            'folder': document.folder,
            'name': document.name,
            'sha256': document.sha256,
            'size': self.model.size(document.sha256),
            'version': document.version,
        }
        found = {name: shown.get(name) for name in wanted}
        require(found == wanted, f'the document should be {wanted}', shown)
        require(metadata_of(shown) == document.marks, f'the marks should be {document.marks}', shown)
        require(('trashed' in shown and shown['trashed'] is not None) == document.trashed, 'in the Trash or not', shown)

    def added(self, shown, folder, name, hash, **more):
        """Adds the new document of the server's answer to the model."""
        document = self.model.create(shown, folder, name, hash, **more)
        self.compare(shown, document)
        return document

    # Choices: any operation; the server refuses the impossible ones

    def living(self, noticed=False):
        return self.model.living()

    def thrown_away(self):
        return self.model.thrown_away()

    def removable(self, dice):
        return self.model.living() if dice.random() < 0.2 else self.model.thrown_away()

    def steps(self):
        return list(self.model.steps)

    def undoable(self):
        return self.model.batches[-6:]

    def version(self, dice, document):
        return dice.randint(1, document.version + 1)

    def has_bytes(self, hash):
        return self.model.has_bytes(hash)

    def tag(self, dice, document, chance=None):
        """A condition that holds: for a document always or sometimes, for a content sometimes."""
        if chance:
            return self.fetch(document) if dice.random() < chance else None
        return dice.choice([None, '*', self.fetch(document), f'"{document.sha256}"'])

    def openers(self, document):
        return [one['identifier'] for one in self.change('GET', f'{document.address}/openers').json['openers']]

    def batch_kinds(self, dice, kinds):
        """Moves come last: whether one can be made depends on the names of all other documents."""
        kinds = [one for one in kinds if one != 'move_and_mark']
        return sorted(dice.sample(kinds, dice.randint(1, len(kinds))), reverse=True)

    def may_have(self, document, name):
        return True

    def place(self, dice, document=None):
        return place(dice)

    def own_folder(self, dice):
        """A folder of this run, mostly an existing one."""
        found = sorted(self.model.folders - {''})
        return dice.choice(found) if found and dice.random() < 0.8 else dice.choice(PLACES)

    def new_folder(self, dice):
        return dice.choice(PLACES), dice.random() < 0.5

    def body(self, dice, name):
        return body(dice)

    def remember(self, body):
        return self.model.remember(body)

    # Contents and versions

    def compare_content(self, document):
        answer = self.server.get(f'{document.address}/content')
        require(answer.status == 200 and sha256(answer.body) == document.sha256, f'the bytes of {document.path}', answer)
        require(answer.headers['ETag'] == f'"{document.sha256}"', 'the tag of the content', answer.headers['ETag'])

    def compare_versions(self, document):
        shown, cursor = [], {}
        while cursor is not None:
            page = self.change('GET', f'{document.address}/versions?limit=3{cursor.get("more", "")}').json
            shown += page['versions']
            cursor = {'more': f'&cursor={page["next"]}'} if page['next'] else None
        wanted = [
            (number, one.sha256, one.origin, one.restored_from, self.has_bytes(one.sha256), number == document.version)
            for number, one in sorted(document.versions.items(), reverse=True)
        ]
        names = ('number', 'sha256', 'origin', 'restoredFrom', 'kept', 'current')
        found = [tuple(one[name] for name in names) for one in shown]
        require(found == wanted, f'the versions of {document.path} should be {wanted}', found)

    def compare_version_content(self, document, number):
        hash = document.versions[number].sha256
        answer = self.server.get(f'{document.address}/versions/{number}/content')
        if self.has_bytes(hash):
            require(answer.status == 200 and sha256(answer.body) == hash, f'version {number} of {document.path}', answer)
        else:
            require(answer.status == 410 and answer.code == 'version-gone', f'version {number} is gone', answer)

    # Lists and events

    def compare_list(self, limit, **question):
        """Compares a list, read by pages of `limit`, with the model's list."""
        filters = {name: question[name] for name in ('folder', 'deep', 'tag', 'favourite') if name in question}
        is_trashed, sort = question.get('trashed') == 'true', question.get('sort', '-modified')
        wanted = self.model.listed(sort, is_trashed, question.get('q'), **filters)
        found, cursor = [], None
        while True:
            more = {'cursor': cursor} if cursor else {}
            answer = self.server.get('/api/v1/documents', limit=limit, **question, **more)
            require(answer.status == 200, f'the list {question}', answer)
            page = answer.json['documents']
            found += page
            cursor = answer.json['next']
            require(len(page) == limit or not cursor, 'only the last page is short', (len(page), cursor))
            if not cursor:
                break
        self.compare_ids([one['id'] for one in found], wanted, f'the list {question} by {limit}')
        for one in found:
            self.compare(one, self.model.documents[one['id']])

    def compare_ids(self, found, wanted, title):
        if found != wanted:
            names = lambda ids: [getattr(self.model.documents.get(id), 'path', id) for id in ids]
            require(False, f'{title} should be {names(wanted)}', names(found))

    def compare_folders(self):
        """Compares all folders, each after its parent, and their document counts."""
        found, cursor = [], {}
        while cursor is not None:
            page = self.change('GET', f'/api/v1/folders?deep=true&limit=3{cursor.get("more", "")}').json
            found += [(one['path'], one['documents'], one['hasFolders']) for one in page['folders']]
            cursor = {'more': f'&cursor={quote(page["next"])}'} if page['next'] else None
        folders = self.model.folders - {''}
        living = [one.folder for one in self.model.living()]
        parents = {path.rpartition('/')[0] for path in folders}
        wanted = {(path, living.count(path), path in parents) for path in folders}
        require(set(found) == wanted and len(found) == len(wanted), f'the folders should be {sorted(wanted)}', found)
        before = {''}
        for path, _, _ in found:
            require(path.rpartition('/')[0] in before, 'each folder comes before those in it', found)
            before.add(path)

    def compare_tags(self):
        """Compares the count of documents of each tag out of the Trash; case is ignored."""
        shown = self.change('GET', '/api/v1/tags').json['tags']
        found = {fold(one['tag']): one['documents'] for one in shown}
        counts = Counter(fold(tag) for one in self.model.living() for tag in one.marks['tags'])
        require(found == counts and len(found) == len(shown), f'the tags should be {dict(counts)}', shown)

    def compare_events(self):
        """Compares all events so far with the model: in order, none repeated, none missing."""
        wanted = self.model.events
        self.log.wait(len(wanted), 10)
        require(not self.log.faults, 'events without gaps and repeats', self.log.faults)
        found = [told(event) for event in self.log.events]
        for number, pair in enumerate(zip(wanted, found)):
            require(pair[0] == pair[1], f'event {number} should be {pair[0]}', pair[1])
        require(len(found) == len(wanted), f'{len(wanted)} events', found[len(wanted) :] or f'only {len(found)}')

    def order(self, kind, documents):
        """The next events are of this kind, one for each of these documents, in the order given."""
        known, left = len(self.model.events), {one.id: one for one in documents}
        require(self.log.wait(known + len(left), 10), f'{len(left)} events', self.log.events[known:])
        events = self.log.events[known : known + len(left)]
        for event in events:
            require(event.kind == kind and event.document['id'] in left, f'{kind} of {list(left)}', event)
        return [left.pop(event.document['id']) for event in events]

    def parked(self, document, target):
        """The name that the server has chosen for a document that waits for another name, from its event."""
        number = len(self.model.events)
        require(self.log.wait(number + 1, 10), 'an event of a document that waits for its name')
        one = self.log.events[number].document
        require(one['id'] == document.id and one['folder'] == target[0], f'it waits beside {target}', one)
        require(one['name'].endswith(f' {target[1]}'), f'under a name of its own, for {target}', one)
        return one['folder'], one['name']

    def compare_gone(self, document):
        for rest in ('', '/content', '/versions', '/versions/1/content'):
            self.change('GET', document.address + rest, status=404, code='not-found')
        self.change('POST', f'{document.address}/restore', status=404, code='not-found')

    def compare_refused(self, answer, number):
        require(answer.json['operation'] == number, f'operation {number} is refused', answer)

    def compare_changed(self, answer, changed):
        require(set(answer.json['documents']) == changed, f'{changed} have changed', answer)

    # Changes on the disk

    def path(self, document):
        return f'{self.root}/Documents/{document.path}'

    def notice(self, count, allowed):
        """Waits for `count` or more changes made on the disk; `allowed` applies each event to the model."""
        known = len(self.model.events)
        require(
            self.log.wait(known + count, NOTICE_SECONDS),
            f'{count} changes on the disk are noticed',
            self.log.events[known:],
        )
        self.log.settle(0.05)
        while len(self.model.events) < len(self.log.events):
            event = self.log.events[len(self.model.events)]
            require(allowed(event), 'an event describes the change on the disk', event)
        require(not self.log.faults, 'events without gaps and repeats', self.log.faults)

    @property
    def may_wait(self):
        return self.is_quick or self.waits > 0

    def waited(self, seconds):
        self.is_quick = seconds < QUICK_SECONDS
        self.waits -= not self.is_quick

    # The end of a run

    def compare_all(self):
        self.compare_events()
        for sort in ('name', '-name', 'created', '-created', 'modified', '-modified', 'size', '-size'):
            self.compare_list(50, sort=sort)
        self.compare_list(50, sort='name', trashed='true')
        for document in list(self.model.documents.values()):
            self.fetch(document)
            self.compare_content(document)
            self.compare_versions(document)
            for number in document.versions:
                self.compare_version_content(document, number)
        self.compare_folders()
        self.compare_tags()
        for id in self.model.gone:
            self.change('GET', f'/api/v1/documents/{id}/content', status=404, code='not-found')
            self.change('GET', f'/api/v1/documents/{id}/versions', status=404, code='not-found')
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
        require(found == wanted, 'the files are those of the documents', found.items() ^ wanted.items())
        require(folders == self.model.folders, 'the folders are those of the model', folders ^ self.model.folders)

    def verify(self):
        require(self.server.stop() == 0, 'SIGTERM ends it', self.server.process.returncode)
        staged = os.listdir(f'{self.root}/tmp')
        require(not staged, 'nothing stays in tmp', staged)
        found = damage(self.binary, self.root)
        require(not found, 'verify is clean', found)


def told(event):
    """An event in the model's form."""
    one = event.document
    return (event.kind, one['id'], one['folder'], one['name'], one['sha256'], one['version'])


def place(dice):
    return dice.choice(FOLDERS), dice.choice(NAMES)


def body(dice):
    """Bytes of a document: often those of another document, sometimes many."""
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
