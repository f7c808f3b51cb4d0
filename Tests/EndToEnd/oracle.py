"""The expected state of the store: documents, versions, folders and events as plain values.

The load applies each answered request to the model, and predicts a request on its way on a copy. The model also holds
contents that wait, and changes on the disk that the server has not noticed.
"""

import copy
import hashlib
import unicodedata

# So many numbers are tried one by one.
NEAR = 8
NO_METADATA = {'tags': [], 'favourite': False, 'note': None, 'handler': None}
# Prefix of the id of a document whose creation was not answered; its path follows.
NEW = 'new:'


def sha256(data):
    return hashlib.sha256(data).hexdigest()


class Version:
    def __init__(self, sha256, origin, restored_from=None):
        self.sha256, self.origin, self.restored_from = sha256, origin, restored_from


class Document:
    def __init__(self, id, folder, name, sha256, moment, marks):
        self.id, self.folder, self.name, self.sha256, self.marks = id, folder, name, sha256, marks
        # Known versions by their numbers; the number of the last one is None after changes on the disk that may
        # add versions.
        self.versions, self.version = {}, 0
        self.created = self.modified = moment
        self.trashed = False
        self.thrown = None
        # Whether its bytes are in Documents or in the Trash; false after its file was removed on the disk.
        self.has_file = True
        self.tags = []
        # Its session with the last sequence number that was handed over, and whether a draft waits to be saved.
        self.session, self.is_draft = None, False
        # The hash of the content that waits for a decision.
        self.waits = None
        # Its file was renamed or removed on the disk: until the server notices, requests for it are refused.
        self.is_astray = False
        # Another file took its place on the disk: until the server notices, a rename loses its identity.
        self.is_replaced = False
        # Its file was changed on the disk: until the server notices, a session opens another content.
        self.is_edited = False

    def copy(self):
        made = copy.copy(self)
        made.versions, made.tags = dict(self.versions), list(self.tags)
        return made

    @property
    def place(self):
        return self.folder, self.name

    @property
    def path(self):
        return f'{self.folder}/{self.name}' if self.folder else self.name

    @property
    def address(self):
        return f'/api/v1/documents/{self.id}'

    @property
    def is_free(self):
        """Whether it has no draft, no waiting content and no unnoticed change on the disk, and its id is known."""
        return not (self.is_astray or self.is_draft or self.waits or self.id.startswith(NEW))

    @property
    def state(self):
        """The facts that every answer about it must show."""
        return (*self.place, self.sha256, self.trashed, self.marks)

    @property
    def facts(self):
        """The facts that the server compares before it undoes a batch."""
        return (*self.place, self.version, self.modified, self.thrown if self.trashed else None, self.marks)

    def add_version(self, version):
        if self.version is not None:
            self.version += 1
            self.versions[self.version] = version

    def learn(self, shown):
        """Takes the number of its last version from the server's JSON."""
        if self.version != shown['version']:
            self.version = shown['version']
            self.versions = {number: one for number, one in self.versions.items() if number < self.version}
        self.versions.setdefault(self.version, Version(shown['sha256'], 'api'))

    def noticed(self):
        """The server has noticed the changes of its file on the disk."""
        self.is_astray = self.is_replaced = self.is_edited = False


