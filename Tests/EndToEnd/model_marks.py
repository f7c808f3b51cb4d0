"""Marks of documents, copies of them, and their way out of the Trash for good."""

import json
from urllib.parse import quote

from model_documents import changed_marks
from model_operations import operation, place, some
from model_run import TAGS, address, demand
from server import wait_until

EMPTYING_SECONDS = 20


def wanted_marks(run, dice, document):
    """Some marks, as a client sends them; null clears."""
    openers = run.change('GET', f'{address(document)}/openers').json['openers']
    changes = {
        'tags': dice.choice([None, dice.sample(TAGS, dice.randint(0, 3))]),
        'favourite': dice.choice([None, True, False]),
        'note': dice.choice([None, 'read', 'a note\nof two lines']),
        'handler': dice.choice([None, *(one['identifier'] for one in openers)]),
    }
    names = dice.sample(sorted(changes), dice.randint(1, len(changes)))
    return {name: changes[name] for name in names}


@operation(6)
def mark(run, dice):
    document = some(dice, run.model.living())
    if document:
        changes = wanted_marks(run, dice, document)
        headers = {'If-Match': run.fetch(document)} if dice.random() < 0.3 else None
        answer = run.patch(document, changes, headers=headers)
        run.model.mark(document, changed_marks(document.marks, changes))
        run.compare(answer.json, document)


@operation(3)
def move_and_mark(run, dice):
    """One request: where it cannot move, it is not marked."""
    document, (folder, name) = some(dice, run.model.living()), place(dice)
    if not document or (folder, name) == document.place:
        return
    changes = {key: value for key, value in wanted_marks(run, dice, document).items() if key != 'handler'}
    wanted = {**changes, 'folder': folder, 'name': name}
    if run.model.at(folder, name):
        run.patch(document, wanted, status=409, code='name-taken')
        run.fetch(document)
        return
    answer = run.patch(document, wanted)
    run.model.move(document, folder, name)
    run.model.mark(document, changed_marks(document.marks, changes))
    run.compare(answer.json, document)


@operation(1)
def mark_badly(run, dice):
    """Marks that none can have change nothing, not even those beside them."""
    document = some(dice, run.model.living())
    if document:
        changes = dice.choice([{'tags': ['  ']}, {'note': 'x' * 20_000}, {'handler': 'nobody.knows.it'}])
        code = 'unsuitable-handler' if 'handler' in changes else 'invalid-parameter'
        status = 422 if 'handler' in changes else 400
        run.patch(document, {'favourite': not document.marks['favourite'], **changes}, status=status, code=code)
        run.fetch(document)


@operation(2)
def count_tags(run, dice):
    run.compare_tags()


# Copies


@operation(6)
def copy(run, dice):
    """Another document with the same content and marks; only a favourite it is not."""
    document, (folder, name) = some(dice, run.model.living()), place(dice)
    if not document:
        return
    rule, hash = dice.choice(['rename', 'fail', 'replace']), document.sha256
    there = run.model.at(folder, name)
    path, body = f'{address(document)}/copy', json.dumps({'folder': folder, 'name': name, 'conflict': rule})
    if there and rule == 'fail':
        run.change('POST', path, body, status=409, code='name-taken')
    elif there and rule == 'replace':
        answer = run.change('POST', path, body)
        if there.sha256 != hash:
            run.model.set_content(there, hash, 'copy')
        run.compare(answer.json, there)
    else:
        answer = run.change('POST', path, body, status=201)
        marks = {**document.marks, 'favourite': False}
        run.added(answer.json, folder, run.model.free(folder, name), hash, origin='copy', marks=marks)


@operation(1)
def copy_from_the_trash(run, dice):
    document = some(dice, run.model.thrown_away())
    if document:
        run.change('POST', f'{address(document)}/copy', b'{"name":"no.txt"}', status=404, code='not-found')


# For good


@operation(5)
def remove_for_good(run, dice):
    """Out of the Trash, and once in a while out of its folder."""
    document = some(dice, run.model.living() if dice.random() < 0.2 else run.model.thrown_away())
    if not document:
        return
    run.change('DELETE', f'{address(document)}?permanently=true', status=204)
    if not document.trashed:
        run.model.trash(document)
    run.model.remove(document)
    compare_gone(run, document)


def compare_gone(run, document):
    for rest in ('', '/content', '/versions', '/versions/1/content'):
        run.change('GET', address(document) + rest, status=404, code='not-found')
    run.change('POST', f'{address(document)}/restore', status=404, code='not-found')


@operation(1)
def empty_trash(run, dice):
    """All that is in it goes, as a job; what came out of the Trash before stays."""
    documents = run.model.thrown_away()
    # Once in a while: what lies there is wanted by others.
    if not documents or dice.random() < 0.5:
        return
    run.compare_events()
    job = run.change('DELETE', '/api/v1/trash', status=202).json
    path = f'/api/v1/jobs/{quote(str(job["id"]))}'
    wait_until(lambda: run.server.get(path).json.get('state') != 'running', EMPTYING_SECONDS)
    ended = run.server.get(path)
    demand(ended.json.get('state') == 'finished', 'the Trash is emptied', ended)
    run.told('document.removed', documents, run.model.remove)
    run.compare_list(50, sort='name', trashed='true')
