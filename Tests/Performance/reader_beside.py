#!/usr/bin/env python3
"""Sheaf's reader beside PDF.js's viewer in the same headless Chromium: first sharp page, jump, zoom, memory, frames.

    reader_beside.py --bin .build/release/sheaf [--visits 5] [--latency 40] [--megabits 20] [--only book]

Each visit has a document that is new to the server, and a browser of its own with an empty cache. The second visit is
in the same browser, and the jump follows two seconds after it. The browser has no window: Chromium with one loads
pages of its own at each visit, on the same processors. CHROMIUM names another browser. A page is sharp when no pixel
of the screen shows less than one of its image, or when PDF.js has drawn it. PDF.js is Debian's, from nginx with
compression and ranges. `ranges` asks it to load what it shows and no more. With --latency 0 the line is loopback. The
figures are medians.
"""

import argparse
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, '..', 'EndToEnd'), os.path.join(HERE, '..', 'Browser')]

import reader_documents  # noqa: E402
from nginx import Nginx  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from reader_checks import SHARP_STRETCH, SHARPNESS  # noqa: E402
from results import Results, median  # noqa: E402
from server import Server, Workspace  # noqa: E402

VIEWER = '/usr/share/javascript/pdf'
DOCUMENTS = {'book': reader_documents.book, 'scan': reader_documents.scan, 'map': reader_documents.vector_map}
FILES = f"""
  gzip on;
  gzip_types application/javascript text/css application/json;
  server {{{{
    listen 127.0.0.1:{{port}};
    root {{folder}}/www;
    location ~ ^/(web|build)/ {{{{
      root {VIEWER};
      types {{{{ text/html html; application/javascript js; text/css css; image/svg+xml svg; application/json json; }}}}
    }}}}
  }}}}
"""
SHEAF_IS_SHARP = f"""
() => {{
  const stretches = document.querySelector('.pages') ? ({SHARPNESS})() : [];
  return stretches.length > 0 && Math.max(...stretches) <= {SHARP_STRETCH};
}}
"""
PDFJS_IS_SHARP = """
() => {
  const viewer = globalThis.PDFViewerApplication?.pdfViewer;
  if (!viewer?.pagesCount) return false;
  const stage = document.getElementById('viewerContainer').getBoundingClientRect();
  let seen = 0;
  for (let index = 0; index < viewer.pagesCount; index += 1) {
    const page = viewer.getPageView(index), box = page.div.getBoundingClientRect();
    if (box.bottom <= stage.top) continue;
    if (box.top >= stage.bottom) break;
    seen += 1;
    if (page.renderingState !== 3) return false;
  }
  return seen > 0;
}
"""
# Looks in each frame until the reader is there and sharp; resolves with the milliseconds since the visit began, or since now.
WHEN = """
(fromNow) => new Promise((resolve) => {
  const sharp = %s, there = %s, begun = fromNow ? performance.now() : 0;
  const look = () => there() && sharp() ? resolve(performance.now() - begun) : requestAnimationFrame(look);
  look();
})
"""
WATCH = """
() => {
  let last = 0;
  globalThis.late = [];
  const next = (now) => {
    if (last && now - last > 50) late.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}
"""
SCREEN = {'width': 1440, 'height': 900}
SCROLLED_PAGES, WHEEL_PIXELS = 100, 500


class Sheaf:
    NAME, SHARP, PREFERENCES = 'Sheaf', SHEAF_IS_SHARP, None
    PAGE = 'globalThis.sheaf?.inspect()?.reader?.page'
    ZOOM = 'globalThis.sheaf?.inspect()?.reader?.zoom'

    def __init__(self, server, _nginx):
        self.server = server

    def publish(self, name, body):
        return f'{self.server.url}/d/{self.server.upload(body, name, conflict="rename").json["id"]}'


class PDFjs:
    NAME, SHARP, PREFERENCES = 'PDF.js', PDFJS_IS_SHARP, None
    PAGE = 'globalThis.PDFViewerApplication?.page'
    ZOOM = 'Math.round((globalThis.PDFViewerApplication?.pdfViewer?.currentScale ?? 0) * 100)'

    def __init__(self, _server, nginx):
        self.nginx = nginx

    def publish(self, name, body):
        self.nginx.publish(name, body)
        return f'{self.nginx.url}/web/viewer.html?file=/{name}'


class PDFjsRanges(PDFjs):
    NAME, PREFERENCES = 'PDF.js, ranges', {'disableStream': True, 'disableAutoFetch': True}


