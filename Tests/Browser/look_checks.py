"""Quick looks: documents over the list that they are in, one after the other."""

import io
import json
import wave
import zipfile
from urllib.parse import quote

from fixtures import encrypted_pdf, pdf, png
from hand_over_checks import ENDS
from harness import DESKTOP, PHONE, card, dialogs_gone, inspect, intercept, overflow, settle, shown, undo, wait
from touch import Hand

# The times, from the press of Space on, at which the small picture is seen, and the sharp one; the first in frames, too.
WATCH = """
() => {
  globalThis.looked = {};
  addEventListener('keydown', ({ key, timeStamp }) => {
    if (key !== ' ' || looked.start) return;
    looked.start = timeStamp;
    let frames = 0;
    const frame = () => {
      frames += 1;
      const now = performance.now() - looked.start;
      const isHere = (selector) => [...document.querySelectorAll(selector)].some((image) => image.complete && image.naturalWidth > 0);
      if (!looked.small && isHere('.look-flight, .look-quick, .look-sharp')) [looked.small, looked.frames] = [now, frames];
      if (!looked.sharp && document.querySelector('.look-sheet[data-settled] .look-sharp')) looked.sharp = now;
      if (!looked.sharp) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }, true);
}
"""


def listed(client, browser, word, pages=(3, 12, 2, 1), device=DESKTOP, **options):
    """Documents that a search for the word lists alone, in this order, and a page that lists them."""
    documents = [client.upload(f'{word} {place}.pdf', pdf(count, unique=f'{word}{place}')) for place, count in enumerate(pages, 1)]
    page = browser.page(device, f'/?q={word}&sort=name', **options)
    shown(page, documents[0]['name'])
    settle(page)
    wait(page, lambda: page.locator('.library-selection').count() == 1)
    return documents, page


def said(page):
    """The name, the place in the set and the page that are shown; None where there is no quick look."""
    if not page.locator('dialog.look').count():
        return None
    return tuple(page.locator(part).inner_text() for part in ('.look-name', '.look-place', '.look-page'))


def comes(page, *wanted):
    return wait(page, lambda: (now := said(page)) and now[: len(wanted)] == wanted)


def is_sharp(page):
    return wait(page, lambda: page.locator('.look-panel:not([inert]) .look-slot:not([hidden]) .look-sharp').count() > 0)


def focused_card(page):
    return page.evaluate("document.activeElement.closest('.card')?.querySelector('.card-name')?.textContent ?? null")


def check_look_is_quick(report, browser, client):
    (first, second, _, _), page = listed(client, browser, 'quickly')
    # A program that draws pages is there from the first page on, and the part of the app before it is asked for.
    client.ask('GET', f'/api/v1/documents/{first["id"]}/pages/1?width=200')
    wait(page, lambda: page.evaluate("performance.getEntriesByType('resource').some(({ name }) => /looking-around/.test(name))"))
    page.wait_for_timeout(300)
    page.evaluate(WATCH)
    card(page, second['name']).locator('.card-main').focus()
    page.keyboard.press(' ')
    wait(page, lambda: page.evaluate('looked.sharp > 0'))
    times = page.evaluate('looked')
    report.check(f'the small picture is there in frame {times["frames"]}, after {times["small"]:.0f} ms', times['frames'] <= 2, times)
    report.check(f'it is sharp after {times["sharp"]:.0f} ms', times['sharp'] < 300, times)
    page.context.close()


