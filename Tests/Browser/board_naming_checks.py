"""The name of a board: ready to be typed over when the board is new, edited when it is pressed."""

from board_checks import board, draw_wave, upload_board
from harness import PHONE, inspect, overflow, settle, wait

# The name's field: what is in it, whether it has the focus, and whether all of it is selected.
NAME_FIELD = """
() => {
  const field = document.querySelector('.board-name-field');
  return field && [
    field.value, document.activeElement === field,
    field.selectionStart === 0 && field.selectionEnd === field.value.length,
  ];
}
"""


def name_of(client, page):
    return name_of_id(client, inspect(page)['document'])


def on_the_board(page):
    return page.evaluate("document.activeElement.classList.contains('board-stage')")


def check_new_board_name(report, browser, client):
    page = browser.page()
    new_board(page)
    given = name_of(client, page)
    stem = given.removesuffix('.board')
    field = page.get_by_label('Name of the board')
    ready = wait(page, lambda: page.evaluate(NAME_FIELD) == [stem, True, True])
    report.check('its name is ready to be typed over', ready, page.evaluate(NAME_FIELD))
    page.keyboard.type('Grove')
    page.keyboard.press('Escape')
    back = wait(page, lambda: field.count() == 0 and on_the_board(page))
    report.check('Escape goes to the board', back and inspect(page)['view'] == 'board', inspect(page)['view'])
    shown = page.get_by_role('heading', level=1).inner_text()
    report.check('which keeps the name it was given', (shown, name_of(client, page)) == (stem, given), shown)
    page.keyboard.press('p')
    tool = wait(page, lambda: page.locator('.board-stage').get_attribute('data-tool') == 'pen')
    report.check('and hears its keys', tool)
    page.keyboard.press('v')
    page.get_by_role('button', name=stem, exact=True).click()
    wait(page, lambda: page.evaluate(NAME_FIELD) == [stem, True, True])
    page.keyboard.type('vp Grove')
    drawing = page.locator('.board-stage').get_attribute('data-tool')
    report.check('keys typed there do not reach the board', drawing == 'select', drawing)
    page.keyboard.press('Enter')
    named = wait(page, lambda: name_of(client, page) == 'vp Grove.board' and on_the_board(page))
    report.check('Enter keeps the name, and goes to the board', named, name_of(client, page))
    title = wait(page, lambda: page.title() == 'vp Grove – Sheaf')
    report.check('which is called so from then on', title, page.title())


def check_new_board_names(report, browser, client):
    taken = upload_board(client, 'Taken.board')
    page = browser.page()
    new_board(page)
    page.keyboard.type('Taken')
    box = page.locator('.board-stage').bounding_box()
    page.mouse.click(box['x'] + 120, box['y'] + 300)
    reported = wait(page, lambda: 'could not be called “Taken”' in page.locator('.toasts').inner_text())
    report.check('a name that is taken is reported after the next action', reported, page.locator('.toasts').inner_text())
    report.check('and the other board keeps its name', name_of_id(client, taken['id']) == 'Taken.board')
    page.get_by_role('button', name='Edit name').click()
    offered = wait(page, lambda: page.evaluate(NAME_FIELD) == ['Taken', True, True])
    report.check('the typed name is not lost', offered, page.evaluate(NAME_FIELD))
    page.keyboard.press('End')
    page.keyboard.type(' anew')
    draw_wave(page, box['x'] + 120, box['y'] + 300, 120)
    still = wait(page, lambda: name_of(client, page) == 'Taken anew.board')
    report.check('a hand on the board keeps the name', still, name_of(client, page))
    page.reload()
    settle(page)
    again = page.get_by_label('Name of the board').count()
    report.check('a board that is opened again is not named again', again == 0)
    page.context.close()
    page = browser.page()
    new_board(page)
    page.keyboard.type('Left at once')
    made = inspect(page)['document']
    page.get_by_role('button', name='Back to the library').click()
    kept = wait(page, lambda: name_of_id(client, made) == 'Left at once.board')
    report.check('leaving the board keeps the name, too', kept, name_of_id(client, made))
    page.context.close()
    check_name_and_drag(report, browser, client)
    check_name_in_another_tab(report, browser, client)
    check_named_elsewhere(report, browser, client)
    check_new_board_on_a_phone(report, browser, client)


