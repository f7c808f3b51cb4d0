"""The settings: what the server describes has a control that reads and writes, whatever it is."""

import contextlib
import json

from access_checks import AUDIT
from harness import BASE, DESKTOP, PHONE, inspect, intercept, overflow, settle, wait

ORDER = 'library.order'
TITLE = 'Order of the library'
ALL = '**/api/v1/preferences'

# A setting that no server of ours describes: the app has never heard of it.
FURTHER = [
    {'key': 'check.switch', 'title': 'Ring a bell', 'initial': False},
    {'key': 'check.words', 'title': 'Name of the desk', 'initial': 'Desk'},
    {'key': 'check.number', 'title': 'Rows of cards', 'initial': 4},
    {
        'key': 'check.side',
        'title': 'Side of the tools',
        'initial': 'left',
        'choices': [{'value': 'left', 'title': 'Left'}, {'value': 'right', 'title': 'Right'}],
    },
    {'key': 'check.list', 'title': 'Last used', 'initial': [1, {'a': 2}]},
]

# Our server describes so many of how the app looks, and with the further ones there are so many lines.
OWN_LINES = 9
ALL_LINES = len(FURTHER) + OWN_LINES

# The smallest side of what is tapped, in CSS pixels; a label is tapped for its dot.
TAPPED = """
() => Math.min(...[...document.querySelectorAll(
  '.settings-screen select, .settings-screen button, .settings-screen input:not([type=radio]), .setting-choice'
)].filter((element) => element.checkVisibility()).map((element) => {
  const box = element.getBoundingClientRect();
  return Math.min(box.width, box.height);
}))
"""

# The parts of the screen that lie beside the window.
OUTSIDE = """
() => [...document.querySelectorAll('.settings-screen, .settings-screen *')].filter((element) => {
  const box = element.getBoundingClientRect();
  return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1);
}).map((element) => element.outerHTML.slice(0, 80))
"""


def chosen(client, key):
    status, answer = client.ask('GET', f'/api/v1/preferences/{key}')
    return answer['value'] if status == 200 else None


@contextlib.contextmanager
def put_back(client):
    """Nothing is chosen; and whatever is chosen meanwhile is not for those who come after."""
    keys = [ORDER, *(setting['key'] for setting in FURTHER)]
    try:
        for key in keys:
            client.ask('DELETE', f'/api/v1/preferences/{key}')
        yield
    finally:
        for key in keys:
            client.ask('DELETE', f'/api/v1/preferences/{key}')


def screen(page):
    return page.locator('.settings-screen')


def open_settings(page, count=OWN_LINES):
    """Opens the settings by their key, and waits until they have their lines; what they have instead is told."""
    page.keyboard.press(',')
    wait(page, lambda: screen(page).count() == 1)
    # A phone shows one section after the other.
    if not page.locator('.settings-title').is_visible():
        page.get_by_role('link', name='Appearance').click()
    if not wait(page, lambda: page.locator('.setting').count() == count):
        found = page.locator('.settings-screen, .toast').all_inner_texts()
        raise RuntimeError(f'{count} settings are wanted, and this is shown: {found}')
    settle(page)


def described_page(browser, client, device=DESKTOP, **options):
    """A page whose server describes further settings, from the first time that it asks for them."""
    page = browser.context(device, **options).new_page()
    describe(page, client, FURTHER)
    page.goto(BASE)
    settle(page)
    return page


def describe(page, client, settings):
    """The server describes further settings; their values come from the server itself."""

    def answer(route):
        body = client.ask('GET', '/api/v1/preferences')[1]
        body['settings'] += settings
        for setting in settings:
            body['preferences'].setdefault(setting['key'], setting['initial'])
        route.fulfill(json=body)

    intercept(page, ALL, answer)


def close(page):
    """No answer is on its way to a page that is gone."""
    page.unroute_all(behavior='wait')
    page.context.close()


