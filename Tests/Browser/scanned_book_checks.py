"""A word on page 217 of a scanned book: found in the library, opened, marked in the picture, and stepped to the next."""

import time

from fixtures import assemble, stream_object
from harness import DESKTOP, PHONE, at_page, reader, settle, wait
from scanned_pages import jpeg_size
from searching_checks import MARKS, lines, typed

PAGES, HITS = 220, (217, 219)
SCANS = range(216, PAGES)
WORD, OTHER = 'Kittiwakes', 'Guillemots'
WIDTH, HEIGHT = 595, 842
# A sheet of 150 pixels for each inch.
SHEET = {'width': 1240, 'height': 1754}
# The server has so long to read four pages in their pictures.
SECONDS = 120
# How far a box may be off, in points: Tesseract's box of a letter may be that of its cell.
FAR = 2

TEXT = """
<body style="margin: 0; background: #fbf9f4; font: 30px serif">
<p style="position: absolute; left: {left}px; top: {top}px; margin: 0">The <span>{word}</span> came back to the cliffs</p>
<p style="position: absolute; left: 150px; top: 1500px; margin: 0">in the last week of the winter of that year.</p>
"""
PLACE = '() => { const {left, top, width, height} = document.querySelector("span").getBoundingClientRect(); return [left, top, width, height]; }'
# The hit that is stepped to, on its page, both in pixels of the window.
CHOSEN = """
() => {
  const [range] = CSS.highlights.get('found-chosen') ?? [];
  if (!range) return null;
  const page = range.startContainer.parentElement.closest('.page').getBoundingClientRect();
  const box = range.getBoundingClientRect();
  return {
    text: range.toString(),
    sides: [(box.left - page.left) / page.width, (box.top - page.top) / page.height, (box.right - page.left) / page.width, (box.bottom - page.top) / page.height],
    isSeen: box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth,
  };
}
"""


def photographed(page, word, left, top):
    """A sheet with the word as a JPEG, and the place of the word as fractions of the sheet."""
    page.set_content(TEXT.format(word=word, left=left, top=top))
    x, y, width, height = page.evaluate(PLACE)
    sides = x / SHEET['width'], y / SHEET['height'], (x + width) / SHEET['width'], (y + height) / SHEET['height']
    return page.screenshot(type='jpeg', quality=80), sides


def scanned_book(sheets):
    """A PDF whose pages have text, and pictures of it where `sheets` has one."""
    text = stream_object(b'BT /F 14 Tf 60 700 Td (A page of the register of the lighthouse.) Tj ET')
    picture = stream_object(b'q %d 0 0 %d 0 0 cm /Scan Do Q' % (WIDTH, HEIGHT))
    bodies = [b'<< /Type /Catalog /Pages 2 0 R >>', b'', b'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>', text, picture]
    pages = []
    for number in range(1, PAGES + 1):
        resources, content = '/Font << /F 3 0 R >>', 4
        if body := sheets.get(number):
            width, height = jpeg_size(body)
            head = f'<< /Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length {len(body)} >>'
            bodies.append(head.encode() + b'\nstream\n' + body + b'\nendstream')
            resources, content = f'/XObject << /Scan {len(bodies)} 0 R >>', 5
        bodies.append(f'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {content} 0 R /Resources << {resources} >> >>'.encode())
        pages.append(len(bodies))
    bodies[1] = f'<< /Type /Pages /Count {PAGES} /Kids [{" ".join(f"{page} 0 R" for page in pages)}] >>'.encode()
    return assemble(bodies)


def made_book(browser):
    """The book, and the places of the word by page."""
    page = browser.context({'viewport': SHEET, 'device_scale_factor': 1}).new_page()
    sheets, places = {}, {}
    for number in SCANS:
        word = WORD if number in HITS else OTHER
        sheets[number], places[number] = photographed(page, word, 150 + 40 * (number - SCANS[0]), 300 + 150 * (number - SCANS[0]))
    page.context.close()
    return scanned_book(sheets), places


def is_read(client, document):
    """Whether the words of the pictures come to be in the index."""
    deadline = time.monotonic() + SECONDS
    while (told := client.ask('GET', f'/api/v1/documents/{document["id"]}/words')[1]).get('recognized') != len(SCANS):
        if time.monotonic() > deadline:
            return told
        # The server has no way to tell when words were read, and is not to be kept busy by asking.
        time.sleep(0.2)
    return None


def lies(chosen, place):
    """Whether the mark is on the word: around its letters, and no farther away than the font's own space above and below."""
    if not chosen or not place:
        return False
    sizes = (WIDTH, HEIGHT, WIDTH, HEIGHT)
    off = [abs(one - other) * size for one, other, size in zip(chosen, place, sizes, strict=True)]
    return max(off[0], off[2]) <= FAR and max(off[1], off[3]) <= 3 * FAR


def at_hit(page, number, places):
    """Whether the reader comes to the hit of that page, marked in its picture."""
    return wait(page, lambda: at_page(page, number) and (hit := page.evaluate(CHOSEN)) and hit['text'] == WORD and hit['isSeen'] and lies(hit['sides'], places[number]))


def check_scanned_book(report, browser, client):
    if client.ask('GET', '/api/v1/search/index')[1]['recognition']['state'] == 'missing':
        return report.check('Tesseract is installed', False, 'make extras')
    body, places = made_book(browser)
    late = is_read(client, client.upload('register.pdf', body))
    report.check(f'the pictures of {len(SCANS)} of {PAGES} pages are read', late is None, late)
    for device in (DESKTOP, PHONE):
        find_in_book(report, browser, device, places)


def find_in_book(report, browser, device, places):
    page = typed(browser, 'kittiwake', device, reduced_motion='reduce')
    line = lines(page)
    line.first.wait_for()
    both = lambda told: len(told) == 2 and 'register.pdf\nPage 217' in told[0] and 'Page 219' in told[1]
    report.check('both pages stand below the field', wait(page, lambda: both(line.all_inner_texts())), line.all_inner_texts())
    marked = line.locator('.found-snippet mark').all_inner_texts()
    report.check('with the word marked', marked == [WORD, WORD], marked)
    report.check('a line has the picture of its page', wait(page, lambda: line.nth(0).locator('.found-picture img').evaluate('(image) => image.complete && image.naturalWidth > 0')))
    marks = page.evaluate(MARKS)[0]
    near = len(marks) == 1 and all(abs(one - other) < 0.02 for one, other in zip(marks[0], places[HITS[0]][:2], strict=True))
    report.check('on which a mark is where the word is', near, (marks, places[HITS[0]]))
    line.nth(0).click()
    page.locator('.find-bar:not([hidden])').wait_for()
    settle(page)
    report.check('it opens at page 217, with the word marked in the picture', at_hit(page, 217, places), (reader(page), page.evaluate(CHOSEN), places[217]))
    count = page.locator('.find-count')
    report.check('of two hits it is the first', wait(page, lambda: count.inner_text() == '1 of 2'), count.inner_text())
    page.get_by_role('button', name='Next hit').click()
    report.check('a press steps to the one on page 219', at_hit(page, 219, places), (reader(page), page.evaluate(CHOSEN), places[219]))
    page.get_by_role('button', name='Previous hit').click()
    report.check('and another one back', at_hit(page, 217, places), (reader(page), page.evaluate(CHOSEN), places[217]))
    page.context.close()
