"""A second window that shows the page alone, and follows it."""

from fixtures import pdf
from harness import BASE, DESKTOP, at_page, reader, settle, wait
from reader_view_checks import opened


def check_presenting(report, browser, client):
    document = client.upload('talk.pdf', pdf(5, text='Talk'))
    page = opened(browser, document)
    with page.expect_popup() as popup:
        page.keyboard.press('Shift+P')
    second = popup.value
    second.locator('img[alt="Page 1 of 5"]').wait_for()
    page.keyboard.press('ArrowRight')
    second.locator('img[alt="Page 2 of 5"]').wait_for()
    report.check('a second window follows the page', second.locator('img').count() == 1 and second.locator('button, input, a').count() == 0)
    sheet = "(() => { const {left, top, width, height} = document.querySelector('main').getBoundingClientRect(); return [left, top, width, height, innerWidth, innerHeight] })()"
    left, top, width, height, across, down = second.evaluate(sheet)
    whole = left > -1 and top > -1 and width < across + 1 and height < down + 1 and (abs(width - across) < 2 or abs(height - down) < 2)
    report.check('it shows the whole page, as large as it can', whole, [left, top, width, height, across, down])
    pixels, ratio = second.locator('img').evaluate('(image) => [image.naturalWidth, devicePixelRatio]')
    report.check('10.7 in a picture of its size', width * ratio <= pixels < width * ratio + 300, (pixels, width, ratio))
    second.keyboard.press('PageDown')
    report.check('keys turn pages in the second window, too', at_page(page, 3), reader(page))
    second.keyboard.press('End')
    report.check('to the last one', at_page(page, 5), reader(page))
    second.keyboard.press('Home')
    at_page(page, 1)
    second.keyboard.press('Space')
    second.locator('img[alt="Page 2 of 5"]').wait_for()
    report.check('and it follows', at_page(page, 2), reader(page))
    second.keyboard.press('f')
    report.check('f fills its screen', wait(second, lambda: second.evaluate('document.fullscreenElement !== null')))
    second.keyboard.press('f')
    report.check('or no longer', wait(second, lambda: second.evaluate('document.fullscreenElement === null')))
    page.keyboard.press('a')
    page.keyboard.press('6')
    page.mouse.move(650, 300)
    page.mouse.down()
    page.mouse.move(750, 360, steps=4)
    page.mouse.up()
    second.locator('.mark-rectangle').wait_for(state='attached')
    report.check('marks are seen there, too', second.locator('.mark-rectangle').count() == 1)
    page.keyboard.press('Escape')
    page.keyboard.press('Escape')
    page.mouse.move(700, 400)
    page.mouse.move(720, 420)
    lit = wait(second, lambda: second.evaluate("document.querySelector('main > div:last-child').style.opacity") == '1')
    report.check('a light goes with the hand', lit)
    for _ in range(6):
        page.keyboard.press('+')
    settle(page)
    wait(second, lambda: second.evaluate(sheet)[2] > across * 1.2)
    report.check('a part that is zoomed to fills it', second.evaluate(sheet)[2] > across * 1.2, second.evaluate(sheet))
    client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', pdf(7, text='Talk, and more of it'))
    second.locator('img[alt="Page 2 of 7"]').wait_for()
    report.check('it goes on with new content', not second.is_closed())
    page.reload()
    settle(page)
    page.keyboard.press('ArrowRight')
    report.check('it goes on when the tab is loaded anew', wait(page, lambda: not second.is_closed() and second.locator('img[alt="Page 3 of 7"]').count() == 1))
    page.get_by_role('button', name='More', exact=True).click()
    items = page.get_by_role('menuitem').all_inner_texts()
    report.check('and the menu says that one presents', any('End presenting' in item for item in items), items)
    page.keyboard.press('Escape')
    page.keyboard.press('Escape')
    wait(page, lambda: second.is_closed())
    report.check('it closes with the document', second.is_closed())
    page.context.close()


# A browser with two screens that tells of both, and the place to which the window that it opens is moved.
TWO_SCREENS = """
(() => {
  const [here, other] = [[0, 0, 1440, 900], [1440, 30, 1920, 1050]].map(([availLeft, availTop, availWidth, availHeight]) => (
    { availLeft, availTop, availWidth, availHeight }
  ));
  Object.defineProperty(screen, 'isExtended', { value: true });
  window.getScreenDetails = async () => {
    if (globalThis.refused) throw new DOMException('refused', 'NotAllowedError');
    return { screens: [here, other], currentScreen: here };
  };
  const open = window.open.bind(window);
  globalThis.moved = [];
  window.open = (...how) => {
    const opened = open(...how);
    opened.moveTo = (...to) => globalThis.moved.push(to);
    opened.resizeTo = (...to) => globalThis.moved.push(to);
    return opened;
  };
})();
"""


def check_second_screen(report, browser, client):
    """The second window comes to the second screen, where the browser tells of it."""
    document = client.upload('two screens.pdf', pdf(3, text='Screens'))
    page = browser.context(DESKTOP).new_page()
    page.add_init_script(TWO_SCREENS)
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    for refused, wanted in ((False, [[1440, 30], [1920, 1050]]), (True, [])):
        page.evaluate('(refused) => { globalThis.refused = refused; globalThis.moved = []; }', refused)
        with page.expect_popup() as popup:
            page.keyboard.press('Shift+P')
        popup.value.locator('img[alt="Page 1 of 3"]').wait_for()
        moved = page.evaluate('globalThis.moved')
        report.check('10.1 where that is refused it opens all the same' if refused else '10.1 it fills the other screen', moved == wanted, moved)
        page.keyboard.press('Shift+P')
        wait(page, lambda: popup.value.is_closed())
    page.context.close()
