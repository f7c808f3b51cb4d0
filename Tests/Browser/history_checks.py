"""Versions of documents listed, shown, compared and brought back; the Trash; and views that are restored."""

import json

from access_checks import AUDIT
from board_checks import a_card, board, open_board, put_board, upload_board
from fixtures import pdf
from harness import BASE, DESKTOP, PHONE, card, inspect, intercept, overflow, reader, settle, shown, wait
from reader_layout_checks import device, enlarge

POEM = ['The rain came\nand went\n', 'The rain came late\nand went\nagain\n', 'The sun came\nand stayed\n']
JSON = 'application/json'
FOCUS = "(document.activeElement.closest('.history li')?.dataset.number) ?? document.activeElement.className"

# What of the head is not seen where it stands.
COVERED_IN_HEAD = """
() => [...document.querySelectorAll('.reader-bar :is(h1, button, a, select, input)')].filter((element) => {
  if (!element.checkVisibility({visibilityProperty: true})) return false;
  const {x, y, width, height} = element.getBoundingClientRect();
  const seen = document.elementFromPoint(x + width / 2, y + height / 2);
  return width === 0 || !seen || !(element.contains(seen) || seen.contains(element));
}).map((element) => element.getAttribute('aria-label') ?? element.className)
"""


def versioned(client, name, *contents):
    """A document that had these contents, one after the other."""
    document = client.upload(name, contents[0])
    for content in contents[1:]:
        put(client, document, content)
    return document


def put(client, document, content):
    status, answer = client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', content)
    if status != 200:
        raise RuntimeError(f'new content: {status} {answer}')


def content_of(client, document):
    return client.ask('GET', f'/api/v1/documents/{document["id"]}/content')[1]


def version(page):
    return (inspect(page) or {}).get('version')


def comparison(page):
    return (inspect(page) or {}).get('comparison') or {}


def focus(page):
    return page.evaluate(FOCUS)


def rows(page):
    return page.locator('.version-main').all_inner_texts()


def check_versions_listed(report, browser, client):
    document = versioned(client, 'poem.txt', *(text.encode() for text in POEM))
    client.ask('PATCH', f'/api/v1/documents/{document["id"]}', b'{"handler":"text"}', JSON)
    page = browser.page(path=f'/d/{document["id"]}')
    # The letters of an editor are text.
    page.keyboard.press('Escape')
    page.keyboard.press('h')
    listed = wait(page, lambda: page.locator('.version').count() == 3)
    settle(page)
    report.check('H lists the versions beside the document', listed, rows(page))
    report.check('the newest first, with number, way and size', 'Version 3, now' in rows(page)[0], rows(page))
    report.check('the focus is on what is shown', focus(page) == '3', focus(page))
    report.check('the address says that they are listed', wait(page, lambda: page.url.endswith('?versions')), page.url)
    put(client, document, b'The wind came\n')
    report.check('a version that comes elsewhere stands over them', wait(page, lambda: page.locator('.version').count() == 4))
    report.check('and the focus stays where it is', focus(page) == '3', focus(page))
    page.keyboard.press('End')
    page.keyboard.press('Enter')
    report.check('a version is shown', wait(page, lambda: version(page) == 1) and settle(page), inspect(page))
    text = page.locator('.text-sheet').inner_text()
    report.check('with the content that it had', text == POEM[0], text)
    line = page.locator('.version-line').inner_text()
    report.check('a line over it says which it is', line.startswith('Version 1 of 4 · Today'), line)
    report.check('and the focus is still in the list', focus(page) == '1', focus(page))
    page.keyboard.press('Escape')
    report.check('Escape closes the list', wait(page, lambda: page.locator('.history').count() == 0))
    report.check('and the focus is on its button', 'versions-button' in focus(page), focus(page))
    page.keyboard.press(']')
    report.check('] leads to the newer one', wait(page, lambda: version(page) == 2), inspect(page))
    page.reload()
    again = wait(page, lambda: version(page) == 2 and settle(page) and page.locator('.text-sheet').count() == 1)
    report.check('its address leads there again', again and 'version=2' in page.url, page.url)
    page.keyboard.press('Escape')
    report.check('Escape leads back to now', wait(page, lambda: version(page) is None))
    settle(page)
    report.check('with what the document is now', 'wind' in page.locator('.text-field').input_value())
    # Out of the text, and out of the document.
    page.keyboard.press('Escape')
    page.keyboard.press('Escape')
    report.check('and from there to the library', wait(page, lambda: inspect(page)['view'] == 'library'), inspect(page))


