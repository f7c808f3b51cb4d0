"""The store as it should be, of one client or of all: documents, versions, folders and events as plain values.

The load changes it as its requests are answered. A copy is as it would be if one more request had been done; what waits,
and what others did to a file that nobody has noticed, stands here as well.
"""

import copy
import hashlib
import unicodedata

# So many numbers are tried one by one.
NEAR = 8
NO_MARKS = {'tags': [], 'favourite': False, 'note': None, 'handler': None}
# Begins the id of a document of which no answer told; its place follows.
NEW = 'new:'


def sha256(data):
    return hashlib.sha256(data).hexdigest()


class Version:
    def __init__(self, sha256, origin, restored_from=None):
        self.sha256, self.origin, self.restored_from = sha256, origin, restored_from


class Document:
    def __init__(self, id, folder, name, sha256, moment, marks):
        self.id, self.folder, self.name, self.sha256, self.marks = id, folder, name, sha256, marks
        # Known versions by their numbers; the number of the last one is None when others may have made some.
        self.versions, self.version = {}, 0
        self.created = self.modified = moment
        self.trashed = False
        # When it went to the Trash.
        self.thrown = None
        # Whether its bytes are in Documents or in the Trash; a file that others removed is in neither.
        self.has_file = True
        # Tags that it once had.
        self.tags = []
        # Its session and the last number that was handed over; whether that waits to be saved.
        self.session, self.is_draft = None, False
        # The hash of what waits for a decision.
        self.waits = None
        # Its file was renamed or removed behind the server's back: until that is noticed, requests for it are refused.
        self.is_astray = False
        # Another file was put in its place: until that is noticed, it would not be known under another name.
        self.is_replaced = False
        # Its file was changed in whatever way: until that is noticed, a session opens another content.
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
        """Whether nothing of it waits, neither for the server nor for a decision, and its id is known."""
        return not (self.is_astray or self.is_draft or self.waits or self.id.startswith(NEW))

    @property
    def state(self):
        """All that must be so whenever somebody looks."""
        return (*self.place, self.sha256, self.trashed, self.marks)

    @property
    def facts(self):
        """All that the server compares before it takes a batch back."""
        return (*self.place, self.version, self.modified, self.thrown if self.trashed else None, self.marks)

    def add_version(self, version):
        if self.version is not None:
            self.version += 1
            self.versions[self.version] = version

    def learn(self, shown):
        """The number of its last version, as the server shows it."""
        if self.version != shown['version']:
            self.version = shown['version']
            self.versions = {number: one for number, one in self.versions.items() if number < self.version}
        self.versions.setdefault(self.version, Version(shown['sha256'], 'api'))

    def noticed(self):
        """The server has answered to what others did to its file."""
        self.is_astray = self.is_replaced = self.is_edited = False


class Model:
    """`home` is the folder with the folders that are its own; all are, without one."""

    def __init__(self, home=None):
        self.home, self.documents, self.contents = home, {}, {}
        # Hashes of contents that were replaced, by whomever, or whose files were removed.
        self.kept = set()
        # (kind, id, folder, name, sha256, version), in order.
        self.events, self.moment = [], 0
        # Folders that are there, and what was thrown away with one: the moment by the folder and the step.
        self.folders, self.steps = {''} if home is None else set(), {}
        # Folders that were ever there.
        self.ever = set()
        # Documents that are gone for good, and batches that were done, the last one last.
        self.gone, self.batches = set(), []
        self.preference = None
        # The order in which many documents were changed as one, and under which name one waited: nobody knows.
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
        """Documents that are not as they were in a copy that was made before."""
        return [one for id, one in self.documents.items() if id not in before.documents
                or one.state != before.documents[id].state]  # fmt: skip

    # Changes, each with its event; of a document of this model, or of a copy

    def own(self, document):
        return self.documents[document.id]

    def remember(self, body):
        self.contents[sha256(body)] = body
        return sha256(body)

    def create(self, shown, folder, name, sha256, origin='api', marks=NO_MARKS):
        """With the id that the server shows, where it was heard."""
        id = shown['id'] if shown else f'{NEW}{folder}/{name}'
        self.documents[id] = document = Document(id, folder, name, sha256, self.moment, marks)
        document.version, document.versions = 1, {1: Version(sha256, origin)}
        self.add_folder(folder)
        self.tell('created', document)
        return document

    def set_content(self, document, sha256, origin='api', restored_from=None):
        document = self.own(document)
        # A content that was written over on the disk was held: it is short.
        self.kept.add(document.sha256)
        document.sha256 = sha256
        document.add_version(Version(sha256, origin, restored_from))
        document.modified = self.moment
        self.tell('changed', document)

    def overwrite(self, document, sha256):
        """It has this content or will have it soon; how many versions that makes nobody knows."""
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
        """For good: contents that only its versions had go with it."""
        document = self.own(document)
        had = {hash for hash in self.contents if self.has_bytes(hash)}
        del self.documents[document.id]
        self.gone.add(document.id)
        needed = {version.sha256 for one in self.documents.values() for version in one.versions.values()}
        self.kept = {hash for hash in had & needed if hash in self.kept or not self.has_bytes(hash)}
        self.tell('removed', document)

    def add_folder(self, folder):
        """With those above it."""
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
    """The form that tags have in common which differ in case alone."""
    return tag.upper().lower()


def marks_of(shown):
    return {name: shown.get(name) for name in NO_MARKS}


def changed_marks(marks, changes):
    """Of tags that differ in case alone the first is kept."""
    changed = {**marks, **changes}
    tags = {}
    for tag in changed['tags'] or []:
        tags.setdefault(fold(tag), tag)
    tags = [tags[folded] for folded in sorted(tags)]
    return {**changed, 'tags': tags, 'favourite': bool(changed['favourite']), 'note': changed['note'] or None}


def free_name(name, is_taken):
    """The name, or a numbered one that is free: near ones are tried one by one, those behind as the server does."""
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
    """As people sort: without case and accents, numbers by their value, a name before the same with a number."""
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
