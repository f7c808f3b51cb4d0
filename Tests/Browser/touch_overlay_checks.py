"""Fingers that can be seen, on the pages and on a board, when the user asks for it."""

from board_touch_checks import two_cards
from fixtures import pdf
from harness import TABLET, wait
from touch import Hand

# Whether something is drawn at a place of the window, and nothing away from it.
IS_INKED = """
(canvas, [x, y]) => {
  const drawn = (left, top) => (
    canvas.getContext('2d').getImageData(left * devicePixelRatio, top * devicePixelRatio, 1, 1).data[3] > 0
  );
  return drawn(x, y) && !drawn(x - 120, y);
}
"""


def check_reader_shows_touches(report, browser, client):
    document = client.upload('shown.pdf', pdf(pages=2, text='Shown'))
    key_shows_touches(report, browser.page(TABLET, f'/d/{document["id"]}'), (400, 600), 'the reader')


def check_board_shows_touches(report, browser, client):
    page, _ = two_cards(browser, client, 'Shown touches')
    key_shows_touches(report, page, (500, 1050), 'a board')


def key_shows_touches(report, page, place, where):
    canvas, fingers = page.locator('body > canvas[aria-hidden]'), Hand(page)
    fingers.land(place)
    page.wait_for_timeout(60)
    report.check(f'{where} shows no touches unless they are asked for', canvas.count() == 0)
    fingers.lift()
    fingers.rest(400)
    page.keyboard.press('t')
    # A finger that has gone somewhere makes no long press, however long it is looked at.
    fingers.land((place[0], place[1] - 30))
    fingers.move(f0=place)
    shown = wait(page, lambda: canvas.count() == 1 and canvas.evaluate(IS_INKED, list(place)))
    report.check(f'T shows touches on {where}, where they are', shown)
    fingers.lift()
    page.keyboard.press('t')
    report.check('and T hides them', wait(page, lambda: canvas.count() == 0))
    page.context.close()
