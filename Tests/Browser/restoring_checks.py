"""What was shown comes back: loaded anew, by the installed app, offered in a tab and on another device; never a private document."""

import json

from access_checks import AUDIT
from fixtures import pdf
from harness import BASE, DESKTOP, PHONE, TABLET, at_page, card, inspect, open_document, overflow, reader, settle, shown, wait
from reader_view_checks import SELECTED, WORD
from settings_checks import open_settings
from touch import Hand

KEPT = "JSON.parse(localStorage.getItem('sheaf.archive'))"
CLIENT = "localStorage.getItem('sheaf.client')"
# The app as it is installed, which Chromium without a window cannot be.
INSTALLED = """
{
  const match = globalThis.matchMedia;
  globalThis.matchMedia = (query) => (query === '(display-mode: standalone)' ? { matches: true } : match.call(globalThis, query));
}
"""


def kept(page):
    return page.evaluate(KEPT) or {}


def slot(page, path):
    return kept(page).get('slots', {}).get(path)


def paths(page):
    return [part['path'] for part in kept(page).get('tree', [])]


def bar(page):
    return page.locator('.continue-bar')


def shared(browser, device=DESKTOP, **options):
    """A device of its own, which tells the server what it shows."""
    return browser.context(device, shares_places=True, **options)


def opened_at(context, document, number):
    """A page of a document that is shown and kept."""
    page = context.new_page()
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    turn_to(page, document, number)
    return page


def turn_to(page, document, number):
    page.get_by_role('textbox', name='Page').fill(str(number))
    page.keyboard.press('Enter')
    at_page(page, number)
    wait(page, lambda: (slot(page, 'shell/document') or {}).get('page') == number)


def check_list_restored(report, browser, client):
    """A list that is loaded anew has its selection, its place, its details and its quick look."""
    for number in range(60):
        client.upload(f'restored {number:02}.txt', b'words')
    page = shared(browser, TABLET).new_page()
    page.goto(f'{BASE}/?q=restored&sort=name')
    shown(page, 'restored 00.txt')
    settle(page)
    page.evaluate("document.querySelector('.library-scroll').scrollTop = 900")
    names = page.locator('li.card .card-name')
    page.wait_for_timeout(200)
    wanted = names.nth(4).inner_text()
    card(page, wanted).locator('.card-main').focus()
    page.keyboard.press('x')
    page.keyboard.press('i')
    wait(page, page.locator('.library-details').is_visible)
    came = wait(page, lambda: len((slot(page, 'shell/library/list/selection') or {}).get('keys', [])) == 1 and 'shell/library/details' in paths(page))
    report.check('list, selection and details are kept, each by its path', came, kept(page))
    settle(page)
    scrolled = page.evaluate("document.querySelector('.library-scroll').scrollTop")
    page.reload()
    settle(page)
    again = wait(page, lambda: page.locator('.library-details').is_visible() and inspect(page)['library']['q'] == 'restored')
    report.check('loaded anew the details are open', again, paths(page))
    top = page.evaluate("document.querySelector('.library-scroll').scrollTop")
    report.check('the list is where it was', abs(top - scrolled) < 3, (scrolled, top))
    one = page.locator('.selection-count')
    report.check('and the same document is selected', wait(page, lambda: '1' in one.inner_text()), one.inner_text())
    page.keyboard.press('Escape')
    page.keyboard.press('Escape')
    card(page, wanted).locator('.card-main').focus()
    page.keyboard.press(' ')
    look = page.locator('dialog.look')
    wait(page, look.is_visible)
    page.keyboard.press('ArrowRight')
    following = look.locator('#look-name').inner_text()
    wait(page, lambda: 'shell/look' in paths(page))
    page.reload()
    report.check('a quick look is at the same document', wait(page, lambda: look.is_visible() and look.locator('#look-name').inner_text() == following), (following, paths(page)))
    page.context.close()


