#!/usr/bin/env python3
"""The app in a real browser against a running server whose workspace is empty.

    BASE_URL=http://127.0.0.1:8080 SIGN_IN_URL=http://… python app.webtest.py [part of a check's name]

Prints a line for each check and the sums last. Without SIGN_IN_URL the server must run with --no-auth.
`run.py` starts a server for it.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'EndToEnd'))

from playwright.sync_api import sync_playwright  # noqa: E402

import access_checks as access  # noqa: E402
import board_checks as boards  # noqa: E402
import board_touch_checks as board_touch  # noqa: E402
import firefox_checks as firefox  # noqa: E402
import gestures_checks as gestures  # noqa: E402
import library_checks as library  # noqa: E402
import reader_checks as reading  # noqa: E402
import reader_gesture_checks as hands  # noqa: E402
from fixtures import pdf  # noqa: E402
from harness import Browser, Client  # noqa: E402
from report import Report  # noqa: E402

NAME, PAGES = 'garden.pdf', 12


def checks(report, browser, client):
    """What is checked, in order: the first ones need the workspace empty, and fill it."""
    yield lambda: access.check_signed_out(report, browser)
    yield lambda: library.check_empty(report, browser)
    yield lambda: library.check_choosing(report, browser, NAME, PAGES)
    yield lambda: library.check_dropping(report, browser)
    yield lambda: library.check_cancel(report, browser, client)
    yield lambda: library.check_failure(report, browser)
    yield lambda: library.check_same_name(report, browser, client)
    yield lambda: library.check_live(report, browser, client)
    yield lambda: library.check_one_stream(report, browser, client)
    yield lambda: library.check_delete(report, browser, client, NAME)
    yield lambda: library.check_search(report, browser, client, NAME)
    yield lambda: library.check_many(report, browser)
    yield lambda: reading.check_sharpness(report, browser, NAME)
    yield lambda: reading.check_turning(report, browser, NAME, PAGES)
    yield lambda: reading.check_keys(report, browser, NAME, PAGES)
    yield lambda: reading.check_zoom(report, browser, NAME)
    yield lambda: reading.check_no_flash(report, browser, NAME)
    yield lambda: reading.check_addresses(report, browser, client.upload('addressed.pdf', pdf(pages=5)))
    yield lambda: reading.check_new_content(report, browser, client)
    yield lambda: reading.check_text(report, browser, client)
    yield lambda: reading.check_refusals(report, browser, client)
    yield lambda: reading.check_download(report, browser, client, NAME)
    yield lambda: reading.check_long(report, browser)
    yield lambda: reading.check_card_opens(report, browser, NAME)
    handled = client.upload('handled.pdf', pdf(pages=12, content=hands.lines_of_text()))
    yield lambda: hands.check_pinch(report, browser, handled)
    yield lambda: hands.check_pan(report, browser, handled)
    yield lambda: hands.check_cancel(report, browser, handled)
    yield lambda: hands.check_taps(report, browser, handled)
    yield lambda: hands.check_swipes(report, browser, handled)
    yield lambda: hands.check_mouse(report, browser, handled)
    yield lambda: hands.check_tiles(report, browser, client)
    yield lambda: hands.check_tiles_meet(report, browser, client)
    yield lambda: hands.check_reduced_motion(report, browser, handled)
    yield lambda: boards.check_new_board(report, browser, client)
    yield lambda: boards.check_board_facts(report, browser, client)
    yield lambda: boards.check_board_hands(report, browser, client)
    yield lambda: boards.check_board_ink(report, browser, client)
    yield lambda: boards.check_board_saving(report, browser, client)
    yield lambda: boards.check_board_refusals(report, browser, client)
    yield lambda: boards.check_board_from_library(report, browser, client)
    yield lambda: boards.check_board_pages_from_library(report, browser, client)
    yield lambda: boards.check_board_comes_back(report, browser, client)
    yield lambda: boards.check_board_from_reader(report, browser, client)
    yield lambda: boards.check_board_printing(report, browser, client)
    yield lambda: boards.check_board_saving_as_pdf(report, browser, client)
    yield lambda: boards.check_board_layouts(report, browser, client)
    yield lambda: board_touch.check_board_fingers(report, browser, client)
    yield lambda: board_touch.check_board_shapes(report, browser, client)
    yield lambda: board_touch.check_board_writing(report, browser, client)
    yield lambda: board_touch.check_board_moves_undrawn(report, browser, client)
    yield lambda: board_touch.check_board_ink_is_lifted(report, browser, client)
    yield lambda: board_touch.check_board_frames(report, browser, client)
    yield lambda: gestures.check_demo_pages(report, browser)
    yield lambda: gestures.check_touch_taps(report, browser)
    yield lambda: gestures.check_touch_press(report, browser)
    yield lambda: gestures.check_touch_pan(report, browser)
    yield lambda: gestures.check_touch_fingers_change(report, browser)
    yield lambda: gestures.check_touch_swipe(report, browser)
    yield lambda: gestures.check_touch_pinch(report, browser)
    yield lambda: gestures.check_touch_rotate(report, browser)
    yield lambda: gestures.check_touch_edges(report, browser)
    yield lambda: gestures.check_pointer_hover(report, browser)
    yield lambda: gestures.check_touch_strokes(report, browser)
    yield lambda: gestures.check_touch_hit_testing(report, browser)
    yield lambda: gestures.check_touch_motion(report, browser)
    yield lambda: gestures.check_touch_strip(report, browser)
    yield lambda: gestures.check_touch_direction_lock(report, browser)
    yield lambda: gestures.check_touch_pages(report, browser)
    yield lambda: gestures.check_touch_requirements(report, browser)
    yield lambda: gestures.check_pen_and_palm(report, browser)
    yield lambda: gestures.check_touch_overlay(report, browser)
    yield lambda: gestures.check_touch_scroll(report, browser)
    yield lambda: firefox.check_firefox_touches(report)
    yield lambda: access.check_accessibility(report, browser, NAME)
    yield lambda: access.check_colors(report, browser)
    yield lambda: access.check_layouts(report, browser, NAME)
    yield lambda: access.check_keys_sheet(report, browser)
    yield lambda: access.check_cards_by_keys(report, browser)
    yield lambda: library.check_connection(report, browser, client)
    yield lambda: library.check_coming_back(report, browser, client)


def attempt(report, check):
    """Runs a check; what it stumbles over is a failure of it and not the end of the others."""
    name = next(name for name in check.__code__.co_names if name.startswith('check_'))
    try:
        check()
    except Exception as error:  # noqa: BLE001
        report.check(f'{name} comes to its end', False, error)


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else ''
    report = Report()
    with sync_playwright() as playwright:
        browser = Browser(playwright)
        client = Client(browser.sign_in())
        if client.ask('GET', '/api/v1/documents?limit=1')[0] == 401:
            sys.exit('The server asks for a session: give SIGN_IN_URL, or start it with --no-auth.')
        if wanted and NAME not in client.names():
            client.upload(NAME, pdf(pages=PAGES, text='The walled garden'))
        for check in checks(report, browser, client):
            if any(wanted in name for name in check.__code__.co_names):
                attempt(report, check)
        report.check(
            'no page broke its policy or raised an error', browser.complaints == [], browser.complaints
        )
    report.exit()


if __name__ == '__main__':
    main()
