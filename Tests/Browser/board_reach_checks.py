"""The cards of a board can be reached: a way back to them, and places for new pages."""

from board_checks import a_card, board, open_board, upload_board
from fixtures import pdf
from harness import DESKTOP, PHONE, settle, wait
from reader_layout_checks import overlaps

CARDS = """
() => [...document.querySelectorAll('.board-card')].map((card) => {
  const {left, top, right, bottom} = card.getBoundingClientRect();
  return {name: card.getAttribute('aria-label'), left, top, right, bottom};
})
"""


def seen(page):
    """The cards of which something is in the window."""
    width, height = page.evaluate('[innerWidth, innerHeight]')
    return [
        card for card in page.evaluate(CARDS)
        if card['right'] > 0 and card['left'] < width and card['bottom'] > 0 and card['top'] < height
    ]


def check_board_way_back(report, browser, client):
    rose = client.upload('astray.pdf', pdf(text='Astray'))
    # Two cards, between which there is nothing: all of them together are around what is seen.
    cards = [a_card(rose['id']), a_card(rose['id'], id='c2', x=5000)]
    document = upload_board(client, 'Astray.board', cards)
    for device, name in [(DESKTOP, 'desktop'), (PHONE, 'phone')]:
        page = open_board(browser, document, device)
        note = page.locator('.board-astray')
        report.check(f'{name}: where something is seen no way back is shown', not note.is_visible())
        back = note.get_by_role('button', name='Show everything')
        for way in [(0, 40_000), (-60_000, -20_000)]:
            page.evaluate(f"""document.querySelector('.board-stage').dispatchEvent(new WheelEvent('wheel', {{
              deltaX: {way[0]}, deltaY: {way[1]}, bubbles: true, cancelable: true, clientX: 200, clientY: 300}}))""")
            settle(page)
            report.check(f'{name}: everything is out of sight', seen(page) == [], seen(page))
            report.check(f'{name}: then a way back is shown', wait(page, back.is_visible))
            box = back.is_visible() and back.bounding_box()
            report.check(f'{name}: large enough to be hit', box and box['height'] >= (44 if name == 'phone' else 28), box)
            if box:
                back.click()
            settle(page)
            report.check(f'{name}: which leads to everything', len(seen(page)) == 2, seen(page))
            report.check(f'{name}: and goes', wait(page, lambda: not note.is_visible()))
        page.context.close()


def check_board_way_back_far(report, browser, client):
    """Cards so far apart that no zoom shows them all."""
    rose = client.upload('far.pdf', pdf(text='Far'))
    document = upload_board(client, 'Far.board', [a_card(rose['id']), a_card(rose['id'], id='c2', x=400_000)])
    page = open_board(browser, document)
    report.check('where no zoom shows all of them one is shown', wait(page, lambda: len(seen(page)) > 0), board(page)['viewport'])


def lay(page, name, pages):
    page.get_by_role('button', name='Add pages', exact=True).first.click()
    page.get_by_role('button', name=name).click()
    page.get_by_role('button', name='Select all').click()
    page.get_by_role('button', name=f'Add {pages} pages').click()
    settle(page)


def check_board_adding_place(report, browser, client):
    """Pages that are added lie on nothing and are seen, however many there are and however long."""
    client.upload('long slips.pdf', pdf(pages=5, width=200, height=900, text='Slip'))
    client.upload('wide slides.pdf', pdf(pages=12, width=960, height=540, text='Slide'))
    rose = client.upload('lying.pdf', pdf(text='Lying'))
    line = {'id': 's1', 'color': '#b3261e', 'width': 4, 'points': [[400, 0, 0.5, 0], [600, 60, 0.5, 16]]}
    for device, name in [(DESKTOP, 'desktop'), (PHONE, 'phone')]:
        page = open_board(browser, upload_board(client, f'Laid {name}.board', [a_card(rose['id'])], [line]), device)
        count = 1
        for what, pages in [('long slips.pdf', 5), ('wide slides.pdf', 12), ('long slips.pdf', 5)]:
            before = {card['id'] for card in board(page)['cards']}
            lay(page, what, pages)
            count += pages
            wait(page, lambda count=count: len(board(page)['cards']) == count)
            settle(page)
            lying = page.evaluate(CARDS)
            met = overlaps(lying)
            report.check(f'{name}: {pages} pages of {what} lie on nothing', met == [], met)
            width, height = page.evaluate('[innerWidth, innerHeight]')
            new = [card for card in board(page)['cards'] if card['id'] not in before]
            new_seen = [card for card in new if 0 < card['screen']['x'] < width and 0 < card['screen']['y'] < height]
            report.check(f'{name}: and all of them are seen', len(new_seen) == pages, new)
            # Selecting gives the focus to the first of them; what they cover is ink as well as cards.
            ink = [place for place in new if on_line(place)]
            report.check(f'{name}: no ink is covered', ink == [], ink)
        page.context.close()


def on_line(card):
    """Whether the middle of the line lies on a card, by its width and by a common shape."""
    half = card['width'] / 2
    return abs(card['x'] - 500) < half and abs(card['y'] - 30) < half / 2


# All that can be pressed on an empty board.
PRESSED = """
() => [...document.querySelectorAll('.board-tools button, .board-empty button')].map((one) => {
  const {left, top, right, bottom} = one.getBoundingClientRect();
  return {name: one.ariaLabel ?? one.textContent, left, top, right, bottom};
})
"""


def check_board_in_small_windows(report, browser, client):
    document = upload_board(client, 'Small.board')
    for width, height in [(844, 390), (320, 640), (390, 844), (820, 1180)]:
        for root in (1, 2):
            name = f'{width}×{height}{", text of 200 %" if root == 2 else ""}'
            page = open_board(browser, document, PHONE | {'viewport': {'width': width, 'height': height}})
            page.evaluate(f"document.documentElement.style.fontSize = '{root * 100}%'")
            page.wait_for_timeout(200)
            pressed = page.evaluate(PRESSED)
            outside = [one['name'] for one in pressed if one['left'] < 0 or one['right'] > width or one['bottom'] > height]
            small = [one['name'] for one in pressed if one['right'] - one['left'] < 44 or one['bottom'] - one['top'] < 44]
            found = overlaps(pressed)
            report.check(f'{name}: on an empty board everything can be pressed', outside + small + found == [], (outside, small, found))
            page.context.close()
