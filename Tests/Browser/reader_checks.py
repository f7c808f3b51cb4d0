"""Reading: sharp pages, turning, zooming, addresses, and documents that cannot be shown."""

from urllib.parse import quote

from fixtures import pdf, png
from harness import BASE, DESKTOP, PHONE, at_page, card, inspect, intercept, open_document, reader, settle, shown, wait

# How sharp the pages are, in points all over what is seen of them. It is the device pixels that one pixel of the best
# image there is stretched over, 1 or less where it is sharp. Above a certain size those images are tiles.
SHARPNESS = """
() => {
  const stage = document.querySelector('.pages').getBoundingClientRect();
  const holds = (box, x, y) => x >= box.left && x < box.right && y >= box.top && y < box.bottom;
  const stretch = (image) => (image.getBoundingClientRect().width * devicePixelRatio) / image.naturalWidth;
  const points = [];
  for (let x = stage.left + 4; x < stage.right; x += 61) {
    for (let y = stage.top + 4; y < stage.bottom; y += 61) points.push([x, y]);
  }
  return [...document.querySelectorAll('.page')].flatMap((page) => {
    const images = [...page.querySelectorAll('img')].filter((image) => image.complete && image.naturalWidth);
    const box = page.getBoundingClientRect();
    return points.filter(([x, y]) => holds(box, x, y) && x < box.right - 1 && y < box.bottom - 1).map(([x, y]) => {
      const there = images.filter((image) => holds(image.getBoundingClientRect(), x, y));
      return Math.min(...there.map(stretch), 99);
    });
  });
}
"""
# A resolution that is missed by half a percent is reached: pages are rounded to whole pixels.
SHARP_STRETCH = 1.0051


def is_sharp(page):
    stretches = page.evaluate(SHARPNESS)
    return bool(stretches) and max(stretches) <= SHARP_STRETCH


def sharpness(page):
    return sorted(set(round(stretch, 3) for stretch in page.evaluate(SHARPNESS)))


def check_sharpness(report, browser, name):
    for ratio in [1.5, 3]:
        page = browser.page({'viewport': {'width': 1100, 'height': 800}, 'device_scale_factor': ratio})
        open_document(page, name)
        report.check(f'at {ratio} device pixels a page is sharp', is_sharp(page), sharpness(page))
        page.keyboard.press('+')
        settle(page)
        report.check(
            f'at {ratio} device pixels it is sharp again after zooming',
            is_sharp(page),
            sharpness(page),
        )
        page.keyboard.press('w')
        settle(page)
        report.check(
            f'at {ratio} device pixels it is sharp when it fits the width',
            is_sharp(page),
            sharpness(page),
        )
        page.context.close()


def check_turning(report, browser, name, pages):
    page = browser.page()
    open_document(page, name)
    report.check(
        'a document opens at its first page',
        {'page': 1, 'pageCount': pages, 'zoom': 100, 'rotation': 0}.items() <= reader(page).items(),
        reader(page),
    )
    report.check(
        'its name is the heading and the title',
        page.locator('h1:visible').inner_text() == name and name in page.title(),
    )
    page.get_by_role('button', name='Next page').click()
    report.check('the button turns to the next page', at_page(page, 2), reader(page))
    page.get_by_role('button', name='Previous page').click()
    report.check('and the other back', at_page(page, 1), reader(page))
    field = page.get_by_role('textbox', name='Page')
    field.fill('7')
    field.press('Enter')
    report.check('a number leads to its page', at_page(page, 7), reader(page))
    report.check('and the address says so', wait(page, lambda: 'page=7' in page.url), page.url)
    field.fill('999')
    field.press('Enter')
    report.check('a number too large leads to the last page', at_page(page, pages), reader(page))
    page.locator('.strip').get_by_role('button', name=f'Page 3 of {pages}', exact=True).click()
    report.check('the strip leads to a page', at_page(page, 3), reader(page))


