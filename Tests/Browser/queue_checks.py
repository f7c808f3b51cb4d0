"""The viewing queue: documents are read one after the other, in the order of the list that the library shows."""

import io
import json
import math
import struct
import wave
import zipfile

from fixtures import pdf
from harness import DESKTOP, PHONE, TABLET, card, inspect, intercept, overflow, reader, settle, shown, wait
from touch import Hand

OFFER = '.next-document:not([hidden]) .next-button'
# What is told to screen readers, from now on.
LISTEN = """
() => {
  const region = document.getElementById('announcements');
  globalThis.told = [];
  new MutationObserver(() => told.push(region.textContent.trim())).observe(region, { childList: true, characterData: true, subtree: true });
}
"""
# The edges of what is seen, in CSS pixels of the window.
BOXES = """
(selectors) => selectors.map((selector) => {
  const element = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility({visibilityProperty: true}));
  const box = element?.getBoundingClientRect();
  return box?.height ? [box.left, box.top, box.right, box.bottom] : null;
})
"""
FOOT = ('.reader-foot', '.reader-middle', '.player-bar', '.toast')


def queued(client, word, pages=(3, 2, 3), **options):
    """Documents that a search for the word lists alone, in this order."""
    return [client.upload(f'{word} {place}.pdf', pdf(count, **options)) for place, count in enumerate(pages, 1)]


def opened(browser, word, name, device=DESKTOP):
    """A page on which the list of a word was seen, and a document of it opened."""
    page = browser.page(device, f'/?q={word}&sort=name')
    shown(page, name)
    card(page, name).locator('a').click()
    came(page, name)
    return page


def came(page, name):
    """Whether a document comes to be shown."""
    there = wait(page, lambda: page.title().startswith(name) and (document := inspect(page)['document']) and document in page.url)
    settle(page)
    return there


def watch_loads(page):
    """The documents that are asked for from now on, each time."""
    loads = []
    page.on('request', lambda request: '/preview' in request.url and loads.append(request.url.split('/documents/')[1].split('/')[0]))
    return loads


def offer(page):
    """The words of the button at the end; none where it is not offered."""
    # Asked for at once: between two questions the button may go.
    return next(iter(page.locator(OFFER).all_inner_texts()), None)


def to_end(page):
    """Goes to the very end of the last page. Pressed there, the second key would open the next document."""
    page.keyboard.press('End')
    settle(page)
    if not wait(page, lambda: offer(page), 1):
        page.keyboard.press('PageDown')
    settle(page)


def check_queue_by_keys(report, browser, client):
    first, second, third = queued(client, 'keyed')
    page = opened(browser, 'keyed', second['name'])
    report.check('7.5 the item that is chosen is shown', inspect(page)['document'] == second['id'], page.url)
    report.check('before its end nothing is offered', offer(page) is None, offer(page))
    page.evaluate(LISTEN)
    to_end(page)
    report.check('at its end the next document is', wait(page, lambda: third['name'] in (offer(page) or '')), offer(page))
    page.keyboard.press('PageUp')
    report.check('not after going back', wait(page, lambda: offer(page) is None))
    to_end(page)
    said = lambda: [words for words in page.evaluate('told') if 'Next document' in words]
    wait(page, said)
    report.check('which is told once', len(said()) == 1, said())
    loads = watch_loads(page)
    page.keyboard.press('PageUp')
    settle(page)
    for _ in range(8):
        page.keyboard.down('PageDown')
    page.keyboard.up('PageDown')
    settle(page)
    report.check('a key that is held stays in the document', inspect(page)['document'] == second['id'] and not loads, loads)
    page.keyboard.press('PageDown')
    report.check('7.6 a press at the end opens the next one', came(page, third['name']), page.title())
    report.check('7.6 with exactly one load', loads == [third['id']], loads)
    to_end(page)
    for key in ('PageDown', 'ArrowRight', ' ', 'Shift+PageDown'):
        page.keyboard.press(key)
        page.wait_for_timeout(150)
    settle(page)
    stays = inspect(page)['document'] == third['id'] and offer(page) is None
    report.check('7.6 at the last one nothing happens', stays and loads == [third['id']], (page.title(), loads))
    page.keyboard.press('Home')
    for _ in range(3):
        page.keyboard.press('PageUp')
    report.check('going back before the first page does not leave it', inspect(page)['document'] == third['id'], page.title())
    for document in (second, first):
        page.keyboard.press('Shift+PageUp')
        report.check(f'Shift and Page Up lead to {document["name"]}', came(page, document['name']), page.title())
    check_way_back(report, page, second)
    page.context.close()


