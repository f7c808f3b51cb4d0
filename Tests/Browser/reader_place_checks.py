"""Where one is in a document: what its pages are called, the place that is kept, and pages that take their time."""

import json
import re

from fixtures import assemble, pdf, png, stream_object
from harness import BASE, DESKTOP, at_page, inspect, intercept, open_document, reader, settle, shown, wait

NAMED = "document.querySelector('.strip [aria-current]').getAttribute('aria-label')"


def labelled(pages=12, front=3):
    """A PDF whose first pages are called i, ii, iii, and those after them 1, 2, 3."""
    kids = ' '.join(f'{number + 4} 0 R' for number in range(pages))
    labels = f'/PageLabels << /Nums [0 << /S /r >> {front} << /S /D >>] >>'
    page = b'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R >>'
    return assemble([
        f'<< /Type /Catalog /Pages 2 0 R {labels} >>'.encode(),
        f'<< /Type /Pages /Count {pages} /Kids [{kids}] >>'.encode(),
        stream_object(b'50 50 m 500 700 l S'), *[page] * pages,
    ])


def page_names(page):
    """The page that is shown, by the field and its label, by the strip and by the paper."""
    field, total = page.get_by_role('textbox', name='Page'), page.locator('.page-total')
    alt = page.locator('.page img').evaluate_all('(images) => images.map((image) => image.alt)')
    return f'Page {field.input_value()} {total.inner_text()}', page.evaluate(NAMED), alt


def check_page_names(report, browser, client):
    document = client.upload('labelled.pdf', labelled())
    page = browser.page(path=f'/d/{document["id"]}#page=7')
    field, strip, alt = page_names(page)
    wanted = 'Page 4 (7 of 12)'
    report.check('the field says the label and the place', field == wanted, field)
    report.check('the strip says the same', strip == wanted, strip)
    report.check('and the paper', wanted in alt, alt)
    enter = page.get_by_role('textbox', name='Page')
    for typed, number, shown in [('2', 5, '2'), ('iii', 3, 'iii'), ('II', 2, 'ii'), ('12', 12, '9'), ('ix', 12, '9')]:
        enter.fill(typed)
        enter.press('Enter')
        came = at_page(page, number) and wait(page, lambda shown=shown: enter.input_value() == shown)
        report.check(f'{typed} leads to page {number}, which is called {shown}', came, (reader(page), enter.input_value()))
    page.keyboard.press('b')
    menu = page.get_by_role('menu', name='Add page 9 (12 of 12) to a board')
    report.check('so does the menu that lays it on a board', wait(page, menu.is_visible))
    page.context.close()
    plain = client.upload('plain.pdf', pdf(pages=12))
    page = browser.page(path=f'/d/{plain["id"]}#page=7')
    settle(page)
    field, strip, alt = page_names(page)
    same = field == strip == 'Page 7 of 12' and field in alt
    report.check('where label and number are the same one of them is said', same, (field, strip, alt))


def top_of(page, name):
    """Where in the window a page begins."""
    frame = page.locator('.page', has=page.get_by_alt_text(name)).bounding_box()
    return frame and round(frame['y'])


def stays(page, name, before):
    return wait(page, lambda: (top_of(page, name) or 9999) - before in range(-2, 3))