def check_look_by_keys(report, browser, client):
    (first, second, third, last), page = listed(client, browser, 'glanced')
    page.evaluate(ENDS)
    card(page, second['name']).locator('.card-main').focus()
    page.keyboard.press(' ')
    report.check('it is a modal dialog of that name', wait(page, lambda: page.get_by_role('dialog', name=second['name']).count() == 1))
    report.check('which says where it is', comes(page, second['name'], '2 of 4', 'Page 1 of 12'), said(page))
    report.check('and does not change the address', '/d/' not in page.url, page.url)
    for _ in range(11):
        page.keyboard.press('ArrowDown')
    report.check('12.23 all pages are reached', comes(page, second['name'], '2 of 4', 'Page 12 of 12') and is_sharp(page), said(page))
    page.keyboard.press('PageUp')
    report.check('and gone back over', comes(page, second['name'], '2 of 4', 'Page 11 of 12'), said(page))
    page.keyboard.press('ArrowRight')
    report.check('an arrow leads to the next document', comes(page, third['name'], '3 of 4', 'Page 1 of 2') and is_sharp(page), said(page))
    page.keyboard.press('ArrowRight')
    page.keyboard.press('ArrowRight')
    report.check('the first one follows the last one', comes(page, first['name'], '1 of 4'), said(page))
    page.keyboard.press('Tab')
    inside = [page.evaluate("document.activeElement.closest('dialog') !== null || document.activeElement === document.body")]
    for _ in range(14):
        page.keyboard.press('Tab')
        inside.append(page.evaluate("document.activeElement.closest('dialog') !== null || document.activeElement === document.body"))
    report.check('Tab stays in it', all(inside), inside)
    page.keyboard.press('Escape')
    closed = dialogs_gone(page)
    told = [(end['action'], end['outcome']) for end in page.evaluate('globalThis.ends') if (end['action'] or '').startswith('look-')]
    report.check('DI-6 its begin and its end are told of, once each and in that order', told == [('look-begun', 'done'), ('look-ended', 'done')], told)
    report.check('Escape closes it, on the card that was looked at', closed and wait(page, lambda: focused_card(page) == first['name']), focused_card(page))
    page.keyboard.press(' ')
    comes(page, first['name'])
    page.keyboard.press(' ')
    report.check('Space closes it, too', dialogs_gone(page) and focused_card(page) == first['name'], focused_card(page))
    page.keyboard.press(' ')
    comes(page, first['name'])
    page.keyboard.press('ArrowRight')
    page.keyboard.press('ArrowDown')
    comes(page, second['name'], '2 of 4', 'Page 2 of 12')
    page.locator('.look-stage').focus()
    page.keyboard.press('Enter')
    opened = wait(page, lambda: (now := inspect(page)) and now['document'] == second['id'] and (now['reader'] or {}).get('page') == 2)
    report.check('Enter opens the document at the page', opened and dialogs_gone(page), page.url)
    page.go_back()
    report.check('Back leads to its card', wait(page, lambda: focused_card(page) == second['name']), focused_card(page))
    page.context.close()


def check_look_at_selection(report, browser, client):
    documents, page = listed(client, browser, 'chosen', (1, 1, 1, 1, 1))
    for place in (0, 2, 4):
        card(page, documents[place]['name']).locator('.card-main').click(modifiers=['Control'])
    page.keyboard.press(' ')
    report.check('a selection is gone through', comes(page, documents[4]['name'], '3 of 3'), said(page))
    page.keyboard.press('i')
    names = lambda: page.locator('.look-tile .card-name').all_inner_texts()
    wanted = [documents[place]['name'] for place in (0, 2, 4)]
    report.check('QL-1 all of it is shown, in its order', wait(page, lambda: names() == wanted), names())
    page.keyboard.press('ArrowLeft')
    page.keyboard.press('Enter')
    report.check('choosing one shows it', comes(page, documents[2]['name'], '2 of 3'), said(page))
    page.get_by_role('button', name='Done').click()
    dialogs_gone(page)
    report.check('the selection is as it was', page.locator('.selection-count').inner_text() == '3 selected', page.locator('.selection-count').inner_text())
    page.keyboard.press('Escape')
    page.locator('.library-scroll').evaluate('() => document.activeElement.blur()')
    page.keyboard.press(' ')
    report.check('without one all of the list is', comes(page, documents[0]['name'], '1 of 5'), said(page))
    page.keyboard.press('Escape')
    page.context.close()


