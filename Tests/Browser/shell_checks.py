"""The shell of all views: menus, keys, icons, waiting, and addresses at which there is nothing."""

import contextlib
import os
import re
import tempfile

from access_checks import AUDIT
from board_checks import a_card, board, middle_of, open_board, upload_board
from fixtures import pdf
from harness import BASE, DESKTOP, PHONE, card, dialogs_gone, hold, inspect, intercept, overflow, reader, settle, shown, wait
from playwright.sync_api import Error as PlaywrightError
from server import Server

SINGLE_KEYS = '/api/v1/preferences/keys.single'
DOCUMENT = '**/api/v1/documents/{}'

# Icons that can be seen and draw nothing.
BLANK_ICONS = """
() => [...document.querySelectorAll('svg.icon')].filter((icon) => (
  icon.checkVisibility() && icon.querySelector('use').getBBox().width === 0
)).map((icon) => icon.closest('button, a')?.ariaLabel ?? icon.outerHTML)
"""

# Whether something turns in what is seen, as far as it can be seen.
SPINNER = """
() => [...document.querySelectorAll('.spinner')].some((spinner) => (
  spinner.checkVisibility({visibilityProperty: true}) && Number(getComputedStyle(spinner).opacity) > 0.9
))
"""


@contextlib.contextmanager
def own_server(*options):
    """A server that a check may end, with a workspace of its own."""
    with tempfile.TemporaryDirectory(prefix='sheaf-browser-') as root, Server(os.environ['SHEAF'], root, *options) as server:
        yield server


def more_button(page, name):
    target = card(page, name)
    target.hover()
    return target.get_by_role('button', name=f'More for {name}')


def middle(box):
    return box['x'] + box['width'] / 2, box['y'] + box['height'] / 2


def menus(page):
    return page.locator('.menu').count()


def check_menus(report, browser, client):
    for number in range(2):
        client.upload(f'menus {number}.pdf', pdf(pages=3, text=f'Menus {number}'))
    page = browser.page(path='/?q=menus')
    shown(page, 'menus 0.pdf')
    check_menu_closing(report, page)
    check_menu_follows(report, page)
    page.context.close()
    check_menu_taps(report, browser, client)
    check_menu_beside(report, browser, client)


def check_menu_closing(report, page):
    button = more_button(page, 'menus 0.pdf')
    button.click()
    wait(page, lambda: menus(page) == 1)
    page.mouse.click(*middle(button.bounding_box()))
    page.wait_for_timeout(200)
    report.check('the button that opened a menu closes it', menus(page) == 0, menus(page))
    button.click()
    wait(page, lambda: menus(page) == 1)
    page.mouse.click(*middle(card(page, 'menus 1.pdf').locator('.card-picture').bounding_box()))
    closed = wait(page, lambda: menus(page) == 0)
    page.wait_for_timeout(200)
    report.check('a press outside only closes it', closed and inspect(page)['view'] == 'library', page.url)
    button.click()
    wait(page, lambda: menus(page) == 1)
    page.mouse.click(*middle(card(page, 'menus 1.pdf').bounding_box()), button='right')
    report.check('with the other button, too', wait(page, lambda: menus(page) == 0))
    focus = page.evaluate('document.activeElement.getAttribute("aria-label")')
    report.check('and the focus is back on its button', focus == 'More for menus 0.pdf', focus)


def check_menu_follows(report, page):
    button = more_button(page, 'menus 0.pdf')
    button.click()
    wait(page, lambda: menus(page) == 1)
    page.set_viewport_size({'width': 900, 'height': 700})
    beside = wait(page, lambda: menus(page) == 1 and distance(page, button) < 30, 3)
    report.check('a menu follows its button when the window changes', beside, distance(page, button))
    page.evaluate("document.querySelector('[aria-expanded=true].card-action').closest('li').remove()")
    report.check('and closes when that is gone', wait(page, lambda: menus(page) == 0))