def check_version_words(report, browser, client):
    document = versioned(client, 'words.pdf', pdf(pages=3, text='Earlier words'), pdf(pages=3, text='Later words'))
    page = browser.page(path=f'/d/{document["id"]}?version=1')
    selected = wait(page, lambda: page.locator('.page-line').count() > 0 and page.locator('.page-line').first.inner_text().split())
    report.check('the words of an earlier version lie over its pages', selected == ['Earlier', 'words'], selected)
    page.keyboard.press('/')
    page.get_by_role('searchbox', name='Find in the document').fill('earlier')
    found = wait(page, lambda: '3' in page.locator('.find-count').inner_text())
    report.check('and are found', found, page.locator('.find-count').inner_text())
    page.context.close()


def check_version_restoring(report, browser, client):
    document = versioned(client, 'plan.pdf', pdf(pages=3, text='First'), pdf(pages=5, text='Second'))
    page = browser.page(path=f'/d/{document["id"]}?version=1#page=2')
    state = reader(page)
    report.check('pages of a version are read at their address', (state.get('page'), state.get('pageCount')) == (2, 3), state)
    with page.expect_download() as download:
        page.get_by_role('link', name='Download this version').click()
    with open(download.value.path(), 'rb') as file:
        report.check('a version is downloaded', file.read() == pdf(pages=3, text='First'))
    page.keyboard.press('r')
    report.check('R brings it back', wait(page, lambda: page.locator('.toast', has_text='it is version 3 now').count() == 1))
    # A message stays while it has the focus, on a slow machine too.
    page.get_by_role('button', name='Undo').focus()
    back = wait(page, lambda: version(page) is None and reader(page).get('pageCount') == 3)
    report.check('and leads to what the document is now', back, inspect(page))
    report.check('with that content', content_of(client, document) == pdf(pages=3, text='First'))
    page.get_by_role('button', name='Undo').click()
    report.check('Undo makes it what it was', wait(page, lambda: reader(page).get('pageCount') == 5), reader(page))
    report.check('as one more version', wait(page, lambda: content_of(client, document) == pdf(pages=5, text='Second')))
    settle(page)
    wait(page, lambda: page.locator('.version').count() == 4)
    report.check('the list says what came back', 'Brought back from version 1' in rows(page)[1], rows(page))


def check_version_comparing(report, browser, client):
    document = versioned(client, 'compared.txt', *(text.encode() for text in POEM))
    page = browser.page(path=f'/d/{document["id"]}?version=1&compare=2')
    marks = page.locator('.diff ins').all_inner_texts()
    report.check('two texts are compared, with the words that changed', marks == [' late'], marks)
    report.check('new lines look different from the rest', page.locator('.diff .added').count() == 2)
    report.check('and how many', '1 line went, 2 lines came' in comparison(page).get('summary', ''), comparison(page))
    page.keyboard.press('n')
    report.check('N leads to the change', wait(page, lambda: page.locator('.diff .here').count() == 1))
    page.get_by_label('Compare with').select_option('now')
    now = wait(page, lambda: comparison(page).get('with') == 'now' and settle(page) and page.get_by_text('sun').count())
    report.check('another one can be chosen', now, comparison(page))
    put(client, document, b'Only the moon\n')
    report.check('the compared version follows the present one', wait(page, lambda: page.get_by_text('moon').count() == 1))
    page.keyboard.press('Escape')
    ended = wait(page, lambda: inspect(page)['view'] == 'reader' and version(page) == 1)
    report.check('Escape leads back to the version', ended, inspect(page))
    page.context.close()
    check_pages_compared(report, browser, client)


