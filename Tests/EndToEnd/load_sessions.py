"""Contents that are handed over in sessions, and decisions between two contents of one document."""

import os

from load import WEATHERED, Request, require, some
from oracle import Version

TEXT = '.txt'


def texts(run):
    """Documents that can be edited: their changes on the disk are noticed, and an editor opens their type."""
    found = [one for one in run.model.living() if one.name.endswith(TEXT) and not one.waits and run.is_known(one)]
    return [one for one in found if not (one.is_astray or one.is_edited or one.marks['handler'])]


def open_session(run, document):
    def effect(model, shown):
        if shown:
            require(shown['base']['sha256'] == document.sha256, 'the opened content', shown)
            model.own(document).session = shown['id'], 0

    run.do(Request('session opened', 'POST', f'{document.address}/sessions', effect=effect, status=201))
    return run.model.own(document)


def hand(run, kind, document, body, effect, more=''):
    """Hands a content over; an acknowledged content is durable, though it may wait to be saved."""
    id, sequence = document.session
    document.session = id, sequence + 1
    path = f'{document.address}/sessions/{id}/content?sequence={sequence + 1}{more}'
    return run.do(Request(kind, 'PUT', path, body, effect=effect))


@WEATHERED.add(4)
def hand_over(run, dice):
    """A content is saved at once on request, otherwise a second later, or at the end of the server or its next start."""
    document = some(dice, texts(run))
    if not document:
        return None
    body, more = run.body(dice, TEXT), dice.choice(['', '&save=true'])
    hash = run.remember(body)
    if not document.session:
        document = open_session(run, document)

    def effect(model, shown):
        model.overwrite(document, hash)
        model.own(document).is_draft = True

    return hand(run, 'handed over', document, body, effect, more)


@WEATHERED.add(2, needs=['hand_over'])
def close(run, dice):
    document = some(dice, [one for one in run.model.living() if one.is_draft and not one.is_astray])
    if not document:
        return None

    def effect(model, shown):
        closed = model.own(document)
        closed.session, closed.is_draft = None, False
        if shown:
            state = shown['state'], shown['base']['sha256']
            require(state == ('closed', document.sha256), 'the closed session', shown)
            closed.learn(shown['base'])
            model.tell('changed', closed)

    path = f'{document.address}/sessions/{document.session[0]}'
    return run.do(Request('session closed', 'DELETE', path, effect=effect))


# Two contents of one document


@WEATHERED.add(2)
def meet(run, dice):
    """Another client saves a document with an open session: both contents are kept."""
    document = some(dice, [one for one in texts(run) if not one.is_draft])
    if not document:
        return None
    theirs, mine, before = run.body(dice, TEXT), run.body(dice, TEXT), document.sha256
    hashes = run.remember(theirs), run.remember(mine)
    document = open_session(run, document)
    saved = lambda model, shown: model.set_content(document, hashes[0])
    run.do(Request('saved', 'PUT', f'{document.address}/content', theirs, effect=saved))

    def effect(model, shown):
        require(not shown or shown['inConflict'], 'a conflict', shown)
        model.own(document).waits = hashes[1]

    return hand(run, 'in conflict', run.model.own(document), mine, effect, f'&loaded={before}&save=true')


@WEATHERED.add(3, needs=['meet'])
def decide(run, dice):
    document = some(dice, [one for one in run.model.living() if one.waits and not one.is_astray])
    return document and decide_for(run, document, dice.choice(run.keeps))


def decide_for(run, document, keep):
    stem, ending = os.path.splitext(document.name)
    beside = document.folder, f'{stem} (conflict){ending}'
    if keep == 'both' and run.model.at(*beside):
        # The name of the copy is taken, so another copy would get a number.
        keep = 'mine'
    mine, theirs = document.waits, document.sha256

    def effect(model, shown):
        decided = model.own(document)
        decided.waits = decided.session = None
        shown = shown and shown['document']
        if keep == 'both':
            model.create(shown, *beside, mine)
            return
        if keep == 'theirs':
            decided.add_version(Version(mine, 'api'))
        model.set_content(document, mine if keep == 'mine' else theirs)

    path = f'{document.address}/conflicts/{document.session[0]}'
    return run.do(Request(f'decided for {keep}', 'POST', path, {'keep': keep}, effect=effect))
