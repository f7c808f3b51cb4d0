"""Boards: opening, laying pages down, moving and drawing, undo, saving by itself, and what they tell of themselves."""

import json
import math
import subprocess

from acting_checks import ended
from fixtures import pdf
from harness import BASE, DESKTOP, PHONE, card, inspect, intercept, overflow, settle, shown, wait
from touch import Hand, along, dragged

# A frame more than this many device pixels beside a card's image is made up.
SHARPNESS = """
() => [...document.querySelectorAll('.board-card')].map((card) => {
  const image = card.querySelector('img');
  return image && {natural: image.naturalWidth, device: card.offsetWidth * devicePixelRatio};
})
"""

# How many pixels of ink are on the tiles.
INK = """
() => [...document.querySelectorAll('.ink-tile')].reduce((sum, tile) => {
  const data = tile.getContext('2d').getImageData(0, 0, tile.width, tile.height).data;
  let count = 0;
  for (let at = 3; at < data.length; at += 4) count += data[at] > 128 ? 1 : 0;
  return sum + count;
}, 0)
"""

# How many pixels of a picture are of red ink.
RED = """
(element) => {
  const canvas = Object.assign(document.createElement('canvas'), {width: element.naturalWidth, height: element.naturalHeight});
  const context = canvas.getContext('2d');
  context.drawImage(element, 0, 0);
  const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) count += data[at] > 140 && data[at + 1] < 90 ? 1 : 0;
  return count;
}
"""

# The page that would have been printed; a headless browser opens no dialog.
PRINTED = """
globalThis.print = () => {
  const drawing = document.querySelector('.board-print');
  globalThis.printed = {
    images: drawing.querySelectorAll('image').length, paths: drawing.querySelectorAll('path').length,
  };
};
"""


def board(page):
    return (inspect(page) or {}).get('board') or {}


def saved(page):
    return wait(page, lambda: board(page).get('saved'))


def a_card(document, **facts):
    whole = {'id': 'c1', 'document': document, 'page': 1, 'x': 0, 'y': 0, 'width': 320}
    return whole | {'scale': 1, 'rotation': 0, 'z': 0} | facts


def upload_board(client, name, cards=(), strokes=(), **members):
    content = {'format': 'org.sheaf.board', 'formatVersion': 1, **members}
    content |= {'cards': list(cards), 'strokes': list(strokes)}
    return client.upload(name, json.dumps(content).encode())


def content_of(client, document):
    return client.ask('GET', f'/api/v1/documents/{document["id"]}/content')[1]


def open_board(browser, document, device=DESKTOP, **options):
    page = browser.page(device, f'/d/{document["id"]}', **options)
    wait(page, lambda: board(page))
    settle(page)
    return page


def drag(page, start, by, steps=12):
    """Moves slowly at the end, so that nothing is thrown."""
    hand, end = Hand(page), (start[0] + by[0], start[1] + by[1])
    hand.point('mouseMoved', start, 'mouse')
    hand.point('mousePressed', start, 'mouse')
    for place in along(start, end, steps=steps)[1:]:
        hand.point('mouseMoved', place, 'mouse')
    hand.rest(120)
    hand.point('mouseReleased', end, 'mouse')
    settle(page)


def draw_wave(page, x, y, width=240):
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(49):
        page.mouse.move(x + width * step / 48, y + 20 * math.sin(step / 4))
    page.mouse.up()


def middle_of(page, index=0):
    place = board(page)['cards'][index]['screen']
    return place['x'], place['y']


