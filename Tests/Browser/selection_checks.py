"""Selected words: found across lines, taken by keys, by a mouse and beyond the pages that are shown, and read aloud."""

from fixtures import pdf
from harness import BASE, PHONE, intercept, reader, settle, wait
from reader_view_checks import SELECTED, WORD, opened

# Three lines with a word that the first one breaks, and a gap before the next paragraph.
LINES = ['The annual report is an exam-', 'ple of words that go on', 'over the end of a line.', '', 'Another paragraph.']
BROKEN = ('BT /F1 14 Tf 16 TL 60 700 Td ' + ' '.join(f'({line}) Tj T*' for line in LINES) + ' ET').encode()
# Presses this far apart, in ms, are no double click.
SEPARATE = 600
FIND = '(text) => { getSelection().removeAllRanges(); return find(text, false, false, true); }'
COPY = """
() => {
  const clipboard = new DataTransfer();
  document.querySelector('.pages').dispatchEvent(new ClipboardEvent('copy', { clipboardData: clipboard, bubbles: true, cancelable: true }));
  return clipboard.getData('text/plain');
}
"""
PARAGRAPHS = "() => [...document.querySelectorAll('.page-paragraph')].map((each) => each.textContent.replace(/\\s+/g, ' ').trim())"
LONG = '# A heading of the text\n\n' + '\n\n'.join(f'Paragraph {n} has alpha{n} and omega{n} in it, and more than one line of words to fill it with.' for n in range(160))


def long_text(browser, client, name='long words.md'):
    page = opened(browser, client.upload(name, LONG.encode()))
    wait(page, lambda: page.locator('.page-word', has_text='alpha3').count() > 0)
    return page


def check_text_goes_on(report, browser, client):
    """A paragraph is one text, whatever its lines."""
    page = opened(browser, client.upload('broken.pdf', pdf(content=BROKEN)))
    wait(page, lambda: page.locator('.page-paragraph').count() > 0)
    found = page.evaluate(PARAGRAPHS)
    whole = 'The annual report is an example of words that go on over the end of a line.'
    report.check('lines are a paragraph, in which a broken word is whole', found == [whole, 'Another paragraph.'], found)
    for text in ['annual report', 'an example of', 'go on over the end']:
        report.check(f'the browser finds “{text}”', page.evaluate(FIND, text), page.evaluate(PARAGRAPHS))
    tree = page.locator('.page').first.aria_snapshot()
    report.check('a screen reader reads them so', f'paragraph: {whole}' in tree, tree)
    page.keyboard.press('Control+a')
    copied = page.evaluate(COPY)
    lines = ['The annual report is an example', 'of words that go on', 'over the end of a line.', 'Another paragraph.']
    report.check('a copy has no broken word either', copied.split('\n') == lines, copied)
    page.context.close()


def check_selecting_by_keys(report, browser, client):
    page = long_text(browser, client)
    page.keyboard.press('Shift+ArrowRight')
    report.check('keys take the first letter that is seen', page.evaluate(SELECTED) == 'A', page.evaluate(SELECTED))
    page.keyboard.press('Control+Shift+ArrowRight')
    report.check('word by word', page.evaluate(SELECTED) == 'A heading', page.evaluate(SELECTED))
    page.keyboard.press('Shift+ArrowLeft')
    report.check('and less of them', page.evaluate(SELECTED) == 'A headin', page.evaluate(SELECTED))
    page.keyboard.press('Shift+ArrowDown')
    report.check('line by line', 'Paragraph 0' in page.evaluate(SELECTED), page.evaluate(SELECTED))
    for _ in range(60):
        page.keyboard.press('Shift+ArrowDown')
    settle(page)
    last = page.evaluate("() => { const { bottom } = [...getSelection().getRangeAt(0).getClientRects()].at(-1); return [bottom, innerHeight]; }")
    report.check('the page follows to where they end', 50 < last[0] < last[1] - 50, last)
    page.keyboard.press('Escape')
    report.check('Escape ends it', page.evaluate(SELECTED) == '', page.evaluate(SELECTED))
    page.keyboard.press('Control+f')
    page.keyboard.type('heading')
    wait(page, lambda: page.evaluate("CSS.highlights.get('found-chosen')?.size") == 1)
    page.keyboard.press('Escape')
    report.check('the found word is selected', wait(page, lambda: page.evaluate(SELECTED) == 'heading'), page.evaluate(SELECTED))
    page.keyboard.press('Shift+ArrowRight')
    page.keyboard.press('Shift+ArrowRight')
    page.keyboard.press('Shift+ArrowRight')
    report.check('and goes on from there', page.evaluate(SELECTED) == 'heading of', page.evaluate(SELECTED))
    page.context.close()


