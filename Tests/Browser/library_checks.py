"""Bringing documents in, finding them, deleting them, and hearing of other clients' changes."""

import json
import re

from fixtures import pdf
from harness import BASE, card, inspect, intercept, settle, shown, wait
from shell_checks import own_server

# How many different colours a card's picture has: a blank one has one or two.
PICTURE_COLORS = """
(element) => {
  const canvas = Object.assign(document.createElement('canvas'), {width: element.naturalWidth, height: element.naturalHeight});
  const context = canvas.getContext('2d');
  context.drawImage(element, 0, 0);
  const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
  const colors = new Set();
  for (let at = 0; at < data.length; at += 4) colors.add(data.slice(at, at + 3).join());
  return colors.size;
}
"""
# The name on a card that is seen well: drawn some frames after the scrolling.
FIRST_BELOW_THE_TOP = """
[...document.querySelectorAll('li.card')].find((card) => card.getBoundingClientRect().top > 100)
  ?.querySelector('.card-name').textContent ?? ''
"""
# Its upper edge is seen, and its lower one is not.
CUT_BY_THE_BOTTOM = """
[...document.querySelectorAll('li.card')].findLast((card) => card.getBoundingClientRect().top < innerHeight - 20)
  ?.querySelector('.card-name').textContent ?? ''
"""
# Every picture is there at once: what asks for it is looked at elsewhere.
PICTURES_AT_HAND = """
{
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const picture = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  for (const name of ['src', 'srcset']) {
    const own = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, name);
    const set = function (url) { own.set.call(this, url && picture); };
    Object.defineProperty(HTMLImageElement.prototype, name, {...own, set});
  }
}
"""
# Keeps what the bar of an upload says, one after the other: a page that is busy is not asked often enough for that.
WATCH_BAR = """
(label) => {
  globalThis.barValues = [];
  const look = () => {
    const bar = document.querySelector(`[role=progressbar][aria-label="${label}"]`);
    if (bar) barValues.push(Number(bar.ariaValueNow));
  };
  const what = {subtree: true, childList: true, attributeFilter: ['aria-valuenow']};
  new MutationObserver(look).observe(document.body, what);
}
"""
DROP = """
([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], name));
  const over = new DragEvent('dragover', {dataTransfer: data, bubbles: true, cancelable: true});
  document.body.dispatchEvent(over);
  const veil = !document.querySelector('.drop-veil').hidden;
  document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
  return over.defaultPrevented && veil;
}
"""


