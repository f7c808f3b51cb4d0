#!/usr/bin/env python3
"""How soon the app stands over a slow line, in headless Chromium: the first visit, and the second with a warm cache.

    app_start.py --bin .build/release/sheaf [--latency 40] [--megabits 20] [--visits 5]

The browser delays each answer and limits the rate of the line; the server is on this machine. The list is drawn when its
first card is on the page. The figures are medians.
"""

import argparse
import os
import sys
from statistics import median

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, '..', 'EndToEnd'), os.path.join(HERE, '..', 'Browser')]

from fixtures import pdf  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from server import Server, Workspace  # noqa: E402

DOCUMENTS = 24
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
# Calls back with the time since the start of the visit when the first card is on the page.
LISTED = """
() => new Promise((resolve) => {
  const look = () => document.querySelector('.card') ? resolve(performance.now()) : requestAnimationFrame(look);
  look();
})
"""


class Visit:
    """One visit of the library: its requests, bytes and times."""

    def __init__(self, context, options):
        self.page, self.requests, self.bytes, self.drawn = context.new_page(), 0, 0, False
        session = context.new_cdp_session(self.page)
        session.send('Network.enable')
        rate = options.megabits * 1e6 / 8
        session.send('Network.emulateNetworkConditions', {
            'offline': False, 'latency': options.latency, 'downloadThroughput': rate, 'uploadThroughput': rate,
        })  # fmt: skip
        session.on('Network.responseReceived', self.count)
        session.on('Network.dataReceived', self.weigh)

    def count(self, event):
        """Counts answers until the list is drawn; thumbnails and code fetched ahead come afterwards."""
        is_asked = not event['response'].get('fromDiskCache') and event['type'] != 'Image'
        if is_asked and not self.drawn:
            self.requests += 1

    def weigh(self, event):
        if not self.drawn:
            self.bytes += event['encodedDataLength']

    def run(self, base):
        self.page.goto(base, wait_until='commit')
        listed = self.page.evaluate(LISTED)
        self.drawn = True
        painted = self.page.evaluate(PAINTED)
        # The browser fetches the other screens ahead when it is idle; the next visit has them from its cache.
        self.page.wait_for_timeout(3000)
        self.page.close()
        return {'requests': self.requests, 'bytes': self.bytes, 'painted': painted or listed, 'listed': listed}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--bin', default='.build/release/sheaf')
    parser.add_argument('--latency', type=float, default=40, help='milliseconds of each answer')
    parser.add_argument('--megabits', type=float, default=20, help='of the line, a second')
    parser.add_argument('--visits', type=int, default=5)
    options = parser.parse_args()
    with Workspace() as root, Server(options.bin, root) as server, sync_playwright() as playwright:
        for number in range(DOCUMENTS):
            server.upload(pdf(1, unique=str(number)), f'paper {number}.pdf')
        browser = playwright.chromium.launch(executable_path=os.environ.get('CHROMIUM', '/usr/bin/chromium'))
        visits = {'cold': [], 'warm': []}
        for _ in range(options.visits):
            context = browser.new_context(viewport={'width': 1440, 'height': 900})
            for found in visits.values():
                found.append(Visit(context, options).run(f'http://127.0.0.1:{server.port}/'))
            context.close()
        browser.close()
    print(f'{options.latency:g} ms, {options.megabits:g} Mbit/s, {options.visits} visits')
    for name, found in visits.items():
        figures = {key: median(visit[key] for visit in found) for key in found[0]}
        print(
            f'{name}: {figures["requests"]:.0f} requests, {figures["bytes"] / 1000:.1f} KB until the list is drawn; '
            f'first paint {figures["painted"]:.0f} ms, list {figures["listed"]:.0f} ms'
        )


if __name__ == '__main__':
    main()