def selects_what_is_seen(page):
    """Whether the selection ends on the page that lies under the mouse."""
    return page.evaluate("""() => {
      const selection = getSelection();
      if (selection.isCollapsed) return false;
      const box = selection.focusNode.parentElement.closest('.page')?.getBoundingClientRect();
      return box !== undefined && box.top <= 320 && box.bottom >= 280;
    }""")


def check_selecting_by_mouse(report, browser, client):
    page = long_text(browser, client)
    word, other = page.evaluate(WORD, 'alpha1'), page.evaluate(WORD, 'omega1')
    page.mouse.move(word['x'], word['y'])
    page.mouse.down(click_count=1)
    page.mouse.up(click_count=1)
    page.mouse.down(click_count=2)
    page.mouse.move(other['x'], other['y'], steps=8)
    page.mouse.up(click_count=2)
    report.check('a drag after a double click takes whole words', page.evaluate(SELECTED) == 'alpha1 and omega1', page.evaluate(SELECTED))
    page.keyboard.press('Escape')
    page.wait_for_timeout(SEPARATE)
    check_shift_clicks(report, page, word, other)
    gap = word['bottom'] + 1.5
    page.mouse.move(word['left'] + 1, gap)
    page.mouse.down()
    page.mouse.move(other['right'], gap, steps=8)
    page.mouse.up()
    report.check('a drag just beside a line means it', page.evaluate(SELECTED) == 'alpha1 and omega1', page.evaluate(SELECTED))
    page.wait_for_timeout(SEPARATE)
    page.mouse.move(word['left'] + 1, word['y'])
    page.mouse.down()
    page.mouse.move(700, 700, steps=4)
    page.mouse.move(700, page.viewport_size['height'] - 70, steps=4)
    # The page of the press has left the document then.
    held = wait(page, lambda: reader(page)['page'] >= 5)
    report.check('a drag at the edge scrolls on', held, reader(page))
    page.mouse.move(700, 300, steps=4)
    report.check('and is still held beyond the page where it began', wait(page, lambda: selects_what_is_seen(page)), page.evaluate(SELECTED)[-80:])
    page.mouse.up()
    copied = page.evaluate(COPY)
    numbers = [f'alpha{n} ' in copied for n in range(1, 30)]
    report.check('and the words that went by are selected', copied.startswith('alpha1') and all(numbers), copied[:80])
    page.keyboard.press('End')
    settle(page)
    again = page.evaluate(COPY)
    report.check('also when none of it is shown any more', again == copied, (len(again), len(copied)))
    page.keyboard.press('Home')
    settle(page)
    shown = wait(page, lambda: page.evaluate(SELECTED).startswith('alpha1 and'))
    report.check('and shown again', shown, page.evaluate(SELECTED)[:60])
    page.context.close()


def check_shift_clicks(report, page, word, other):
    """Words from a click to a click with Shift, in either direction."""
    def click(x, y, **how):
        page.mouse.click(x, y, **how)
        page.wait_for_timeout(SEPARATE)

    def shift_click(x, y):
        page.keyboard.down('Shift')
        click(x, y)
        page.keyboard.up('Shift')

    click(word['left'] + 1, word['y'])
    report.check('a click selects nothing', page.evaluate(SELECTED) == '', page.evaluate(SELECTED))
    shift_click(other['right'] - 1, other['y'])
    report.check('one with Shift selects from there', page.evaluate(SELECTED) == 'alpha1 and omega1', page.evaluate(SELECTED))
    click(other['right'] - 1, other['y'])
    shift_click(word['left'] + 1, word['y'])
    report.check('and backwards', page.evaluate(SELECTED) == 'alpha1 and omega1', page.evaluate(SELECTED))
    click(word['left'] + 1, word['y'])
    click(20, word['y'])
    shift_click(other['right'] - 1, other['y'])
    report.check('but not from a click before one beside the page', page.evaluate(SELECTED) == '', page.evaluate(SELECTED))


