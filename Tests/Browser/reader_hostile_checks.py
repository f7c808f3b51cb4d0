"""Documents that are too long, too large, too small, too full, or that lead nowhere: shown, within bounds, in plain words."""

import re

from fixtures import pdf_of_sizes
from harness import BASE, DESKTOP, PHONE, at_page, intercept, reader, settle, wait
from made_pages import box, circular_outline, crowded, line, linked, pdf_of_pages, shuffled
from reader_view_checks import frames, opened
from selection_checks import COPY

# Sizes in points and turns; the last is as it is shown.
SHAPES = [
    ((612, 792), 0, (612, 792)), ((792, 612), 90, (612, 792)), ((300, 900), 270, (900, 300)), ((595, 842), 180, (595, 842)),
    ((14_400, 14_400), 0, (14_400, 14_400)), ((40, 14_400), 90, (14_400, 40)), ((40, 14_400), 0, (40, 14_400)), ((1, 1), 0, (1, 1)),
]
WORDS = "() => [...document.querySelectorAll('.page-word')].map((word) => word.textContent.trim())"
# A plain document of a few pages has some 1,400 nodes and 5 MB.
MOST_NODES, MOST_MEGABYTES = 4_000, 25


def burden(page):
    """Nodes that the browser keeps for a page, also those out of the document, and megabytes of its scripts."""
    session = page.context.new_cdp_session(page)
    session.send('HeapProfiler.collectGarbage')
    nodes = session.send('Memory.getDOMCounters')['nodes']
    megabytes = session.send('Runtime.getHeapUsage')['usedSize'] / 1e6
    session.detach()
    return nodes, round(megabytes, 1)


def check_burden(report, page, name):
    nodes, megabytes = burden(page)
    counts = [page.locator(selector).count() for selector in ('.page', '.page img', 'canvas', '.page-word')]
    few = counts[0] <= 8 and counts[1] <= 90 and counts[2] <= 8 and counts[3] <= 4000
    report.check(f'{name}: few pages, pictures, canvases and words are kept', few, counts)
    report.check(f'{name}: and little memory', nodes < MOST_NODES and megabytes < MOST_MEGABYTES, (nodes, megabytes))


def shaped(count):
    """Pages of all shapes one after the other, each with its number as a word."""
    pages = []
    for place in range(count):
        (width, height), turn, _ = SHAPES[place % len(SHAPES)]
        words = line(f'Leaf{place + 1}', 0.1 * width, 0.5 * height, min(24, width / 8, height / 8))
        pages.append((f'{box(width, height)} /Rotate {turn}', words.encode()))
    return pdf_of_pages(pages)


def misshapen(found):
    """The frames whose shape is another than that of their page."""
    wrong = []
    for frame in found:
        number = int(re.search(r'Page ([\d,]+)', frame['name'] or 'Page 0')[1].replace(',', ''))
        width, height = SHAPES[(number - 1) % len(SHAPES)][2]
        # Sides are whole pixels.
        if abs(frame['width'] - frame['height'] * width / height) > 1 + width / height:
            wrong.append(frame)
    return wrong


def check_ten_thousand_pages(report, browser, client):
    """A real file of 10,000 pages of all sizes and turns, which is jumped through at several zooms."""
    document = client.upload('ten thousand.pdf', shaped(10_000))
    page = opened(browser, document)
    for number in (1, 2, 5000, 9994, 9998, 10_000, 7):
        page.get_by_role('textbox', name='Page').fill(str(number))
        page.keyboard.press('Enter')
        at_page(page, number)
        settle(page)
        found = frames(page)
        there = any(f'Page {number:,} of 10,000' == frame['name'] for frame in found)
        report.check(f'page {number:,} is shown, and all in sight have their shapes', there and misshapen(found) == [], found)
    check_burden(report, page, '10,000 pages')
    page.keyboard.press('/')
    page.keyboard.type('Leaf3001')
    found = wait(page, lambda: reader(page)['page'] == 3001, 60)
    report.check('a word of a far page is found', found, (page.locator('.find-count').inner_text(), reader(page)))
    report.check('and its words lie over it', wait(page, lambda: 'Leaf3001' in page.evaluate(WORDS)), page.evaluate(WORDS))
    page.keyboard.press('Escape')
    page.keyboard.press('g')
    page.locator('.page-grid .strip-page').first.wait_for()
    page.keyboard.press('End')
    settle(page)
    pictures = page.locator('.page-grid .strip-picture img').count()
    report.check('the panel of all pages keeps few of them', pictures < 200, pictures)
    page.context.close()


def check_hostile_sizes(report, browser, client):
    """The largest page, the smallest and the longest strips, each fitted and zoomed in."""
    check_shapes(report, browser, client, DESKTOP)


def check_hostile_sizes_on_a_phone(report, browser, client):
    check_shapes(report, browser, client, PHONE)