def check_place_kept(report, browser, client):
    document = client.upload('kept place.pdf', pdf(pages=9, text='Kept'))
    page = browser.page(path='/?q=kept+place')
    shown(page, 'kept place.pdf')
    open_document(page, 'kept place.pdf')
    page.get_by_role('textbox', name='Page').fill('4')
    page.keyboard.press('Enter')
    at_page(page, 4)
    page.mouse.move(700, 500)
    page.mouse.wheel(0, 310)
    settle(page)
    before = top_of(page, 'Page 4 of 9')
    page.reload()
    settle(page)
    report.check('loaded anew it shows the same of the page', stays(page, 'Page 4 of 9', before), (before, top_of(page, 'Page 4 of 9')))
    page.keyboard.press('Escape')
    wait(page, lambda: inspect(page)['view'] == 'library')
    open_document(page, 'kept place.pdf')
    report.check('opened from the library, too', stays(page, 'Page 4 of 9', before), (reader(page), top_of(page, 'Page 4 of 9')))
    page.get_by_role('combobox', name='Zoom').select_option('150')
    settle(page)
    before = top_of(page, 'Page 4 of 9')
    # A place is kept when the reader has rested there.
    wait(page, lambda: page.evaluate("localStorage.getItem('sheaf.document-places').includes('\"scale\"')"))
    again = page.context.new_page()
    again.goto(f'{BASE}/d/{document["id"]}')
    settle(again)
    same = stays(again, 'Page 4 of 9', before) and reader(again)['zoom'] == 150
    report.check('and in another tab, as large as it was', same, (reader(again), top_of(again, 'Page 4 of 9'), before))
    again.goto(f'{BASE}/d/{document["id"]}#page=2')
    again.reload()
    settle(again)
    start = wait(again, lambda: reader(again).get('page') == 2 and abs((top_of(again, 'Page 2 of 9') or 0) - 68) < 4)
    report.check('an address that names another page leads to its start', start, (reader(again), top_of(again, 'Page 2 of 9')))
    client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', pdf(pages=9, text='Changed'))
    page.wait_for_timeout(500)
    settle(page)
    report.check('a change elsewhere keeps the place', stays(page, 'Page 4 of 9', before), (before, top_of(page, 'Page 4 of 9')))


def check_place_that_is_gone(report, browser, client):
    """SR-15: a kept page that is no more leads to the first one; a page that an address names, to the nearest."""
    document = client.upload('gone place.pdf', pdf(pages=9, text='Gone place'))
    page = browser.page(path=f'/d/{document["id"]}')
    settle(page)
    page.get_by_role('textbox', name='Page').fill('8')
    page.keyboard.press('Enter')
    at_page(page, 8)
    wait(page, lambda: page.evaluate("(id) => (localStorage.getItem('sheaf.document-places') ?? '').includes(id)", document['id']))
    page.close()
    client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', pdf(pages=3, text='Fewer'))
    page = page.context.new_page()
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    report.check('SR-15 a kept page that is no more leads to the first page', at_page(page, 1) and reader(page)['pageCount'] == 3, reader(page))
    page.get_by_role('textbox', name='Page').fill('8')
    page.keyboard.press('Enter')
    report.check('SR-15 a typed one leads to the nearest', at_page(page, 3), reader(page))
    linked = page.context.new_page()
    linked.goto(f'{BASE}/d/{document["id"]}#page=8')
    settle(linked)
    report.check('SR-15 and so does a linked one', at_page(linked, 3), reader(linked))
    page.context.close()


def check_place_of_a_slow_document(report, browser, client):
    """WV-16: the place is shown when the document is ready, however long that takes, and no other place before."""
    document = client.upload('slow place.pdf', pdf(pages=9, text='Slow place'))
    page = browser.page(path=f'/d/{document["id"]}#page=5')
    page.mouse.move(700, 500)
    page.mouse.wheel(0, 310)
    settle(page)
    before = top_of(page, 'Page 5 of 9')
    wait(page, lambda: page.evaluate("(id) => (localStorage.getItem('sheaf.document-places') ?? '').includes(id)", document['id']))
    asked, held = [], []
    page.on('request', lambda request: asked.append(request.url))
    page.add_init_script("""{
      globalThis.seenPages = new Set();
      new MutationObserver(() => document.querySelectorAll('.page[aria-label]').forEach((page) => seenPages.add(page.ariaLabel)))
        .observe(document, { subtree: true, childList: true });
    }""")
    intercept(page, f'**/api/v1/documents/{document["id"]}/preview*', lambda route: held.append(route))
    page.reload()
    wait(page, lambda: held)
    name = wait(page, lambda: page.locator('h1:visible').all_inner_texts() == ['slow place.pdf'])
    report.check('WV-16 until it is ready nothing of it is shown but its name', name and page.evaluate('seenPages.size') == 0, page.evaluate('[...seenPages]'))
    for route in held:
        route.continue_()
    report.check('WV-16 then it is where it was', stays(page, 'Page 5 of 9', before), (before, top_of(page, 'Page 5 of 9')))
    settle(page)
    seen = page.evaluate('[...seenPages]')
    report.check('WV-16 and was nowhere else', seen and not {'Page 1 of 9', 'Page 2 of 9', 'Page 9 of 9'} & set(seen), seen)
    page.context.close()


