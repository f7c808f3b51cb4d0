"""Ways of reading: turned pages, words that are selected and tapped, places on other devices."""

import re

from fixtures import pdf, pdf_of_sizes
from harness import BASE, DESKTOP, PHONE, at_page, overflow, reader, settle, wait
from touch import Hand

# The frames of the pages that are seen, in CSS pixels of the window.
FRAMES = """
() => [...document.querySelectorAll('.page')].map((page) => {
  const {left, top, width, height} = page.getBoundingClientRect();
  return {name: page.querySelector('img')?.alt, left, top, width, height};
}).filter(({left, top, width, height}) => left < innerWidth && left + width > 0 && top < innerHeight - 100 && top + height > 60)
"""
# A word that is seen, and its middle.
WORD = """
async (text) => {
  const found = () => [...document.querySelectorAll('.page-word')].find((word) => word.textContent.trim() === text);
  // The words of a page come after its picture, and a busy machine takes its time.
  for (const end = performance.now() + 10000; !found() && performance.now() < end;) await new Promise(requestAnimationFrame);
  const word = found();
  const {left, right, top, bottom} = word.getBoundingClientRect();
  return {left, right, top, bottom, x: (left + right) / 2, y: (top + bottom) / 2};
}
"""
SELECTED = "document.getSelection().toString().replace(/\\s+/g, ' ').trim()"
TEXT = '\n\n'.join(f'Paragraph {number} has alpha{number} and beta{number} and gamma{number} in it.' for number in range(40))


def choose_view(page, label):
    page.keyboard.press('v')
    page.get_by_role('menuitemradio', name=label, exact=True).click()
    settle(page)


def frames(page):
    return page.evaluate(FRAMES)


def opened(browser, document, device=DESKTOP, at='', **options):
    page = browser.page(device, f'/d/{document["id"]}{at}', **options)
    settle(page)
    return page


def check_turned_pages(report, browser, client):
    document = client.upload('turned.pdf', pdf(3))
    page = opened(browser, document)
    upright = frames(page)[0]
    page.keyboard.press('r')
    settle(page)
    turned = frames(page)[0]
    report.check('a key turns the pages', turned['width'] > turned['height'] and upright['width'] < upright['height'], (upright, turned))
    report.check('and the reader says so', reader(page)['rotation'] == 90, reader(page))
    image = page.locator('.page img:not(.page-quick)').first.evaluate('(image) => [image.naturalWidth, image.clientWidth * devicePixelRatio]')
    report.check('with the image of its own size', abs(image[0] - image[1]) < 1, image)
    page.keyboard.press('Shift+R')
    settle(page)
    report.check('and back', reader(page)['rotation'] == 0, reader(page))
    page.keyboard.press('v')
    page.get_by_role('menuitem', name='Turn left').click()
    settle(page)
    report.check('the menu turns, too', reader(page)['rotation'] == 270, reader(page))
    page.context.close()
    words = client.upload('turned words.txt', TEXT.encode())
    page = opened(browser, words)
    page.keyboard.press('r')
    settle(page)
    wait(page, lambda: page.locator('.page-word').count() > 0)
    box = page.evaluate(WORD, 'alpha3')
    report.check('words turn with their page', box['bottom'] - box['top'] > 2 * (box['right'] - box['left']), box)
    page.mouse.dblclick(box['x'], box['y'])
    report.check('and are selected there', wait(page, lambda: page.evaluate(SELECTED) == 'alpha3'), page.evaluate(SELECTED))
    wait(page, lambda: page.locator('.strip-picture img').count() > 0)
    small = page.locator('.strip-picture img').first.evaluate(FITS_IN_FRAME)
    report.check('pages in small lie as the pages do, in their frames', small['wide'] and small['fits'], small)
    page.context.close()


