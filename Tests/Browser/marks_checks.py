"""Marks on pages: words, ink, shapes and notes by mouse, finger, pen and keys; undo, other windows, lines that break; the list."""

import base64
import json

from fixtures import pdf
from harness import DESKTOP, PHONE, TABLET, overflow, settle, wait
from reader_view_checks import TEXT, WORD, opened
from touch import Hand

# A PDF of one page with the words "secret words" and the user password "open".
LOCKED = (
    'JVBERi0xLjYKJb/3ov4KMSAwIG9iago8PCAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL0NvdW50ID'
    'EgL0tpZHMgWyAzIDAgUiBdIC9UeXBlIC9QYWdlcyA+PgplbmRvYmoKMyAwIG9iago8PCAvQ29udGVudHMgNCAwIFIgL01lZGlhQm94IFsgMCAw'
    'IDIwMCAzMDAgXSAvUGFyZW50IDIgMCBSIC9SZXNvdXJjZXMgPDwgL0ZvbnQgPDwgL0YgPDwgL0Jhc2VGb250IC9IZWx2ZXRpY2EgL1N1YnR5cG'
    'UgL1R5cGUxIC9UeXBlIC9Gb250ID4+ID4+ID4+IC9UeXBlIC9QYWdlID4+CmVuZG9iago0IDAgb2JqCjw8IC9MZW5ndGggNjQgL0ZpbHRlciAv'
    'RmxhdGVEZWNvZGUgPj4Kc3RyZWFtCg4cKjhGVGJwfoyaqLbE0uB+gk1zJ0/55zEKMZX+YnL394R+xngHGMoeworB8jFowPZKlisXHz07boleZk'
    '4v1R5lbmRzdHJlYW0KZW5kb2JqCjUgMCBvYmoKPDwgL0NGIDw8IC9TdGRDRiA8PCAvQXV0aEV2ZW50IC9Eb2NPcGVuIC9DRk0gL0FFU1YyIC9M'
    'ZW5ndGggMTYgPj4gPj4gL0ZpbHRlciAvU3RhbmRhcmQgL0xlbmd0aCAxMjggL08gPDExYTA4MzQzODhmOTAzODhlNzRlNTQ1ODQxMjVjZTE0Mm'
    'JlMGRlMjRjNmIwZDM3NzQ2ZTA3NWI4OTE3NTY2NzE+IC9QIC00IC9SIDQgL1N0bUYgL1N0ZENGIC9TdHJGIC9TdGRDRiAvVSA8ZGZjZWQ2NWVi'
    'N2U5OTJiNGI4YzczNjUzNDBmODIyNTcwMTIyNDU2YTkxYmFlNTEzNDI3M2E2ZGIxMzRjODdjND4gL1YgNCA+PgplbmRvYmoKeHJlZgowIDYKMD'
    'AwMDAwMDAwMCA2NTUzNSBmIAowMDAwMDAwMDE1IDAwMDAwIG4gCjAwMDAwMDAwNjQgMDAwMDAgbiAKMDAwMDAwMDEyMyAwMDAwMCBuIAowMDAw'
    'MDAwMjk5IDAwMDAwIG4gCjAwMDAwMDA0MzMgMDAwMDAgbiAKdHJhaWxlciA8PCAvUm9vdCAxIDAgUiAvU2l6ZSA2IC9JRCBbPDMxNDE1OTI2NT'
    'M1ODk3OTMyMzg0NjI2NDMzODMyNzk1PjwzMTQxNTkyNjUzNTg5NzkzMjM4NDYyNjQzMzgzMjc5NT5dIC9FbmNyeXB0IDUgMCBSID4+CnN0YXJ0'
    'eHJlZgo3MzIKJSVFT0YK'
)

# A PDF of one page that has a comment.
COMMENTED = (
    b'%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n'
    b'3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Annots [4 0 R] >>\nendobj\n4 0 obj\n<< /Type /Annot '
    b'/Subtype /Square /Rect [40 300 120 350] /C [1 0 0] /Contents (Check this number) /T (Ada) /M (D:20260301120000Z) >>\nendobj\n'
    b'trailer\n<< /Root 1 0 R >>\n'
)

