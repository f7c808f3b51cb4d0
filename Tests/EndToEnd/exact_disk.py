"""Changes of files on the disk, noticed by a pass over the tree or by a request that meets them."""

import os
import time

from exact import fresh, place
from load import EXACT, require, some
from oracle import sha256

# Single removals between two passes; the server takes more missing files for a disk that is away.
REMOVALS = 15


# Single changes of the disk, not in the model yet


def edit(run, dice, document):
    """New bytes, written into the file or into a replacement, as editors do; returns their hash."""
    size, path = run.model.size(document.sha256), run.path(document)
    # In one call, so that the server cannot read half of it.
    in_place = dice.random() < 0.5 and size < 4000
    hash = run.model.remember(bytes := fresh(dice).ljust(size if in_place else 0))
    if in_place:
        with open(path, 'r+b', buffering=0) as file:
            file.write(bytes)
    else:
        other = os.path.join(os.path.dirname(path), '.saved-by-an-editor')
        with open(other, 'wb') as file:
            file.write(bytes)
        os.replace(other, path)
    return hash


def put_file(run, dice, folder, name):
    """Writes a new file; returns its hash."""
    hash = run.model.remember(bytes := fresh(dice))
    os.makedirs(f'{run.root}/Documents/{folder}', exist_ok=True)
    with open(f'{run.root}/Documents/{folder}/{name}', 'wb') as file:
        file.write(bytes)
    return hash


# Events that the server may send for them


def is_edit(run, event, document, hash):
    if (event.kind, event.document['id'], event.document['sha256']) != ('document.changed', document.id, hash):
        return False
    run.model.set_content(document, hash, 'disk')
    return is_told(run, event)


def is_removal(run, event, document):
    if (event.kind, event.document['id']) != ('document.deleted', document.id):
        return False
    run.model.trash(document, has_file=False)
    return is_told(run, event)


def is_move(run, event, document, folder, name):
    if (event.kind, event.document['id']) != ('document.moved', document.id):
        return False
    run.model.move(document, folder, name)
    return is_told(run, event)


def is_arrival(run, event, folder, name, hash):
    """A new document; or a removed document, when the kernel reused its inode number for the new file."""
    one = event.document
    if (one['folder'], one['name']) != (folder, name):
        return False
    if event.kind == 'document.created' and one['sha256'] == hash and one['id'] not in run.model.documents:
        run.model.create(one, folder, name, hash, 'disk')
        return is_told(run, event)
    earlier = run.model.documents.get(one['id'])
    if event.kind == 'document.restored' and earlier and not earlier.has_file and earlier.place == (folder, name):
        run.model.restore(earlier, folder, name)
        return is_told(run, event)
    return is_edit(run, event, earlier, hash) if earlier and earlier.sha256 != hash else False


def is_told(run, event):
    one = event.document
    wanted = run.model.events[-1]
    found = (event.kind, one['id'], one['folder'], one['name'], one['sha256'], one['version'])
    require(found == wanted, f'the event should be {wanted}', event)
    return True


# Several changes at once, noticed by a pass over the tree


@EXACT.add(4)
def change_disk(run, dice):
    """Changes on the disk, noticed while the server runs, or at its next start."""
    run.compare_events()
    changes = Changes(run, dice)
    way = dice.random()
    if way < 0.4 and run.may_wait:
        changes.make()
        start = time.monotonic()
        changes.expect()
        if changes.least:
            run.waited(time.monotonic() - start)
    elif way < 0.7:
        run.restart(killed=dice.random() < 0.5, meanwhile=changes.make)
        changes.expect()
    else:
        changes.make()
        run.restart(killed=True)
        changes.expect()
    run.compare_events()


class Changes:
    """A few changes of different files, and the events that they must cause."""

    def __init__(self, run, dice):
        self.run, self.dice, self.least, self.allowed = run, dice, 0, []
        self.untouched = list(run.model.living())
        self.taken = {document.place for document in self.untouched}

    def make(self):
        kinds = [self.edit, self.rename, self.arrive, self.remove, self.touch]
        removals = 0
        for _ in range(self.dice.randint(1, 5)):
            kind = self.dice.choice(kinds)
            removals += kind == self.remove
            if kind != self.remove or (removals <= 2 and len(self.run.model.living()) > 10):
                kind()

    def expect(self):
        self.run.notice(self.least, lambda event: any(allow(event) for allow in self.allowed))

    def take(self):
        document = some(self.dice, self.untouched)
        if document:
            self.untouched.remove(document)
        return document

    def edit(self):
        if document := self.take():
            hash = edit(self.run, self.dice, document)
            self.add(lambda event: is_edit(self.run, event, document, hash))

    def touch(self):
        """A new time of writing without a new content."""
        if document := self.take():
            os.utime(self.run.path(document))

    def rename(self):
        folder, name = place(self.dice)
        if (folder, name) in self.taken:
            return
        if document := self.take():
            self.taken.add((folder, name))
            os.makedirs(f'{self.run.root}/Documents/{folder}', exist_ok=True)
            os.rename(self.run.path(document), f'{self.run.root}/Documents/{folder}/{name}')
            self.add(lambda event: is_move(self.run, event, document, folder, name))

    def arrive(self):
        folder, name = place(self.dice)
        if (folder, name) not in self.taken:
            self.taken.add((folder, name))
            hash = put_file(self.run, self.dice, folder, name)
            self.add(lambda event: is_arrival(self.run, event, folder, name, hash))

    def remove(self):
        if document := self.take():
            os.remove(self.run.path(document))
            self.add(lambda event: is_removal(self.run, event, document))

    def add(self, allow):
        self.least += 1
        self.allowed.append(allow)