def check_keys(report, browser, name, pages):
    page = browser.page()
    open_document(page, name)
    arrows = [('ArrowRight', 2), ('ArrowRight', 3), ('ArrowLeft', 2), ('End', pages), ('Home', 1)]
    # Those of PDF.js.
    letters = [('n', 2), ('j', 3), ('n', 4), ('p', 3), ('k', 2), ('Home', 1)]
    for key, wanted in arrows + letters:
        page.keyboard.press(key)
        report.check(f'{key} leads to page {wanted}', at_page(page, wanted), reader(page))
    check_reading_on(report, page)
    page.keyboard.press('Home')
    check_focus_ring(report, page)
    for _ in range(3):
        page.keyboard.press(' ')
    report.check(
        'the space bar goes on by screens', wait(page, lambda: reader(page)['page'] > 1), reader(page)
    )
    page.keyboard.press('Escape')
    report.check('Escape leads back to the library', wait(page, lambda: inspect(page)['view'] == 'library'))
    report.check('and the address is the library’s', page.url.rstrip('/') == BASE, page.url)


# Whether the pages have a ring, and whether the free part of the window has one.
RING = """
() => [getComputedStyle(document.querySelector('.pages')).outlineStyle, getComputedStyle(document.querySelector('.reader-stage'), '::after').outlineStyle]
"""


def check_focus_ring(report, page):
    """The pages reach under the bars, so that a ring around them would be two lines at the sides."""
    report.check('a key that turns pages shows no ring', page.evaluate(RING) == ['none', 'none'], page.evaluate(RING))
    page.keyboard.press('Shift+Tab')
    page.keyboard.press('Tab')
    report.check('Tab does, around what is free for them', page.evaluate(RING) == ['none', 'solid'], page.evaluate(RING))


# How far the first page has been scrolled, and how high the window is.
FIRST_PAGE = """
() => [-document.querySelector('.page').getBoundingClientRect().top, document.querySelector('.pages').clientHeight]
"""


def check_reading_on(report, page):
    """Page Down at a page that is higher than the window."""
    settle(page)
    before, height = page.evaluate(FIRST_PAGE)
    page.keyboard.press('PageDown')
    settle(page)
    down = page.evaluate(FIRST_PAGE)[0] - before
    report.check('Page Down goes on by a screen, of which no line is left out', height / 2 < down < height - 52, (down, height))
    page.keyboard.press('PageUp')
    settle(page)
    back = page.evaluate(FIRST_PAGE)[0] - before
    report.check('and Page Up goes back by one', abs(back) <= 1, back)
    page.keyboard.press('v')
    page.get_by_role('menuitemradio', name='Page by page', exact=True).click()
    settle(page)
    for key, wanted in [('PageDown', 2), ('PageDown', 3), ('PageUp', 2)]:
        page.keyboard.press(key)
        report.check(f'one at a time {key} leads to page {wanted}', at_page(page, wanted), reader(page))
    page.keyboard.press('v')
    page.get_by_role('menuitemradio', name='Continuous').click()
    settle(page)


def check_zoom(report, browser, name):
    page = browser.page()
    open_document(page, name)
    for key, wanted in [('+', 110), ('-', 100), ('-', 90), ('0', 100)]:
        page.keyboard.press(key)
        report.check(
            f'{key} zooms to {wanted} %',
            wait(page, lambda wanted=wanted: reader(page)['zoom'] == wanted),
            reader(page),
        )
    page.get_by_role('combobox', name='Zoom').select_option('200')
    report.check('the list zooms', wait(page, lambda: reader(page)['zoom'] == 200), reader(page))
    check_fits(report, page)
    check_wheel(report, page)


def check_fits(report, page):
    page.get_by_role('combobox', name='Zoom').select_option('page')
    settle(page)
    frame, stage = page.locator('.page').first.bounding_box(), page.locator('.reader-stage').bounding_box()
    report.check(
        'a page that fits is seen as a whole', frame['height'] <= stage['height'] - 31, (frame, stage)
    )
    page.get_by_role('combobox', name='Zoom').select_option('width')
    settle(page)
    frame = page.locator('.page').first.bounding_box()
    report.check(
        'a page fits the width but for the air',
        0 <= stage['width'] - 32 - frame['width'] <= 17 + 16,
        (frame, stage),
    )