def check_text_place_kept(report, browser, client):
    document = client.upload('kept lines.txt', b'A line of many.\n' * 900)
    client.ask('PATCH', f'/api/v1/documents/{document["id"]}', b'{"handler":"text"}', 'application/json')
    page = browser.page(path='/?q=kept+lines')
    shown(page, 'kept lines.txt')
    open_document(page, 'kept lines.txt')
    scrolled = "document.querySelector('.text-field').scrollTop"
    page.mouse.move(700, 500)
    page.mouse.wheel(0, 4000)
    wait(page, lambda: page.evaluate(scrolled) > 3900)
    page.reload()
    settle(page)
    report.check('a text that is loaded anew shows the same lines', abs(page.evaluate(scrolled) - 4000) < 3, page.evaluate(scrolled))
    # Out of the text, and out of the document.
    page.keyboard.press('Escape')
    page.keyboard.press('Escape')
    wait(page, lambda: inspect(page)['view'] == 'library')
    open_document(page, 'kept lines.txt')
    report.check('opened from the library, too', abs(page.evaluate(scrolled) - 4000) < 3, page.evaluate(scrolled))


def paper_of(page, name):
    """The page of that name, also where it has no picture but says something."""
    return page.locator('.page', has=page.locator(f'[aria-label^="{name} "], [alt="{name}"]'))


def refuse(page, pattern, code, status):
    body = json.dumps({'type': 'about:blank', 'title': code, 'status': status, 'code': code, 'detail': code})
    refused = {'status': status, 'content_type': 'application/problem+json', 'body': body}
    intercept(page, re.compile(pattern), lambda route: route.fulfill(**refused))


def check_slow_pages(report, browser, client):
    """A page that takes its time has its place at once, says that it comes, and why it does not."""
    document = client.upload('slow pages.pdf', pdf(pages=6, text='Slow'))
    page, held = browser.context(DESKTOP).new_page(), []
    intercept(page, re.compile('/pages/3[?]'), lambda route: held.append(route))
    page.goto(f'{BASE}/d/{document["id"]}#page=3')
    wait(page, lambda: reader(page).get('page') == 3)
    paper = paper_of(page, 'Page 3 of 6')
    frame = wait(page, lambda: paper.count() == 1 and paper.bounding_box())
    report.check('a slow page has its frame at once', frame and frame['width'] > 700 and frame['height'] > 900, frame)
    spinner = paper.locator('.page-spinner')
    report.check('after a while it says that it comes', wait(page, lambda: spinner.count() == 1), spinner.count())
    box = spinner.count() == 1 and spinner.bounding_box()
    report.check('where it is seen', box and 52 < box['y'] < 800, box)
    name = spinner.count() == 1 and spinner.get_attribute('aria-label')
    report.check('also to users who do not see', name == 'Page 3 of 6 is being drawn', name)
    wait(page, lambda: held)
    for route in held:
        route.continue_()
    came = wait(page, lambda: paper.locator('img').count() == 1 and spinner.count() == 0)
    report.check('when it has come that is gone', came)
    settle(page)
    page.context.close()
    quick = browser.page(path=f'/d/{document["id"]}#page=3')
    report.check('at rest there is none', wait(quick, lambda: quick.locator('.page img').count() > 0 and quick.locator('.page-spinner').count() == 0))