def check_new_board(report, browser, client):
    client.upload('rose.pdf', pdf(pages=3, text='A rose'))
    page = browser.page()
    page.get_by_role('button', name='New board').click()
    made = wait(page, lambda: inspect(page)['view'] == 'board' and board(page))
    report.check('a new board is made and opened', made and '/d/' in page.url, page.url)
    settle(page)
    report.check(
        'an empty board says what to do', page.get_by_role('heading', name='Lay out some pages').is_visible()
    )
    page.get_by_role('button', name='Add pages').first.click()
    page.get_by_role('button', name='rose.pdf').click()
    page.get_by_role('button', name='Page 1').click()
    page.get_by_role('button', name='Page 3').click()
    page.get_by_role('button', name='Add 2 pages').click()
    report.check(
        'chosen pages lie on it', wait(page, lambda: len(board(page)['cards']) == 2), board(page)
    )
    settle(page)
    pages = [card['page'] for card in board(page)['cards']]
    report.check('they are the pages that were chosen', pages == [1, 3], pages)
    report.check('adding them was one step', board(page)['undo'] == 1, board(page)['undo'])
    report.check(
        'they are named for those who do not see them',
        page.get_by_role('option', name='rose.pdf, page 3').count() == 1,
    )
    report.check('it saves itself', saved(page))
    before = board(page)
    page.reload()
    settle(page)
    after = board(page)
    same = [card | {'screen': 0} for card in before['cards']] == [card | {'screen': 0} for card in after['cards']]
    report.check('and is the same after a reload', same, (before, after))


def check_board_facts(report, browser, client):
    rose = client.upload('facts.pdf', pdf(pages=2, text='Facts'))
    cards = [a_card(rose['id'], x=-200, label='kept'), a_card(rose['id'], id='c2', x=200, rotation=30, z=1, page=2)]
    strokes = [{'id': 's1', 'color': '#b3261e', 'width': 4, 'points': [[0, 0, 0.5, 0], [40, 30, 0.5, 16]]}]
    page = open_board(browser, upload_board(client, 'Facts.board', cards, strokes))
    state, facts = inspect(page), board(page)
    report.check('a board is told of as a board', (state['view'], state['reader']) == ('board', None), state)
    reported = [{key: value for key, value in card.items() if key != 'screen'} for card in facts['cards']]
    report.check('its cards as in the file, unknown members too', reported == cards, reported)
    ink = [{'id': stroke['id'], 'points': stroke['points']} for stroke in strokes]
    report.check('its strokes by id and points', facts['strokes'] == ink, facts['strokes'])
    box = page.locator('.board-card').first.bounding_box()
    middle = (box['x'] + box['width'] / 2, box['y'] + box['height'] / 2)
    screen = facts['cards'][0]['screen']
    near = abs(middle[0] - screen['x']) < 1 and abs(middle[1] - screen['y']) < 1
    report.check('and where each card’s centre is on the screen', near, (middle, screen))
    report.check('nothing can be undone', (facts['undo'], facts['redo'], facts['selection']) == (0, 0, []))
    report.check('opening it changes nothing', facts['saved'], facts)


def check_board_hands(report, browser, client):
    rose = client.upload('hands.pdf', pdf(text='Hands'))
    document = upload_board(
        client, 'Hands.board', [a_card(rose['id'], x=-250), a_card(rose['id'], id='c2', x=250, z=1)]
    )
    page = open_board(browser, document)
    zoom = board(page)['viewport']['zoom']
    drag(page, middle_of(page), (60, -40))
    moved = board(page)['cards'][0]
    x, y = dragged(60, -40)
    near = abs(moved['x'] + 250 - x / zoom) < 2 and abs(moved['y'] - y / zoom) < 2
    report.check('a card goes where it is dragged', near, moved)
    report.check('and comes to the front', moved['z'] > board(page)['cards'][1]['z'], board(page)['cards'])
    report.check('and is selected', board(page)['selection'] == ['c1'], board(page)['selection'])
    page.keyboard.press('Control+z')
    settle(page)
    report.check('one undo takes the drag back', board(page)['cards'][0]['x'] == -250, board(page)['cards'][0])
    page.get_by_role('button', name='Redo').click()
    settle(page)
    report.check('and redo does it again', board(page)['cards'][0]['x'] == moved['x'], board(page)['cards'][0])
    check_board_keys(report, page)
    x = board(page)['viewport']['x']
    drag(page, (720, 120), (-90, 0))
    report.check('a drag on the desk moves the view', board(page)['viewport']['x'] > x + 50, board(page)['viewport'])
    page.mouse.move(*middle_of(page))
    page.keyboard.down('Control')
    for _ in range(3):
        page.mouse.wheel(0, -100)
    page.keyboard.up('Control')
    settle(page)
    report.check('Ctrl and the wheel zoom', board(page)['viewport']['zoom'] > 1.5 * zoom, board(page)['viewport'])
    images = [image for image in page.evaluate(SHARPNESS) if image]
    sharp = images and all(image['natural'] >= image['device'] - 1 for image in images)
    report.check('a board at rest is sharp', sharp, images)


