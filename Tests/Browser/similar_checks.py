"""Documents that are like one another: shown in the details, and told of when a file comes in."""

from details_checks import opened, panel
from fixtures import png
from harness import DESKTOP, PHONE, overflow, settle, wait
from library_checks import choose


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