def check_look_by_hand(report, browser, client):
    (first, second, third, _), page = listed(client, browser, 'fingered', (2, 3, 1, 1), PHONE)
    hand = Hand(page)

    def pinch(middle, spread, wider):
        across = lambda half: {'f0': (middle[0] - half, middle[1]), 'f1': (middle[0] + half, middle[1])}
        hand.land(*across(spread).values())
        hand.glide(**across(wider))
        hand.lift()

    box = card(page, first['name']).locator('.card-picture').bounding_box()
    pinch((box['x'] + box['width'] / 2, box['y'] + box['height'] / 2), 20, 60)
    report.check('two fingers that part on a card show it', comes(page, first['name'], '1 of 4'), said(page))
    report.check('nothing is opened or selected by that', '/d/' not in page.url and not page.locator('.selection-count').is_visible(), page.url)
    is_sharp(page)
    hand.swipe((320, 400), (80, 400), steps=8)
    report.check('H4 a swipe leads to the next one', comes(page, second['name'], '2 of 4', 'Page 1 of 3'), said(page))
    is_sharp(page)
    hand.rest(300)
    hand.land((200, 600))
    hand.glide(f0=(200, 250))
    hand.lift()
    report.check('a swipe up leads to the next page', comes(page, second['name'], '2 of 4', 'Page 2 of 3'), said(page))
    hand.rest(400)
    hand.swipe((80, 400), (330, 400), steps=8)
    report.check('a swipe back leads back', comes(page, first['name'], '1 of 4'), said(page))
    hand.rest(300)
    hand.land((300, 400))
    hand.glide(f0=(250, 400), rest=300)
    hand.lift()
    report.check('a short way leads nowhere', comes(page, first['name'], '1 of 4'), said(page))
    pinch((195, 420), 100, 30)
    report.check('two fingers that close show all', wait(page, lambda: page.locator('.look-tile').count() == 4), page.locator('.look-tile').count())
    report.check('nothing is wider than the screen', not overflow(page), overflow(page))
    page.locator('.look-tile', has_text=third['name']).locator('button').tap()
    report.check('a tap shows one of them', comes(page, third['name'], '3 of 4'), said(page))
    is_sharp(page)
    hand.rest(300)
    hand.land((195, 300))
    hand.glide(f0=(195, 520))
    hand.lift()
    report.check('what does not scroll is drawn away', dialogs_gone(page), said(page))
    # The browser takes a tap just after a flick for one that ends it.
    hand.rest(700)
    card(page, second['name']).get_by_role('button', name='More').tap()
    page.get_by_role('menuitem', name='Quick look').tap()
    report.check('the menu of a card shows it', comes(page, second['name'], '2 of 4'), said(page))
    is_sharp(page)
    hand.rest(300)
    pinch((195, 420), 40, 120)
    report.check('two fingers that part open it', wait(page, lambda: second['id'] in page.url), page.url)
    page.context.close()


def sound():
    written = io.BytesIO()
    with wave.open(written, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8000)
        file.writeframes(bytes([128] * 8000))
    return written.getvalue()


def archive():
    written = io.BytesIO()
    with zipfile.ZipFile(written, 'w') as file:
        file.writestr('inside.txt', 'words')
    return written.getvalue()


