"""The metadata of a document, in a panel beside it."""

from access_checks import AUDIT
from fixtures import pdf
from harness import BASE, DESKTOP, PHONE, inspect, overflow, settle, wait
from made_pages import carrier, form


def opened(browser, document, device=DESKTOP):
    page = browser.context(device).new_page()
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    return page


def check_information(report, browser, client):
    page = opened(browser, client.upload('said.pdf', pdf(pages=3, text='Said')))
    page.keyboard.press('i')
    panel = page.locator('.info-panel')
    report.check('a key shows what a document says of itself', wait(page, lambda: 'Pages' in panel.inner_text()), panel.inner_text())
    words = panel.inner_text()
    report.check('its kind, size, pages and fonts', all(word in words for word in ('PDF', 'bytes', '3', 'Fonts')), words)
    body, beside = page.locator('.reader-body').bounding_box(), panel.bounding_box()
    report.check('beside the pages', body['x'] + body['width'] <= beside['x'] + 1, (body, beside))
    report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.keyboard.press('ArrowRight')
    report.check('the pages are still turned by keys', wait(page, lambda: inspect(page)['reader']['page'] == 2), inspect(page))
    page.keyboard.press('Escape')
    gone = wait(page, lambda: panel.count() == 0)
    report.check('Escape closes it, and not the document', gone and inspect(page)['view'] == 'reader')
    page.get_by_role('button', name='Information').click()
    report.check('a button shows it, too', wait(page, lambda: panel.count() == 1))
    panel.get_by_role('button', name='Close').click()
    report.check('and it can be closed', wait(page, lambda: panel.count() == 0))
    page.context.close()
    page = opened(browser, client.upload('said.txt', b'Words'), PHONE)
    page.get_by_role('button', name='More', exact=True).tap()
    page.get_by_role('menuitem', name='Information').tap()
    report.check('on a phone it lies over the document', wait(page, lambda: 'Encoding' in panel_text(page)), panel_text(page))
    report.check('and fits', overflow(page) <= 0, overflow(page))
    page.context.close()


CHAPTERS = ''.join(f'# Chapter {n}\n\n' + 'Words of it.\n\n' * 60 + f'## Part {n}\n\n' + 'More of it.\n\n' * 20 for n in (1, 2, 3))


def marked(page):
    return page.locator('.contents-title[aria-current]').all_inner_texts()


def check_contents(report, browser, client):
    document = client.upload('chapters.md', CHAPTERS.encode())
    page = opened(browser, document)
    page.keyboard.press('o')
    panel = page.locator('.contents-panel')
    named = wait(page, lambda: panel.locator('.contents-title').all_inner_texts() == [f'{kind} {n}' for n in (1, 2, 3) for kind in ('Chapter', 'Part')])
    report.check('a key shows the contents', named, panel.inner_text())
    report.check('the place that is read is marked', wait(page, lambda: marked(page) == ['Chapter 1']), marked(page))
    report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    lefts, _ = titles_of(page)
    report.check('an entry stands behind the one that it is below', lefts[1] - lefts[0] >= 12 and lefts[0] == lefts[2] and lefts[1] == lefts[3], lefts)
    entry = panel.get_by_role('button', name='Chapter 3')
    titles = (entry.get_attribute('title') or '', entry.get_attribute('data-label'))
    report.check('an entry says its page', titles[0].startswith(f'Page {titles[1]} of '), titles)
    heading = page.get_by_role('region', name='Page 1 of').get_by_role('heading', name='Chapter 1')
    report.check('a heading of the page is told as one', wait(page, lambda: heading.count() == 1), heading.count())
    entry.click()
    report.check('an entry leads to its page', wait(page, lambda: inspect(page)['reader']['page'] > 3), inspect(page))
    report.check('the mark follows', wait(page, lambda: marked(page) == ['Chapter 3']), marked(page))
    check_contents_by_keys(report, page)
    page.keyboard.press('i')
    both = wait(page, lambda: panel.count() == 0 and page.locator('.info-panel').count() == 1)
    report.check('the information takes its place', both)
    page.keyboard.press('Escape')
    report.check('Escape closes it', wait(page, lambda: page.locator('.info-panel').count() == 0))
    page.context.close()
    page = opened(browser, document, PHONE)
    page.get_by_role('button', name='More', exact=True).tap()
    page.get_by_role('menuitem', name='Contents').tap()
    report.check('on a phone it lies over the document', wait(page, lambda: panel_text(page) != ''))
    report.check('and fits', overflow(page) <= 0, overflow(page))
    report.check('its rows are high enough for a finger', min(titles_of(page)[1]) >= 44, titles_of(page))
    foot = page.evaluate("[document.querySelector('.reader-middle').getBoundingClientRect().bottom, visualViewport.offsetLeft, innerHeight]")
    report.check('and moves nothing on its way in', foot[:2] == [PHONE['viewport']['height'], 0], foot)
    page.get_by_role('button', name='Chapter 2').tap()
    gone = wait(page, lambda: page.locator('.contents-panel').count() == 0 and inspect(page)['reader']['page'] > 1)
    report.check('where an entry leads to its page, and closes it', gone, inspect(page))
    page.context.close()
    page = opened(browser, client.upload('no chapters.txt', b'Words'))
    report.check('a document without contents has no such button', page.get_by_role('button', name='Contents').count() == 0)
    page.context.close()


