#!/usr/bin/env python3
"""Frames of a library of 50,000 documents while it is flung through, in headless Chromium; and how soon it answers.

    library_fling.py --bin .build/release/sheaf [--documents 50000] [--keep DIR] [--files DIR] [--flings 24]

The documents are small files in `Documents`, which the server takes up at its start; `--keep` prepares them once and uses them
again. It waits until their words are in the index. A frame is late when the page draws more than 50 ms after the frame before it.
A headless browser has no GPU, and shares the processors with the server. So tasks of the page that took that long are counted, too.
"""

import argparse
import os
import random
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, '..', 'EndToEnd'), os.path.join(HERE, '..', 'Browser')]

from playwright.sync_api import sync_playwright  # noqa: E402
from rest import wait_for_rest  # noqa: E402
from results import Results, percentile  # noqa: E402
from scale import counted, lay_down, wait_until_taken_up  # noqa: E402
from server import Server, Workspace, files_below, wait_until  # noqa: E402

LATE_MILLISECONDS = 50
LONGEST_READING_SECONDS = 3600
# A push of a finger: so far, slower by a constant share as time passes, and so long until the next; in pixels and milliseconds.
PUSH_PIXELS, PUSH_DECAY, PUSH_MILLISECONDS = 9000, 325, 1100
DAY_SECONDS = 24 * 60 * 60
WORDS = ('invoice', 'lecture', 'minutes')
VIEWS = {'grid': '{"view":"grid","size":"medium"}', 'small grid': '{"view":"grid","size":"small"}', 'list': '{"view":"list"}'}

# Before anything of the app runs: the moment of the first card, and every task that held the page up.
WATCH = """
globalThis.longTasks = [];
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
new MutationObserver((_, observer) => {
  if (!document.querySelector('li.card')) return;
  requestAnimationFrame(() => setTimeout(() => { globalThis.listDrawn ??= performance.now(); }));
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });
"""
WATCH_FRAMES = """
() => {
  [globalThis.frameTimes, globalThis.longTasks] = [[], []];
  const next = (now) => {
    frameTimes.push(now);
    globalThis.framesWatched = requestAnimationFrame(next);
  };
  globalThis.framesWatched = requestAnimationFrame(next);
}
"""
# The position is that of the time, as when a browser flings by itself: a page that is held up does not move slower.
FLING = """
([distance, decay, until]) => new Promise((resolve) => {
  const scroller = document.querySelector('.library-scroll');
  const [from, start] = [scroller.scrollTop, performance.now()];
  const go = () => {
    const time = performance.now() - start;
    scroller.scrollTop = from + distance * (1 - Math.exp(-time / decay));
    if (time < until) requestAnimationFrame(go);
    else resolve();
  };
  requestAnimationFrame(go);
})
"""
FRAMES = '() => (cancelAnimationFrame(framesWatched), { times: frameTimes, tasks: longTasks })'
# From a letter to the frame in which a result of what was typed is on the page.
WATCH_SEARCH = """
() => {
  globalThis.answered = [];
  document.querySelector('.search-field').addEventListener('input', ({ timeStamp, target }) => {
    const words = target.value;
    const look = () => {
      if (target.value !== words) return;
      const card = document.querySelector('li.card .card-name');
      const { q, shown } = sheaf.inspect().library;
      // The cards of the words before lie there until an answer comes.
      const isIt = q === words && shown > 0 && card?.textContent.toLowerCase().includes(words);
      if (isIt) setTimeout(() => answered.push(performance.now() - timeStamp));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
"""


def prepare(results, binary, root, count):
    """Lays the documents down, changed over the last years, and waits until the server has all of them."""
    if os.path.exists(f'{root}/Library/index.sqlite') and counted(root, 'document') >= count:
        return
    lay_down(root, 0, count)
    dice, now = random.Random(count), time.time()
    for path in files_below(f'{root}/Documents'):
        moment = now - DAY_SECONDS * 1500 * dice.random() ** 3
        os.utime(path, (moment, moment))
    start = time.monotonic()
    with Server(binary, root) as server:
        wait_until_taken_up(server, root, count)
        server.stop()
    results.note(f'{count:,} documents were taken up in {time.monotonic() - start:.0f} s')


def wait_until_read(server):
    """Waits until the words of all documents, of scans too, are in the index: reading them takes the processors from the page."""

    def is_read():
        state = server.get('/api/v1/search/index').json
        return state['waiting'] + state['scans'] == 0

    if not wait_until(is_read, LONGEST_READING_SECONDS, 1):
        raise RuntimeError('the words of the documents are still being read')


class Thumbnails:
    """Counts the pictures that a page asks for, gets, and gives up."""

    def __init__(self, page):
        self.asked = self.came = self.given_up = 0
        page.on('request', lambda request: self.count(request, 'asked'))
        page.on('requestfinished', lambda request: self.count(request, 'came'))
        page.on('requestfailed', lambda request: self.count(request, 'given_up'))

    def count(self, request, what):
        if '/thumbnail' in request.url:
            setattr(self, what, getattr(self, what) + 1)


