"""Changes of whole folders and of many documents as one that meet a fault: all of them are done, or none."""

import json
import os
from urllib.parse import quote

from fault_changes import Change, facts

DOCUMENTS = 3
# What a batch could not take back at once it does within a moment.
TAKING_BACK_SECONDS = 15


class OfMany(Change):
    """A change of the documents of a folder."""

    seldom = 3

    def make(self):
        self.trial.count += 1
        self.folder, self.to = f'Faults/Box {self.trial.count}', f'Faults/Crate {self.trial.count}'
        self.ids = [self.trial.upload(folder=self.folder).json['id'] for _ in range(DOCUMENTS)]

    def now(self):
        """The documents, and whether the folders are there."""
        top = f'{self.trial.root}/Documents'
        folders = [os.path.isdir(f'{top}/{folder}') for folder in (self.folder, self.to)]
        return folders, [facts(self.trial, id) for id in self.ids]

    def ask_folder(self, method, wish=None, rest=''):
        return self.trial.server.ask(method, f'/api/v1/folders{rest}', json.dumps(wish) if wish else None)

    def with_all(self, **changes):
        return [{**one, **changes} for one in self.before[1]]


class MakingFolder(OfMany):
    """a new folder"""

    def do(self):
        return self.ask_folder('POST', {'folder': f'{self.to}/Deep', 'parents': True})

    def is_wrong(self, answer):
        if answer.status != 201:
            answer = self.do()
        is_there = os.path.isdir(f'{self.trial.root}/Documents/{self.to}/Deep')
        return None if answer.status in (200, 201) and is_there else answer


class RenamingFolder(OfMany):
    """a folder's new name"""

    def do(self):
        return self.ask_folder('PATCH', {'folder': self.folder, 'to': self.to})

    def is_new(self, now):
        return now == ([False, True], self.with_all(folder=self.to))


class ThrowingFolderAway(OfMany):
    """a folder's removal"""

    def do(self):
        return self.ask_folder('DELETE', rest=f'?folder={quote(self.folder)}')

    def is_new(self, now):
        # All documents are gone when an empty folder could not be removed.
        return now[1] == self.with_all(trashed=True)


class BringingFolderBack(OfMany):
    """a folder's return from the Trash"""

    is_patient = True

    def prepare(self):
        self.step = self.ask_folder('DELETE', rest=f'?folder={quote(self.folder)}').json['step']

    def do(self):
        return self.ask_folder('POST', {'folder': self.folder, 'step': self.step}, '/restore')

    def difference(self, answer):
        """One that cannot come back keeps no other one in the Trash, and the answer counts it."""
        now, told = self.now()[1], answer.json if answer.status == 200 else {'documents': 0, 'refused': DOCUMENTS}
        halves = [one for one, before in zip(now, self.before[1], strict=True) if {**one, 'trashed': True} != before]
        back = sum(not one['trashed'] for one in now)
        is_told = back >= told['documents'] and back + told['refused'] >= DOCUMENTS
        return None if is_told and not halves else (now, answer)


class Together(OfMany):
    """a batch"""

    patience, seldom = TAKING_BACK_SECONDS, 8

    def make(self):
        super().make()
        self.tag = f'tag {self.trial.count}'
        # Asked now: a question that meets the fault would be answered without a name.
        self.names = [facts(self.trial, id)['name'] for id in self.ids]

    def do(self):
        first, second = self.wish('move', 0, 1), self.wish('move', 1, 0)
        third = {'op': 'trash', 'document': self.ids[2]}
        copy = {'op': 'copy', 'document': self.ids[0], 'folder': self.to, 'name': f'copy {self.trial.count}.txt'}
        mark = {'op': 'mark', 'document': self.ids[1], 'tags': [self.tag]}
        return self.batch([first, second, copy, mark, third])

    def wish(self, operation, number, place):
        return {'op': operation, 'document': self.ids[number], 'name': self.names[place]}

    def batch(self, operations):
        answer = self.trial.server.ask('POST', '/api/v1/batches', json.dumps({'operations': operations}))
        for one in answer.json.get('results', []):
            self.trial.note_hash(one['document']['id'], one['document']['sha256'])
        return answer

    def now(self):
        """A folder that was made for a copy may stay."""
        copies = self.trial.server.documents(folder=self.to)
        return [facts(self.trial, id) for id in self.ids], [one['sha256'] for one in copies]

    def is_new(self, now):
        first, second, third = self.before[0]
        marks = {**second['marks'], 'tags': [self.tag]}
        swapped = {**first, 'name': second['name']}, {**second, 'name': first['name'], 'marks': marks}
        return now == ([*swapped, {**third, 'trashed': True}], [first['sha256']])


class TakingBack(Together):
    """a batch that is undone"""

    def prepare(self):
        self.first = super().now()
        self.done = super().do()

    def do(self):
        return self.trial.server.ask('POST', f'/api/v1/batches/{self.done.json["id"]}/undo')

    def is_new(self, now):
        return now == self.first


CHANGES = [MakingFolder, RenamingFolder, ThrowingFolderAway, BringingFolderBack, Together, TakingBack]
