"""The looks of the library: sizes of pictures, the list and its columns, sections, and pictures that wait for a fling to slow."""

from urllib.parse import quote

from fixtures import pdf
from harness import BASE, DESKTOP, PHONE, card, inspect, overflow, settle, shown, wait
from touch import Hand

ROW = '.rows li.card'
TOP_OF = "(key) => document.querySelector(`[data-document='${key}']`).getBoundingClientRect().top"
TEMPLATE = "getComputedStyle(document.querySelector('.rows .card-main')).gridTemplateColumns"


def laid_down(client, folder, count=40, kind=lambda place: b'%d' % place):
    """Texts in a folder, whose names are its own with a number."""
    path = f'/api/v1/documents?folder={quote(folder)}&conflict=rename&name='
    return [client.ask('POST', f'{path}{quote(folder)}%20{place:02}.txt', kind(place), 'text/plain')[1] for place in range(count)]


def folder_page(browser, folder, device=DESKTOP, look=None):
    context = browser.context(device)
    if look:
        context.add_init_script(f"if (location.protocol !== 'about:') localStorage.getItem('sheaf.library.view') ?? localStorage.setItem('sheaf.library.view', '{look}')")
    page = context.new_page()
    page.goto(f'{BASE}/?view=folders&folder={quote(folder)}&sort=name')
    shown(page, f'{folder} 00.txt')
    settle(page)
    return page


def choose(page, name):
    page.get_by_role('button', name='View', exact=True).click()
    page.get_by_role('menuitemradio', name=name).click()
    settle(page)


def picture(page):
    return page.evaluate("parseFloat(document.querySelector('.grid').style.getPropertyValue('--picture'))")


def check_look_sizes(report, browser, client):
    laid_down(client, 'Sizes')
    page = folder_page(browser, 'Sizes')
    wait(page, lambda: page.evaluate("document.querySelector('.library-scroll').style.touchAction") == 'pan-y')
    medium = picture(page)
    choose(page, 'Large')
    report.check('the menu makes pictures larger', picture(page) > medium, (medium, picture(page)))
    page.locator('.library-scroll').evaluate('(element) => { element.scrollTop = 1500; }')
    settle(page)
    key = page.evaluate("document.elementFromPoint(700, 400).closest('.card')?.dataset.document ?? document.querySelectorAll('.card')[6].dataset.document")
    card_of = page.locator(f'[data-document="{key}"]')
    card_of.locator('.card-main').focus()
    page.keyboard.press('x')
    settle(page)
    before = page.evaluate(TOP_OF, key)
    page.keyboard.press('-')
    settle(page)
    after = page.evaluate(TOP_OF, key)
    report.check('a key makes them smaller', picture(page) == medium, picture(page))
    report.check('the card with the focus stays where it is', abs(after - before) < 2, (before, after))
    report.check('and is selected still', 'selected' in card_of.get_attribute('class') and page.evaluate('document.activeElement.closest(".card").dataset.document') == key)
    page.keyboard.press('Escape')
    box = page.locator('.library-scroll').bounding_box()
    # A wheel turns by notches: one of them is enough, and no pause between several matters.
    Hand(page).wheel((box['x'] + 300, box['y'] + 300), 0, 120, control=True)
    turned = wait(page, lambda: picture(page) < medium)
    report.check('the wheel with Control makes them smaller yet', turned and page.evaluate('visualViewport.scale') == 1, picture(page))
    page.reload()
    shown_again = wait(page, lambda: page.locator('li.card').count() > 0 and picture(page) < medium)
    report.check('and they are so after a reload', shown_again, picture(page))
    wait(page, lambda: page.evaluate("document.querySelector('.library-scroll').style.touchAction") == 'pan-y')
    small, box = picture(page), page.locator('li.card .card-picture').nth(2).bounding_box()
    # The tools of the look come after the list. A gesture that goes on while the wheel turns again never ends.
    def turned_back():
        Hand(page).wheel((box['x'] + box['width'] / 2, box['y'] + box['height'] / 2), 0, -120, control=True)
        return wait(page, lambda: picture(page) > small, 2)

    larger = wait(page, turned_back)
    report.check('a trackpad makes them larger over a card, too', larger and not page.locator('dialog[open]').count(), picture(page))
    page.context.close()


