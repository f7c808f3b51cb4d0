"""Compares the documents of a server with the states that they may have.

A client's `allowed` states are models: the acknowledged one, and those that the request on its way makes of it.
"""

import os

from client import state_of
from load import PACKAGE
from oracle import NEW, sha256
from package_archive import archive_of
from server import files_below

KEPT_VERSIONS = 5


class Allowed:
    """The allowed models: `before` alone, or also the results of `request`, wholly or, where it may, in parts.

    `after` is the result according to the answer; a file that is there before the index knows it gets another id.
    """

    def __init__(self, before, request=None, after=None):
        self.before, self.in_parts = before, bool(request and request.in_parts)
        self.models = [before]
        if request:
            self.models += [after] if after else []
            self.models += [done(before, request.effect)]
            self.models += [done(before, request.between)] if request.between else []
        # Folders may appear or disappear before or after the other changes of the request.
        folders = [model.folders for model in self.models]
        self.doubtful = set().union(*folders) - set(folders[0]).intersection(*folders)

    @property
    def last(self):
        return self.models[1] if len(self.models) > 1 else self.before

    def mixed(self, sight):
        """The model with those changes of single documents that the server shows."""
        mixed = self.before.copy()
        for id in self.before.documents.keys() | self.last.documents.keys():
            after = self.last.documents.get(id)
            if after and sight.has(after):
                mixed.documents[id] = after
            elif not after and id not in sight.documents:
                mixed.documents.pop(id, None)
                mixed.gone.add(id)
        return mixed


def done(before, effect):
    after = before.copy()
    effect(after, None)
    return after


class Sight:
    def __init__(self, server, root):
        self.server, self.root = server, root
        trashed, living = server.documents(trashed='true'), server.documents()
        self.documents = {one['id']: one for one in trashed + living}
        self.ids = {os.path.join(one['folder'], one['name']): one['id'] for one in living}
        self.files = tree(f'{root}/Documents')

    def find(self, document):
        return self.documents.get(self.ids.get(document.path) if document.id.startswith(NEW) else document.id)

    def has(self, document):
        found = self.find(document)
        if not found:
            return False
        folder, name, hash, is_trashed, metadata = state_of(found)
        if not document.has_file:
            # The last bytes of a document whose file was removed on the disk may be unknown.
            hash = document.sha256
        return (folder, name, hash, is_trashed, metadata) == document.state

    def differences(self, model, doubtful=frozenset()):
        for document in model.documents.values():
            if not self.has(document):
                yield document.state, 'is', self.find(document)
        for id in model.gone & self.documents.keys():
            yield 'came back', self.documents[id]
        for folder in model.ever - doubtful:
            if os.path.isdir(f'{self.root}/Documents/{folder}') != (folder in model.folders):
                yield folder, 'should be there' if folder in model.folders else 'should be gone'

    def fit(self, allowed):
        """The allowed model that equals the server's state, with most of the request done, or None; and the
        differences from `before`.
        """
        # A request of which nothing is done is not done in part.
        models = [*allowed.models[1:], allowed.before, *([allowed.mixed(self)] if allowed.in_parts else [])]
        missing = [list(self.differences(model, allowed.doubtful)) for model in models]
        fitting = next((model for model, faults in zip(models, missing) if not faults), None)
        return fitting, missing[models.index(allowed.before)]

    def faults(self, clients):
        """Faults by kind, empty without any; and the model from which each client continues."""
        found, fitting = {}, []
        for allowed in clients:
            model, missing = self.fit(allowed)
            fitting.append(model)
            if not model:
                found['lost, half or done in part'] = missing[:3]
        known = {self.find(one)['id'] for model in fitting if model for one in model.documents.values()}
        # The index takes a file that it does not know for a new document.
        if not found and (strangers := self.documents.keys() - known):
            found['unknown documents'] = [self.documents[id] for id in strangers][:3]
        listed = {os.path.join(one['folder'], one['name']): one['sha256'] for one in self.documents.values()
                  if not one.get('trashed')}  # fmt: skip
        found['index and tree differ'] = sorted(self.files.items() ^ listed.items())[:3]
        found['left in staging'] = files_below(f'{self.root}/tmp')[:3]
        return {kind: what for kind, what in found.items() if what}, fitting

    # Contents

    def unread(self, documents):
        """Documents and versions whose content cannot be read."""
        for document in documents:
            answer = self.server.get(f'{document.address}/content')
            if document.has_file and (answer.status != 200 or sha256(answer.body) != document.sha256):
                yield document.path, document.sha256, answer
            for number, version in list(document.versions.items())[-KEPT_VERSIONS:]:
                answer = self.server.get(f'{document.address}/versions/{number}/content')
                if answer.status != 200 or sha256(answer.body) != version.sha256:
                    yield document.path, number, version.sha256, answer

    def undecided(self, allowed):
        """Contents that still wait to be saved, and decisions that are missing or were not asked for."""
        for document in allowed.before.documents.values():
            mine = {model.documents[document.id].waits for model in allowed.models if document.id in model.documents}
            if not (document.session or mine != {None}) or document.id.startswith(NEW):
                continue
            sessions = self.server.get(f'{document.address}/sessions').json.get('sessions', [])
            if waiting := [one for one in sessions if one['dirty'] and not one['inConflict']]:
                yield document.id, 'waits to be saved', waiting
            waiting = conflicts(self.server, document) or [None]
            if len(waiting) > 1 or waiting[0] not in mine:
                yield document.id, 'waits for a decision', waiting, 'should be', mine
            elif document.waits and waiting == [None] and document.waits not in self.kept(document):
                yield document.id, 'is decided and lost', document.waits

    def kept(self, document):
        """The hashes of all its versions, and of all documents."""
        versions = self.server.get(f'{document.address}/versions', limit=1000).json.get('versions', [])
        return {one['sha256'] for one in versions} | {one['sha256'] for one in self.documents.values()}

    # After the comparison

    def adopt(self, model, allowed):
        """The model from which the client continues, with the facts of the server."""
        model = model.copy()
        doubtful = {one.id for one in allowed.last.changed(allowed.before)}
        for document in list(model.documents.values()):
            found = self.find(document)
            if document.id.startswith(NEW):
                del model.documents[document.id]
                document.id = found['id']
                model.documents[document.id] = document
            document.learn(found)
            document.noticed()
            document.is_draft = False
            before = allowed.before.documents.get(document.id)
            session = document.session or before and before.session
            document.waits = next(iter(conflicts(self.server, document)), None) if session else None
            document.session = session if document.waits else None
            if document.id in doubtful:
                # A batch or removal that includes a document that may have changed cannot be undone
                # exactly.
                model.steps = {step: moment for step, moment in model.steps.items() if moment != document.thrown}
                document.modified = object()
        model.folders = {one for one in model.ever | model.folders if os.path.isdir(f'{self.root}/Documents/{one}')}
        return model


def conflicts(server, document):
    """The hashes of the contents that wait for a decision."""
    return [one['mine']['sha256'] for one in server.get(f'{document.address}/conflicts').json.get('conflicts', [])]


def tree(top):
    """The hash of each file and package in Documents, by its path."""
    found, packages = {}, {}
    for path in files_below(top):
        with open(path, 'rb') as file:
            content = file.read()
        path = os.path.relpath(path, top)
        package, inside, inner = path.partition(f'{PACKAGE}/')
        if inside:
            packages.setdefault(package + PACKAGE, {})[inner] = content
        elif not os.path.basename(path).startswith('.'):
            found[path] = sha256(content)
    return {**found, **{path: sha256(archive_of(files)) for path, files in packages.items()}}