def check_document_restored(report, browser, client):
    """A document that is loaded anew has the words that were looked for, and is fetched once."""
    document = client.upload('found again.pdf', pdf(pages=6, text='Garden'))
    page = opened_at(shared(browser), document, 3)
    page.keyboard.press('Control+f')
    field = page.locator('.find-bar input, .find input').first
    field.fill('Garden')
    wait(page, lambda: (slot(page, 'shell/document/reader/find') or {}).get('words') == 'Garden')
    asked = []
    page.on('request', lambda request: asked.append(request.url.removeprefix(BASE)))
    page.reload()
    settle(page)
    report.check('loaded anew it is at the same page', at_page(page, 3), reader(page))
    report.check('and looks for the same words', wait(page, lambda: field.is_visible() and field.input_value() == 'Garden'), kept(page))
    path = f'/api/v1/documents/{document["id"]}'
    once = [url for url in asked if url.startswith((f'{path}/preview', f'{path}/find', f'{path}/pages/3'))]
    report.check('it is fetched once', len(once) == len(set(once)) > 2 and once[0].startswith(f'{path}/preview'), once)
    # The stream of events has it read again when it opens, at any start.
    report.check('and asked for no more often than at any start', asked.count(path) <= 2, asked.count(path))
    name = page.evaluate(CLIENT)
    has = wait(page, lambda: client.ask('GET', f'/api/v1/state/{name}')[0] == 200)
    report.check('the server keeps it, too', has, name)
    dump = client.ask('GET', f'/api/v1/state/{name}?debug=1')[1]
    dump = dump.decode() if isinstance(dump, bytes) else str(dump)
    report.check('and writes it readably, by path and key', 'shell/document/reader' in dump.replace('~1', '/') and 'words' in dump, dump[:600])
    page.context.close()


def check_selection_restored(report, browser, client):
    """Selected words are selected again, by mouse on a desk and with handles under a finger; none where none were."""
    document = client.upload('selected again.txt', '\n\n'.join(f'Line {n} has alpha{n} and beta{n}.' for n in range(30)).encode())
    for device in (DESKTOP, PHONE):
        page = browser.page(device, f'/d/{document["id"]}')
        settle(page)
        wait(page, lambda: page.locator('.page-word').count() > 0)
        word = page.evaluate(WORD, 'alpha4')
        if device is DESKTOP:
            page.mouse.dblclick(word['x'], word['y'])
        else:
            fingers = Hand(page)
            fingers.land((word['x'], word['y']))
            fingers.rest(650)
            fingers.lift()
        wait(page, lambda: page.evaluate(SELECTED) == 'alpha4' and (slot(page, 'shell/document/reader') or {}).get('selected'))
        page.reload()
        settle(page)
        back = wait(page, lambda: page.evaluate(SELECTED) == 'alpha4')
        report.check('SR-1 selected words are selected again', back, (page.evaluate(SELECTED), slot(page, 'shell/document/reader')))
        handles = page.locator('.selection-handle:visible').count()
        report.check('with handles where a finger took them', handles == (0 if device is DESKTOP else 2), handles)
        page.keyboard.press('Escape')
        wait(page, lambda: not (slot(page, 'shell/document/reader') or {}).get('selected'))
        page.reload()
        settle(page)
        # A selection that came would come with the words.
        wait(page, lambda: page.locator('.page-word').count() > 0)
        report.check('and none when it was ended', page.evaluate(SELECTED) == '', page.evaluate(SELECTED))
        page.context.close()


