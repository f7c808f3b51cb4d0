"""What a client knows of its documents: where each is, what its bytes and marks are, and what waits in it."""

import hashlib
import os

THERE, TRASHED, REMOVED, GONE = 'there', 'in the Trash', 'removed on the disk', 'removed for good'
NO_MARKS = {'tags': [], 'favourite': False, 'note': None, 'handler': None}
# What is edited in sessions, what may be anything, and what is a folder on the disk.
TEXT, BYTES, PACKAGE = '.txt', '.bin', '.rtfd'
# Folders of all clients; each has some of its own beside them.
FOLDERS = ['', 'Crash', 'Crash/Deep/Deeper', 'Other']


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def marks_of(shown):
    return {name: shown.get(name) for name in NO_MARKS}


class State:
    """Where a document is, what its bytes are, and its marks."""

    def __init__(self, folder, name, hash, where=THERE, marks=NO_MARKS):
        self.folder, self.name, self.hash, self.where, self.marks = folder, name, hash, where, marks

    def but(self, **changes):
        return State(**{**vars(self), **changes})

    @property
    def path(self):
        return os.path.join(self.folder, self.name)

    @property
    def ending(self):
        return os.path.splitext(self.name)[1]

    def __eq__(self, other):
        return isinstance(other, State) and vars(self) == vars(other)

    def __repr__(self):
        marks = {name: value for name, value in self.marks.items() if value}
        return f'{self.path} {self.hash[:8]} {self.where} {marks or ""}'


class Document:
    def __init__(self, id, state):
        self.id = id
        # The acknowledged state, and the one that a request on its way would make.
        self.state, self.wish = state, None
        # What a kill leaves between the two: a file has its new place before the index has its new marks.
        self.between = None
        # Acknowledged versions: their hashes by number.
        self.versions = {}
        # Others renamed or removed its file: until the server has noticed, requests for it are refused.
        self.is_astray = False
        # Others put another file in its place: until the server has noticed, it would not be known under another name.
        self.is_replaced = False
        # Others wrote into it, in whatever way: until the server has noticed, it is another content that a session opens.
        self.is_edited = False
        # The folder that it was thrown away with, and the step in which that was done.
        self.thrown_with = None
        self.forget_session()

    def forget_session(self):
        # Its session and the last number that was handed over; whether that waits to be saved, and whether it might.
        self.session, self.is_draft, self.is_handed = None, False, False
        # The hash of what waits for a decision, that of one on its way there, and whether a decision is on its way.
        self.waits, self.mine, self.is_deciding = None, None, False

    def wish_for(self, state, is_one):
        """A request for `state` is on its way; one of several that are done as one leaves nothing between."""
        self.wish = state
        has_both = state.path != self.state.path and state.marks != self.state.marks
        self.between = state.but(marks=self.state.marks) if has_both and not is_one else None

    @property
    def possible(self):
        return [one for one in (self.wish, self.between, self.state) if one]

    @property
    def is_free(self):
        """Whether nothing of it waits, neither for the server nor for a decision."""
        return not (self.is_astray or self.is_draft or self.waits)

    @property
    def address(self):
        return f'/api/v1/documents/{self.id}'


def state_of(shown):
    """A document as the server shows it."""
    where = TRASHED if shown.get('trashed') else THERE
    return State(shown['folder'], shown['name'], shown['sha256'], where, marks_of(shown))


def is_as(found, wanted):
    """Whether a document that was found, or None, is as wanted."""
    if found is None or wanted.where == GONE:
        return found is None and wanted.where == GONE
    if wanted.where == REMOVED:
        # It lies in the Trash without bytes; which ones they were last, perhaps nobody noticed.
        return found == wanted.but(where=TRASHED, hash=found.hash)
    return found == wanted
