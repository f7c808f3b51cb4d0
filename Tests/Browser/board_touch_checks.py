"""Boards under fingers and the pen: dragged, pinched, thrown, caught, circled, struck out, written on, undone."""

from board_checks import a_card, board, middle_of, open_board, upload_board
from fixtures import pdf
from harness import TABLET, settle, wait
from touch import Hand, circle, dragged, zigzag

# Counts what is written into the tools and the stage while the view moves.
WATCH_BARS = """
() => {
  globalThis.written = 0;
  const watch = new MutationObserver((records) => { globalThis.written += records.length; });
  const all = { attributes: true, childList: true, characterData: true };
  watch.observe(document.querySelector('.board-tools'), { ...all, subtree: true });
  watch.observe(document.querySelector('.board-stage'), all);
}
"""


def two_cards(browser, client, name, **options):
    document = client.upload(f'{name}.pdf', pdf(pages=2, text=name))
    cards = [
        a_card(document['id'], x=-190, width=240),
        a_card(document['id'], id='c2', x=190, width=240, z=1, page=2),
    ]
    page = open_board(browser, upload_board(client, f'{name}.board', cards), TABLET, **options)
    return page, Hand(page)


def place(page, index=0):
    card = board(page)['cards'][index]
    return card['x'], card['y'], card['scale'], card['rotation']


def near(actual, wanted, within):
    return all(abs(a - b) <= w for a, b, w in zip(actual, wanted, within))


def undone(page, index, before, what, report):
    """One step takes it back."""
    depth = board(page)['undo']
    page.keyboard.press('Control+z')
    settle(page)
    facts = board(page)
    is_back = near(place(page, index), before, (0.01,) * 4)
    report.check(f'one undo takes {what} back', is_back and facts['undo'] == depth - 1, (before, facts['cards']))


def check_board_fingers(report, browser, client):
    page, fingers = two_cards(browser, client, 'Fingers')
    zoom, before, middle = board(page)['viewport']['zoom'], place(page), middle_of(page)
    fingers.land(middle)
    fingers.glide(f0=(middle[0] + 50, middle[1] + 120), rest=120)
    fingers.lift()
    settle(page)
    x, y = dragged(50, 120)
    wanted = (before[0] + x / zoom, before[1] + y / zoom, 1, 0)
    report.check('a finger drags a card', near(place(page), wanted, (1, 1, 0, 0)), (place(page), wanted))
    undone(page, 0, before, 'the drag', report)
    fingers.turn(middle, (50, 75), (0, 30), steps=30)
    fingers.rest(120)
    fingers.lift()
    settle(page)
    wanted = (before[0], before[1], 1.5, 30)
    report.check('two fingers scale and turn it', near(place(page), wanted, (2, 2, 0.03, 1)), (place(page), wanted))
    undone(page, 0, before, 'that', report)
    check_two_hands(report, page, fingers)
    check_throw(report, page, fingers)
    check_desk(report, page, fingers)


def check_two_hands(report, page, fingers):
    zoom = board(page)['viewport']['zoom']
    before = [place(page, 0), place(page, 1)]
    left, right = middle_of(page, 0), middle_of(page, 1)
    fingers.land(left)
    fingers.land(right, first=1)
    fingers.glide(f0=(left[0], left[1] - 90), f1=(right[0], right[1] + 90), rest=120)
    fingers.lift(0)
    fingers.lift(1)
    settle(page)
    after = [place(page, 0), place(page, 1)]
    wanted = [(x, y + by / zoom, 1, 0) for (x, y, *_), by in zip(before, (-80, 80))]
    holds = all(near(a, w, (1, 1, 0, 0)) for a, w in zip(after, wanted))
    report.check('two hands move two cards at once', holds, (after, wanted))
    while board(page)['undo']:
        page.keyboard.press('Control+z')
    settle(page)
    report.check('and undo leads back', [place(page, 0), place(page, 1)] == before, board(page)['cards'])


def check_throw(report, page, fingers):
    before, middle = place(page), middle_of(page)
    fingers.land(middle)
    fingers.glide(f0=(middle[0], middle[1] + 160), steps=6)
    fingers.lift()
    released = place(page)
    wait(page, lambda: place(page)[1] > released[1] + 20, 3)
    flying = middle_of(page)
    fingers.land((flying[0], flying[1] + 30))
    caught = place(page)
    page.wait_for_timeout(150)
    report.check('a card that is thrown flies on', caught[1] > released[1] + 20, (released, caught))
    report.check('and is caught where it is seen', place(page) == caught, (caught, place(page)))
    fingers.lift()
    settle(page)
    undone(page, 0, before, 'the throw', report)


def check_desk(report, page, fingers):
    before, view = board(page), board(page)['viewport']
    corner = (150, 250)
    fingers.turn(corner, (60, 120), (0, 30))
    fingers.rest(120)
    fingers.lift()
    settle(page)
    after = board(page)['viewport']
    ok = abs(after['zoom'] / view['zoom'] - 2) < 0.1 and abs(after['rotation'] - 30) < 2
    report.check('two fingers on the desk zoom and turn the view', ok, after)
    same = [card | {'screen': 0} for card in board(page)['cards']] == [card | {'screen': 0} for card in before['cards']]
    report.check('and change nothing on the board', same and board(page)['undo'] == before['undo'])