def check_installed_start(report, browser, client):
    """The installed app starts with the document that it showed, and the way back leads to its list."""
    document = client.upload('read in the app.pdf', pdf(pages=9))
    context = shared(browser)
    context.add_init_script(INSTALLED)
    page = context.new_page()
    page.goto(f'{BASE}/?q=read+in+the')
    shown(page, 'read in the app.pdf')
    open_document(page, 'read in the app.pdf')
    turn_to(page, document, 5)
    wait(page, lambda: 'page=5' in (page.evaluate("localStorage.getItem('sheaf.start')") or ''))
    page.close()
    page = context.new_page()
    asked = []
    page.on('request', lambda request: asked.append(request.url.removeprefix(BASE)))
    page.goto(f'{BASE}/')
    settle(page)
    report.check('it starts with the document and its page', inspect(page)['document'] == document['id'] and at_page(page, 5), (page.url, inspect(page)))
    lists = [url for url in asked if url.startswith('/api/v1/documents?')]
    path = f'/api/v1/documents/{document["id"]}'
    once = sum(url.startswith(f'{path}/preview') for url in asked) == 1 and asked.count(path) <= 2
    report.check('which is fetched once, and no list before it', once and asked.index(path) < min(map(asked.index, lists), default=999), asked)
    page.keyboard.press('Escape')
    report.check('the way back leads to the list', wait(page, lambda: inspect(page)['library']['q'] == 'read in the' and inspect(page)['view'] == 'library'), page.url)
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    turn_to(page, document, 2)
    open_settings(page)
    page.get_by_role('navigation', name='Settings').get_by_role('link', name='Keys').click()
    wait(page, lambda: 'shell/settings' in paths(page))
    page.close()
    page = context.new_page()
    page.goto(f'{BASE}/')
    settle(page)
    report.check('settings that lay over the document are there', page.url == f'{BASE}/settings/keys' and inspect(page)['view'] == 'settings', page.url)
    page.keyboard.press('Escape')
    report.check('and below them the document', wait(page, lambda: inspect(page)['document'] == document['id'] and inspect(page)['view'] == 'reader') and at_page(page, 2), page.url)
    page.close()
    # A clean start keeps nothing that would take its place.
    page = context.new_page()
    page.goto(f'{BASE}/?clean=1')
    settle(page)
    page.evaluate("localStorage.setItem('sheaf.start', '/ /d/gone')")
    for _ in range(2):
        page.close()
        page = context.new_page()
        page.goto(f'{BASE}/')
        settle(page)
    report.check('a start that leads nowhere is not tried again', inspect(page)['view'] == 'library', page.url)
    context.close()


def check_crash_guard(report, browser, client):
    """What a start did not survive is dropped by the next one, and a clean start leaves it alone."""
    document = client.upload('survived.pdf', pdf(pages=4))
    context = shared(browser)
    page = opened_at(context, document, 3)
    said = []
    page.on('console', lambda message: said.append(message.text))
    page.goto(f'{BASE}/d/{document["id"]}?clean=1')
    settle(page)
    page.keyboard.press('End')
    page.wait_for_timeout(2000)
    report.check('a clean start keeps what is there', slot(page, 'shell/document')['page'] == 3, kept(page))
    page.evaluate("localStorage.setItem('sheaf.restoring', '[\"archive\"]')")
    page.evaluate(f'sessionStorage.clear(); history.replaceState(null, "", "/d/{document["id"]}")')
    page.reload()
    settle(page)
    dropped = wait(page, lambda: any('did not survive' in line for line in said))
    report.check('one that was not survived is dropped', dropped and not kept(page), said)
    old = {'appVersion': '9.0.0', 'formFactor': 'desktop', 'savedAt': '2026-01-01T00:00:00Z', 'userAgent': '', 'app': {}, 'tree': [], 'objects': [], 'slots': {}}
    page.evaluate(f"localStorage.setItem('sheaf.archive', JSON.stringify({json.dumps(old)}))")
    page.reload()
    settle(page)
    report.check('one of another version is ignored, and that is told', wait(page, lambda: any('9.0.0' in line for line in said)), said)
    context.close()


# A reader that cannot be made at a certain place.
BROKEN_PLACE = """
{
  const { append } = Element.prototype;
  Element.prototype.append = function (...nodes) {
    if (this.className === 'reader-stage' && (localStorage.getItem('sheaf.document-places') ?? '').includes('"page":3,')) throw new RangeError('no such place');
    return append.apply(this, nodes);
  };
}
"""


def check_reader_guard(report, browser, client):
    """SR-3: a kept place that makes the reader throw is dropped at the next start."""
    document = client.upload('not survived.pdf', pdf(pages=4))
    context = shared(browser)
    page = opened_at(context, document, 3)
    page.close()
    page = context.new_page()
    page.add_init_script(BROKEN_PLACE)
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    report.check('SR-3 the first start shows no pages', wait(page, lambda: page.locator('.reader-body .notice').count() == 1) and page.locator('.page').count() == 0, page.locator('.reader-body').inner_text())
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    report.check('SR-3 the second one begins at the first page', at_page(page, 1) and page.locator('.page').count() > 0, (page.url, reader(page)))
    again = context.new_page()
    again.goto(f'{BASE}/d/{document["id"]}')
    settle(again)
    report.check('SR-3 and the place is gone for good', at_page(again, 1), (again.url, reader(again)))
    context.close()


