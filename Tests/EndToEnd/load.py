"""The load: random requests, each with its change of the model.

An operation takes a client and dice, and works with the documents there are. `client.do(request)` sends the request,
checks the answer and changes the model. Without faults each answer equals the model's, to the event. With faults, all
acknowledged changes must be there afterwards, and the one request on its way is done or not.
"""

import json
from urllib.parse import quote

from oracle import NO_METADATA, changed_metadata, sha256

PACKAGE = '.rtfd'


class Operations(dict):
    """Functions by their names, each with its weight."""

    def add(self, weight, needs=()):
        """A decorator; `needs` are operations that create what this one works with."""

        def add(function):
            function.needs = needs
            self[function.__name__] = (function, weight)
            return function

        return add


# Operations of all clients, of those whose answers may be lost, and of the one whose changes are all noticed.
SHARED, WEATHERED, EXACT = Operations(), Operations(), Operations()


class Mismatch(Exception):
    """Server and model differ."""


def require(held, what, got=''):
    if not held:
        raise Mismatch(f'{what}: {str(got)[:600]}')


class Request:
    """`effect(model, shown)` applies the change to a model; `shown` is the answer's JSON, or None for a change
    without an answer.

    `between` is the effect that a kill in the middle may leave. A change `in_parts` changes one document after the
    other.
    """

    def __init__(self, kind, method, path, body=None, headers=None, effect=None, status=200, code=None, between=None,
                 in_parts=False):  # fmt: skip
        self.kind, self.method, self.path, self.headers = kind, method, path, headers
        self.body = json.dumps(body).encode() if isinstance(body, (dict, list, str)) else body
        # A refused request changes nothing.
        self.effect = effect if effect and not code else lambda model, shown: None
        self.status, self.code, self.between, self.in_parts = status, code, between, in_parts

    def __repr__(self):
        return f'{self.kind}: {self.method} {self.path} {self.headers or ""}'


def shown_documents(answer):
    """The documents in an answer of any form."""
    json = answer.json
    if not isinstance(json, dict):
        return []
    if 'sha256' in json:
        return [json]
    # Of several operations on one document the last one shows its state.
    found = list({one['document']['id']: one['document'] for one in json.get('results', [])}.values())
    return found + ([json['document']] if isinstance(json.get('document'), dict) else [])


def some(dice, found):
    found = list(found)
    return dice.choice(found) if found else None


def upload_path(folder, name, conflict):
    return f'/api/v1/documents?name={quote(name)}&folder={quote(folder)}&conflict={conflict}'


# Uploads


@SHARED.add(14)
def upload(run, dice):
    folder, name = run.place(dice)
    body, there = run.body(dice, name), run.model.at(folder, name)
    conflict = dice.choice(['rename', 'rename', 'fail', 'replace', 'replace'])
    headers, hash = condition(run, dice, conflict, there), run.remember(body)
    status, code = 201, None
    if 'If-Match' in headers:
        if not there or headers['If-Match'] != f'"{there.sha256}"':
            status, code = 412, 'version-conflict'
    elif there and (conflict == 'fail' or headers):
        status, code = 409, 'name-taken'
    stored = lambda model, shown: put_in(model, shown, folder, name, hash, conflict)
    kind = 'package uploaded' if name.endswith(PACKAGE) else 'uploaded'
    return run.do(Request(kind, 'POST', upload_path(folder, name, conflict), body, headers, stored, status, code))


def condition(run, dice, conflict, there):
    kind = dice.random()
    if conflict == 'replace' and kind < 0.3:
        hash = there.sha256 if there and kind < 0.2 else sha256(b'never stored')
        return {'If-Match': f'"{hash}"'}
    return {'If-None-Match': '*'} if kind > 0.95 else {}


def put_in(model, shown, folder, name, hash, conflict):
    """The effect of an accepted upload."""
    there = model.at(folder, name)
    if not there or conflict == 'rename':
        model.create(shown, folder, model.free(folder, name), hash)
    elif there.sha256 != hash:
        model.set_content(there, hash)


@SHARED.add(12)
def put(run, dice):
    """A new version, without a condition or with one that holds."""
    document = some(dice, run.living())
    if not document:
        return None
    tag, body = run.tag(dice, document), run.body(dice, document.name)
    hash = run.remember(body)

    def effect(model, shown):
        if hash != model.own(document).sha256:
            model.set_content(document, hash)

    kind = 'package saved' if document.name.endswith(PACKAGE) else 'saved'
    headers = {'If-Match': tag} if tag else None
    return run.do(Request(kind, 'PUT', f'{document.address}/content', body, headers, effect))


@SHARED.add(6, needs=['upload'])
def copy(run, dice):
    """Another document with the same content and marks, but not a favourite."""
    document = some(dice, run.living())
    if not document:
        return None
    (folder, name), rule, hash = run.place(dice, document), dice.choice(['rename', 'fail', 'replace']), document.sha256
    there, marks = run.model.at(folder, name), {**document.marks, 'favourite': False}
    body = {'folder': folder, 'name': name, 'conflict': rule}
    wanted = {'status': 201}
    if there:
        wanted = {'fail': {'status': 409, 'code': 'name-taken'}, 'replace': {'status': 200}, 'rename': wanted}[rule]

    def effect(model, shown, marks=marks):
        there = model.at(folder, name)
        if not there or rule == 'rename':
            model.create(shown, folder, model.free(folder, name), hash, 'copy', marks)
        elif there.sha256 != hash:
            model.set_content(there, hash, 'copy')

    # After a kill, the next start takes a file without the marks for a new file.
    bare = lambda model, shown: effect(model, shown, NO_METADATA)
    return run.do(Request('copied', 'POST', f'{document.address}/copy', body, None, effect, between=bare, **wanted))


