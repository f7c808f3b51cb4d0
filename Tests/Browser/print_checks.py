"""Printing prints documents, not the app around them. A headless browser opens no dialog: what it would print is made a PDF."""

import json
import re
import subprocess
import tempfile

from board_checks import a_card, board, upload_board
from fixtures import pdf
from harness import BASE, DESKTOP, PHONE, intercept, reader, settle, wait
from reader_place_checks import labelled

PRINTS = 'globalThis.prints = 0; globalThis.print = () => { globalThis.prints += 1; };'


def opened(browser, document, device=DESKTOP, at=''):
    """The document's page, in which printing is counted and not done."""
    page = browser.context(device).new_page()
    page.add_init_script(PRINTS)
    page.goto(f'{BASE}/d/{document["id"]}{at}')
    settle(page)
    return page


def said(*command):
    return subprocess.run(command, capture_output=True, timeout=60).stdout.decode(errors='replace')


def printed(page):
    """A print: the number of sheets, their sizes, the widths of their pictures, and their words."""
    with tempfile.NamedTemporaryFile(suffix='.pdf') as file:
        page.pdf(path=file.name, prefer_css_page_size=True, print_background=True)
        facts = said('pdfinfo', '-l', '999', file.name)
        sizes = [(round(float(w)), round(float(h))) for w, h in re.findall(r'Page +\d+ size: +([\d.]+) x ([\d.]+)', facts)]
        widths = [int(line.split()[3]) for line in said('pdfimages', '-list', file.name).splitlines()[2:]]
        return sizes, widths, said('pdftotext', file.name, '-')


def prepared(page):
    return wait(page, lambda: page.evaluate('globalThis.prints') > 0)


def choose(page, what):
    page.get_by_role('dialog').get_by_role('radio', name=what).check()


def check_printing_pages(report, browser, client):
    page = opened(browser, client.upload('to print.pdf', labelled(12)), at='#page=5')
    page.keyboard.press('Control+p')
    sheet = page.get_by_role('dialog', name='Print to print.pdf')
    report.check('Ctrl+P asks which pages', wait(page, sheet.is_visible))
    if not sheet.is_visible():
        return page.context.close()
    sheet.get_by_role('textbox', name='Which pages').fill('7-')
    sheet.get_by_role('button', name='Print').click()
    report.check('a text that names no pages is refused in words', 'not pages' in sheet.inner_text(), sheet.inner_text())
    sheet.get_by_role('textbox', name='Which pages').fill('iii-2, 9')
    page.mouse.click(20, 20)
    report.check('H13 a press beside the sheet loses nothing that was typed', sheet.is_visible() and sheet.get_by_role('textbox', name='Which pages').input_value() == 'iii-2, 9')
    sheet.get_by_role('button', name='Print').click()
    report.check('then it is printed', prepared(page))
    sizes, widths, words = printed(page)
    report.check('the chosen pages are printed, each on a sheet of its size', sizes == [(612, 792)] * 4, sizes)
    report.check('as pictures fit for paper', len(widths) == 4 and min(widths) >= 612 / 72 * 150, widths)
    report.check('and nothing of the app', words.strip() == '', words)
    gone = wait(page, lambda: page.locator('.print-sheets').count() == 0 and not sheet.is_visible())
    report.check('of which nothing is left', gone and reader(page)['page'] == 5, reader(page))
    page.get_by_role('button', name='Print', exact=True).click()
    choose(page, 'All pages')
    sheet.get_by_role('button', name='Print').click()
    wait(page, lambda: page.evaluate('globalThis.prints') == 2)
    sizes, _, _ = printed(page)
    report.check('the button prints all of them', len(sizes) == 12, sizes)