DRAWN = """
() => [...document.querySelectorAll('.page-marks [data-mark]')].map((mark) => {
  const {left, top, width, height} = mark.getBoundingClientRect();
  return {kind: mark.getAttribute('class').match(/mark-([a-z]+)/)[1], left, top, width, height};
})
"""


def marking(page):
    return page.evaluate('sheaf.inspect().reader.marking')


def kinds(page):
    return sorted(mark['kind'] for mark in marking(page)['marks'])


def stored(client, document):
    return client.ask('GET', f'/api/v1/documents/{document["id"]}/annotations')[1]['annotations']


def ready(page):
    """Marks can be made, and all that were are stored."""
    wait(page, lambda: page.evaluate('sheaf.inspect().reader?.marking && !sheaf.inspect().reader.marking.waiting'))


def drag(page, *places, steps=6):
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=steps)
    page.mouse.up()


def select(page, first, last):
    start, end = page.evaluate(WORD, first), page.evaluate(WORD, last)
    drag(page, (start['left'] + 1, start['y']), (end['right'] - 1, end['y']))
    page.wait_for_selector('.selection-bar:not([hidden])')
    return start, end


def card(page):
    return page.locator('.mark-card')


def check_marking_words(report, browser, client):
    document = client.upload('marked.txt', TEXT.encode())
    page = opened(browser, document)
    ready(page)
    start, end = select(page, 'alpha3', 'beta3')
    page.get_by_role('button', name='Highlight', exact=True).click()
    ready(page)
    drawn = page.evaluate(DRAWN)
    lies = drawn and abs(drawn[0]['left'] - start['left']) < 3 and end['x'] < drawn[0]['left'] + drawn[0]['width'] < end['right'] + 2
    report.check('selected words are highlighted where they stand', lies, {'drawn': drawn, 'start': start, 'end': end})
    kept = stored(client, document)
    quote = json.dumps(kept)
    report.check('the server has the words', 'alpha3 and beta3' in quote and '"TextQuoteSelector"' in quote, quote[:400])
    select(page, 'alpha4', 'beta4')
    page.keyboard.press('l')
    ready(page)
    report.check('the key L highlights, too', kinds(page) == ['highlight', 'highlight'], kinds(page))
    select(page, 'alpha5', 'alpha5')
    page.get_by_role('button', name='Note', exact=True).click()
    page.keyboard.type('Ask about this')
    page.keyboard.press('Control+Enter')
    ready(page)
    report.check('a note on words is kept', any(mark['note'] == 'Ask about this' for mark in marking(page)['marks']), marking(page))
    page.mouse.click(*(page.evaluate(WORD, 'alpha3')[side] for side in 'xy'))
    card(page).wait_for()
    card(page).get_by_role('button', name='Green', exact=True).click()
    ready(page)
    report.check('a click on it shows its card, which changes its colour', '#8ee08a' in json.dumps(stored(client, document)))
    page.keyboard.press('Escape')
    report.check('Escape closes the card and stays in the document', card(page).count() == 0 and '/d/' in page.url)
    page.keyboard.press('Control+z')
    page.keyboard.press('Control+z')
    ready(page)
    notes = [mark['note'] for mark in marking(page)['marks']]
    report.check('undo takes steps back, one after the other', 'Ask about this' not in notes and '#8ee08a' not in json.dumps(stored(client, document)), notes)
    page.reload()
    settle(page)
    ready(page)
    page.keyboard.press('Control+Shift+z')
    ready(page)
    report.check('redo goes on after the page was loaded anew', any(mark['note'] == 'Ask about this' for mark in marking(page)['marks']), marking(page))
    page.context.close()