# Whether a picture is wider than high on the screen, and no part of it lies outside its frame.
FITS_IN_FRAME = """(picture) => {
  const [shown, frame] = [picture.getBoundingClientRect(), picture.parentElement.getBoundingClientRect()];
  const fits = shown.left >= frame.left - 1 && shown.right <= frame.right + 1 && shown.top >= frame.top - 1 && shown.bottom <= frame.bottom + 1;
  return { wide: shown.width > shown.height, fits, shown: shown.toJSON(), frame: frame.toJSON() };
}"""


def check_tapped_word(report, browser, client):
    """A word that a finger taps is shown for a moment; beyond the end of a line, and for a mouse, there is none."""
    document = client.upload('tapped.txt', TEXT.encode())
    page = opened(browser, document, PHONE)
    wait(page, lambda: page.locator('.page-word').count() > 0)
    tapped = "[...(CSS.highlights.get('tapped') ?? [])].map(String).join()"
    fingers = Hand(page)
    word = page.evaluate(WORD, 'alpha4')
    fingers.tap((word['x'], word['y']))
    report.check('K8 the word under a tap is marked', wait(page, lambda: page.evaluate(tapped).strip() == 'alpha4', 1), page.evaluate(tapped))
    report.check('for a moment', wait(page, lambda: page.evaluate(tapped) == '', 2), page.evaluate(tapped))
    last = page.evaluate(WORD, 'it.')
    # Past the time in which a second tap would zoom.
    fingers.rest(600)
    fingers.tap((min(380, last['right'] + 30), last['y']))
    report.check('beyond the end of a line none is', page.evaluate(tapped) == '', page.evaluate(tapped))
    page.context.close()


def check_paging_renditions(report, browser, client):
    """WV-11: texts and web pages come in pages; page by page they rest at whole steps, and a double tap zooms."""
    long = ''.join(f'<p>Paragraph {number}: {"the sheaf was bound by hand. " * 12}</p>' for number in range(60))
    bodies = {'paged.txt': TEXT.encode() * 8, 'paged.html': f'<!doctype html><html><body>{long}</body></html>'.encode()}
    for name, body in bodies.items():
        document = client.upload(name, body)
        count = client.ask('GET', f'/api/v1/documents/{document["id"]}/preview')[1]['pageCount']
        page = opened(browser, document, PHONE)
        report.check(f'WV-11 {name} has as many pages as its preview says', count >= 3 and frames(page)[0]['name'] == f'Page 1 of {count}', (count, frames(page)))
        page.get_by_role('button', name='More', exact=True).tap()
        page.get_by_role('menuitem', name='Page view').tap()
        page.get_by_role('menuitemradio', name='Page by page', exact=True).tap()
        settle(page)
        fingers, rest = Hand(page), frames(page)[0]
        for number in (2, 3):
            fingers.swipe((320, 400), (120, 404), steps=6)
            turned = at_page(page, number) and settle(page)
            seen = frames(page)
            stands = len(seen) == 1 and abs(seen[0]['left'] - rest['left']) < 1
            report.check(f'WV-11 {name}: page {number} rests where the first did, alone', turned and stands, (rest, seen))
            # The browser takes a touch soon after a throw for a finger that stops it.
            fingers.rest(1500)
        zoom = reader(page)['zoom']
        fingers.double_tap((195, 350))
        zoomed = wait(page, lambda: reader(page)['zoom'] > zoom * 1.2)
        report.check(f'WV-11 {name}: a double tap makes it larger', zoomed and reader(page)['page'] == 3, (zoom, reader(page)))
        fingers.rest(500)
        fingers.double_tap((195, 350))
        report.check(f'WV-11 {name}: another one brings it back', wait(page, lambda: abs(reader(page)['zoom'] - zoom) < 0.01), (zoom, reader(page)))
        page.context.close()