def check_way_back(report, page, second):
    """From the first document over the second one, in which a step was made."""
    page.keyboard.press('Shift+PageDown')
    came(page, second['name'])
    to_end(page)
    # A tap on the title leads to the start, in a step of its own.
    page.locator('.reader-title:visible').evaluate('(title) => title.click()')
    wait(page, lambda: reader(page)['page'] == 1)
    page.keyboard.press('Shift+PageUp')
    came(page, 'keyed 1.pdf')
    page.go_back()
    back = wait(page, lambda: inspect(page)['view'] == 'library')
    report.check('the browser’s Back leads to the list, in one step', back and 'q=keyed' in page.url, page.url)
    focused = wait(page, lambda: 'keyed 1.pdf' in page.evaluate("document.activeElement.closest('.card')?.textContent ?? ''"))
    report.check('at the card of what was read last', focused)


def check_queue_by_hand(report, browser, client):
    first, second, third, _ = queued(client, 'handed', (2, 2, 1, 1))
    page = opened(browser, 'handed', first['name'], PHONE)
    hand, loads = Hand(page), watch_loads(page)
    to_end(page)
    page.locator(OFFER).tap()
    report.check('a tap on the offer opens the next document', came(page, second['name']), page.title())
    hand.rest(400)
    hand.swipe((320, 300), (60, 300), steps=6)
    settle(page)
    offered = wait(page, lambda: offer(page) is not None)
    stays = inspect(page)['document'] == second['id'] and reader(page)['page'] == 2
    report.check('a swipe to the last page is not one beyond it', stays and offered, offer(page))
    hand.swipe((320, 300), (60, 300), steps=6)
    report.check('a swipe at the end opens the next one', came(page, third['name']), page.title())
    report.check('each with exactly one load', loads == [second['id'], third['id']], loads)
    for _ in range(2):
        hand.rest(400)
        hand.swipe((320, 300), (60, 300), steps=6)
        settle(page)
    stays = page.title().startswith('handed 4.pdf') and len(loads) == 3
    report.check('7.6 at the last one nothing happens', stays, (page.title(), loads))
    page.go_back()
    report.check('Back leads to the list', wait(page, lambda: inspect(page)['view'] == 'library'), page.url)
    page.context.close()


def check_queue_page_by_page(report, browser, client):
    """Where pages are turned one at a time, the edge is tapped, and pages are pulled."""
    queued(client, 'edged', (2, 2, 2))
    page = opened(browser, 'edged', 'edged 1.pdf', TABLET)
    hand = Hand(page)
    page.keyboard.press('v')
    page.get_by_role('menuitemradio', name='Page by page', exact=True).click()
    settle(page)
    for _ in range(2):
        hand.tap((800, 600))
        hand.rest(600)
    report.check('a tap at the edge of the last page opens the next document', came(page, 'edged 2.pdf'), page.title())
    page.keyboard.press('v')
    page.get_by_role('menuitemradio', name='Page by page', exact=True).click()
    settle(page)
    page.keyboard.press('End')
    settle(page)
    hand.swipe((700, 600), (200, 600), steps=8)
    report.check('so does a pull', came(page, 'edged 3.pdf'), page.title())
    page.context.close()


def check_queue_follows(report, browser, client):
    first, second, third = queued(client, 'followed', (1, 1, 1))
    page = opened(browser, 'followed', first['name'])
    to_end(page)
    client.ask('PATCH', f'/api/v1/documents/{second["id"]}', json.dumps({'name': 'followed 2 anew.pdf'}).encode(), 'application/json')
    report.check('a new name of the next one is shown', wait(page, lambda: 'anew' in (offer(page) or '')), offer(page))
    client.upload('followed 1b.pdf', pdf(1))
    report.check('one that comes between is next', wait(page, lambda: '1b' in (offer(page) or '')), offer(page))
    client.ask('DELETE', f'/api/v1/documents/{first["id"]}')
    wait(page, lambda: page.get_by_text('was moved to the Trash').count() > 0)
    page.keyboard.press('Shift+PageDown')
    report.check('from one that was thrown away it goes on, too', came(page, 'followed 1b.pdf'), page.title())
    client.ask('DELETE', f'/api/v1/documents/{third["id"]}')
    page.keyboard.press('Shift+PageDown')
    came(page, 'followed 2 anew.pdf')
    to_end(page)
    report.check('and the last one is the last', wait(page, lambda: offer(page) is None), offer(page))
    page.context.close()
    page = browser.page(path=f'/d/{second["id"]}')
    page.wait_for_timeout(600)
    to_end(page)
    page.keyboard.press('Shift+PageUp')
    page.wait_for_timeout(300)
    alone = offer(page) is None and inspect(page)['document'] == second['id']
    report.check('a document that was opened by a link has no queue', alone, (offer(page), page.title()))
    page.context.close()