def check_name_and_drag(report, browser, client):
    page = browser.page()
    new_board(page)
    page.keyboard.type('Dragged')
    box = page.locator('.board-stage').bounding_box()
    before = board(page)['viewport']
    page.mouse.move(box['x'] + 200, box['y'] + 300)
    page.mouse.down()
    kept = wait(page, lambda: page.evaluate(NAME_FIELD) is None and on_the_board(page))
    report.check('the first press on the desk closes the field', kept, page.evaluate(NAME_FIELD))
    page.mouse.move(box['x'] + 320, box['y'] + 380, steps=6)
    page.mouse.up()
    moved = wait(page, lambda: board(page)['viewport'] != before)
    report.check('and drags the desk', moved, board(page)['viewport'])
    named = wait(page, lambda: name_of(client, page) == 'Dragged.board')
    report.check('and keeps what was typed', named, name_of(client, page))
    page.context.close()


def hide(page, hidden):
    """As when the user looks into another tab, and comes back."""
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
          document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


def check_name_in_another_tab(report, browser, client):
    page = browser.page()
    new_board(page)
    given = name_of(client, page)
    page.keyboard.type('Gar')
    hide(page, True)
    kept = wait(page, lambda: name_of(client, page) == 'Gar.board')
    report.check('looking into another tab keeps the typed name', kept, name_of(client, page))
    hide(page, False)
    typed = page.evaluate(NAME_FIELD)
    report.check('the way back to the field', typed == ['Gar', True, False], typed)
    page.keyboard.type('den')
    page.keyboard.press('Enter')
    named = wait(page, lambda: name_of(client, page) == 'Garden.board' and on_the_board(page))
    report.check('and types on', named, name_of(client, page))
    wait(page, lambda: page.title() == 'Garden – Sheaf')
    page.get_by_role('button', name='Garden', exact=True).click()
    wait(page, lambda: page.evaluate(NAME_FIELD) == ['Garden', True, True])
    page.keyboard.type(given.removesuffix('.board'))
    hide(page, True)
    wait(page, lambda: name_of(client, page) == given)
    hide(page, False)
    page.keyboard.press('Escape')
    back = wait(page, lambda: name_of(client, page) == 'Garden.board' and on_the_board(page))
    report.check('Escape gives the board the name back that it had', back, name_of(client, page))
    page.context.close()


def check_named_elsewhere(report, browser, client):
    page = browser.page()
    new_board(page)
    made, asked = inspect(page)['document'], []
    page.on('request', lambda request: request.method == 'PATCH' and asked.append(request.post_data))
    client.ask('PATCH', f'/api/v1/documents/{made}', b'{"name": "Theirs.board"}', 'application/json')
    wait(page, lambda: page.title() == 'Theirs – Sheaf')
    typed = page.evaluate(NAME_FIELD)
    report.check('a name that is given elsewhere does not end the typing', typed and typed[1], typed)
    page.keyboard.press('Enter')
    wait(page, lambda: on_the_board(page))
    page.get_by_role('button', name='Theirs', exact=True).click()
    wait(page, lambda: page.evaluate(NAME_FIELD) == ['Theirs', True, True])
    page.keyboard.type('Ours')
    page.keyboard.press('Enter')
    named = wait(page, lambda: name_of(client, page) == 'Ours.board')
    report.check('an empty field takes no name back', named and asked == ['{"name":"Ours.board"}'], asked)
    page.context.close()


def check_new_board_on_a_phone(report, browser, client):
    page = browser.page(PHONE)
    page.get_by_role('button', name='Add files').tap()
    page.get_by_role('menuitem', name='New board').click()
    wait(page, lambda: inspect(page)['view'] == 'board' and board(page))
    settle(page)
    field = page.get_by_label('Name of the board')
    report.check('phone: no keyboard comes up over a new board', field.count() == 0 and on_the_board(page))
    page.get_by_role('heading', level=1).get_by_role('button').tap()
    report.check('phone: its name is edited when it is tapped', wait(page, lambda: page.evaluate(NAME_FIELD)))
    report.check('phone: and fits the window', overflow(page) <= 0, overflow(page))
    field.fill('By finger')
    page.keyboard.press('Enter')
    report.check('phone: and kept', wait(page, lambda: name_of(client, page) == 'By finger.board'))
    page.context.close()


def new_board(page):
    """Makes a board, and waits until its name can be typed."""
    page.get_by_role('button', name='New board').click()
    wait(page, lambda: inspect(page)['view'] == 'board' and board(page))
    settle(page)
    wait(page, lambda: (page.evaluate(NAME_FIELD) or [None, False])[1])


def name_of_id(client, document):
    return client.ask('GET', f'/api/v1/documents/{document}')[1]['name']
