"""Many operations as one step, and batches that are undone as one: all or nothing."""

import json

from model_documents import changed_marks, free_name
from model_marks import wanted_marks
from model_operations import operation, place, some
from model_run import demand

ADDRESS = '/api/v1/batches'
# Fewer than the server keeps.
MOST_BATCHES = 30


class Done:
    """A batch that was done: its steps, and the facts of its documents after it."""

    def __init__(self, id, steps, documents):
        self.id, self.steps, self.documents = id, steps, documents
        self.after = {document.id: document.facts for document in documents}

    def changed(self, model):
        """Ids of documents that are not any more as the batch left them."""
        now = {id: model.documents[id].facts for id in self.after if id in model.documents}
        return {id for id, facts in self.after.items() if now.get(id) != facts}


class Plan:
    """Operations, and the steps that they become: what to do with the model for each, and for its undoing."""

    def __init__(self, run, dice):
        self.run, self.dice, self.model = run, dice, run.model
        self.operations, self.steps, self.refused = [], [], None
        self.taken = {one.place for one in self.model.living()}
        self.left = self.model.living()
        dice.shuffle(self.left)

    def take(self):
        return self.left.pop() if self.left else None

    def add(self, operation, document, **more):
        self.operations.append({'op': operation, 'document': document.id, **more})

    def swap(self):
        """The first waits under a name that the server chooses until its new one is free."""
        first, second = self.take(), self.take()
        if second:
            (folder, name), (other_folder, other_name) = first.place, second.place
            self.add('move', first, folder=other_folder, name=other_name)
            self.add('move', second, folder=folder, name=name)
            self.steps.append(('park', first, first.place, second.place))
            self.steps.append(('move', second, second.place, first.place))
            self.steps.append(('unpark', first, first.place, second.place))

    def trash(self):
        document = self.take()
        if document and len(self.model.living()) > 10:
            self.add('trash', document)
            self.steps.append(('trash', document, document.place))
            self.taken.discard(document.place)

    def restore(self):
        document = some(self.dice, [one for one in self.model.thrown_away() if one.has_file])
        if document and not any(step[1] is document for step in self.steps):
            name = free_name(document.name, lambda name: (document.folder, name) in self.taken)
            self.add('restore', document)
            self.steps.append(('restore', document, (document.folder, name)))
            self.taken.add((document.folder, name))

    def mark(self):
        if document := self.take():
            changes = wanted_marks(self.run, self.dice, document)
            self.add('mark', document, **changes)
            marks = changed_marks(document.marks, changes)
            if marks != document.marks:
                self.steps.append(('mark', document, document.marks, marks))

    def copy(self):
        if document := self.take():
            folder, name = place(self.dice)
            self.add('copy', document, folder=folder, name=name)
            name = free_name(name, lambda name: (folder, name) in self.taken)
            self.steps.append(('copy', document, (folder, name), len(self.operations) - 1))
            self.taken.add((folder, name))

    def move(self):
        """To a name that is taken when everything else is done: then nothing is."""
        document, (folder, name) = self.take(), place(self.dice)
        if not document or (folder, name) == document.place:
            return
        self.add('move', document, folder=folder, name=name)
        if (folder, name) in self.taken:
            self.refused = self.refused or len(self.operations)
        self.steps.append(('move', document, document.place, (folder, name)))
        self.taken = self.taken - {document.place} | {(folder, name)}


@operation(7)
def batch(run, dice):
    plan = Plan(run, dice)
    for kind in sorted(dice.sample(['swap', 'trash', 'restore', 'copy', 'mark'], dice.randint(1, 5)), reverse=True):
        getattr(plan, kind)()
    # Last, when all other names are known; one that finds its place taken waits for nobody.
    if not plan.operations or dice.random() < 0.5:
        plan.move()
    if not plan.operations:
        return
    run.compare_events()
    body = json.dumps({'operations': plan.operations})
    if plan.refused:
        answer = run.change('POST', ADDRESS, body, status=409, code='name-taken')
        demand(answer.json['operation'] == plan.refused, f'operation {plan.refused} is refused', answer)
        run.compare_events()
        return
    answer = run.change('POST', ADDRESS, body, status=201)
    shown = [one['document'] for one in answer.json['results']]
    steps = [do(run, step, shown) for step in plan.steps]
    remember(run, answer, steps)


def do(run, step, shown=()):
    """Makes the model as the step made the documents; the step as it can be undone."""
    model, (kind, document, *rest) = run.model, step
    source = document.place
    if kind == 'park':
        target = parked(run, document, rest[1])
        model.move(document, *target)
        return 'move', document, source, target
    if kind in ('move', 'unpark'):
        model.move(document, *rest[1])
        return 'move', document, source, rest[1]
    if kind == 'copy':
        target, number = rest
        marks = {**document.marks, 'favourite': False}
        return kind, model.create(shown[number]['id'], *target, document.sha256, 'copy', marks), target
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
    """The number of the first step whose name has been taken meanwhile; None when all can be done."""
    taken = {one.place for one in model.living()}
    for number, (kind, _, *rest) in enumerate(steps):
        left, target = rest if kind == 'move' else (rest[0], None) if kind == 'trash' else (None, rest[0])
        if kind == 'mark':
            continue
        if target in taken:
            return number
        taken = taken - {left} | ({target} if target else set())
    return None


def parked(run, document, target):
    """The place that the server has chosen, as its event says: beside the one that is waited for."""
    number = len(run.model.events)
    demand(run.log.wait(number + 1, 10), 'an event of a document that waits for its name')
    one = run.log.events[number].document
    demand(one['id'] == document.id and one['folder'] == target[0], f'it waits beside {target}', one)
    demand(one['name'].endswith(f' {target[1]}'), f'under a name of its own, for {target}', one)
    return one['folder'], one['name']


def remember(run, answer, steps):
    run.compare_events()
    # Also those that were to become what they were already.
    shown = {one['document']['id']: one['document'] for one in answer.json['results']}
    documents = [run.model.documents[id] for id in shown]
    for document in documents:
        run.compare(shown[document.id], document)
    run.batches.append(Done(answer.json['id'], steps, documents))
    del run.batches[:-MOST_BATCHES]


@operation(6)
def undo(run, dice):
    """One that undid another is undone in its turn; what was changed since keeps all of it from being undone."""
    done = some(dice, run.batches[-6:])
    if not done:
        return
    run.compare_events()
    path, changed = f'{ADDRESS}/{done.id}/undo', done.changed(run.model)
    if changed:
        answer = run.change('POST', path, status=412, code='version-conflict')
        demand(set(answer.json['documents']) == changed, f'{changed} have changed', answer)
        run.compare_events()
        return
    steps = [inverse(step) for step in reversed(done.steps)]
    refused = first_refused(run.model, steps)
    if refused is None:
        answer = run.change('POST', path, status=201)
        remember(run, answer, [do(run, step) for step in steps])
        return
    run.change('POST', path, status=409, code='name-taken')
    begun = [do(run, step) for step in steps[:refused]]
    for step in reversed(begun):
        do(run, inverse(step))
    run.compare_events()