def check_page_failures(report, browser, client):
    """Why a page does not come is said in its place; trying again is offered where it is of use."""
    document = client.upload('failing pages.pdf', pdf(pages=6, text='Failing'))
    cases = [('render-timeout', 504, 'takes too long to draw', True), ('damaged', 422, 'seems to be damaged', False)]
    for code, status, words, again in cases:
        page = browser.context(DESKTOP).new_page()
        refuse(page, '/pages/3[?]', code, status)
        page.goto(f'{BASE}/d/{document["id"]}#page=3')
        failure = paper_of(page, 'Page 3 of 6').locator('.page-failure')
        said = wait(page, lambda: failure.count() == 1 and words in failure.inner_text())
        report.check(f'{code}: the page says why, in its place', said, failure.count() and failure.inner_text())
        text = failure.locator('p').first.bounding_box() if said else None
        report.check(f'{code}: where it is seen', text and 52 < text['y'] < 780, text)
        offered = failure.get_by_role('button', name='Try again').count() == 1
        report.check(f'{code}: trying again is {"" if again else "not "}offered', offered == again, offered)
        report.check(f'WV-7 {code}: nothing turns there any more', paper_of(page, 'Page 3 of 6').locator('.page-spinner').count() == 0)
        page.keyboard.press('ArrowRight')
        report.check(f'WV-7 {code}: and one reads on', at_page(page, 4), reader(page))
        page.keyboard.press('ArrowLeft')
        at_page(page, 3)
        if again:
            page.unroute(re.compile('/pages/3[?]'))
            failure.get_by_role('button', name='Try again').click()
            came = wait(page, lambda: paper_of(page, 'Page 3 of 6').locator('img').count() == 1)
            report.check(f'{code}: and does', came and failure.count() == 0)
        page.context.close()
    page = browser.context(DESKTOP).new_page()
    intercept(page, re.compile('/pages/1[?]'), lambda route: None)
    intercept(page, re.compile('/thumbnail[?]'), lambda route: route.fulfill(status=404))
    page.goto(f'{BASE}/d/{document["id"]}')
    spins = wait(page, lambda: paper_of(page, 'Page 1 of 6').locator('.page-spinner').count() == 1)
    images = paper_of(page, 'Page 1 of 6').locator('img').count()
    report.check('a small picture that cannot be had leaves paper, not a broken picture', spins and images == 0, images)
    page.context.close()


def check_page_failures_over_pictures(report, browser, client):
    """Why a page does not come is seen over its small picture; the icon of the document's type is no picture of a page."""
    document = client.upload('failing pictures.pdf', pdf(pages=1, text='Failing'))
    for what, size, stays in (('a small picture', (40, 52), 1), ('an icon', (40, 40), 0)):
        page = browser.context(DESKTOP).new_page()
        refuse(page, '/pages/1[?]', 'quarantined', 422)
        intercept(page, re.compile('/thumbnail[?]'), lambda route: route.fulfill(content_type='image/png', body=png(*size)))
        page.goto(f'{BASE}/d/{document["id"]}')
        paper = paper_of(page, 'Page 1 of 1')
        words, quick = paper.locator('.page-failure p'), paper.locator('.page-quick')
        seen = wait(page, lambda: words.count() == 1 and quick.count() == stays and 52 < words.bounding_box()['y'] < 780)
        report.check(f'{what}: the reason is seen', seen, (words.count(), quick.count()))
        page.context.close()


def check_pages_come_back(report, browser, client):
    """Pages and small pictures that the lost connection took are there once it is back, without a hand."""
    document = client.upload('lost pages.pdf', pdf(pages=60, text='Lost'))
    page = browser.page(DESKTOP, f'/d/{document["id"]}')
    page.context.set_offline(True)
    page.evaluate("location.hash = 'page=40'")
    failure = paper_of(page, 'Page 40 of 60').locator('.page-failure')
    report.check('without a connection a page says so', wait(page, lambda: failure.count() == 1), failure.count())
    page.wait_for_timeout(1000)
    page.context.set_offline(False)
    sharp = paper_of(page, 'Page 40 of 60').locator('img:not(.page-quick)')
    report.check('once it is back the page comes', wait(page, lambda: sharp.count() == 1 and failure.count() == 0), failure.count())
    small = page.get_by_role('button', name='Page 40 of 60', exact=True).locator('img')
    report.check('and so does its small picture', wait(page, lambda: small.count() == 1), small.count())
    page.context.close()


FILTER = "getComputedStyle(document.querySelector('.page img')).filter"


