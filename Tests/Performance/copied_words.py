#!/usr/bin/env python3
"""Words as a person takes them out of the reader, beside those of PDF.js's viewer and of pdftotext.

    copied_words.py --bin .build/release/sheaf DIR

All text of a first page is selected and copied in headless Chromium, in Sheaf's reader and in Debian's PDF.js. The
share of words that are the same, in the same order, is that of a longest match with the words of pdftotext. The match
is that of Ratcliff and Obershelp, as Python's difflib has it. Some words of each document are looked for by all three,
and their hits counted. The places of letters are compared with those that MuPDF tells.
"""

import argparse
import glob
import json
import os
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as xml
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, '..', 'EndToEnd'), os.path.join(HERE, '..', 'Browser')]

from copied_texts import likeness, pdftotext, words_of  # noqa: E402
from nginx import Nginx  # noqa: E402
from playwright.sync_api import Error, sync_playwright  # noqa: E402
from reader_beside import FILES  # noqa: E402
from results import Results, median, percentile  # noqa: E402
from server import Server, Workspace  # noqa: E402

SECONDS, SEARCHES = 20, 4
# The words of the first page as they are copied when all of it is selected; null until the page has come to rest.
SHEAF_TEXT = """
() => {
  const state = globalThis.sheaf?.inspect(), page = document.querySelector('.page');
  if (document.querySelector('.page-failure, .notice-view, dialog')) return '';
  if (!state || state.busy || !page?.querySelector('img')?.naturalWidth) return null;
  const layer = page.querySelector('.page-text');
  if (!layer) return null;
  getSelection().selectAllChildren(layer);
  const clipboard = new DataTransfer();
  layer.dispatchEvent(new ClipboardEvent('copy', { clipboardData: clipboard, bubbles: true, cancelable: true }));
  return clipboard.getData('text/plain') || getSelection().toString();
}
"""
PDFJS_TEXT = """
() => {
  const layer = globalThis.PDFViewerApplication?.pdfViewer?.getPageView?.(0)?.textLayer;
  if (!layer?.renderingDone) return null;
  getSelection().selectAllChildren(layer.textLayerDiv);
  return getSelection().toString();
}
"""
PDFJS_HITS = """
([query]) => new Promise((resolve) => {
  const { eventBus } = globalThis.PDFViewerApplication;
  let total = 0, timer = setTimeout(() => resolve(total), 1500);
  const settle = ({ matchesCount }) => {
    total = matchesCount.total;
    clearTimeout(timer);
    timer = setTimeout(() => resolve(total), 700);
  };
  eventBus.on('updatefindmatchescount', settle);
  eventBus.on('updatefindcontrolstate', settle);
  eventBus.dispatch('find', { type: '', query, caseSensitive: false, entireWord: true, phraseSearch: true, highlightAll: true });
})
"""


def mupdf_letters(path):
    """The letters of the first page as MuPDF places them: text, left side, top and bottom, in points."""
    found = subprocess.run(['mutool', 'draw', '-F', 'stext', '-o', '-', path, '1'], capture_output=True, timeout=SECONDS)
    try:
        page = xml.fromstring(found.stdout)
    except xml.ParseError:
        return
    for letter in page.iter('char'):
        corners = [float(number) for number in letter.get('quad', '').split()]
        if len(corners) == 8 and letter.get('c', '').strip():
            yield letter.get('c'), min(corners[::2]), min(corners[1::2]), max(corners[1::2])


def distances(words, letters):
    """How far words begin from the nearest equal letter of MuPDF's in their line, in points."""
    starts = {}
    for text, left, top, bottom in letters:
        starts.setdefault(text, []).append((left, (top + bottom) / 2))
    for word in words:
        left, top, width, height = word['box']
        candidates = [x for x, y in starts.get(word['text'][:1], []) if top <= y <= top + height]
        if candidates and width > height / 4:
            yield min(abs(x - left) for x in candidates)


