"""Requests of a client whose changes are all noticed: refusals, reads, and lists in every order."""

from urllib.parse import quote

import load_batches  # noqa: F401  (these add their operations)
import load_folders  # noqa: F401
from exact import FOLDERS, TAGS
from load import EXACT, require, some
from server import wait_until

EMPTYING_SECONDS = 20

# Refusals


@EXACT.add(6)
def change_with_old_tag(run, dice):
    """A condition that no longer holds: 412, and no change."""
    document = some(dice, run.model.living())
    if not document:
        return
    current = run.fetch(document)
    tags = [tag for tag in document.tags if tag != current]
    tags += [f'"{one.sha256}"' for one in document.versions.values() if one.sha256 != document.sha256]
    headers = {'If-Match': dice.choice(tags or ['"0-0-0"'])}
    wanted = {'status': 412, 'code': 'version-conflict', 'headers': headers}
    kind = dice.randrange(4)
    if kind == 0:
        run.change('PUT', f'{document.address}/content', b'too late', **wanted)
    elif kind == 1:
        run.patch(document, {'name': 'too late.txt'}, **wanted)
    elif kind == 2:
        run.change('DELETE', document.address, **wanted)
    else:
        run.change('POST', f'{document.address}/versions/1/restore', **wanted)


@EXACT.add(2)
def change_in_trash(run, dice):
    """Changes of a document in the Trash are 404; restoring a document that is not there changes nothing."""
    document = some(dice, run.model.thrown_away())
    if document:
        wanted = {'status': 404, 'code': 'not-found'}
        run.change('PUT', f'{document.address}/content', b'lost', **wanted)
        run.patch(document, {'name': 'lost.txt'}, **wanted)
        run.change('DELETE', document.address, **wanted)
        run.change('POST', f'{document.address}/versions/1/restore', **wanted)
    if living := some(dice, run.model.living()):
        run.compare(run.change('POST', f'{living.address}/restore').json, living)


@EXACT.add(1)
def empty_trash(run, dice):
    """A job removes all documents in the Trash; restored ones stay."""
    documents = run.model.thrown_away()
    # Seldom: other operations need the documents there.
    if not documents or dice.random() < 0.5:
        return
    run.compare_events()
    job = run.change('DELETE', '/api/v1/trash', status=202).json
    path = f'/api/v1/jobs/{quote(str(job["id"]))}'
    wait_until(lambda: run.server.get(path).json.get('state') != 'running', EMPTYING_SECONDS)
    ended = run.server.get(path)
    require(ended.json.get('state') == 'finished', 'the Trash is emptied', ended)
    for document in run.order('document.removed', documents):
        run.model.remove(document)
    run.compare_list(50, sort='name', trashed='true')


# Reads


@EXACT.add(6)
def read(run, dice):
    document = some(dice, list(run.model.documents.values()))
    if document:
        run.fetch(document)
        run.compare_content(document)


@EXACT.add(6)
def read_versions(run, dice):
    document = some(dice, list(run.model.documents.values()))
    if document:
        run.compare_versions(document)
        run.compare_version_content(document, dice.randint(1, document.version))


@EXACT.add(8)
def list_documents(run, dice):
    order = dice.choice(['name', 'created', 'modified', 'size'])
    question = {'sort': dice.choice(['', '-']) + order}
    if dice.random() < 0.4:
        question['folder'] = dice.choice(FOLDERS)
        if dice.random() < 0.4:
            question['deep'] = 'true'
    if dice.random() < 0.15:
        question['tag'] = dice.choice(TAGS)
    if dice.random() < 0.1:
        question['favourite'] = 'true'
    if dice.random() < 0.3:
        question['q'] = dice.choice(['rep', 'PAGE 1', 'uber', '2', 'txt notes', 'nothing like it', 'bin'])
    if dice.random() < 0.2:
        question['trashed'] = 'true'
    few = len(run.model.documents) < 60
    run.compare_list(dice.randint(1, 7) if few else dice.randint(20, 90), **question)


@EXACT.add(4)
def list_folders(run, dice):
    run.compare_folders()


@EXACT.add(2)
def count_tags(run, dice):
    run.compare_tags()


@EXACT.add(3)
def hear(run, dice):
    """A listener reconnects without missing an event."""
    if dice.random() < 0.5:
        run.log.connect(run.server)
    run.compare_events()


@EXACT.add(1)
def restart(run, dice):
    run.compare_events()
    run.restart(killed=dice.random() < 0.5)
    run.compare_events()