def check_marking_tools(report, browser, client):
    document = client.upload('drawn.pdf', pdf(3, text='Drawn'))
    page = opened(browser, document)
    ready(page)
    page.keyboard.press('a')
    page.get_by_role('toolbar', name='Marking tools').wait_for()
    for key, places in (('4', [(600, 300), (700, 340), (640, 380)]), ('6', [(600, 420), (700, 470)]), ('7', [(720, 420), (800, 470)]),
                        ('8', [(600, 500), (700, 540)]), ('9', [(720, 500), (800, 540)])):
        page.keyboard.press(key)
        drag(page, *places)
    ready(page)
    report.check('pen, shapes and lines are drawn', kinds(page) == ['arrow', 'ellipse', 'ink', 'line', 'rectangle'], kinds(page))
    box = next(mark for mark in page.evaluate(DRAWN) if mark['kind'] == 'rectangle')
    report.check('a shape lies where it was drawn', abs(box['left'] - 600) < 3 and abs(box['top'] - 420) < 3 and abs(box['width'] - 100) < 4, box)
    page.keyboard.press('5')
    page.mouse.click(560, 250)
    page.keyboard.type('Here')
    page.keyboard.press('Escape')
    ready(page)
    report.check('a note is written where the page was clicked', 'note' in kinds(page), kinds(page))
    page.keyboard.press('5')
    page.keyboard.press('5')
    page.mouse.click(540, 350)
    page.keyboard.press('Escape')
    report.check('an empty note is none', kinds(page).count('note') == 1, kinds(page))
    page.keyboard.press('0')
    drag(page, (590, 290), (720, 345), (650, 390), (590, 410), (660, 480), steps=20)
    ready(page)
    left = kinds(page)
    report.check('the eraser takes what it touches', 'ink' not in left and 'rectangle' not in left and 'ellipse' in left, left)
    page.keyboard.press('Control+z')
    ready(page)
    report.check('one stroke of it is one step', {'ink', 'rectangle'} <= set(kinds(page)), kinds(page))
    before = page.evaluate('scrollY')
    page.keyboard.press('Escape')
    page.keyboard.press('Escape')
    report.check('Escape puts tool and tools away', page.locator('.mark-tools').count() == 0 and page.evaluate('scrollY') == before)
    check_list_of_marks(report, page)
    page.context.close()


def check_original_stays(report, browser, client):
    """8.2: marks lie over the page; the file stays what it was, also when it was exported with them."""
    body = pdf(2, text='Original')
    document = client.upload('original.pdf', body)
    path = f'/api/v1/documents/{document["id"]}'
    page = opened(browser, document)
    ready(page)
    picture = page.locator('.page img').first.get_attribute('src')
    before = client.ask('GET', picture)[1]
    page.keyboard.press('a')
    page.get_by_role('toolbar', name='Marking tools').wait_for()
    for key, places in (('4', [(600, 300), (700, 340), (640, 380)]), ('6', [(600, 420), (700, 470)])):
        page.keyboard.press(key)
        drag(page, *places)
    ready(page)
    report.check('8.2 two marks lie over the page', len(stored(client, document)) == 2 and page.locator('.page-marks [data-mark]').count() == 2, kinds(page))
    flat = client.ask('GET', f'{path}/rendition?format=pdf&marks=flat')
    report.check('8.2 a PDF with the marks drawn in is another file', flat[0] == 200 and flat[1][:5] == b'%PDF-' and flat[1] != body, flat[0])
    facts = client.ask('GET', path)[1]
    same = (facts['sha256'], facts['version']) == (document['sha256'], document['version'])
    report.check('8.2 and the file is what it was', same and client.ask('GET', f'{path}/content')[1] == body, facts)
    report.check('8.2 as is the picture below the marks', client.ask('GET', picture)[1] == before, picture)
    page.context.close()


