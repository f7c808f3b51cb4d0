"""Words of PDFs in many ways of writing: copied and found as pdftotext has them, and lying on their letters."""

import json
import re
import subprocess
import tempfile
import xml.etree.ElementTree as xml
from urllib.parse import quote

from copied_texts import joined, pdftotext, words_of
from harness import wait
from made_pages import box, columned, downward, leftward, line, on_its_side, pdf_of_pages, with_signs
from reader_view_checks import opened
from selection_checks import COPY

LEFT = ['The annual report is an exam-', 'ple of words that go on', 'over the end of each line', 'and down the first column']
RIGHT = ['A second column has many', 'words of its own, which', 'are read after those', 'of the first one']
ARABIC = ['السلام عليكم', 'هذا كتاب جديد', 'في المدينة القديمة']
HEBREW = ['שלום לכולם', 'זה ספר חדש', 'בעיר הגדולה']
JAPANESE = ['日本語の縦書き', '二行目の文章', '三行目です']

# Each with words that are looked for.
WRITINGS = {
    'columns': (columned(LEFT, RIGHT), ['example', 'words', 'column', 'first']),
    'turned by 90°': (columned(LEFT, RIGHT, turn=90), ['example', 'words']),
    'turned by 180°': (columned(LEFT, RIGHT, turn=180), ['example', 'words']),
    'turned by 270°': (columned(LEFT, RIGHT, turn=270), ['example', 'words']),
    'lines on their side': (on_its_side(LEFT), ['example', 'words']),
    'signs of other fonts': (with_signs(), ['union', 'sum']),
    'Arabic': (leftward(ARABIC), ['كتاب', 'المدينة']),
    'Hebrew': (leftward(HEBREW), ['ספר', 'הגדולה']),
    'Japanese, downwards': (downward(JAPANESE), ['縦書き', '文章']),
}
# The words of a page and their boxes, in points, without the space that is behind them.
PLACED = """
([width, height]) => {
  const page = document.querySelector('.page').getBoundingClientRect();
  return [...document.querySelectorAll('.page-word')].map((word) => {
    const range = document.createRange(), text = word.firstChild;
    range.setStart(text, 0);
    range.setEnd(text, text.data.trimEnd().length);
    const { left, top, right, bottom } = range.getBoundingClientRect();
    const [x, y] = [width / page.width, height / page.height];
    return { text: text.data.trim(), pixel: x, box: [(left - page.left) * x, (top - page.top) * y, (right - page.left) * x, (bottom - page.top) * y] };
  });
}
"""


def boxes_of(path):
    """The boxes of the words of the first page, as pdftotext places them on the page as it is shown.

    Their letters are sorted, because pdftotext has them from the left in any language here.
    """
    said = subprocess.run(['pdftotext', '-bbox', '-l', '1', path, '-'], capture_output=True, check=True).stdout
    page = next(xml.fromstring(said).iter('{http://www.w3.org/1999/xhtml}page'))
    sides = ('xMin', 'yMin', 'xMax', 'yMax')
    return [(letters_of(word.text), [float(word.get(side)) for side in sides]) for word in page]


def letters_of(text):
    return sorted(''.join(words_of(text)))


def check_copied_words(report, browser, client):
    for name, (body, looked_for) in WRITINGS.items():
        document = client.upload(f'{name}.pdf', body)
        page = opened(browser, document)
        wait(page, lambda page=page: page.locator('.page-word').count() > 2)
        with tempfile.NamedTemporaryFile(suffix='.pdf') as file:
            file.write(body)
            file.flush()
            wanted = joined(words_of(pdftotext(file.name)))
            placed = boxes_of(file.name)
        page.keyboard.press('Control+a')
        copied = joined(words_of(page.evaluate(COPY)))
        report.check(f'{name}: all words are copied in their order', copied == wanted, (copied, wanted))
        for word in looked_for:
            check_found(report, page, document, (name, word, ' '.join(wanted).count(word)), client)
        if name in ('Arabic', 'Hebrew'):
            check_found_by_browser(report, page, name, looked_for[0])
        check_placed(report, page, name, placed)
        if name in ('columns', 'signs of other fonts'):
            check_stands(report, page, name, client.ask('GET', f'/api/v1/documents/{document["id"]}/pages/1/text')[1]['words'])
        page.context.close()


def check_found(report, page, document, wanted, client):
    name, word, count = wanted
    answer = client.ask('GET', f'/api/v1/documents/{document["id"]}/find?q={quote(word)}')[1]
    pieces = [answer] if isinstance(answer, dict) else [json.loads(part) for part in answer.splitlines() if part]
    hits = sum(len(one['hits']) for piece in pieces for one in piece['pages'])
    report.check(f'{name}: {word} is found as often as it is there', hits == count > 0, (hits, count))
    page.keyboard.press('Control+f')
    page.locator('.find-field').fill(word)
    told = wait(page, lambda: page.locator('.find-count').inner_text() == f'1 of {count}')
    marked = wait(page, lambda: (text := page.evaluate("[...(CSS.highlights.get('found-chosen') ?? [])].join('')")) and re.sub(r'\s', '', text) == word)
    report.check('also in the reader, which marks it', told and marked, (page.locator('.find-count').inner_text(), page.evaluate("[...(CSS.highlights.get('found-chosen') ?? [])].join('')")))
    page.keyboard.press('Escape')