# Moves and marks


@SHARED.add(10)
def move(run, dice):
    document = some(dice, run.living())
    if not document:
        return None
    (folder, name), kind = run.place(dice, document), dice.randrange(3)
    kind = 0 if folder == document.folder else kind
    folder, name = (folder if kind else document.folder), (name if kind != 1 else document.name)
    changes = {'folder': folder} if kind == 1 else {'name': name} if kind == 0 else {'name': name, 'folder': folder}
    return ask_to_move(run, 'moved', document, folder, name, changes, tag=run.tag(dice, document, 0.3))


def ask_to_move(run, kind, document, folder, name, changes, marks=None, tag=None):
    there = run.model.at(folder, name)
    is_taken = there and there.id != document.id

    def moved(model, shown):
        if not there:
            model.move(document, folder, name)

    def effect(model, shown):
        moved(model, shown)
        if marks:
            model.mark(document, marks)

    wanted = {'status': 409, 'code': 'name-taken'} if is_taken else {}
    headers = {'If-Match': tag} if tag else None
    between = moved if marks else None
    return run.do(Request(kind, 'PATCH', document.address, changes, headers, effect, between=between, **wanted))


def wanted_marks(run, dice, document):
    """Random marks, as a client sends them; null clears a mark."""
    changes = {
        'tags': dice.choice([None, dice.sample(run.tags, dice.randint(0, 3))]),
        'favourite': dice.choice([None, True, False]),
        'note': dice.choice([None, 'read', 'a note\nof two lines', f'note {dice.random()}']),
        'handler': dice.choice([None, *run.openers(document)]),
    }
    names = dice.sample(sorted(changes), dice.randint(1, len(changes)))
    return {name: changes[name] for name in names}


@SHARED.add(6)
def mark(run, dice):
    # The answer may come before a change on the disk is noticed.
    document = some(dice, run.living(noticed=True))
    if not document:
        return None
    changes, tag = wanted_marks(run, dice, document), run.tag(dice, document, 0.3)
    marks = changed_metadata(document.marks, changes)
    if marks == document.marks and not run.is_exact:
        changes['note'] = f'note {dice.random()}'
        marks = changed_metadata(document.marks, changes)
    headers = {'If-Match': tag} if tag else None
    effect = lambda model, shown: model.mark(document, marks)
    return run.do(Request('marked', 'PATCH', document.address, changes, headers, effect))


@SHARED.add(3)
def move_and_mark(run, dice):
    """One request: a refused move leaves the marks unchanged."""
    document = some(dice, run.living(noticed=True))
    if not document:
        return None
    folder, name = run.place(dice, document)
    if (folder, name) == document.place:
        return None
    changes = {key: value for key, value in wanted_marks(run, dice, document).items() if key != 'handler'}
    marks = changed_metadata(document.marks, changes)
    return ask_to_move(
        run, 'moved and marked', document, folder, name, {**changes, 'folder': folder, 'name': name}, marks
    )


# Versions


@SHARED.add(7, needs=['put'])
def restore_version(run, dice):
    document = some(dice, run.living())
    number = document and run.version(dice, document)
    if not number:
        return None
    path, version = f'{document.address}/versions/{number}/restore', document.versions.get(number)
    if not version:
        return run.do(Request('went back', 'POST', path, status=404, code='not-found'))
    if not run.has_bytes(version.sha256):
        return run.do(Request('went back', 'POST', path, status=410, code='version-gone'))

    def effect(model, shown):
        if version.sha256 != model.own(document).sha256:
            model.set_content(document, version.sha256, 'restored', number)

    return run.do(Request('went back', 'POST', path, effect=effect))


# The Trash


@SHARED.add(7)
def trash(run, dice):
    document = some(dice, run.living())
    if not document or len(run.model.living()) <= run.fewest:
        return None
    effect = lambda model, shown: model.trash(document)
    return run.do(Request('thrown away', 'DELETE', document.address, effect=effect, status=204))


@SHARED.add(6, needs=['trash'])
def restore(run, dice):
    document = some(dice, run.thrown_away())
    if not document:
        return None
    # Also a document whose file was removed on the disk: the server keeps its bytes.
    effect = lambda model, shown: model.restore(document, document.folder, model.free(*document.place))
    return run.do(Request('brought back', 'POST', f'{document.address}/restore', effect=effect))


@SHARED.add(5, needs=['trash'])
def remove_for_good(run, dice):
    """Removes a document from the Trash, and seldom one from its folder."""
    document = some(dice, run.removable(dice))
    if not document:
        return None

    def effect(model, shown):
        if not model.own(document).trashed:
            model.trash(document)
        model.remove(document)

    answer = run.do(Request('removed for good', 'DELETE', f'{document.address}?permanently=true', effect=effect, status=204))
    run.compare_gone(document)
    return answer


# Preferences and states


@WEATHERED.add(1)
def choose_preference(run, dice):
    value = [dice.random(), dice.randrange(100)]
    effect = lambda model, shown: setattr(model, 'preference', value)
    return run.do(Request('preference chosen', 'PUT', run.preference_path, value, effect=effect))


@WEATHERED.add(1)
def save_state(run, dice):
    state = {'windows': [dice.random() for _ in range(dice.randrange(300))]}
    run.saved.append(state)
    return run.do(Request('state saved', 'PUT', run.state_path, state, status=204))
