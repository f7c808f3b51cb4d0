"""The handlers of a document: their list, those of other sites, one for good; and pictures that come late."""

import contextlib
import json
import re
import time

from access_checks import AUDIT
from board_checks import upload_board
from fixtures import pdf, png
from harness import BASE, DESKTOP, PHONE, card, inspect, intercept, open_document, overflow, settle, shown, wait

JSON = 'application/json'
# Stands for another site's app: what it is told of where it was opened from.
SKETCHER = '<!doctype html><title>Sketcher</title><h1>Sketcher</h1>'
OPENERS = re.compile('/openers$')
TAB_FACTS = '[opener === null, document.referrer, location.href]'
LOWEST = '(items) => Math.min(...items.map((item) => item.clientHeight))'
# A second of silence, and a model of one corner, which nothing opens.
WAVE = b'RIFF' + (36 + 8000).to_bytes(4, 'little') + b'WAVEfmt ' + bytes.fromhex(
    '10000000010001 00401f0000401f000001000800') + b'data' + (8000).to_bytes(4, 'little') + b'\x80' * 8000
MODEL = bytes(80) + (1).to_bytes(4, 'little') + bytes(50)
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" fill="teal"/></svg>'


def declare(client, name, types, rank='alternate', role='editor'):
    """A handler of another site, with an address of its own."""
    handler = {
        'identifier': f'com.example.{name.lower()}', 'name': name, 'role': role, 'rank': rank,
        'contentTypes': types, 'url': f'https://{name.lower()}.example/open?document={{id}}',
    }
    return client.ask('POST', '/api/v1/types', json.dumps({'handlers': [handler]}).encode(), JSON)


@contextlib.contextmanager
def declared(client, *handler):
    """A handler of another site for a while: in every case later checks do not find it."""
    declare(client, *handler)
    try:
        yield
    finally:
        withdraw(client, handler[0])


def withdraw(client, name):
    return client.ask('DELETE', f'/api/v1/handlers/com.example.{name.lower()}')[0]


def handler_of(client, document):
    return client.ask('GET', f'/api/v1/documents/{document["id"]}')[1].get('handler')


def choose_handler(client, document, handler):
    return client.ask(
        'PATCH', f'/api/v1/documents/{document["id"]}', json.dumps({'handler': handler}).encode(), JSON
    )[0]


def elsewhere(page):
    """Answers for the handlers of other sites, so that nothing leaves this machine."""
    page.context.route(
        'https://*.example/**', lambda route: route.fulfill(body=SKETCHER, content_type='text/html')
    )
    return page


def menu(page, name, item):
    """Chooses from the menu on a document's card."""
    target = card(page, name)
    target.hover()
    target.get_by_role('button', name=f'More for {name}').click()
    page.get_by_role('menuitem', name=item, exact=True).click()


def offers(page):
    """The names in the menu that is open, in their order."""
    wait(page, lambda: page.locator('.menu .menu-item').count() > 0)
    return page.locator('.menu .menu-item bdi').all_inner_texts()


def open_in(page, name):
    menu(page, name, 'Open in…')
    wait(page, lambda: page.get_by_role('menu', name=f'Open {name} in').is_visible())
    return offers(page)


def always(page):
    page.get_by_role('menuitem', name='Always open this document with…').click()
    # The menu that was chosen from fades.
    wait(page, lambda: page.locator('.menu [role=menuitemradio]').count() > 0 and page.locator('.menu').count() == 1)
    return offers(page)


def checked(page):
    return page.locator('.menu [aria-checked=true] bdi').all_inner_texts()


def toast(page):
    return page.locator('.toast-text').all_inner_texts()


def listed_in_menu(page, name):
    """The labels of the menu of a card."""
    card(page, name).hover()
    card(page, name).locator('.card-action').click()
    page.locator('.menu').wait_for()
    labels = page.locator('.menu bdi').all_inner_texts()
    page.keyboard.press('Escape')
    page.locator('.menu').wait_for(state='detached')
    return labels