def check_look_at_all_kinds(report, browser, client):
    board = {'format': 'org.sheaf.board', 'formatVersion': 1, 'cards': [], 'strokes': [
        {'id': 's', 'color': '#2b55c9', 'width': 4, 'points': [[0, 0, 0.5, 0], [90, 60, 0.5, 90]]}]}
    kinds = {
        'kindly 1.png': png(300, 200), 'kindly 2.txt': b'plain words', 'kindly 3.sheafboard': json.dumps(board).encode(),
        'kindly 4.zip': archive(), 'kindly 5.wav': sound(), 'kindly 6.pdf': encrypted_pdf(unique='kindly'), 'kindly 7.pdf': b'%PDF-1.7 and nothing more',
    }
    for name, data in kinds.items():
        client.upload(name, data)
    page = browser.page(DESKTOP, '/?q=kindly&sort=name')
    shown(page, 'kindly 1.png')
    page.locator('.library-scroll').evaluate('() => document.activeElement.blur()')
    page.keyboard.press(' ')
    comes(page, 'kindly 1.png')
    current = page.locator('.look-panel:not([inert])')
    wanted = {
        'a picture': '.look-sharp', 'a text': '.look-sharp', 'a board': '.look-sharp', 'an archive': '.archive-row',
        'a sound': '.player audio', 'a locked document': '.unlock-field', 'what cannot be shown': '.notice .look-openers',
    }
    for what, selector in wanted.items():
        report.check(f'{what} is shown, or why not', wait(page, lambda: current.locator(selector).count() > 0), (said(page), current.inner_text()))
        if what == 'a picture':
            box = page.locator('.look-panel:not([inert]) .look-sheet').bounding_box()
            report.check('a picture is no larger than its pixels', (box['width'], box['height']) == (300, 200), box)
        if what == 'a sound':
            page.get_by_role('button', name='Play').click()
            playing = lambda: page.locator('audio').first.evaluate('(audio) => !audio.paused')
            report.check('a sound plays', wait(page, playing))
        if what == 'what cannot be shown':
            words = current.inner_text()
            report.check('QL-4 it says what it is, and what opens it', 'KB' in words or 'bytes' in words and 'opens' in words.lower(), words)
        page.keyboard.press('ArrowRight')
    page.keyboard.press('ArrowLeft')
    page.keyboard.press('ArrowLeft')
    comes(page, 'kindly 6.pdf')
    current.locator('.unlock-field').fill('secret')
    page.keyboard.press('Enter')
    report.check('a locked document is unlocked in it', wait(page, lambda: current.locator('.look-sharp').count() > 0), current.inner_text())
    page.keyboard.press('Escape')
    page.context.close()


def check_look_actions(report, browser, client):
    (first, second, third, last), page = listed(client, browser, 'acted', (1, 4, 1, 1), permissions=['clipboard-read', 'clipboard-write'])
    card(page, second['name']).locator('.card-main').focus()
    page.keyboard.press(' ')
    comes(page, second['name'], '2 of 4', 'Page 1 of 4')
    favourite = lambda: client.ask('GET', f'/api/v1/documents/{second["id"]}')[1]['favourite']
    page.keyboard.press('s')
    star = page.get_by_role('button', name='Favourite')
    report.check('a key makes it a favourite', wait(page, favourite) and wait(page, lambda: star.get_attribute('aria-pressed') == 'true'))
    page.keyboard.press('PageDown')
    comes(page, second['name'], '2 of 4', 'Page 2 of 4')
    page.get_by_role('button', name='Copy link').click()
    copied = lambda: page.evaluate('navigator.clipboard.readText()')
    report.check('the link to the page is copied', wait(page, lambda: copied().endswith(f'/d/{second["id"]}#page=2')), copied())
    report.check('which is said in the dialog', wait(page, lambda: page.locator('dialog.look .toast', has_text='Link copied').is_visible()))
    link = page.get_by_role('link', name='Download').get_attribute('href')
    report.check('it can be downloaded', link == f'/api/v1/documents/{second["id"]}/content', link)
    page.get_by_role('button', name='Information').click()
    report.check('its information is shown', wait(page, lambda: 'PDF' in page.locator('dialog .info-panel').inner_text()))
    page.keyboard.press('Escape')
    report.check('Escape closes that alone', page.locator('.info-panel').count() == 0 and said(page) is not None)
    page.get_by_role('button', name='Open in…').click()
    report.check('it is opened in another handler', wait(page, lambda: page.get_by_role('menuitem', name='Reader').is_visible()))
    page.keyboard.press('Escape')
    report.check('whose menu closes alone', wait(page, lambda: page.locator('.menu').count() == 0) and said(page) is not None)
    page.locator('.look-stage').focus()
    page.keyboard.press('Delete')
    report.check('Delete moves it to the Trash, and shows the next one', comes(page, third['name'], '2 of 3'), said(page))
    undo(page)
    back = wait(page, lambda: 'trashed' not in client.ask('GET', f'/api/v1/documents/{second["id"]}')[1])
    report.check('which is undone', back and comes(page, third['name'], '3 of 4'), said(page))
    page.keyboard.press('Escape')
    dialogs_gone(page)
    report.check('messages are where they were', page.locator('#app > .toasts').count() == 1)
    page.context.close()