def check_board_keys(report, page):
    page.mouse.click(*middle_of(page))
    before = board(page)['cards'][0]
    for keys, what, holds in [
        ('ArrowRight', 'an arrow moves it', lambda card: card['x'] > before['x']),
        ('+', 'plus makes it larger', lambda card: card['scale'] == 1.1),
        ('r', 'R turns it', lambda card: card['rotation'] == 15),
        ('{', 'a brace puts it under the others', lambda card: card['z'] == 0),
    ]:
        page.keyboard.press(keys)
        report.check(what, holds(board(page)['cards'][0]), board(page)['cards'][0])
    page.keyboard.press('Delete')
    report.check('Delete deletes it', len(board(page)['cards']) == 1)
    page.keyboard.press('Control+z')
    report.check('and undo brings it back', len(board(page)['cards']) == 2)
    page.keyboard.press('Control+a')
    report.check('all can be selected', len(board(page)['selection']) == 2)
    page.keyboard.press('Escape')
    report.check('and none', board(page)['selection'] == [] and inspect(page)['view'] == 'board')
    settle(page)


def check_board_ink(report, browser, client):
    document = upload_board(client, 'Ink.board')
    page = open_board(browser, document)
    page.keyboard.press('p')
    draw_wave(page, 400, 300)
    report.check('the pen draws', wait(page, lambda: len(board(page)['strokes']) == 1), board(page))
    settle(page)
    points = board(page)['strokes'][0]['points']
    report.check('with few points', 5 <= len(points) <= 40, len(points))
    report.check('with pressure and time', all(len(point) == 4 for point in points), points)
    inked = page.evaluate(INK)
    report.check('and the ink is there', inked > 500, inked)
    page.get_by_role('button', name='Colour and width').click()
    page.get_by_role('radio', name='Red').check()
    page.get_by_role('radio', name='Broad').check()
    page.keyboard.press('Escape')
    draw_wave(page, 400, 500)
    page.mouse.click(900, 300)
    report.check('a tap is a dot', wait(page, lambda: len(board(page)['strokes']) == 3), board(page)['strokes'])
    saved(page)
    strokes = content_of(client, document)['strokes']
    facts = [(stroke['color'], stroke['width']) for stroke in strokes]
    wanted = [('#2b55c9', 4), ('#b3261e', 8), ('#b3261e', 8)]
    report.check('colour and width are kept', facts == wanted, facts)
    page.keyboard.press('Control+z')
    page.keyboard.press('Control+z')
    settle(page)
    report.check('undo takes ink away stroke by stroke', len(board(page)['strokes']) == 1)
    fewer = page.evaluate(INK)
    report.check('and from the screen', abs(fewer - inked) < 0.05 * inked, (inked, fewer))
    page.keyboard.press('v')
    page.mouse.click(400, 300)
    report.check('ink can be selected', len(board(page)['selection']) == 1, board(page)['selection'])


def check_board_saving(report, browser, client):
    rose = client.upload('saving.pdf', pdf(text='Saving'))
    document = upload_board(client, 'Saving.board', [a_card(rose['id'], note='mine')], title='Kept')
    page = open_board(browser, document)
    drag(page, middle_of(page), (120, 0))
    page.reload()
    settle(page)
    report.check(
        'a change just before a reload is not lost',
        wait(page, lambda: content_of(client, document)['cards'][0]['x'] > 100)
        and wait(page, lambda: board(page)['cards'][0]['x'] > 100),
        board(page),
    )
    content = content_of(client, document)
    report.check(
        'unknown members are kept', (content['title'], content['cards'][0]['note']) == ('Kept', 'mine')
    )
    check_board_elsewhere(report, page, client, document, content)
    check_board_conflict(report, page, client, document, content)
    page.context.close()
    check_board_offline(report, browser, client, document)


