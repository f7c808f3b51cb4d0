"""Boards that are changed past the browser while they are open, and tabs that are closed at once."""

import json
import os

from board_checks import (
    a_card,
    board,
    content_of,
    drag,
    draw_wave,
    middle_of,
    open_board,
    put_board,
    saved,
    upload_board,
)
from fixtures import pdf
from harness import PHONE, WORKSPACE, inspect, intercept, overflow, settle, wait


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

    intercept(page, '**/sessions/*/content*', other_first)
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


A_STROKE = {'id': 's1', 'color': '#1c1a18', 'width': 4, 'points': [[0, 300], [120, 340], [240, 300]]}
SMALLEST = {**PHONE, 'viewport': {'width': 320, 'height': 568}}


def sides(page):
    """The words under each picture, in their lines."""
    return [side.split('\n') for side in page.locator('.conflict-side').all_inner_texts()]


def pictured(page):
    """The pictures that are shown, as far as something is painted on them."""
    return page.evaluate("""
        [...document.querySelectorAll('.conflict-side canvas:not([hidden])')].flatMap((canvas) => {
          const blank = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
          return canvas.toDataURL() === blank.toDataURL() ? [] : [canvas.toDataURL()];
        })
    """)


def outside(page, selector):
    """The parts of the bar that are not seen as it stands."""
    return page.locator(selector).evaluate_all("""
        (parts) => parts.filter((one) => {
          const [box, bar] = [one, one.closest('.conflict-bar')].map((part) => part.getBoundingClientRect());
          return box.left < bar.left || box.right > bar.right || box.top < bar.top || box.bottom > bar.bottom;
        }).map((one) => one.outerHTML.slice(0, 80))
    """)


def conflict_elsewhere(browser, client, name, device=None, refuse=False, **options):
    """A board on which another client has drawn a line a moment before its own change arrives."""
    document = a_board(client, name)
    page = open_board(browser, document, *([device] if device else []), **options)
    once = []

    def other_first(route):
        if route.request.method == 'PUT' and not once:
            once.append(1)
            put_board(client, document, content_of(client, document) | {'strokes': [A_STROKE]})
        route.continue_()

    intercept(page, '**/sessions/*/content*', other_first)
    if refuse:
        intercept(page, '**/versions/*/content', lambda route: route.abort())
    page.keyboard.press('Control+a')
    page.keyboard.press('ArrowRight')
    wait(page, lambda: board(page).get('conflict'))
    return document, page


def check_board_conflict_pictured(report, browser, client):
    document, page = conflict_elsewhere(browser, client, 'Both forms')
    both = wait(page, lambda: len(set(pictured(page))) == 2)
    report.check('MD-9 both forms are pictured beside the choices, and are not the same', both, sides(page))
    here, elsewhere = sides(page)
    report.check('the one is from here', here == ['Here', '1 card'], here)
    told = elsewhere[0] == 'Elsewhere' and elsewhere[2:] == ['1 card, 1 stroke']
    report.check('the other is from elsewhere, and has its time', told and ':' in elsewhere[1], elsewhere)
    before = pictured(page)
    page.keyboard.press('p')
    draw_wave(page, 400, 700)
    draw_wave(page, 400, 800)
    more = wait(page, lambda: sides(page)[0] == ['Here', '1 card, 2 strokes'] and pictured(page)[0] != before[0])
    report.check('what is drawn here comes to the picture from here', more and sides(page)[1] == elsewhere, sides(page))
    content = content_of(client, document)
    put_board(client, document, content | {'cards': [*content['cards'], content['cards'][0] | {'id': 'c2', 'x': 500}]})
    again = wait(page, lambda: sides(page)[1][2:] == ['2 cards, 1 stroke'])
    report.check('what changes elsewhere once more comes to the other', again, sides(page))
    page.get_by_role('button', name='Take theirs').click()
    report.check('the pictures go with the bar', wait(page, lambda: not page.locator('.conflict-side').first.is_visible()))
    page.context.close()


