"""How the app starts: what it asks for until its list is drawn, on a first visit and on the next."""

import json

from fixtures import pdf
from harness import BASE, DESKTOP, at_page, card, inspect, reader, settle, shown, wait

MOST_REQUESTS, MOST_BYTES = 12, 60_000

# Told by the page itself: the moment at which the first card of the list is in it.
WATCH_LIST = """
new MutationObserver((_, observer) => {
  if (!document.querySelector('li.card')) return;
  globalThis.listDrawn = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });
"""
ENTRIES = """[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
  ({ name, initiatorType, startTime, transferSize }) => ({ name, initiatorType, startTime, transferSize }))"""


def until_drawn(page):
    """The requests that began before the list was drawn: their paths, and the bytes that came over the network.

    The pictures of the list and the icon of the page, which the browser asks for when it likes, are not among them.
    """
    page.goto(f'{BASE}/')
    wait(page, lambda: page.evaluate('globalThis.listDrawn > 0'))
    drawn, entries = page.evaluate('listDrawn'), page.evaluate(ENTRIES)
    early = [
        entry
        for entry in entries
        if entry['startTime'] < drawn and entry['initiatorType'] != 'img' and '/favicon' not in entry['name']
    ]
    return {entry['name'].removeprefix(BASE).split('?')[0]: entry['transferSize'] for entry in early}, len(early)


def check_start(report, browser, client):
    """The list is there after few requests, and on the next visit after that of the page and that of the list."""
    if not client.names():
        client.upload('first.txt', b'words')
    context = browser.context(DESKTOP)
    context.add_init_script(WATCH_LIST)
    page = context.new_page()
    asked, count = until_drawn(page)
    report.check(f'a first visit draws the list after {count} requests', count <= MOST_REQUESTS, asked)
    total = sum(asked.values())
    report.check(f'and after {total} bytes', 0 < total <= MOST_BYTES, asked)
    report.check('the list is asked for once', list(asked).count('/api/v1/documents') == 1 and count == len(asked), asked)
    settle(page)
    again, _ = until_drawn(page)
    fetched = sorted(path for path, size in again.items() if size > 0)
    report.check('the next visit asks for the page and the list alone', fetched == ['/', '/api/v1/documents'], again)


def check_parts_that_come_later(report, browser, client):
    """A document that is opened at once is shown, and a part that cannot be fetched is told of."""
    document = client.upload('later.txt', b'words that come later')
    page = browser.context(DESKTOP).new_page()
    page.route('**/assets/opened-document-*.js', lambda route: route.abort())
    page.goto(f'{BASE}/d/{document["id"]}')
    toast = page.locator('.toast', has_text='A part of the app could not be fetched.')
    report.check('a part that does not come is told of', wait(page, lambda: toast.count() == 1), inspect(page))
    page.unroute('**/assets/opened-document-*.js')
    # A message that is pointed at stays.
    toast.hover()
    toast.get_by_role('button', name='Load anew').click()
    is_shown = wait(page, lambda: page.locator('.page img').count() > 0)
    report.check('and is there when the page is loaded anew', is_shown and inspect(page)['view'] == 'reader', inspect(page))


def check_document_start(report, browser, client):
    """Of a document that is opened, the page asks for all that its screen begins with, before the app runs."""
    document = client.upload('opened at once.md', b'# Words')
    page = browser.context(DESKTOP).new_page()
    page.goto(f'{BASE}/d/{document["id"]}')
    wait(page, lambda: page.locator('.page img').count() > 0)
    settle(page)
    entries = page.evaluate(ENTRIES)
    begun = [(entry['name'].removeprefix(BASE), entry['startTime']) for entry in entries]
    of_document = [start for path, start in begun if path == f'/api/v1/documents/{document["id"]}']
    screen = [start for path, start in begun if path.startswith('/assets/opened-document-')]
    pictures = [path for path, _ in begun if f'/{document["id"]}/pages/1?' in path]
    lists = [start for path, start in begun if path == '/api/v1/types']
    # The app itself asks for this first.
    app = next(start for path, start in begun if path == '/api/v1/watchers')
    report.check('the types are asked for once', len(lists) == 1, begun)
    # Once more when the events are followed: it may have changed in between.
    report.check('the document is asked for before the app runs', 1 <= len(of_document) <= 2 and of_document[0] < app, begun)
    report.check('and so is its screen', len(screen) == 1 and screen[0] < app, begun)
    report.check('the picture of its page is asked for in one size', len(pictures) == 1, pictures)


def errors_of(context):
    """What its pages write into the console as errors, the browser's own lines about refused requests among it."""
    errors = []

    def listen(page):
        page.on('console', lambda message: message.type == 'error' and errors.append((message.text, message.location.get('url'))))

    context.on('page', listen)
    return errors


def check_quiet_console(report, browser, client):
    """A document that was never read is opened, read, left and opened on another device without an error in the console."""
    document = client.upload('never read.pdf', pdf(6, text='Never read'))
    kept = f'/api/v1/state/at-{document["id"]}'
    # As for a person who comes for the first time.
    for list_of_kept in ('reader.places', 'state.clients'):
        client.ask('DELETE', f'/api/v1/preferences/{list_of_kept}')
    context = browser.context(DESKTOP, shares_places=True)
    errors = errors_of(context)
    page = context.new_page()
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    page.wait_for_timeout(1000)
    report.check('a document that was never read opens at its start', reader(page)['page'] == 1, reader(page))
    page.goto(f'{BASE}/?q=never+read')
    shown(page, 'never read.pdf')
    card(page, 'never read.pdf').locator('a').click()
    wait(page, lambda: inspect(page)['view'] == 'reader')
    settle(page)
    page.reload()
    settle(page)
    page.keyboard.press('End')
    at_page(page, 6)
    report.check('its place is kept', wait(page, lambda: '"page": 6' in json.dumps(client.ask('GET', kept)[1])), client.ask('GET', kept))
    page.reload()
    settle(page)
    other = browser.context(DESKTOP, shares_places=True)
    elsewhere = errors_of(other)
    second = other.new_page()
    second.goto(f'{BASE}/d/{document["id"]}')
    report.check('and comes to another device', at_page(second, 6), reader(second))
    settle(second)
    report.check('no error is written into the console meanwhile', errors == [] and elsewhere == [], (errors, elsewhere))
    context.close()
    other.close()