def check_contents_by_keys(report, page):
    """From the entry of the page that is read, keys lead to all others."""
    focused = 'document.activeElement.textContent'
    page.keyboard.press('o')
    wait(page, lambda: page.locator('.contents-panel').count() == 0)
    page.keyboard.press('o')
    report.check('a key opens it at the entry that is read', wait(page, lambda: page.evaluate(focused) == 'Chapter 3'), page.evaluate(focused))
    at = inspect(page)['reader']['page']
    ways = [('ArrowUp', 'Part 2'), ('ArrowLeft', 'Chapter 2'), ('ArrowUp', 'Part 1'), ('Home', 'Chapter 1'), ('ArrowLeft', 'Chapter 1'),
            ('ArrowDown', 'Chapter 2'), ('ArrowUp', 'Chapter 1'), ('ArrowRight', 'Chapter 1'), ('ArrowRight', 'Part 1'), ('End', 'Part 3')]
    for key, entry in ways:
        page.keyboard.press(key)
        report.check(f'{key} leads to {entry}', page.evaluate(focused) == entry, page.evaluate(focused))
    report.check('and turns no page', inspect(page)['reader']['page'] == at, inspect(page))
    page.keyboard.press('Home')
    page.keyboard.press('ArrowLeft')
    page.keyboard.press('Enter')
    first = wait(page, lambda: inspect(page)['reader']['page'] == 1 and marked(page) == ['Chapter 1'])
    report.check('Enter leads to its page, which is marked where it is folded', first, marked(page))
    page.keyboard.press('ArrowRight')


def titles_of(page):
    """Where the words of the contents begin, and how high their rows are."""
    boxes = page.evaluate('''[...document.querySelectorAll('.contents-title')].map((title) => {
      const {left, height} = title.getBoundingClientRect();
      return [left + parseFloat(getComputedStyle(title).paddingLeft), height];
    })''')
    return [left for left, _ in boxes], [height for _, height in boxes]


def panel_text(page):
    panel = page.locator('.info-panel')
    return panel.inner_text() if panel.count() else ''


# Two frames of two pixels, a tenth of a second each.
FRAME = bytes.fromhex('21f904000a0000002c000000000200010000' '0202440a00')
MOVING = b'GIF89a' + bytes.fromhex('02000100800000000000ffffff' '21ff0b4e45545343415045322e300301000000') + FRAME * 2 + b';'


def check_moving_picture(report, browser, client):
    page = opened(browser, client.upload('moving.gif', MOVING))
    source = "document.querySelector('.page img:not(.page-quick)')?.src ?? ''"
    report.check('a moving picture moves: the browser has the file', wait(page, lambda: page.evaluate(source).endswith('/content')), page.evaluate(source))
    page.get_by_role('button', name='Hold still').click()
    report.check('it can be held still', wait(page, lambda: '/pages/1' in page.evaluate(source)), page.evaluate(source))
    page.get_by_role('button', name='Let it move').click()
    report.check('and let go again', wait(page, lambda: page.evaluate(source).endswith('/content')), page.evaluate(source))
    page.context.close()
    page = opened(browser, client.upload('still.gif', MOVING.replace(FRAME * 2, FRAME)))
    report.check('a still one has pages as others', wait(page, lambda: '/pages/1' in page.evaluate(source)), page.evaluate(source))
    report.check('and no such tool', page.get_by_role('button', name='Hold still').count() == 0)
    page.context.close()


CARRIER = b'''From: ada@example.org
To: bob@example.org
Subject: Plan
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=line

--line
Content-Type: text/plain

The plan is attached.
--line
Content-Type: text/plain; name="plan.txt"
Content-Disposition: attachment; filename="plan.txt"

Walk.
--line--
'''.replace(b'\n', b'\r\n')