def check_wheel(report, page):
    page.get_by_role('combobox', name='Zoom').select_option('200')
    settle(page)
    x, y = 500, 400
    before = fraction(page, x, y)
    page.mouse.move(x, y)
    page.keyboard.down('Control')
    # A notch each; a single turn, however long, is never more than one.
    page.mouse.wheel(0, -120)
    page.mouse.wheel(0, -120)
    page.keyboard.up('Control')
    report.check('Ctrl and the wheel zoom', wait(page, lambda: reader(page)['zoom'] > 260), reader(page))
    settle(page)
    after = fraction(page, x, y)
    near = all(abs(a - b) < 0.004 for a, b in zip(before, after))
    report.check('and the place under the pointer stays there', near, (before, after))
    report.check('and it is sharp when it rests', is_sharp(page), sharpness(page))


def fraction(page, x, y):
    """Where on the first page a point of the window lies."""
    frame = page.locator('.page').first.bounding_box()
    return (x - frame['x']) / frame['width'], (y - frame['y']) / frame['height']


def check_addresses(report, browser, client):
    document = client.upload('addressed.pdf', pdf(pages=5))
    page = browser.page(path=f'/d/{document["id"]}#page=3&zoom=200')
    state = reader(page)
    report.check('an address leads to its page and zoom', (state['page'], state['zoom']) == (3, 200), state)
    report.check('and names the document', inspect(page)['document'] == document['id'])
    page.keyboard.press('Escape')
    report.check(
        'from there Escape leads to the library', wait(page, lambda: inspect(page)['view'] == 'library')
    )
    page.go_back()
    report.check('and the browser’s own way back to the page', at_page(page, 3), reader(page))
    page.context.close()
    page = browser.page(path=f'/?open={document["id"]}#page=4')
    report.check('OP-5 so does an address by which other programs name it', at_page(page, 4) and page.url.endswith(f'/d/{document["id"]}#page=4'), page.url)
    page.context.close()
    page = browser.page(path='/?open=no-such-document')
    report.check(
        'an address that leads nowhere says so',
        page.get_by_role('heading', name='This document is not here').first.is_visible(),
    )
    places = page.locator('.notice-actions a').evaluate_all('(links) => links.map((link) => [link.textContent, link.getAttribute("href")])')
    report.check('and where to look for it', places == [['All documents', '/'], ['Trash', '/?view=trash']], places)


def check_no_flash(report, browser, name):
    """While a sharper image comes, the page is never without one."""
    page = browser.page({'viewport': {'width': 1100, 'height': 800}})
    open_document(page, name)
    page.evaluate("""() => {
      globalThis.bare = 0;
      const first = document.querySelector('.page');
      const look = () => { if (!first.querySelector('img')) globalThis.bare += 1; requestAnimationFrame(look); };
      look();
    }""")
    for key in ['+', '+', '-', 'w', '0']:
        page.keyboard.press(key)
        settle(page)
    report.check(
        'a page is never without an image while it zooms', page.evaluate('bare') == 0, page.evaluate('bare')
    )


def check_new_content(report, browser, client):
    document = client.upload('changing.pdf', pdf(pages=3, text='Before'))
    page = browser.page(path=f'/d/{document["id"]}#page=2')
    client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', pdf(pages=5, text='After'))
    report.check(
        'new content is shown by itself', wait(page, lambda: reader(page).get('pageCount') == 5), reader(page)
    )
    settle(page)
    report.check('at the same page', reader(page)['page'] == 2, reader(page))
    client.ask('DELETE', f'/api/v1/documents/{document["id"]}')
    report.check(
        'a document that is deleted elsewhere says so',
        wait(page, lambda: page.get_by_text('was moved to the Trash').count() >= 1),
    )


