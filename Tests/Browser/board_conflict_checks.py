"""Boards that are changed past the browser while they are open, and tabs that are closed at once."""

import json
import os

from board_checks import a_card, board, content_of, drag, draw_wave, middle_of, open_board, saved, upload_board
from fixtures import pdf
from harness import PHONE, WORKSPACE, inspect, overflow, settle, wait


def disk_path(document):
    return os.path.join(WORKSPACE, 'Documents', document['folder'], document['name'])


def edit_on_disk(client, document, x):
    """Moves the first card past the server, as an editor does that writes in place."""
    path = disk_path(document)
    with open(path) as file:
        content = json.load(file)
    content['cards'][0]['x'] = x
    with open(path, 'w') as file:
        json.dump(content, file)


def first_x(page):
    cards = board(page).get('cards') or [{'x': None}]
    return cards[0]['x']


def history(client, document):
    """Where the first card lay in each version, the newest first; what was overwritten in place is not kept."""
    path = f'/api/v1/documents/{document["id"]}/versions'
    numbers = [version['number'] for version in client.ask('GET', path)[1]['versions'] if version['kept']]
    return [client.ask('GET', f'{path}/{number}/content')[1]['cards'][0]['x'] for number in numbers]


def a_board(client, name):
    page = client.upload(f'{name}.pdf', pdf(text=name))
    return upload_board(client, f'{name}.board', [a_card(page['id'])])


def check_board_disk_while_clean(report, browser, client):
    if not WORKSPACE:
        return report.skip('boards that are edited on the disk', 'the workspace is elsewhere')
    document = a_board(client, 'Edited')
    page = open_board(browser, document)
    edit_on_disk(client, document, 222)
    shown = wait(page, lambda: first_x(page) == 222, seconds=6)
    report.check('an edit on the disk of an open board is shown', shown, board(page))
    settle(page)
    drag(page, middle_of(page), (0, 60))
    report.check('and it can be changed further', saved(page) and content_of(client, document)['cards'][0]['x'] == 222)
    page.context.close()
    return None


def conflict_on_disk(browser, client, name, device=None):
    """A board that was changed on the disk a moment before its own change arrives."""
    document = a_board(client, name)
    page = open_board(browser, document, *([device] if device else []))
    once = []

    def other_first(route):
        if route.request.method == 'PUT' and not once:
            once.append(1)
            edit_on_disk(client, document, 555)
        route.continue_()

    page.route('**/sessions/*/content*', other_first)
    drag(page, middle_of(page), (0, 90))
    wait(page, lambda: board(page).get('conflict'))
    return document, page


def check_board_disk_while_dirty(report, browser, client):
    if not WORKSPACE:
        return report.skip('boards that are edited on the disk and here', 'the workspace is elsewhere')
    check_mine(report, browser, client)
    check_theirs(report, browser, client)
    check_both(report, browser, client)
    return None


def check_mine(report, browser, client):
    document, page = conflict_on_disk(browser, client, 'Mine')
    bar = page.get_by_role('group', name='Changed elsewhere')
    report.check('edited here and on the disk, a bar asks', bar.is_visible(), board(page))
    report.check('the file is what it was', content_of(client, document)['cards'][0]['x'] == 555)
    page.keyboard.press('ArrowRight')
    report.check('one can go on meanwhile', wait(page, lambda: board(page)['conflict']), board(page))
    mine = first_x(page)
    # By the keyboard alone.
    bar.get_by_role('button', name='Keep mine').focus()
    page.keyboard.press('Enter')
    report.check('mine: the bar goes', wait(page, lambda: not bar.is_visible()) and saved(page), board(page))
    report.check('mine: the document is mine', content_of(client, document)['cards'][0]['x'] == mine, history(client, document))
    report.check('mine: theirs is in the history', 555 in history(client, document), history(client, document))
    page.keyboard.press('ArrowUp')
    report.check('mine: it goes on', saved(page) and not board(page)['conflict'], board(page))
    page.context.close()


def check_theirs(report, browser, client):
    document, page = conflict_on_disk(browser, client, 'Theirs')
    mine = first_x(page)
    page.get_by_role('button', name='Take theirs').click()
    report.check('theirs: it is shown', wait(page, lambda: first_x(page) == 555), board(page))
    report.check('theirs: mine is in the history', mine in history(client, document), history(client, document))
    settle(page)
    page.keyboard.press('Control+a')
    page.keyboard.press('ArrowUp')
    report.check('theirs: it goes on', saved(page) and content_of(client, document)['cards'][0]['x'] == 555, board(page))
    page.context.close()


def check_both(report, browser, client):
    document, page = conflict_on_disk(browser, client, 'Both', PHONE)
    report.check('a phone has room for the bar', overflow(page) <= 0, overflow(page))
    mine = first_x(page)
    page.get_by_role('button', name='Keep both').tap()
    moved = wait(page, lambda: inspect(page)['document'] != document['id'] and saved(page))
    report.check('both: one goes on in one’s own', moved, inspect(page))
    own = inspect(page)['document']
    kept = [content_of(client, {'id': id})['cards'][0]['x'] for id in (document['id'], own)]
    report.check('both: each is what it was', kept == [555, mine], kept)
    report.check('both: under a name that tells', 'Both (conflict).board' in client.names(), client.names())
    page.context.close()


def check_board_closed_at_once(report, browser, client):
    document = upload_board(client, 'Closed.board')
    page = open_board(browser, document)
    page.keyboard.press('p')
    draw_wave(page, 400, 300)
    wait(page, lambda: len(board(page)['strokes']) == 1)
    page.close(run_before_unload=True)
    other = browser.page(path='/')
    kept = wait(other, lambda: len(content_of(client, document)['strokes']) == 1)
    report.check('a tab that is closed right after a stroke has saved it', kept, content_of(client, document))
    other.context.close()


def check_board_left_undecided(report, browser, client):
    document = a_board(client, 'Undecided')
    path = f'/api/v1/documents/{document["id"]}'
    session = client.ask('POST', f'{path}/sessions', b'')[1]
    other = json.dumps({'format': 'org.sheaf.board', 'formatVersion': 1, 'cards': [a_card(document['id'], x=77)], 'strokes': []})
    client.ask('PUT', f'{path}/content', other.replace('77', '88').encode())
    client.ask('PUT', f'{path}/sessions/{session["id"]}/content?sequence=1&save=true&loaded={session["loaded"]}', other.encode())
    page = open_board(browser, document)
    theirs = page.get_by_role('button', name='Take theirs')
    report.check('a conflict that was left undecided is asked about again', wait(page, lambda: theirs.is_visible()))
    page.get_by_role('button', name='Keep mine').click()
    report.check('and can be decided', wait(page, lambda: first_x(page) == 77 and not theirs.is_visible()), board(page))
    report.check('with both in the history', history(client, document)[:2] == [77, 88], history(client, document))
    page.context.close()
