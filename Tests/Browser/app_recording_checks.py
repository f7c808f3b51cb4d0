"""The reader and the board are recorded under real touches, and lead to the same places when played without a browser."""

import json
import os
import subprocess

from board_checks import board, middle_of
from board_touch_checks import two_cards
from fixtures import pdf
from harness import BASE, PHONE, TABLET, inspect, reader, settle, wait
from touch import Hand, dragged, circle, zigzag

REPLAY = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'gestures', 'app-replay.js')
# Of board units and degrees: files keep hundredths.
TIDY = 0.02
# Where the first page would begin, told by one that is drawn: pages may have gone from the document.
TOP = """() => {
  const content = document.querySelector('.pages-content');
  return new DOMMatrix(getComputedStyle(content).transform).f;
}"""


def played(what, given):
    command = ['node', REPLAY, what]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f'{what} is not played: {done.stderr}')
    return json.loads(done.stdout)


def is_close(a, b, within):
    """Whether two pieces of JSON are the same, numbers give or take a little."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(is_close(a[key], b[key], within) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(is_close(x, y, within) for x, y in zip(a, b))
    if isinstance(a, (int, float)) and isinstance(b, (int, float)) and not isinstance(a, bool):
        return abs(a - b) <= within
    return a == b


def of_file(card):
    return {key: value for key, value in card.items() if key != 'screen'}


def aspects_of(client, cards):
    known = {}
    for document in {card['document'] for card in cards}:
        pages = client.ask('GET', f'/api/v1/documents/{document}/preview')[1]['pages']
        known[document] = [page['height'] / page['width'] for page in pages]
    return known


def check_board_recording(report, browser, client):
    page, fingers = two_cards(browser, client, 'Recorded')
    before = board(page)
    box = page.locator('.board-stage').bounding_box()
    size = {'width': box['width'], 'height': box['height']} if box else None
    report.check('the board has a place in the window', size, page.url)
    for name, act in motions(page, fingers).items():
        while board(page)['undo']:
            page.keyboard.press('Control+z')
        settle(page)
        state = board(page)
        page.evaluate('sheaf.recorder.start()')
        act()
        settle(page)
        text = page.evaluate('sheaf.recorder.stop()')
        given = {
            'recording': text, 'aspects': aspects_of(client, before['cards']),
            'board': {
                'cards': [of_file(card) for card in state['cards']],
                'strokes': [{'color': '#000000', 'width': 4} | stroke for stroke in state['strokes']],
                'viewport': state['viewport'], 'size': size, 'tool': state['tool'], 'selection': state['selection'],
            },
        }  # fmt: skip
        without, after = played('board', given), board(page)
        seen = {
            'cards': [of_file(card) for card in after['cards']],
            'strokes': [stroke['points'] for stroke in after['strokes']],
            'viewport': after['viewport'],
            'selection': after['selection'],
        }
        same = {key: is_close(without[key], value, TIDY) for key, value in seen.items()}
        depth = without['undo'] == after['undo'] - state['undo']
        changed = any(seen[key] != state.get(key) for key in ('viewport', 'selection')) or after['undo'] != state['undo']
        report.check(
            f'{name} on the board is the same without a browser', all(same.values()) and depth and changed, (same, without, seen)
        )


def motions(page, fingers):
    """The acts on the board, one after the other."""

    def drag():
        start = middle_of(page)
        fingers.land(start)
        fingers.glide(f0=(start[0] + 60, start[1] + 140), rest=120)
        fingers.lift()

    def throw():
        start = middle_of(page)
        fingers.land(start)
        fingers.glide(f0=(start[0] - 30, start[1] - 150), steps=6)
        fingers.lift()

    def turn():
        fingers.turn(middle_of(page), (50, 80), (0, 35), steps=24)
        fingers.rest(120)
        fingers.lift()

    def desk():
        fingers.turn((150, 1000), (60, 110), (0, 25), steps=24)
        fingers.rest(120)
        fingers.lift()

    def around():
        fingers.draw(circle(middle_of(page, 1), 190))

    def strike():
        fingers.draw(zigzag(middle_of(page, 1), 80, 120))

    return {
        'a drag': drag, 'a throw': throw, 'a turn by two fingers': turn, 'a circle': around, 'a zig-zag': strike,
        'a pinch of the desk': desk,
    }  # fmt: skip


def check_reader_recording(report, browser, client):
    document = client.upload('recorded.pdf', pdf(pages=8, text='Recorded'))
    pages = client.ask('GET', f'/api/v1/documents/{document["id"]}/preview')[1]['pages']
    hands = {
        'a drag': lambda fingers: (fingers.pinch([(200, 500)], [(190, 300)]), fingers.rest(120), fingers.lift()),
        'a throw': lambda fingers: fingers.swipe((200, 600), (200, 250), steps=6),
        'a pinch': lambda fingers: (fingers.pinch([(130, 300), (190, 340)], [(60, 250), (330, 430)]), fingers.rest(120), fingers.lift()),
        'a swipe': lambda fingers: fingers.swipe((300, 400), (60, 405), steps=5),
        'a tap of two fingers': lambda fingers: fingers.tap((150, 400), (230, 400)),
    }
    for name, act in hands.items():
        page = browser.page(PHONE, f'/d/{document["id"]}')
        fingers = Hand(page)
        box, stage = (page.locator(name).bounding_box() for name in ('.pages', '.reader-stage'))
        bars = {'top': stage['y'] - box['y'], 'bottom': box['y'] + box['height'] - stage['y'] - stage['height']}
        start = page.evaluate(TOP)
        page.evaluate('sheaf.recorder.start()')
        act(fingers)
        settle(page)
        given = {
            'recording': page.evaluate('sheaf.recorder.stop()'), 'pixelRatio': PHONE['device_scale_factor'],
            'pages': [{'width': each['width'], 'height': each['height']} for each in pages],
            'box': {'width': box['width'], 'height': box['height']}, 'bars': bars,
        }  # fmt: skip
        without, seen = played('reader', given), reader(page)
        # Pages lie below the transform's own zero: only how far it went is compared.
        first = played('reader', given | {'recording': json.dumps({'format': 'gesture-recording', 'version': 1}) + '\n'})
        way, wanted = page.evaluate(TOP) - start, without['top'] - first['top']
        if without['zoom'] != first['zoom']:
            way = wanted = 0
        same = (without['page'], without['zoom']) == (seen['page'], seen['zoom']) and abs(way - wanted) <= 1.5
        report.check(f'{name} on the reader is the same without a browser', same, (without, first, seen, way))
        page.context.close()


def check_reader_palm(report, browser, client):
    document = client.upload('palm.pdf', pdf(pages=4, text='Palm'))
    page = browser.page(TABLET, f'/d/{document["id"]}')
    fingers = Hand(page)
    start, zoom = page.evaluate(TOP), reader(page)['zoom']
    fingers.land((400, 700))
    fingers.move(f0=(400, 640))
    fingers.move(f0=(400, 560))
    wait(page, lambda: page.evaluate(TOP) < start - 50)
    moved = page.evaluate(TOP)
    fingers.point('mousePressed', (200, 300))
    fingers.point('mouseMoved', (230, 310))
    fingers.point('mouseReleased', (230, 310))
    fingers.lift()
    settle(page)
    after = page.evaluate(TOP)
    report.check('the palm drags the pages', moved < start - 50, (start, moved))
    report.check('and they are back when the pen lands', abs(after - start) < 1 and reader(page)['zoom'] == zoom, (start, after))


def check_reader_palm_that_lifted(report, browser, client):
    """A palm turns the page and is gone before the pen lands; a finger does the same, and no pen comes."""
    document = client.upload('lifted.pdf', pdf(pages=4, text='Lifted'))
    page = browser.page(TABLET, f'/d/{document["id"]}')
    fingers = Hand(page)
    start = page.evaluate(TOP)
    with fingers.at_once():
        fingers.drag((600, 600), (-90, 0), steps=4)
        fingers.lift()
        turned = reader(page)['page']
        fingers.point('mousePressed', (200, 300))
        fingers.point('mouseMoved', (230, 310))
        fingers.point('mouseReleased', (230, 310))
    settle(page)
    after = (reader(page)['page'], page.evaluate(TOP))
    report.check('a palm turns the page and lifts', turned == 2, turned)
    report.check('and it is turned back when the pen lands', after[0] == 1 and abs(after[1] - start) < 1, (start, after))
    fingers.rest(700)
    fingers.drag((600, 600), (-90, 0), steps=4)
    fingers.lift()
    settle(page)
    report.check('a finger that no pen follows turns it', reader(page)['page'] == 2, reader(page))


def check_dialog_takes_fingers(report, browser, client):
    document = client.upload('dialog.pdf', pdf(pages=4, text='Dialog'))
    page = browser.page(TABLET, f'/d/{document["id"]}')
    fingers = Hand(page)
    fingers.land((400, 700))
    fingers.move(f0=(400, 640))
    fingers.move(f0=(400, 600))
    page.wait_for_timeout(50)
    page.keyboard.press('?')
    opened = wait(page, lambda: page.locator('dialog[open]').count() == 1)
    before = page.evaluate(TOP)
    fingers.move(f0=(400, 300))
    page.wait_for_timeout(80)
    report.check('a dialog that opens takes the fingers away', opened and abs(page.evaluate(TOP) - before) < 1, before)
    fingers.lift()
    page.keyboard.press('Escape')
    settle(page)
    fingers.swipe((400, 700), (400, 500))
    settle(page)
    report.check('and the next ones scroll again', page.evaluate(TOP) < before - 50, page.evaluate(TOP))


def check_no_dead_zones(report, browser, client):
    """Every place of the board can be touched, down to the last row of pixels, upright and across."""
    document = client.upload('edges.pdf', pdf(pages=1, text='Edges'))
    content = {'format': 'org.sheaf.board', 'formatVersion': 1, 'strokes': [], 'cards': [
        {'id': 'c1', 'document': document['id'], 'page': 1, 'x': 0, 'y': 0, 'width': 100, 'scale': 1, 'rotation': 0, 'z': 0},
    ]}  # fmt: skip
    file = client.upload('edges.board', json.dumps(content).encode())
    page = browser.context(PHONE).new_page()
    page.goto(f'{BASE}/d/{file["id"]}')
    wait(page, lambda: board(page))
    settle(page)
    fingers = Hand(page)
    for width, height, edge in [(390, 844, (195, 840)), (844, 390, (840, 195))]:
        page.set_viewport_size({'width': width, 'height': height})
        settle(page)
        page.wait_for_timeout(100)
        page.evaluate('sheaf.recorder.start()')
        fingers.land(edge)
        fingers.lift()
        text = page.evaluate('sheaf.recorder.stop()')
        samples = [sample for line in text.splitlines()[1:-1] for sample in json.loads(line)['samples']]
        began = [sample for sample in samples if sample['phase'] == 'began']
        report.check(f'a finger at the edge of {width} × {height} is heard of', len(began) == 1, (samples, inspect(page)['view']))


def check_densities(report, browser, client):
    """One drag says the same at every density of the screen."""
    said = []
    for density in (1, 2, 3):
        page = browser.context(TABLET | {'device_scale_factor': density}).new_page()
        page.goto(f'{BASE}/gestures/demo/pan.html')
        wait(page, lambda page=page: page.evaluate('globalThis.demo !== undefined'))
        box = page.locator('#stage').bounding_box()
        fingers = Hand(page)
        fingers.drag((box['x'] + box['width'] / 2, box['y'] + box['height'] / 2), (96, -64), steps=8)
        fingers.rest(120)
        fingers.lift()
        wait(page, lambda page=page: page.evaluate('demo.isIdle'))
        said.append([(entry['state'], entry['dx'], entry['dy']) for entry in page.evaluate('demo.log')])
        page.context.close()
    same = said[0] == said[1] == said[2] and said[0][-1] == ('ended', *(round(part, 2) for part in dragged(96, -64)))
    report.check('a drag is the same at a density of 1, 2 and 3', same, said)