def check_board_shapes(report, browser, client):
    page, fingers = two_cards(browser, client, 'Shapes')
    view = board(page)['viewport']
    fingers.draw(circle(middle_of(page), 212))
    selected = wait(page, lambda: board(page)['selection'] == ['c1'])
    settle(page)
    report.check('a circle selects what is in it', selected, board(page)['selection'])
    report.check('and leaves the view where it was', board(page)['viewport'] == view, board(page)['viewport'])
    before = place(page, 1)
    fingers.draw(zigzag(middle_of(page, 1), 80, 120))

    def ids():
        return [card['id'] for card in board(page)['cards']]

    deleted = wait(page, lambda: ids() == ['c1'])
    settle(page)
    report.check('a zig-zag over a card deletes it', deleted, ids())
    undone(page, 1, before, 'that', report)
    fingers.draw(zigzag((410, 1000), 80, 120))
    settle(page)
    report.check('one over nothing deletes nothing', len(ids()) == 2, ids())
    page.keyboard.press('0')
    settle(page)
    x, y = middle_of(page)
    fingers.land((x, y))
    opened = wait(page, lambda: page.get_by_role('menu', name='Card').is_visible(), 3)
    fingers.lift()
    page.wait_for_timeout(100)
    stays = page.get_by_role('menuitem', name='Send to back').is_visible()
    report.check('a long press opens a menu, which stays when the finger lifts', opened and stays)
    page.get_by_role('menuitem', name='Duplicate').tap()
    report.check('and duplicates', wait(page, lambda: len(board(page)['cards']) == 3), board(page)['cards'])
    fingers.land((300, 1000), (380, 1000))
    fingers.lift()
    report.check('two fingers that tap undo', wait(page, lambda: len(board(page)['cards']) == 2), board(page)['cards'])
    fingers.land((300, 1000), (380, 1000), (460, 1000))
    fingers.lift()
    report.check('three redo', wait(page, lambda: len(board(page)['cards']) == 3), board(page)['cards'])


def check_board_menu_turns(report, browser, client):
    """J3: the menu of a card turns it by a quarter about its middle, which is one step."""
    page, fingers = two_cards(browser, client, 'Menu turns')
    before = board(page)['cards'][0]
    middle = middle_of(page)
    fingers.land(middle)
    wait(page, lambda: page.get_by_role('menu', name='Card').is_visible(), 3)
    fingers.lift()
    steps = board(page)['undo']
    page.get_by_role('menuitem', name='Turn right').tap()
    settle(page)
    turned = wait(page, lambda: (board(page)['cards'][0]['rotation'] - before['rotation']) % 360 == 90)
    report.check('J3 it is turned to the right', turned, board(page)['cards'][0])
    off = max(abs(a - b) for a, b in zip(middle, middle_of(page)))
    report.check('J3 its middle stays', off < 0.1 and board(page)['undo'] == steps + 1, (middle, middle_of(page), steps, board(page)['undo']))
    page.keyboard.press('Control+z')
    report.check('J3 one undo turns it back', wait(page, lambda: board(page)['cards'][0]['rotation'] == before['rotation']), board(page)['cards'][0])
    page.context.close()


def check_two_lines(report, page, fingers):
    page.get_by_role('button', name='Pen', exact=True).tap()
    fingers.land((150, 850), (150, 950))
    for step in range(1, 31):
        fingers.move(f0=(150 + step * 12, 850 + 4 * (step % 5)), f1=(150 + step * 12, 950 + 4 * (step % 3)))
    fingers.lift()
    report.check('two fingers write at once', wait(page, lambda: len(board(page)['strokes']) == 2), board(page)['strokes'])
    report.check('each line a step', board(page)['undo'] == 2, board(page)['undo'])


def check_board_lines(report, browser, client):
    page, fingers = two_cards(browser, client, 'Lines')
    check_two_lines(report, page, fingers)
    page.context.close()


def check_board_writing(report, browser, client):
    page, fingers = two_cards(browser, client, 'Writing')
    check_two_lines(report, page, fingers)
    fingers.land((500, 1050))
    fingers.move(f0=(508, 1054))
    fingers.point('mouseMoved', (100, 200))
    fingers.point('mousePressed', (100, 200))
    for step in range(1, 30):
        fingers.point('mouseMoved', (100 + 6 * step, 200 + step))
    fingers.point('mouseReleased', (274, 229))
    fingers.lift()
    settle(page)
    strokes = board(page)['strokes']
    report.check('the pen writes, and the palm beside it does not', len(strokes) == 3, strokes)
    page.wait_for_timeout(700)
    fingers.land((150, 1000))
    fingers.glide(f0=(300, 1000))
    fingers.cancel()
    kept = wait(page, lambda: len(board(page)['strokes']) == 4, 3)
    report.check('a line that is interrupted is kept', kept, board(page)['strokes'])
    page.get_by_role('button', name='Select', exact=True).tap()
    before, middle = place(page), middle_of(page)
    fingers.land(middle)
    fingers.glide(f0=(middle[0], middle[1] + 60))
    fingers.cancel()
    settle(page)
    moved = place(page)
    report.check('a drag that is interrupted ends where it was', moved[1] > before[1] + 20, (before, moved))
    undone(page, 0, before, 'it', report)


