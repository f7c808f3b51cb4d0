"""What a client does to whole folders of its own."""

import json
from urllib.parse import quote

from crash_state import REMOVED, THERE, TRASHED

DEEPEST = 4


def is_within(path, folder):
    return path == folder or path.startswith(f'{folder}/')


class Folders:
    def is_own(self, folder):
        return is_within(folder, f'Own {self.number}')

    def note_folder(self, folder):
        """It is there, and those above it."""
        while folder and self.is_own(folder):
            self.folders[folder] = True
            folder = folder.rpartition('/')[0]

    def all_folders(self):
        """Those that were ever there, and those that a request on its way would have made."""
        coming = {one.wish.folder for one in self.documents if one.wish} | {one.folder for one in self.unnamed.values()}
        return [*self.folders] + [one for one in self.doubtful | coming if self.is_own(one) and one not in self.folders]

    def is_doubtful(self, folder):
        """Whether a request on its way may have made or taken it away."""
        coming = [one.wish.folder for one in self.documents if one.wish] + [one.folder for one in self.unnamed.values()]
        return folder in self.doubtful or any(is_within(one, folder) for one in coming)

    def within(self, folder, where=THERE):
        return [one for one in self.documents if one.state.where == where and is_within(one.state.folder, folder)]

    def choose_folder(self):
        """One that can go elsewhere with all that is in it."""
        found = [folder for folder in self.own_folders() if '/' in folder and self.is_settled(folder)]
        return self.dice.choice(found) if found else None

    def is_settled(self, folder):
        """A file that others removed, unnoticed, would go with its folder or stay behind."""
        return not any(one.is_astray for one in self.within(folder, REMOVED))

    def new_folder(self):
        parents = [one for one in self.own_folders() if one.count('/') < DEEPEST]
        return f'{self.dice.choice([f"Own {self.number}", *parents])}/{self.name("")}'

    def ask_folder(self, kind, changed, wishes, method, path, body=None, as_one=False):
        """A request after which the folders in `changed` are there or not."""
        self.doubtful = {*changed}
        answer = self.ask(kind, method, path, json.dumps(body) if body else None, wishes, as_one=as_one)
        if answer.status:
            self.doubtful = set()
        if answer.status in (200, 201):
            self.folders.update(changed)
        return answer

    def make_folder(self):
        folder = self.new_folder()
        made = {folder: True, f'Own {self.number}': True}
        return self.ask_folder(
            'folder made', made, {}, 'POST', '/api/v1/folders', {'folder': folder, 'parents': True}
        ).status

    def rename_folder(self):
        folder = self.choose_folder()
        if not folder:
            return self.make_folder()
        to = self.new_folder()
        if is_within(to, folder):
            return
        new = lambda path: to + path[len(folder) :]
        moved = [one for one in self.own_folders() if is_within(one, folder)]
        changed = {**dict.fromkeys(moved, False), **dict.fromkeys(map(new, moved), True)}
        wishes = {one: one.state.but(folder=new(one.state.folder)) for one in self.within(folder)}
        answer = self.ask_folder(
            'folder renamed', changed, wishes, 'PATCH', '/api/v1/folders', {'folder': folder, 'to': to}, as_one=True
        )
        if answer.status == 200:
            for document in wishes:
                self.tell(document, 'document.moved')
        return answer.status

    def throw_folder_away(self):
        folder = self.choose_folder()
        inside = self.within(folder) if folder else []
        # What waits to be saved would wait until its document is back.
        if not folder or any(one.is_draft or one.waits for one in inside):
            return
        changed = {one: False for one in self.own_folders() if is_within(one, folder)}
        wishes = {one: one.state.but(where=TRASHED) for one in inside}
        path = f'/api/v1/folders?folder={quote(folder)}'
        answer = self.ask_folder('folder thrown away', changed, wishes, 'DELETE', path)
        if answer.status == 200:
            if answer.json['documents'] != len(inside) or answer.json.get('left', {}).get('count'):
                self.rejected.append(('thrown away something else', inside, answer))
            for document in inside:
                self.tell(document, 'document.deleted')
                document.thrown_with = folder, answer.json['step']
        return answer.status

    def bring_folder_back(self):
        thrown = [one for one in self.free(TRASHED) if one.thrown_with]
        if not thrown:
            return
        folder, step = self.dice.choice(thrown).thrown_with
        documents = [one for one in thrown if one.thrown_with == (folder, step)]
        wishes = {one: one.state.but(where=THERE) for one in documents}
        changed = {wish.folder: True for wish in wishes.values()}
        body = {'folder': folder, 'step': step}
        answer = self.ask_folder('folder brought back', changed, wishes, 'POST', '/api/v1/folders/restore', body)
        if answer.status == 200:
            if answer.json['documents'] != len(documents):
                self.rejected.append(('brought back something else', documents, answer))
            for document in documents:
                self.tell(document, 'document.restored')
        return answer.status
