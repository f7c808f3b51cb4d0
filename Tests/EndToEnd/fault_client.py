"""A client over a failing disk: a refused request has happened wholly or not at all, and can be repeated."""

import json
import os

from armed_client import ArmedClient
from client import state_of
from load import SHARED, Request, upload_path
from oracle import NEW, sha256
from server import wait_until
from sight import Allowed, conflicts

PROBLEMS = {500, 503, 507}
# A refused creation leaves nothing, so the same request succeeds when it is sent again.
CREATIONS = {'uploaded', 'package uploaded', 'copied', 'folder made'}
# Seconds until a batch is rolled back after a failed rollback, and until a failed save is retried.
PATIENCE = {'batch': 15, 'undone': 15, 'handed over': 30, 'session closed': 30}


class FaultyClient(ArmedClient):
    """One request of a kind meets the rule set for it."""

    shared = ['Faults']

    def __init__(self, seed, library, server):
        super().__init__(seed, library.root)
        self.library, self.server = library, server
        # Whether any request may be refused, and the refused ones.
        self.is_lenient, self.pending = False, []
        # The rule that the request meets, the count of its failed calls, the answer, and the fault in the answer.
        self.rule, self.hit, self.answer, self.wrong = None, 0, None, None

    # Requests

    def refused(self, request, answer):
        if not (self.is_lenient and is_refusal(answer)):
            return super().refused(request, answer)
        self.pending.append((self.model, request))
        return answer

    def meet(self, request):
        self.library.set(self.rule)
        self.answer = answer = self.ask(request)
        self.hit = self.library.counts()[1]
        self.library.clear()
        is_done = (answer.status, answer.code) == (request.status, request.code)
        if is_done and not request.in_parts and request.kind != 'session closed':
            self.wrong = self.wrong_done(request, answer)
        elif is_done or is_refusal(answer):
            self.wrong = self.wrong_refused(request, answer)
        else:
            self.wrong = answer
        return answer

    def wrong_done(self, request, answer):
        before, count = self.model, len(self.rejected)
        self.accept(request, answer)
        return self.rejected[count:] or self.differs(request, [before, self.model], [self.model])

    def wrong_refused(self, request, answer):
        before = self.model
        if request.kind in CREATIONS:
            return self.wrong_again(request)
        if request.kind.startswith('decided'):
            return self.wrong_decision(request)
        if request.kind in ('handed over', 'session closed'):
            # It may be on the disk already, and be saved later.
            self.server.ask('DELETE', request.path.partition('/content')[0])
        allowed = Allowed(before, request)
        models = [allowed.last, *allowed.models[2:], before]
        if request.in_parts:
            return self.wrong_parts(request, allowed, answer)
        return self.differs(request, [before, allowed.last], models)

    def wrong_again(self, request):
        """The request succeeds when it is sent again, under its own name."""
        answer = self.ask(request)
        return self.wrong_done(request, answer) if answer.status in (200, 201) else answer

    def wrong_parts(self, request, allowed, answer):
        """A document that cannot be moved does not stop the others; the answer counts it."""
        ids = {one.id for one in allowed.last.changed(allowed.before)}
        done = {id for id in ids if self.seen(id) == allowed.last.documents[id].state}
        wrong = [id for id in ids - done if self.seen(id) != allowed.before.documents[id].state]
        is_good = answer.status == 200
        if request.kind == 'folder thrown away':
            wrong += [answer] if done not in ([ids] if is_good else [ids, set()]) else []
        elif is_good:
            counts = answer.json
            wrong += [counts] if len(done) < counts['documents'] or len(done) + counts['refused'] < len(ids) else []
        self.model = allowed.before.copy()
        for id in done:
            self.model.documents[id] = allowed.last.documents[id]
        self.forget(ids)
        return wrong

    def wrong_decision(self, request):
        """The waiting content is kept, still undecided or decided; a second decision succeeds."""
        before, after = self.model, Allowed(self.model, request).last
        document = next(one for one in before.documents.values() if one.waits and one.address in request.path)
        waiting = conflicts(self.server, document)
        if waiting:
            content = self.seen(document.id)[2]
            if waiting != [document.waits] or content not in (document.sha256, document.waits):
                return waiting, content
            answer = self.ask(request)
            if answer.status == 200:
                self.accept(request, answer)
            elif answer.status == 404 and not conflicts(self.server, document):
                # The file had been placed; the notice of that was the end of the conflict.
                self.model = after
            else:
                return 'decided again', answer
        else:
            self.model = after
        return self.differs(request, [before, self.model], [self.model])

    # Comparisons

    def differs(self, request, changing, models):
        """Waits until the server's state is one of the models, which becomes the model; the differences when it is none."""
        wait_until(lambda: not self.differences(request, changing, models), PATIENCE.get(request.kind, 0))
        return self.differences(request, changing, models)

    def differences(self, request, changing, models):
        before, after = changing
        ids = {one.id for one in after.changed(before)} | before.documents.keys() - after.documents.keys()
        ids |= {id for id, one in before.documents.items() if one.is_draft or one.waits} & self.touched
        seen = {id: self.seen(id, after) for id in ids}
        chosen = self.server.get(self.preference_path).json.get('value')
        for model in models:
            wanted = {id: model.documents[id].state if id in model.documents else None for id in ids}
            is_chosen = after.preference == before.preference or chosen == model.preference
            if seen == wanted and is_chosen and self.is_decided(request, model) and self.has_folders(request, model):
                self.settle(model, ids)
                return []
        return [seen, [{id: model.documents[id].state if id in model.documents else None for id in ids} for model in models]]

    def seen(self, id, model=None):
        """The state of a document, with the hash of its bytes."""
        if id.startswith(NEW):
            document = model.documents[id]
            listed = [one for one in self.server.documents(folder=document.folder) if one['name'] == document.name]
            return state_of(listed[0]) if listed else None
        shown = self.server.get(f'/api/v1/documents/{id}')
        content = self.server.get(f'/api/v1/documents/{id}/content')
        if shown.status == 404:
            return None
        folder, name, _, is_trashed, metadata = state_of(shown.json)
        return folder, name, sha256(content.body) if content.status == 200 else content, is_trashed, metadata

    def is_decided(self, request, model):
        if not request.kind.startswith('decided'):
            return True
        document = next(one for one in model.documents.values() if request.path.startswith(f'{one.address}/'))
        shown = self.server.get(f'{document.address}/versions').json['versions']
        wanted = [one.sha256 for _, one in sorted(document.versions.items(), reverse=True)]
        return [one['sha256'] for one in shown][:3] == wanted[:3] and not conflicts(self.server, document)

    def has_folders(self, request, model):
        """Whether the folder is there under one name; a folder made for a copy may stay, and so may an emptied one."""
        if request.kind not in ('folder made', 'folder renamed'):
            return True
        names = [name for key, name in json.loads(request.body).items() if key in ('folder', 'to')]
        return all(os.path.isdir(f'{self.root}/Documents/{name}') == (name in model.folders) for name in names)

    def settle(self, model, ids):
        self.model = model.copy()
        for document in [one for one in list(self.model.documents.values()) if one.id.startswith(NEW)]:
            listed = [one for one in self.server.documents(folder=document.folder) if one['name'] == document.name]
            del self.model.documents[document.id]
            if listed:
                document.id = listed[0]['id']
                self.model.documents[document.id] = document
        self.forget(ids)
        # Reading the versions shows how many a document has.
        for id in ids & self.model.documents.keys():
            document = self.model.documents[id]
            document.learn(self.server.get(document.address).json)
            if document.session and not document.waits:
                self.server.ask('DELETE', f'{document.address}/sessions/{document.session[0]}')
                document.is_draft, document.session = False, None

    def forget(self, ids):
        """Batches and folders of a document that was nearly changed can no longer be undone or restored exactly."""
        self.touched |= ids
        for id in ids & self.model.documents.keys():
            document = self.model.documents[id]
            document.modified = object()
            self.model.steps = {step: moment for step, moment in self.model.steps.items() if moment != document.thrown}

    def resolve(self):
        """After the fault each refused request has happened wholly, or not at all; returns those that did neither."""
        pending, self.pending, self.is_lenient = self.pending, [], False
        found = []
        for _, request in pending:
            if request.kind not in CREATIONS:
                allowed = Allowed(self.model, request)
                found += self.differs(request, [allowed.before, allowed.last], [allowed.last, allowed.before])
        return found

    # Single requests

    def upload(self, name=None):
        name = name or self.fresh('.txt')
        body = self.body(self.dice, name)
        hash = self.remember(body)
        effect = lambda model, shown: model.create(shown, 'Faults', name, hash)
        return self.do(Request('uploaded', 'POST', upload_path('Faults', name, 'fail'), body, effect=effect, status=201))

    def change(self, operation, id):
        self.living = lambda noticed=False: [self.model.documents[id]]
        self.thrown_away = self.living
        try:
            return SHARED[operation][0](self, self.dice)
        finally:
            del self.living, self.thrown_away


def is_refusal(answer, *codes):
    return answer.status in PROBLEMS and bool(answer.code) and (not codes or answer.code in codes)