def check_selecting_all(report, browser, client):
    page = long_text(browser, client)
    page.context.grant_permissions(['clipboard-read', 'clipboard-write'], origin=BASE)
    page.keyboard.press('Control+a')
    report.check('all words are selected, and none of the bars', 'Page' not in page.evaluate(SELECTED)[:40], page.evaluate(SELECTED)[:60])
    page.keyboard.press('Control+c')
    wait(page, lambda: page.get_by_text('Copied', exact=True).count() > 0 or 'alpha159' in page.evaluate('navigator.clipboard.readText()'))
    text = page.evaluate('navigator.clipboard.readText()')
    report.check('and copied from all pages', all(f'alpha{n} ' in text for n in range(160)), (len(text), text[-80:]))
    check_copying_is_stopped(report, page)
    page.reload()
    settle(page)
    intercept(page, '**/pages/4/text', lambda route: route.abort())
    page.evaluate("navigator.clipboard.writeText('before')")
    page.keyboard.press('Control+a')
    page.keyboard.press('Control+c')
    said = page.get_by_text('Some words could not be read').first
    said.wait_for()
    kept = page.evaluate('navigator.clipboard.readText()')
    report.check('where a page cannot be had it says so, and copies no part', kept == 'before', kept[:60])
    page.context.close()


def check_copying_is_stopped(report, page):
    """Pages that come one after another, until the last of them waits for the check."""
    page.reload()
    settle(page)
    held = []
    intercept(page, '**/pages/*/text', lambda route: held.append(route) if '/4/' in route.request.url else route.continue_())
    page.evaluate("navigator.clipboard.writeText('before')")
    notice = page.get_by_role('group', name='Progress')
    for way, stop in [
        ('Escape', lambda: page.keyboard.press('Escape')),
        ('its button', lambda: notice.get_by_role('button', name='Stop').click()),
    ]:
        page.keyboard.press('Control+a')
        page.keyboard.press('Control+c')
        notice.wait_for()
        count = reader(page)['pageCount']
        last = wait(page, lambda: f'Copying page {count} of {count}' in notice.text_content())
        report.check('it says how far a long copy is', last, notice.text_content())
        message, bar = notice.bounding_box(), page.locator('.selection-bar').bounding_box()
        clear = bar['y'] >= message['y'] + message['height'] or message['y'] >= bar['y'] + bar['height']
        report.check('beside the bar of the selection', clear, (message, bar))
        report.check('on a bar, too', 0 < notice.get_by_role('progressbar').evaluate('(bar) => bar.value') < 1)
        stop()
        gone = wait(page, lambda: notice.count() == 0)
        still = page.evaluate(SELECTED)
        report.check(f'{way} stops it, and leaves what is selected', gone and len(still) > 100, still[:60])
    page.keyboard.press('Control+c')
    notice.wait_for()
    for route in held:
        route.continue_()
    report.check('begun anew, it comes to its end', wait(page, lambda: 'alpha159' in page.evaluate('navigator.clipboard.readText()')))


# A phone, a narrow one, and one with large text: the size of the window, that of the text, and the language.
PHONES = [((390, 844), 16, 'en'), ((320, 568), 16, 'en'), ((390, 844), 28, 'en'), ((390, 844), 16, 'de'), ((360, 740), 16, 'de')]
DONE_WITH_WORDS = {'en': ('Copy', 'Highlight', 'Underline', 'Note', 'Find'), 'de': ('Kopieren', 'Hervorheben', 'Unterstreichen', 'Notiz', 'Finden')}


def check_selection_bar(report, browser, client):
    """All that can be done with selected words is in one row, however narrow the window."""
    document = client.upload('bar.md', LONG.encode())
    for (width, height), text, language in PHONES:
        page = opened(browser, document, PHONE | {'viewport': {'width': width, 'height': height}})
        if language != 'en':
            page.evaluate(f"localStorage.setItem('sheaf.look.language', '{language}')")
            page.reload()
            settle(page)
        page.evaluate('(size) => { document.documentElement.style.fontSize = `${size}px`; }', text)
        wait(page, lambda: page.locator('.page-word', has_text='alpha3').count() > 0)
        page.keyboard.press('Control+a')
        bar = page.get_by_role('toolbar', name='Selected words' if language == 'en' else 'Ausgewählte Wörter')
        bar.wait_for()
        buttons = [bar.get_by_role('button', name=name, exact=True) for name in DONE_WITH_WORDS[language]]
        boxes = [button.bounding_box() for button in buttons]
        one_row = len({box['y'] for box in boxes}) == 1 and all(box['x'] >= 0 and box['x'] + box['width'] <= width for box in boxes)
        report.check(f'{width}×{height}, {text} px, {language}: they are in one row', one_row, boxes)
        report.check('and large enough for a finger', all(min(box['width'], box['height']) >= 44 for box in boxes), boxes)
        page.context.close()
