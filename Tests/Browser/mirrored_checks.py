"""The app where lines are read from right to left: what follows one another does so towards the left, and arrows point there."""

from harness import PHONE, card, settle, shown, wait
from look_checks import listed
from looks_checks import folder_page, laid_down
from touch import Hand

MIRROR = "new MutationObserver(() => { if (document.documentElement) document.documentElement.dir = 'rtl'; }).observe(document, { childList: true })"
# Whether a drawing is turned round.
IS_TURNED = '(element) => new DOMMatrix(getComputedStyle(element).transform).a < 0 || getComputedStyle(element).scale.startsWith("-1")'


def mirrored(page):
    """The same page, from right to left."""
    page.context.add_init_script(MIRROR)
    page.reload()
    wait(page, lambda: page.evaluate("document.documentElement.dir === 'rtl'"))
    settle(page)
    return page


def left(page, name):
    return card(page, name).bounding_box()['x']


def check_mirrored_library(report, browser, client):
    names = [document['name'] for document in laid_down(client, 'Mirrored', 24)]
    client.ask('POST', '/api/v1/documents?folder=Mirrored/Inner/Deep&name=deep.txt', b'deep', 'text/plain')
    page = mirrored(folder_page(browser, 'Mirrored'))
    shown(page, names[0])
    lefts = [left(page, name) for name in names[:3]]
    report.check('cards follow one another towards the left', lefts == sorted(lefts, reverse=True) and len(set(lefts)) == 3, lefts)
    grid = page.locator('.grid').bounding_box()
    edge = card(page, names[0]).bounding_box()
    report.check('from the right edge on', abs(grid['x'] + grid['width'] - edge['x'] - edge['width']) <= 1, (grid, edge))
    card(page, names[0]).locator('.card-main').focus()
    page.keyboard.press('ArrowLeft')
    focused = lambda: page.evaluate("document.activeElement.closest('.card').querySelector('.card-name').textContent")
    report.check('an arrow leads to the card that lies there', focused() == names[1], focused())
    page.keyboard.press('ArrowRight')
    report.check('and the other one back', focused() == names[0], focused())
    start, end = (card(page, name).bounding_box() for name in (names[1], names[0]))
    page.mouse.move(start['x'] - 8, start['y'] - 6)
    page.mouse.down()
    page.mouse.move(end['x'] + end['width'] - 2, end['y'] + 60, steps=6)
    framed = page.locator('.card.selected .card-name').all_inner_texts()
    page.mouse.up()
    report.check('a frame selects what it touches', sorted(framed) == names[:2], framed)
    page.keyboard.press('Escape')
    fold = page.locator('.tree-fold .icon').first
    report.check('what is folded away points to the left', fold.evaluate(IS_TURNED))
    row = page.locator('[role=treeitem]', has_text='Mirrored').first
    is_open = lambda: row.get_attribute('aria-expanded')
    row.focus()
    if is_open() == 'true':
        page.keyboard.press('ArrowRight')
    wait(page, lambda: is_open() == 'false')
    page.keyboard.press('ArrowLeft')
    report.check('the arrow to the left opens it', wait(page, lambda: is_open() == 'true'), is_open())
    page.keyboard.press('ArrowRight')
    report.check('and the one to the right folds it', wait(page, lambda: is_open() == 'false'), is_open())
    page.context.close()


def check_mirrored_looks(report, browser, client):
    """What comes next lies at the left in a quick look, too: for keys, and for a hand."""
    documents, page = listed(client, browser, 'leftwards', device=PHONE)
    mirrored(page)
    shown(page, documents[0]['name'])
    wait(page, lambda: page.locator('.library-selection').count() == 1)
    card(page, documents[0]['name']).locator('.card-main').focus()
    page.keyboard.press(' ')
    title = lambda: page.locator('.look-name').inner_text()
    wait(page, lambda: page.locator('.look-sheet[data-settled]').count() > 0)
    page.keyboard.press('ArrowLeft')
    report.check('the arrow to the left shows the next one', wait(page, lambda: title() == documents[1]['name']), title())
    settle(page)
    hand = Hand(page)
    hand.land((80, 400))
    hand.glide(8, f0=(330, 400), rest=0)
    hand.lift()
    report.check('a hand that draws to the right does, too', wait(page, lambda: title() == documents[2]['name']), title())
    report.check('its arrow points to the left', page.get_by_role('button', name='Next document').locator('.icon').evaluate(IS_TURNED))
    page.context.close()