def check_queue_leading_pages(report, browser, client):
    """The end of the leading pages of a long document is not its end."""
    first, _ = queued(client, 'growing', (6, 1))
    page, held = browser.page(path='/?q=growing&sort=name'), []
    address = f'**/api/v1/documents/{first["id"]}/preview'

    def lead(route):
        answer = route.fetch()
        preview = answer.json()
        route.fulfill(response=answer, json=preview | {'pages': preview['pages'][:2], 'pageCount': 2, 'preparing': True})

    intercept(page, f'{address}?early=true', lead)
    intercept(page, address, lambda route: held.append(route))
    card(page, first['name']).locator('a').click()
    wait(page, lambda: reader(page).get('pageCount') == 2 and held)
    for key in ('End', 'PageDown', 'PageDown', 'PageDown'):
        page.keyboard.press(key)
        page.wait_for_timeout(150)
    stays = inspect(page)['document'] == first['id'] and offer(page) is None
    report.check('at the end of the leading pages nothing is next', stays, (page.title(), offer(page)))
    held[0].continue_()
    wait(page, lambda: reader(page).get('pageCount') == 6)
    settle(page)
    to_end(page)
    report.check('but at the end of all', wait(page, lambda: offer(page) is not None), reader(page))
    page.context.close()


def check_queue_full_screen(report, browser, client):
    queued(client, 'filled', (1, 1))
    page = opened(browser, 'filled', 'filled 1.pdf')
    filled = lambda: page.evaluate('document.fullscreenElement !== null')
    page.keyboard.press('v')
    page.get_by_role('menuitem', name='Full screen').click()
    wait(page, filled)
    page.keyboard.press('Shift+PageDown')
    came(page, 'filled 2.pdf')
    bare = page.locator('.reader.bare').count() == 1
    report.check('the next document fills the screen, too, without the bars', filled() and bare, (filled(), bare))
    page.keyboard.press('Escape')
    page.keyboard.press('Escape')
    report.check('which the list does not', wait(page, lambda: inspect(page)['view'] == 'library' and not filled()), inspect(page)['view'])
    page.context.close()


# Screens as they come and go, numbered. None of them is held on to.
EXCHANGED = """
() => {
  globalThis.exchanged = [];
  let latest = -1;
  const numbers = new WeakMap();
  const number = (screen) => {
    if (!numbers.has(screen)) numbers.set(screen, latest += 1);
    return numbers.get(screen);
  };
  // What is added with what is around it is told of twice.
  const tell = (step) => { if (exchanged.at(-1) !== step) exchanged.push(step); };
  const screensIn = (nodes) => [...nodes].flatMap((node) => node.nodeType !== 1 ? [] : node.matches('.reader') ? [node] : [...node.querySelectorAll('.reader')]);
  screensIn([document.body]).forEach(number);
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records) {
      for (const added of screensIn(addedNodes)) tell(`comes ${number(added)}`);
      for (const removed of screensIn(removedNodes)) tell(`goes ${number(removed)}`);
    }
  }).observe(document.body, { childList: true, subtree: true });
}
"""


