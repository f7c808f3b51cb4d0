"""What goes along with reading: pages fetched ahead, slideshows, notes over pages, a second window, windows that turn together."""

import json
import re
import uuid

from access_checks import AUDIT
from fixtures import pdf
from harness import BASE, DESKTOP, PHONE, at_page, card, dialogs_gone, inspect, reader, settle, shown, wait
from presenting_checks import presented
from touch import Hand


def opened(browser, document, device=DESKTOP, at='', **options):
    page = browser.page(device, f'/d/{document["id"]}{at}', **options)
    settle(page)
    return page


def watch_pages(page):
    """The pages whose images are asked for from now on, with their widths, in order; and those whose request was ended."""
    asked, ended = [], []

    def numbered(request):
        found = re.search(r'/pages/(\d+)\?.*width=(\d+)', request.url)
        return found and (int(found[1]), int(found[2]))

    page.on('request', lambda request: (one := numbered(request)) and one[1] > 300 and asked.append(one))
    page.on('requestfailed', lambda request: (one := numbered(request)) and one[1] > 300 and ended.append(one))
    return asked, ended


def check_pages_ahead(report, browser, client):
    """While page 5 is read, pages 6 and 7 are fetched, after it is sharp; a jump ends that."""
    document = client.upload('ahead.pdf', pdf(40, text='Ahead'))
    page = browser.context(DESKTOP).new_page()
    asked, ended = watch_pages(page)
    page.goto(f'{BASE}/d/{document["id"]}#page=5&zoom=100')
    there = wait(page, lambda: {number for number, _ in asked} >= {5, 6, 7})
    report.check('page 5 is asked for first, then 6, then 7', there and [one for one, _ in asked if one in (5, 6, 7)] == [5, 6, 7], asked)
    report.check('all at the width that is shown', len({width for _, width in asked}) == 1, asked)
    page.wait_for_timeout(400)
    report.check('and none farther ahead', max(number for number, _ in asked) == 7, asked)
    settle(page)
    asked.clear()
    page.keyboard.press('ArrowRight')
    page.keyboard.press('ArrowRight')
    at_page(page, 7)
    settle(page)
    report.check('page 7 is there without a new picture of it', 7 not in [one for one, _ in asked], asked)
    wait(page, lambda: {number for number, _ in asked} >= {8, 9})
    stuck = []
    page.route(re.compile(r'/pages/10\?'), lambda route: stuck.append(route))
    page.keyboard.press('ArrowRight')
    at_page(page, 8)
    wait(page, lambda: stuck)
    report.check('what is two pages on waits for its answer', len(stuck) == 1 and ended == [], (stuck, ended))
    page.keyboard.press('End')
    at_page(page, 40)
    report.check('a jump ends it', wait(page, lambda: [number for number, _ in ended] == [10]), ended)
    settle(page)
    report.check('and is not held up by it', reader(page)['page'] == 40 and inspect(page)['busy'] is False)
    page.context.close()
    page = browser.context(DESKTOP).new_page()
    page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    asked, _ = watch_pages(page)
    page.goto(f'{BASE}/d/{document["id"]}#page=5&zoom=100')
    wait(page, lambda: {number for number, _ in asked} >= {5, 6})
    page.wait_for_timeout(600)
    report.check('a browser that saves data gets none ahead', 7 not in [one for one, _ in asked], asked)
    page.context.close()


def show_with(page, **choices):
    """Lets the page begin with choices that a person made before."""
    page.add_init_script(f"localStorage.setItem('sheaf.reader.show', {json.dumps(json.dumps(choices))})")


def showing(browser, document, device=DESKTOP, at='', **choices):
    page = browser.context(device).new_page()
    show_with(page, **choices)
    page.goto(f'{BASE}/d/{document["id"]}{at}')
    settle(page)
    return page


def from_menu(page, name, role='menuitem'):
    page.get_by_role('button', name='More', exact=True).click()
    page.get_by_role(role, name=name).click()


def menu_words(page):
    """The items of the menu, which is closed again."""
    page.get_by_role('button', name='More', exact=True).click()
    words = page.locator('.menu .menu-item').all_inner_texts()
    page.keyboard.press('Escape')
    return [' '.join(word.split()) for word in words]