def check_board_conflict_not_pictured(report, browser, client):
    document, page = conflict_elsewhere(browser, client, 'Unpictured', refuse=True)
    wait(page, lambda: sides(page)[1][1:])
    shown = (len(pictured(page)), [side[0] for side in sides(page)])
    report.check('a form that cannot be had leaves its words', shown == (1, ['Here', 'Elsewhere']), sides(page))
    page.get_by_role('button', name='Keep mine').click()
    report.check('and one can choose all the same', wait(page, lambda: saved(page)) and not content_of(client, document)['strokes'], board(page))
    page.context.close()


def check_board_conflict_on_phones(report, browser, client):
    for device, size in ((PHONE, '100'), (SMALLEST, '100'), (PHONE, '200'), (SMALLEST, '200')):
        width = device['viewport']['width']
        _, page = conflict_elsewhere(browser, client, f'Handheld {width} {size}', device)
        wait(page, lambda: len(pictured(page)) == 2)
        page.evaluate('(size) => { document.documentElement.style.fontSize = `${size}%`; }', size)
        settle(page)
        report.check(f'{width} px and {size} %: the bar has room, and the choices are in sight', overflow(page) <= 0 and not outside(page, '.conflict-choices *'), outside(page, '.conflict-choices *'))
        boxes = [page.get_by_role('button', name=name).bounding_box() for name in ('Keep mine', 'Take theirs', 'Keep both')]
        report.check('each choice is as large as a finger', all(min(box['width'], box['height']) >= 44 for box in boxes), boxes)
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
    both = wait(page, lambda: len(set(pictured(page))) == 2)
    names = [side[0] for side in sides(page)]
    report.check('with both forms pictured', both and names == ['Mine, set aside', 'Theirs, shown now'], sides(page))
    page.get_by_role('button', name='Keep mine').click()
    report.check('and can be decided', wait(page, lambda: first_x(page) == 77 and not theirs.is_visible()), board(page))
    report.check('with both in the history', history(client, document)[:2] == [77, 88], history(client, document))


def change_elsewhere(client, document, x):
    """Another client moves the first card."""
    content = content_of(client, document)
    content['cards'][0]['x'] = x
    put_board(client, document, content)


def hold_reading(page, document):
    """Keeps the first that the page reads of a board's content until it is let go of."""
    held = []
    intercept(
        page, f'**/documents/{document["id"]}/content', lambda route: route.continue_() if held else held.append(route)
    )
    return held


def check_board_changed_under_a_hand(report, browser, client):
    """A change made elsewhere is shown when the hand has gone."""
    document = a_board(client, 'Underhand')
    page = open_board(browser, document)
    read = []
    page.on('response', lambda response: read.append(1) if response.url.endswith('/content') else None)
    page.mouse.move(900, 200)
    page.mouse.down()
    page.mouse.move(880, 220, steps=4)
    change_elsewhere(client, document, 111)
    report.check('a board that changes under a hand is read', wait(page, lambda: read))
    page.mouse.move(820, 280, steps=8)
    pulled = board(page)['viewport']
    page.mouse.move(780, 300, steps=8)
    report.check('and stays under it', first_x(page) == 0 and board(page)['viewport'] != pulled, board(page))
    page.wait_for_timeout(120)
    page.mouse.up()
    report.check('and is shown as soon as the hand has gone', wait(page, lambda: first_x(page) == 111), board(page))
    page.keyboard.press('p')
    settle(page)
    change_elsewhere(client, document, 112)
    wait(page, lambda: first_x(page) == 112)
    report.check('a pen in the hand stays there', board(page)['tool'] == 'pen', board(page)['tool'])


