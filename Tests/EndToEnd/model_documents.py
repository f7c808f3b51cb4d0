"""The store as it should be: documents, versions, folders and events as plain Python values, nothing else."""

import hashlib
import unicodedata

# So many numbers are tried one by one.
NEAR = 8
NO_MARKS = {'tags': [], 'favourite': False, 'note': None, 'handler': None}


def sha256(data):
    return hashlib.sha256(data).hexdigest()


class Version:
    def __init__(self, sha256, origin, restored_from=None):
        self.sha256, self.origin, self.restored_from = sha256, origin, restored_from


class Document:
    def __init__(self, id, folder, name, version, moment, marks):
        self.id, self.folder, self.name = id, folder, name
        self.versions, self.marks = [version], marks
        self.created = self.modified = moment
        self.trashed = False
        # When it went to the Trash.
        self.thrown = None
        # Whether its bytes are in Documents or in the Trash; a file that others removed is in neither.
        self.has_file = True
        # Tags that it once had.
        self.tags = []

    @property
    def sha256(self):
        return self.versions[-1].sha256

    @property
    def place(self):
        return self.folder, self.name

    @property
    def path(self):
        return f'{self.folder}/{self.name}' if self.folder else self.name

    @property
    def facts(self):
        """All that the server compares before it takes a batch back."""
        return (*self.place, len(self.versions), self.modified, self.thrown if self.trashed else None, self.marks)


class Model:
    def __init__(self):
        self.documents = {}
        self.contents = {}
        # Hashes of contents that were replaced, by whomever, or whose files were removed.
        self.kept = set()
        # (kind, id, folder, name, sha256, version), in order.
        self.events = []
        # Folders that are there, and what was thrown away with one: ids by the folder and the step.
        self.folders, self.steps = {''}, {}
        # Documents that are gone for good.
        self.gone = set()

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

    # Changes, each with its event

    def remember(self, body):
        self.contents[sha256(body)] = body
        return sha256(body)

    def create(self, id, folder, name, sha256, origin='api', marks=NO_MARKS):
        version = Version(sha256, origin)
        self.documents[id] = document = Document(id, folder, name, version, len(self.events), marks)
        self.add_folder(folder)
        self.tell('created', document)
        return document

    def set_content(self, document, sha256, origin='api', restored_from=None):
        # What was written over on the disk was held: it is short.
        self.kept.add(document.sha256)
        document.versions.append(Version(sha256, origin, restored_from))
        document.modified = len(self.events)
        self.tell('changed', document)

    def move(self, document, folder, name):
        document.folder, document.name = folder, name
        document.modified = len(self.events)
        self.add_folder(folder)
        self.tell('moved', document)

    def mark(self, document, marks):
        if marks != document.marks:
            document.marks = marks
            self.tell('marked', document)

    def trash(self, document, has_file=True):
        if not has_file:
            self.kept.add(document.sha256)
        document.trashed, document.has_file, document.thrown = True, has_file, len(self.events)
        self.tell('deleted', document)

    def restore(self, document, folder, name):
        document.folder, document.name = folder, name
        document.trashed, document.has_file = False, True
        document.modified = len(self.events)
        self.add_folder(folder)
        self.tell('restored', document)

    def remove(self, document):
        """For good: contents that only its versions had go with it."""
        had = {hash for hash in self.contents if self.has_bytes(hash)}
        del self.documents[document.id]
        self.gone.add(document.id)
        needed = {version.sha256 for one in self.documents.values() for version in one.versions}
        self.kept = {hash for hash in had & needed if hash in self.kept or not self.has_bytes(hash)}
        self.tell('removed', document)

    def add_folder(self, folder):
        """With those above it."""
        while folder:
            self.folders.add(folder)
            folder = folder.rpartition('/')[0]

    def tell(self, kind, document):
        facts = (document.id, document.folder, document.name, document.sha256, len(document.versions))
        self.events.append((f'document.{kind}', *facts))


def is_within(path, folder):
    return not folder or path == folder or path.startswith(f'{folder}/')


def is_wanted(one, folder=None, deep=False, tag=None, favourite=False):
    is_there = folder is None or (is_within(one.folder, folder) if deep else one.folder == folder)
    has_tag = tag is None or fold(tag) in [fold(own) for own in one.marks['tags']]
    return is_there and has_tag and (one.marks['favourite'] or not favourite)


def fold(tag):
    """What is the same for tags that differ in case alone."""
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