class Model:
    """The folders of the model lie within `home`, or anywhere without one."""

    def __init__(self, home=None):
        self.home, self.documents, self.contents = home, {}, {}
        # Hashes of contents that were replaced, or whose files were removed.
        self.kept = set()
        # (kind, id, folder, name, sha256, version), in order.
        self.events, self.moment = [], 0
        # The existing folders, and the removed ones: the moment of removal by folder and step.
        self.folders, self.steps = {''} if home is None else set(), {}
        self.ever = set()
        # Documents that were removed for good, and finished batches, the latest one last.
        self.gone, self.batches = set(), []
        self.preference = None
        # Defaults; the run of one client replaces them with the order and the names in the server's events.
        self.order = lambda kind, documents: documents
        self.parked = lambda document, target: (target[0], f'.{target[1]}')

    def copy(self):
        made = copy.copy(self)
        made.documents = {id: one.copy() for id, one in self.documents.items()}
        made.kept, made.events, made.folders = set(self.kept), list(self.events), set(self.folders)
        made.steps, made.gone, made.batches = dict(self.steps), set(self.gone), list(self.batches)
        return made

    # Questions

    def living(self):
        return [document for document in self.documents.values() if not document.trashed]

    def thrown_away(self):
        return [document for document in self.documents.values() if document.trashed]

    def within(self, folder):
        return [one for one in self.living() if is_within(one.folder, folder)]

    def at(self, folder, name):
        return next((one for one in self.living() if one.place == (folder, name)), None)

    def free(self, folder, name):
        return free_name(name, lambda name: self.at(folder, name))

    def has_bytes(self, sha256):
        return sha256 in self.kept or any(one.sha256 == sha256 and one.has_file for one in self.documents.values())

    def size(self, sha256):
        return len(self.contents[sha256])

    def listed(self, sort='name', trashed=False, text=None, **filters):
        """Ids in the order of a list."""
        found = [
            one
            for one in self.documents.values()
            if one.trashed == trashed and matches(one.name, text) and is_wanted(one, **filters)
        ]
        keys = {
            'name': lambda one: (sort_key(one.name), one.id),
            'created': lambda one: (one.created, one.id),
            'modified': lambda one: (one.modified, one.id),
            'size': lambda one: (self.size(one.sha256), one.id),
        }
        found.sort(key=keys[sort.lstrip('-')], reverse=sort.startswith('-'))
        return [one.id for one in found]

    def changed(self, before):
        """Documents that differ from an earlier copy of the model."""
        return [one for id, one in self.documents.items() if id not in before.documents
                or one.state != before.documents[id].state]  # fmt: skip

    # Changes, each with its event, of this model or of a copy

    def own(self, document):
        return self.documents[document.id]

    def remember(self, body):
        self.contents[sha256(body)] = body
        return sha256(body)

    def create(self, shown, folder, name, sha256, origin='api', marks=NO_METADATA):
        """Adds a document, with the id in the server's answer if there is one."""
        id = shown['id'] if shown else f'{NEW}{folder}/{name}'
        self.documents[id] = document = Document(id, folder, name, sha256, self.moment, marks)
        document.version, document.versions = 1, {1: Version(sha256, origin)}
        self.add_folder(folder)
        self.tell('created', document)
        return document

    def set_content(self, document, sha256, origin='api', restored_from=None):
        document = self.own(document)
        # A short content that was overwritten on the disk is kept.
        self.kept.add(document.sha256)
        document.sha256 = sha256
        document.add_version(Version(sha256, origin, restored_from))
        document.modified = self.moment
        self.tell('changed', document)

    def overwrite(self, document, sha256):
        """The document gets this content now or soon; the number of versions is unknown until the server notices."""
        document = self.own(document)
        document.sha256, document.version, document.modified = sha256, None, object()

    def move(self, document, folder, name):
        document = self.own(document)
        document.folder, document.name = folder, name
        document.modified = self.moment
        self.add_folder(folder)
        self.tell('moved', document)

    def mark(self, document, marks):
        document = self.own(document)
        if marks != document.marks:
            document.marks = marks
            self.tell('marked', document)

    def trash(self, document, has_file=True):
        document = self.own(document)
        if not has_file:
            self.kept.add(document.sha256)
        document.trashed, document.has_file, document.thrown = True, has_file, self.moment
        self.tell('deleted', document)

    def restore(self, document, folder, name):
        document = self.own(document)
        document.folder, document.name = folder, name
        document.trashed, document.has_file = False, True
        document.modified = self.moment
        self.add_folder(folder)
        self.tell('restored', document)

    def remove(self, document):
        """Removes a document for good, with the contents that only its versions had."""
        document = self.own(document)
        had = {hash for hash in self.contents if self.has_bytes(hash)}
        del self.documents[document.id]
        self.gone.add(document.id)
        needed = {version.sha256 for one in self.documents.values() for version in one.versions.values()}
        self.kept = {hash for hash in had & needed if hash in self.kept or not self.has_bytes(hash)}
        self.tell('removed', document)

    def add_folder(self, folder):
        while folder and (self.home is None or is_within(folder, self.home)):
            self.folders.add(folder)
            self.ever.add(folder)
            folder = folder.rpartition('/')[0]

    def tell(self, kind, document):
        facts = (document.id, document.folder, document.name, document.sha256, document.version)
        self.events.append((f'document.{kind}', *facts))
        self.moment += 1


def is_within(path, folder):
    return not folder or path == folder or path.startswith(f'{folder}/')


def is_wanted(one, folder=None, deep=False, tag=None, favourite=False):
    is_there = folder is None or (is_within(one.folder, folder) if deep else one.folder == folder)
    has_tag = tag is None or fold(tag) in [fold(own) for own in one.marks['tags']]
    return is_there and has_tag and (one.marks['favourite'] or not favourite)


def fold(tag):
    """The common form of tags that differ in case alone."""
    return tag.upper().lower()


def metadata_of(shown):
    return {name: shown.get(name) for name in NO_METADATA}


def changed_metadata(marks, changes):
    """Of tags that differ in case alone the first one is kept."""
    changed = {**marks, **changes}
    tags = {}
    for tag in changed['tags'] or []:
        tags.setdefault(fold(tag), tag)
    tags = [tags[folded] for folded in sorted(tags)]
    return {**changed, 'tags': tags, 'favourite': bool(changed['favourite']), 'note': changed['note'] or None}


def free_name(name, is_taken):
    """The name, or a free numbered one: near numbers are tried in turn, farther ones by the server's search."""
    if not is_taken(name):
        return name
    taken, free = 1, 2
    while is_taken(numbered(name, free)):
        step = 1 if free < 2 + NEAR else 2 * (free - taken)
        taken, free = free, free + step
    while free - taken > 1:
        middle = (taken + free) // 2
        taken, free = (middle, free) if is_taken(numbered(name, middle)) else (taken, middle)
    return numbered(name, free)


def numbered(name, number):
    stem, dot, ending = name.rpartition('.')
    return f'{stem} {number}{dot}{ending}' if stem else f'{name} {number}'


def folded(text):
    plain = unicodedata.normalize('NFKD', text)
    return ''.join(letter for letter in plain if not unicodedata.combining(letter)).casefold()


def sort_key(name):
    """The natural order: without case and accents, numbers by value, a name before its numbered form."""
    stem, _, ending = name.rpartition('.')
    parts = (stem, ending) if stem else (name, '')
    return '\1'.join(number_key(folded(part)) for part in parts)


def number_key(text):
    key, digits = '', ''
    for letter in text + '\0':
        if letter in '0123456789':
            digits += letter
            continue
        if digits:
            key += '0' + chr(0x30 + len(digits.lstrip('0'))) + digits.lstrip('0')
            digits = ''
        key += letter
    return key[:-1]


def words(name):
    """Runs of letters and runs of digits."""
    runs, last = [], None
    for letter in folded(name):
        kind = 'letter' if letter.isalpha() else 'digit' if letter.isdigit() else None
        if kind and kind == last:
            runs[-1] += letter
        elif kind:
            runs.append(letter)
        last = kind
    return runs


def matches(name, text):
    return text is None or all(any(word.startswith(folded(wanted)) for word in words(name)) for wanted in text.split())