class Comparison:
    """Every document by all readers, one after the other."""

    def __init__(self, server, nginx, page):
        self.server, self.nginx, self.page = server, nginx, page
        self.rows, self.apart, self.hits = [], [], []

    def add(self, path):
        name = os.path.basename(path)
        with open(path, 'rb') as file:
            body = file.read()
        wanted = words_of(pdftotext(path, '-f', '1', '-l', '1'))
        if not wanted:
            # The readers have no layer of words to wait for.
            return self.rows.append((name, [], None, None))
        document = self.server.upload(body, name, conflict='rename').json['id']
        ours = self.text(f'{self.server.url}/d/{document}', SHEAF_TEXT)
        self.nginx.publish(name, body)
        theirs = self.text(f'{self.nginx.url}/web/viewer.html?file=/{quote(name)}', PDFJS_TEXT)
        if theirs is not None:
            self.add_hits(document, path, name)
        self.add_places(document, path)
        self.rows.append((name, wanted, ours and words_of(ours), theirs and words_of(theirs)))

    def text(self, address, script):
        """The text that is copied there; None when nothing came in time."""
        self.page.goto('about:blank')
        self.page.goto(address, wait_until='commit')
        for _ in range(SECONDS * 10):
            self.page.wait_for_timeout(100)
            try:
                if (found := self.page.evaluate(script)) is not None:
                    return found
            except Error:
                pass
        return None

    def add_hits(self, document, path, name):
        whole = pdftotext(path)
        words = sorted({word for word in words_of(whole) if re.fullmatch(r'[^\W\d_]{4,}', word)})
        for word in random.Random(name).sample(words, min(SEARCHES, len(words))):
            counted = len(re.findall(rf'\b{re.escape(word)}\b', ' '.join(words_of(whole)), re.I))
            self.hits.append((name, word, counted, self.hits_of_sheaf(document, word), self.page.evaluate(PDFJS_HITS, [word])))

    def hits_of_sheaf(self, document, word):
        answer = self.server.get(f'/api/v1/documents/{document}/find?q={quote(word)}&words=true')
        pieces = [json.loads(line) for line in answer.body.splitlines() if line]
        return sum(len(page['hits']) for piece in pieces for page in piece.get('pages', ()))

    def add_places(self, document, path):
        answer = self.server.get(f'/api/v1/documents/{document}/pages/1/text')
        if answer.status == 200:
            self.apart += distances(answer.json['words'], mupdf_letters(path))


def report(results, found):
    texts = [row for row in found.rows if row[1]]
    results.section(f'{len(found.rows)} documents, {len(texts)} of them with words on the first page')
    for reader, column in (('Sheaf', 2), ('PDF.js', 3)):
        shown = [row for row in texts if row[column] is not None]
        alike = [likeness(row[column], row[1]) for row in shown]
        results.add(f'{reader}: pages with words', len(shown), '')
        results.add(f'{reader}: same words in the same order, median', 100 * median(alike), '%')
        results.add(f'{reader}: mean', 100 * sum(alike) / len(alike), '%')
        results.add(f'{reader}: pages of which 99 % are the same', sum(one >= 0.99 for one in alike), '')
    worse = [
        (likeness(ours or [], wanted), likeness(theirs or [], wanted), name) for name, wanted, ours, theirs in texts
    ]
    worse = sorted(row for row in worse if row[0] < row[1] - 0.01)
    results.add('pages on which Sheaf is farther from pdftotext than PDF.js', len(worse), '')
    for ours, theirs, name in worse:
        results.note(f'{name}: Sheaf {ours:.2f}, PDF.js {theirs:.2f}')
    for reader, column in (('Sheaf', 3), ('PDF.js', 4)):
        equal = sum(row[column] == row[2] for row in found.hits)
        results.add(f'{reader}: words found as often as pdftotext has them', 100 * equal / max(1, len(found.hits)), '%')
    for name, word, counted, ours, theirs in found.hits:
        if ours != counted:
            results.note(f'{name}: "{word}" {counted} times, Sheaf {ours}, PDF.js {theirs}')
    results.add('first letters from those of MuPDF, median', median(found.apart), 'pt')
    results.add('… 99 of 100 within', percentile(found.apart, 99), 'pt')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--bin', default='.build/release/sheaf')
    parser.add_argument('folder', help='PDFs, those in folders below as well')
    options = parser.parse_args()
    results, paths = Results(), sorted(glob.glob(f'{options.folder}/**/*.pdf', recursive=True))
    with Workspace() as root, Server(options.bin, root) as server, Nginx(FILES) as nginx, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get('CHROMIUM', '/usr/bin/chromium'))
        found = Comparison(server, nginx, browser.new_page(viewport={'width': 1440, 'height': 900}))
        for path in paths:
            try:
                found.add(path)
            except subprocess.TimeoutExpired:
                results.note(f'{os.path.basename(path)}: pdftotext takes too long')
        browser.close()
    report(results, found)
    results.finish()


if __name__ == '__main__':
    main()