def check_dark_pages(report, browser, client):
    """Pages are dimmed or inverted in dark mode by choice, pictures never inverted."""
    address = '/api/v1/preferences/reader.pages'
    words, picture = client.upload('dark words.pdf', pdf(pages=2)), client.upload('dark picture.png', png(60, 40))
    page = browser.page(DESKTOP | {'color_scheme': 'dark'}, f'/d/{words["id"]}')
    report.check('pages are as they are at first', page.evaluate(FILTER) == 'none', page.evaluate(FILTER))
    client.ask('PUT', address, b'"inverted"', kind='application/json')
    report.check('a choice made elsewhere inverts them at once', wait(page, lambda: 'invert' in page.evaluate(FILTER)), page.evaluate(FILTER))
    page.goto(f'{BASE}/d/{picture["id"]}')
    settle(page)
    dimmed = wait(page, lambda: page.evaluate(FILTER).startswith('brightness'))
    report.check('a picture is dimmed alone', dimmed, page.evaluate(FILTER))
    page.context.close()
    page = browser.page(path=f'/d/{words["id"]}')
    report.check('by light they are as they are', page.evaluate(FILTER) == 'none', page.evaluate(FILTER))
    page.context.close()
    client.ask('DELETE', address)


# The label of the page that is marked in the strip, and whether it is seen there.
IN_STRIP = """
() => {
  const [marked, strip] = ['.strip [aria-current]', '.strip-scroller'].map((one) => document.querySelector(one));
  const [item, frame] = [marked, strip].map((one) => one.getBoundingClientRect());
  return [marked.textContent.trim(), item.left >= frame.left && item.right <= frame.right];
}
"""


def check_long(report, browser):
    """Ten thousand pages at a zoom at which no browser lays them out in one piece."""
    context = browser.context({'viewport': {'width': 1100, 'height': 800}})
    page = context.new_page()
    size = {'width': 612, 'height': 792}
    pages = [{'number': n, 'label': str(n), **size} for n in range(1, 10_001)]
    image = '<svg xmlns="http://www.w3.org/2000/svg" width="612" height="792"/>'
    document = {
        'id': 'long',
        'name': 'long.pdf',
        'folder': '',
        'type': 'com.adobe.pdf',
        'size': 1,
        'sha256': '0',
        'version': 1,
        'created': '2026-11-21T10:00:00Z',
        'modified': '2026-11-21T10:00:00Z',
    }
    intercept(page, '**/documents/long', lambda route: route.fulfill(json=document))
    intercept(page, '**/documents/long/*?*', lambda route: route.fulfill(content_type='image/svg+xml', body=image))
    intercept(
        page, '**/documents/long/pages/*', lambda route: route.fulfill(content_type='image/svg+xml', body=image)
    )
    intercept(
        page, '**/documents/long/preview*',
        lambda route: route.fulfill(
            json={'kind': 'pages', 'pageCount': 10_000, 'pages': pages, 'outline': [], 'reason': None}
        ),
    )
    page.goto(f'{BASE}/d/long#page=9876&zoom=400')
    settle(page)
    report.check(
        'page 9,876 of 10,000 is shown at 400 %',
        (reader(page)['page'], reader(page)['zoom']) == (9876, 400),
        reader(page),
    )
    for key, wanted in [('ArrowRight', 9877), ('End', 10_000), ('Home', 1), ('End', 10_000), ('ArrowLeft', 9999)]:
        page.keyboard.press(key)
        report.check(f'and {key} leads to {wanted}', at_page(page, wanted), reader(page))
        seen = wait(page, lambda wanted=wanted: page.evaluate(IN_STRIP) == [f'{wanted:,}', True])
        report.check('which is in sight in the strip', seen, page.evaluate(IN_STRIP))
    settle(page)
    frame = page.locator('.page', has=page.get_by_alt_text('Page 9,999 of 10,000')).bounding_box()
    report.check('where the page lies in the window', frame and abs(frame['y'] - 52 - 16) < 2, frame)
    field, total = page.get_by_role('textbox', name='Page'), page.locator('.page-total').text_content()
    report.check('numbers have separators', (field.input_value(), total) == ('9,999', 'of 10,000'), (field.input_value(), total))
    field.fill('1,234')
    field.press('Enter')
    report.check('and are read with them', at_page(page, 1234) and field.input_value() == '1,234', reader(page))
    count = lambda selector: page.evaluate('(selector) => document.querySelectorAll(selector).length', selector)
    # A page has five elements; the rest are the same for any document.
    counts = [count(selector) for selector in ('.page', '.reader *', '*')]
    report.check('with the pages around alone, and few elements', counts[0] < 8 and counts[1] < 400 and counts[2] < 1000, counts)