def check_settings(report, browser, client):
    with put_back(client):
        page = browser.page()
        page.get_by_role('button', name='Settings').click()
        order = page.get_by_label(TITLE, exact=True)
        report.check('the settings are in the library', wait(page, lambda: order.count() == 1))
        settle(page)
        report.check('the screen is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
        report.check('the default is shown until a choice is made', order.input_value() == '0', order.input_value())
        back = page.get_by_role('button', name='Put back')
        report.check('and there is nothing to put back', back.count() == 0)
        order.select_option(label='Name, A to Z')
        kept = wait(page, lambda: chosen(client, ORDER) == 'name')
        report.check('a choice is kept', kept, chosen(client, ORDER))
        taken = wait(page, lambda: inspect(page)['library']['sort'] == 'name')
        report.check('and takes effect at once', taken, inspect(page)['library'])
        back.click()
        gone = wait(page, lambda: chosen(client, ORDER) == '-created')
        report.check('it can be put back', gone, chosen(client, ORDER))
        shown = wait(page, lambda: inspect(page)['library']['sort'] == '-created' and order.input_value() == '0')
        report.check('which takes effect, too', shown, (inspect(page)['library'], order.input_value()))
        page.get_by_role('button', name='Undo').click()
        again = wait(page, lambda: chosen(client, ORDER) == 'name' and inspect(page)['library']['sort'] == 'name')
        report.check('and undone', again, (chosen(client, ORDER), inspect(page)['library']))
        report.check('the screen has an address', page.url == f'{BASE}/settings' and inspect(page)['view'] == 'settings', page.url)
        page.keyboard.press('Escape')
        closed = wait(page, lambda: screen(page).count() == 0 and page.url == f'{BASE}/')
        report.check('Escape closes it, and the library is there', closed and inspect(page)['view'] == 'library', page.url)
        focused = page.evaluate('document.activeElement.textContent')
        report.check('and the focus is where it was', focused == 'Settings', focused)
        page.get_by_label('Order', exact=True).select_option('size')
        wait(page, lambda: chosen(client, ORDER) == 'size')
        open_settings(page)
        words = order.evaluate('(list) => list.selectedOptions[0].textContent')
        report.check('a comma opens it, with what was chosen in the library', words == 'Smallest first', words)
        page.context.close()


# Pressed while the sheet that was closed is still there: it goes when it hears of that, a moment later.
PRESS_AT_ONCE = """
([sheet, key]) => {
  document.querySelector(sheet).close();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}
"""


def check_sheets_at_once(report, browser):
    """A key that is pressed at once after a sheet was closed is not lost."""
    page = browser.page()
    for key, name in [('?', 'keys')]:
        page.keyboard.press(key)
        wait(page, lambda: page.locator(f'.{name}-sheet').count() == 1)
        page.evaluate(PRESS_AT_ONCE, [f'.{name}-sheet', key])
        opened = wait(page, lambda: page.locator('dialog').count() == 1 and page.locator(f'.{name}-sheet[open]').count() == 1)
        report.check(f'the {name} open again at once', opened, page.locator('dialog').count())
        page.keyboard.press('Escape')
        wait(page, lambda: page.locator('dialog').count() == 0)


def check_settings_over(report, browser, client):
    """The settings lie over a document, which is as it was when they are left; sections are one step of the way back."""
    document = client.upload('under the settings.txt', b'words\n' * 400)
    page = browser.context(DESKTOP).new_page()
    page.goto(f'{BASE}/d/{document["id"]}#page=2')
    wait(page, lambda: (inspect(page)['reader'] or {}).get('page') == 2)
    settle(page)
    page.evaluate("document.querySelector('.opened').dataset.same = 'yes'")
    open_settings(page)
    for name in ('Keys', 'About'):
        page.get_by_role('navigation', name='Settings').get_by_role('link', name=name).click()
        wait(page, lambda: page.locator('.settings-title').inner_text() == name)
    report.check('a section has an address of its own', page.url == f'{BASE}/settings/about', page.url)
    said = wait(page, lambda: page.get_by_text('Everything works.').count() == 1)
    report.check('the last one says how the server is', said, page.locator('.settings-page').inner_text()[:200])
    page.keyboard.press('ArrowRight')
    page.go_back()
    report.check('Back leads to the section before', wait(page, lambda: page.url.endswith('/settings/keys')), page.url)
    page.keyboard.press('Escape')
    back = wait(page, lambda: inspect(page)['view'] == 'reader' and screen(page).count() == 0)
    report.check('Escape leads out of all of them', back, (page.url, inspect(page)['view']))
    same = page.evaluate("document.querySelector('.opened').dataset.same")
    report.check('to the document as it was left', same == 'yes' and inspect(page)['reader']['page'] == 2, inspect(page)['reader'])
    page.goto(f'{BASE}/settings/storage')
    shown = wait(page, lambda: page.get_by_text('What takes up room').count() > 0)
    page.keyboard.press('Escape')
    report.check('an address leads to its section, and Escape to the library', shown and wait(page, lambda: page.url == f'{BASE}/'), page.url)
    page.context.close()


def check_settings_found(report, browser):
    """Settings are found by what they are called."""
    page = browser.page(path='/settings')
    field = page.get_by_role('searchbox', name='Search the settings')
    links = page.get_by_role('navigation', name='Settings').get_by_role('link')
    wait(page, lambda: links.count() == 8)
    field.fill('revoke everything')
    report.check('what is called otherwise is not found, which is said', wait(page, lambda: page.get_by_text('No setting is called that.').count() == 1))
    field.fill('browser')
    found = wait(page, lambda: links.all_inner_texts() == ['Access\nSigned-in browsers'])
    report.check('a word of a setting finds its section', found, links.all_inner_texts())
    links.first.click()
    report.check('and leads there', wait(page, lambda: page.url.endswith('/settings/access')), page.url)
    page.context.close()


def check_settings_elsewhere(report, browser, client):
    with put_back(client):
        page = browser.page(path='/?sort=size')
        open_settings(page)
        order = page.get_by_label(TITLE, exact=True)
        order.focus()
        client.ask('PUT', f'/api/v1/preferences/{ORDER}', b'"-size"', 'application/json')
        heard = wait(page, lambda: order.input_value() == '5')
        report.check('a choice elsewhere is shown in open settings', heard, order.input_value())
        report.check('which keeps the focus', order.evaluate('(list) => document.activeElement === list'))
        kept = inspect(page)['library']['sort']
        report.check('an order that an address names holds', kept == 'size', kept)
        sent = []
        page.on('request', lambda request: request.method in ('PUT', 'DELETE') and sent.append(request.method))
        order.select_option(label='Name, A to Z')
        named = wait(page, lambda: inspect(page)['library']['sort'] == 'name')
        report.check('until another one is chosen here', named, page.url)
        # An answer to the event of the page's own choice would come before the answer to that of another client.
        client.ask('DELETE', f'/api/v1/preferences/{ORDER}')
        wait(page, lambda: order.input_value() == '0')
        report.check('one choice is one request', sent == ['PUT'], sent)
        put = wait(page, lambda: inspect(page)['library']['sort'] == '-created')
        report.check('a setting that is put back elsewhere is put back here', put, inspect(page)['library'])
        page.keyboard.press('Escape')
        plain = wait(page, lambda: page.url == f'{BASE}/' and inspect(page)['library']['sort'] == '-created')
        report.check('the address below names no order any more', plain, page.url)
        page.context.close()


def check_settings_described(report, browser, client):
    with put_back(client):
        page = described_page(browser, client)
        open_settings(page, count=ALL_LINES)
        titles = [setting['title'] for setting in FURTHER]
        found = [page.locator('.setting', has_text=title).count() for title in titles]
        report.check('each further setting has a line of its own', found == [1] * len(titles), found)
        report.check('and the screen is still accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
        ring, words = page.get_by_role('switch', name='Ring a bell'), page.get_by_label('Name of the desk', exact=True)
        rows = page.get_by_label('Rows of cards', exact=True)
        left, right = (page.get_by_role('radio', name=name) for name in ('Left', 'Right'))
        read = (ring.is_checked(), words.input_value(), rows.input_value(), left.is_checked(), right.is_checked())
        report.check('that reads what holds', read == (False, 'Desk', '4', True, False), read)
        last = page.locator('.setting', has_text='Last used').locator('output').inner_text()
        report.check('a setting without a control is shown', last == '[1,{"a":2}]', last)
        check_writing(report, page, client, ring, words, rows, right)
        page.reload()
        settle(page)
        open_settings(page, count=ALL_LINES)
        read = (ring.is_checked(), words.input_value(), rows.input_value(), right.is_checked())
        report.check('and are there again', read == (True, 'Cherry', '6.5', True), read)
        close(page)


def check_writing(report, page, client, ring, words, rows, right):
    ring.focus()
    page.keyboard.press('Space')
    kept = wait(page, lambda: chosen(client, 'check.switch') is True)
    report.check('a switch writes its key', kept, chosen(client, 'check.switch'))
    right.check()
    kept = wait(page, lambda: chosen(client, 'check.side') == 'right')
    report.check('so do radio buttons', kept, chosen(client, 'check.side'))
    words.fill('Oak')
    page.keyboard.press('Escape')
    report.check('Escape in a field drops what was typed', words.input_value() == 'Desk', words.input_value())
    report.check('and leaves the settings open', screen(page).count() == 1)
    words.fill('Cherry')
    client.ask('PUT', '/api/v1/preferences/check.words', b'"Beech"', 'application/json')
    client.ask('PUT', '/api/v1/preferences/check.number', b'5', 'application/json')
    wait(page, lambda: rows.input_value() == '5')
    undisturbed = words.input_value()
    report.check('choices of other clients do not disturb the typing', undisturbed == 'Cherry', undisturbed)
    page.keyboard.press('Enter')
    kept = wait(page, lambda: chosen(client, 'check.words') == 'Cherry')
    report.check('Enter in a field writes its key', kept, chosen(client, 'check.words'))
    rows.fill('6.5')
    words.focus()
    kept = wait(page, lambda: chosen(client, 'check.number') == 6.5)
    report.check('and so does leaving a field', kept, chosen(client, 'check.number'))


def check_settings_refused(report, browser, client):
    problem = {'type': 'about:blank', 'title': 'No', 'status': 400, 'code': 'invalid-parameter', 'detail': 'no'}
    refusal = {'status': 400, 'content_type': 'application/problem+json', 'body': json.dumps(problem)}
    with put_back(client):
        page = described_page(browser, client)
        intercept(page, '**/api/v1/preferences/check.number', lambda route: route.fulfill(**refusal))
        open_settings(page, count=ALL_LINES)
        rows = page.get_by_label('Rows of cards', exact=True)
        line = page.locator('.setting', has_text='Rows of cards')
        rows.fill('5000')
        page.keyboard.press('Enter')
        said = wait(page, lambda: 'not possible here' in line.inner_text())
        report.check('a refusal is told at its control', said, line.inner_text())
        reported = rows.evaluate("""(field) => [field.value, field.getAttribute('aria-invalid'),
          document.getElementById(field.getAttribute('aria-describedby')).textContent]""")
        held = reported[:2] == ['4', 'true'] and 'not possible here' in reported[2]
        report.check('which tells of it, and has the old value again', held, reported)
        order = page.get_by_label(TITLE, exact=True)
        # Without the described ones: what is answered for the server is answered without a connection, too.
        page.unroute_all(behavior='wait')
        page.context.set_offline(True)
        order.select_option(label='Largest first')
        line = page.locator('.setting', has_text=TITLE)
        said = wait(page, lambda: 'You are offline' in line.inner_text() and order.input_value() == '0')
        report.check('without a connection it says so, and shows what holds', said, line.inner_text())
        report.check('and the library is as it was', inspect(page)['library']['sort'] == '-created')
        page.keyboard.press('Escape')
        wait(page, lambda: screen(page).count() == 0)
        page.keyboard.press(',')
        again = page.get_by_role('button', name='Try again')
        report.check('settings that are opened then say so, too', wait(page, lambda: again.count() > 0))
        page.context.set_offline(False)
        back = wait(page, lambda: page.get_by_label(TITLE, exact=True).count() == 1)
        report.check('and fills when the connection is back', back)
        close(page)


def check_settings_layouts(report, browser, client):
    for device, scheme in [(DESKTOP, 'light'), (DESKTOP, 'dark'), (PHONE, 'light'), (PHONE, 'dark')]:
        name = f'{"phone" if device is PHONE else "desktop"}, {scheme}'
        with put_back(client):
            motion = 'reduce' if scheme == 'dark' else 'no-preference'
            page = described_page(browser, client, device, color_scheme=scheme, reduced_motion=motion)
            check_layout(report, page, name, device, scheme)
            close(page)


def check_layout(report, page, name, device, scheme):
    open_settings(page, count=ALL_LINES)
    page.get_by_role('switch', name='Ring a bell').check()
    wait(page, lambda: page.get_by_role('button', name='Put back').count() == 1)
    settle(page)
    outside = page.evaluate(OUTSIDE)
    report.check(f'{name}: the settings fit the window', outside == [] and overflow(page) <= 0, outside)
    background = page.locator('.settings-card').first.evaluate('(element) => getComputedStyle(element).backgroundColor')
    wanted = 'rgb(42, 40, 38)' if scheme == 'dark' else 'rgb(255, 255, 255)'
    report.check(f'{name}: they stand on paper', background == wanted, background)
    if device is PHONE:
        small = page.evaluate(TAPPED)
        report.check(f'{name}: what is tapped has 44 pixels', small >= 44, small)
