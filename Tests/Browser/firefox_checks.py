"""Hands on the demos, the reader and the board in Firefox, held against what the same hands do in Chromium.

The checks are those of Chromium: same motions, same outcomes, and what was recorded in Firefox is played in it again
and without any browser. WebDriver BiDi cannot do all of it there. Firefox makes no pens. So the palm and what a pen
writes are looked at in Chromium alone, and fingers write here. Firefox cancels no touches. Its touches do not come by
way of the part that scrolls, so that it never takes a finger away to scroll with. Events are stamped when they happen.
So where speed is near a limit, as that of a throw that just turns a page, it would be this machine's.
"""

import os

import board_touch_checks as board_touch
import gestures_checks as gestures
import reader_gesture_checks as hands
from fixtures import pdf
from firefox import Firefox, program
from firefox_page import FirefoxBrowser
from harness import attempt

# The browser ends then, whatever it hangs on, and what is left has failed; a machine that has much else to do may take longer.
LIFE_SECONDS = float(os.environ.get('FIREFOX_SECONDS', '600'))


class Prefixed:
    """A report of checks that other drivers have, too."""

    def __init__(self, report):
        self.report = report

    def check(self, what, held, got=''):
        return self.report.check(f'Firefox: {what}', held, got)


def demo_checks(report, browser):
    for check in [
        gestures.check_touch_taps, gestures.check_touch_press, gestures.check_touch_pan, gestures.check_touch_fingers_change,
        gestures.check_touch_swipe, gestures.check_touch_pinch, gestures.check_touch_rotate, gestures.check_touch_edges,
        gestures.check_touch_strokes, gestures.check_touch_hit_testing, gestures.check_touch_motion,
        gestures.check_touch_strip, gestures.check_touch_direction_lock, gestures.check_touch_pages,
        gestures.check_touch_overlay, gestures.check_wheel, gestures.check_keys, gestures.check_flags,
    ]:  # fmt: skip
        yield check.__name__, lambda check=check: check(report, browser)
    yield 'check_pointer_hover', lambda: gestures.check_pointer_hover(report, browser, ['mouse'])


def reader_checks(report, browser, document):
    for check in [hands.check_pinch_along_a_line, hands.check_pan, hands.check_taps, hands.check_swipes]:
        yield check.__name__, lambda check=check: check(report, browser, document)


def board_checks(report, browser, client):
    for check in [board_touch.check_board_fingers, board_touch.check_board_shapes, board_touch.check_board_lines]:
        yield check.__name__, lambda check=check: check(report, browser, client)


def check_firefox(report, browser, client):
    if not program():
        report.check('Firefox is there (Resources/debian/test.txt), or FIREFOX names it', False)
        return
    document = client.upload('firefox.pdf', pdf(pages=12, content=hands.lines_of_text()))
    with Firefox(LIFE_SECONDS) as firefox:
        other = FirefoxBrowser(firefox, browser.state['cookies'] if browser.state else ())
        prefixed = Prefixed(report)
        for name, check in [
            *demo_checks(prefixed, other), *reader_checks(prefixed, other, document), *board_checks(prefixed, other, client),
        ]:  # fmt: skip
            attempt(prefixed, name, check)
            other.close_pages()
        report.check('Firefox: no page broke its policy or raised an error', other.complaints == [], other.complaints)