def check_board_changed_under_a_stroke(report, browser, client):
    document = a_board(client, 'Understroke')
    page = open_board(browser, document)
    page.keyboard.press('p')
    page.mouse.move(300, 200)
    page.mouse.down()
    page.mouse.move(420, 240, steps=8)
    read = []
    page.on('response', lambda response: read.append(1) if response.url.endswith('/content') else None)
    change_elsewhere(client, document, 333)
    wait(page, lambda: read)
    page.mouse.move(520, 200, steps=8)
    page.mouse.up()
    drawn = wait(page, lambda: len(board(page)['strokes']) == 1)
    report.check('a stroke that is being drawn while a board changes elsewhere is drawn', drawn, board(page))
    asks = wait(page, lambda: board(page).get('conflict'))
    report.check('and neither is lost', asks and content_of(client, document)['cards'][0]['x'] == 333, board(page))
    page.get_by_role('button', name='Keep both').click()
    wait(page, lambda: inspect(page)['document'] != document['id'] and saved(page))
    own = content_of(client, {'id': inspect(page)['document']})
    report.check('both are kept', len(own['strokes']) == 1, own)


def check_board_changed_while_read(report, browser, client):
    """While what has changed elsewhere is on its way, one works on, and hears of what changes next."""
    document = a_board(client, 'Reread')
    page = open_board(browser, document)
    held = hold_reading(page, document)
    change_elsewhere(client, document, 71)
    wait(page, lambda: held)
    report.check('the old board stays until the new is there', page.locator('.board-card').count() == 1 and first_x(page) == 0)
    x = board(page)['viewport']['x']
    page.mouse.move(900, 200)
    page.mouse.down()
    page.mouse.move(800, 200, steps=8)
    page.wait_for_timeout(120)
    page.mouse.up()
    report.check('and can be moved about', wait(page, lambda: board(page)['viewport']['x'] > x + 50), board(page))
    change_elsewhere(client, document, 72)
    page.wait_for_timeout(500)
    held[0].continue_()
    report.check('a change that comes meanwhile is read, too', wait(page, lambda: first_x(page) == 72), board(page))
    settle(page)
    report.check('at the same place', board(page)['viewport']['x'] > x + 50, board(page))
    held = hold_reading(page, document)
    change_elsewhere(client, document, 73)
    wait(page, lambda: held)
    page.keyboard.press('p')
    draw_wave(page, 400, 300)
    wait(page, lambda: len(board(page)['strokes']) == 1)
    held[0].continue_()
    asks = wait(page, lambda: board(page).get('conflict'))
    report.check('a line drawn meanwhile is not lost', asks and len(board(page)['strokes']) == 1, board(page))


def check_board_hidden_while_saving(report, browser, client):
    """A page that goes away sends what has changed since the save that is on its way."""
    document = upload_board(client, 'Hurried.board')
    page = open_board(browser, document)
    page.keyboard.press('p')
    held = []
    intercept(page, '**/sessions/*/content*', lambda route: route.continue_() if held else held.append(route))
    draw_wave(page, 400, 300)
    wait(page, lambda: held)
    draw_wave(page, 400, 500)
    wait(page, lambda: len(board(page)['strokes']) == 2)
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    kept = wait(page, lambda: len(content_of(client, document)['strokes']) == 2)
    report.check('a line drawn while a save is on its way is saved with the page that goes', kept, content_of(client, document))
    with page.expect_response(lambda response: 'sequence=1&' in response.url) as late:
        held[0].continue_()
    report.check('the save that comes late is refused', late.value.status == 409, late.value.status)
    report.check('and changes nothing', saved(page) and len(content_of(client, document)['strokes']) == 2, board(page))
    versions = client.ask('GET', f'/api/v1/documents/{document["id"]}/versions')[1]['versions']
    report.check('nothing is saved twice', len(versions) == 2, len(versions))
    draw_wave(page, 400, 650)
    more = wait(page, lambda: len(content_of(client, document)['strokes']) == 3)
    report.check('and the client that stays goes on', more and saved(page) and not board(page)['conflict'], board(page))