def check_list_of_marks(report, page):
    """The six marks of a page in their list, printed, and in files."""
    page.keyboard.press('Shift+A')
    panel = page.get_by_role('complementary', name='Marks')
    panel.get_by_role('button', name='Shapes', exact=True).click()
    rows = panel.locator('.marks-row').count()
    report.check('the list shows the marks of a kind', rows == 4, rows)
    panel.get_by_role('button', name='Shapes', exact=True).click()
    panel.get_by_role('button', name='Here', exact=False).first.click()
    card(page).wait_for()
    report.check('a mark in the list leads to it', page.locator('.mark.is-chosen').count() == 1)
    page.keyboard.press('Escape')
    page.evaluate('window.print = () => { window.printed = document.querySelectorAll(".print-sheets .mark").length }; null')
    for choice, count in ((True, 6), (False, 0)):
        page.keyboard.press('Control+p')
        page.get_by_label('With marks').set_checked(choice)
        page.get_by_role('dialog').get_by_role('button', name='Print', exact=True).click()
        wait(page, lambda: page.evaluate('window.printed !== undefined'))
        report.check(f'marks are printed where they are wanted: {choice}', page.evaluate('window.printed') == count, page.evaluate('window.printed'))
        page.evaluate('delete window.printed; dispatchEvent(new Event("afterprint"))')
    for label, word in (('PDF with marks drawn in', b'/SheafMarks1'), ('PDF with annotations', b'/Subtype /Ink')):
        with page.expect_download() as download:
            panel.get_by_role('link', name=label).click()
        content = open(download.value.path(), 'rb').read()
        report.check(f'{label} has them', content.startswith(b'%PDF') and word in content, content[:40])


def check_marks_filtered(report, browser, client):
    """Marks are listed by those who made them."""
    document = client.upload('filtered marks.pdf', pdf(2, text='Filtered'))
    for place, who in enumerate(('Ada', 'Ada', 'Grace')):
        mark = {'kind': 'rectangle', 'page': 1, 'boxes': [[100, 100 + 60 * place, 200, 30]]}
        made = {'mark': mark, 'creator': {'type': 'Person', 'name': who}}
        client.ask('POST', f'/api/v1/documents/{document["id"]}/annotations', json.dumps(made).encode(), 'application/json')
    page = opened(browser, document)
    ready(page)
    page.keyboard.press('Shift+A')
    panel = page.get_by_role('complementary', name='Marks')
    rows = panel.locator('.marks-row')
    wait(page, lambda: rows.count() == 3)
    for label, count in (('Ada', 2), ('Grace', 1), ('Grace', 3)):
        panel.get_by_role('button', name=label, exact=True).click()
        report.check(f'{label} leaves {count} of three marks', wait(page, lambda count=count: rows.count() == count), rows.all_inner_texts())
        named = all(label in row for row in rows.all_inner_texts())
        report.check('which say who made them' if count < 3 else 'pressed again, of all', named == (count < 3), rows.all_inner_texts())
    page.context.close()


def check_marking_by_hand(report, browser, client):
    document = client.upload('by hand.pdf', pdf(3, text='By hand'))
    page = opened(browser, document, PHONE)
    ready(page)
    page.get_by_role('button', name='Mark up', exact=True).tap()
    tools = page.get_by_role('toolbar', name='Marking tools')
    tools.wait_for()
    report.check('the tools fit a phone', overflow(page) == 0, overflow(page))
    tools.get_by_role('button', name='Pen', exact=False).tap()
    fingers, top = Hand(page), "document.querySelector('.page').getBoundingClientRect().top"
    before = page.evaluate(top)
    fingers.draw([(120 + step * 4, 300 + step * 10) for step in range(12)])
    ready(page)
    report.check('a finger writes while there is no pen', kinds(page) == ['ink'], kinds(page))
    report.check('and keeps its touch from the pages', page.evaluate(top) == before, (before, page.evaluate(top)))
    fingers.pinch([(150, 420), (250, 420)], [(150, 240), (250, 240)])
    fingers.lift()
    settle(page)
    moved = page.evaluate(top)
    report.check('two fingers move the page, and write nothing', kinds(page) == ['ink'] and moved < 50, moved)
    page.context.close()


def heights(mark):
    """How far down the page its points lie."""
    return [point[1] for point in mark['mark']['points']]


def gap(page):
    """The end of the first page and the start of the second one, in the window."""
    return page.evaluate("[...document.querySelectorAll('.page')].slice(0, 2).map((page, at) => page.getBoundingClientRect()[at ? 'top' : 'bottom'])")