def distance(page, button):
    """How far a menu is from its button, in pixels."""
    one, other = page.locator('.menu').bounding_box(), button.bounding_box()
    across = max(one['x'] - other['x'] - other['width'], other['x'] - one['x'] - one['width'], 0)
    down = max(one['y'] - other['y'] - other['height'], other['y'] - one['y'] - one['height'], 0)
    return max(across, down)


def check_menu_taps(report, browser, client):
    document = client.upload('menus 2.pdf', pdf(pages=3, text='Menus 2'))
    page = browser.page(PHONE, f'/d/{document["id"]}')
    wait(page, lambda: reader(page).get('pageCount') == 3)
    settle(page)
    button = page.get_by_role('button', name='More')
    button.tap()
    wait(page, lambda: menus(page) == 1)
    page.touchscreen.tap(*middle(page.get_by_role('button', name='Next page').bounding_box()))
    closed = wait(page, lambda: menus(page) == 0)
    page.wait_for_timeout(400)
    report.check('touched outside it closes and no page is turned', closed and reader(page)['page'] == 1, reader(page))
    button.tap()
    wait(page, lambda: menus(page) == 1)
    page.touchscreen.tap(*middle(button.bounding_box()))
    page.wait_for_timeout(400)
    report.check('its button, touched again, closes it', menus(page) == 0, menus(page))
    page.context.close()


def check_menu_beside(report, browser, client):
    """A menu never lies over the button that opened it: a second tap there closes it, and presses nothing. On a narrow screen it is a
    sheet that may lie there; while it comes, it takes no tap."""
    for number in range(30):
        client.upload(f'beside {number:02}.txt', f'Beside {number}'.encode())
    for width, height, scrolled in [*((320, 640, top) for top in (0, 60, 120, 180)), *((844, 390, top) for top in (40, 120, 220))]:
        page = browser.page(PHONE | {'viewport': {'width': width, 'height': height}}, '/?q=beside&sort=name')
        shown(page, 'beside 00.txt')
        page.locator('.library-scroll').evaluate('(list, top) => { list.scrollTop = top; }', scrolled)
        settle(page)
        buttons = buttons_within(page, height)
        if not buttons:
            # How high a row is depends on the font: less than a row further there are some.
            page.locator('.library-scroll').evaluate('(list) => { list.scrollTop += 60; }')
            settle(page)
            buttons = wait(page, lambda: buttons_within(page, height))
        found = [fault for fault in map(lambda button: menu_fault(page, button), buttons) if fault]
        report.check(f'{width}×{height}, scrolled by {scrolled}: no menu is pressed by a second tap', buttons and found == [], (len(buttons), found))
        page.context.close()
    page = browser.page(PHONE | {'viewport': {'width': 700, 'height': 900}}, '/?q=beside&sort=name')
    shown(page, 'beside 00.txt')
    button = card(page, 'beside 03.txt').locator('.card-action')
    button.tap()
    points = wait(page, lambda: page.locator('.menu-arrow').count() == 1) and middle(page.locator('.menu-arrow').bounding_box())
    across = middle(button.bounding_box())[0]
    report.check('its arrow points at the button', points and abs(points[0] - across) < 20, (points, across))
    box = button.bounding_box()
    page.set_viewport_size({'width': 700, 'height': int(box['y'] + box['height']) + 20})
    page.wait_for_timeout(300)
    fault = menu_fault(page, button, is_open=True)
    report.check('nor when the window becomes lower', fault is None, fault)
    button.tap()
    wait(page, lambda: menus(page) == 1)
    page.set_viewport_size({'width': 390, 'height': 600})
    report.check('it closes where it would become a sheet', wait(page, lambda: menus(page) == 0))
    names = [name for name in client.names() if name.startswith('beside ')]
    report.check('and nothing was pressed in one', len(names) == 30, names)
    page.context.close()


def buttons_within(page, height):
    return [one for one in page.locator('.card-action').all() if is_within(one.bounding_box(), height)]


def is_within(box, height):
    """Whether it can be tapped: a phone's bar lies over the lowest 60 pixels."""
    return box and box['y'] >= 60 and box['y'] + box['height'] <= height - 60