def check_new_content_comes(report, browser, client):
    """While new content is on its way one reads on."""
    document = client.upload('coming.pdf', pdf(pages=3, text='Before'))
    page, held = browser.page(path=f'/d/{document["id"]}'), []
    address = f'/api/v1/documents/{document["id"]}'
    intercept(page, f'**{address}/preview*', lambda route: route.continue_() if held else held.append(route))
    client.ask('PUT', f'{address}/content', pdf(pages=5, text='After'))
    wait(page, lambda: held)
    stays = page.locator('.page img').count() > 0 and reader(page)['pageCount'] == 3
    report.check('the page stays until the new content is there', stays, reader(page))
    page.get_by_role('button', name='Next page').click()
    report.check('and one can turn its pages', at_page(page, 2), reader(page))
    client.ask('PUT', f'{address}/content', pdf(pages=6, text='After that'))
    page.wait_for_timeout(500)
    held[0].continue_()
    report.check('a change meanwhile is read, too', wait(page, lambda: reader(page)['pageCount'] == 6), reader(page))
    settle(page)
    report.check('at the page that was turned to', reader(page)['page'] == 2, reader(page))
    page.mouse.move(700, 500)
    page.mouse.down()
    page.mouse.move(700, 440, steps=6)
    with page.expect_response(lambda answer: '/preview' in answer.url):
        client.ask('PUT', f'{address}/content', pdf(pages=2, text='Less'))
    page.mouse.move(700, 430, steps=3)
    report.check('it is not taken from under a hand', reader(page)['pageCount'] == 6, reader(page))
    page.mouse.up()
    report.check('but right after', wait(page, lambda: reader(page)['pageCount'] == 2), reader(page))


def check_leading_pages(report, browser, client):
    """The leading pages of a long document are read while the rest is being made."""
    document = client.upload('growing.pdf', pdf(pages=6, text='Growing'))
    page, held = browser.context(DESKTOP).new_page(), []
    address = f'**/api/v1/documents/{document["id"]}/preview'

    def lead(route):
        answer = route.fetch()
        preview = answer.json()
        route.fulfill(response=answer, json=preview | {'pages': preview['pages'][:3], 'pageCount': 3, 'preparing': True})

    intercept(page, f'{address}?early=true', lead)
    intercept(page, address, lambda route: held.append(route))
    page.goto(f'{BASE}/d/{document["id"]}')
    report.check('the leading pages are shown', wait(page, lambda: reader(page).get('pageCount') == 3), reader(page))
    said = page.get_by_text('The first 3 pages are here; more are being prepared').first
    report.check('and it is said that more are coming', wait(page, lambda: said.is_visible()))
    page.get_by_role('button', name='Next page').click()
    report.check('one can turn them', at_page(page, 2), reader(page))
    wait(page, lambda: held)
    answer = held[0].fetch()
    held[0].fulfill(response=answer, json=answer.json() | {'truncated': True})
    report.check('all pages come by themselves', wait(page, lambda: reader(page)['pageCount'] == 6), reader(page))
    settle(page)
    report.check('at the page that is read', reader(page)['page'] == 2, reader(page))
    cut = page.get_by_text('Only the beginning is shown').first
    report.check('a document that is cut off says so', wait(page, lambda: cut.is_visible()))
    said, foot = (page.locator(one).bounding_box() for one in ('.toast', '.reader-foot'))
    report.check('above the strip of pages', said['y'] + said['height'] <= foot['y'], (said, foot))
    page.context.close()


def check_new_content_before_room(report, browser, client):
    """New content keeps the place that came before it, also where a page has not had its room yet."""
    document = client.upload('hasty.pdf', pdf(pages=3, text='Before'))
    page = browser.page(path=f'/d/{document["id"]}#page=2')
    settle(page)
    page.evaluate("""() => {
      const { ResizeObserver } = globalThis;
      globalThis.ResizeObserver = class extends ResizeObserver {
        constructor(call) { super((entries) => setTimeout(() => call(entries), 1500)); }
      };
    }""")
    for pages in [4, 5]:
        client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', pdf(pages=pages, text='After'))
        report.check(f'{pages} pages are shown', wait(page, lambda pages=pages: reader(page)['pageCount'] == pages))
    report.check('the page is still the one that was read', at_page(page, 2), reader(page))


