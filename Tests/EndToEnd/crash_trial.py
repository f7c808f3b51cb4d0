"""A server that is killed while clients work, and what must hold when it has started again."""

import os
import subprocess
import time
from collections import Counter
from datetime import datetime

from crash_load import CLIENTS, Client
from crash_state import GONE, NO_MARKS, PACKAGE, REMOVED, THERE, TRASHED, Document, is_as, sha256, state_of
from event_log import EventLog
from package_archive import archive_of
from server import Server, files_below, wait_until

EMPTYING_SECONDS = 20


class Tortured:
    """A workspace, its clients, and all that was counted."""

    def __init__(self, binary, root, seed):
        self.binary, self.root = binary, root
        self.clients = [Client(number, seed) for number in range(CLIENTS)]
        self.log = EventLog()

    # Kills

    def load_and_kill(self, moment, is_early):
        """Clients at work, and a kill `moment` seconds after the first answer, or after they began."""
        self.forget()
        with Server(self.binary, self.root) as server:
            self.clients = [client.start_again(server, self.root) for client in self.clients]
            if not is_early:
                wait_until(lambda: any(client.kinds for client in self.clients), 20, 0.005)
            time.sleep(moment)
            server.kill()
            for client in self.clients:
                client.join()

    def empty_trash_and_kill(self, moment):
        """The Trash of all clients goes while nothing else happens; a kill comes then, or when it is empty: None."""
        self.forget()
        trashed = [one for one in self.documents() if one.state.where in (TRASHED, REMOVED)]
        with Server(self.binary, self.root) as server:
            for document in trashed:
                document.wish = document.state.but(where=GONE)
            answer = server.ask('DELETE', '/api/v1/trash')
            if moment is None:
                self.wait_until_empty(server, answer, trashed)
            else:
                time.sleep(moment)
            server.kill()
        return len(trashed), answer

    def wait_until_empty(self, server, answer, trashed):
        path = f'/api/v1/jobs/{answer.json.get("id")}'
        if wait_until(lambda: server.get(path).json.get('state') == 'finished', EMPTYING_SECONDS):
            for document in trashed:
                document.state, document.wish = document.wish, None

    def kill_at_start(self, moment):
        """The start after a kill is killed, too."""
        command = [self.binary, 'serve', '--root', self.root, '--port', '0', '--no-auth']
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(moment)
        process.kill()
        process.wait()

    def forget(self):
        self.log.events.clear()
        for client in self.clients:
            client.forget()

    def documents(self):
        return [document for client in self.clients for document in client.documents]

    # What must hold

    def shown(self, server):
        return {one['id']: state_of(one) for one in server.documents() + server.documents(trashed='true')}

    def faults(self, server):
        """What is not as it should be, by kind; empty when all is well."""
        shown = self.shown(server)
        listed = {(state.path, state.hash) for state in shown.values() if state.where == THERE}
        found = {
            'lost or half': self.lost(shown),
            'doubled': self.doubled(shown),
            'done in part': self.in_part(shown),
            'folders': self.folders(),
            'index and tree differ': self.tree().items() ^ listed,
            'left in staging': files_below(f'{self.root}/tmp'),
            'handed over and lost': self.unsaved(server, shown),
            'preferences and states': self.unchosen(server),
        }
        found = {kind: list(what)[:3] for kind, what in found.items()}
        return {kind: what for kind, what in found.items() if what}

    def tree(self):
        """The hash of each file and package in Documents, by its path."""
        top, found, packages = f'{self.root}/Documents', {}, {}
        for path in files_below(top):
            with open(path, 'rb') as file:
                content = file.read()
            folder, name = os.path.split(os.path.relpath(path, top))
            if folder.endswith(PACKAGE):
                packages.setdefault(folder, {})[name] = content
            elif not name.startswith('.'):
                found[os.path.join(folder, name)] = sha256(content)
        return {**found, **{path: sha256(archive_of(files)) for path, files in packages.items()}}

    def lost(self, shown):
        for document in self.documents():
            found = shown.get(document.id)
            if not any(is_as(found, one) for one in document.possible):
                yield document.id, found, 'should be', document.possible

    def doubled(self, shown):
        """Documents that nobody made: those on their way, and files put on the disk, are known by their names."""
        known = {document.id for document in self.documents()}
        unnamed = {path: wish for client in self.clients for path, wish in client.unnamed.items()}
        as_one = [one for client in self.clients for one in client.as_one if not isinstance(one, Document)]
        for id in shown.keys() - known:
            wish = unnamed.pop(shown[id].path, None)
            # A file that is there before the index knows it is a document that somebody put there: it has no marks yet.
            bare = wish and wish not in as_one and wish.but(marks=NO_MARKS)
            if shown[id] not in (wish, bare):
                yield shown[id], 'was on its way:', wish

    def in_part(self, shown):
        """Changes of several documents that are done as one, and were not."""
        places = {state.path for state in shown.values()}
        for client in self.clients:
            done, undone = [], []
            for one in client.as_one:
                if isinstance(one, Document):
                    if is_as(shown.get(one.id), one.wish) != is_as(shown.get(one.id), one.state):
                        (done if is_as(shown.get(one.id), one.wish) else undone).append(one.state)
                else:
                    (done if one.path in places else undone).append(one)
            if done and undone:
                yield 'done:', done, 'not done:', undone

    def folders(self):
        for client in self.clients:
            for folder, is_there in client.folders.items():
                if self.is_folder(folder) != is_there and not client.is_doubtful(folder):
                    yield folder, 'should be there' if is_there else 'should be gone'

    def is_folder(self, folder):
        return os.path.isdir(f'{self.root}/Documents/{folder}')

    def unsaved(self, server, shown):
        """Contents that were handed over and wait for too long, or not at all for a decision that nobody took."""
        for document in self.documents():
            if document.is_handed or document.waits:
                sessions = server.get(f'{document.address}/sessions').json.get('sessions', [])
                if waiting := [one for one in sessions if one['dirty'] and not one['inConflict']]:
                    yield document.id, 'waits to be saved', waiting
                yield from self.undecided(server, shown, document, conflicts(server, document))

    def undecided(self, server, shown, document, waiting):
        wanted = [document.waits] if document.waits else []
        if waiting == wanted or waiting == [document.mine]:
            return
        if not document.is_deciding or waiting or not self.is_kept(server, shown, document):
            yield document.id, 'waits for a decision', waiting, 'should be', wanted or document.mine

    def is_kept(self, server, shown, document):
        """Whether what waited for a decision that was on its way is in the history, or beside the document."""
        versions = server.get(f'{document.address}/versions', limit=1000).json.get('versions', [])
        kept = {one['sha256'] for one in versions} | {state.hash for state in shown.values()}
        return document.waits in kept

    def unchosen(self, server):
        for client in self.clients:
            chosen = server.get(f'/api/v1/preferences/crash.client-{client.number}').json.get('value')
            if chosen not in [one for one in (client.chosen, client.choosing) if one] + [None] * (not client.chosen):
                yield client.number, chosen, 'should be', client.chosen, client.choosing
            # What a client saves for itself may be lost, and is never a half.
            answer = server.get(f'/api/v1/state/crash-{client.number}')
            if answer.status != 404 and answer.json.get('state') not in client.saved:
                yield client.number, answer

    def unread(self, server):
        """Documents and versions touched in this round that are not given back, and removed ones that are."""
        for client in self.clients:
            for document in client.touched:
                state, answer = document.state, server.get(f'{document.address}/content')
                if state.where == GONE:
                    if answer.status != 404:
                        yield document.id, state, answer
                    continue
                yield from self.unread_versions(server, document)
                if state.where != REMOVED and (answer.status != 200 or sha256(answer.body) != state.hash):
                    yield document.id, state, answer

    def unread_versions(self, server, document):
        for number, hash in list(document.versions.items())[-5:]:
            answer = server.get(f'{document.address}/versions/{number}/content')
            if answer.status != 200 or sha256(answer.body) != hash:
                yield document.id, number, hash, answer

    def untold(self):
        """Acknowledged changes without an event, and events that are repeated or skipped."""
        told = Counter((event.document['id'], event.kind) for event in self.log.events)
        for client in self.clients:
            for change, count in client.acknowledged.items():
                if told[change] < count:
                    yield change, count, told[change]
        yield from self.log.faults

    # After the comparison

    def agree(self, server):
        """What the server has is what the next round begins with."""
        shown = self.shown(server)
        for client in self.clients:
            for document in client.documents:
                agree_on(document, shown.get(document.id), server)
            known = {document.id for document in self.documents()}
            for id in shown.keys() - known:
                if shown[id].path in client.unnamed:
                    client.documents.append(Document(id, shown[id]))
            client.folders = {folder: self.is_folder(folder) for folder in client.all_folders()}
            if client.choosing:
                answer = server.get(f'/api/v1/preferences/crash.client-{client.number}')
                client.chosen = answer.json.get('value')


