"""The app's view of documents, photographed in Chromium, and sheets with twenty of them each."""

import base64
import html
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'Browser'))

WINDOW = {'viewport': {'width': 1280, 'height': 800}, 'device_scale_factor': 1}
ON_SHEET = 20
SHEET_WINDOW = {'width': 1648, 'height': 1000}
LATER_MILLISECONDS = 700
SHEET = """<style>
body { margin: 8px; display: grid; grid-template-columns: repeat(4, 400px); gap: 8px; font: 13px sans-serif }
figure { margin: 0; border: 1px solid #999 } img { width: 100%; display: block }</style>"""


def photograph(report, server, every, folder):
    """Writes a picture of each document into the folder, and the sheets; what the pages complain about fails."""
    # The harness reads its server when it is imported.
    os.environ['BASE_URL'] = server.url
    from harness import Browser, settle
    from playwright.sync_api import sync_playwright

    os.makedirs(folder, exist_ok=True)
    with sync_playwright() as playwright:
        browser = Browser(playwright)
        page = browser.context(WINDOW).new_page()
        pictures = []
        for number, shown in enumerate(every):
            if not shown.document:
                continue
            page.goto(f'{server.url}/d/{shown.document}')
            is_at_rest = settle(page)
            # Waveforms, posters and the small pages below are drawn after that.
            page.wait_for_timeout(LATER_MILLISECONDS)
            pictures.append((shown, page.screenshot(path=os.path.join(folder, f'{number:03}.png'))))
            report.check(f'{shown.file.name} is at rest in the app', is_at_rest)
        report.check('no page complained', not browser.complaints, browser.complaints)
        for first in range(0, len(pictures), ON_SHEET):
            sheet = os.path.join(folder, f'sheet-{first // ON_SHEET:02}.png')
            write_sheet(browser.browser.new_page(viewport=SHEET_WINDOW), pictures[first : first + ON_SHEET], sheet)


def write_sheet(page, pictures, path):
    figures = ''.join(
        f'<figure><img src="data:image/png;base64,{base64.b64encode(picture).decode()}">'
        f'<figcaption>{html.escape(shown.file.name)}: {shown.kind}, {shown.type}</figcaption></figure>'
        for shown, picture in pictures
    )
    page.set_content(SHEET + figures)
    page.screenshot(path=path, full_page=True)
    page.close()
