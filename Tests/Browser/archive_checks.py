"""An archive: its files as a tree, beside a preview of the one that is chosen."""

import io
import zipfile

from access_checks import AUDIT
from fixtures import pdf
from harness import BASE, DESKTOP, PHONE, overflow, settle, wait


def archive():
    made = io.BytesIO()
    with zipfile.ZipFile(made, 'w', zipfile.ZIP_DEFLATED) as file:
        file.writestr('papers/one.pdf', pdf(pages=3, text='One'))
        file.writestr('papers/notes/two.txt', 'Two words')
        file.writestr('papers/blob.bin', bytes(range(256)))
        file.writestr('read me.md', '# Read me')
    return made.getvalue()


# A second of silence.
TONE = b'RIFF\xa4\x3e\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x80\x3e\0\0\2\0\x10\0data\x80\x3e\0\0' + bytes(16000)


def opened(browser, document, device=DESKTOP):
    page = browser.context(device).new_page()
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    wait(page, lambda: page.locator('.archive-row').count() > 0)
    return page


def names(page):
    return page.locator('.archive-row .archive-name').all_inner_texts()


def all_names(client):
    _, found = client.ask('GET', '/api/v1/documents?q=read&limit=100')
    return [one['name'] for one in found['documents']]


def is_drawn(page):
    return page.evaluate("(() => { const i = document.querySelector('.archive-page'); return !!i && i.complete && i.naturalWidth > 0 })()")


def check_archive(report, browser, client):
    document = client.upload('papers.zip', archive())
    page = opened(browser, document)
    report.check('an archive is a tree, folders first', names(page) == ['papers', 'read me.md'], names(page))
    report.check('with the number and size of its files', '4 files' in page.locator('.archive-facts').inner_text())
    report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.keyboard.press('ArrowRight')
    report.check('the right arrow opens a folder', wait(page, lambda: len(names(page)) == 5), names(page))
    for _ in range(3):
        page.keyboard.press('ArrowDown')
    report.check('a file that is reached shows its first page', wait(page, lambda: is_drawn(page)), page.locator('.archive-preview').inner_text())
    preview = page.locator('.archive-preview')
    report.check('and its name, kind and number of pages', all(word in preview.inner_text() for word in ('one.pdf', 'PDF', 'Page 1 of 3')), preview.inner_text())
    page.get_by_role('button', name='Next page').click()
    report.check('its pages are turned', wait(page, lambda: 'Page 2 of 3' in preview.inner_text() and is_drawn(page)))
    page.locator('.archive-row', has_text='blob.bin').click()
    report.check('bytes are shown, too', wait(page, lambda: 'blob.bin' in preview.inner_text() and is_drawn(page)), preview.inner_text())
    page.locator('.archive-row', has_text='read me.md').click()
    wait(page, lambda: 'read me.md' in preview.inner_text())
    page.get_by_role('button', name='Take out').click()
    toast = page.locator('.toast')
    report.check('a file is taken out, which can be undone', wait(page, lambda: 'lies beside the archive' in toast.inner_text()), toast.all_inner_texts())
    report.check('as a document of its own', 'read me.md' in all_names(client))
    toast.get_by_role('button', name='Undo').click()
    report.check('and is gone again', wait(page, lambda: 'read me.md' not in all_names(client)))
    with page.expect_download() as download:
        preview.get_by_role('link', name='Download').click()
    report.check('or downloaded', download.value.suggested_filename == 'read me.md', download.value.suggested_filename)
    page.context.close()


def check_archive_of_other_kinds(report, browser, client):
    """A sound is played in the archive; what only a document can be says so, and offers to become one."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, 'w') as file:
        file.writestr('inner.zip', archive())
        file.writestr('tone.wav', TONE)
        file.writestr('odd.wav', TONE[:20] + b'\x99' + TONE[21:])
    page = opened(browser, client.upload('kinds.zip', made.getvalue()))
    preview = page.locator('.archive-preview')
    page.locator('.archive-row', has_text='tone.wav').click()
    media = preview.locator('audio')
    report.check('a sound in an archive has controls, and does not begin by itself', wait(page, lambda: media.is_visible()) and media.evaluate('one => one.controls && one.paused'))
    media.evaluate('one => one.play()')
    report.check('it plays there', wait(page, lambda: media.evaluate('one => one.currentTime') > 0), media.evaluate('one => one.currentTime'))
    for name, words in [('odd.wav', 'Take it out to play it.'), ('inner.zip', 'Take it out to open it.')]:
        page.locator('.archive-row', has_text=name).click()
        said = wait(page, lambda words=words: words in preview.inner_text())
        report.check(f'{name} in an archive: {words}', said, preview.inner_text())
        report.check('beside what is known of it', 'KB' in preview.inner_text() or 'bytes' in preview.inner_text(), preview.inner_text())
    report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    preview.get_by_role('button', name='Take out').click()
    page.locator('.toast').get_by_role('button', name='Open').click()
    report.check('an inner archive is then opened', wait(page, lambda: names(page) == ['papers', 'read me.md']), names(page))
    page.context.close()


def check_archive_on_a_phone(report, browser, client):
    page = opened(browser, client.upload('phone.zip', archive()), PHONE)
    page.locator('.archive-row', has_text='read me.md').tap()
    report.check('on a phone the preview lies below', wait(page, lambda: is_drawn(page)))
    report.check('and fits', overflow(page) <= 0, overflow(page))
    page.context.close()


def check_archive_that_is_none(report, browser, client):
    page = browser.context(DESKTOP).new_page()
    document = client.upload('broken.7z', b'7z\xbc\xaf\x27\x1c' + b'\x07' * 90)
    page.goto(f'{BASE}/d/{document["id"]}')
    report.check('a damaged archive says so', wait(page, lambda: 'seems to be damaged' in page.locator('body').inner_text()), page.locator('body').inner_text())
    page.context.close()