def check_marking_between_pages(report, browser, client):
    document = client.upload('between.pdf', pdf(3, width=500, height=400))
    page = opened(browser, document, DESKTOP)
    ready(page)
    page.keyboard.press('a')
    page.keyboard.press('4')
    page.mouse.move(700, 400)
    page.mouse.wheel(0, 400)
    settle(page)
    end, start = gap(page)
    drag(page, (700, start - 2), (700, start + 30), (740, start + 80))
    wait(page, lambda: marking(page)['marks'])
    pages = [mark['page'] for mark in marking(page)['marks']]
    drawn = page.evaluate(DRAWN)
    report.check('ink from between two pages is on the nearer one, and seen', pages == [2] and drawn[0]['top'] > start - 4 and drawn[0]['height'] > 40, (pages, drawn))
    drag(page, (600, end - 60), (600, end - 20), (640, start + 60))
    wait(page, lambda: len(marking(page)['marks']) == 2)
    mark = next(mark for mark in page.evaluate(DRAWN) if mark['left'] < 650)
    report.check('a line from one page into the next ends with the first', abs(mark['top'] + mark['height'] - end) < 6, (mark, end))
    drag(page, (100, 300), (140, 320), (160, 340))
    ready(page)
    report.check('what never comes to a page is not kept', len(marking(page)['marks']) == 2, marking(page)['marks'])
    inside = all(0 <= y <= 400 for mark in stored(client, document) for y in heights(mark))
    report.check('nothing is stored that is not seen', inside, [heights(mark) for mark in stored(client, document)])
    page.context.close()


def check_marking_tools_have_room(report, browser, client):
    """Beside a panel all tools are seen, and no message lies over them."""
    page = opened(browser, client.upload('room.pdf', pdf(3)), TABLET)
    ready(page)
    page.keyboard.press('a')
    tools = page.get_by_role('toolbar', name='Marking tools')
    tools.wait_for()
    page.keyboard.press('i')
    panel = page.locator('.info-panel')
    panel.wait_for()
    settle(page)
    boxes = [button.bounding_box() for button in tools.get_by_role('button').all()]
    room = panel.bounding_box()['x']
    report.check('all tools are seen beside a panel', all(0 <= box['x'] and box['x'] + box['width'] <= room for box in boxes), (room, boxes))
    page.get_by_role('button', name='More', exact=True).click()
    page.get_by_role('menuitem', name='Copy link to this place').click()
    toast = page.locator('.toast')
    toast.wait_for()
    foot, top = toast.bounding_box(), tools.bounding_box()['y']
    report.check('a message lies above them', foot['y'] + foot['height'] <= top, (foot, top))
    page.context.close()


# The boxes of all ink, in whole CSS pixels of the window.
INK = """
() => [...document.querySelectorAll('.mark-ink')].map((ink) => {
  const {left, top, right, bottom} = ink.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})
"""


def check_pen_after_palm(report, browser, client):
    """A palm has moved the page just before the pen lands: the page goes back, and the line is where the pen was."""
    document = client.upload('palm.pdf', pdf(3, text='Palm'))
    page = opened(browser, document, TABLET)
    ready(page)
    page.keyboard.press('a')
    page.get_by_role('toolbar', name='Marking tools').get_by_role('button', name='Pen', exact=False).click()
    hand = Hand(page)

    def line():
        hand.point('mousePressed', (150, 400))
        for step in range(1, 20):
            hand.point('mouseMoved', (150 + 4 * step, 400))
        hand.point('mouseReleased', (226, 400))
        ready(page)

    # Where there is a pen, fingers move the page, a while after it.
    line()
    page.keyboard.press('Control+z')
    hand.rest(600)
    hand.land((300, 500))
    for step in range(6):
        hand.move(f0=(300, 500 - 8 * step))
        page.wait_for_timeout(16)
    line()
    hand.lift()
    settle(page)
    pressures = [point[2] for mark in stored(client, document) for point in mark['mark']['points']]
    report.check('with the pressure of the pen', len(pressures) > 1 and set(pressures) == {0.5}, pressures)
    flat = [[150, 400, 226, 400]]
    report.check('a line is straight where a palm has moved the page before it', page.evaluate(INK) == flat, page.evaluate(INK))
    page.keyboard.press('Control+z')
    hand.rest(600)
    hand.swipe((200, 600), (200, 350), steps=5)
    line()
    settle(page)
    report.check('and where it has thrown it', page.evaluate(INK) == flat, page.evaluate(INK))
    page.context.close()


