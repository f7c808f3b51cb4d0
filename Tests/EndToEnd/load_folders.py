"""Folders that are made, renamed with their contents, thrown away as one step, and restored."""

from urllib.parse import quote

from load import SHARED, Request, require, some
from oracle import is_within

ADDRESS = '/api/v1/folders'
MOST_STEPS = 20


def above(path):
    return path.rpartition('/')[0]


@SHARED.add(4)
def make_folder(run, dice):
    folder, parents = run.new_folder(dice)
    body = {'folder': folder, 'parents': parents}
    if not parents and above(folder) not in run.model.folders:
        return run.do(Request('folder made', 'POST', ADDRESS, body, status=404, code='not-found'))
    effect = lambda model, shown: model.add_folder(folder)
    status = 200 if folder in run.model.folders else 201
    return run.do(Request('folder made', 'POST', ADDRESS, body, effect=effect, status=status))


@SHARED.add(6, needs=['make_folder', 'upload', 'upload'])
def rename_folder(run, dice):
    folder, (to, parents), model = run.own_folder(dice), run.new_folder(dice), run.model
    if folder is None:
        return None
    body = {'folder': folder, 'to': to, 'parents': parents}
    if refusal := refusal_of(model, folder, to, parents):
        return run.do(Request('folder renamed', 'PATCH', ADDRESS, body, status=refusal[0], code=refusal[1]))
    run.compare_events()

    def effect(model, shown):
        if folder == to:
            return
        new = lambda path: to + path[len(folder) :]
        moment, inside = model.moment, model.within(folder)
        moved = {path for path in model.folders if is_within(path, folder)}
        model.folders = model.folders - moved | set(map(new, moved))
        model.add_folder(to)
        model.ever |= model.folders
        for document in model.order('document.moved', inside):
            model.move(document, new(document.folder), document.name)
            # All documents get the same time.
            document.modified = moment

    return run.do(Request('folder renamed', 'PATCH', ADDRESS, body, effect=effect))


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


@SHARED.add(3, needs=['make_folder', 'upload', 'upload'])
def throw_folder_away(run, dice):
    """All its documents and folders go to the Trash in one step."""
    folder, model = run.own_folder(dice), run.model
    if folder is None:
        return None
    path = f'{ADDRESS}?folder={quote(folder)}'
    if folder not in model.folders:
        return run.do(Request('folder thrown away', 'DELETE', path, status=404, code='not-found'))
    inside = model.within(folder)
    # A draft would wait until its document is restored.
    if len(model.living()) - len(inside) <= run.fewest or any(one.is_draft or one.waits for one in inside):
        return None
    run.compare_events()

    def effect(model, shown):
        inside, moment = model.within(folder), model.moment
        if shown:
            require(shown['documents'] == len(inside), f'{len(inside)} documents go', shown)
            require(shown['left']['count'] == 0, 'nothing stays', shown)
        model.folders = {path for path in model.folders if not is_within(path, folder)}
        for document in model.order('document.deleted', inside):
            model.trash(document)
            document.thrown = moment
        if shown:
            # Later documents get another time.
            model.steps[folder, shown['step']] = moment if inside else None
            while len(model.steps) > MOST_STEPS:
                del model.steps[next(iter(model.steps))]

    return run.do(Request('folder thrown away', 'DELETE', path, effect=effect, in_parts=True))


@SHARED.add(3, needs=['make_folder', 'upload', 'upload', 'throw_folder_away'])
def bring_folder_back(run, dice):
    """The documents of one removal come back one by one; a taken name gets a number."""
    model = run.model
    found = some(dice, run.steps())
    if not found:
        return None
    folder, step = found
    wanted = {'folder': folder, 'step': step}
    if not thrown_with(model, folder, step):
        return run.do(Request('folder brought back', 'POST', f'{ADDRESS}/restore', wanted, status=404, code='not-found'))
    run.compare_events()

    def effect(model, shown):
        inside = thrown_with(model, folder, step)
        if shown:
            require(shown['documents'] == len(inside), f'{len(inside)} documents come back', shown)
        for document in model.order('document.restored', inside):
            model.restore(document, document.folder, model.free(*document.place))

    return run.do(Request('folder brought back', 'POST', f'{ADDRESS}/restore', wanted, effect=effect, in_parts=True))


def thrown_with(model, folder, step):
    moment = model.steps.get((folder, step))
    return [one for one in model.thrown_away() if one.thrown == moment and is_within(one.folder, folder)]