class Visitor:
    """A browser of its own, with its cache, on a line."""

    def __init__(self, playwright, reader, options):
        self.reader, self.options, self.bytes = reader, options, 0
        program = os.environ.get('CHROMIUM', '/usr/bin/chromium-headless-shell')
        self.browser = playwright.chromium.launch(executable_path=program)
        self.context = self.browser.new_context(viewport=SCREEN)
        if reader.PREFERENCES:
            preferences = json.dumps(json.dumps(reader.PREFERENCES))
            self.context.add_init_script(f"localStorage.setItem('pdfjs.preferences', {preferences})")

    def open(self, address):
        """Opens the document in a new page; milliseconds and bytes until its first page is sharp."""
        self.page, self.bytes = self.context.new_page(), 0
        session = self.context.new_cdp_session(self.page)
        session.send('Network.enable')
        if self.options.latency:
            rate = self.options.megabits * 1e6 / 8
            session.send('Network.emulateNetworkConditions', {
                'offline': False, 'latency': self.options.latency, 'downloadThroughput': rate, 'uploadThroughput': rate,
            })  # fmt: skip
        session.on('Network.dataReceived', lambda event: setattr(self, 'bytes', self.bytes + event['encodedDataLength']))
        self.page.goto(address, wait_until='commit')
        return self.until('true', from_now=False), self.bytes

    def until(self, there, from_now=True):
        return self.page.evaluate(WHEN % (self.reader.SHARP, f'() => {there}'), from_now)

    def go(self, fragment, there):
        """Milliseconds until the place of a fragment is sharp."""
        self.page.evaluate(f"() => {{ location.hash = '{fragment}'; }}")
        return self.until(there)

    def late_frames(self):
        """The frames over 50 ms while a wheel scrolls through pages, in milliseconds."""
        self.page.mouse.move(SCREEN['width'] / 2, SCREEN['height'] / 2)
        self.page.evaluate(WATCH)
        start, turns = self.page.evaluate(self.reader.PAGE), 0
        while self.page.evaluate(self.reader.PAGE) < start + SCROLLED_PAGES and turns < 2_000:
            self.page.mouse.wheel(0, WHEEL_PIXELS)
            turns += 1
        return self.page.evaluate('() => late')

    def mebibytes(self):
        """The memory of the processes that draw pages, shared memory by its share."""
        processes = self.browser.new_browser_cdp_session().send('SystemInfo.getProcessInfo')['processInfo']
        return sum(proportional(one['id']) for one in processes if one['type'] == 'renderer') / 1024

    def close(self):
        self.browser.close()


def proportional(process):
    with open(f'/proc/{process}/smaps_rollup') as file:
        return next(int(line.split()[1]) for line in file if line.startswith('Pss:'))


def visit(playwright, reader, options, name, body):
    """All figures of one document in one browser."""
    address, visitor, found = reader.publish(f'{name}.pdf', body), Visitor(playwright, reader, options), {}
    try:
        found['first sharp page, ms'], received = visitor.open(address)
        found['bytes until then, KB'] = received / 1000
        visitor.page.wait_for_timeout(2_000)
        visitor.page.close()
        found['second visit, ms'], _ = visitor.open(address)
        if name != 'map':
            visitor.page.wait_for_timeout(2_000)
            found['page 50, ms'] = visitor.go('page=50', f'{reader.PAGE} === 50')
        found['800 %, ms'] = visitor.go(f'page={50 if name != "map" else 1}&zoom=800', f'Math.round({reader.ZOOM}) === 800')
        if name != 'map':
            visitor.go('page=51&zoom=100', f'{reader.PAGE} === 51 && Math.round({reader.ZOOM}) === 100')
            late = visitor.late_frames()
            found['frames over 50 ms'], found['longest of them, ms'] = len(late), max(late, default=0)
        found['memory, MB'] = visitor.mebibytes()
    finally:
        visitor.close()
    return found


def measure(results, playwright, options, server, nginx, name):
    readers = [kind(server, nginx) for kind in (Sheaf, PDFjs, PDFjsRanges)]
    found = {reader.NAME: [] for reader in readers}
    for number in range(options.visits):
        body = DOCUMENTS[name](f'{name} {number}')
        for reader in readers:
            found[reader.NAME].append(visit(playwright, reader, options, name, body))
    results.section(f'{name}, {len(body) / 1e6:.0f} MB, {options.latency:g} ms and {options.megabits:g} Mbit/s')
    for figure in found[Sheaf.NAME][0]:
        for reader, visits in found.items():
            results.add(f'{figure.split(",")[0]}: {reader}', median([one[figure] for one in visits]), figure.partition(', ')[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--bin', default='.build/release/sheaf')
    parser.add_argument('--latency', type=float, default=40, help='milliseconds of each answer; 0 is loopback')
    parser.add_argument('--megabits', type=float, default=20, help='of the line, a second')
    parser.add_argument('--visits', type=int, default=5)
    parser.add_argument('--only', choices=sorted(DOCUMENTS))
    options = parser.parse_args()
    results = Results()
    with Workspace() as root, Server(options.bin, root) as server, Nginx(FILES) as nginx, sync_playwright() as playwright:
        for name in [options.only] if options.only else DOCUMENTS:
            measure(results, playwright, options, server, nginx, name)
    results.finish()


if __name__ == '__main__':
    main()