def put_board(client, document, content):
    path = f'/api/v1/documents/{document["id"]}/content'
    return client.ask('PUT', path, json.dumps(content).encode())


def check_board_elsewhere(report, page, client, document, content):
    content['cards'][0]['x'] = -77
    put_board(client, document, content)
    report.check(
        'a change elsewhere is shown', wait(page, lambda: board(page)['cards'][0]['x'] == -77), board(page)
    )
    settle(page)


def check_board_conflict(report, page, client, document, content):
    # Nothing is heard of the other change, as if it came in the same moment.
    intercept(page, '**/sessions/*/content*', lambda route: other_first(route, client, document, content))
    drag(page, middle_of(page), (0, 90))
    both = page.get_by_role('button', name='Keep both')
    report.check('changed at the same time elsewhere, it asks', wait(page, lambda: both.is_visible()), board(page))
    report.check('and is not saved meanwhile', not board(page)['saved'] and board(page)['conflict'], board(page))
    both.click()
    there = wait(page, lambda: any('(conflict)' in name for name in client.names()))
    report.check('both can be kept', there, client.names())
    report.check(
        'and a message says so', wait(page, lambda: page.get_by_text('Both are kept').count() >= 1)
    )
    theirs = content_of(client, document)['cards'][0]['x']
    report.check('theirs is what it was', theirs == 555, theirs)
    moved = wait(page, lambda: inspect(page)['document'] != document['id'])
    report.check('one goes on in one’s own', moved and saved(page), inspect(page)['document'])
    report.check('and the address says so', wait(page, lambda: document['id'] not in page.url), page.url)


def other_first(route, client, document, content):
    """Another page saves just before the first save of this one arrives."""
    if route.request.method == 'PUT' and content['cards'][0]['x'] != 555:
        content['cards'][0]['x'] = 555
        put_board(client, document, content)
    route.continue_()


def check_board_offline(report, browser, client, document):
    page = open_board(browser, document)
    page.context.set_offline(True)
    drag(page, middle_of(page), (0, 60))
    report.check(
        'without a connection it says that nothing is saved yet',
        wait(page, lambda: page.get_by_text('not saved yet').count() >= 1),
    )
    page.context.set_offline(False)
    report.check('and saves when the connection is back', saved(page))
    page.context.close()


def check_board_refusals(report, browser, client):
    wrong = client.upload('Wrong.board', b'{"format":"org.sheaf.board", "cards": [')
    page = browser.page(path=f'/d/{wrong["id"]}')
    words = page.locator('.notice h2').inner_text()
    report.check('a file that is no board says so', 'not a board' in words, words)
    page.context.close()
    newer = upload_board(client, 'Newer.board', [a_card('0000000000000000')], formatVersion=9)
    page = open_board(browser, newer)
    report.check('a newer board is shown and not changed', page.get_by_text('Read only').count() == 1)
    page.mouse.click(*middle_of(page))
    page.keyboard.press('Delete')
    report.check('and no key changes it', len(board(page)['cards']) == 1 and board(page)['undo'] == 0)
    report.check(
        'a card whose document is gone says so', page.get_by_text('This document is not here').count() == 1
    )


def check_board_from_library(report, browser, client):
    client.upload('onto-a-board.pdf', pdf(text='Onto a board'))
    page = browser.page(path='/?q=onto-a-board')
    shown(page, 'onto-a-board.pdf')
    card(page, 'onto-a-board.pdf').get_by_role('button', name='More for').click()
    page.get_by_role('menuitem', name='Add to a board').click()
    page.get_by_role('menuitem', name='New board').click()
    laid = wait(page, lambda: len(board(page).get('cards', [])) == 1)
    report.check('a document is laid on a board from the library', laid, board(page))
    settle(page)
    page.get_by_role('button', name='Back to the library').click()
    report.check(
        'from it one gets back to the library', wait(page, lambda: inspect(page)['view'] == 'library'), page.url
    )


