"""What a client does to its files behind the server's back, in one step of the kernel but for who writes into one."""

import os
import shutil

from crash_state import FOLDERS, PACKAGE, REMOVED, State, sha256


def holds_copies(root):
    """Whether the disk has the room with which what others write over in place is kept (`HoldingRule`), and some more."""
    disk = shutil.disk_usage(root)
    return disk.free >= max(4 << 30, disk.total // 10)


class OnDisk:
    def path(self, state):
        return f'{self.root}/Documents/{state.path}'

    def choose_file(self):
        """A document that is one file."""
        found = [one for one in self.free() if one.state.ending != PACKAGE]
        return self.dice.choice(found) if found else None

    def edit_on_disk(self):
        document = self.choose()
        if not document:
            return
        path, content = self.path(document.state), self.dice.randbytes(400)
        if document.state.ending == PACKAGE:
            hash = sha256(self.packed({**self.packages[document.state.hash], 'TXT.rtf': content}))
            path += '/TXT.rtf'
        else:
            content = self.body(document.state.ending)
            hash = sha256(content)
        self.replace(path, self.path(document.state), content)
        document.is_replaced = True
        self.note_on_disk(document, document.state.but(hash=hash), 'edited')

    def replace(self, path, document, content):
        """As an editor saves; what it writes first lies beside the document."""
        other = f'{os.path.dirname(document)}/.saving-{self.number}'
        with open(other, 'wb') as file:
            file.write(content)
        os.replace(other, path)

    def write_over_on_disk(self):
        if document := self.choose_file():
            body = self.body(document.state.ending)
            file = os.open(self.path(document.state), os.O_WRONLY)
            os.pwrite(file, body, 0)
            os.ftruncate(file, len(body))
            os.close(file)
            self.note_on_disk(document, document.state.but(hash=sha256(body)), 'written over')

    def rename_on_disk(self):
        document = self.choose()
        if not document or document.is_replaced:
            return
        folder, name = self.place(document.state.ending)
        wish = document.state.but(folder=folder, name=name)
        os.makedirs(os.path.dirname(self.path(wish)), exist_ok=True)
        os.rename(self.path(document.state), self.path(wish))
        document.is_astray = True
        self.note_on_disk(document, wish, 'renamed')

    def remove_on_disk(self):
        document = self.choose_file()
        # Many at once would be taken for a disk that is away.
        if not document or self.removals:
            return
        self.removals += 1
        os.remove(self.path(document.state))
        document.is_astray = True
        self.note_on_disk(document, document.state.but(where=REMOVED), 'removed')

    def put_on_disk(self):
        folder, name, body = self.dice.choice(FOLDERS), self.name('.bin'), self.body('.bin')
        wish = State(folder, name, sha256(body))
        os.makedirs(f'{self.root}/Documents/{folder}', exist_ok=True)
        other = f'{self.root}/Documents/{folder}/.putting-{self.number}'
        with open(other, 'wb') as file:
            file.write(body)
        os.rename(other, self.path(wish))
        self.unnamed[wish.path] = wish
        self.kinds['put on the disk'] += 1

    def note_on_disk(self, document, state, what):
        document.state, document.is_edited = state, True
        self.touched.add(document)
        self.kinds[f'{what} on the disk'] += 1