def check_shapes(report, browser, client, device):
    page = opened(browser, client.upload('all shapes.pdf', shaped(len(SHAPES))), device)
    for number in range(1, len(SHAPES) + 1):
        for zoom in ('', '&zoom=400', '&zoom=25'):
            page.evaluate('(hash) => { location.hash = hash; }', f'page={number}{zoom}')
            at_page(page, number)
            settle(page)
            found, failed = frames(page), page.locator('.page-failure').all_inner_texts()
            right = found and misshapen(found) == [] and failed == []
            report.check(f'page {number}{zoom.replace("&zoom=", " at ")}: all that is seen has its shape', right, (found, failed))
    check_burden(report, page, 'pages of all sizes')
    page.context.close()


def check_tall_strips(report, browser, client):
    """Strips 14,400 points long: scrolled to their end, they are sharp there."""
    page = opened(browser, client.upload('strips.pdf', pdf_of_sizes([(200, 14_400)] * 3)), at='#page=2&zoom=200')
    page.keyboard.press('End')
    at_page(page, 3)
    page.mouse.move(700, 500)
    page.mouse.wheel(0, 40_000)
    ends = wait(page, lambda: (last := frames(page)[-1]) and 500 < last['top'] + last['height'] <= 900)
    report.check('the end of the last strip is reached', ends, frames(page))
    settle(page)
    report.check('with its tiles', page.locator('.page-failure').count() == 0 and page.locator('.page img').count() > 0)
    check_burden(report, page, 'tall strips')
    page.context.close()


def check_words_without_order(report, browser, client):
    words = [f'word{number}' for number in range(150)]
    page = opened(browser, client.upload('shuffled.pdf', shuffled(words)))
    wait(page, lambda: page.locator('.page-word').count() > 100)
    page.keyboard.press('Control+a')
    copied = page.evaluate(COPY).split()
    report.check('words that are drawn in no order are copied in that of the page', copied == words, copied)
    page.keyboard.press('/')
    page.keyboard.type('word41 word42')
    found = wait(page, lambda: page.locator('.find-count').inner_text() == '1 of 1')
    report.check('and found side by side', found, page.locator('.find-count').inner_text())
    page.context.close()


def check_million_words(report, browser, client):
    """Twenty pages of 50,000 words in type of 3 points."""
    page = opened(browser, client.upload('million.pdf', crowded(20)))
    came = wait(page, lambda: page.locator('.page-word').count() > 10)
    report.check('a page of 50,000 words has words', came, page.locator('.page-word').count())
    for _ in range(6):
        page.keyboard.press('n')
        settle(page)
    wait(page, lambda: page.locator('.page-word').count() > 10)
    check_burden(report, page, 'a million words')
    page.keyboard.press('/')
    page.keyboard.type('w3x14')
    hits = wait(page, lambda: re.fullmatch(r'\d+ of 20\d?\d?', page.locator('.find-count').inner_text()), 60)
    report.check('its words are found on each page', hits, page.locator('.find-count').inner_text())
    page.keyboard.press('Escape')
    page.keyboard.press('Control+a')
    page.keyboard.press('Escape')
    began = page.evaluate('performance.now()')
    page.keyboard.press('PageDown')
    settle(page)
    took = page.evaluate('performance.now()') - began
    report.check('and it goes on reacting', took < 5000, took)
    page.context.close()


# Links that lead nowhere, or would run something; the last two are those of a good document.
NOWHERE = re.compile('nowhere|99 0 R|2000000')
BAD_LINKS = [
    '/A << /S /URI /URI (javascript:globalThis.ran=1) >>', '/A << /S /URI /URI (JaVaScRiPt:alert\\(1\\)) >>',
    '/A << /S /URI /URI (file:///etc/passwd) >>', '/A << /S /URI /URI (data:text/html,<script>alert\\(1\\)</script>) >>',
    '/A << /S /Launch /F (/bin/sh) >>', '/A << /S /JavaScript /JS (app.alert\\(1\\)) >>', '/A << /S /SubmitForm /F (https://example.org/) >>',
    '/Dest (nowhere)', '/Dest [99 0 R /Fit]', '/A << /S /GoTo /D [2000000 /Fit] >>', '/A << /S /GoToR /F (other.pdf) /D [0 /Fit] >>',
    '/A << /S /URI /URI (vbscript:x) >>', '/A << /S /URI /URI (blob:https://example.org/1) >>',
]