def check_board_pages_from_library(report, browser, client):
    client.upload('many-pages.pdf', pdf(pages=4, text='Many pages'))
    page = browser.page(path='/?q=many-pages')
    shown(page, 'many-pages.pdf')
    card(page, 'many-pages.pdf').get_by_role('button', name='More for').click()
    page.get_by_role('menuitem', name='Add to a board').click()
    page.get_by_role('menuitem', name='New board').click()
    page.get_by_role('button', name='Select all').click()
    page.get_by_role('button', name='Page 3').click()
    page.get_by_role('button', name='Add 3 pages').click()
    laid = wait(page, lambda: len(board(page).get('cards', [])) == 3)
    pages = [card['page'] for card in board(page).get('cards', [])]
    report.check('of a document with several pages one chooses which', laid and pages == [1, 2, 4], pages)


def check_board_printing(report, browser, client):
    rose = client.upload('print.pdf', pdf(text='Print'))
    line = {'id': 's1', 'color': '#b3261e', 'width': 4, 'points': [[0, 0, 0.5, 0], [90, 60, 0.5, 16]]}
    document = upload_board(client, 'Print.board', [a_card(rose['id'])], [line])
    page = browser.context(DESKTOP).new_page()
    page.add_init_script(PRINTED)
    page.goto(f'{BASE}/d/{document["id"]}')
    wait(page, lambda: board(page))
    settle(page)
    page.get_by_role('button', name='More').click()
    page.get_by_role('menuitem', name='Print').click()
    printed = wait(page, lambda: page.evaluate('globalThis.printed ?? null'))
    report.check('a board is printed with its ink as vectors', printed == {'images': 1, 'paths': 1}, printed)
    report.check('which is told to programs', ended(page, 'print', 'done'), inspect(page)['action'])
    left = page.locator('.board-print').count()
    report.check('and nothing of that is left', left == 0, left)
    page.evaluate('globalThis.printed = null')
    page.goto(BASE)
    listed = wait(page, lambda: card(page, document['name']).count() == 1)
    card(page, document['name']).hover()
    card(page, document['name']).get_by_role('button', name='More for').click()
    page.get_by_role('menuitem', name='Print…').click()
    again = listed and wait(page, lambda: page.evaluate('globalThis.printed'))
    report.check('the library prints it, too', again == {'images': 1, 'paths': 1}, again)
    page.keyboard.press('Control+a')
    page.keyboard.press('Delete')
    page.get_by_role('button', name='More').click()
    page.get_by_role('menuitem', name='Print', exact=True).click()
    said = wait(page, lambda: page.locator('.toast-text', has_text='nothing on this board to print').count() == 1)
    report.check('an empty board has nothing to print, which is said', said and ended(page, 'print', 'failed'))
    page.get_by_role('button', name='More').click()
    page.keyboard.press('Escape')
    report.check('a menu that is dismissed is told, too', ended(page, None, 'cancelled'), inspect(page)['action'])


def words_of(path):
    return subprocess.run(['pdftotext', path, '-'], capture_output=True, timeout=60).stdout.decode().split()


def check_board_saving_as_pdf(report, browser, client):
    rose = client.upload('saved.pdf', pdf(text='Harbour'))
    line = {'id': 's1', 'color': '#b3261e', 'width': 4, 'points': [[0, 0, 0.2, 0], [90, 60, 0.9, 16]]}
    document = upload_board(client, 'Saved.board', [a_card(rose['id'])], [line])
    page = browser.context(DESKTOP).new_page()
    page.goto(f'{BASE}/d/{document["id"]}')
    wait(page, lambda: board(page))
    settle(page)
    with page.expect_download() as coming:
        page.get_by_role('button', name='More').click()
        page.get_by_role('menuitem', name='Save as PDF').click()
    saved = coming.value
    # A second try of this check finds that the first one has left a board of that name.
    name = document['name'].replace('.board', '.pdf')
    report.check('a board is saved as a PDF under its name', saved.suggested_filename == name, saved.suggested_filename)
    words = words_of(saved.path())
    report.check('with the words of its pages', 'Harbour' in words, words)
    said = wait(page, lambda: page.locator('.toast-text').text_content())
    report.check('and one is told', name in said, said)
    page.keyboard.press('Control+a')
    page.keyboard.press('Delete')
    page.keyboard.press('s')
    refused = wait(page, lambda: page.locator('.toast-text', has_text='nothing on this board').count())
    report.check('unsaved changes are saved first, and an empty board is refused in words', refused == 1, refused)
    # The message lies where the menu opens.
    page.get_by_role('button', name='Dismiss').click()
    intercept(page, '**/rendition*', lambda route: None)
    page.keyboard.press('s')
    working = wait(page, lambda: page.locator('.board-work').text_content())
    report.check('one sees that a PDF is being made', working == 'Making a PDF…', working)
    page.get_by_role('button', name='More').click()
    page.get_by_role('menuitem', name='Stop making the PDF').click()
    stopped = wait(page, lambda: not page.locator('.board-work').text_content())
    report.check('and can stop that', stopped, page.locator('.board-work').text_content())