def check_look_into_folder(report, browser, client):
    for folder, name in (('Looked', 'deep a.pdf'), ('Looked/Below/Far', 'deep b.pdf'), ('Looked/Below', 'deep c.txt')):
        client.ask('POST', f'/api/v1/documents?folder={quote(folder)}&name={quote(name)}', pdf(1, unique=name) if name.endswith('pdf') else b'words')
    client.ask('POST', '/api/v1/folders', b'{"folder": "Nothing in it", "parents": true}', 'application/json')
    page = browser.page(DESKTOP, '/?view=folders')
    folder = page.locator('.card-folder[data-folder="Looked"]')
    wait(page, lambda: folder.count() == 1)
    folder.locator('.card-main').focus()
    page.keyboard.press(' ')
    report.check('QL-5 all that lies in a folder is looked at, at any depth', comes(page, 'deep a.pdf', '1 of 3'), said(page))
    page.keyboard.press('s')
    starred = page.locator('.look-tool[aria-pressed="true"]')
    report.check('what is done to it is seen', wait(page, lambda: starred.count() == 1))
    page.keyboard.press('ArrowLeft')
    report.check('and the last one is the deepest', comes(page, 'deep c.txt', '3 of 3'), said(page))
    page.keyboard.press('Escape')
    dialogs_gone(page)
    empty = page.locator('.card-folder[data-folder="Nothing in it"]')
    empty.hover()
    empty.get_by_role('button').click()
    page.get_by_role('menuitem', name='Quick look').click()
    toast = page.locator('.toast', has_text='There are no documents in Nothing in it')
    report.check('of a folder with nothing in it nothing is shown', wait(page, lambda: toast.is_visible()) and said(page) is None)
    page.context.close()


def check_look_asks_little(report, browser, client):
    documents, page = listed(client, browser, 'frugal', (1,) * 8)
    asked = []
    page.on('request', lambda request: '/preview' in request.url and asked.append(request.url.split('/documents/')[1].split('/')[0]))
    card(page, documents[2]['name']).locator('.card-main').focus()
    page.keyboard.press(' ')
    is_sharp(page)
    wait(page, lambda: len(asked) >= 3)
    page.wait_for_timeout(400)
    report.check('QL-2 only the neighbours are fetched ahead', sorted(asked) == sorted(document['id'] for document in documents[1:4]), asked)
    page.keyboard.press('ArrowRight')
    wait(page, lambda: len(asked) >= 4)
    page.wait_for_timeout(400)
    report.check('and one more with each step', asked[3:] == [documents[4]['id']], asked)
    report.check('three at most are kept', page.locator('.look-panel').count() == 3, page.locator('.look-panel').count())
    page.keyboard.press('Escape')
    dialogs_gone(page)
    failed = []
    page.on('requestfailed', lambda request: failed.append(request.url))
    intercept(page, '**/pages/1?*', lambda route: None)
    card(page, documents[6]['name']).locator('.card-main').focus()
    page.keyboard.press(' ')
    wait(page, lambda: page.locator('.look-pages').count() > 0)
    page.wait_for_timeout(600)
    page.keyboard.press('Escape')
    report.check('closing calls off what is on its way', wait(page, lambda: any('/pages/1' in url for url in failed)), failed)
    page.context.close()


def check_look_without_motion(report, browser, client):
    documents, page = listed(client, browser, 'resting', (1, 1), reduced_motion='reduce')
    page.evaluate("new MutationObserver(() => { if (document.querySelector('.look-flight')) globalThis.flew = true; }).observe(document, { childList: true, subtree: true })")
    card(page, documents[0]['name']).locator('.card-main').focus()
    page.keyboard.press(' ')
    is_sharp(page)
    page.keyboard.press('ArrowRight')
    comes(page, documents[1]['name'])
    page.keyboard.press('Escape')
    dialogs_gone(page)
    report.check('nothing flies where motion is not wanted', page.evaluate('globalThis.flew ?? false') is False)
    page.context.close()