def check_look_pinched(report, browser, client):
    laid_down(client, 'Pinched', 12)
    page = folder_page(browser, 'Pinched', {'viewport': {'width': 820, 'height': 1180}, 'has_touch': True})
    wait(page, lambda: page.evaluate("document.querySelector('.library-scroll').style.touchAction") == 'pan-y')
    medium = picture(page)

    def pinch(factor):
        hand = Hand(page)
        hand.pinch([(340, 500), (460, 500)], [(400 - 60 * factor, 500), (400 + 60 * factor, 500)])
        hand.lift()
        settle(page)

    pinch(1.15)
    still = page.evaluate("document.querySelector('.grid').style.transform")
    report.check('half a pinch leaves everything as it was', picture(page) == medium and still == '', (picture(page), still))
    pinch(2)
    report.check('fingers that part make pictures larger', picture(page) > medium, picture(page))
    pinch(0.5)
    report.check('and smaller again when they close', picture(page) == medium, picture(page))
    page.context.close()


def check_look_list(report, browser, client):
    texts = laid_down(client, 'Listed')
    page = folder_page(browser, 'Listed')
    key = texts[0]['id']
    choose(page, 'List')
    row = page.locator(f'.rows [data-document="{key}"]')
    said = row.locator('.card-cell').all_inner_texts()
    report.check('rows say the folder, the type and the size', said[:3] == ['Listed', 'Plain text', '1 byte'], said)
    row.locator('.card-main').focus()
    page.keyboard.press('ArrowDown')
    page.keyboard.press('Shift+ArrowDown')
    report.check('arrows go from row to row, and select', wait(page, lambda: page.locator('.selection-count').inner_text() == '2 selected'))
    page.keyboard.press('Escape')
    page.locator(f'[data-document="{texts[3]["id"]}"] .card-main').click(button='right')
    report.check('the menu of a row is that of its document', page.get_by_role('menuitem', name='Versions').count() == 1)
    page.keyboard.press('Escape')
    row.locator('.card-main').focus()
    page.keyboard.press('F2')
    report.check('F2 renames', wait(page, lambda: page.locator('.name-place input').count() == 1))
    page.keyboard.press('Escape')
    wait(page, lambda: page.locator('.name-place').count() == 0)
    names = lambda: page.locator(f'{ROW} .card-name').all_inner_texts()[:2]
    page.get_by_role('button', name='Name, sorted upwards').click()
    report.check('a press on a head turns the order', wait(page, lambda: names() == ['Listed 39.txt', 'Listed 38.txt']), names())
    report.check('and the head says so', page.get_by_role('button', name='Name, sorted downwards').count() == 1)
    page.get_by_role('button', name='Sort by size').click()
    by_size = lambda: inspect(page)['library']['sort'] == '-size'
    report.check('another head sorts by another column', wait(page, by_size), inspect(page)['library'])
    for head in ('type', 'folder', 'tags'):
        page.get_by_role('button', name=f'Sort by {head}').click()
        sorted_by = lambda: inspect(page)['library']
        came = wait(page, lambda: sorted_by()['sort'] == head and sorted_by()['complete'])
        report.check(f'so does that of the {head}', came and page.get_by_role('button', name=f'{head.title()}, sorted upwards').count() == 1, sorted_by())
    page.get_by_role('button', name='Sort by size').click()
    # Another order begins at the top of its list, once that has come.
    settle(page)
    page.evaluate("document.querySelector('.library-scroll').scrollTop = 600")
    page.wait_for_timeout(600)
    page.reload()
    back = wait(page, lambda: page.locator('.column-head').count() > 0 and by_size() and page.evaluate("document.querySelector('.library-scroll').scrollTop") == 600)
    report.check('view, order and place are kept after a reload', back, inspect(page)['library'])
    client.ask('DELETE', '/api/v1/preferences/library.order')
    page.keyboard.press('v')
    report.check('V shows the grid again', wait(page, lambda: page.locator('.rows').count() == 0))
    page.context.close()