def check_changed_before_the_stream(report, browser, client):
    """A page notices a change between its reading of a document and the start of its event stream."""
    document = client.upload('early.pdf', pdf(pages=3, text='Before'))
    page, held = browser.context(DESKTOP).new_page(), []
    intercept(page, '**/api/v1/events*', lambda route: held.append(route))
    page.goto(f'{BASE}/d/{document["id"]}')
    wait(page, lambda: reader(page).get('pageCount') == 3 and held)
    settle(page)
    client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', pdf(pages=5, text='After'))
    for route in held:
        route.continue_()
    followed = wait(page, lambda: reader(page).get('pageCount') == 5)
    report.check('a change before a page listens is shown by itself', followed, reader(page))


# The corners of the words that are seen, by their letters: left, top, right and bottom in CSS pixels.
WORDS = """
() => Object.fromEntries([...document.querySelectorAll('.page-word')].map((word) => {
  const { left, top, right, bottom } = word.getBoundingClientRect();
  return [word.textContent.trim(), [left, top, right, bottom]];
}))
"""
COPIED = "() => new Promise((resolve) => { addEventListener('copy', (event) => resolve(event.clipboardData.getData('text/plain')), { once: true }); document.execCommand('copy'); })"
SELECTED = 'document.getSelection().toString()'


def drag(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=8)
    page.mouse.up()


def check_link_elsewhere(report, page, outside):
    """WV-13: what a link leads to opens in a tab of its own, which knows nothing of the reader; that stays as it is."""
    page.context.route('https://example.org/**', lambda route: route.fulfill(body='<p>Elsewhere</p>', content_type='text/html'))
    before = reader(page), page.url
    with page.expect_popup() as popup:
        outside.click()
    other = popup.value
    other.wait_for_load_state()
    alone = other.evaluate('[opener === null, document.referrer]')
    report.check('WV-13 a link elsewhere opens a tab of its own', other.url == 'https://example.org/a' and alone == [True, ''], (other.url, alone))
    other.close()
    report.check('WV-13 and the reader stays', (reader(page), page.url) == before, (before, reader(page), page.url))