def check_hostile_links(report, browser, client):
    """Links that lead nowhere or would run something say so when they are clicked; good ones beside them lead on."""
    good = ['/Dest [%d 0 R /Fit]' % (4 + len(BAD_LINKS) + 2 + 2), '/A << /S /URI /URI (https://example.org/?a=<b>"c") >>']
    document = client.upload('links.pdf', linked([*good, *BAD_LINKS]))
    page = opened(browser, document)
    asked = []
    page.on('request', lambda request: asked.append(request.url))
    page.context.on('page', lambda other: asked.append(f'window {other.url}'))
    links = page.locator('.page').first.locator('a.page-link')
    refused = page.locator('.page').first.locator('button.page-link')
    wait(page, lambda: links.count() == 2)
    addresses = [link.get_attribute('href') for link in links.all()]
    report.check('only good links are links', all(re.match(r'#page=2$|https://example\.org/', address) for address in addresses) and len(addresses) == 2, addresses)
    report.check('an outer one says where it leads', links.nth(1).get_attribute('title') == addresses[1], addresses)
    asked.clear()
    report.check('each of the others has its place', refused.count() == len(BAD_LINKS), refused.count())
    said = page.locator('.toasts')
    told = []
    for at in range(len(BAD_LINKS)):
        refused.nth(at).click()
        words = 'leads nowhere' if NOWHERE.search(BAD_LINKS[at]) else 'would run something'
        told.append(wait(page, lambda: words in said.inner_text()) and refused.nth(at).get_attribute('title'))
    report.check('clicked, it says in words why it is not followed', all(told), told)
    settle(page)
    elsewhere = [url for url in asked if not url.startswith(BASE)]
    report.check('they ask for nothing and open nothing', elsewhere == [], elsewhere)
    report.check('run nothing', page.evaluate('globalThis.ran === undefined'))
    report.check('and leave the reader where it was', page.url.startswith(f'{BASE}/d/') and reader(page)['page'] == 1, page.url)
    links.nth(0).click()
    report.check('a good one leads to its page', at_page(page, 2), reader(page))
    page.context.close()


def check_links_of_another_server(report, browser, client):
    """The page itself makes no link of an address that would run something, whatever an answer says."""
    document = client.upload('answered links.pdf', pdf_of_pages([(box(612, 792), line(word).encode()) for word in ('First', 'Second')]))
    page = browser.context(DESKTOP).new_page()
    addresses = ['javascript:globalThis.ran=1', ' javascript:globalThis.ran=1', 'java\nscript:globalThis.ran=1', 'data:text/html,x', 'file:///etc/passwd', '//example.org/']
    links = [{'box': [40, 100 + 40 * at, 200, 30], 'address': address} for at, address in enumerate(addresses)]
    links += [{'box': [40, 400 + 40 * at, 200, 30], 'page': number, 'area': [0, 1e30, 1, 1]} for at, number in enumerate((-3, 0, 99))]
    intercept(page, '**/pages/1/text*', lambda route: route.fulfill(json={'words': [{'text': 'First', 'box': [40, 60, 60, 14]}], 'links': links}))
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    wait(page, lambda: page.locator('.page-word').count() > 0)
    made = page.locator('.page').first.locator('.page-link')
    kept = [made.nth(at).get_attribute('href') for at in range(made.count())]
    report.check('no link is made of them', all(re.match(r'#page=-?\d+$', address) for address in kept), kept)
    for at in range(made.count()):
        made.nth(at).click()
        settle(page)
        report.check(f'{kept[at]} leads to a page that there is', reader(page).get('page') in (1, 2) and '/d/' in page.url, (reader(page), page.url))
        page.keyboard.press('Home')
        at_page(page, 1)
        settle(page)
    report.check('and nothing has run', page.evaluate('globalThis.ran === undefined'))
    page.context.close()


def check_circular_outline(report, browser, client):
    page = opened(browser, client.upload('circular.pdf', circular_outline()))
    page.keyboard.press('o')
    titles = page.locator('.contents-panel .contents-title')
    listed = wait(page, lambda: titles.count() > 0)
    settle(page)
    entries = titles.all_inner_texts()
    report.check('contents that hold themselves are listed, and end', listed and len(entries) < 200 and {'One', 'Two'} <= set(entries), entries[:20])
    page.get_by_role('button', name='Two').first.click()
    report.check('and lead to their pages', at_page(page, 2), reader(page))
    page.context.close()


def check_broken_pages(report, browser, client):
    """Good pages before a broken one are read, and the broken one says why, in its place."""
    good = [(box(612, 792), line(f'Good {number}').encode()) for number in (1, 2)]
    body = pdf_of_pages([*good, (f'{box(612, 792)} /Annots (none)', b'')])
    page = opened(browser, client.upload('broken pages.pdf', body), at='#page=3')
    failure = page.locator('.page', has=page.locator('.page-failure'))
    wait(page, lambda: failure.count() == 1)
    place = failure.first.bounding_box() if failure.count() else None
    words = page.locator('.page-failure').all_inner_texts()
    report.check('a broken page says why', failure.count() == 1 and 'seems to be damaged' in words[0], words)
    report.check('in its place, as large as a page', place and place['width'] > 300 and place['height'] > 400, place)
    page.keyboard.press('Home')
    at_page(page, 1)
    report.check('those before it are read', wait(page, lambda: 'Good' in page.evaluate(WORDS)), page.evaluate(WORDS))
    page.context.close()
