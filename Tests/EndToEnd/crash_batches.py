"""Many changes of a client's documents as one, and what takes them back as one."""

import json
from collections import namedtuple

from crash_state import THERE, TRASHED

# A batch that was done: its documents before and after it, by their ids, and the events that undoing it has.
Done = namedtuple('Done', 'id before after events')
# So many batches a client may come back to; the server keeps a hundred of all clients.
KEPT = 8
INVERSE = {
    'document.moved': 'document.moved', 'document.marked': 'document.marked', 'document.deleted': 'document.restored',
    'document.restored': 'document.deleted', 'document.created': 'document.deleted',
}  # fmt: skip


class Batches:
    def batch(self):
        """Two change places, one goes elsewhere with other marks, one to the Trash, one back, and one is copied."""
        documents = [one for one in self.free() if not one.is_edited]
        if len(documents) < 5:
            return
        first, second, third, fourth, fifth = self.dice.sample(documents, 5)
        plan = Plan(self)
        plan.swap(first, second)
        plan.move_and_mark(third)
        plan.add(fourth, {'op': 'trash'}, 'document.deleted', where=TRASHED)
        if fifth.state.ending == second.state.ending:
            plan.copy(fifth)
        if trashed := self.choose(TRASHED):
            plan.add(trashed, {'op': 'restore'}, 'document.restored', where=THERE)
        body = json.dumps({'operations': plan.operations})
        before = {one: one.state for one in plan.wishes}
        answer = self.ask('batch', 'POST', '/api/v1/batches', body, plan.wishes, plan.copies, as_one=True)
        if answer.status == 201:
            self.note_batch(answer, before, plan.copies, plan.events)
            # Later its documents will have been changed again.
            if self.dice.random() < 0.5:
                return self.undo()
        return answer.status

    def note_batch(self, answer, before, copies, events):
        shown = {one['document']['id']: one['document'] for one in answer.json['results']}
        strangers = [id for id in shown if id not in {document.id for document in before}]
        for id, copy in zip(strangers, copies, strict=True):
            document = self.add(copy, shown[id])
            before[document] = copy.but(where=TRASHED)
            events = [*events, (document, 'document.created')]
        for document, kind in events:
            self.tell(document, kind)
            self.learn(document, shown[document.id])
        after = {document: document.state for document in before}
        self.batches.append(Done(answer.json['id'], before, after, events))
        del self.batches[:-KEPT]

    def undo(self):
        """Whatever batch has nothing that was changed since; that may be one that undid another."""
        found = [
            one
            for one in self.batches
            if all(document.state is state and document.is_free for document, state in one.after.items())
        ]
        if not found:
            return
        done = self.dice.choice(found)
        self.batches.remove(done)
        # Not the same states once more: to the server, too, a document that was changed back is another than before.
        wishes = {document: state.but() for document, state in done.before.items()}
        answer = self.ask('undone', 'POST', f'/api/v1/batches/{done.id}/undo', wishes=wishes, as_one=True)
        if answer.status == 201:
            events = [(document, INVERSE[kind]) for document, kind in done.events]
            self.note_batch(answer, dict(done.after), [], events)
        return answer.status


class Plan:
    """The operations of a batch, and what they make of its documents."""

    def __init__(self, client):
        self.client, self.operations, self.wishes, self.copies, self.events = client, [], {}, [], []

    def add(self, document, operation, event, **changes):
        self.operations.append({**operation, 'document': document.id})
        self.wishes[document] = self.wishes.get(document, document.state).but(**changes)
        self.events.append((document, event))

    def move(self, document, folder, name):
        self.add(document, {'op': 'move', 'folder': folder, 'name': name}, 'document.moved', folder=folder, name=name)

    def swap(self, first, second):
        if first.state.ending == second.state.ending:
            self.move(first, second.state.folder, second.state.name)
            self.move(second, first.state.folder, first.state.name)

    def move_and_mark(self, document):
        changes, marks = self.client.new_marks(document)
        self.move(document, *self.client.place(document.state.ending))
        self.add(document, {'op': 'mark', **changes}, 'document.marked', marks=marks)

    def copy(self, document):
        folder, name = self.client.place(document.state.ending)
        self.operations.append({'op': 'copy', 'document': document.id, 'folder': folder, 'name': name})
        self.copies.append(
            document.state.but(folder=folder, name=name, marks={**document.state.marks, 'favourite': False})
        )