def check_pages_compared(report, browser, client):
    document = versioned(client, 'compared.pdf', pdf(pages=2, text='Before'), pdf(pages=3, text='After'))
    page = browser.page(path=f'/d/{document["id"]}?version=1&compare=now')
    pictures = page.locator('.pair-sheet img')
    report.check('two pages are compared on one picture', pictures.count() == 1 and comparison(page)['mode'] == 'overlay')
    report.check('and it is told how much changed', 'changed' in comparison(page)['summary'], comparison(page))
    page.keyboard.press('2')
    settle(page)
    boxes = [pictures.nth(n).bounding_box() for n in range(pictures.count())]
    beside = len(boxes) == 2 and boxes[0]['x'] + boxes[0]['width'] <= boxes[1]['x']
    report.check('2 lays both side by side', beside, boxes)
    page.keyboard.press('x')
    settle(page)
    before = comparison(page).get('seen')
    page.keyboard.press('x')
    after = comparison(page).get('seen')
    boxes = [pictures.nth(n).bounding_box() for n in range(pictures.count())]
    report.check('X flicks between both', (before, after) == ('before', 'after'), (before, after))
    report.check('which lie in the same place', len(boxes) == 2 and boxes[0] == boxes[1], boxes)
    page.keyboard.press('End')
    page.keyboard.press('ArrowRight')
    page.keyboard.press('ArrowRight')
    none = wait(page, lambda: page.get_by_text('Version 1 has no page 3').count() == 1)
    report.check('a page that one of them does not have is told', none, comparison(page))
    page.context.close()


def check_compared_anew(report, browser, client):
    """While a newer content is on its way, what is compared can be looked at further."""
    document = versioned(client, 'anew.pdf', pdf(pages=3, text='Before'), pdf(pages=3, text='After'))
    page, held = browser.page(path=f'/d/{document["id"]}?version=1&compare=now'), []
    intercept(
        page, f'**/api/v1/documents/{document["id"]}', lambda route: route.continue_() if held else held.append(route)
    )
    put(client, document, pdf(pages=3, text='Latest'))
    wait(page, lambda: held)
    page.get_by_role('button', name='Next page').click()
    turned = wait(page, lambda: comparison(page).get('page') == 2)
    report.check('a comparison can be looked at while it is read anew', turned, comparison(page))
    with page.expect_request(lambda request: 'with=3' in request.url or '/versions/3/' in request.url):
        held[0].continue_()
    settle(page)
    report.check('and stays at its page', comparison(page)['page'] == 2, comparison(page))


def check_version_refusals(report, browser, client):
    document = versioned(client, 'refused.txt', b'one', b'two')
    page = browser.page(path=f'/d/{document["id"]}?version=99')
    said = page.get_by_role('heading', name='This version is not here any more').first.is_visible()
    offered = page.get_by_role('button', name='Restore').count()
    report.check('a version that was let go of says so, and is not restored', said and offered == 0, offered)
    page.keyboard.press('Escape')
    report.check('and Escape leads to the document', wait(page, lambda: page.locator('.page img').count() > 0))
    intercept(page, '**/versions/1', lambda route: altered(route, lambda answer: answer | {'kept': False}))
    intercept(page, '**/versions/1/*', lambda route: route.fulfill(
        status=410, content_type='application/problem+json', body=json.dumps({'status': 410, 'code': 'version-gone'})))
    intercept(page, '**/versions?*', lambda route: altered(route, without_first))
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    page.keyboard.press('h')
    note = wait(page, lambda: page.locator('.version[data-gone]').count() == 1)
    report.check('a version whose content is not kept is listed as such', note and 'overwritten' in rows(page)[1], rows(page))
    page.keyboard.press('ArrowDown')
    page.keyboard.press('Enter')
    reported = wait(page, lambda: page.get_by_role('heading', name='This version is not kept').count() >= 1)
    report.check('and says so where it would be shown', reported)
    report.check('the list is still there', page.locator('.version').count() == 2)