def check_board_layouts(report, browser, client):
    rose = client.upload('layout.pdf', pdf(text='Layout'))
    document = upload_board(client, 'Layout.board', [a_card(rose['id'])])
    for name, device in [('desktop', DESKTOP), ('phone', PHONE)]:
        for scheme in ['light', 'dark']:
            page = open_board(browser, document, device, color_scheme=scheme)
            report.check(f'a board fits a {name} ({scheme})', overflow(page) <= 0, overflow(page))
            tools = page.get_by_role('toolbar').bounding_box()
            width = device['viewport']['width']
            inside = tools['x'] >= 0 and tools['x'] + tools['width'] <= width
            report.check(f'its tools fit a {name} ({scheme})', inside, tools)
            page.context.close()


def check_board_comes_back(report, browser, client):
    """A board shows the same place again, after a reload and when it is opened anew."""
    document = client.upload('seen.pdf', pdf(text='Seen'))
    created = upload_board(client, 'Seen.board', [a_card(document['id']), a_card(document['id'], id='c2', x=900)])
    page = open_board(browser, created)
    page.mouse.move(300, 700)
    for _ in range(3):
        page.keyboard.press('+')
    page.mouse.wheel(120, 90)
    settle(page)
    page.wait_for_timeout(400)
    seen = board(page)['viewport']
    page.reload()
    wait(page, lambda: board(page))
    settle(page)
    report.check('a board shows after a reload what it showed', board(page)['viewport'] == seen, (seen, board(page)['viewport']))
    page.goto(BASE)
    settle(page)
    page.goto(f'{BASE}/d/{created["id"]}')
    wait(page, lambda: board(page))
    settle(page)
    report.check('and when it is opened again', board(page)['viewport'] == seen, (seen, board(page)['viewport']))
    page.keyboard.press('0')
    settle(page)


def check_board_from_reader(report, browser, client):
    """A page that is read is put on a board, by keys alone, and reading goes on."""
    document = client.upload('read.pdf', pdf(pages=3, text='Read'))
    target = upload_board(client, 'Gathered.board', [a_card(document['id'])])
    page = browser.page(DESKTOP, f'/d/{document["id"]}#page=2')
    page.keyboard.press('b')
    menu = page.get_by_role('menu', name='Add page 2 of 3 to a board')
    asked = wait(page, lambda: menu.get_by_role('menuitem', name='Gathered').is_visible())
    report.check('B asks for the board', asked)
    is_there = "document.activeElement.textContent.trim() === 'Gathered'"
    wait(page, lambda: page.evaluate(is_there) or page.keyboard.press('ArrowDown'))
    page.keyboard.press('Enter')
    added = wait(page, lambda: len(content_of(client, target)['cards']) == 2)
    cards = content_of(client, target)['cards']
    report.check('and the page lies on it', added and cards[1]['page'] == 2 and cards[1]['document'] == document['id'], cards)
    report.check('beside what lay there', cards[1]['x'] - 160 > cards[0]['x'] + 160, cards)
    report.check('while reading goes on', inspect(page)['view'] == 'reader' and inspect(page)['reader']['page'] == 2)
    page.get_by_role('button', name='Undo').click()
    back = wait(page, lambda: len(content_of(client, target)['cards']) == 1)
    report.check('which can be undone', back, content_of(client, target))
    page.get_by_role('button', name='Add this page to a board').click()
    page.get_by_role('menuitem', name='Gathered').click()
    page.get_by_role('button', name='Open board').click()
    opened = wait(page, lambda: len(board(page).get('cards', [])) == 2)
    settle(page)
    inside = all(0 < card['screen']['x'] < 1440 and 0 < card['screen']['y'] < 900 for card in board(page)['cards'])
    report.check('the board is opened from the message, all of it in sight', opened and inside, board(page))
    page.context.close()
    page = browser.page(PHONE, f'/d/{document["id"]}')
    page.get_by_role('button', name='Add this page to a board').tap()
    page.get_by_role('menuitem', name='New board').tap()
    opens = page.get_by_role('button', name='Open board')
    report.check('a phone has room for it', wait(page, lambda: opens.is_visible()) and overflow(page) <= 0, overflow(page))
    opens.tap()
    report.check('a new board has the page', wait(page, lambda: len(board(page).get('cards', [])) == 1), board(page))