def menu_fault(page, button, is_open=False):
    """The fault of the menu of a button that is tapped twice; None without a fault."""
    if page.viewport_size['width'] < 600:
        return sheet_fault(page, middle(button.bounding_box()))
    if not is_open:
        button.tap()
        wait(page, lambda: menus(page) == 1)
        page.wait_for_timeout(100)
    if menus(page) != 1:
        return 'no menu'
    menu, own = page.locator('.menu').bounding_box(), button.bounding_box()
    rows = min(3, page.locator('.menu-item').count())
    if distance(page, button) <= 0 or menu['height'] < rows * 44:
        page.keyboard.press('Escape')
        return menu, own
    page.touchscreen.tap(*middle(own))
    return None if wait(page, lambda: menus(page) == 0, 3) else 'it stays open'


def sheet_fault(page, place):
    """The fault of a sheet whose button is tapped twice, quickly; None without a fault."""
    wait(page, lambda: page.locator('.library-selection').count() == 1)
    hold(page)
    page.touchscreen.tap(*place)
    page.touchscreen.tap(*place)
    return None if wait(page, lambda: menus(page) == 0, 3) else 'it stays open'


def check_icons(report, browser):
    with own_server() as server:
        document = server.upload(pdf(text='Alone'), 'alone.pdf').json
        page = browser.context(DESKTOP, signed_in=False).new_page()
        page.goto(f'{server.url}/d/{document["id"]}')
        wait(page, lambda: reader(page).get('pageCount') == 1)
        settle(page)
        server.kill()
        page.get_by_role('button', name='Back to the library').click()
        wait(page, lambda: inspect(page)['view'] == 'library')
        page.keyboard.press('?')
        wait(page, lambda: page.get_by_role('dialog', name='Keys').is_visible())
        page.wait_for_timeout(500)
        blank = page.evaluate(BLANK_ICONS)
        report.check('icons are drawn that are seen first when the server is gone', blank == [], blank)
        page.context.close()


def held(page, pattern):
    """Requests that wait until the check answers them."""
    routes = []
    intercept(page, pattern, lambda route: routes.append(route))
    return routes


def release(page, routes):
    page.unroute_all()
    for route in routes:
        # One whose page was left meanwhile is not answered any more.
        with contextlib.suppress(PlaywrightError):
            route.continue_()
    routes.clear()


def turning(page, seconds=5):
    return wait(page, lambda: page.evaluate(SPINNER), seconds)