def check_selecting(report, browser, client):
    document = client.upload('selected.txt', TEXT.encode())
    page = opened(browser, document, PHONE)
    wait(page, lambda: page.locator('.page-word').count() > 0)
    fingers = Hand(page)
    word = page.evaluate(WORD, 'alpha4')
    fingers.land((word['x'], word['y']))
    fingers.rest(650)
    report.check('a finger that stays takes a word', page.evaluate(SELECTED) == 'alpha4', page.evaluate(SELECTED))
    last = page.evaluate(WORD, 'beta4')
    fingers.glide(steps=8, f0=(last['x'], last['y']), rest=60)
    fingers.lift()
    report.check('and more on its way', wait(page, lambda: page.evaluate(SELECTED) == 'alpha4 and beta4'), page.evaluate(SELECTED))
    bar = page.get_by_role('toolbar', name='Selected words')
    report.check('a bar says what can be done', bar.is_visible() and bar.get_by_role('button', name='Copy').is_visible())
    report.check('within the window', overflow(page) <= 0, overflow(page))
    handle = page.locator('.selection-handle.end').bounding_box()
    target = page.evaluate(WORD, 'gamma5')
    grip = (handle['x'] + 30, handle['y'] + 12)
    fingers.rest(300)
    fingers.land(grip)
    fingers.glide(steps=10, f0=(grip[0] + target['x'] - last['right'], grip[1] + target['y'] - last['y']), rest=60)
    fingers.lift()
    chosen = wait(page, lambda: page.evaluate(SELECTED).endswith('gamma5') and page.evaluate(SELECTED))
    report.check('a handle takes more words', chosen and chosen.startswith('alpha4'), page.evaluate(SELECTED))
    knob = page.locator('.selection-handle.end').bounding_box()
    fingers.rest(600)
    page.touchscreen.tap(knob['x'] + knob['width'] / 2, knob['y'] + 12)
    page.wait_for_timeout(400)
    report.check('a tap on a handle leaves them', page.evaluate(SELECTED) == chosen, page.evaluate(SELECTED))
    page.context.grant_permissions(['clipboard-read', 'clipboard-write'])
    bar.get_by_role('button', name='Copy').tap()
    copied = wait(page, lambda: page.evaluate('navigator.clipboard.readText()'))
    report.check('they are copied', copied.split()[:3] == ['alpha4', 'and', 'beta4'] and copied.split()[-1] == 'gamma5', copied)
    bar.get_by_role('button', name='Find').tap()
    report.check('or looked for', wait(page, lambda: page.locator('.find-bar').is_visible()))
    page.context.close()
    check_selecting_by_mouse(report, browser, document)


def check_selecting_by_mouse(report, browser, document):
    page = opened(browser, document)
    wait(page, lambda: page.locator('.page-word').count() > 0)
    start, end = page.evaluate(WORD, 'alpha2'), page.evaluate(WORD, 'beta4')
    page.mouse.move(start['left'] + 1, start['y'])
    page.mouse.down()
    # Past the end of a line and between two lines it means the nearest word.
    for place in ((start['right'] + 500, start['bottom'] + 3), (end['right'] - 1, end['y'])):
        page.mouse.move(*place, steps=6)
        words = page.evaluate(SELECTED).split()
        report.check('a selection by mouse stays beside the pointer', 'alpha2' in words and 'alpha6' not in words, words)
    page.mouse.up()
    words = page.evaluate(SELECTED).split()
    report.check('letter by letter to the word under it', words[0] == 'alpha2' and words[-1].startswith('beta'), words)
    page.wait_for_timeout(600)
    page.mouse.click(start['x'], start['y'])
    report.check('a click selects nothing', wait(page, lambda: page.evaluate(SELECTED) == ''), page.evaluate(SELECTED))
    page.wait_for_timeout(600)
    page.mouse.click(start['x'], start['y'], click_count=3)
    report.check('three clicks take the line', wait(page, lambda: page.evaluate(SELECTED).startswith('Paragraph 2')), page.evaluate(SELECTED))
    for _ in range(4):
        page.keyboard.press('Shift+ArrowLeft')
    shorter = page.evaluate(SELECTED)
    report.check('keys make it shorter', shorter.startswith('Paragraph 2') and not shorter.endswith('.'), shorter)
    page.keyboard.press('Escape')
    report.check('Escape ends it, and stays', page.evaluate(SELECTED) == '' and '/d/' in page.url, page.url)
    page.context.close()