def check_look_columns(report, browser, client):
    laid_down(client, 'Columns', 6)
    page = folder_page(browser, 'Columns', look='{"view":"list"}')
    widths = lambda: [float(width.removesuffix('px')) for width in page.evaluate(TEMPLATE).split()]
    wait(page, lambda: page.locator('.column-divider').count() > 3)
    before = widths()
    narrow = page.locator('button.column-name').evaluate_all('(heads) => heads.filter((head) => head.getBoundingClientRect().width < 24).map((head) => head.textContent)')
    report.check('each head that is pressed has 24 pixels', narrow == [], narrow)
    box = page.get_by_role('separator', name='Width of folder').bounding_box()
    middle = (box['x'] + box['width'] / 2, box['y'] + 16)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 40, middle[1], steps=8)
    page.mouse.up()
    moved = wait(page, lambda: widths()[2] > before[2] + 20)
    report.check('a divider that is dragged widens its column', moved and widths()[3] < before[3] - 20, (before, widths()))
    divider = page.get_by_role('separator', name='Width of folder')
    divider.focus()
    wide = widths()[2]
    page.keyboard.press('ArrowRight')
    report.check('a key does it, too', wait(page, lambda: widths()[2] == wide + 8), (wide, widths()))
    report.check('and keeps the focus', page.evaluate('document.activeElement.getAttribute("aria-label")') == 'Width of folder', page.evaluate('document.activeElement.outerHTML'))
    page.keyboard.press('Enter')
    report.check('Enter puts it back', wait(page, lambda: widths()[2] == before[2]), widths())
    page.get_by_role('button', name='Columns', exact=True).click()
    page.get_by_role('menuitemcheckbox', name='Folder').click()
    gone = wait(page, lambda: page.locator('.head-folder').count() == 0 and page.locator('.cell-folder').count() == 0)
    report.check('a column that is not wanted is hidden', gone)
    page.reload()
    wait(page, lambda: page.locator('.head-type').count() == 1)
    report.check('also after a reload', page.locator('.head-folder, .cell-folder').count() == 0)
    page.context.close()


def check_look_on_a_phone(report, browser, client):
    laid_down(client, 'Pocket', 20)
    page = folder_page(browser, 'Pocket', PHONE)
    choose(page, 'List')
    row = card(page, 'Pocket 00.txt')
    name, about = row.locator('.card-name').bounding_box(), row.locator('.card-about').bounding_box()
    report.check('rows on a phone have two lines', about['y'] >= name['y'] + name['height'] - 1 and page.locator('.card-cell').count() == 0)
    report.check('no heads of columns', page.locator('.column-heads').is_hidden())
    report.check('nothing is wider than the phone', overflow(page) <= 0, overflow(page))
    report.check('and a row is a target', row.bounding_box()['height'] >= 44)
    page.context.close()


def check_look_sections(report, browser, client):
    for name in ['Alder', 'Ash', 'Beech', 'Birch']:
        client.ask('POST', f'/api/v1/documents?folder=Trees&name={name}.txt', name.encode(), 'text/plain')
    laid_down(client, 'Trees')
    page = folder_page(browser, 'Trees')
    heads = lambda: [' '.join(text.split()) for text in page.locator('.section-head').all_inner_texts()]
    report.check('a list by name is parted by letters', heads()[:3] == ['A 2', 'B 2', 'T 40'], heads())
    report.check('the number of all is beside the title', page.locator('.list-count').inner_text() == '44')
    page.locator('.library-scroll').evaluate('(element) => { element.scrollTop = 1400; }')
    settle(page)
    top = page.locator('.library-scroll').bounding_box()['y']
    tops = """[...document.querySelectorAll('.section-head')].filter((head) => head.innerText.includes('T')).map((head) => head.getBoundingClientRect().y)"""
    stuck = lambda: page.evaluate(tops)
    report.check('the head of what is seen stays at the top', wait(page, lambda: stuck() and abs(stuck()[0] - top) < 2), (stuck(), top))
    page.goto(f'{BASE}/?view=folders&folder=Trees&sort=-created')
    report.check('one by date by days', wait(page, lambda: heads() == ['Today 44']), heads())
    page.get_by_role('button', name='View', exact=True).click()
    page.get_by_role('menuitemcheckbox', name='Sections').click()
    report.check('and neither where no sections are wanted', wait(page, lambda: heads() == []), heads())
    page.context.close()