def altered(route, change):
    """The server's answer with something else in it."""
    route.fulfill(json=change(json.loads(route.fetch().text())))


def without_first(answer):
    kept = [version | {'kept': version['number'] != 1} for version in answer['versions']]
    return answer | {'versions': kept}


def check_board_versions(report, browser, client):
    source = client.upload('laid.pdf', pdf(pages=2, text='Laid'))
    document = upload_board(client, 'History.board', [a_card(source['id'])])
    content = {'format': 'org.sheaf.board', 'formatVersion': 1, 'strokes': []}
    put_board(client, document, content | {'cards': [a_card(source['id'], x=400), a_card(source['id'], id='c2', y=300)]})
    page = open_board(browser, document)
    page.locator('.board-tools').get_by_role('button', name='More').click()
    page.get_by_role('menuitem', name='Versions').click()
    wait(page, lambda: page.locator('.version').count() == 2)
    page.keyboard.press('ArrowDown')
    page.keyboard.press('Enter')
    earlier = wait(page, lambda: version(page) == 1 and len(board(page).get('cards', [])) == 1)
    report.check('a board is seen as it was', earlier, board(page))
    settle(page)
    page.locator('.board-stage').focus()
    page.keyboard.press('Tab')
    page.keyboard.press('Delete')
    report.check('and cannot be changed', len(board(page)['cards']) == 1 and page.get_by_role('button', name='Pen').count() == 0)
    page.keyboard.press('c')
    said = wait(page, lambda: comparison(page).get('kind') == 'board' and settle(page)) and comparison(page)['summary']
    report.check('changes on it are counted', said == '1 card came, 1 card moved.', comparison(page))
    seen = comparison(page)['seen']
    page.keyboard.press('x')
    report.check('and both are flicked between', comparison(page)['seen'] != seen, comparison(page))


def check_looking_into_trash(report, browser, client):
    document = client.upload('thrown away.pdf', pdf(pages=2, text='Away'))
    client.ask('DELETE', f'/api/v1/documents/{document["id"]}')
    page = browser.page(path='/?view=trash')
    shown(page, 'thrown away.pdf')
    report.check('the Trash says how long it stays', 'days left' in card(page, 'thrown away.pdf').inner_text())
    card(page, 'thrown away.pdf').locator('a').click()
    settle(page)
    bar = page.get_by_role('region', name='Trash')
    report.check('a document in the Trash can be looked at', reader(page).get('pageCount') == 2 and bar.is_visible())
    bar.get_by_role('button', name='Restore').click()
    report.check('and taken back from there', wait(page, lambda: not bar.is_visible()))
    report.check('it is back', wait(page, lambda: 'thrown away.pdf' in client.names()))


