"""Folders that are made, renamed with all that is in them, thrown away as one step and brought back."""

import json
from urllib.parse import quote

from model_documents import is_within
from model_operations import operation, some
from model_run import FOLDERS, demand

PLACES = [*FOLDERS[1:], 'Papers/2025', 'Old', 'Old/Papers', 'Old/Papers/Deep']
ADDRESS = '/api/v1/folders'
MOST_STEPS = 20


def folder_of(run, dice):
    """One that is there, mostly."""
    found = sorted(run.model.folders - {''})
    return dice.choice(found) if found and dice.random() < 0.8 else dice.choice(PLACES)


def above(path):
    return path.rpartition('/')[0]


@operation(4)
def make_folder(run, dice):
    folder, parents = dice.choice(PLACES), dice.random() < 0.5
    body = json.dumps({'folder': folder, 'parents': parents})
    if not parents and above(folder) not in run.model.folders:
        run.change('POST', ADDRESS, body, status=404, code='not-found')
        return
    run.change('POST', ADDRESS, body, status=200 if folder in run.model.folders else 201)
    run.model.add_folder(folder)


@operation(6)
def rename_folder(run, dice):
    folder, to, parents = folder_of(run, dice), dice.choice(PLACES), dice.random() < 0.5
    body, model = json.dumps({'folder': folder, 'to': to, 'parents': parents}), run.model
    if refusal := refusal_of(model, folder, to, parents):
        run.change('PATCH', ADDRESS, body, status=refusal[0], code=refusal[1])
        return
    run.compare_events()
    run.change('PATCH', ADDRESS, body)
    if folder == to:
        return
    moment, inside = len(model.events), model.within(folder)
    new = lambda path: to + path[len(folder) :]
    moved = {path for path in model.folders if is_within(path, folder)}
    model.folders = model.folders - moved | set(map(new, moved))
    model.add_folder(to)

    def change(document):
        model.move(document, new(document.folder), document.name)
        # All at one moment.
        document.modified = moment

    run.told('document.moved', inside, change)


def refusal_of(model, folder, to, parents):
    if folder != to and is_within(to, folder):
        return 409, 'folder-stays'
    if folder not in model.folders:
        return 404, 'not-found'
    if folder == to:
        return None
    if not parents and above(to) not in model.folders:
        return 404, 'not-found'
    return (409, 'name-taken') if to in model.folders else None


@operation(3)
def throw_folder_away(run, dice):
    """All documents in it go at one moment, and all folders in it."""
    folder, model = folder_of(run, dice), run.model
    path = f'{ADDRESS}?folder={quote(folder)}'
    if folder not in model.folders:
        run.change('DELETE', path, status=404, code='not-found')
        return
    inside = model.within(folder)
    if len(model.living()) - len(inside) <= 8:
        return
    run.compare_events()
    answer = run.change('DELETE', path)
    demand(answer.json['documents'] == len(inside), f'{len(inside)} documents go', answer)
    demand(answer.json['left']['count'] == 0, 'nothing stays', answer)
    model.folders = {path for path in model.folders if not is_within(path, folder)}
    moment = len(model.events)

    def change(document):
        model.trash(document)
        document.thrown = moment

    run.told('document.deleted', inside, change)
    # What goes alone next goes at another moment.
    model.steps[folder, answer.json['step']] = moment if inside else None
    while len(model.steps) > MOST_STEPS:
        del model.steps[next(iter(model.steps))]


@operation(3)
def bring_folder_back(run, dice):
    """What is still in the Trash since that moment, one after the other; names that were taken get numbers."""
    model = run.model
    if not model.steps:
        return
    folder, step = some(dice, list(model.steps))
    moment = model.steps[folder, step]
    inside = [one for one in model.thrown_away() if one.thrown == moment and is_within(one.folder, folder)]
    body = json.dumps({'folder': folder, 'step': step})
    if not inside:
        run.change('POST', f'{ADDRESS}/restore', body, status=404, code='not-found')
        return
    run.compare_events()
    answer = run.change('POST', f'{ADDRESS}/restore', body)
    demand(answer.json['documents'] == len(inside), f'{len(inside)} documents come back', answer)
    restore = lambda document: model.restore(document, document.folder, model.free(*document.place))
    run.told('document.restored', inside, restore)


@operation(4)
def list_folders(run, dice):
    run.compare_folders()


@operation(1)
def folders_that_stay(run, dice):
    """The top, and what is no folder."""
    run.change('DELETE', f'{ADDRESS}?folder=', status=409, code='folder-stays')
    run.change('PATCH', ADDRESS, b'{"folder":"","to":"Top"}', status=409, code='folder-stays')
    run.change('DELETE', f'{ADDRESS}?folder=Never', status=404, code='not-found')