def check_offered_again(report, browser, client):
    """An ordinary visit shows the library, and offers to go on with what was read."""
    document = client.upload('to go on with.pdf', pdf(pages=14))
    context = shared(browser)
    page = opened_at(context, document, 12)
    page.goto(f'{BASE}/')
    settle(page)
    said = 'Continue with to go on with.pdf, page 12'
    report.check('the library offers to go on', wait(page, lambda: bar(page).count() == 1 and said in bar(page).inner_text()) and inspect(page)['view'] == 'library', kept(page))
    page.reload()
    report.check('also when it is loaded anew, as nothing was done', wait(page, lambda: bar(page).count() == 1), page.url)
    settle(page)
    bar(page).get_by_role('button', name='Continue').click()
    report.check('which leads to the page', at_page(page, 12) and inspect(page)['document'] == document['id'], page.url)
    page.go_back()
    settle(page)
    report.check('and is not offered on the way back', bar(page).count() == 0, page.url)
    page.goto(f'{BASE}/d/{document["id"]}#page=4')
    settle(page)
    turn_to(page, document, 6)
    page.goto(f'{BASE}/')
    wait(page, lambda: bar(page).count() == 1)
    bar(page).get_by_role('button', name='Dismiss').click()
    report.check('dismissed it is gone', bar(page).count() == 0, page.url)
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    turn_to(page, document, 8)
    page.goto(f'{BASE}/')
    settle(page)
    page.wait_for_timeout(600)
    report.check('and stays away for a day', bar(page).count() == 0, page.url)
    context.close()


