"""Acting on documents and folders: cut and paste, new names and folders, dragging, menus."""

import json
from urllib.parse import quote

from folder_checks import DRAG, at_folder, folder_card, folders, listed, make, opened, place, put, remove
from harness import BASE, DESKTOP, PHONE, card, dialogs_gone, inspect, overflow, settle, shown, undo, wait
from select_checks import count, facts, toast
from touch import Hand


def tools(page):
    """Waits for what is fetched after the list."""
    return wait(page, lambda: page.locator('.library-selection').count() == 1)


def at(browser, path='', device=DESKTOP):
    page = opened(browser, path, device)
    at_folder(page, path)
    tools(page)
    return page


def main(page, name):
    return page.locator('li.card', has=page.get_by_text(name, exact=True)).locator('.card-main')


def ended(page, action, outcome):
    """Whether an action reports how it ended."""
    return wait(page, lambda: (inspect(page)['action'] or {}).get('action') == action and inspect(page)['action']['outcome'] == outcome)


def check_cut_and_paste(report, browser, client):
    make(client, 'Cut/There/Deep')
    texts = [put(client, f'cut {number}.txt', 'Cut') for number in range(3)]
    page = at(browser, 'Cut')
    main(page, 'cut 0.txt').click(modifiers=['Control'])
    main(page, 'There').click(modifiers=['Control'])
    report.check('folders are selected with documents', count(page) == '1 folder, 1 document', count(page))
    page.keyboard.press('Escape')
    main(page, 'cut 0.txt').click(modifiers=['Control'])
    main(page, 'cut 1.txt').click()
    page.keyboard.press('Control+x')
    dimmed = wait(page, lambda: page.locator('.card.cut').count() == 2)
    report.check('what is cut is dimmed', dimmed and ended(page, 'cut', 'done'), toast(page))
    page.keyboard.press('Escape')
    page.keyboard.press('Escape')
    report.check('Escape ends the selection, and then the cut', wait(page, lambda: page.locator('.card.cut').count() == 0))
    main(page, 'cut 0.txt').click(modifiers=['Control'])
    main(page, 'cut 1.txt').click()
    page.keyboard.press('Control+x')
    page.keyboard.press('Escape')
    main(page, 'There').click()
    at_folder(page, 'Cut/There')
    page.keyboard.press('Control+v')
    moved = wait(page, lambda: [place(client, text) for text in texts] == ['Cut/There', 'Cut/There', 'Cut'])
    report.check('pasted, it is moved to the folder that is shown', moved and ended(page, 'paste', 'done'), toast(page))
    page.keyboard.press('Control+z')
    back = wait(page, lambda: [place(client, text) for text in texts] == ['Cut', 'Cut', 'Cut'])
    report.check('in one step, which is undone', back, toast(page))
    page.keyboard.press('Control+v')
    page.wait_for_timeout(300)
    report.check('it is pasted once', [place(client, text) for text in texts] == ['Cut', 'Cut', 'Cut'])
    page.go_back()
    at_folder(page, 'Cut')
    main(page, 'cut 2.txt').click(modifiers=['Control'])
    page.keyboard.press('Control+c')
    page.keyboard.press('Escape')
    main(page, 'There').click()
    at_folder(page, 'Cut/There')
    names = lambda: sorted(one['name'] for one in client.ask('GET', f'/api/v1/documents?folder={quote("Cut/There")}')[1]['documents'])
    page.keyboard.press('Control+v')
    report.check('what was copied is copied', wait(page, lambda: names() == ['cut 2.txt']) and place(client, texts[2]) == 'Cut', names())
    page.keyboard.press('Control+v')
    report.check('as often as one likes', wait(page, lambda: names() == ['cut 2 2.txt', 'cut 2.txt']), names())
    page.evaluate("""() => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['from elsewhere'], 'pasted file.txt', {type: 'text/plain'}));
      document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}));
    }""")
    report.check('files of the system are added', wait(page, lambda: 'pasted file.txt' in names()), names())
    page.context.close()
    check_pasting_folders(report, browser, client)
    remove(client, 'Cut')