def agree_on(document, found, server):
    if document.wish:
        state = next(one for one in document.possible if is_as(found, one))
        if state is not document.state:
            document.state, document.thrown_with = state, None
        elif document.thrown_with and is_thrown_anew(document, server):
            document.thrown_with = None
        # A state of its own: one that was nearly another may be another to who undoes a batch.
        document.state = document.state.but()
    document.wish = document.between = None
    document.is_astray, document.is_replaced, document.is_edited = False, False, False
    session, may_wait = document.session, document.is_handed or document.waits
    document.forget_session()
    if may_wait and (waiting := conflicts(server, document)):
        document.waits, document.session = waiting[0], session


def is_thrown_anew(document, server):
    """A batch that was taken back threw away again, at a moment of its own, what it had brought back."""
    shown = server.get(f'/api/v1/documents/{document.id}').json['trashed']
    moment, (_, step) = datetime.fromisoformat(shown).timestamp(), document.thrown_with
    # Documents show thousandths of a second, steps millionths.
    return abs(moment * 1_000_000 - int(step, 36)) > 1000


def conflicts(server, document):
    """The hashes of what waits for a decision."""
    return [one['mine']['sha256'] for one in server.get(f'{document.address}/conflicts').json.get('conflicts', [])]


def settle(faults, seconds):
    """What `faults()` finds until it finds nothing, or time is up."""
    end = time.monotonic() + seconds
    while (found := faults()) and time.monotonic() < end:
        time.sleep(0.05)
    return found