def check_screens_exchanged(report, browser, client):
    """A document's screen goes before that of the next one comes, each once, and leaves nothing behind."""
    first, second = queued(client, 'exchanged', (3, 3))
    page = opened(browser, 'exchanged', first['name'])
    page.evaluate(EXCHANGED)
    session, kept = page.context.new_cdp_session(page), []
    for turn in range(12):
        there = second if turn % 2 == 0 else first
        page.keyboard.press('Shift+PageDown' if turn % 2 == 0 else 'Shift+PageUp')
        came(page, there['name'])
        wait(page, lambda: page.locator('.reader').count() == 1)
        if turn % 4 == 3:
            session.send('HeapProfiler.collectGarbage')
            counted = session.send('Memory.getDOMCounters')
            kept.append((counted['nodes'], counted['jsEventListeners']))
    steps = page.evaluate('exchanged')
    # Between two documents stands a screen with the name of the one that comes.
    wanted = [
        step for screen in range(0, 24, 2)
        for step in (f'goes {screen}', f'comes {screen + 1}', f'comes {screen + 2}', f'goes {screen + 1}')
    ]
    report.check('a screen goes before the next one comes, and each once', steps == wanted, steps)
    # Some nodes come and go with messages.
    grown = [last - early for early, last in zip(kept[0], kept[-1])]
    report.check('and nothing of those that went is kept', grown[0] < 200 and grown[1] < 60, kept)
    page.context.close()


def sound():
    """Half a second of a tone."""
    made = io.BytesIO()
    with wave.open(made, 'wb') as file:
        file.setparams((1, 2, 8000, 0, 'NONE', ''))
        file.writeframes(b''.join(struct.pack('<h', int(9000 * math.sin(n / 5))) for n in range(4000)))
    return made.getvalue()


def archive():
    made = io.BytesIO()
    with zipfile.ZipFile(made, 'w') as file:
        for number in range(40):
            file.writestr(f'notes/{number}.txt', 'A note.')
    return made.getvalue()


def apart(page):
    """Whether the offer lies in the window and over nothing that is pressed at its foot."""
    button, *others = page.evaluate(BOXES, [OFFER, *FOOT])
    width, height = page.evaluate('[innerWidth, innerHeight]')
    inside = button and button[0] >= 0 and button[1] >= 0 and button[2] <= width and button[3] <= height
    over = [box for box in others if box and button and box[0] < button[2] and box[2] > button[0] and box[1] < button[3] and box[3] > button[1]]
    return bool(inside) and not over and overflow(page) <= 0


def check_queue_of_all_kinds(report, browser, client):
    kinds = {
        'various 1.pdf': pdf(4), 'various 2.wav': sound(), 'various 3.zip': archive(),
        'various 4.sheafboard': b'{"format": 1, "cards": [], "strokes": []}',
        'various 5 has a name that is far too long for a button at the foot of the screen of any phone.pdf': pdf(2),
    }
    for name, content in kinds.items():
        client.upload(name, content)
    names = list(kinds)
    for device, size in [(PHONE, 100), (PHONE, 200), (TABLET, 100), (DESKTOP, 200)]:
        page = opened(browser, 'various', names[0], device)
        page.evaluate('(size) => { document.documentElement.style.fontSize = `${size}%`; }', size)
        settle(page)
        what = f'{device["viewport"]["width"]} px wide, text at {size} %'
        to_end(page)
        report.check(f'over pages the offer lies apart, {what}', apart(page), page.evaluate(BOXES, [OFFER, *FOOT]))
        page.keyboard.press('PageDown')
        report.check(f'a sound comes, which is not at its end, {what}', came(page, names[1]) and offer(page) is None, offer(page))
        wait(page, lambda page=page: page.locator('.player').count() == 1)
        page.keyboard.press('Space')
        report.check(f'when it has ended the next is offered, {what}', wait(page, lambda page=page: offer(page) is not None) and apart(page))
        page.keyboard.press('PageDown')
        report.check(f'an archive comes, with the offer, {what}', came(page, names[2]) and wait(page, lambda page=page: apart(page)), page.evaluate(BOXES, [OFFER, *FOOT]))
        page.get_by_role('button', name='More', exact=True).click()
        items = page.get_by_role('menuitem')
        listed = [text for text in items.all_inner_texts() if 'document' in text]
        report.check(f'its menu has both ways, {what}', len(listed) == 2 and names[3] in listed[0] and names[1] in listed[1], listed)
        items.filter(has_text='Next document').click()
        report.check(f'a board comes, {what}', wait(page, lambda page=page: inspect(page)['view'] == 'board'), inspect(page))
        settle(page)
        page.keyboard.press('Shift+PageDown')
        report.check(f'and the last one, {what}', came(page, names[4]), page.title())
        page.context.close()