def check_words(report, browser, client):
    """Real text lies over the pictures of pages: to be selected, copied, found and followed."""
    lines = '\n\n'.join(f'Line {n} of the field.' for n in range(80))
    text = f'# Alpha beta gamma\n\nSee [onward](#omega) or [outside](https://example.org/a).\n\n{lines}\n\n## Omega\n\nDelta.\n'
    document = client.upload('words to select.md', text.encode())
    page = browser.page(path=f'/d/{document["id"]}')
    there = wait(page, lambda: 'gamma' in page.evaluate(WORDS))
    words = page.evaluate(WORDS)
    report.check('words lie over the page', there, words)
    first, last, see = words['Alpha'], words['gamma'], words['See']
    drag(page, (first[0] + 1, (first[1] + first[3]) / 2), (last[2] - 6, (last[1] + last[3]) / 2))
    chosen = page.evaluate(SELECTED).split()
    report.check('the mouse selects them and moves no page', chosen == ['Alpha', 'beta', 'gamma'], chosen)
    # A drag that began on what is selected would carry it away, and one at the same place would be of a double click.
    page.evaluate('document.getSelection().removeAllRanges()')
    drag(page, ((see[0] + see[2]) / 2, (see[1] + see[3]) / 2), (first[0] + 1, (first[1] + first[3]) / 2))
    copied = page.evaluate(COPIED)
    lines = [line.strip() for line in copied.split('\n') if line.strip()]
    report.check('a copy has the lines of the page', lines[:1] == ['Alpha beta gamma'] and lines[1:] and 'See'.startswith(lines[1]), copied)
    page.mouse.dblclick((first[0] + first[2]) / 2, (first[1] + first[3]) / 2)
    report.check('a double click selects a word, and does not zoom', page.evaluate(SELECTED).strip() == 'Alpha', page.evaluate(SELECTED))
    found = page.evaluate("find('field.', false, false, true)")
    report.check("the browser's own find finds them", found and 'field' in page.evaluate(SELECTED), page.evaluate(SELECTED))
    outside = page.get_by_role('link', name='https://example.org/a')
    finger = browser.page(PHONE, f'/d/{document["id"]}')
    wait(finger, lambda: finger.locator('a.page-link').count() > 1)
    finger.get_by_role('link', name='https://example.org/a').tap()
    says = finger.get_by_role('menuitem', name='Open https://example.org/a')
    report.check('a finger is told before it goes there', wait(finger, lambda: says.is_visible()) and says.get_attribute('target') == '_blank')
    finger.context.close()
    report.check('a link says where it leads, and opens beside', outside.get_attribute('target') == '_blank' and outside.get_attribute('title') == 'https://example.org/a')
    page.evaluate("document.getSelection().removeAllRanges()")
    back = page.get_by_role('button', name='Back to Page 1')
    report.check('WV-2 at the start there is no way back', back.count() == 0, back.count())
    page.locator('a[data-page]').first.click()
    report.check('a link leads to its page', wait(page, lambda: reader(page)['page'] > 1), reader(page))
    back.click()
    report.check('and there is a way back', wait(page, lambda: reader(page)['page'] == 1), reader(page))
    settle(page)
    before = page.evaluate("document.querySelector('.pages-content').style.transform")
    page.locator('a[data-page]').first.click()
    wait(page, lambda: reader(page)['page'] > 1)
    page.go_back()
    report.check("the browser's Back leads to the place of the link", wait(page, lambda: reader(page)['page'] == 1), reader(page))
    settle(page)
    after = page.evaluate("document.querySelector('.pages-content').style.transform")
    report.check('exactly', after == before, (before, after))
    check_tab_stops(report, page)
    page.go_forward()
    report.check('and Forward to where it led', wait(page, lambda: reader(page)['page'] > 1), reader(page))
    page.go_back()
    at_page(page, 1)
    settle(page)
    check_link_elsewhere(report, page, outside)
    page.get_by_role('button', name='Back to the library').click()
    report.check('the button leaves the document all the same', wait(page, lambda: inspect(page)['view'] == 'library'), page.url)
    page.context.close()
    page = browser.context(DESKTOP | {'reduced_motion': 'reduce'}).new_page()
    page.goto(f'{BASE}/d/{client.upload("picture only.png", png(60, 40))["id"]}')
    settle(page)
    report.check('a picture has no words', page.locator('.page-text').count() == 0)
    page.context.close()


def check_tab_stops(report, page):
    """Links of the page before, which stands first in the document, are no way of the key Tab."""
    page.get_by_role('textbox', name='Page').fill('2')
    page.keyboard.press('Enter')
    settle(page)
    # Pages get their words when they have been still for a while.
    wait(page, lambda: all(page.locator('.page').nth(at).locator('.page-text').count() == 1 for at in (0, 1)))
    stops = page.evaluate('[...document.querySelectorAll(".page")].map((one) => one.querySelectorAll("a:not([tabindex])").length)')
    kept = page.locator('.page').first.locator('a').count()
    report.check('links of a page that is not seen are no tab stops', kept > 0 and stops[0] == 0, (stops, kept))
    page.locator('.pages').focus()
    page.keyboard.press('Tab')
    report.check('so that Tab stays on the page', reader(page)['page'] == 2, reader(page))
    page.go_back()
    wait(page, lambda: reader(page)['page'] == 1)
    settle(page)
    stops = page.locator('.page').first.locator('a:not([tabindex])')
    report.check('and are some where it is', wait(page, lambda: stops.count() > 0), stops.count())