def check_look_pictures(report, browser, client):
    """A fling asks for few pictures, and those that left before they came are given up."""
    texts = laid_down(client, 'Flung', 120)
    page = folder_page(browser, 'Flung', {'viewport': {'width': 1100, 'height': 600}})
    page.evaluate("document.querySelector('.library-scroll').scrollTop = 0")
    settle(page)
    page.evaluate("""
      globalThis.layouts = globalThis.pictures = 0;
      // A picture is no part of the page before it has come.
      const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src');
      const set = function (url) { pictures += 1; source.set.call(this, url); };
      Object.defineProperty(HTMLImageElement.prototype, 'src', { ...source, set });
      new MutationObserver((changes) => { layouts += changes.length; }).observe(document.querySelector('.grid'), { attributes: true, attributeFilter: ['style'] });
    """)
    asked, failed = [], []
    page.on('request', lambda request: asked.append(request.url) if '/thumbnail' in request.url else None)
    page.on('requestfailed', lambda request: failed.append(request.url) if '/thumbnail' in request.url else None)
    held = []
    page.route('**/thumbnail?*', lambda route: held.append(route))
    # As fast on a slow machine, and what is asked for is counted in the frame that ends it.
    during = page.evaluate("""
      new Promise((resolve) => {
        const scroller = document.querySelector('.library-scroll');
        let before = performance.now();
        const go = (now) => {
          scroller.scrollTop += 9 * Math.max(8, now - before);
          before = now;
          if (scroller.scrollTop < 3000) requestAnimationFrame(go);
          else resolve(pictures);
        };
        requestAnimationFrame(go);
      })
    """)
    drawn = page.locator('li.card').count()
    report.check('while it is flung, no pictures are asked for', during == 0, during)
    report.check('and scrolling lays nothing out anew', page.evaluate('layouts') == 0, page.evaluate('layouts'))
    report.check('few cards are drawn', drawn < 60, drawn)
    report.check('when it rests, those near are asked for', wait(page, lambda: len(asked) > 5) and page.evaluate('pictures') > 5, len(asked))
    page.evaluate("document.querySelector('.library-scroll').scrollTop = 0")
    report.check('those that leave before they came are given up', wait(page, lambda: len(failed) > 0), (len(asked), len(failed)))
    for route in held:
        try:
            route.continue_()
        except Exception:  # noqa: BLE001 – it was given up
            pass
    page.unroute('**/thumbnail?*')
    names = wait(page, lambda: (found := page.locator('.card-name').all_inner_texts())[0] == 'Flung 00.txt' and found)
    report.check('cards that became those of others are in order', names == sorted(names), names)
    client.ask('DELETE', f'/api/v1/documents/{texts[5]["id"]}')
    page.get_by_role('link', name='Trash').click()
    sign = lambda: card(page, 'Flung 05.txt').locator('.card-action use').get_attribute('href')
    report.check('in the Trash a card has the sign of the way back', wait(page, lambda: shown(page, 'Flung 05.txt') and sign() == '#icon-restore'))
    page.context.close()


