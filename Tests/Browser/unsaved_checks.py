"""Changes that are not stored yet when a page is left, closed or signed out; and acts that are asked for twice."""

from board_checks import a_card, board, content_of, drag, middle_of, open_board, upload_board
from fixtures import pdf
from harness import BASE, DESKTOP, card, inspect, intercept, settle, shown, wait

# Whether the browser would ask before it closes the window.
ASKS = """
() => {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}
"""


def a_board(browser, client, name):
    rose = client.upload(f'{name}.pdf', pdf(text=name))
    document = upload_board(client, f'{name}.board', [a_card(rose['id'])])
    return document, open_board(browser, document)


def moved(client, document):
    return content_of(client, document)['cards'][0]['y'] > 50


def check_left_offline(report, browser, client):
    document, page = a_board(browser, client, 'Adrift')
    page.context.set_offline(True)
    drag(page, middle_of(page), (0, 90))
    asks = page.evaluate(ASKS)
    report.check('a window with work that cannot be saved is not closed without a question', asks)
    page.get_by_role('button', name='Back to the library').click()
    wait(page, lambda: inspect(page)['view'] == 'library')
    said = wait(page, lambda: page.get_by_text('Adrift is not saved yet').count() >= 1)
    report.check('leaving an unsaved board asks first', said)
    report.check('and is asked still', page.evaluate(ASKS))
    page.context.set_offline(False)
    kept = wait(page, lambda: moved(client, document), 60)
    report.check('it is saved when the connection is back', kept, content_of(client, document))
    report.check('then leaving asks nothing', wait(page, lambda: not page.evaluate(ASKS)))


def check_signed_out_at_work(report, browser, client):
    document, page = a_board(browser, client, 'Expired')
    cookies = page.context.cookies()
    page.context.clear_cookies()
    drag(page, middle_of(page), (0, 90))
    again = page.get_by_role('button', name='I have signed in')
    report.check('signing out at work is reported', wait(page, lambda: again.count() == 1))
    report.check('and is asked before what was done goes', wait(page, lambda: page.evaluate(ASKS)))
    page.context.add_cookies(cookies)
    # The page loads anew once all is stored; until then nothing in it can be asked.
    with page.expect_navigation():
        again.click()
    kept = wait(page, lambda: moved(client, document))
    report.check('unsaved changes are saved after signing in', kept, content_of(client, document))
    back = wait(page, lambda: (board(page).get('cards') or [{'y': 0}])[0]['y'] > 50)
    report.check('and is there again', back, board(page))


def check_signed_out_meanwhile(report, browser):
    """The connection is lost, and when it is back the session has ended."""
    page = browser.context(DESKTOP).new_page()
    intercept(page, '**/api/v1/events*', lambda route: route.abort())
    page.goto(BASE)
    lost = wait(page, lambda: page.locator('.banner').is_visible())
    report.check('a lost connection is told', lost)
    page.context.clear_cookies()
    page.unroute_all()
    page.get_by_role('button', name='Try now').click()
    signed_out = wait(page, lambda: page.get_by_text('Sign in to Sheaf').count() == 1)
    report.check('a session that ended meanwhile leads to signing in', signed_out)


def check_deleting_quickly(report, browser, client):
    documents = [client.upload(f'{letter} quick.txt', letter.encode()) for letter in 'abc']
    names = [document['name'] for document in documents]
    page = browser.page(path='/?q=quick&sort=name')
    for name in names:
        shown(page, name)
    settle(page)
    card(page, names[0]).locator('a').focus()
    for _ in range(3):
        page.keyboard.down('Delete')
    page.keyboard.up('Delete')
    wait(page, lambda: names[0] not in client.names())
    left = [name for name in names if name in client.names()]
    report.check('a key that is held deletes one card', left == names[1:], left)
    held = []
    intercept(page, f'**/documents/{documents[1]["id"]}', lambda route: held.append(route))
    page.keyboard.press('Delete')
    wait(page, lambda: held)
    page.keyboard.press('Control+z')
    held[0].continue_()
    back = wait(page, lambda: page.get_by_text(f'{names[1]} is back').count() >= 1)
    report.check('a document taken back before it is gone is back', back and names[1] in client.names(), client.names())


def check_made_once(report, browser, client):
    page = browser.page()
    before = len(client.names())
    page.evaluate("""() => {
      const button = document.querySelector('.board-button');
      button.click();
      button.click();
    }""")
    wait(page, lambda: inspect(page)['view'] == 'board')
    settle(page)
    made = len(client.names()) - before
    report.check('a board that is asked for twice is made once', made == 1, made)


def check_thrown_away_meanwhile(report, browser, client):
    """A document on its way to the Trash is not listed again while the server has not answered."""
    names = [client.upload(f'{letter} leaving.txt', letter.encode())['name'] for letter in 'ab']
    page, held = browser.page(path='/?q=leaving&sort=name'), []
    for name in names:
        shown(page, name)
    intercept(
        page, '**/api/v1/documents/*', lambda route: held.append(route) if route.request.method == 'DELETE' else route.continue_()
    )
    card(page, names[0]).locator('a').focus()
    page.keyboard.press('Delete')
    wait(page, lambda: held)
    page.locator('.search-field').fill('leavin')
    found = wait(page, lambda: (library := inspect(page)['library'])['q'] == 'leavin' and library['complete'])
    listed = [name for name in names if card(page, name).count() == 1]
    report.check('a document on its way to the Trash is not found by a search', found and listed == names[1:], listed)
    held[0].fulfill(status=503, content_type='application/problem+json', body='{"status": 503, "code": "busy"}')
    report.check('and is there again where it is refused', shown(page, names[0]))