def check_all_pages(report, browser, client):
    """All pages in small: a panel of them, and the line along the strip that leads to any."""
    document = client.upload('many pages.pdf', pdf(200))
    page = opened(browser, document)
    page.keyboard.press('g')
    panel = page.get_by_role('complementary', name='Pages')
    pictures = panel.locator('.strip-picture img')
    report.check('a key shows all pages in small', wait(page, lambda: pictures.count() > 4), pictures.count())
    items = panel.locator('.strip-item').count()
    report.check('of which a few are in the document', items < 60, items)
    columns = len({round(item['x']) for item in (each.bounding_box() for each in panel.locator('.strip-item').all()[:6])})
    page.keyboard.press('ArrowDown')
    report.check('arrows go from row to row', at_page(page, 1 + columns), (columns, reader(page)))
    page.keyboard.press('End')
    at_page(page, 200)
    marked = panel.locator('[aria-current=page]')
    report.check('the panel follows the page', wait(page, lambda: marked.inner_text().strip() == '200' and marked.is_visible()), marked.inner_text())
    panel.locator('.strip-item', has_text='198').locator('button').click()
    report.check('a page that is chosen is shown', at_page(page, 198), reader(page))
    page.keyboard.press('Escape')
    report.check('Escape closes the panel alone', wait(page, lambda: panel.count() == 0) and '/d/' in page.url, page.url)
    check_scrubber(report, page)
    page.context.close()
    page = opened(browser, document, PHONE)
    fingers = Hand(page)
    line = page.get_by_role('slider', name='Page').bounding_box()
    at = (line['x'] + line['width'] / 2, line['y'] + 12)
    # Two pages are seen, and two more are fetched ahead.
    there = "performance.getEntriesByType('resource').map((one) => one.name)"
    wait(page, lambda: 4 in full_pages(page.evaluate(there)))
    asked = []
    page.on('request', lambda request: asked.append(request.url))
    fingers.land((line['x'] + 2, at[1]))
    fingers.glide(steps=8, f0=at, rest=150)
    bubble = page.locator('.page-track-bubble')
    shown = wait(page, lambda: bubble.is_visible() and 'of 200' in bubble.inner_text())
    before = reader(page)['page']
    report.check('8.7 which is drawn in small alone until then', full_pages(asked) == set(), asked)
    report.check('a finger on the line sees the page under it, and stays where it is', shown and before == 1, (bubble.inner_text(), before))
    picture = wait(page, lambda: bubble.locator('img').evaluate('(image) => image.complete && image.naturalWidth > 0'))
    report.check('with its picture, within the window', picture and overflow(page) <= 0, overflow(page))
    fingers.lift()
    report.check('and goes there when it lifts', wait(page, lambda: 95 < reader(page)['page'] < 106), reader(page))
    settle(page)
    number = reader(page)['page']
    beside = set(range(number - 2, number + 5))
    report.check('8.7 for which large pictures are asked for then, and for no other', number in full_pages(asked) <= beside, full_pages(asked))
    fingers.land(at)
    fingers.glide(steps=6, f0=(line['x'] + line['width'], at[1] - 300), rest=60)
    fingers.lift()
    report.check('also when it lifts elsewhere', at_page(page, 200), reader(page))
    page.context.close()
    check_low_window(report, browser, document)


def full_pages(asked):
    """The pages of which a large picture is among what was asked for."""
    found = (re.search(r'/pages/(\d+)\?.*width=(\d+)', url) for url in asked)
    return {int(one[1]) for one in found if one and int(one[2]) > 300}