def check_board_cards_again(report, browser, client):
    """A card is drawn again after a failure that passes, and after a change that its page missed."""
    rose = client.upload('passing.pdf', pdf(text='Passing'))
    document = upload_board(client, 'Passing.board', [a_card(rose['id'])])
    page, held = browser.context(DESKTOP).new_page(), []
    busy = json.dumps({'status': 503, 'code': 'busy'})
    preview = f'**/documents/{rose["id"]}/preview*'
    intercept(page, preview, lambda route: route.fulfill(status=503, content_type='application/problem+json', body=busy))
    intercept(page, '**/api/v1/events*', lambda route: held.append(route))
    page.goto(f'{BASE}/d/{document["id"]}')
    trouble = page.locator('.card-trouble')
    report.check('a card says why its page is not shown', wait(page, lambda: trouble.count() == 1))
    page.unroute(preview)
    picture = page.locator('.board-card img')
    over = wait(page, lambda: trouble.count() == 0 and picture.count() == 1)
    report.check('and shows it when the server can be asked again', over, trouble.count())
    settle(page)
    client.ask('PUT', f'/api/v1/documents/{rose["id"]}/content', pdf(text='Passed'))
    now = client.ask('GET', f'/api/v1/documents/{rose["id"]}')[1]['sha256']
    for route in held:
        route.continue_()
    there = wait(page, lambda: now in (picture.first.get_attribute('src') or ''))
    report.check('a change that a card missed is shown when the server is heard again', there)
    client.ask('PUT', f'/api/v1/documents/{rose["id"]}/content', pdf(text='Heard of'))
    now = client.ask('GET', f'/api/v1/documents/{rose["id"]}')[1]['sha256']
    report.check('and a change that is heard of at once', wait(page, lambda: now in (picture.first.get_attribute('src') or '')))


def red_lines(count):
    """Thick lines below each other."""
    places = [[[0, 50 * line, 0.5, 0], [300, 50 * line, 0.5, 9]] for line in range(count)]
    return [{'id': f's{at}', 'color': '#b3261e', 'width': 30, 'points': points} for at, points in enumerate(places)]


def check_board_picture(report, browser, client):
    """The card of a board in the library is a picture of it."""
    rose = client.upload('lying.pdf', pdf(pages=1, text='Lying there'))
    document = upload_board(client, 'Pictured.board', [a_card(rose['id'])], red_lines(1))
    # Among all documents its card may be out of sight, where no picture is fetched.
    page = browser.page(path='/?q=Pictured')
    shown(page, 'Pictured.board')
    settle(page)
    picture = card(page, 'Pictured.board').locator('img')
    before = wait(page, lambda: picture.count() == 1 and picture.evaluate(RED))
    report.check('the card of a board shows what is on it', before > 20, before)
    content = {'format': 'org.sheaf.board', 'formatVersion': 1, 'cards': [], 'strokes': red_lines(6)}
    client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', json.dumps(content).encode())
    redder = wait(page, lambda: picture.count() == 1 and picture.evaluate(RED) > 3 * before)
    report.check('and another picture when it has changed', redder, before)