def check_found_by_browser(report, page, name, word):
    """The browser's own search goes over words of a line, and over the end of one, where a line is read from the right."""
    rows = {'Arabic': ARABIC, 'Hebrew': HEBREW}[name]
    over = f'{rows[1].split()[-1]} {rows[2].split()[0]}'
    for what in (word, rows[1], over, ' '.join(rows)):
        found = page.evaluate('(what) => { getSelection().removeAllRanges(); return [find(what), getSelection().toString()]; }', what)
        report.check(f'{name}: the browser itself finds {what}', found[0] and words_of(found[1]) == words_of(what), found)
    page.evaluate('getSelection().removeAllRanges()')


def check_placed(report, page, name, placed):
    """Each word lies where pdftotext has it, at both ends, within a pixel of the window."""
    found = page.evaluate(PLACED, [792, 612] if name in ('turned by 90°', 'turned by 270°') else [612, 792])
    # A word of two letters may be higher than it is wide: all words tell in which direction they are written.
    along = (0, 2) if sum(box[2] - box[0] - (box[3] - box[1]) for _, box in placed) >= 0 else (1, 3)
    apart = []
    for word in found:
        text = letters_of(word['text'])
        away = lambda box, word=word: distance(box, word['box'], along)
        nearest = min((box for words, box in placed if words == text), key=away, default=None)
        # One that a line breaks is two for pdftotext, too, but with its hyphen.
        if nearest and away(nearest) > word['pixel']:
            apart.append((word, nearest))
    known = sum(any(letters_of(word['text']) == words for words, _ in placed) for word in found)
    report.check(f'{name}: words lie on their letters', apart == [] and known >= len(found) - 1, (known, len(found), apart[:3]))


def check_stands(report, page, name, words):
    """Each word stands as high as the server has it: a selection, a hit and a mark lie over the letters, not the next line."""
    boxes = [(top, top + height) for _, top, _, height in (word['box'] for word in words)]
    found = page.evaluate(PLACED, [612, 792])
    apart = [(word, box) for word, box in zip(found, boxes) if max(abs(word['box'][1] - box[0]), abs(word['box'][3] - box[1])) > word['pixel']]
    report.check(f'{name}: no word is above or below its letters', len(found) == len(boxes) and apart == [], apart[:3])


def distance(one, other, along):
    """How far both ends lie apart, and the middles across; the ends across are of the font that is not seen."""
    across = [abs(middle(one, side) - middle(other, side)) for side in (0, 1) if side not in along]
    return max([abs(one[side] - other[side]) for side in along] + across)


def middle(sides, first):
    return (sides[first] + sides[first + 2]) / 2


def told(page, name):
    """The parts of a page as screen readers are told them: role, level of a heading, words."""
    session = page.context.new_cdp_session(page)
    nodes = session.send('Accessibility.getFullAXTree')['nodes']
    session.detach()
    by_id = {node['nodeId']: node for node in nodes}
    region = next(node for node in nodes if node['role']['value'] == 'region' and node['name']['value'] == name)
    return list(parts_of(region, by_id))


def parts_of(node, by_id):
    for child in (by_id[one] for one in node.get('childIds', ())):
        role = 'ignored' if child.get('ignored') else child['role']['value']
        if role in ('heading', 'paragraph', 'link', 'image', 'img'):
            level = next((one['value']['value'] for one in child.get('properties', ()) if one['name'] == 'level'), None)
            yield role, level, re.sub(r'\s+', ' ', text_of(child, by_id)).strip() or child.get('name', {}).get('value', '')
        else:
            yield from parts_of(child, by_id)


def text_of(node, by_id):
    """The text below a node, each letter once."""
    if not node.get('ignored') and node['role']['value'] == 'StaticText':
        return node['name']['value']
    return ''.join(text_of(by_id[one], by_id) for one in node.get('childIds', ()))


def check_read_aloud(report, browser, client):
    """A screen reader is told headings, and paragraphs column by column, whatever order they are drawn in."""
    drawn = ''.join([
        line('Of the harvest', 40, 660, 16), line('An annual report', 40, 720, 26),
        *(line(words, x, 600 - 15 * row, 11) for row in range(3) for x, words in ((320, RIGHT[row]), (40, LEFT[row]))),
    ])
    page = opened(browser, client.upload('read aloud.pdf', pdf_of_pages([(box(612, 792), drawn.encode())])))
    wait(page, lambda: page.locator('.page-paragraph').count() > 3)
    found = told(page, 'Page 1 of 1')
    heads = [(level, words) for role, level, words in found if role == 'heading']
    report.check('headings are told by their size', heads == [(2, 'An annual report'), (3, 'Of the harvest')], found)
    words = ' '.join(words for _, _, words in found)
    order = ['An annual report', 'Of the harvest', 'The annual report is an example of words that go on over the end of each line', 'A second column']
    places = [words.find(part) for part in order]
    report.check('then the columns, one after the other', -1 not in places and places == sorted(places), found)
    report.check('and no picture of the same words', not any(role in ('image', 'img') for role, _, _ in found), found)
    page.context.close()
    for name, rows in (('Arabic', ARABIC), ('Hebrew', HEBREW)):
        page = opened(browser, client.upload(f'{name} aloud.pdf', leftward(rows)))
        wait(page, lambda page=page: page.locator('.page-paragraph').count() > 0)
        found = ' '.join(words for _, _, words in told(page, 'Page 1 of 1'))
        report.check(f'{name} is told in the order of its words', found.split() == ' '.join(rows).split(), found)
        page.context.close()