def check_information_links(report, browser, client):
    """A file in a document is seen to be a download."""
    page = opened(browser, client.upload('carrier.eml', CARRIER))
    page.keyboard.press('i')
    link = page.locator('.info-panel').get_by_role('link', name='plan.txt')
    there = wait(page, lambda: link.count() == 1)
    report.check('an attachment is a link', there, panel_text(page))
    if there:
        look = page.evaluate("([a, b]) => [getComputedStyle(a).color !== getComputedStyle(b).color, getComputedStyle(a).textDecorationLine]",
                             [link.element_handle(), page.locator('.info-panel dt').first.element_handle()])
        report.check('and looks like one', look == [True, 'underline'], look)
        with page.expect_download() as download:
            link.click()
        report.check('that downloads it', download.value.suggested_filename == 'plan.txt', download.value.suggested_filename)
    report.check('it is accessible, too', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.context.close()


# Files of a PDF by name: a way out of a folder, a tag, a header line, another direction, none, one too long.
HOSTILE_FILES = [
    ('../../etc/passwd', b'outside'), ('<img src=x onerror=globalThis.ran=1>.html', b'<script>globalThis.ran=1</script>'),
    ('a\r\nSet-Cookie: b.txt', b'line'), ('gnp\u202egnp.exe', b'turned'), ('', b'nameless'), ('x' * 300 + '.txt', b'long'),
]


def check_attachments(report, browser, client):
    """Files in a PDF are listed and come as they are, whatever they are called."""
    page = opened(browser, client.upload('files in it.pdf', carrier([('plan.txt', b'Walk.'), *HOSTILE_FILES])), PHONE)
    page.keyboard.press('i')
    links = page.locator('.info-panel .info-link')
    there = wait(page, lambda: links.count() == 1 + len(HOSTILE_FILES))
    names = links.all_inner_texts()
    report.check('all are listed', there and 'plan.txt' in names[0] and '<img' in names[2], names)
    report.check('none by a name in another direction', '\u202e' not in ''.join(names) and any('gnpgnp.exe' in name for name in names), names)
    sizes = page.locator('.info-panel section', has=page.locator('.info-link')).locator('dd').all()
    heights = [size.bounding_box()['height'] for size in sizes]
    texts = [size.inner_text() for size in sizes]
    report.check('a long name fits, and leaves the sizes their room', overflow(page) <= 0 and texts[0] == '5 bytes' and heights[0] < 30, (heights, texts))
    saved = []
    for link in links.all():
        with page.expect_download() as download:
            link.click()
        with open(download.value.path(), 'rb') as file:
            saved.append((download.value.suggested_filename, file.read()))
    bodies = [body for _, body in saved]
    report.check('each is downloaded as it is', bodies == [b'Walk.', *[body for _, body in HOSTILE_FILES]], saved)
    wrong = [name for name, _ in saved if '/' in name or '\n' in name or not name or name.startswith('..') or '\u202e' in name]
    report.check('under a name that stays in its folder', wrong == [], saved)
    page.wait_for_timeout(100)
    report.check('and none of it runs', page.evaluate('globalThis.ran === undefined') and '/d/' in page.url, page.url)
    page.context.close()


def check_form_values(report, browser, client):
    """Values of a form are drawn on the page, and listed with their fields."""
    filled = form()
    page = opened(browser, client.upload('filled in.pdf', filled))
    empty = opened(browser, client.upload('left empty.pdf', filled.replace(b'/V (Barleycorn)', b'/V ()          ')))
    report.check('a value is drawn', wait(page, lambda: ink(page) > 50) and ink(empty) == 0, (ink(page), ink(empty)))
    page.keyboard.press('i')
    fields = page.locator('.info-panel details', has_text='Form (3)')
    wait(page, lambda: fields.count() == 1)
    fields.locator('summary').click()
    facts = fields.locator('dl').inner_text().split('\n')
    report.check('and listed with the name of its field', 'name' in facts and facts[facts.index('name') + 1] == 'Barleycorn', facts)
    report.check('a field without words by its kind', 'Button, page 1' in facts, facts)
    for one in (page, empty):
        one.context.close()


# Dark pixels where the first field of the form is.
INK = """
() => {
  const image = document.querySelector('.page > img:not(.page-quick)');
  if (!image?.naturalWidth) return -1;
  const canvas = document.createElement('canvas'), scale = image.naturalWidth / 612;
  [canvas.width, canvas.height] = [260 * scale, 30 * scale];
  const context = canvas.getContext('2d');
  context.drawImage(image, -40 * scale, -162 * scale);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return data.filter((value, place) => place % 4 === 0 && value < 128).length;
}
"""


def ink(page):
    return page.evaluate(INK)