def check_waiting(report, browser, client):
    document = client.upload('slow to open.pdf', pdf(text='Slow to open'))
    page = browser.page(path='/?q=slow+to+open')
    shown(page, 'slow to open.pdf')
    routes = held(page, DOCUMENT.format(f'{document["id"]}*'))
    more = held(page, DOCUMENT.format(f'{document["id"]}/preview*'))
    card(page, 'slow to open.pdf').locator('a').click()
    named = wait(page, lambda: page.locator('h1:visible').all_inner_texts() == ['slow to open.pdf'], 2)
    report.check('a document that is being opened says its name', named, page.locator('h1:visible').all_inner_texts())
    report.check('and so does the window', page.title() == 'slow to open.pdf – Sheaf', page.title())
    report.check('there is a way back', page.get_by_role('button', name='Back to the library').is_visible())
    report.check('after a while something turns', turning(page))
    reason = page.locator('.waiting-reason')
    report.check('and then the reason is told', wait(page, lambda: 'being prepared' in reason.inner_text(), 5), reason.inner_text())
    report.check('it is accessible meanwhile', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    release(page, routes + more)
    opened = wait(page, lambda: reader(page).get('pageCount') == 1 and settle(page))
    report.check('opened, nothing turns any more', opened and not page.evaluate(SPINNER))
    check_waiting_by_address(report, page, document)
    page.context.close()
    check_waiting_for_the_list(report, browser)


def check_waiting_by_address(report, page, document):
    routes = held(page, DOCUMENT.format(f'{document["id"]}/preview*'))
    page.goto(f'{BASE}/d/{document["id"]}')
    named = wait(page, lambda: page.locator('h1:visible').all_inner_texts() == ['slow to open.pdf'], 3)
    report.check('by its address it says its name as soon as it is known', named, page.locator('h1').all_inner_texts())
    report.check('and that something is waited for', turning(page))
    page.get_by_role('button', name='Back to the library').click()
    report.check('from where one can go back', wait(page, lambda: inspect(page)['view'] == 'library'))
    release(page, routes)


def check_waiting_for_the_list(report, browser):
    page = browser.context(DESKTOP).new_page()
    routes = held(page, '**/api/v1/documents?*')
    page.goto(BASE)
    report.check('a list that is slow shows that it is waited for', turning(page))
    release(page, routes)
    report.check('until it is there', wait(page, lambda: not page.evaluate(SPINNER)))
    scripts = held(page, re.compile('/(app/app|assets/app-[^/]+)[.]js$'))
    page.goto(BASE, wait_until='commit')
    report.check('while the app itself is coming there is a sign of it', turning(page))
    release(page, scripts)
    settle(page)
    page.context.close()


def check_caps_lock(report, browser, client):
    """Caps Lock gives capitals without Shift: they do what the letters do."""
    document = client.upload('capitals.pdf', pdf(pages=2, text='Capitals'))
    page = browser.page(path=f'/d/{document["id"]}')
    wait(page, lambda: reader(page).get('pageCount') == 2)
    page.keyboard.press('W')
    fitted = wait(page, lambda: reader(page)['mode'] == 'width', 3)
    report.check('Caps Lock: the reader’s letters work', fitted, reader(page))
    page.keyboard.press('H')
    report.check('Caps Lock: versions are listed', wait(page, lambda: inspect(page)['versions']['listed'], 3))
    page.context.close()
    made = upload_board(client, 'Capitals.board', [a_card(document['id'])])
    page = open_board(browser, made)
    page.mouse.click(*middle_of(page))
    page.keyboard.press('R')
    turned = wait(page, lambda: board(page)['cards'][0]['rotation'], 3)
    report.check('Caps Lock: R turns to the right as r does', turned == 15, turned)
    page.keyboard.press('Shift+R')
    report.check('with Shift it turns back', wait(page, lambda: board(page)['cards'][0]['rotation'] == 0, 3))
    page.keyboard.press('P')
    pen = page.get_by_role('button', name='Pen', exact=True)
    report.check('Caps Lock: P takes the pen', wait(page, lambda: pen.get_attribute('aria-pressed') == 'true', 3))


def check_single_keys(report, browser, client):
    document = client.upload('single keys.pdf', pdf(pages=2, text='Single keys'))
    made = upload_board(client, 'Single keys.board', [a_card(document['id'])])
    page = browser.page()
    try:
        page.keyboard.press(',')
        page.get_by_role('navigation', name='Settings').get_by_role('link', name='Keys').click()
        switch = page.get_by_label('Single-key shortcuts', exact=True)
        report.check('single keys have a switch', wait(page, lambda: switch.count() == 1))
        report.check('which is on', switch.is_checked())
        switch.click()
        off = wait(page, lambda: client.ask('GET', SINGLE_KEYS)[1].get('value') is False and remembered(page) == 'false')
        report.check('it can be turned off', off)
        page.keyboard.press('Escape')
        wait(page, lambda: inspect(page)['view'] == 'library')
        check_keys_off(report, page, document, made)
    finally:
        client.ask('DELETE', SINGLE_KEYS)
    on = wait(page, lambda: press(page, 'p') and page.get_by_role('button', name='Pen', exact=True).get_attribute('aria-pressed') == 'true')
    report.check('turned on elsewhere, they work again', on)


def remembered(page):
    """The choice that holds in this page: it knows of it a moment after the server does."""
    return page.evaluate("localStorage.getItem('sheaf.keys.single')")


def press(page, key):
    page.keyboard.press(key)
    return True


def check_keys_off(report, page, document, made):
    for key in ['/', ',', '?']:
        page.keyboard.press(key)
    page.wait_for_timeout(200)
    quiet = page.get_by_role('dialog').count() == 0 and inspect(page)['view'] == 'library' and page.evaluate("document.activeElement.type !== 'search'")
    report.check('off, single keys do nothing in the library', quiet)
    page.get_by_role('button', name='Keys', exact=True).click()
    said = page.get_by_role('dialog', name='Keys').inner_text()
    report.check('the sheet of keys says that they are off, and where to turn them on', 'off' in said and 'Settings' in said, said[:300])
    page.keyboard.press('Escape')
    field = page.locator('.search-field')
    field.click()
    page.keyboard.type('w/?,')
    report.check('typed keys are text', field.input_value() == 'w/?,', field.input_value())
    page.goto(f'{BASE}/d/{document["id"]}')
    wait(page, lambda: reader(page).get('pageCount') == 2)
    settle(page)
    page.keyboard.press('w')
    page.keyboard.press('h')
    page.wait_for_timeout(200)
    kept = reader(page)['mode'] != 'width' and not inspect(page)['versions']['listed']
    report.check('nor in a document, after it is opened anew', kept, inspect(page))
    page.keyboard.press('ArrowRight')
    report.check('other keys go on', wait(page, lambda: reader(page)['page'] == 2))
    page.goto(f'{BASE}/d/{made["id"]}')
    wait(page, lambda: board(page))
    settle(page)
    page.keyboard.press('p')
    page.wait_for_timeout(200)
    pen = page.get_by_role('button', name='Pen', exact=True).get_attribute('aria-pressed')
    report.check('nor on a board', pen == 'false', pen)
    page.keyboard.press('Control+a')
    report.check('where those with Control go on', wait(page, lambda: len(board(page)['selection']) == 1))


def check_escape_on_boards(report, browser, client):
    made = upload_board(client, 'Stay.board')
    page = browser.page(path='/?q=Stay')
    shown(page, 'Stay.board')
    card(page, 'Stay.board').locator('a').click()
    wait(page, lambda: board(page))
    settle(page)
    for _ in range(3):
        page.keyboard.press('Escape')
    page.wait_for_timeout(300)
    report.check('Escape never leaves a board', inspect(page)['view'] == 'board', page.url)
    page.get_by_role('button', name='Back to the library').click()
    report.check('its button does', wait(page, lambda: inspect(page)['view'] == 'library'))
    client.ask('DELETE', f'/api/v1/documents/{made["id"]}')
    page.goto(f'{BASE}/d/{made["id"]}')
    report.check('one in the Trash says so', wait(page, lambda: page.get_by_text('This document was moved to the Trash').count() > 0))
    settle(page)
    page.keyboard.press('Escape')
    page.wait_for_timeout(300)
    report.check('nor one that is only looked at', inspect(page)['view'] == 'board', page.url)


def check_unknown_address(report, browser):
    for name, device in [('desktop', DESKTOP), ('phone', PHONE)]:
        page = browser.context(device).new_page()
        intercept(page, '**/no/such/place', answer_with_app)
        page.goto(f'{BASE}/no/such/place')
        heading = page.get_by_role('heading', name='There is nothing at this address')
        report.check(f'{name}: an unknown address says that there is nothing', wait(page, heading.is_visible))
        report.check(f'{name}: accessibly', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
        report.check(f'{name}: within the window', overflow(page) <= 0, overflow(page))
        page.get_by_role('link', name='Go to the library').click()
        there = wait(page, lambda: inspect(page)['view'] == 'library')
        report.check(f'{name}: from there one gets to the library', there and page.url == f'{BASE}/', page.url)
        page.go_back()
        report.check(f'{name}: and back', wait(page, heading.is_visible))
        page.context.close()


def answer_with_app(route):
    """As a server does that has nothing there, for a browser."""
    app = route.fetch(url=f'{BASE}/')
    route.fulfill(status=404, headers=app.headers, body=app.body())