# A change of the disk that a request meets before any pass


def told(run, allow, count=1):
    """The next events are ones that `allow` applies to the model."""
    known = len(run.model.events)
    require(run.log.wait(known + count, 10), f'{count} events', run.log.events[known:])
    while len(run.model.events) < len(run.log.events):
        event = run.log.events[len(run.model.events)]
        if not allow(event):
            return


@EXACT.add(3)
def edit_and_read(run, dice):
    document = some(dice, run.model.living())
    if not document:
        return
    run.compare_events()
    hash = edit(run, dice, document)
    answer = run.change('GET', f'{document.address}/content')
    require(sha256(answer.body) == hash, 'the bytes are those of the edit', answer)
    told(run, lambda event: is_edit(run, event, document, hash))
    run.compare_content(document)


@EXACT.add(4)
def edit_and_put(run, dice):
    """Both contents are kept: a request with a condition is refused, one without makes both contents versions."""
    document = some(dice, run.model.living())
    if not document:
        return
    tag = dice.choice([None, run.fetch(document), f'"{document.sha256}"'])
    run.compare_events()
    edited = edit(run, dice, document)
    path, bytes = f'{document.address}/content', fresh(dice)
    if tag:
        run.change('PUT', path, bytes, status=412, code='version-conflict', headers={'If-Match': tag})
        told(run, lambda event: is_edit(run, event, document, edited))
        return
    answer = run.change('PUT', path, bytes)
    told(run, lambda event: is_edit(run, event, document, edited))
    run.model.set_content(document, run.model.remember(bytes))
    run.compare(answer.json, document)


@EXACT.add(2)
def edit_and_move(run, dice):
    document, (folder, name) = some(dice, run.model.living()), place(dice)
    if not document or run.model.at(folder, name):
        return
    run.compare_events()
    hash = edit(run, dice, document)
    answer = run.patch(document, {'folder': folder, 'name': name})
    told(run, lambda event: is_edit(run, event, document, hash))
    run.model.move(document, folder, name)
    run.compare(answer.json, document)


@EXACT.add(2)
def edit_and_trash(run, dice):
    document = some(dice, run.model.living())
    if not document or len(run.model.living()) <= 8:
        return
    run.compare_events()
    hash = edit(run, dice, document)
    run.change('DELETE', document.address, status=204)
    told(run, lambda event: is_edit(run, event, document, hash))
    run.model.trash(document)


@EXACT.add(3)
def remove_and_upload(run, dice):
    """The name of a file that was removed on the disk is free, whatever the conflict rule."""
    document = some(dice, run.model.living())
    if not document or run.removals >= REMOVALS or len(run.model.living()) <= 10:
        return
    run.compare_events()
    run.removals += 1
    os.remove(run.path(document))
    answer = run.server.get(f'{document.address}/content')
    # A pass in between moves the document to the Trash, where its last content can still be read.
    is_kept = answer.status == 200 and sha256(answer.body) == document.sha256
    is_trashed = is_kept and bool(run.server.get(document.address).json.get('trashed'))
    require(is_trashed or (answer.status in (404, 503) and answer.code), 'the file is missing', answer)
    folder, name = document.place
    hash = run.model.remember(bytes := fresh(dice))
    answer = run.upload(folder, name, bytes, dice.choice(['rename', 'fail', 'replace']), status=201)
    told(run, lambda event: is_removal(run, event, document))
    run.added(answer.json, folder, name, hash)


@EXACT.add(2)
def remove_and_put_back(run, dice):
    """A file that is missing for a moment, as when a sync client replaces it, stays the same document."""
    document = some(dice, run.model.living())
    if not document or run.log.last != len(run.model.events):
        return
    whole = run.model.contents[document.sha256]
    os.remove(run.path(document))
    with open(run.path(document), 'wb') as file:
        file.write(whole)
    run.compare_content(document)


@EXACT.add(3)
def put_file_and_upload(run, dice):
    """A file that has not been noticed yet has its name: it becomes a document before the upload is stored."""
    folder, name = place(dice)
    if run.model.at(folder, name):
        return
    run.compare_events()
    stranger = put_file(run, dice, folder, name)
    hash, conflict = run.model.remember(bytes := fresh(dice)), dice.choice(['rename', 'fail', 'replace'])
    expected = {'status': 409, 'code': 'name-taken'} if conflict == 'fail' else {'status': 201}
    answer = run.upload(folder, name, bytes, conflict, **expected)
    told(run, lambda event: is_arrival(run, event, folder, name, stranger))
    if conflict == 'rename':
        run.added(answer.json, folder, run.model.free(folder, name), hash)
    elif conflict == 'replace':
        there = run.model.at(folder, name)
        run.model.set_content(there, hash)
        run.compare(answer.json, there)