def check_low_window(report, browser, document):
    """A window without room for the pages in small has the line alone."""
    page = opened(browser, document, PHONE | {'viewport': {'width': 844, 'height': 390}})
    report.check('a low window has no strip', not page.locator('.strip').is_visible())
    fingers = Hand(page)
    line = page.get_by_role('slider', name='Page').bounding_box()
    at = (line['x'] + line['width'] / 2, line['y'] + 12)
    fingers.land((line['x'] + 2, at[1]))
    fingers.glide(steps=8, f0=at, rest=150)
    bubble = page.locator('.page-track-bubble')
    box = bubble.bounding_box() if wait(page, bubble.is_visible) else None
    report.check('but the line, with the page under the finger', box is not None and box['y'] >= 0, box)
    fingers.lift()
    report.check('to which it leads', wait(page, lambda: 95 < reader(page)['page'] < 106), reader(page))
    page.context.close()


def check_scrubber(report, page):
    slider = page.get_by_role('slider', name='Page')
    slider.focus()
    page.keyboard.press('Home')
    report.check('keys move the line', at_page(page, 1) and slider.get_attribute('aria-valuenow') == '1', reader(page))
    page.keyboard.press('PageUp')
    report.check('in large steps, too', at_page(page, 21), reader(page))
    said = slider.get_attribute('aria-valuetext')
    report.check('and it says the page', said == 'Page 21 of 200', said)
    line = slider.bounding_box()
    page.mouse.move(line['x'] + line['width'] / 2, line['y'] + 12)
    page.mouse.wheel(0, 60)
    report.check('a wheel goes page by page', at_page(page, 22), reader(page))
    page.mouse.click(line['x'] + line['width'] - 1, line['y'] + 12)
    report.check('a click leads there', at_page(page, 200), reader(page))