def check_restored_views(report, browser, client):
    source = client.upload('viewed.pdf', pdf(text='Viewed'))
    document = upload_board(client, 'Viewed.board', [a_card(source['id'])])
    page = open_board(browser, document)
    everything = board(page)['viewport']
    keep = "([id, view]) => localStorage.setItem('sheaf.board-views', JSON.stringify([[id, view]]))"
    kept = {'x': 40, 'y': 20, 'zoom': 2, 'rotation': 0}

    def start(view, path='', marks=()):
        page.goto(f'{BASE}/favicon.svg')
        page.evaluate(keep, [document['id'], view])
        page.evaluate("(marks) => localStorage.setItem('sheaf.restoring', JSON.stringify(marks))", list(marks))
        page.goto(f'{BASE}/d/{document["id"]}{path}')
        wait(page, lambda: board(page))
        settle(page)
        return board(page)['viewport']

    report.check('the place on a board is kept', start(kept)['zoom'] == 2, board(page))
    half = start({'zoom': 3})
    report.check('half of what was seen restores that half', half['zoom'] == 3 and half['x'] == everything['x'], half)
    clean = start(kept, '?clean=1')
    report.check('?clean=1 starts without it', clean == everything, clean)
    still = page.evaluate("JSON.parse(localStorage.getItem('sheaf.board-views'))[0][1].zoom")
    report.check('and keeps it', still == 2, still)
    dropped = start(kept, marks=[f'board {document["id"]}'])
    report.check('a place that the start before did not survive is dropped', dropped == everything, dropped)
    marks = wait(page, lambda: page.evaluate("localStorage.getItem('sheaf.restoring')") == '[]')
    report.check('and nothing is marked any more', marks)


def check_history_layouts(report, browser, client):
    text = versioned(client, 'laid out.txt', *(text.encode() for text in POEM))
    paged = versioned(client, 'laid out.pdf', pdf(pages=2, text='Before'), pdf(pages=2, text='After'))
    places = [
        ('the list', f'/d/{text["id"]}?versions'), ('a version', f'/d/{paged["id"]}?version=1'),
        ('compared texts', f'/d/{text["id"]}?version=1&compare=now'),
        ('compared pages', f'/d/{paged["id"]}?version=1&compare=now'),
    ]
    for window, what in [(DESKTOP, 'desktop'), (PHONE, 'phone')]:
        for name, path in places:
            page = browser.page(window, path)
            found = page.evaluate(AUDIT)
            report.check(f'{what}: {name} passes the audit', found == [] and overflow(page) <= 0, (found, overflow(page)))
            page.context.close()
    check_list_on_phone(report, browser, text)


def check_compared_titles(report, browser, client):
    """The name of what is compared has room in the smallest windows, and with large text."""
    name = 'A rather long name of what is compared'
    text = versioned(client, f'{name}.txt', *(text.encode() for text in POEM))
    paged = versioned(client, f'{name}.pdf', pdf(pages=2, text='Before'), pdf(pages=2, text='After'))
    for width, height, root in [(320, 640, 1), (320, 640, 2), (390, 844, 1), (390, 844, 2), (820, 1180, 2)]:
        for kind, document in [('texts', text), ('pages', paged)]:
            page = browser.page(device(width, height), f'/d/{document["id"]}?version=1&compare=now')
            enlarge(page, root)
            where = f'{width}×{height}{", text of 200 %" if root == 2 else ""}: {kind}'
            title = page.locator('.reader-title')
            wait(page, lambda: name in title.inner_text())
            settle(page)
            box = title.bounding_box()
            report.check(f'{where} have room for their title', box['width'] >= width - 40, box)
            report.check('it fits the window', overflow(page) <= 0, overflow(page))
            covered = page.evaluate(COVERED_IN_HEAD)
            report.check('nothing of the head is covered', covered == [], covered)
            page.context.close()


def check_list_on_phone(report, browser, document):
    page = browser.page(PHONE, f'/d/{document["id"]}')
    page.get_by_role('button', name='More', exact=True).click()
    page.get_by_role('menuitem', name='Versions').click()
    wait(page, lambda: page.locator('.version').count() == 3)
    settle(page)
    sheet = page.locator('.history').bounding_box()
    report.check('phone: the list is a sheet at the thumb', sheet['y'] > 200 and sheet['width'] == 390, sheet)
    page.locator('.version-main').last.click()
    gone = wait(page, lambda: version(page) == 1 and page.locator('.history').count() == 0)
    report.check('phone: choosing one puts it away', gone)
    page.get_by_role('button', name='Back to now').click()
    report.check('phone: and one is back at once', wait(page, lambda: version(page) is None))
    page.context.close()