def check_openers_listed(report, browser, client):
    client.upload('listed.txt', b'To be opened')
    client.upload('listed.pdf', pdf(text='To be opened'))
    client.upload('listed.stl', MODEL)
    status, _ = declare(client, 'Notes', ['public.text'])
    page = elsewhere(browser.page(path='/?q=listed'))
    shown(page, 'listed.txt')
    report.check('a handler is declared', status == 201, status)
    text, menu_text = open_in(page, 'listed.txt'), page.locator('.menu').inner_text()
    report.check('it opens documents of its type', text[:3] == ['Reader', 'Text', 'Notes'], text)
    report.check('the default is marked', 'Opens it by default' in menu_text, menu_text)
    report.check('and where another one leads', 'notes.example, in a new tab' in menu_text, menu_text)
    report.check('the list is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.keyboard.press('Escape')
    paged = open_in(page, 'listed.pdf')
    report.check('but not others', paged == ['Reader'], paged)
    page.keyboard.press('Escape')
    report.check('and is gone when it is taken away', withdraw(client, 'Notes') == 204)
    left = open_in(page, 'listed.txt')
    report.check('from the next list on', left == ['Reader', 'Text', 'Always open this document with…'], left)
    page.keyboard.press('Escape')
    report.check('the menu of what nothing opens does not offer it', 'Open in…' not in listed_in_menu(page, 'listed.stl'))
    declare(client, 'Models', ['public.3d-content'])
    offered = wait(page, lambda: 'Open in…' in listed_in_menu(page, 'listed.stl'))
    report.check('and does once something is declared that does', offered)
    withdraw(client, 'Models')
    menu(page, 'listed.stl', 'Open in…')
    said = wait(page, lambda: toast(page))
    report.check('where that has gone a message says so', said and 'Nothing here opens' in said[0], said)
    report.check('and there is no list', page.locator('.menu').count() == 0)
    page.get_by_role('button', name='Show it here').click()
    report.check('it can be looked at all the same', wait(page, lambda: inspect(page)['view'] == 'reader'))
    settle(page)
    page.reload()
    settle(page)
    report.check('the reader does not offer it, either', page.get_by_role('button', name='Open in…').count() == 0)
    page.context.close()
    refused = client.ask(
        'POST', '/api/v1/types', json.dumps({'handlers': {'identifier': 'x', 'contentTypes': []}}).encode(), JSON
    )
    report.check('a declaration that is none is refused in words', refused[0] == 400 and refused[1]['detail'], refused)


def check_openers_work(report, browser, client):
    """Each handler that is listed for a kind of document shows it; the API lists the same."""
    kinds = {
        'works.wav': (WAVE, ['Player']), 'works.stl': (MODEL, []), 'works.png': (png(40, 60), ['Reader']),
        'works.txt': (b'Works', ['Reader', 'Text']), 'works.pdf': (pdf(text='Works'), ['Reader']),
    }
    for name, (data, wanted) in kinds.items():
        document = client.upload(name, data)
        listed = client.ask('GET', f'/api/v1/documents/{document["id"]}/openers')[1]['openers']
        names = [opener['name'] for opener in listed]
        report.check(f'{name} ({document["type"]}) is opened by {wanted or "nothing"}', names == wanted, names)
        page = browser.page(path=f'/d/{document["id"]}')
        is_shown = page.locator('.page, .text-sheet, .player').count() > 0
        report.check(f'{name}: the app shows what has an opener, and nothing else', is_shown == bool(wanted), is_shown)
        page.context.close()


def check_openers_refused(report, browser, client):
    document = client.upload('refused.pdf', pdf(text='Refused'))
    page = elsewhere(browser.page(path='/?q=refused'))
    shown(page, 'refused.pdf')
    answer = hostile_openers(document)
    intercept(page, OPENERS, lambda route: route.fulfill(json=answer))
    names = open_in(page, 'refused.pdf')
    wanted = ['<b>Bold</b> fdp.tnemucod', 'Reader', 'Always open this document with…']
    report.check('an address that is no web page is not offered, and a name is a text in one line', names == wanted, names)
    report.check('and no address stands in the page before one is chosen', page.locator('.menu a').count() == 0)
    page.keyboard.press('Escape')
    page.unroute(OPENERS)
    intercept(page, OPENERS, lambda route: route.abort())
    menu(page, 'refused.pdf', 'Open in…')
    said = wait(page, lambda: toast(page))
    report.check('without a connection it says what is safe and what to do', said and 'try again' in said[0], said)
    page.unroute(OPENERS)
    client.ask('DELETE', f'/api/v1/documents/{document["id"]}')


def hostile_openers(document):
    """An answer as no server of ours gives it."""
    whole = {'role': 'viewer', 'rank': 'default', 'chosen': False}
    addresses = ['javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', '/sign-out', 'https://me:word@x.example/']
    openers = [whole | {'identifier': f'x{n}', 'name': f'X{n}', 'url': url} for n, url in enumerate(addresses)]
    name = '<b>Bold</b>\n\u202efdp.tnemucod'
    openers.append(whole | {'identifier': 'bold', 'name': name, 'url': 'https://bold.example/'})
    openers.append(whole | {'identifier': 'viewer', 'name': 'Reader', 'url': f'/d/{document["id"]}'})
    return {'openers': openers}


def check_openers_elsewhere(report, browser, client):
    document = client.upload('abroad.pdf', pdf(text='Abroad'))
    page = elsewhere(browser.page(path='/?q=abroad'))
    shown(page, 'abroad.pdf')
    with declared(client, 'Sketcher', ['com.adobe.pdf']):
        open_in(page, 'abroad.pdf')
        message = opened(page, lambda: page.get_by_role('menuitem', name='Sketcher').click())
        wanted = [True, '', f'https://sketcher.example/open?document={document["id"]}']
        report.check(
            'another handler opens the document in a tab that knows nothing of this one', message == wanted, message
        )
        report.check('and this one stays where it is', inspect(page)['view'] == 'library')
        open_in(page, 'abroad.pdf')
        page.keyboard.press('ArrowDown')
        report.check('Space does the same', opened(page, lambda: page.keyboard.press(' ')) == wanted)
        choose_handler(client, document, 'com.example.sketcher')
        wait(page, lambda: open_first(page, 'abroad.pdf') == 'Sketcher')
        routes = []
        intercept(page, OPENERS, lambda route: routes.append(route))
        card(page, 'abroad.pdf').locator('a').click()
        said = wait(page, lambda: toast(page) == ['Opening abroad.pdf…'], 5)
        report.check('while it is found out what opens a document, that is said', said, toast(page))
        message = opened(page, lambda: routes[0].continue_())
        page.unroute(OPENERS)
        report.check('the one that was chosen for good opens its card', message == wanted, message)
        page.get_by_role('button', name='Show it here').click()
        report.check('from where it can be looked at here', wait(page, lambda: inspect(page)['view'] == 'reader'))
    page.goto(f'{BASE}/?q=abroad')
    shown(page, 'abroad.pdf')
    card(page, 'abroad.pdf').locator('a').click()
    here = wait(page, lambda: inspect(page)['view'] == 'reader') and len(page.context.pages) == 1
    report.check('where the chosen one is gone the type’s own opens it', here)


def opened(page, act):
    """The message to the tab that an act opens; the tab is closed again."""
    with page.context.expect_page() as coming:
        act()
    wait(coming.value, lambda: coming.value.title() == 'Sketcher')
    message = coming.value.evaluate(TAB_FACTS)
    coming.value.close()
    return message


def open_first(page, name):
    """The first of the list, which is closed again."""
    first = open_in(page, name)[0]
    page.keyboard.press('Escape')
    wait(page, lambda: page.locator('.menu').count() == 0)
    return first


def check_openers_for_good(report, browser, client):
    document = client.upload('for good.pdf', pdf(text='For good'))
    page = elsewhere(browser.page(path='/?q=for+good'))
    shown(page, 'for good.pdf')
    with declared(client, 'Studio', ['com.adobe.pdf']):
        choosing(report, page, client, document)
        withdrawn_meanwhile(report, page, client, document)


def choosing(report, page, client, document):
    open_in(page, 'for good.pdf')
    items = always(page)
    report.check('one can be chosen for good, or none', items == ['Reader', 'Studio', 'As usual for its type'], items)
    report.check('none is chosen at first', checked(page) == ['As usual for its type'], checked(page))
    focus = page.evaluate('document.activeElement.textContent')
    report.check('and has the focus', 'As usual' in focus, focus)
    page.keyboard.press('ArrowUp')
    page.keyboard.press('Enter')
    said = wait(page, lambda: toast(page))
    report.check('choosing is told', said == ['for good.pdf always opens with Studio now'], said)
    report.check('and done', handler_of(client, document) == 'com.example.studio', handler_of(client, document))
    focus = page.evaluate('document.activeElement.getAttribute("aria-label")')
    report.check('the focus is back on the button', focus == 'More for for good.pdf', focus)
    page.keyboard.press('Control+z')
    report.check('Undo takes it back', wait(page, lambda: handler_of(client, document) is None))
    wait(page, lambda: toast(page) == ['for good.pdf opens as usual again'])
    page.get_by_role('button', name='Undo').click()
    report.check('and can be undone', wait(page, lambda: handler_of(client, document) == 'com.example.studio'))
    wait(page, lambda: toast(page) == ['for good.pdf always opens with Studio now'])
    first = open_in(page, 'for good.pdf')
    report.check('the chosen handler stands first', first[:2] == ['Studio', 'Reader'], first)
    always(page)
    report.check('and is checked', checked(page) == ['Studio'], checked(page))
    page.get_by_role('menuitemradio', name='As usual for its type').click()
    report.check('it is taken back to the type’s own', wait(page, lambda: handler_of(client, document) is None))


def withdrawn_meanwhile(report, page, client, document):
    open_in(page, 'for good.pdf')
    always(page)
    withdraw(client, 'Studio')
    page.get_by_role('menuitemradio', name='Studio').click()
    said = wait(page, lambda: [text for text in toast(page) if 'any more' in text])
    kept = said and 'opens as before' in said[0]
    report.check('one that has gone meanwhile is refused in words', kept, toast(page))
    report.check('and nothing changed', handler_of(client, document) is None)


def check_openers_here(report, browser, client):
    upload_board(client, 'Two ways.board')
    page = browser.page(path='/?q=Two+ways')
    shown(page, 'Two ways.board')
    names = open_in(page, 'Two ways.board')
    report.check('a board opens as a board or as a text', sorted(names[:2]) == ['Board', 'Text'], names)
    page.get_by_role('menuitem', name='Text', exact=True).click()
    text = wait(page, lambda: page.locator('.text-field').count() and page.locator('.text-field').input_value())
    report.check('its text is shown, this once', text and 'org.sheaf.board' in text, text)
    report.check('and the address says so', page.url.endswith('?in=text'), page.url)
    page.reload()
    report.check('also when it is loaded anew', wait(page, lambda: page.locator('.text-field').count() == 1))
    page.get_by_role('button', name='Open in…').click()
    page.get_by_role('menuitem', name='Board').click()
    report.check('from there it opens as a board', wait(page, lambda: inspect(page)['view'] == 'board'), page.url)
    settle(page)
    page.get_by_role('button', name='More').click()
    page.get_by_role('menuitem', name='Open in…').click()
    page.get_by_role('menuitem', name='Text', exact=True).click()
    report.check('a board’s own menu lists them, too', wait(page, lambda: page.locator('.text-field').count() == 1))
    page.go_back()
    report.check('going back shows the board', wait(page, lambda: inspect(page)['view'] == 'board'), page.url)
    page.context.close()
    check_shown_only(report, browser, client)
    check_drawing(report, browser, client)


def check_shown_only(report, browser, client):
    """A board for which a viewer was chosen is looked at here, and not changed."""
    board = upload_board(client, 'Shown only.board')
    with declared(client, 'Looker', ['org.sheaf.board'], 'alternate', 'viewer'):
        choose_handler(client, board, 'com.example.looker')
        page = elsewhere(browser.page(path=f'/d/{board["id"]}'))
        seen = wait(page, lambda: page.get_by_text('Read only').count() == 1)
        report.check('a board for which a viewer was chosen is shown and not changed', seen)
        report.check('and has no tools but the menu', page.locator('.board-tools button').count() == 1)
        page.context.close()
    choose_handler(client, board, None)
    page = browser.page(path=f'/d/{board["id"]}')
    changeable = wait(page, lambda: page.locator('.board-tools').count() == 1)
    report.check('as usual again, it is changed', changeable)
    page.context.close()


def check_drawing(report, browser, client):
    """A drawing is a picture and a text; whichever was chosen for good, the other is one step away."""
    drawing = client.upload('plan.svg', SVG)
    page = browser.page(path=f'/d/{drawing["id"]}?in=text')
    report.check('a drawing can be read', wait(page, lambda: page.locator('.text-field').count() == 1))
    choose_handler(client, drawing, 'text')
    page.goto(f'{BASE}/d/{drawing["id"]}?in=viewer')
    seen = wait(page, lambda: page.locator('.page img').count() > 0)
    report.check('and looked at, where its text was chosen for good', seen)
    page.goto(f'{BASE}/d/{drawing["id"]}')
    report.check('which holds otherwise', wait(page, lambda: page.locator('.text-field').count() == 1))
    paged = client.upload('no text.pdf', pdf(text='No text'))
    page.goto(f'{BASE}/d/{paged["id"]}?in=text')
    report.check('a document that is no text is not shown as one', wait(page, lambda: page.locator('.page').count() > 0))
    page.context.close()


def check_opener_layouts(report, browser, client):
    client.upload('wide.pdf', pdf(pages=3, text='Wide'))
    long = 'An-uncommonly-long-name-that-goes-on-and-on-without-any-end'
    with declared(client, 'Marginalia', ['com.adobe.pdf'], 'owner'), declared(client, long, ['com.adobe.pdf']):
        for device, what in [(DESKTOP, 'desktop'), (PHONE, 'phone')]:
            check_layout(report, elsewhere(browser.page(device, '/?q=wide')), client, device, what)


def check_layout(report, page, client, device, what):
    shown(page, 'wide.pdf')
    open_in(page, 'wide.pdf')
    settle(page)
    box = page.locator('.menu').bounding_box()
    inside = box['x'] >= 0 and box['x'] + box['width'] <= device['viewport']['width']
    report.check(f'{what}: the list is within the window', inside and overflow(page) <= 0, box)
    low = page.locator('.menu .menu-item').evaluate_all(LOWEST)
    report.check(f'{what}: what is pressed is large enough', low >= (44 if what == 'phone' else 28), low)
    page.keyboard.press('Escape')
    open_reader(page, client)
    report.check(f'{what}: the reader passes the audit', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    if what == 'phone':
        page.get_by_role('button', name='More', exact=True).tap()
        names = offers(page)
        report.check('phone: what has no room is in a menu', names == [
            'All pages', 'Page view', 'Versions', 'Information', 'Open in…', 'Print', 'Download', 'Rename',
            'Copy link to this place', 'Save page as image', 'Save page as PDF', 'Play slideshow', 'Present in a second window', 'Turn pages together',
            'Slideshow and second window…',
        ], names)  # fmt: skip
        page.get_by_role('menuitem', name='Open in…').tap()
    else:
        page.get_by_role('button', name='Open in…').click()
    listed = wait(page, lambda: page.get_by_role('menuitem', name='Marginalia').is_visible())
    report.check(f'{what}: the reader lists what opens the document', listed)
    page.context.close()


def open_reader(page, client):
    """By its address: its card leads elsewhere."""
    found = client.ask('GET', '/api/v1/documents?q=wide.pdf')[1]['documents'][0]
    page.goto(f'{BASE}/d/{found["id"]}')
    wait(page, lambda: (inspect(page)['reader'] or {}).get('pageCount') == 3)
    settle(page)


def check_late_pictures(report, browser, client):
    names = {client.upload(f'tardy {name}.pdf', pdf(text=name))['id']: name for name in ('late', 'never')}
    page = browser.context(DESKTOP).new_page()
    asked = {'late': [], 'never': []}

    def answer(route):
        name = names.get(route.request.url.split('/documents/')[1].split('/')[0])
        if name not in asked:
            return route.continue_()
        asked[name].append(time.monotonic())
        if name == 'never':
            return route.fulfill(status=404 if len(asked[name]) > 1 else 503, body='{"code":"not-found"}')
        if len(asked[name]) > 2:
            return route.continue_()
        return route.fulfill(status=503, headers={'Retry-After': '3'}, body='{"code":"busy"}')

    intercept(page, re.compile('/thumbnail[?]'), answer)
    page.goto(f'{BASE}/?q=tardy')
    shown(page, 'late.pdf')
    settle(page)
    icon = card(page, 'late.pdf').locator('.blank-sheet .icon')
    report.check('where the server is busy a card shows the icon of its kind', icon.count() == 1)
    report.check('and has asked once', at_first(asked['late']) == 1, asked)
    page.wait_for_timeout(1500)
    report.check('it does not ask again at once', at_first(asked['late']) == 1, asked)
    came = wait(page, lambda: card(page, 'late.pdf').locator('.card-picture img').count() == 1)
    report.check('the picture comes when the server is free', came, asked)
    report.check('the sheet is gone', card(page, 'late.pdf').locator('.blank-sheet').count() == 0)
    page.wait_for_timeout(3000)
    report.check('a refused handler is not asked for again', len(asked['never']) == 2, asked)


def at_first(times):
    """How often it was asked in the first moments, however late one looks."""
    return len([at for at in times if at < times[0] + 1.5])


def check_late_menus(report, browser, client):
    """A menu that is asked for opens over nothing that the user turned to meanwhile."""
    document = client.upload('late menu.pdf', pdf(text='Late'))
    page, held, given_up = browser.page(path='/?q=late+menu'), [], []
    page.on('requestfailed', lambda request: given_up.append(request.url))
    shown(page, 'late menu.pdf')
    intercept(page, OPENERS, lambda route: held.append(route))
    menu(page, 'late menu.pdf', 'Open in…')
    wait(page, lambda: held)
    page.keyboard.press('?')
    sheet = page.get_by_role('dialog')
    wait(page, sheet.is_visible)
    report.check('a menu that is not there yet is given up when a sheet opens', wait(page, lambda: given_up))
    page.keyboard.press('Escape')
    wait(page, lambda: sheet.count() == 0)
    menu(page, 'late menu.pdf', 'Open in…')
    wait(page, lambda: len(held) == 2)
    held[1].continue_()
    report.check('asked for again it opens', wait(page, lambda: 'Reader' in offers(page)), offers(page))
    page.keyboard.press('Escape')
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    held.clear()
    given_up.clear()
    intercept(page, '**/api/v1/documents?type=*', lambda route: held.append(route))
    page.keyboard.press('b')
    wait(page, lambda: held)
    page.keyboard.press('Escape')
    wait(page, lambda: inspect(page)['view'] == 'library')
    report.check('the boards are not listed after the user has left', wait(page, lambda: given_up), given_up)
    report.check('nor is a menu open', page.locator('.menu').count() == 0)