def choose(page, *files):
    """Chooses files by the button, as a person does."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role('button', name=re.compile('Add files|Choose files')).last.click()
    chooser.value.set_files(
        [{'name': name, 'mimeType': 'application/pdf', 'buffer': data} for name, data in files]
    )


def slow_uploads(page, bytes_per_second):
    session = page.context.new_cdp_session(page)
    speed = {'offline': False, 'latency': 0, 'downloadThroughput': -1, 'uploadThroughput': bytes_per_second}
    session.send('Network.enable')
    session.send('Network.emulateNetworkConditions', speed)


def check_empty(report, browser):
    page = browser.page()
    report.check(
        'an empty library says what to do', page.get_by_role('heading', name='Drop a file here').is_visible()
    )
    report.check('and has one button for it', page.locator('.invitation button').count() == 1)
    state = inspect(page)['library']
    report.check('and inspect knows that it is empty', state['shown'] == 0 and state['complete'], state)


def check_choosing(report, browser, name, pages):
    page = browser.page()
    slow_uploads(page, 150_000)
    padded = pdf(pages=pages, text='The walled garden', unique='x' * 200_000)
    bar = page.get_by_role('progressbar', name=f'Adding {name}')
    page.evaluate(WATCH_BAR, f'Adding {name}')
    choose(page, (name, padded))
    report.check('a chosen file shows at once as a card', wait(page, lambda: page.evaluate('barValues.length > 0'), 2))
    report.check('the empty state has gone', page.locator('.invitation').count() == 0)
    wait(page, lambda: bar.count() == 0)
    values = set(page.evaluate('barValues'))
    report.check('its card fills', len([value for value in values if 0 < value < 100]) >= 2, values)
    settle(page)
    report.check('it becomes a document', card(page, name).locator('a').count() == 1)
    colors = card(page, name).locator('img').evaluate(PICTURE_COLORS)
    report.check('its picture shows its first page', colors > 8, colors)
    report.check('nothing is under way any more', inspect(page)['uploads']['active'] == 0)
    report.check('it says its kind', 'PDF' in card(page, name).inner_text(), card(page, name).inner_text())


def check_dropping(report, browser):
    page = browser.page()
    held = page.evaluate(DROP, ['dropped.pdf', pdf(text='Dropped').decode('latin-1')])
    report.check('a drag over the window is taken up and shown', held)
    # It has a card while it is on its way, too, and does not arrive any more once its page is gone.
    arrived = wait(page, lambda: card(page, 'dropped.pdf').locator('a').count() == 1)
    report.check('a dropped file becomes a document', arrived)


def check_cancel(report, browser, client):
    page = browser.page()
    slow_uploads(page, 60_000)
    choose(page, *[(f'cancelled {n}.pdf', pdf(unique=str(n) + 'x' * 300_000)) for n in range(5)])
    wait(page, lambda: page.locator('.card-upload[data-status="sending"]').count() == 3)
    waiting = page.locator('.card-upload[data-status="waiting"]').count()
    report.check('three are sent at a time and the rest wait', waiting == 2, waiting)
    page.get_by_role('button', name='Cancel cancelled 0.pdf').click()
    gone = wait(page, lambda: inspect(page)['uploads']['active'] == 4)
    report.check('one can be cancelled', gone, inspect(page)['uploads'])
    page.get_by_role('button', name='Cancel all').click()
    report.check('all can be cancelled', wait(page, lambda: page.locator('.card-upload').count() == 0))
    page.wait_for_timeout(300)
    stored = [name for name in client.names() if name.startswith('cancelled')]
    report.check('a cancelled upload is not stored', stored == [], stored)


def check_failure(report, browser):
    page = browser.page()
    full = refusing({'status': 507, 'content_type': 'application/problem+json', 'body': '{"code": "storage-full"}'})
    intercept(
        page, '**/api/v1/documents?*',
        lambda route: full(route) if route.request.method == 'POST' else route.continue_(),
    )
    choose(page, ('again.pdf', pdf(text='Again')))
    report.check(
        'a file that is refused says why',
        wait(page, lambda: 'Not added' in card(page, 'again.pdf').inner_text()),
    )
    page.unroute_all()
    held = []
    intercept(page, '**/api/v1/documents?*', lambda route: held.append(route) if route.request.method == 'POST' else route.continue_())
    card(page, 'again.pdf').get_by_role('button', name='Try again').focus()
    page.keyboard.press('Enter')
    wait(page, lambda: held)
    label = wait(page, lambda: page.evaluate("document.activeElement.getAttribute('aria-label')"))
    report.check('tried again by keys, the focus is on what cancels it', label == 'Cancel again.pdf', label)
    held[0].continue_()
    report.check(
        'and can be sent again', wait(page, lambda: card(page, 'again.pdf').locator('a').count() == 1)
    )
    kept = wait(page, lambda: page.evaluate("document.activeElement.closest('li.card') !== null"))
    report.check('and the focus stays among the cards', kept)


def check_refused_for_good(report, browser):
    """An upload that would be refused again is not offered again, and the message names the limit."""
    with own_server('--max-upload', '1') as server:
        page = browser.context({'viewport': {'width': 1440, 'height': 900}}, signed_in=False).new_page()
        page.goto(server.url)
        settle(page)
        choose(page, ('too large.pdf', pdf(unique='x' * 3_000_000)), ('fits.pdf', pdf(text='Fits')))
        refused = wait(page, lambda: 'Not added' in card(page, 'too large.pdf').inner_text())
        text = card(page, 'too large.pdf').inner_text()
        report.check('a file that is too large is told the limit', refused and '1 MB' in text, text)
        again = card(page, 'too large.pdf').get_by_role('button', name='Try again')
        report.check('and is not offered to be tried again', not again.is_visible())
        report.check('it can be put away', card(page, 'too large.pdf').get_by_role('button', name='Remove').is_visible())
        page.context.close()
    page = browser.page()
    for status, code, helps in [(400, 'invalid-parameter', False), (403, 'forbidden', False), (503, 'busy', True), (429, 'too-many', True)]:
        body = json.dumps({'status': status, 'code': code})
        answer = {'status': status, 'content_type': 'application/problem+json', 'body': body}
        intercept(page, '**/api/v1/documents?*', refusing(answer))
        page.goto(f'{BASE}/?q=refused')
        failed = wait(page, lambda: page.get_by_role('heading', name='could not be listed').count() == 1)
        again = page.get_by_role('button', name='Try again')
        offered = wait(page, lambda: again.count() == 1) if helps else again.count() == 1
        report.check(
            f'a list that is refused with {status} is{"" if helps else " not"} to be tried again',
            failed and offered == helps,
            (failed, offered, page.inner_text('main')[:200]),
        )
        page.unroute_all()


def refusing(answer):
    return lambda route: route.fulfill(**answer)


def check_same_name(report, browser, client):
    page = browser.page()
    before = client.names()
    choose(page, ('dropped.pdf', pdf(text='Another')))
    report.check(
        'a second file of the same name gets another one',
        wait(page, lambda: len(client.names()) == len(before) + 1),
    )
    report.check('and the first is still there', 'dropped.pdf' in client.names(), client.names())


def check_live(report, browser, client):
    page = browser.page()
    client.upload('from elsewhere.pdf', pdf(text='Elsewhere'))
    report.check('an upload of another client appears by itself', shown(page, 'from elsewhere.pdf'))
    settle(page)
    document = next(
        d
        for d in client.ask('GET', '/api/v1/documents?limit=200')[1]['documents']
        if d['name'] == 'from elsewhere.pdf'
    )
    client.ask('DELETE', f'/api/v1/documents/{document["id"]}')
    report.check(
        'a document that another client deletes disappears',
        wait(page, lambda: card(page, 'from elsewhere.pdf').count() == 0),
    )


def check_one_stream(report, browser, client):
    context = browser.context({'viewport': {'width': 900, 'height': 700}})
    streams = []
    context.on(
        'request',
        lambda request: (
            streams.append(request.frame.page) if request.url.startswith(f'{BASE}/api/v1/events') else None
        ),
    )
    pages = [context.new_page() for _ in range(3)]
    for page in pages:
        page.goto(BASE)
        settle(page)
    report.check('three tabs hold one event stream', len(streams) == 1, len(streams))
    client.upload('for all tabs.pdf', pdf(text='Tabs'))
    report.check('all of them hear of a change', all(shown(page, 'for all tabs.pdf') for page in pages))
    leader = streams[0]
    leader.close()
    left = [page for page in pages if page is not leader]
    report.check(
        'when its tab closes another takes over', wait(left[0], lambda: len(streams) == 2), len(streams)
    )
    client.upload('after the change.pdf', pdf(text='Later'))
    report.check('and the rest still hear', all(shown(page, 'after the change.pdf') for page in left))


def check_delete(report, browser, client, name):
    page = browser.page()
    shown(page, name)
    card(page, name).locator('a').focus()
    page.keyboard.press('Delete')
    report.check(
        'Delete moves a card to the Trash without asking', wait(page, lambda: card(page, name).count() == 0)
    )
    report.check(
        'and the focus is on its neighbour',
        page.evaluate('document.activeElement.closest("li.card") !== null'),
    )
    report.check('it is in the Trash', wait(page, lambda: name not in client.names()))
    page.get_by_role('button', name='Undo').click()
    report.check('Undo brings it back', shown(page, name) and name in client.names())
    check_trash(report, page, name)


def check_trash(report, page, name):
    card(page, name).locator('.card-action').click(force=True)
    page.get_by_role('menuitem', name='Move to Trash').click()
    wait(page, lambda: card(page, name).count() == 0)
    page.get_by_role('link', name='Trash').click()
    report.check('the Trash shows it', shown(page, name))
    card(page, name).get_by_role('button', name='Restore').click()
    report.check('Restore takes it out of the Trash', wait(page, lambda: card(page, name).count() == 0))
    page.get_by_role('link', name='All documents').click()
    report.check('and it is where it was', shown(page, name))


def check_search(report, browser, client, name):
    client.upload('Übersicht Straßen.txt', 'Straßen'.encode())
    page = browser.page()
    shown(page, 'Übersicht')
    page.locator('.search-field').fill('übers')
    found = wait(page, lambda: page.locator('li.card').count() == 1)
    report.check('search finds a part of a name', found and card(page, 'Übersicht').count() == 1)
    report.check('and is in the address', wait(page, lambda: 'q=' in page.url), page.url)
    page.locator('.search-field').fill('nothing has this name')
    report.check(
        'a search without result says so',
        wait(page, lambda: page.get_by_text('Nothing is called').count() == 1),
    )
    page.get_by_role('button', name='Clear the search').click()
    report.check('and can be cleared', shown(page, name))
    page.get_by_role('link', name='Text', exact=True).click()
    # The list is empty until the answer comes.
    alone = wait(page, lambda: card(page, 'Übersicht').count() == 1 and card(page, name).count() == 0)
    report.check('a place shows its kind alone', alone)
    page.get_by_role('link', name='All documents').click()
    shown(page, name)
    page.get_by_label('Order').select_option('name')
    wait(page, lambda: inspect(page)['library']['sort'] == 'name' and inspect(page)['library']['complete'])
    names = page.locator('.card-name').all_inner_texts()
    wanted = [document['name'] for document in client.ask('GET', '/api/v1/documents?sort=name&limit=200')[1]['documents']]
    report.check('the order can be chosen, and is that of the server', names == wanted[: len(names)], (names, wanted))
    check_shared_order(report, browser, page)


def check_search_elsewhere(report, browser, client):
    """A search that finds nothing where one is says what it would find elsewhere, and leads there."""
    body = json.dumps({'folder': 'Telekom', 'parents': True}).encode()
    client.ask('POST', '/api/v1/folders', body, 'application/json')
    for number in range(3):
        client.upload(f'quittung {number}.pdf', pdf(text=f'Receipt {number}'))
    page = browser.page(path='/?view=folders&folder=Telekom')
    page.locator('.search-field').fill('quittung')
    words = '“quittung”: none in Telekom, 3 everywhere'
    said = wait(page, lambda: page.get_by_role('heading', name=words).count() == 1)
    report.check('a search without result in a folder says what is elsewhere', said, page.locator('.empty').all_inner_texts())
    page.get_by_role('button', name='Search everywhere').click()
    found = wait(page, lambda: page.locator('li.card').count() == 3)
    report.check('and leads there', found and inspect(page)['library']['place'] == 'all', page.url)
    page.goto(f'{BASE}/?view=images&q=quittung')
    in_images = wait(page, lambda: page.get_by_role('heading', name='none in Pictures, 3 everywhere').count() == 1)
    report.check('the same where a kind is shown', in_images, page.locator('.empty').all_inner_texts())
    page.goto(f'{BASE}/?view=images&q=unheard+of')
    nothing = wait(page, lambda: page.get_by_role('heading', name='Nothing is called').count() == 1)
    report.check('where there is nothing at all, that is said', nothing, page.locator('.empty').all_inner_texts())
    everywhere = page.get_by_role('button', name='Search everywhere').count()
    report.check('and nothing else is offered', everywhere == 0, everywhere)
    intercept(page, '**/api/v1/documents?*', many_everywhere)
    page.goto(f'{BASE}/?view=images&q=plenty')
    many_said = wait(page, lambda: page.get_by_role('heading', name='more than 200 everywhere').count() == 1)
    report.check('more than are counted are said to be more', many_said, page.locator('.empty').all_inner_texts())
    page.unroute_all()
    page.context.close()
    client.ask('DELETE', '/api/v1/folders?folder=Telekom')


def many_everywhere(route):
    """No images, and plenty of anything."""
    if 'type=' in route.request.url:
        route.fulfill(json={'documents': [], 'next': None})
    else:
        many(route)


# Words come into the search and a card is pressed before a search for them would have begun.
TYPE_AND_OPEN = """
(words) => {
  const field = document.querySelector('input[type=search]');
  field.value = words;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  document.querySelector('li.card a').click();
}
"""
# Longer than typing rests until it is searched for and noted in the address.
TYPING_IS_OVER = 800


def check_typing(report, browser, client):
    page = browser.page()
    field = page.locator('.search-field')
    field.focus()
    for number, letter in enumerate('unheard of'):
        page.keyboard.press(letter)
        if number % 3 == 0:
            client.upload(f'meanwhile {number}.txt', str(number).encode())
        page.wait_for_timeout(50)
    searched = wait(page, lambda: inspect(page)['library']['q'] == 'unheard of')
    report.check('typed words stay while the list changes', searched and field.input_value() == 'unheard of')
    page.keyboard.press('Escape')
    at_once = inspect(page)['library']['q']
    report.check('Escape ends the search at once', at_once == '' and field.input_value() == '', at_once)
    shown(page, 'meanwhile 9')
    page.evaluate(TYPE_AND_OPEN, 'late words')
    wait(page, lambda: inspect(page)['view'] == 'reader')
    page.wait_for_timeout(TYPING_IS_OVER)
    report.check('a document opened while typing keeps its address', '/d/' in page.url, page.url)
    page.go_back()
    wait(page, lambda: inspect(page)['view'] == 'library')
    state = (inspect(page)['library']['q'], field.input_value())
    report.check('and nothing was searched for behind it', state == ('', ''), state)


def check_shared_order(report, browser, page):
    """An order chosen in one browser holds in all of them, at once."""
    other = browser.page()
    taken = wait(other, lambda: inspect(other)['library']['sort'] == 'name')
    report.check('another browser opens with the chosen order', taken, inspect(other)['library'])
    other.get_by_label('Order').select_option('-created')
    changed = wait(page, lambda: inspect(page)['library']['sort'] == '-created')
    report.check('and a choice there is shown here', changed, inspect(page)['library'])
    shown_order = page.get_by_label('Order').input_value()
    report.check('with its name', shown_order == '-created', shown_order)
    other.context.close()


def page_of_many(browser):
    page = browser.context({'viewport': {'width': 1440, 'height': 900}}).new_page()
    intercept(page, '**/api/v1/documents?*', many)
    page.add_init_script(PICTURES_AT_HAND)
    page.goto(BASE)
    settle(page)
    return page


def check_many(report, browser):
    """Ten thousand documents, told by a server that is played here: only those that are seen are drawn."""
    page = page_of_many(browser)
    scroll = '(element) => { element.scrollTop = element.scrollHeight; }'

    def complete():
        page.locator('.library-scroll').evaluate(scroll)
        return inspect(page)['library']['complete']

    wait(page, complete, seconds=90)
    library = inspect(page)['library']
    report.check(
        'ten thousand documents can be scrolled through',
        library['shown'] == 10_000 and library['complete'],
        library,
    )
    drawn = page.locator('li.card').count()
    report.check('and only those that are near are drawn', 0 < drawn < 80, drawn)
    page.locator('.library-scroll').evaluate(scroll)
    shown(page, 'Document 09999')
    report.check('the last one is there', card(page, 'Document 09999').count() == 1)


def many(route):
    """Answers a question for a part of ten thousand documents."""
    from urllib.parse import parse_qs, urlsplit

    query = parse_qs(urlsplit(route.request.url).query)
    start, limit = int(query.get('cursor', ['0'])[0]), int(query['limit'][0])
    end = min(10_000, start + limit)
    moment = '2026-11-21T10:{:02}:{:02}Z'
    documents = [
        {
            'id': f'd{n:05}',
            'name': f'Document {n:05}.pdf',
            'folder': '',
            'type': 'com.adobe.pdf',
            'size': 1,
            'sha256': '0',
            'version': 1,
            'created': moment.format(59 - n // 200, 59 - n % 200 * 59 // 200),
            'modified': moment.format(0, 0),
        }
        for n in range(start, end)
    ]
    route.fulfill(json={'documents': documents, 'next': str(end) if end < 10_000 else None})


# As another tab that leads hands it on.
TELL_RESET = """
() => new BroadcastChannel('sheaf-events').postMessage({reset: 'e-1'})
"""


def check_reset(report, browser, client):
    """The library is read anew when the stream cannot tell the changes, as after a backup was restored."""
    client.upload('begins anew.pdf', pdf(text='Anew'))
    page = browser.page()
    shown(page, 'begins anew.pdf')
    other = page.context.new_page()
    other.goto(BASE)
    settle(other)
    card(page, 'begins anew.pdf').locator('a').click()
    wait(page, lambda: inspect(page)['view'] == 'reader')
    settle(page)
    opened, asked = inspect(page)['document'], []
    page.on('request', lambda request: asked.append(request.url.removeprefix(f'{BASE}/api/v1/')))
    other.evaluate(TELL_RESET)
    report.check(
        'a reset has the open document looked at again', wait(page, lambda: f'documents/{opened}' in asked), asked
    )
    lists = ('documents?', 'preferences')
    read = wait(page, lambda: all(any(one.startswith(name) for one in asked) for name in lists))
    report.check('and the list and what was chosen read anew', read, asked)
    settle(page)
    report.check('and the document stays open', inspect(page)['view'] == 'reader' and inspect(page)['document'] == opened)


def check_connection(report, browser, client):
    page = browser.page()
    intercept(page, '**/api/v1/**', lambda route: route.abort())
    page.evaluate('location.reload()')
    failed = wait(page, lambda: page.get_by_text('Sheaf cannot be reached').count() == 1)
    report.check('without a connection the library says so', failed)
    report.check(
        'and a quiet line says that it keeps trying', wait(page, lambda: page.locator('.banner').is_visible())
    )
    client.upload('while away.pdf', pdf(text='Away'))
    page.unroute_all()
    report.check('when it is back everything is there', shown(page, 'while away.pdf'))
    report.check('and the line has gone', wait(page, lambda: not page.locator('.banner').is_visible()))


def check_coming_back(report, browser, client):
    for n in range(30):
        client.upload(f'filler {n:02}.txt', f'{n}'.encode())
    page = browser.page({'viewport': {'width': 700, 'height': 500}})
    page.get_by_label('Order').select_option('name')
    settle(page)
    scroller = page.locator('.library-scroll')
    scroller.evaluate('(element) => { element.scrollTop = 900; }')
    settle(page)
    for where, chosen in (('first', FIRST_BELOW_THE_TOP), ('cut by the lower edge', CUT_BY_THE_BOTTOM)):
        name = wait(page, lambda: page.evaluate(chosen))
        before = scroller.evaluate('(element) => element.scrollTop')
        # A click as Playwright makes it would scroll the card into sight.
        card(page, name).locator('a').evaluate('(link) => { link.focus({ preventScroll: true }); link.click(); }')
        # A document of any kind may lie there: a board is no reader.
        wait(page, lambda: inspect(page)['view'] != 'library')
        settle(page)
        page.keyboard.press('Escape')
        wait(page, lambda: inspect(page)['view'] == 'library')
        settle(page)
        after = scroller.evaluate('(element) => element.scrollTop')
        scrolled = before > 0 and after == before
        report.check(f'the library is scrolled where it was left, by the card that is {where}', scrolled, (before, after))
        focus = page.evaluate('document.activeElement.textContent')
        report.check('and the focus is on the card that was opened', name in focus, focus)


SCROLLED = "document.querySelector('.library-scroll').scrollTop"


def scrolled_to(page, wanted):
    """Whether the library comes to be scrolled there, and stays."""
    came = wait(page, lambda: page.evaluate(SCROLLED) == wanted and settle(page), 5)
    page.wait_for_timeout(300)
    return came and page.evaluate(SCROLLED) == wanted


def check_place_in_library(report, browser, client):
    for n in range(30):
        client.upload(f'filler {n:02}.txt', f'{n}'.encode())
    check_place_of(report, browser, '/?sort=-size')
    check_deep_place(report, browser)


def check_place_of(report, browser, path):
    page = browser.page({'viewport': {'width': 1100, 'height': 500}}, path)
    page.locator('.library-scroll').evaluate('(element) => { element.scrollTop = 900; }')
    # So long it rests until it is kept.
    page.wait_for_timeout(600)
    page.reload()
    report.check(f'{path}: loaded anew, the library is where it was', scrolled_to(page, 900), page.evaluate(SCROLLED))
    other = page.context.new_page()
    other.goto(BASE + path)
    report.check(f'{path}: opened anew as well', scrolled_to(other, 900), other.evaluate(SCROLLED))
    other.close()
    # A click as Playwright makes it would scroll the card into sight.
    page.evaluate("document.querySelector('li.card[aria-posinset=\"17\"] a').click()")
    wait(page, lambda: inspect(page)['view'] != 'library')
    settle(page)
    page.reload()
    wait(page, lambda: (inspect(page) or {}).get('view') not in (None, 'library') and settle(page))
    page.get_by_role('button', name='Back to the library').click()
    report.check(f'{path}: and behind a document that was loaded anew', scrolled_to(page, 900), page.evaluate(SCROLLED))
    page.get_by_role('link', name='Recently changed').click()
    report.check(f'{path}: another place begins at its top', scrolled_to(page, 0), page.evaluate(SCROLLED))
    page.go_back()
    report.check(f'{path}: going back leads to where one was', scrolled_to(page, 900), page.evaluate(SCROLLED))
    page.context.close()


def check_deep_place(report, browser):
    """Far down, where more than one answer is needed; and scrolling meanwhile is not undone."""
    page = page_of_many(browser)
    deep = '(element) => { element.scrollTop = element.scrollHeight; }'
    for shown_count in range(200, 700, 100):
        page.locator('.library-scroll').evaluate(deep)
        wait(page, lambda shown_count=shown_count: inspect(page)['library']['shown'] >= shown_count)
    settle(page)
    page.wait_for_timeout(600)
    place = page.evaluate(SCROLLED)
    page.reload()
    report.check('far down it comes back, too', place > 5000 and scrolled_to(page, place), (place, page.evaluate(SCROLLED)))
    page.context.close()