def check_board_palm_that_lifted(report, browser, client):
    """The palm writes a little and is gone before the pen lands."""
    page, fingers = two_cards(browser, client, 'Lifted palm')
    page.get_by_role('button', name='Pen', exact=True).tap()
    with fingers.at_once():
        fingers.draw([(500, 1050), (508, 1054), (512, 1060)])
        written = len(board(page)['strokes'])
        fingers.point('mousePressed', (100, 900))
        for step in range(1, 20):
            fingers.point('mouseMoved', (100 + 6 * step, 900 + step))
        fingers.point('mouseReleased', (214, 919))
    settle(page)
    strokes, steps = board(page)['strokes'], board(page)['undo']
    report.check('a palm that lifts has written', written == 1, written)
    report.check('and only the pen has, when it lands', len(strokes) == 1 and steps == 1, (strokes, steps))


# In how many frames cards were laid out anew, and how many tiles of ink were painted, from here on.
WATCH_DRAWING = """
() => {
  globalThis.drawn = {cards: 0, tiles: 0};
  const watch = new MutationObserver(() => (drawn.cards += 1));
  watch.observe(document.querySelector('.board-cards'), {subtree: true, attributeFilter: ['style']});
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...frame) {
    drawn.tiles += 1;
    return clear.apply(this, frame);
  };
}
"""


def check_board_moves_undrawn(report, browser, client):
    """While fingers move the view the compositor does all; what lies on it is drawn when it has come to rest."""
    page, fingers = a_full_board(browser, client, 'Undrawn')
    page.evaluate(WATCH_DRAWING)
    page.evaluate(WATCH_BARS)
    fingers.land((390, 300), (450, 300))
    fingers.glide(steps=30, f0=(80, 200), f1=(740, 200))
    held, written = page.evaluate('drawn'), page.evaluate('written')
    zoom = board(page)['viewport']['zoom']
    fingers.lift()
    settle(page)
    rested = page.evaluate('drawn')
    # Once, where a busy machine lets the fingers seem to rest.
    report.check('a pinch lays out no card', held['cards'] <= 1, (held, zoom))
    report.check('writes nothing into the bars but the zoom', written == 0, written)
    report.check('and paints no ink', held['tiles'] <= 6 * held['cards'], (held, zoom))
    report.check('until it rests', rested['cards'] > held['cards'] and rested['tiles'] > held['tiles'], rested)
    page.keyboard.press('0')
    settle(page)
    before = page.evaluate('drawn')['tiles']
    stroke = board(page)['strokes'][0]['id']
    fingers.swipe((410, 60), (440, 80), steps=20)
    report.check('a pan paints none', page.evaluate('drawn')['tiles'] == before, stroke)


def check_board_ink_is_lifted(report, browser, client):
    """Ink in a hand is lifted off its tiles: they are painted once without it, and once with it again."""
    line = [[step * 4, 0, 0.5, 8 * step] for step in range(60)]
    strokes = [{'id': 's1', 'color': '#2b55c9', 'width': 8, 'points': line}]
    page = open_board(browser, upload_board(client, 'Lifted.board', [], strokes), TABLET)
    x, y = page.viewport_size['width'] / 2, page.viewport_size['height'] / 2
    page.evaluate(WATCH_DRAWING)
    fingers = Hand(page)
    fingers.land((x, y))
    fingers.glide(steps=30, f0=(x + 150, y + 90), rest=120)
    tiles = page.evaluate('drawn.tiles')
    lifted = page.locator('.board-live path').count()
    fingers.lift()
    settle(page)
    there = board(page)['strokes'][0]['points'][0]
    report.check('a line is dragged', near(there, dragged(150, 90), (2, 2)), there)
    report.check('and painted once meanwhile on each tile under it', lifted == 1 and tiles <= 4, (lifted, tiles))
    report.check('and is back on them at rest', page.locator('.board-live path').count() == 0)


def a_full_board(browser, client, name):
    """200 cards and 10,000 points of ink."""
    document = client.upload(f'{name}.pdf', pdf(text=name))
    cards = [
        a_card(document['id'], id=f'c{at}', x=180 * (at % 20 - 10), y=240 * (at // 20 - 5), width=150, z=at)
        for at in range(200)
    ]
    strokes = [
        {'id': f's{at}', 'color': '#2b55c9', 'width': 4, 'points': [
            [180 * (at % 10 - 5) + step * 3, 240 * (at // 10 - 5) + 20 * (step % 7), 0.5, 8 * step]
            for step in range(100)
        ]} for at in range(100)
    ]
    page = open_board(browser, upload_board(client, f'{name}.board', cards, strokes), TABLET)
    return page, Hand(page)