def check_pasting_folders(report, browser, client):
    """By menus: a folder with what is in it, into another one."""
    put(client, 'deep.txt', 'Cut/Whole/Deep')
    page = at(browser, 'Cut')
    main(page, 'Whole').click(button='right')
    page.get_by_role('menuitem', name='Copy', exact=True).click()
    main(page, 'There').click(button='right')
    page.get_by_role('menuitem', name='Paste into it').click()
    inside = lambda: client.ask('GET', f'/api/v1/documents?folder={quote("Cut/There/Whole")}&deep=true')[1].get('documents', [])
    report.check('a folder is copied with all in it', wait(page, lambda: [one['folder'] for one in inside()] == ['Cut/There/Whole/Deep']), inside())
    main(page, 'Whole').click(button='right')
    page.get_by_role('menuitem', name='Cut', exact=True).click()
    report.check('a folder that is cut is dimmed', wait(page, lambda: page.locator('.card-folder.cut').count() == 1))
    main(page, 'Whole').click(button='right')
    page.get_by_role('menuitem', name='Paste into it').click()
    page.wait_for_timeout(300)
    report.check('and goes into no folder of its own', 'Cut/Whole' in listed(client, 'Cut'), listed(client, 'Cut'))
    page.context.close()


def lowest_in(page, element):
    """The class of what is seen at the lower end of an element."""
    box = element.bounding_box()
    return page.evaluate(
        '([x, y]) => document.elementFromPoint(x, y)?.className', [box['x'] + box['width'] / 2, box['y'] + box['height'] - 6]
    )


def check_renamed_in_place(report, browser, client):
    make(client, 'Names here/Box')
    text = put(client, 'first name.txt', 'Names here')
    put(client, 'taken.txt', 'Names here')
    page = at(browser, 'Names here')
    name = lambda: facts(client, text)['name']
    field, problem = page.locator('.name-field'), page.locator('.name-field-problem')
    main(page, 'first name.txt').click(modifiers=['Control'])
    page.wait_for_timeout(600)
    page.locator('.card-name', has_text='first name.txt').click()
    report.check('a second click on a name edits it where it stands', wait(page, lambda: field.count() == 1) and page.locator('dialog').count() == 0)
    selected = field.evaluate('(one) => one.value.slice(one.selectionStart, one.selectionEnd)')
    report.check('and selects what is before the extension', selected == 'first name', selected)
    for typed, word in (('', 'needed'), ('a/b', 'slash'), ('ä' * 130, 'too long'), ('y' * 300 + '.txt', 'too long'), ('taken.txt', 'is named'), ('Box', 'is named')):
        field.fill(typed)
        said = wait(page, lambda: word in problem.inner_text(), 5)
        report.check(f'“{typed[:10]}” will not do, and it says so while it is typed', said, problem.inner_text())
    report.check('no other card covers that', wait(page, lambda: lowest_in(page, problem) == 'name-field-problem', 5), lowest_in(page, problem))
    with page.expect_response(lambda answer: answer.request.method == 'PATCH'):
        page.keyboard.press('Enter')
    settle(page)
    report.check('Enter keeps the field', field.count() == 1 and name() == 'first name.txt')
    page.keyboard.press('Escape')
    report.check('Escape leaves the name', wait(page, lambda: field.count() == 0) and name() == 'first name.txt' and ended(page, 'rename', 'cancelled'))
    page.keyboard.press('Escape')
    main(page, 'first name.txt').focus()
    page.keyboard.press('F2')
    page.keyboard.type('second name')
    page.keyboard.press('Enter')
    report.check('F2 and Enter rename', wait(page, lambda: name() == 'second name.txt') and ended(page, 'rename', 'done'), name())
    focus = wait(page, lambda: 'second name.txt' in page.evaluate("document.activeElement.closest('.card')?.textContent ?? ''"))
    report.check('the focus is back on the card', focus)
    page.keyboard.press('F2')
    field.fill('third name.txt')
    page.locator('.place-title').click()
    report.check('leaving the field keeps the name', wait(page, lambda: name() == 'third name.txt'), name())
    folder_card(page, 'Box').hover()
    folder_card(page, 'Box').get_by_role('button', name='More for').click()
    page.get_by_role('menuitem', name='Rename').click()
    field.fill('Crate')
    page.keyboard.press('Enter')
    report.check('a folder is renamed, too', wait(page, lambda: listed(client, 'Names here') == ['Names here/Crate']), listed(client, 'Names here'))
    check_renamed_elsewhere(report, page, client, text)
    page.context.close()
    remove(client, 'Names here')