class Visit:
    """A page of the library in one view."""

    def __init__(self, browser, url, view):
        self.context = browser.new_context(viewport={'width': 1440, 'height': 900}, has_touch=True)
        self.context.add_init_script(WATCH)
        self.context.add_init_script(f"localStorage.setItem('sheaf.library.view', '{view}')")
        self.page = self.context.new_page()
        self.thumbnails = Thumbnails(self.page)
        self.session = self.context.new_cdp_session(self.page)
        self.session.send('Performance.enable')
        self.url = url

    def open(self):
        """Milliseconds until the list is drawn."""
        self.page.goto(self.url, wait_until='commit')
        while not self.page.evaluate('globalThis.listDrawn ?? 0'):
            self.page.wait_for_timeout(20)
        drawn = self.page.evaluate('listDrawn')
        self.page.wait_for_timeout(2500)
        return drawn

    def fling(self, times):
        for _ in range(times):
            self.page.evaluate(FLING, [PUSH_PIXELS, PUSH_DECAY, PUSH_MILLISECONDS])

    def frames(self, act):
        """Milliseconds between frames, and of tasks that held the page up, during `act`."""
        self.page.evaluate(WATCH_FRAMES)
        act()
        found = self.page.evaluate(FRAMES)
        times = found['times']
        return [after - before for before, after in zip(times, times[1:])], found['tasks']

    def metrics(self):
        self.session.send('HeapProfiler.collectGarbage')
        return {one['name']: one['value'] for one in self.session.send('Performance.getMetrics')['metrics']}

    def depth(self):
        return self.page.evaluate("document.querySelector('.library-scroll').scrollTop")


def fling_through(results, browser, url, name, flings):
    visit = Visit(browser, url, VIEWS[name])
    results.add(f'{name}: until it is drawn', visit.open(), 'ms', 'under 1 s', at_most=1000)
    before, start = visit.thumbnails.asked, visit.metrics()
    frames, tasks = visit.frames(lambda: visit.fling(flings))
    asked, spent = visit.thumbnails.asked - before, visit.metrics()['ThreadTime'] - start['ThreadTime']
    late = [frame for frame in frames if frame > LATE_MILLISECONDS]
    results.add(f'{name}: frame p95', percentile(frames, 95), 'ms')
    results.add(f'{name}: frames over 50 ms', len(late), '', 'none', at_most=0)
    results.add(f'{name}: tasks of the page over 50 ms', len(tasks), '', 'none', at_most=0)
    # Whatever else the machine does: a frame of the screen is 16.7 ms.
    results.add(f'{name}: processor time of the page, a frame', spent * 1000 / len(frames), 'ms', 'at most 16.7 ms', at_most=16.7)
    visit.page.wait_for_timeout(4000)
    facts, metrics = visit.page.evaluate('sheaf.inspect().library'), visit.metrics()
    results.note(
        f'{len(frames)} frames, longest {max(frames):.0f} ms, longest task {max(tasks, default=0):.0f} ms; '
        f'{visit.depth():,.0f} pixels deep in {facts["shown"]:,} documents'
    )
    results.note(
        f'thumbnails: {asked} asked while flinging, {visit.thumbnails.asked - before} with the rest after it, '
        f'{visit.thumbnails.given_up} given up, {visit.thumbnails.came} came'
    )
    results.add(f'{name}: elements', metrics['Nodes'], '')
    results.add(f'{name}: memory of scripts', metrics['JSHeapUsedSize'] / 1e6, 'MB')
    visit.context.close()


def search_as_typed(results, browser, url):
    visit = Visit(browser, url, VIEWS['grid'])
    visit.open()
    visit.page.evaluate(WATCH_SEARCH)
    first = []
    for word in WORDS:
        visit.page.locator('.search-field').fill('')
        visit.page.wait_for_timeout(1500)
        for letter in word:
            visit.page.keyboard.type(letter)
            visit.page.wait_for_timeout(700)
    first = visit.page.evaluate('answered')
    results.add('typed: until the first result, p50', percentile(first, 50), 'ms')
    results.add('typed: until the first result, p95', percentile(first, 95), 'ms', 'at most 100 ms', at_most=100)
    results.note(f'{len(first)} letters, longest {max(first):.0f} ms')
    visit.context.close()


def measure(results, options, root):
    prepare(results, options.bin, root, options.documents)
    files = ['--files', options.files] if options.files else []
    with Server(options.bin, root, *files) as server, sync_playwright() as playwright:
        # The server looks through its folders at its start; a look that finds nothing new is no job, so its end cannot be seen.
        time.sleep(8)
        wait_until_read(server)
        wait_for_rest(server)
        program = os.environ.get('CHROMIUM', '/usr/bin/chromium')
        browser = playwright.chromium.launch(executable_path=program, args=['--no-sandbox'])
        results.section(f'{options.documents:,} documents')
        for name in options.view or VIEWS:
            fling_through(results, browser, f'{server.url}/', name, options.flings)
        search_as_typed(results, browser, f'{server.url}/')
        browser.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--bin', default='.build/release/sheaf', help='the built server')
    parser.add_argument('--files', help='where Resources and Public lie, when not beside the program')
    parser.add_argument('--documents', type=int, default=50_000)
    parser.add_argument('--flings', type=int, default=24)
    parser.add_argument('--view', action='append', choices=list(VIEWS))
    parser.add_argument('--keep', help='a folder in which the documents are kept for the next time')
    options, results = parser.parse_args(), Results()
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        measure(results, options, options.keep)
    else:
        with Workspace() as root:
            measure(results, options, root)
    results.finish()


if __name__ == '__main__':
    main()