def plays(page):
    """Whether the reader says that a slideshow plays; None where it says nothing of one."""
    if not page.locator('.reading-part[aria-label=Slideshow]:not([hidden])').count():
        return None
    return page.locator('.reading-part button[aria-label="Pause slideshow"]:not([hidden])').count() == 1


def bars_seen(page):
    return page.locator('.reader-bar').evaluate("(bar) => { const {visibility, opacity} = getComputedStyle(bar); return visibility === 'visible' && opacity > 0.99 }")


def check_slideshow(report, browser, client):
    document = client.upload('slides.pdf', pdf(4, text='Slide'))
    page = showing(browser, document, seconds=2)
    before = reader(page)
    page.keyboard.press('Shift+S')
    started = wait(page, lambda: plays(page) is True)
    page.keyboard.press('Shift+S')
    settle(page)
    after = reader(page)
    same = (before['page'], before['zoom'], before['mode']) == (after['page'], after['zoom'], after['mode'])
    report.check('8.4 pressed twice the key leaves it as it was, and says so', started and same and plays(page) is False, (before, after, plays(page)))
    report.check('the menu offers to play', any('Play slideshow' in words for words in menu_words(page)), menu_words(page))
    from_menu(page, 'Play slideshow')
    report.check('the menu plays, and then offers to pause', wait(page, lambda: plays(page)) and any('Pause slideshow' in words for words in menu_words(page)))
    report.check('whole pages are shown meanwhile', reader(page)['mode'] == 'page', reader(page))
    report.check('the next page is turned to after its seconds', at_page(page, 2) and plays(page) is True, reader(page))
    page.keyboard.press('ArrowLeft')
    report.check('a page that is turned to by hand ends that', wait(page, lambda: plays(page) is False), plays(page))
    page.wait_for_timeout(2_600)
    report.check('and nothing turns any more', reader(page)['page'] == 1, reader(page))
    page.get_by_role('button', name='Play slideshow').click()
    wait(page, lambda: plays(page))
    page.mouse.click(700, 450)
    report.check('so does a press on the page', wait(page, lambda: plays(page) is False))
    page.keyboard.press('Shift+S')
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))")
    report.check('and a window that is hidden', wait(page, lambda: plays(page) is False))
    page.evaluate("delete document.hidden")
    page.keyboard.press('Shift+S')
    at_page(page, 4)
    report.check('it rests at the last page', wait(page, lambda: plays(page) is False) and reader(page)['page'] == 4, reader(page))
    page.get_by_role('button', name='End slideshow').click()
    report.check('put away, it is spoken of no more', wait(page, lambda: plays(page) is None))
    page.keyboard.press('Shift+S')
    report.check('begun at the end it shows the first page', at_page(page, 1) and wait(page, lambda: plays(page)))
    page.keyboard.press('Escape')
    report.check('Escape pauses it, and does not leave the document', wait(page, lambda: plays(page) is False) and inspect(page)['view'] == 'reader')
    page.context.close()


def check_slideshow_bars(report, browser, client):
    document = client.upload('barred slides.pdf', pdf(4, text='Slide'))
    page = showing(browser, document, seconds=30)
    page.mouse.move(700, 450)
    page.keyboard.press('Shift+S')
    page.wait_for_timeout(3_000)
    report.check('8.11 while it plays the bars are there for 4 s', bars_seen(page))
    page.wait_for_timeout(3_000)
    gone = page.locator('.reader-bar').evaluate('(bar) => getComputedStyle(bar).visibility') == 'hidden'
    report.check('and have gone after 5.5', gone and plays(page) is True)
    page.keyboard.press('Tab')
    page.keyboard.press('Shift+S')
    report.check('paused, they are there', wait(page, lambda: bars_seen(page)) and plays(page) is False)
    page.mouse.move(700, 450)
    page.mouse.wheel(0, 600)
    page.wait_for_timeout(10_000)
    report.check('and stay, whatever scrolls', bars_seen(page))
    page.context.close()
    phone = showing(browser, document, PHONE, seconds=2)
    phone.get_by_role('button', name='More', exact=True).tap()
    phone.get_by_role('menuitem', name='Play slideshow').tap()
    report.check('a finger plays it', at_page(phone, 2))
    Hand(phone).tap((200, 400))
    report.check('and a tap on the page pauses it', wait(phone, lambda: plays(phone) is False) and wait(phone, lambda: bars_seen(phone)))
    box = phone.locator('.reading-part').first.bounding_box()
    low = phone.locator('.reading-part button:visible').evaluate_all('(all) => Math.min(...all.map((one) => Math.min(one.offsetWidth, one.offsetHeight)))')
    report.check('what pauses and plays is large enough for a finger, in the window', low >= 44 and box['x'] >= 0 and box['x'] + box['width'] <= 390, (low, box))
    report.check('the reader passes the audit meanwhile', phone.evaluate(AUDIT) == [], phone.evaluate(AUDIT))
    phone.context.close()