def check_renamed_elsewhere(report, page, client, text):
    """Two windows rename one document: the later one is told of the earlier name."""
    shown(page, 'third name.txt')
    main(page, 'third name.txt').focus()
    page.keyboard.press('F2')
    page.locator('.name-field').fill('mine.txt')
    client.ask('PATCH', f'/api/v1/documents/{text["id"]}', json.dumps({'name': 'theirs.txt'}).encode(), 'application/json')
    page.keyboard.press('Enter')
    said = wait(page, lambda: 'renamed elsewhere' in toast(page))
    report.check('a name given elsewhere meanwhile is not lost', said and facts(client, text)['name'] == 'theirs.txt', toast(page))
    page.get_by_role('button', name='Call it mine.txt').click()
    report.check('but can be replaced', wait(page, lambda: facts(client, text)['name'] == 'mine.txt'), facts(client, text)['name'])


def check_new_folders(report, browser, client):
    make(client, 'Made')
    texts = [put(client, f'made {number}.txt', 'Made') for number in range(3)]
    page = at(browser, 'Made')
    field, take = page.locator('#name-field'), page.locator('.name-sheet .primary')
    box = page.locator('.library-scroll').bounding_box()
    page.mouse.click(box['x'] + box['width'] / 2, box['y'] + box['height'] - 20, button='right')
    page.get_by_role('menuitem', name='New folder').click()
    report.check('a folder is made from the menu beside the cards; without a name it cannot be', take.is_disabled())
    field.fill('a/b')
    report.check('nor with a slash', take.is_disabled() and 'slash' in page.locator('#name-problem').inner_text())
    field.fill('By menu')
    report.check('but with a name', take.is_enabled())
    page.keyboard.press('Enter')
    report.check('and is there', wait(page, lambda: 'Made/By menu' in listed(client, 'Made')) and ended(page, 'new-folder', 'done'))
    dialogs_gone(page)
    page.keyboard.press('Shift+N')
    field.fill('By menu')
    report.check('a name that is there is refused while it is typed', wait(page, take.is_disabled), page.locator('#name-problem').inner_text())
    page.keyboard.press('Escape')
    report.check('Escape makes none, and says so', ended(page, 'new-folder', 'cancelled'))
    dialogs_gone(page)
    main(page, 'made 0.txt').click(modifiers=['Control'])
    main(page, 'made 1.txt').click()
    page.get_by_role('button', name='More', exact=True).click()
    page.get_by_role('menuitem', name='New folder with 2 documents').click()
    field.fill('With them')
    page.keyboard.press('Enter')
    places = lambda: [place(client, text) for text in texts]
    report.check('a folder is made with what is selected', wait(page, lambda: places() == ['Made/With them', 'Made/With them', 'Made']), places())
    dialogs_gone(page)
    shown(page, 'With them')
    undo(page)
    gone = wait(page, lambda: places() == ['Made'] * 3 and 'Made/With them' not in listed(client, 'Made'))
    report.check('undone, all is as it was', gone, (places(), listed(client, 'Made')))
    main(page, 'made 2.txt').click(button='right')
    page.get_by_role('menuitem', name='Move to…').click()
    page.get_by_role('dialog', name='Move made 2.txt').get_by_role('button', name='New folder').click()
    field.fill('On the way')
    page.keyboard.press('Enter')
    step = page.locator('.folder-picker .trail-step[aria-current]')
    report.check('a folder is made where one is chosen, and open', wait(page, lambda: step.inner_text() == 'On the way'), step.inner_text())
    page.get_by_role('button', name='Move here').click()
    report.check('and takes what is moved', wait(page, lambda: places()[2] == 'Made/On the way'), places())
    page.goto(f'{BASE}/')
    settle(page)
    tools(page)
    page.get_by_role('button', name='New folder').click()
    field.fill('From all documents')
    page.keyboard.press('Enter')
    report.check('the toolbar makes one, too', wait(page, lambda: 'From all documents' in listed(client)), listed(client))
    page.context.close()
    for path in ('Made', 'From all documents'):
        remove(client, path)