def marks_word(page, word):
    place = page.evaluate(WORD, word)
    return any(abs(mark['top'] - place['top']) < 6 for mark in page.evaluate(DRAWN))


def check_marks_elsewhere(report, browser, client):
    # Marks belong to a content: this one is of no other document.
    text = f'{TEXT}\n\nShared.'
    document = client.upload('shared marks.txt', text.encode())
    first, second = opened(browser, document), opened(browser, document)
    for page in (first, second):
        ready(page)
    select(first, 'alpha2', 'beta2')
    first.keyboard.press('l')
    wait(second, lambda: kinds(second) == ['highlight'])
    report.check('another window shows a mark at once', kinds(second) == ['highlight'])
    second.context.set_offline(True)
    select(second, 'alpha3', 'beta3')
    second.keyboard.press('l')
    report.check('without a connection marks are made and wait', marking(second)['waiting'] and len(kinds(second)) == 2, marking(second))
    select(first, 'alpha4', 'beta4')
    first.keyboard.press('l')
    ready(first)
    told = second.get_by_text('Marks are kept here and sent later.')
    report.check('which is said', wait(second, lambda: told.count() > 0), second.locator('.toasts').inner_text())
    second.context.set_offline(False)
    wait(second, lambda: len(kinds(second)) == 3 and not marking(second)['waiting'])
    wait(first, lambda: len(kinds(first)) == 3)
    same = sorted(mark['id'] for mark in marking(first)['marks']) == sorted(mark['id'] for mark in marking(second)['marks'])
    report.check('once it is back both have all', same, [marking(first), marking(second)])
    client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', f'Before all.\n\n{text}'.encode(), 'text/plain')
    first.locator('.page-word', has_text='Before').wait_for(state='attached')
    lies = wait(first, lambda: len(kinds(first)) == 3 and marks_word(first, 'alpha2'))
    report.check('a newer content has them where the words stand now', lies, first.evaluate(DRAWN))
    for page in (first, second):
        page.context.close()


def check_locked(report, browser, client):
    document = client.upload('locked.pdf', base64.b64decode(LOCKED))
    page = opened(browser, document)
    field = page.get_by_label('Password', exact=True)
    field.wait_for()
    report.check('a locked document asks for its password, and has the focus there', field.evaluate('(field) => field === document.activeElement'))
    report.check('which is not seen as it is typed', field.get_attribute('type') == 'password', field.get_attribute('type'))
    field.fill('wrong')
    page.keyboard.press('Enter')
    page.get_by_text('That password does not open it. Try again.').wait_for()
    report.check('another password is told', page.locator('.page').count() == 0)
    field.fill('open')
    page.keyboard.press('Enter')
    page.locator('.page-word').first.wait_for(state='attached')
    settle(page)
    report.check('the right one shows the pages', 'secret' in page.locator('.page-text').inner_text(), page.locator('.page-text').inner_text())
    kept = page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}, location.href])')
    report.check('the browser keeps nothing of it', '"open"' not in kept, kept)
    client.ask('DELETE', f'/api/v1/documents/{document["id"]}/unlock')
    page.reload()
    field.wait_for()
    report.check('locked again, it is asked for again', page.locator('.page').count() == 0)
    page.context.close()


def check_annotations_of_the_file(report, browser, client):
    document = client.upload('commented.pdf', COMMENTED)
    page = opened(browser, document)
    ready(page)
    page.keyboard.press('Shift+A')
    panel = page.get_by_role('complementary', name='Marks')
    row = panel.get_by_role('button', name='Check this number', exact=False)
    row.wait_for()
    text = row.inner_text()
    report.check('annotations that the file brings are listed, with note and author', 'Ada' in text and 'Page 1' in text, text)
    row.click()
    report.check('they have no bin: they stay as they are', panel.locator('.marks-remove').count() == 0)
    page.context.close()