def check_slideshow_of_a_list(report, browser, client):
    """It goes on in the next document of the list, from its first page."""
    first, second = [client.upload(f'reel {place}.pdf', pdf(2, text='Reel')) for place in (1, 2)]
    page = browser.context(DESKTOP).new_page()
    show_with(page, seconds=2)
    page.goto(f'{BASE}/?q=reel&sort=name')
    shown(page, 'reel 1.pdf')
    card(page, 'reel 1.pdf').locator('a').click()
    wait(page, lambda: inspect(page)['document'] == first['id'])
    settle(page)
    page.keyboard.press('Shift+S')
    on = wait(page, lambda: inspect(page)['document'] == second['id'] and reader(page).get('page') == 1 and plays(page))
    report.check('behind the last page the next document is shown, and it plays on', on, (inspect(page)['document'], reader(page), plays(page)))
    report.check('to the end of the list', at_page(page, 2) and wait(page, lambda: plays(page) is False), (reader(page), plays(page)))
    page.context.close()


def with_notes(client, name, notes, pages=6):
    """A document with notes on its pages: page, height and words of each."""
    document = client.upload(name, pdf(pages, text=name))

    def annotation(number, page, top, words):
        return {
            '@context': 'http://www.w3.org/ns/anno.jsonld', 'type': 'Annotation', 'id': f'urn:uuid:{uuid.uuid4()}',
            'created': f'2026-01-01T00:00:{number:02}Z', 'mark': {'kind': 'note', 'page': page, 'color': '#ffcc00', 'width': 2, 'points': [[300, top]]},
            'body': {'type': 'TextualBody', 'value': words, 'purpose': 'commenting'},
        }  # fmt: skip

    put = [annotation(number, *note) for number, note in enumerate(notes)]
    edit = json.dumps({'sha256': document['sha256'], 'put': put, 'removed': []}).encode()
    status, answer = client.ask('PATCH', f'/api/v1/documents/{document["id"]}/annotations', edit, 'application/json')
    if status != 200:
        raise RuntimeError(f'{status} {answer}')
    return document


def note_seen(page):
    return page.locator('.timed-note').inner_text() if page.locator('.timed-note').count() else None


# What is seen when: the words of the note, and since when in ms, from now on.
WATCH_NOTES = """
() => {
  globalThis.notesSeen = [];
  const begun = performance.now();
  const look = () => {
    const words = document.querySelector('.timed-note')?.textContent ?? null;
    if (notesSeen.at(-1)?.words !== words) notesSeen.push({ words, at: performance.now() - begun });
  };
  look();
  new MutationObserver(look).observe(document.querySelector('.timed-notes'), { childList: true, subtree: true });
}
"""


