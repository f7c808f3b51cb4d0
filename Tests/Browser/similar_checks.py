"""Documents that are like one another: shown in the details, and told of when a file comes in."""

from access_checks import AUDIT
from details_checks import opened, panel
from fixtures import png
from harness import DESKTOP, PHONE, overflow, settle, wait
from library_checks import choose
from made_pages import box, line, pdf_of_pages


def words(seed, count):
    """Words that only this check has."""
    return ' '.join(f'{seed}{place * 7919 % 10007}x' for place in range(count))


def compared(client, document):
    """Whether all words of a document are known."""
    return client.ask('GET', f'/api/v1/documents/{document["id"]}/similar')[1]['state'] == 'compared'


def rows(page):
    return panel(page).locator('.similar-row')


def check_similar_shown(report, browser, client):
    start, end = words('start', 300), words('end', 200)
    lease = client.upload('lease as signed.txt', f'{start} {end}'.encode())
    others = {
        'lease copied.txt': f'{start} {end}', 'lease once more.txt': f'{start} {end} scanned again',
        'lease letter.txt': f'{start} {words("letter", 250)}', 'unlike the others.txt': words('unlike', 300),
    }
    documents = [client.upload(name, text.encode()) for name, text in others.items()]
    page = browser.page(DESKTOP, path='/?q=lease')
    known = wait(page, lambda: all(compared(client, document) for document in [lease, documents[1], documents[2]]))
    report.check('words are compared some seconds after documents came', known)
    opened(page, 'lease as signed.txt')
    wait(page, lambda: rows(page).count() == 3)
    told = rows(page).all_inner_texts()
    names = [text.split('\n')[0] for text in told]
    report.check('the details list copies first, then the most alike', names == ['lease copied.txt', 'lease once more.txt', 'lease letter.txt'], told)
    report.check('with their likeness in words', all(word in text for word, text in zip(('The same content', 'Nearly the same', '% alike'), told)), told)
    settle(page)
    rows(page).nth(1).click()
    report.check('a click opens one', wait(page, lambda: page.url.split('/d/')[-1].startswith(documents[1]['id'])), page.url)
    page.context.close()
    check_similar_on_a_phone(report, browser)


def check_similar_on_a_phone(report, browser):
    page = browser.page(PHONE, path='/?q=lease')
    shown_details = opened(page, 'lease as signed.txt')
    listed = wait(page, lambda: rows(page).count() == 3) and shown_details
    rows(page).last.scroll_into_view_if_needed()
    settle(page)
    report.check('a phone lists them, too, within its width', listed and overflow(page) <= 0, overflow(page))
    report.check('in rows for fingers', all(row.bounding_box()['height'] >= 44 for row in rows(page).all()))
    page.context.close()


def check_similar_uploaded(report, browser, client):
    text = words('minutes', 300)
    before = client.upload('minutes of may.txt', text.encode())
    page = browser.page(DESKTOP)
    wait(page, lambda: compared(client, before))
    choose(page, ('minutes retyped.txt', f'{text} by hand'.encode()), ('a picture that has no words.png', png(9, 9)))
    toast = page.locator('.toast', has_text='minutes retyped.txt is nearly the same as minutes of may.txt')
    report.check('a file with nearly the same words is told of', wait(page, lambda: toast.count() == 1), page.locator('.toast').all_inner_texts())
    toast.get_by_role('button', name='Move the new one to the Trash').click()
    gone = wait(page, lambda: 'minutes retyped.txt' not in client.names())
    report.check('and goes to the Trash when a person wants that', gone and 'minutes of may.txt' in client.names(), client.names())
    page.context.close()


# The pages that are seen of both documents, and the lines below them.
PAIR = """
() => [...document.querySelectorAll('.pair-picture')].map((figure) => [
  figure.querySelector('figcaption').textContent, figure.querySelector('img')?.currentSrc.match(/\\/pages\\/(\\d+)/)?.[1] ?? figure.querySelector('.pair-note')?.textContent,
])
"""


def printed(text, pages):
    """A PDF with the words on its first page, in lines that fit, and a few on each of the others."""
    parts = text.split()
    lines = [line(' '.join(parts[place:place + 6]), y=780 - 4 * place, size=10) for place in range(0, len(parts), 6)]
    others = [(box(595, 842), line(f'Appendix {number}', y=780, size=10).encode()) for number in range(2, pages + 1)]
    return pdf_of_pages([(box(595, 842), ''.join(lines).encode()), *others])


def check_similar_compared(report, browser, client):
    text = words('contract', 120)
    first = client.upload('contract as drafted.pdf', printed(text, 2))
    last = client.upload('contract as signed.pdf', printed(f'{text} signed', 3))
    page = browser.page(DESKTOP, path='/?q=contract')
    wait(page, lambda: compared(client, first) and compared(client, last))
    opened(page, 'contract as signed.pdf')
    offer = panel(page).get_by_role('link', name='Compare with contract as drafted.pdf')
    report.check('a document that is like it can be compared with it', wait(page, lambda: offer.count() == 1), rows(page).all_inner_texts())
    offer.focus()
    page.keyboard.press('Enter')
    seen = lambda: page.evaluate(PAIR)
    both = wait(page, lambda: seen() == [['contract as drafted.pdf', '1'], ['contract as signed.pdf', '1']])
    report.check('both stand side by side, the earlier one first', both, seen())
    settle(page)
    report.check('the title names both, and it is accessible', 'drafted.pdf and' in page.locator('.reader-title').inner_text() and page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.keyboard.press('ArrowRight')
    report.check('their pages are turned together', wait(page, lambda: [number for _, number in seen()] == ['2', '2']), seen())
    page.keyboard.press('ArrowRight')
    report.check('a page that one has not is said', wait(page, lambda: seen()[0][1] == 'contract as drafted.pdf has no page 3'), seen())
    page.keyboard.press('x')
    report.check('one can be laid over the other', wait(page, lambda: page.locator('.pair[data-mode=flick]').count() == 1))
    page.reload()
    report.check('the address leads back to it', wait(page, lambda: len(seen()) == 2), page.url)
    page.keyboard.press('Escape')
    report.check('Escape leads back to the list', wait(page, lambda: '/d/' not in page.url), page.url)
    page.context.close()
    check_compared_on_a_phone(report, browser, client, first, last)


def check_compared_on_a_phone(report, browser, client, first, last):
    page = browser.page(PHONE, path=f'/d/{last["id"]}?with={first["id"]}')
    both = wait(page, lambda: [number for _, number in page.evaluate(PAIR)] == ['1', '1'])
    settle(page)
    report.check('on a phone one stands above the other, within its width', both and page.locator('.pair[data-stacked]').count() == 1 and overflow(page) <= 0, page.evaluate(PAIR))
    page.goto(f'{page.url.split("?")[0]}?with={"0" * 16}')
    report.check('a document that is not there is said', wait(page, lambda: page.locator('.notice').count() == 1), page.locator('.reader-body').inner_text())
    page.context.close()