def check_look_without_pages(report, browser, client):
    client.ask('POST', '/api/v1/documents?folder=Paper&name=songs.mp3', b'ID3' + bytes(range(256)) * 8)
    client.ask('POST', '/api/v1/documents?folder=Paper&name=pages.pdf', pdf(pages=1))
    laid_down(client, 'Paper', 1)
    page = folder_page(browser, 'Paper')
    label = card(page, 'songs.mp3').locator('.sheet-label')
    report.check('a document without pages is paper with its extension', label.inner_text() == 'mp3' and card(page, 'songs.mp3').locator('img').count() == 0)
    size = label.evaluate('(element) => getComputedStyle(element).fontSize')
    report.check('in small letters', size == '12px', size)
    page.goto(f'{BASE}/?view=folders')
    tile = page.locator('.card-folder', has_text='Paper')
    report.check('the tile of a folder has small pictures of its pages', wait(page, lambda: tile.locator('img').count() == 2), tile.locator('img').count())
    report.check('and says how many documents are in it', tile.locator('.card-about').inner_text() == '3 documents', tile.inner_text())
    page.context.close()


def check_look_opening(report, browser, client):
    laid_down(client, 'Turned', 3)
    for motion, wanted in (('no-preference', 1), ('reduce', 0)):
        context = browser.context(DESKTOP, reduced_motion=motion)
        context.add_init_script("""
          globalThis.turns = 0;
          const start = Document.prototype.startViewTransition;
          Document.prototype.startViewTransition = function (update) { turns += 1; return start.call(this, update); };
        """)
        page = context.new_page()
        page.goto(f'{BASE}/?view=folders&folder=Turned&sort=name')
        wait(page, lambda: card(page, 'Turned 01.txt').locator('img').count() == 1)
        settle(page)
        page.wait_for_timeout(800)
        card(page, 'Turned 01.txt').locator('.card-main').click()
        is_open = wait(page, lambda: page.locator('.page img').count() > 0)
        report.check(f'a card opens its document ({motion})', is_open and page.evaluate('turns') == wanted, page.evaluate('turns'))
        gone = wait(page, lambda: page.locator('.page-stand-in').count() == 0)
        report.check(f'and nothing stands before the page ({motion})', gone and settle(page), page.locator('.page-stand-in').count())
        context.close()


# The places in the list of the cards in the document, in its order; and those of the cards that Tab reaches.
PLACES = "() => [...document.querySelectorAll('li.card')].map((card) => Number(card.getAttribute('aria-posinset')))"
REACHED = """
() => [...document.querySelectorAll('li.card .card-main[tabindex="0"]')].map((link) => Number(link.closest('li').getAttribute('aria-posinset')))
"""


def check_look_scrolled_away(report, browser, client):
    """The list is scrolled away from the card that has the focus, or had it."""
    laid_down(client, 'faraway', 200)
    page = folder_page(browser, 'faraway', look='list')
    scroller = page.locator('.library-scroll')

    def at_end():
        scroller.evaluate('(element) => { element.scrollTop = element.scrollHeight; }')
        return inspect(page)['library']['complete'] and page.evaluate(PLACES)[-1] == 200

    wait(page, at_end)
    scroller.evaluate('(element) => { element.scrollTop = 0; }')
    wait(page, lambda: 1 in page.evaluate(PLACES))
    page.locator('li.card[aria-posinset="1"] .card-main').focus()
    scroller.evaluate('(element) => { element.scrollTop = element.scrollHeight; }')
    wait(page, lambda: 200 in (places := page.evaluate(PLACES)) and places == sorted(places), seconds=4)
    places = page.evaluate(PLACES)
    report.check('a card that keeps the focus far above is read first', places[0] == 1 and places == sorted(places), places)
    page.evaluate('document.activeElement.blur()')
    scroller.evaluate('(element) => { element.scrollTop = element.scrollHeight / 2; }')
    wait(page, lambda: any(60 < place < 160 for place in page.evaluate(REACHED)), seconds=4)
    reached = page.evaluate(REACHED)
    report.check('Tab reaches one of the cards that are seen then', len(reached) == 1 and 60 < reached[0] < 160, reached)
    page.context.close()