def check_folders_with_documents(report, browser, client):
    texts = [put(client, f'both {number}.txt', 'Both') for number in range(2)]
    inner = [put(client, 'inner.txt', f'Both/{name}') for name in ('One', 'Two')]
    make(client, 'Both/Target')
    page = at(browser, 'Both')
    page.keyboard.press('Control+a')
    report.check('all is folders and documents', count(page) == '3 folders, 2 documents', count(page))
    main(page, 'Target').click()
    page.get_by_role('button', name='Move to…').click()
    offered = page.locator('.folder-choice')
    wait(page, lambda: offered.count() > 0)
    report.check('they cannot go into themselves', offered.all_inner_texts() == ['Target'], offered.all_inner_texts())
    offered.first.click()
    wait(page, lambda: page.locator('.folder-picker .trail-step[aria-current]').inner_text() == 'Target')
    page.get_by_role('button', name='Move here').click()
    places = lambda: [place(client, one) for one in texts + inner]
    moved = wait(page, lambda: places() == ['Both/Target', 'Both/Target', 'Both/Target/One', 'Both/Target/Two'])
    report.check('they are moved together', moved and wait(page, lambda: '2 folders, 2 documents are in Target now' in toast(page)), (places(), toast(page)))
    undo(page)
    back = wait(page, lambda: places() == ['Both', 'Both', 'Both/One', 'Both/Two'])
    report.check('and back in one step', back, places())
    wait(page, lambda: page.locator('li.card').count() == 5)
    page.keyboard.press('Escape')
    main(page, 'One').click(modifiers=['Control'])
    main(page, 'both 0.txt').click()
    page.keyboard.press('Delete')
    trashed = lambda: ['trashed' in facts(client, one) for one in texts + inner]
    report.check('they are thrown away together', wait(page, lambda: trashed() == [True, False, True, False]), (trashed(), toast(page)))
    undo(page)
    report.check('and taken back', wait(page, lambda: trashed() == [False] * 4 and folders(page) == ['One', 'Target', 'Two']), folders(page))
    page.context.close()
    remove(client, 'Both')


def drag(page, source, target):
    return page.evaluate(DRAG, [source, target])


def check_dragged(report, browser, client):
    texts = [put(client, f'drag {number}.txt', 'Drag') for number in range(3)]
    put(client, 'inner.txt', 'Drag/Carried')
    make(client, 'Drag/Target')
    page = at(browser, 'Drag')
    main(page, 'Carried').click(modifiers=['Control'])
    main(page, 'drag 0.txt').click()
    own = drag(page, '[data-folder="Drag/Carried"] .card-main', '[data-folder="Drag/Carried"]')
    report.check('a folder takes no folder that is dragged with it', not own)
    drag(page, f'[data-document="{texts[0]["id"]}"] .card-main', '[data-folder="Drag/Target"]')
    moved = wait(page, lambda: place(client, texts[0]) == 'Drag/Target' and 'Drag/Target/Carried' in listed(client, 'Drag/Target'))
    report.check('a selection of both is dragged into a folder', moved, toast(page))
    page.keyboard.press('Escape')
    drag(page, f'[data-document="{texts[1]["id"]}"] .card-main', '.place[href*="trash"]')
    report.check('what is dragged onto the Trash goes there', wait(page, lambda: 'trashed' in facts(client, texts[1])), toast(page))
    drag(page, f'[data-document="{texts[2]["id"]}"] .card-main', '.place[href*="folders"]')
    report.check('and onto the folders, to their top', wait(page, lambda: place(client, texts[2]) == ''), place(client, texts[2]))
    page.context.close()
    remove(client, 'Drag')
    client.ask('DELETE', f'/api/v1/documents/{texts[2]["id"]}')


def cards_of(client, board):
    status, content = client.ask('GET', f'/api/v1/documents/{board["id"]}/content')
    return content.get('cards', []) if status == 200 and isinstance(content, dict) else []


