"""What must hold when a server starts on a disk of which the power went."""

import os
import subprocess
from urllib.parse import quote

from package_archive import archive_of
from power_load import PREFERENCE, REMOVED, THERE, TRASHED, sha256
from server import Server, files_below, wait_until

# The first pass over the tree may go on beside the first requests, and drafts are saved a moment after it.
SETTLING_SECONDS = 45
# So many things that a client did last are read as a whole.
READ = 6


class Trial:
    """A rebuilt disk at `root`, the states that each client may have, and what was ever sent."""

    def __init__(self, binary, root, allowed, sent, settling=SETTLING_SECONDS):
        self.binary, self.root, self.sent, self.settling = os.path.abspath(binary), root, sent, settling
        self.allowed = [list(states) for states in allowed]
        self.record = None

    def faults(self):
        """Starts a server and asks it; what is wrong, by kind, and empty when all is well."""
        server = Server(self.binary, self.root)
        server.environment = self.record.environment if self.record else {}
        try:
            server.start()
        except RuntimeError as error:
            return {'it does not start': str(error)[-600:]}
        try:
            return self.faults_of(server)
        finally:
            server.kill()

    def faults_of(self, server):
        found = {}
        wait_until(lambda: not self.look_into(found, server), self.settling)
        if not found:
            self.read(found, server)
        if not self.record and (status := server.stop()):
            found['it does not end well'] = status
        return found

    def verify(self):
        """What `sheaf verify` finds; empty when all is well."""
        command = [self.binary, 'verify', '--root', self.root]
        checked = subprocess.run(command, capture_output=True, text=True, timeout=120)
        return checked.returncode and checked.stdout + checked.stderr

    def look_into(self, found, server):
        found.clear()
        trashed = {one['id']: one for one in server.documents(trashed='true')}
        shown = {one['id']: one for one in server.documents()}
        chosen = server.get(f'/api/v1/preferences/{PREFERENCE}').json.get('value')
        strangers = shown.keys() | trashed.keys()
        for client in self.allowed:
            # A folder that is made again, or goes, may be there before or after all else.
            gone = frozenset.intersection(*(state.gone - state.folders for state in client))
            faults = [self.differences(state, gone, shown, trashed, chosen) for state in client]
            if all(faults):
                found['lost or half'] = [str(fault)[:120] for fault in faults[0][:3]]
            strangers -= {id for state in client for id in state.documents}
            # Something on its way has an id that nobody was told; where it is says what it is.
            places = {place(state.documents[None]) for state in client if None in state.documents}
            strangers -= {id for id in strangers if id in shown and place_of(shown[id]) in places}
        if strangers:
            found['nobody made'] = [(shown | trashed)[id] for id in strangers][:3]
        self.look_at_files(found, shown)
        return found

    def differences(self, state, gone, shown, trashed, chosen):
        """What a client misses in what is shown if its state is `state`, and folders in `gone` went."""
        faults = []
        for document in state.documents.values():
            if document.id is None:
                continue
            where = {THERE: shown, TRASHED: trashed}.get(document.where)
            seen = where.get(document.id) if where is not None else None
            if document.where == REMOVED:
                if document.id in shown or document.id in trashed:
                    faults.append(('came back', document))
            elif not seen or not is_as(seen, document):
                faults.append((document, 'is', seen or shown.get(document.id) or trashed.get(document.id)))
        folders = dict.fromkeys(state.folders, True) | dict.fromkeys(gone, False)
        for folder, is_there in folders.items():
            if os.path.isdir(f'{self.root}/Documents/{folder}') != is_there:
                faults.append((folder, 'should be there' if is_there else 'should be gone'))
        if state.preference and state.preference != chosen:
            faults.append((state.preference, 'was chosen, is', chosen))
        return faults

    def look_at_files(self, found, shown):
        """Whether files and list are the same, and no file has what nobody ever sent."""
        files = self.contents()
        if half := [path for path, hash in files.items() if hash not in self.sent]:
            found['half files'] = half[:3]
        listed = {place_of(one): one['sha256'] for one in shown.values()}
        if differing := files.items() ^ listed.items():
            found['index and tree differ'] = sorted(differing)[:3]
        if left := files_below(f'{self.root}/tmp'):
            found['left in staging'] = left[:3]

    def contents(self):
        """The hash of each file and package in Documents, by its path."""
        top, found, packages = f'{self.root}/Documents', {}, {}
        for path in files_below(top):
            with open(path, 'rb') as file:
                content = file.read()
            folder, name = os.path.split(os.path.relpath(path, top))
            if folder.endswith('.rtfd'):
                packages.setdefault(folder, {})[name] = content
            else:
                found[os.path.join(folder, name)] = sha256(content)
        return {**found, **{path: sha256(archive_of(files)) for path, files in packages.items()}}

    def read(self, found, server):
        """Reads the versions that were acknowledged."""
        for client in self.allowed:
            for document in list(client[0].documents.values())[-READ:]:
                if any(one.documents[document.id].where == REMOVED for one in client):
                    continue
                for number, hash in document.versions.items():
                    answer = server.get(f'/api/v1/documents/{document.id}/versions/{number}/content')
                    if answer.status != 200 or sha256(answer.body) != hash:
                        found.setdefault('versions', []).append((document.id, number, hash, answer))


def place(document):
    return os.path.join(document.folder, document.name)


def place_of(shown):
    return os.path.join(shown['folder'], shown['name'])


def is_as(seen, document):
    # What was handed over is the content as soon as it is saved, which happens by itself.
    if seen['sha256'] != (document.draft or document.hash) or tuple(seen['tags']) != document.tags:
        return False
    # Where one comes back to that is in the Trash is asked when it does.
    return document.where == TRASHED or place_of(seen) == place(document)
