"""A second window that shows the page alone, and follows it."""

import time

from fixtures import pdf
from harness import BASE, DESKTOP, TABLET, at_page, intercept, reader, settle, wait
from reader_view_checks import SELECTED, frames, opened
from touch import Hand

# How far the page that is presented reaches, and the window.
PRESENTED = """(() => {
  const {left, top, width, height} = document.querySelector('main').getBoundingClientRect();
  return [left, top, width, height, innerWidth, innerHeight];
})()"""


def presented(page, name=None):
    """The second window that a key opens, once a picture is there: that of the page of this name, or any."""
    with page.expect_popup() as popup:
        page.keyboard.press('Shift+P')
    popup.value.locator(f'img[alt="{name}"]' if name else 'img').wait_for()
    return popup.value


def check_presenting(report, browser, client):
    document = client.upload('talk.pdf', pdf(5, text='Talk'))
    page = opened(browser, document)
    second = presented(page, 'Page 1 of 5')
    page.keyboard.press('ArrowRight')
    second.locator('img[alt="Page 2 of 5"]').wait_for()
    report.check('a second window follows the page', second.locator('img').count() == 1 and second.locator('button, input, a').count() == 0)
    left, top, width, height, across, down = second.evaluate(PRESENTED)
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
    wait(second, lambda: second.evaluate(PRESENTED)[2] > across * 1.2)
    report.check('a part that is zoomed to fills it', second.evaluate(PRESENTED)[2] > across * 1.2, second.evaluate(PRESENTED))
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


def check_missed_picture(report, browser, client):
    """A picture that does not come leaves the earlier page to the audience, which the person who speaks is told of."""
    document = client.upload('missed.pdf', pdf(5, text='Missed'))
    page = opened(browser, document)
    second = presented(page, 'Page 1 of 5')
    words = lambda: page.locator('.reading-window .reading-words').inner_text()
    report.check('the window is connected', wait(page, lambda: words().endswith('Connected')), words())
    # The page after the first is there already.
    intercept(page, '**/pages/4*', lambda route: route.abort())
    page.keyboard.press('End')
    page.keyboard.press('ArrowLeft')
    told = wait(page, lambda: words().endswith('Still shows the page before'))
    report.check('it is said that it shows the page before', told and second.locator('img').count() == 1, words())
    page.unroute('**/pages/4*')
    second.locator('img[alt="Page 4 of 5"]').wait_for()
    report.check('the picture is asked for again until it comes', wait(page, lambda: words().endswith('Connected')), words())
    page.context.close()


def check_shown_to_others(report, browser, client):
    """10.3, 10.4, 10.6: the second window is for looking; turning here turns there, and taken back all is as it was."""
    document = client.upload('for others.pdf', pdf(6, text='Others'))
    page = opened(browser, document)
    complained = len(browser.complaints)
    page.keyboard.press('ArrowRight')
    report.check('10.4 without a second window turning is as ever', at_page(page, 2) and len(browser.complaints) == complained, browser.complaints[complained:])
    settle(page)
    before = reader(page), frames(page)
    for _ in range(2):
        second = presented(page, 'Page 2 of 6')
        left, top, width, height, across, down = second.evaluate(PRESENTED)
        fills = abs(left - (across - width) / 2) < 1 and abs(top - (down - height) / 2) < 1 and min(across - width, down - height) < 1
        report.check('10.6 the page fills the second window', fills, [left, top, width, height, across, down])
        page.keyboard.press('Shift+P')
        wait(page, lambda second=second: second.is_closed())
    settle(page)
    report.check('10.6 sent there twice and taken back the page is where it was', (reader(page), frames(page)) == before, (before, reader(page)))
    second = presented(page, 'Page 2 of 6')
    pictures = "performance.getEntriesByType('resource').filter((one) => /pages.3[?]/.test(one.name)).map((one) => one.name)"
    width = second.evaluate("new URL(document.querySelector('img').src).searchParams.get('width')")
    ahead = wait(page, lambda: any(f'width={width}' in one for one in page.evaluate(pictures)))
    report.check('9.2 the next page is fetched for it ahead', ahead, (width, page.evaluate(pictures)))
    begun = time.monotonic()
    page.keyboard.press('ArrowRight')
    second.locator('img[alt="Page 3 of 6"]').wait_for()
    took = time.monotonic() - begun
    report.check('10.4 a page that is turned here is turned there within a second', took < 1, took)
    shown = second.evaluate(PRESENTED)
    for place in ((40, 40), (across / 2, down / 2), (across - 40, down / 2)):
        second.mouse.click(*place)
        second.mouse.wheel(0, 400)
    second.mouse.move(across / 3, down / 3)
    second.mouse.down()
    second.mouse.move(across / 2, down / 2, steps=4)
    second.mouse.up()
    settle(page)
    same = second.evaluate(PRESENTED) == shown and reader(page)['page'] == 3 and second.evaluate('String(getSelection())') == ''
    report.check('10.3 presses, drags and wheels there do nothing', same, (shown, second.evaluate(PRESENTED), reader(page)))
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


LIT = "document.querySelector('main > div:last-child').style.opacity"


def check_pointing(report, browser, client):
    """A finger on the pages that are presented shows the listeners a place; the pages stay."""
    document = client.upload('pointed at.pdf', pdf(5, text='Pointed at'))
    page = opened(browser, document, TABLET)
    second = presented(page, 'Page 1 of 5')
    point = page.get_by_role('button', name='Point with the finger')
    hand = Hand(page)
    point.click()
    report.check('a button lets fingers point', point.get_attribute('aria-pressed') == 'true')
    settle(page)
    before = frames(page)[0]
    hand.land((400, 700))
    report.check('a finger lights its place where it lands', wait(second, lambda: second.evaluate(LIT) == '1'))
    hand.glide(f0=(380, 300))
    hand.rest(900)
    hand.lift()
    hand.swipe((600, 600), (150, 600))
    settle(page)
    report.check('E7 the pages stay under a finger that points', (frames(page)[0], reader(page)['page']) == (before, 1), (before, frames(page)[0], reader(page)))
    report.check('it selects no words', page.evaluate(SELECTED) == '', page.evaluate(SELECTED))
    page.keyboard.press('ArrowRight')
    second.locator('img[alt="Page 2 of 5"]').wait_for()
    report.check('E7 a key turns them', at_page(page, 2), reader(page))
    point.click()
    settle(page)
    before = frames(page)[0]
    hand.swipe((400, 800), (400, 300))
    report.check('fingers that point no longer scroll', wait(page, lambda: frames(page)[0] != before), (before, frames(page)[0]))
    # The bars faded with the scrolling; a tap brings them back.
    settle(page)
    hand.tap((400, 600))
    hand.rest(500)
    point.click()
    second.close()
    wait(page, lambda: point.is_hidden())
    settle(page)
    before = frames(page)[0]
    hand.swipe((400, 800), (400, 500))
    report.check('so do they when the second window is closed', wait(page, lambda: frames(page)[0] != before), (before, frames(page)[0]))
    page.context.close()
