#!/usr/bin/env python3
"""The app in a real browser against a running server whose workspace is empty.

    BASE_URL=http://127.0.0.1:8080 SIGN_IN_URL=http://… python app.webtest.py [--part PART] [--all] [part of a check's name]

Runs one part of the checks (`parts.py`), or all of them one after the other. Prints a line for each check and the sums
last. Without SIGN_IN_URL the server must run with --no-auth. `run.py` starts servers for it.
"""

import argparse
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'EndToEnd'))

from playwright.sync_api import sync_playwright  # noqa: E402

from fixtures import pdf  # noqa: E402
from harness import Browser, Client, attempt  # noqa: E402
from parts import AT_LENGTH, NAME, PAGES, PARTS, checks  # noqa: E402
from report import Report  # noqa: E402


def run_part(report, part, browser, client, chosen):
    for name, check in checks(part, report, browser, client):
        if chosen.all or (chosen.wanted in name if chosen.wanted else name not in AT_LENGTH):
            attempt(report, name, check)
            browser.close_pages()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--part', choices=PARTS, help='all of them when not given')
    parser.add_argument('--all', action='store_true', help='also the checks at full length')
    parser.add_argument('wanted', nargs='?', default='', help='part of the names of the checks to be run')
    chosen = parser.parse_args()
    report = Report()
    with sync_playwright() as playwright:
        browser = Browser(playwright)
        client = Client(browser.sign_in())
        if client.ask('GET', '/api/v1/documents?limit=1')[0] == 401:
            sys.exit('The server asks for a session: give SIGN_IN_URL, or start it with --no-auth.')
        if chosen.wanted and NAME not in client.names():
            client.upload(NAME, pdf(pages=PAGES, text='The walled garden'))
        for name in [chosen.part] if chosen.part else PARTS:
            run_part(report, name, browser, client, chosen)
        report.check(
            'no page broke its policy or raised an error', browser.complaints == [], browser.complaints
        )
    report.exit()


if __name__ == '__main__':
    main()