def check_text(report, browser, client):
    hostile = '<script>document.title = "taken"</script><img src=x onerror="document.title=1"> ümlaut'
    document = client.upload('hostile.txt', hostile.encode())
    page = browser.page(path=f'/d/{document["id"]}?in=text')
    text = page.locator('.text-field').input_value()
    report.check('a text is shown as its characters', hostile in text, text)
    report.check(
        'and none of them is markup',
        page.locator('.text-field *').count() == 0 and 'hostile.txt' in page.title(),
    )
    page.goto(f'{BASE}/d/{document["id"]}')
    typeset = wait(page, lambda: reader(page).get('pageCount') == 1 and page.locator('.page img').count() > 0)
    report.check('without asking for it, a text opens as pages', typeset, reader(page))
    page.context.close()
    document = client.upload('guide.md', b'# Guide\n\n' + b'Some *words* of it.\n\n' * 200)
    page = browser.page(path=f'/d/{document["id"]}')
    count = wait(page, lambda: reader(page).get('pageCount', 0) > 2)
    report.check('Markdown is typeset on pages', count, reader(page))
    page.context.close()
    document = client.upload('long.txt', b'0123456789abcde\n' * 100_000)
    page = browser.page(path=f'/d/{document["id"]}?in=text')
    length = page.locator('.text-sheet').evaluate('(element) => element.textContent.length')
    report.check(
        'of a long text only the first megabyte is shown, and it says so',
        length == 1 << 20 and page.get_by_text('first megabyte').count() == 1,
        length,
    )


def check_text_encodings(report, browser, client):
    words = {
        'shift_jis': '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。',
        'windows-1252': 'Die Prüfung ergab, daß größere Änderungen nötig wären. Müller schloß die Tür – für immer.',
        'utf-16': 'Die Prüfung ergab, daß größere Änderungen nötig wären.',
        'koi8-r': 'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.',
    }
    for encoding, text in words.items():
        document = client.upload(f'{encoding}.txt', text.encode(encoding))
        page = browser.page(path=f'/d/{document["id"]}?in=text')
        shown_text = page.locator('.text-sheet').inner_text()
        report.check(f'a text in {encoding} is shown as its characters', shown_text == text, shown_text)
        page.context.close()
    document = client.upload('unknown.txt', b'AB\x81\x8d\x8f\n')
    page = browser.page(path=f'/d/{document["id"]}?in=text')
    report.check(
        'of a text whose encoding is not known that is said',
        page.get_by_text('encoding of this text is not known').count() == 1,
    )


def check_refusals(report, browser, client):
    for name, data, words in [
        ('damaged.pdf', pdf()[:300], 'damaged'),
        ('picture.xcf', b'gimp xcf v011\0\0\0\0\1', 'no preview'),
    ]:
        document = client.upload(name, data)
        page = browser.page(path=f'/d/{document["id"]}')
        heading = page.locator('.notice h2').inner_text()
        report.check(f'{name} says in words why it is not shown', words in heading, heading)
        link = page.get_by_role('link', name='Download')
        report.check(
            f'{name} can be downloaded',
            link.get_attribute('download') == name,
            link.get_attribute('download'),
        )
        page.context.close()


def check_download(report, browser, client, name):
    page = browser.page(DESKTOP)
    shown(page, name)
    open_document(page, name)
    with page.expect_download() as download:
        page.get_by_role('link', name='Download').click()
    report.check(
        'a download has the document’s name',
        download.value.suggested_filename == name,
        download.value.suggested_filename,
    )


def check_card_opens(report, browser, name):
    page = browser.page(path=f'/?q={quote(name)}')
    with page.context.expect_page() as other:
        card(page, name).locator('a').click(button='middle')
    # It begins as an empty page.
    wait(other.value, lambda: '/d/' in other.value.url)
    report.check('a card opened with the middle button is another tab', inspect(page)['view'] == 'library', other.value.url)