def check_sharing(report, browser, client):
    document = client.upload('shared.pdf', pdf(6))
    page = opened(browser, document, at='#page=4')
    page.context.grant_permissions(['clipboard-read', 'clipboard-write'])
    page.mouse.move(700, 400)
    page.mouse.wheel(0, 300)
    settle(page)
    page.get_by_role('button', name='More', exact=True).click()
    page.get_by_role('menuitem', name='Copy link to this place').click()
    link = wait(page, lambda: page.evaluate('navigator.clipboard.readText()'))
    report.check('a link to the place is copied', link.startswith(f'{BASE}/d/{document["id"]}#page=4&zoom=auto,0,'), link)
    before = page.evaluate("document.querySelector('.pages-content').style.transform")
    other = browser.page(DESKTOP, link[len(BASE):])
    settle(other)
    shift = "Math.round(new DOMMatrix(getComputedStyle(document.querySelector('.pages-content')).transform).f)"
    places = [page.evaluate(shift), other.evaluate(shift)]
    report.check('which leads there', abs(places[0] - places[1]) <= 2 and reader(other)['page'] == reader(page)['page'], (places, before))
    other.context.close()
    page.get_by_role('button', name='More', exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role('menuitem', name='Save page as image').click()
    with open(saved.value.path(), 'rb') as file:
        head = file.read(24)
    width = int.from_bytes(head[16:20], 'big')
    report.check('the page is saved as an image, sharper than the screen', head.startswith(b'\x89PNG') and width == 3 * 612, (saved.value.suggested_filename, width))
    report.check('under its own name', saved.value.suggested_filename == 'shared page 4.png', saved.value.suggested_filename)
    page.context.close()


def check_other_devices(report, browser, client):
    """Left on one device, a document opens there on another one."""
    document = client.upload('two devices.pdf', pdf(12))
    tablet = opened(browser, document, PHONE, shares_places=True)
    tablet.keyboard.press('End')
    at_page(tablet, 12)
    desk = opened(browser, document, shares_places=True)
    wait(desk, lambda: reader(desk).get('page') == 1)
    tablet.wait_for_timeout(500)
    tablet.get_by_role('button', name='Back to the library').click()
    wait(tablet, lambda: tablet.locator('li.card').count() > 0)
    other = browser.page(DESKTOP, f'/d/{document["id"]}', shares_places=True)
    report.check('the place comes back on another device', at_page(other, 12), reader(other))
    desk.keyboard.press('Home')
    choose_view(desk, 'Two pages')
    desk.keyboard.press('0')
    settle(desk)
    desk.keyboard.press('Home')
    desk.get_by_role('textbox', name='Page').fill('2')
    desk.keyboard.press('Enter')
    at_page(desk, 2)
    kept = f'/api/v1/state/at-{document["id"]}'
    wait(desk, lambda: client.ask('GET', kept)[1]['state']['place']['page'] == 2)
    tablet.goto(f'{BASE}/d/{document["id"]}')
    report.check('also without leaving the document there', at_page(tablet, 2), reader(tablet))
    view = reader(tablet)
    report.check('but neither zoom nor spreads of a desk come to a phone', (view['mode'], view['flow'], view['spread']) == ('automatic', 'down', 'single'), view)
    other.goto(f'{BASE}/d/{document["id"]}#page=5')
    report.check('an address that names a page has the last word', at_page(other, 5), reader(other))
    for page in (tablet, desk, other):
        page.context.close()


def check_pages_taken_out(report, browser, client):
    document = client.upload('taken apart.pdf', pdf(4))
    page = opened(browser, document)
    page.locator('.strip .strip-page').nth(2).click(button='right')
    menu = page.get_by_role('menu', name='Page 3 of 4')
    with page.expect_download() as download:
        menu.get_by_role('menuitem', name='Save as PDF').click()
    content = open(download.value.path(), 'rb').read()
    named = download.value.suggested_filename == 'taken apart page 3.pdf'
    report.check('a page of the strip is saved as a PDF of its own', content.startswith(b'%PDF') and b'/Count 1' in content and named, download.value.suggested_filename)
    page.locator('.strip .strip-page').nth(1).focus()
    page.locator('.strip .strip-page').nth(1).click(button='right')
    with page.expect_download() as download:
        page.get_by_role('menu', name='Page 2 of 4').get_by_role('menuitem', name='Save as image').click()
    report.check('or as an image', open(download.value.path(), 'rb').read().startswith(b'\x89PNG'))
    taken = page.evaluate("""
        () => {
          const data = new DataTransfer();
          document.querySelectorAll('.strip .strip-item')[0].dispatchEvent(new DragEvent('dragstart', {bubbles: true, dataTransfer: data}));
          return data.getData('DownloadURL');
        }
    """)
    report.check('dragged out of the window it is a PDF, too', taken.startswith('application/pdf:taken apart page 1.pdf:http'), taken)
    page.locator('.strip .strip-page').nth(3).click(button='right')
    page.get_by_role('menuitem', name='Add to a board').click()
    page.locator('[role=menu], dialog[open]').first.wait_for()
    report.check('or it is laid on a board', 'board' in page.locator('[role=menu], dialog[open]').first.inner_text().lower())
    page.context.close()


def check_page_pulled(report, browser, client):
    """A finger pulls a page out of the strip; along the strip it scrolls, and let go in it nothing is pulled."""
    document = client.upload('pulled.pdf', pdf(9))
    page = opened(browser, document, PHONE)
    wait(page, lambda: page.locator('.strip .strip-picture img').count() > 2)
    box = page.locator('.strip .strip-page').nth(1).bounding_box()
    x, y = box['x'] + box['width'] / 2, box['y'] + box['height'] / 2
    picture, menu, fingers = page.locator('.pulled-page'), page.get_by_role('menu', name='Page 2 of 9'), Hand(page)
    fingers.land((x, y))
    fingers.glide(f0=(x + 3, y - 150))
    follows = wait(page, lambda: picture.count() == 1 and abs(bottom_of(picture) - (y - 150)) < 2)
    report.check('its picture follows the finger', follows, picture.count() and bottom_of(picture))
    fingers.lift()
    report.check('let go over the pages, it has a menu of ways out', wait(page, lambda: menu.is_visible()), page.locator('[role=menu]').all_inner_texts())
    report.check('and the picture is gone', picture.count() == 0)
    page.keyboard.press('Escape')
    report.check('nothing was turned', at_page(page, 1), reader(page))
    fingers.land((x, y))
    fingers.glide(f0=(x, y - 40))
    pulled = wait(page, lambda: picture.count())
    fingers.glide(f0=(x, y))
    fingers.lift()
    page.wait_for_timeout(100)
    report.check('let go in the strip, nothing happens', pulled == 1 and picture.count() == 0 and not menu.is_visible() and at_page(page, 1), pulled)
    fingers.land((x, y))
    fingers.glide(f0=(x, y - 60))
    fingers.cancel()
    report.check('taken away, it is let go', wait(page, lambda: picture.count() == 0) and not menu.is_visible())
    fingers.land((x, y))
    fingers.lift()
    report.check('a tap turns to the page as before', at_page(page, 2), reader(page))
    fingers.land((x, y))
    fingers.glide(f0=(x - 90, y))
    scrolled = wait(page, lambda: page.locator('.strip-scroller').first.evaluate('(element) => element.scrollLeft') > 20)
    report.check('along the strip the finger scrolls it', scrolled and picture.count() == 0)
    fingers.lift()
    page.context.close()


def bottom_of(locator):
    box = locator.bounding_box()
    return box['y'] + box['height']


def check_panel_comes_back(report, browser, client):
    document = client.upload('panelled.pdf', pdf(6))
    page = opened(browser, document)
    page.keyboard.press('g')
    page.locator('.thumbnails-panel').wait_for()
    page.keyboard.press('Escape')
    page.keyboard.press('i')
    page.locator('.info-panel').wait_for()
    page.reload()
    settle(page)
    page.locator('.info-panel h2').first.wait_for()
    report.check('the panel that was open comes back, and the pages have the focus', page.evaluate("document.activeElement.closest('.info-panel') === null"))
    page.keyboard.press('i')
    page.keyboard.press('Shift+A')
    page.locator('.marks-panel').wait_for()
    page.reload()
    page.locator('.marks-panel').wait_for()
    page.keyboard.press('Shift+A')
    page.reload()
    settle(page)
    report.check('one that was closed does not', page.locator('.info-panel').count() == 0)
    page.context.close()


# Bounding boxes of pictures in small, in CSS pixels.
PICTURES = "(images) => images.map((image) => [image.clientWidth, image.clientHeight, image.naturalWidth])"


def check_odd_pages(report, browser, client):
    """Pages of a point, and those that are a thousand times as long as wide, are seen."""
    sizes = [(612, 792), (10, 14_400), (14_400, 10), (1, 1)]
    page = opened(browser, client.upload('odd pages.pdf', pdf_of_sizes(sizes)))
    page.keyboard.press('g')
    for where in ('.page-grid', '.strip'):
        pictures = page.locator(f'{where} .strip-picture img')
        count = wait(page, lambda: pictures.count() == len(sizes))
        seen = pictures.evaluate_all(PICTURES)
        report.check(f'each has a picture in the {where[1:]}', count and all(min(width, height) >= 6 for width, height, _ in seen), seen)
    page.context.close()
    page = opened(browser, client.upload('speck.pdf', pdf_of_sizes([(1, 1)])))
    report.check('a page of a point is large enough to be seen', frames(page)[0]['width'] > 160, frames(page))
    page.keyboard.press('f')
    report.check('and fills the window where it is to fit', wait(page, lambda: frames(page)[0]['height'] > 700), frames(page))
    page.context.close()
