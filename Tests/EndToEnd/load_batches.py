"""Batches of operations that happen wholly or not at all, and are undone as a whole."""

from load import SHARED, Request, some, wanted_marks
from oracle import changed_metadata, free_name

ADDRESS = '/api/v1/batches'
# Below the limit of batches that the server keeps for all clients.
MOST_BATCHES = 20
KINDS = ['swap', 'trash', 'restore', 'copy', 'mark', 'move_and_mark']


class Done:
    """A finished batch: its steps, and the facts of its documents after it."""

    def __init__(self, id, steps, documents):
        self.id, self.steps = id, steps
        self.after = {document.id: document.facts for document in documents}

    def changed(self, model):
        """Ids of documents that were changed after the batch."""
        now = {id: model.documents[id].facts for id in self.after if id in model.documents}
        return {id for id, facts in self.after.items() if now.get(id) != facts}


class Plan:
    """Operations with their steps, which say how to apply and undo each of them in the model."""

    def __init__(self, run, dice):
        self.run, self.dice, self.model = run, dice, run.model
        self.operations, self.steps, self.refused = [], [], None
        self.taken = {one.place for one in self.model.living()}
        self.left = run.living(noticed=True)
        dice.shuffle(self.left)

    def take(self):
        return self.left.pop() if self.left else None

    def add(self, operation, document, **more):
        self.operations.append({'op': operation, 'document': document.id, **more})

    def swap(self):
        """The first document has a name that the server chooses until its new name is free."""
        first, second = self.take(), self.take()
        if second and self.run.may_have(first, second.name):
            (folder, name), (other_folder, other_name) = first.place, second.place
            self.add('move', first, folder=other_folder, name=other_name)
            self.add('move', second, folder=folder, name=name)
            self.steps.append(('park', first, first.place, second.place))
            self.steps.append(('move', second, second.place, first.place))
            self.steps.append(('unpark', first, first.place, second.place))

    def trash(self):
        document = self.take()
        if document and len(self.model.living()) > self.run.fewest + 2:
            self.add('trash', document)
            self.steps.append(('trash', document, document.place))
            self.taken.discard(document.place)

    def restore(self):
        document = some(self.dice, [one for one in self.run.thrown_away() if one.has_file])
        if document and not any(step[1] is document for step in self.steps):
            name = free_name(document.name, lambda name: (document.folder, name) in self.taken)
            self.add('restore', document)
            self.steps.append(('restore', document, (document.folder, name)))
            self.taken.add((document.folder, name))

    def mark(self, document=None):
        if document := document or self.take():
            changes = wanted_marks(self.run, self.dice, document)
            self.add('mark', document, **changes)
            marks = changed_metadata(document.marks, changes)
            if marks != document.marks:
                self.steps.append(('mark', document, document.marks, marks))

    def copy(self):
        if document := self.take():
            folder, name = self.run.place(self.dice, document)
            self.add('copy', document, folder=folder, name=name)
            name = free_name(name, lambda name: (folder, name) in self.taken)
            marks = {**document.marks, 'favourite': False}
            self.steps.append(('copy', document, (folder, name), len(self.operations) - 1, document.sha256, marks))
            self.taken.add((folder, name))

    def move(self):
        """Moves a document; a move to a taken name refuses the whole batch."""
        document = self.take()
        if not document:
            return None
        folder, name = self.run.place(self.dice, document)
        if (folder, name) == document.place:
            return None
        self.add('move', document, folder=folder, name=name)
        if (folder, name) in self.taken:
            self.refused = self.refused or len(self.operations)
        self.steps.append(('move', document, document.place, (folder, name)))
        self.taken = self.taken - {document.place} | {(folder, name)}
        return document

    def move_and_mark(self):
        count = len(self.operations)
        if (document := self.move()) and len(self.operations) > count:
            self.mark(document)


@SHARED.add(7, needs=['upload', 'upload', 'upload', 'upload', 'upload', 'upload', 'trash'])
def batch(run, dice):
    plan = Plan(run, dice)
    for kind in run.batch_kinds(dice, KINDS):
        getattr(plan, kind)()
    # Moves come last, when all other names are known: a move to a taken name is refused at once.
    if not plan.operations or dice.random() < 0.5:
        plan.move()
    if not plan.operations:
        return None
    run.compare_events()
    body = {'operations': plan.operations}
    if plan.refused:
        answer = run.do(Request('batch', 'POST', ADDRESS, body, status=409, code='name-taken'))
        run.compare_refused(answer, plan.refused)
        return answer
    return run.do(Request('batch', 'POST', ADDRESS, body, effect=effect_of(plan.steps), status=201))


def effect_of(steps):
    def effect(model, shown):
        documents = [one['document'] for one in shown['results']] if shown else None
        done = [do(model, step, documents) for step in steps]
        if shown:
            # Also documents that already were in the requested state.
            changed = [model.documents[id] for id in {one['id']: one for one in documents}]
            model.batches.append(Done(shown['id'], done, changed))
            del model.batches[:-MOST_BATCHES]

    return effect


def do(model, step, shown=None):
    """Applies the step to the model; returns the step as it can be undone."""
    kind, document, *rest = step
    document = model.own(document)
    if kind == 'park':
        target = model.parked(document, rest[1])
        model.move(document, *target)
        return 'move', document, rest[0], target
    if kind in ('move', 'unpark'):
        source = document.place
        model.move(document, *rest[1])
        return 'move', document, source, rest[1]
    if kind == 'copy':
        target, number, hash, marks = rest
        return kind, model.create(shown and shown[number], *target, hash, 'copy', marks), target
    if kind == 'trash':
        model.trash(document)
    elif kind == 'restore':
        model.restore(document, *rest[0])
    elif kind == 'mark':
        model.mark(document, rest[1])
    return step


def inverse(step):
    kind, document, *rest = step
    if kind in ('move', 'mark'):
        return kind, document, rest[1], rest[0]
    return 'restore' if kind == 'trash' else 'trash', document, rest[0]


def first_refused(model, steps):
    """The number of the first step whose name has been taken meanwhile, or None."""
    taken = {one.place for one in model.living()}
    for number, (kind, _, *rest) in enumerate(steps):
        left, target = rest if kind == 'move' else (rest[0], None) if kind == 'trash' else (None, rest[0])
        if kind == 'mark':
            continue
        if target in taken:
            return number
        taken = taken - {left} | ({target} if target else set())
    return None


@SHARED.add(6, needs=['upload', 'upload', 'upload', 'upload', 'upload', 'upload', 'trash', 'batch'])
def undo(run, dice):
    """A batch that undid another can be undone; a later change of one document prevents the undoing of all."""
    done = some(dice, run.undoable())
    if not done:
        return None
    run.compare_events()
    path, changed = f'{ADDRESS}/{done.id}/undo', done.changed(run.model)
    if changed:
        answer = run.do(Request('undone', 'POST', path, status=412, code='version-conflict'))
        run.compare_changed(answer, changed)
        return answer
    steps = [inverse(step) for step in reversed(done.steps)]
    refused = first_refused(run.model, steps)
    if refused is None:
        return run.do(Request('undone', 'POST', path, effect=effect_of(steps), status=201))

    # The steps before the refused one are done, and then rolled back.
    answer = run.do(Request('undone', 'POST', path, status=409, code='name-taken'))
    begun = [do(run.model, step) for step in steps[:refused]]
    for step in reversed(begun):
        do(run.model, inverse(step))
    return answer