def check_added_to_boards(report, browser, client):
    texts = [put(client, f'laid {number}.txt', 'Laid') for number in range(2)]
    body = json.dumps({'format': 'org.sheaf.board', 'formatVersion': 1, 'cards': [], 'strokes': []}).encode()
    board = client.ask('POST', '/api/v1/documents?folder=Laid&name=Desk.board', body, 'application/vnd.sheaf.board+json')[1]
    page = at(browser, 'Laid')
    main(page, 'laid 0.txt').click(modifiers=['Control'])
    main(page, 'laid 1.txt').click()
    page.get_by_role('button', name='Add to a board…').click()
    page.get_by_role('menuitem', name='Desk').click()
    laid = wait(page, lambda: len(cards_of(client, board)) == 2)
    report.check('pages of many documents are laid on a board', laid and ended(page, 'board', 'done'), (cards_of(client, board), toast(page)))
    page.get_by_role('button', name='Undo').click()
    report.check('and taken off again', wait(page, lambda: cards_of(client, board) == []), toast(page))
    drag(page, f'[data-document="{texts[0]["id"]}"] .card-main', f'[data-document="{board["id"]}"]')
    laid = wait(page, lambda: {one['document'] for one in cards_of(client, board)} == {one['id'] for one in texts})
    report.check('a selection is dragged onto the card of a board', laid, (cards_of(client, board), toast(page)))
    page.context.close()
    remove(client, 'Laid')


def check_shared(report, browser, client):
    texts = [put(client, f'shared {number}.txt', 'Shared') for number in range(2)]
    page = at(browser, 'Shared')
    page.evaluate("() => { globalThis.shared = []; navigator.share = async (data) => { globalThis.shared.push(data); }; }")
    main(page, 'shared 0.txt').click(modifiers=['Control'])
    main(page, 'shared 1.txt').click()
    page.keyboard.press('Escape')
    main(page, 'shared 0.txt').click(modifiers=['Control'])
    main(page, 'shared 1.txt').click()
    page.get_by_role('button', name='Share…').click()
    data = wait(page, lambda: page.evaluate('globalThis.shared'))
    report.check('links are shared', data and [f'/d/{one["id"]}' in data[0]['text'] for one in texts] == [True, True], data)
    page.evaluate("() => { navigator.share = async () => { throw new DOMException('no', 'AbortError'); }; }")
    page.get_by_role('button', name='Share…').click()
    report.check('sharing that is given up is no failure', ended(page, 'share', 'cancelled'))
    page.context.close()
    remove(client, 'Shared')


def check_acting_by_touch(report, browser, client):
    make(client, 'Touched/Box')
    text = put(client, 'touched.txt', 'Touched')
    page = at(browser, 'Touched', PHONE)
    hand = Hand(page)
    card(page, 'touched.txt').locator('.card-action').tap()
    menu = page.locator('.menu')
    wait(page, lambda: menu.count() == 1 and settle(page))
    box = menu.bounding_box()
    report.check('a menu is a sheet at the foot of a phone', box['y'] + box['height'] > 800 and box['width'] > 340 and not overflow(page), box)
    report.check('with Cancel last', menu.get_by_role('menuitem').last.inner_text() == 'Cancel')
    menu.get_by_role('menuitem', name='Cancel').tap()
    report.check('which does nothing', wait(page, lambda: menu.count() == 0) and ended(page, None, 'cancelled'))
    card(page, 'touched.txt').locator('.card-action').tap()
    wait(page, lambda: menu.count() == 1)
    page.wait_for_timeout(750)
    menu.get_by_role('menuitem', name='Rename').tap()
    page.locator('.name-field').fill('renamed by hand.txt')
    page.keyboard.press('Enter')
    report.check('a document is renamed in place', wait(page, lambda: facts(client, text)['name'] == 'renamed by hand.txt'), facts(client, text)['name'])
    card(page, 'renamed by hand.txt').locator('.card-action').tap()
    # The item lies where the button is: a press that comes sooner is a second one on the button.
    wait(page, lambda: menu.count() == 1)
    page.wait_for_timeout(750)
    menu.get_by_role('menuitem', name='Cut').tap()
    folder_card(page, 'Box').locator('.card-main').tap()
    at_folder(page, 'Touched/Box')
    hand.land((195, 500))
    hand.rest(700)
    hand.lift()
    page.wait_for_timeout(400)
    report.check('a long press beside the cards opens the menu of the place', wait(page, lambda: menu.get_by_role('menuitem', name='New folder').count() == 1))
    menu.get_by_role('menuitem', name='Paste').tap()
    report.check('which pastes', wait(page, lambda: place(client, text) == 'Touched/Box'), place(client, text))
    page.go_back()
    at_folder(page, 'Touched')
    box = folder_card(page, 'Box').locator('.card-picture').bounding_box()
    hand.land((box['x'] + box['width'] / 2, box['y'] + box['height'] / 2))
    hand.rest(700)
    hand.lift()
    report.check('a long press selects a folder', wait(page, lambda: count(page) == '1 folder'), count(page))
    page.context.close()
    remove(client, 'Touched')