def check_printing_long(report, browser, client):
    """A long document: it is said how far it is, few pages are asked for at a time, and it can be stopped."""
    page = opened(browser, client.upload('long print.pdf', pdf(pages=1_050, text='Long')))
    held, most = [], [0]

    def hold(route):
        held.append(route)
        most[0] = max(most[0], len(held))

    page.keyboard.press('Control+p')
    sheet = page.get_by_role('dialog')
    wait(page, sheet.is_visible)
    choose(page, 'All pages')
    sheet.get_by_role('button', name='Print').click()
    report.check('more pages than can be printed at a time are refused in words', 'At most 1,000' in sheet.inner_text(), sheet.inner_text())
    sheet.get_by_role('textbox', name='Which pages').fill('101-300')
    intercept(page, re.compile('/pages/(1[0-9]{2}|2[0-9]{2}|300)[?]'), hold)
    sheet.get_by_role('button', name='Print').click()
    wait(page, lambda: len(held) >= 3)
    page.wait_for_timeout(300)
    report.check('few are asked for at a time', most[0] <= 4, most)
    for _ in range(5):
        held.pop(0).continue_()
        wait(page, lambda: len(held) >= 3)
    got = wait(page, lambda: re.search(r'page [5-9] of 200', sheet.inner_text()))
    report.check('it is said how far it is', got, sheet.inner_text())
    sheet.get_by_role('button', name='Cancel').click()
    report.check('it can be stopped', wait(page, lambda: not sheet.is_visible() and page.locator('.print-sheets').count() == 0))
    page.wait_for_timeout(500)
    report.check('and prints nothing then', page.evaluate('globalThis.prints') == 0)


def check_printing_failures(report, browser, client):
    """A page that cannot be drawn is told on its sheet."""
    page = opened(browser, client.upload('half print.pdf', pdf(pages=3, text='Half')))
    body = json.dumps({'type': 'about:blank', 'title': 'x', 'status': 422, 'code': 'damaged', 'detail': 'x'})
    intercept(page, re.compile('/pages/2[?]'), lambda route: route.fulfill(
        status=422, content_type='application/problem+json', body=body,
    ))
    page.keyboard.press('Control+p')
    choose(page, 'All pages')
    page.get_by_role('dialog').get_by_role('button', name='Print').click()
    prepared(page)
    sizes, widths, words = printed(page)
    reported = 'Page 2 of 3' in words and 'damaged' in words
    report.check('the rest are printed', len(sizes) == 3 and len(widths) == 2, (sizes, widths))
    report.check('and the sheet of this one says why it is empty', reported, words)


def check_printing_otherwise(report, browser, client):
    """From the browser's own menu, of texts, from a phone's menu, and of boards."""
    page = opened(browser, client.upload('menu print.pdf', pdf(pages=3, text='Menu')), at='#page=2')
    sizes, widths, words = printed(page)
    report.check('the browser’s own menu prints the page that is read', len(sizes) == 1 and len(widths) == 1, (sizes, widths))
    report.check('without the app', words.strip() == '', words)
    page.context.close()
    lines = ''.join(f'Line {number}\n' for number in range(300))
    page = opened(browser, client.upload('print.txt', lines.encode()), at='?in=text')
    sizes, _, words = printed(page)
    report.check('a text is printed whole', len(sizes) > 3 and 'Line 0' in words and 'Line 299' in words, (len(sizes), words[-40:]))
    report.check('and without the app, too', 'print.txt' not in words, words[:80])
    page.context.close()
    rose = client.upload('phone print.pdf', pdf(text='Phone'))
    page = opened(browser, rose, PHONE)
    page.get_by_role('button', name='More', exact=True).tap()
    page.get_by_role('menuitem', name='Print').tap()
    report.check('one page is printed without a question', prepared(page))
    sizes, _, _ = printed(page)
    report.check('on one sheet', sizes == [(612, 792)], sizes)
    page.context.close()
    mark = {'mark': {'kind': 'rectangle', 'page': 1, 'boxes': [[100, 100, 200, 100]]}}
    client.ask('POST', f'/api/v1/documents/{rose["id"]}/annotations', json.dumps(mark).encode(), 'application/json')
    page = opened(browser, rose)
    wait(page, lambda: reader(page)['marking']['marks'])
    page.keyboard.press('Control+p')
    asked = wait(page, lambda: 'With marks' in page.locator('dialog').inner_text())
    report.check('one page with marks is asked about', asked, page.locator('dialog').all_inner_texts())
    page.context.close()
    page = opened(browser, upload_board(client, 'Keys.board', [a_card(rose['id'])]))
    wait(page, lambda: board(page))
    page.keyboard.press('Control+p')
    report.check('Ctrl+P prints a board, too', prepared(page))