def check_offer_layouts(report, browser, client):
    """The offer has room in windows of all sizes and in large letters, and is reached by hand and by key."""
    document = client.upload(f'an offer {"of a long name " * 12}at its end.pdf', pdf(pages=14))
    small = {'viewport': {'width': 320, 'height': 640}, 'device_scale_factor': 2, 'has_touch': True}
    for device, what in ((small, 'small phone'), (PHONE, 'phone'), (TABLET, 'tablet'), (DESKTOP, 'desktop')):
        context = shared(browser, device)
        page = context.new_page()
        page.goto(f'{BASE}/d/{document["id"]}#page=12')
        settle(page)
        page.keyboard.press('Shift')
        wait(page, lambda page=page: (slot(page, 'shell/document') or {}).get('page') == 12)
        page.goto(f'{BASE}/')
        wait(page, lambda page=page: bar(page).count() == 1)
        settle(page)
        if device is small:
            page.evaluate("document.documentElement.style.fontSize = '200%'")
        said = bar(page).locator('.note-text')
        is_whole = said.evaluate('(text) => text.scrollHeight <= text.clientHeight + 1') and 'page 12' in said.inner_text()
        report.check(f'{what}: all of it is read', is_whole, said.inner_text())
        report.check(f'{what}: nothing scrolls sideways', overflow(page) <= 0, overflow(page))
        report.check(f'{what}: it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
        box, room = bar(page).bounding_box(), page.viewport_size
        report.check(f'{what}: it lies in the window', box['x'] >= 0 and box['x'] + box['width'] <= room['width'] and box['y'] > room['height'] / 4, box)
        add = page.locator('.add-button:visible').first.bounding_box()
        report.check(f'{what}: it leaves the way to add alone', box['y'] + box['height'] <= add['y'] or add['y'] + add['height'] <= box['y'], (box, add))
        if device is not DESKTOP:
            low = [one.bounding_box()['height'] for one in bar(page).get_by_role('button').all()]
            report.check(f'{what}: a finger meets its buttons', min(low) >= 44, low)
        bar(page).get_by_role('button', name='Continue').focus()
        page.keyboard.press('Enter')
        report.check(f'{what}: a key goes on', at_page(page, 12), page.url)
        context.close()


def check_continued_elsewhere(report, browser, client):
    """What is read on one device is offered on another one."""
    document = client.upload('on two devices.pdf', pdf(pages=14))
    agent = 'Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'
    desk = shared(browser).new_page()
    desk.goto(f'{BASE}/')
    settle(desk)
    tablet = opened_at(shared(browser, TABLET, user_agent=agent), document, 12)
    told = '/api/v1/state/reading-now'
    wait(tablet, lambda: client.ask('GET', told)[1].get('state', {}).get('page') == 12)
    desk.reload()
    said = 'Continue here: on two devices.pdf, page 12, from Safari on iPad'
    report.check('the library of another device offers it', wait(desk, lambda: bar(desk).count() == 1 and said in bar(desk).inner_text()), client.ask('GET', told))
    report.check('not that of the same', bar(tablet).count() == 0, tablet.url)
    settle(desk)
    bar(desk).get_by_role('button', name='Continue').click()
    report.check('and opens it there', at_page(desk, 12) and inspect(desk)['document'] == document['id'], desk.url)
    desk.keyboard.press('Escape')
    settle(desk)
    wait(desk, lambda: 'shell/document' not in paths(desk))
    tablet.get_by_role('button', name='Back to the library').click()
    wait(tablet, lambda: client.ask('GET', told)[1].get('state', {}).get('id') is None)
    other = shared(browser).new_page()
    other.goto(f'{BASE}/')
    settle(other)
    other.wait_for_timeout(600)
    report.check('what was closed there is offered nowhere', bar(other).count() == 0, client.ask('GET', told))
    for page in (desk, tablet, other):
        page.context.close()


LEFT = """(async (words) => {
  const found = [];
  for (const store of [localStorage, sessionStorage]) for (const key of Object.keys(store)) {
    if (words.some((word) => store.getItem(key).includes(word))) found.push(key);
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const text = request.url + await (await cache.match(request)).text();
      if (words.some((word) => text.includes(word))) found.push(request.url);
    }
  }
  return found;
})"""


def check_private_left_out(report, browser, client):
    """A private document leaves neither its name nor its place in the browser, nor what is kept of it there before."""
    document = client.upload('diary of mine.pdf', pdf(pages=9))
    other = client.upload('open to all.pdf', pdf(pages=3))
    context = shared(browser, service_workers='allow')
    page = context.new_page()
    page.goto(f'{BASE}/')
    settle(page)
    ready = 'navigator.serviceWorker?.ready.then(() => caches.open("shell")).then((kept) => kept.match("/")).then(Boolean)'
    wait(page, lambda: page.evaluate(ready))
    page.goto(f'{BASE}/?q=diary')
    settle(page)
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    turn_to(page, document, 4)
    words = json.dumps(['diary of mine', f'/documents/{document["id"]}'])
    report.check('before it is private it is kept', len(page.evaluate(f'{LEFT}({words})')) > 2, page.evaluate(f'{LEFT}({words})'))
    client.ask('PATCH', f'/api/v1/documents/{document["id"]}', b'{"tags":["Private"]}', 'application/json')
    gone = wait(page, lambda: not page.evaluate(f'{LEFT}({words})'))
    report.check('then nothing has its name', gone, page.evaluate(f'{LEFT}({words})'))
    page.keyboard.press('End')
    at_page(page, 9)
    page.wait_for_timeout(2000)
    page.reload()
    settle(page)
    place = page.evaluate(f"(localStorage.getItem('sheaf.document-places') ?? '').includes('{document['id']}')")
    report.check('nor its place, however it is read on', not place and not page.evaluate(f'{LEFT}({words})'), page.evaluate(f'{LEFT}({words})'))
    report.check('and what is kept of the app has no document', 'shell/document' not in paths(page), paths(page))
    name = page.evaluate(CLIENT)
    state = json.dumps([client.ask('GET', f'/api/v1/state/{one}')[1] for one in (name, 'reading-now')], default=str)
    report.check('neither here nor on the server', document['id'] not in state, state[:400])
    page.goto(f'{BASE}/')
    settle(page)
    listed = wait(page, lambda: other['name'] in page.locator('body').inner_text())
    page.wait_for_timeout(600)
    report.check('it is not offered', listed and bar(page).count() == 0, page.url)
    report.check('and the list is kept without it', not page.evaluate(f'{LEFT}({words})'), page.evaluate(f'{LEFT}({words})'))
    context.close()