def check_title_renamed(report, browser, client):
    """The title of what is open is edited where it stands: in the reader, and on a board."""
    text = put(client, 'titled.txt', 'Titles')
    page = browser.page(path=f'/d/{text["id"]}')
    wait(page, lambda: inspect(page)['view'] == 'reader' and settle(page))
    name, field = lambda: facts(client, text)['name'], page.locator('.name-field')
    page.locator('.reader-title').click()
    report.check('a click of the mouse edits the title', wait(page, lambda: field.count() == 1 and field.input_value() == 'titled.txt'))
    field.fill('a/b')
    said = page.locator('.name-field-problem')
    report.check('and says why a name will not do', wait(page, lambda: 'slash' in said.inner_text()), said.inner_text())
    box, window = said.bounding_box(), page.viewport_size
    report.check('where it can be read', box['x'] >= 0 and box['x'] + box['width'] <= window['width'], box)
    field.fill('titled anew.txt')
    page.keyboard.press('Enter')
    report.check('Enter renames', wait(page, lambda: name() == 'titled anew.txt'), name())
    report.check('the title follows', wait(page, lambda: page.locator('.reader-title').inner_text() == 'titled anew.txt'))
    page.keyboard.press('F2')
    page.keyboard.type('once more')
    page.keyboard.press('Escape')
    report.check('Escape leaves the name', wait(page, lambda: field.count() == 0) and name() == 'titled anew.txt', name())
    page.keyboard.press('F2')
    wait(page, lambda: field.count() == 1)
    page.keyboard.type('by key')
    page.keyboard.press('Enter')
    report.check('so does F2', wait(page, lambda: name() == 'by key.txt'), name())
    page.context.close()
    check_board_renamed(report, browser, client)
    remove(client, 'Titles')


def check_board_renamed(report, browser, client):
    body = json.dumps({'format': 'org.sheaf.board', 'formatVersion': 1, 'cards': [], 'strokes': []}).encode()
    board = client.ask('POST', '/api/v1/documents?folder=Titles&name=Mine.board', body, 'application/vnd.sheaf.board+json')[1]
    page = browser.page(path=f'/d/{board["id"]}')
    wait(page, lambda: inspect(page)['view'] == 'board' and settle(page))
    name, field = lambda: facts(client, board)['name'], page.locator('.board-name-field')
    page.keyboard.press('F2')
    field.fill('a/b')
    said = page.locator('.name-field-problem')
    report.check('F2 edits the name of a board, with the same words', wait(page, lambda: 'slash' in said.inner_text()), said.inner_text())
    page.keyboard.press('Enter')
    report.check('and keeps the field', field.count() == 1 and name() == 'Mine.board')
    client.ask('PATCH', f'/api/v1/documents/{board["id"]}', json.dumps({'name': 'Theirs.board'}).encode(), 'application/json')
    wait(page, lambda: page.title().startswith('Theirs'))
    field.fill('Ours')
    page.keyboard.press('Enter')
    report.check('a name given elsewhere is kept', wait(page, lambda: 'renamed elsewhere' in toast(page)) and name() == 'Theirs.board', (name(), toast(page)))
    page.get_by_role('button', name='Call it “Ours”').click()
    report.check('unless it is replaced', wait(page, lambda: name() == 'Ours.board'), name())
    page.context.close()
