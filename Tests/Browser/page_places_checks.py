"""Places of a PDF on its page: links and found words lie over what is drawn there, however the page is turned."""

from harness import DESKTOP, reader, settle, wait
from made_pages import box, line, pdf_of_pages
from reader_view_checks import opened

# A link of 100 × 20 points whose lower left corner is 72 points from the left and 700 from the bottom.
LINK = b'<< /Type /Annot /Subtype /Link /Rect [72 700 172 720] /Border [0 0 0] /Dest [5 0 R /Fit] >>'

# Where an element of the page lies, and the page itself, as they are seen. A range of found words is measured as an element is.
SEEN = """(what) => {
  const page = document.querySelector('.page').getBoundingClientRect();
  const found = what === 'link' ? document.querySelector('.page a[href]') : [...CSS.highlights.get('found-chosen') ?? []][0];
  const {left, top, width, height} = found?.getBoundingClientRect() ?? new DOMRect();
  return {page: [page.width, page.height], box: [left - page.left, top - page.top, width, height]};
}"""


def quarter(place, height):
    """A box after a page of that height was turned clockwise by a quarter."""
    left, top, wide, high = place
    return height - top - high, left, high, wide


def placed(page, what, size):
    """Where it lies, in points of a page of that size as it is shown."""
    seen = page.evaluate(SEEN, what)
    unit = seen['page'][0] / size[0]
    return [value / unit for value in seen['box']]


def near(found, wanted, most=1.5):
    return all(abs(one - other) <= most for one, other in zip(found, wanted))


def check_places_of_a_pdf(report, browser, client):
    """F14, F36: a PDF counts from the bottom of its page, the window from the top; turns are about the middle of the page."""
    page_of = f'{box(595, 842)} /Annots [4 0 R]'
    document = client.upload('places.pdf', pdf_of_pages([(page_of, line('Needle', 72, 705, 18).encode())], objects=[LINK]))
    page = opened(browser, document, DESKTOP)
    wait(page, lambda: page.locator('.page a[href]').count() == 1)
    page.keyboard.press('/')
    page.keyboard.type('needle')
    wait(page, lambda: page.evaluate(SEEN, 'found')['box'][2] > 0)
    link, size = (72, 842 - 700 - 20, 100, 20), (595, 842)
    found = placed(page, 'link', size)
    report.check('F14 a link lies as far from the top as the PDF says from the bottom', near(found, link), (found, link))
    word = placed(page, 'found', size)
    covers = word[0] - 72 > -1.5 and word[1] < 842 - 705 - 12 and word[1] + word[3] > 842 - 705 and 50 < word[2] < 75
    report.check('F14 a found word is marked where it is drawn', covers, word)
    page.keyboard.press('Escape')
    for turn in (90, 180, 270, 0):
        page.keyboard.press('r')
        settle(page)
        link, size = quarter(link, size[1]), size[::-1]
        lies = wait(page, lambda link=link, size=size: near(placed(page, 'link', size), link), 5)
        report.check(f'F36 turned by {turn}° it lies over the same place', lies and reader(page)['rotation'] == turn, (placed(page, 'link', size), link))
    page.context.close()