def check_page_notes(report, browser, client):
    notes = [(2, 300, 'Second of page two'), (2, 100, 'First of page two'), (5, 200, 'Of page five <b>bold</b>')]
    document = with_notes(client, 'noted.pdf', notes)
    before = client.ask('GET', f'/api/v1/documents/{document["id"]}/content')[1]
    page = showing(browser, document)
    wait(page, lambda: len(page.evaluate('sheaf.inspect().reader.marking?.marks ?? []')) == 3)
    page.keyboard.press('ArrowRight')
    page.wait_for_timeout(900)
    report.check('8.1 who only reads is not disturbed', note_seen(page) is None and reader(page)['page'] == 2, note_seen(page))
    from_menu(page, 'Slideshow and second window')
    sheet = page.get_by_role('dialog', name='Slideshow and second window')
    sheet.get_by_role('radio', name='Always').check()
    report.check('the sheet passes the audit', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    sheet.get_by_role('button', name='Close').click()
    dialogs_gone(page)
    page.keyboard.press('Home')
    settle(page)
    page.wait_for_timeout(400)
    drawn = page.locator('.page').first.evaluate('(page) => page.outerHTML.length')
    page.evaluate(WATCH_NOTES)
    page.keyboard.press('ArrowRight')
    wait(page, lambda: len(page.evaluate('notesSeen')) == 4, 15)
    seen = page.evaluate('notesSeen')
    words = [one['words'] for one in seen]
    report.check('8.1 notes are shown one after the other when their page is turned to, then gone', words == [None, 'First of page two', 'Second of page two', None], seen)
    lasted = [later['at'] - one['at'] for one, later in zip(seen[1:3], seen[2:4])]
    report.check('each for 4 s', all(3_900 < time < 4_800 for time in lasted), lasted)
    page.keyboard.press('Home')
    settle(page)
    page.wait_for_timeout(300)
    same = page.locator('.page').first.evaluate('(page) => page.outerHTML.length') == drawn
    report.check('the page itself is untouched', same and client.ask('GET', f'/api/v1/documents/{document["id"]}/content')[1] == before)
    for _ in range(4):
        page.keyboard.press('ArrowRight')
    seen = wait(page, lambda: note_seen(page))
    report.check('pages that fly by show none, and words are words', seen == 'Of page five <b>bold</b>' and page.locator('.timed-note b').count() == 0, seen)
    sign = page.locator('.page-marks [data-mark]').last.bounding_box()
    bubble = page.locator('.timed-note').bounding_box()
    beside = abs(bubble['y'] - sign['y']) < 60 and abs(bubble['x'] - sign['x'] - sign['width']) < 60
    report.check('a note is beside its sign', beside, (bubble, sign))
    page.keyboard.press('ArrowRight')
    report.check('it goes with its page', wait(page, lambda: note_seen(page) is None, 1.5), note_seen(page))
    page.context.close()
    page = showing(browser, document, seconds=5)
    wait(page, lambda: len(page.evaluate('sheaf.inspect().reader.marking?.marks ?? []')) == 3)
    page.keyboard.press('ArrowRight')
    page.keyboard.press('Shift+S')
    report.check('in a slideshow they are shown', wait(page, lambda: note_seen(page) == 'First of page two'), note_seen(page))
    page.keyboard.press('Shift+S')
    report.check('and go with it', wait(page, lambda: note_seen(page) is None, 2))
    with page.expect_popup() as popup:
        page.keyboard.press('Shift+P')
    second = popup.value
    report.check('who presents sees them', wait(page, lambda: note_seen(page) == 'First of page two'), note_seen(page))
    report.check('10.8 those at the second window do not', second.locator('img').count() == 1 and 'of page two' not in second.content())
    page.context.close()


def connection(page):
    """What the reader says of the second window; None where it says nothing."""
    return ' '.join(page.locator('.reading-window').inner_text().split()) if page.locator('.reading-window:not([hidden])').count() else None


def check_presenter_status(report, browser, client):
    document = client.upload('shown twice.pdf', pdf(3, text='Shown'))
    page = opened(browser, document)
    report.check('10.1 the menu says that none is connected', any('Not connected' in words for words in menu_words(page)), menu_words(page))
    with page.expect_popup() as popup:
        page.keyboard.press('Shift+P')
    report.check('10.1 connected is said when it opens', wait(page, lambda: connection(page) == 'Second window: Connected', 2), connection(page))
    report.check('also in the menu', any('Connected' in words and 'Not' not in words for words in menu_words(page)), menu_words(page))
    popup.value.close()
    report.check('10.1 and not connected when it is closed', wait(page, lambda: connection(page) == 'Second window: Not connected', 2), connection(page))
    with page.expect_popup() as popup:
        page.get_by_role('button', name='Present again').click()
    second = popup.value
    wait(page, lambda: connection(page) == 'Second window: Connected', 2)
    second.goto('about:blank#elsewhere')
    second.evaluate("document.write('<p>Something else')")
    report.check('one that shows something else is not connected', wait(page, lambda: connection(page) == 'Second window: Not connected', 2), connection(page))
    page.get_by_role('button', name='Close this message').click()
    report.check('the message goes when it was seen', wait(page, lambda: connection(page) is None), connection(page))
    second = presented(page)
    other = page.context.new_page()
    other.goto(f'{BASE}/d/{document["id"]}')
    report.check('10.2 a window that comes second says so at once', wait(other, lambda: connection(other) == 'Second window: Connected'), connection(other))
    page.reload()
    settle(page)
    report.check('10.2 so does the first one when it is loaded anew', wait(page, lambda: connection(page) == 'Second window: Connected', 2), connection(page))
    report.check('and the other again', wait(other, lambda: connection(other) == 'Second window: Connected'), connection(other))
    session = page.context.new_cdp_session(second)
    session.send('Page.close')
    report.check('10.1 all know when it is killed', wait(page, lambda: connection(page) == 'Second window: Not connected', 2) and wait(other, lambda: connection(other) == 'Second window: Not connected', 2), (connection(page), connection(other)))
    with page.expect_popup():
        page.keyboard.press('Shift+P')
    wait(other, lambda: connection(other) == 'Second window: Connected')
    page.close()
    report.check('and when the tab that presents is closed', wait(other, lambda: connection(other) == 'Second window: Not connected', 2), connection(other))
    other.context.close()


# How far the middle of the overlay is from that of the window, and how large it is.
OVERLAY = """
() => {
  const box = document.querySelector('[data-overlay]').getBoundingClientRect();
  return [box.x + box.width / 2 - innerWidth / 2, box.y + box.height / 2 - innerHeight / 2, box.width, box.height];
}
"""


def check_presented_overlay(report, browser, client):
    document = client.upload('branded.pdf', pdf(3, text='Branded'))
    page = opened(browser, document)
    second = presented(page)
    report.check('nothing lies over the page unless it is chosen', second.locator('[data-overlay]').is_hidden())
    from_menu(page, 'Slideshow and second window')
    sheet = page.get_by_role('dialog', name='Slideshow and second window')
    sheet.get_by_role('radio', name='Sheaf’s mark').check()
    wait(second, lambda: second.locator('[data-overlay] svg').is_visible())
    x, y, width, height = second.evaluate(OVERLAY)
    report.check('10.5 the mark is in the middle, within a pixel', abs(x) <= 1 and abs(y) <= 1 and 40 < width <= 500 and height <= 300, (x, y, width, height))
    sheet.get_by_role('radio', name='Words').check()
    sheet.get_by_role('textbox').fill('Draft <i>4</i>')
    wait(second, lambda: 'Draft <i>4</i>' in second.locator('[data-overlay]').inner_text())
    x, y, width, height = second.evaluate(OVERLAY)
    literal = second.locator('[data-overlay]').inner_text() == 'Draft <i>4</i>'
    report.check('10.5 so are words of one’s own', literal and abs(x) <= 1 and abs(y) <= 1 and width <= 500 and height <= 300, (x, y, width, height))
    second.set_viewport_size({'width': 801, 'height': 533})
    x, y, *_ = second.evaluate(OVERLAY)
    report.check('also in a window of another size', abs(x) <= 1 and abs(y) <= 1, (x, y))
    sheet.get_by_role('radio', name='Nothing').check()
    report.check('and can be taken away', wait(second, lambda: second.locator('[data-overlay]').is_hidden()))
    page.context.close()


def linked(page):
    page.get_by_role('button', name='More', exact=True).click()
    on = page.get_by_role('menuitemcheckbox', name='Turn pages together').get_attribute('aria-checked')
    page.keyboard.press('Escape')
    return on == 'true'


def label(page):
    return page.get_by_role('textbox', name='Page').input_value()


def check_turning_together(report, browser, client):
    document = client.upload('linked.pdf', pdf(30, text='Linked'))
    page = opened(browser, document)
    other = page.context.new_page()
    other.goto(f'{BASE}/d/{document["id"]}')
    settle(other)
    other.keyboard.press('ArrowRight')
    at_page(other, 2)
    page.wait_for_timeout(500)
    report.check('8.6 windows turn alone unless it is chosen', reader(page)['page'] == 1 and not linked(page))
    from_menu(other, 'Turn pages together', 'menuitemcheckbox')
    report.check('8.6 chosen in one, it is in the other, which says so', wait(page, lambda: page.get_by_text('Pages turn together with another window').count() == 1) and linked(page))
    other.keyboard.press('ArrowRight')
    report.check('8.6 a page that is turned there is turned here within a second, and the label says so', wait(page, lambda: reader(page)['page'] == 3 and label(page) == '3', 1), (reader(page), label(page)))
    page.keyboard.press('End')
    report.check('and the other way', wait(other, lambda: reader(other)['page'] == 30 and label(other) == '30', 1), reader(other))
    page.wait_for_timeout(700)
    report.check('nothing goes in circles', (reader(page)['page'], reader(other)['page']) == (30, 30))
    page.keyboard.press('Home')
    wait(other, lambda: reader(other)['page'] == 1)
    check_turning_under_a_hand(report, page, other)
    elsewhere = browser.page(DESKTOP, f'/d/{document["id"]}')
    settle(elsewhere)
    from_menu(elsewhere, 'Turn pages together', 'menuitemcheckbox')
    page.keyboard.press('Home')
    page.keyboard.press('ArrowRight')
    report.check('another browser hears of it from the server', wait(elsewhere, lambda: reader(elsewhere)['page'] == 2, 3), reader(elsewhere))
    elsewhere.keyboard.press('ArrowRight')
    report.check('and tells it', wait(page, lambda: reader(page)['page'] == 3, 3) and wait(other, lambda: reader(other)['page'] == 3, 3), (reader(page), reader(other)))
    elsewhere.context.close()
    from_menu(other, 'Turn pages together', 'menuitemcheckbox')
    wait(other, lambda: other.url.endswith('#page=3'))
    other.reload()
    settle(other)
    page.keyboard.press('ArrowRight')
    other.wait_for_timeout(500)
    report.check('a window that was left turns alone, also loaded anew', reader(other)['page'] == 3 and not linked(other) and linked(page), (reader(other), reader(page)))
    page.context.close()


def check_turning_under_a_hand(report, page, other):
    """What another window turns to waits while the line along the strip is held."""
    track = page.locator('.page-track')
    box = track.bounding_box()
    y = box['y'] + box['height'] / 2
    page.mouse.move(box['x'] + 1, y)
    page.mouse.down()
    page.mouse.move(box['x'] + box['width'] * 0.6, y, steps=6)
    held = track.get_attribute('aria-valuenow')
    other.keyboard.press('ArrowRight')
    other.keyboard.press('ArrowRight')
    at_page(other, 3)
    page.wait_for_timeout(600)
    report.check('8.8 nothing moves what a hand holds', track.get_attribute('aria-valuenow') == held and reader(page)['page'] == 1, (held, reader(page)))
    page.mouse.move(box['x'] + 1, y, steps=6)
    page.mouse.up()
    report.check('8.8 what was turned meanwhile is shown when it lets go where it was', at_page(page, 3) and track.get_attribute('aria-valuenow') == '3', reader(page))
    page.mouse.move(box['x'] + box['width'] * (2 / 29), y)
    page.mouse.down()
    page.mouse.move(box['x'] + box['width'] * 0.5, y, steps=6)
    page.mouse.move(box['x'] + box['width'] * 0.5, y - 200, steps=3)
    page.mouse.up()
    middle = wait(page, lambda: 14 <= reader(page)['page'] <= 17)
    free = page.locator('.page-track-bubble').is_hidden()
    report.check('8.9 let go beside the line the drag ends, and its page is shown in both', middle and free and wait(other, lambda: reader(other)['page'] == reader(page)['page']), (reader(page), reader(other)))
