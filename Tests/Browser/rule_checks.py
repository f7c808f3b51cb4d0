"""Rules in the app: made of a search, put in order, changed in two windows, and told of when they acted."""

import json

from access_checks import AUDIT
from harness import BASE, DESKTOP, PHONE, dialogs_gone, inspect, intercept, overflow, settle, wait
from touch import Hand


RULES = '/api/v1/rules'


def make(client, name, query, on=False, **actions):
    rule = {'name': name, 'query': query, 'actions': actions or {'tags': ['made']}, 'on': on}
    return client.ask('POST', RULES, json.dumps(rule).encode(), 'application/json')[1]


def forget(client):
    for rule in client.ask('GET', RULES)[1]['rules']:
        client.ask('DELETE', f'{RULES}/{rule["id"]}')


def kept(client):
    return [rule['name'] for rule in client.ask('GET', RULES)[1]['rules']]


def section(browser, device=DESKTOP, **options):
    page = browser.context(device, **options).new_page()
    page.goto(f'{BASE}/settings/rules')
    settle(page)
    return page


def listed(page):
    return page.locator('.rule-line .settings-name').all_inner_texts()


def shows(page, *names):
    return wait(page, lambda: listed(page) == list(names))


def field(page, label):
    return page.get_by_label(label, exact=True)


def toast(page, words):
    return page.locator('.toast', has_text=words)


def check_rule_of_a_search(report, browser, client):
    """A search becomes a rule with the same words and place, and the library asks for no more than before until then."""
    client.ask('POST', '/api/v1/folders', json.dumps({'folder': 'Ruled'}).encode(), 'application/json')
    page = browser.page(path='/?view=folders&folder=Ruled&q=quillon+ledger')
    make_rule = page.locator('.search-scope').get_by_role('button', name='Make a rule')
    report.check('a search offers to be a rule', wait(page, lambda: make_rule.count() == 1))
    make_rule.focus()
    page.keyboard.press('Enter')
    query = field(page, 'Documents that this search finds')
    report.check('the section of rules opens with the editor', wait(page, lambda: query.count() == 1) and '/settings/rules' in page.url, page.url)
    report.check('its search is that of the library', query.input_value() == 'folder:Ruled quillon ledger', query.input_value())
    report.check('it is called as the search', field(page, 'Name').input_value() == 'quillon ledger', field(page, 'Name').input_value())
    focused = wait(page, lambda: page.evaluate('document.activeElement.value') == 'quillon ledger')
    report.check('and the name can be typed at once', focused, page.evaluate('document.activeElement.outerHTML')[:200])
    field(page, 'Give them these tags, with commas between them').fill('ledger')
    page.keyboard.press('Enter')
    report.check('it is kept', shows(page, 'quillon ledger') and kept(client) == ['quillon ledger'], kept(client))
    page.reload()
    settle(page)
    report.check('and offered once', shows(page, 'quillon ledger') and page.locator('.rule-form').count() == 0)
    page.keyboard.press('Escape')
    report.check('the way out leads back to the search', wait(page, lambda: 'q=quillon' in page.url), page.url)
    page.context.close()
    other = browser.page(path='/?view=trash&q=quillon')
    wait(other, lambda: other.locator('.search-scope').is_visible())
    none = other.locator('.search-scope').get_by_role('button', name='Make a rule').count() == 0
    report.check('a search in the Trash offers none', none)
    other.context.close()
    forget(client)


def check_rule_of_a_saved_search(report, browser, client):
    """A saved search becomes a rule from its menu."""
    page = browser.page(path='/?q=quillon')
    page.get_by_role('button', name='Save this search').click()
    page.locator('#name-field').fill('My quills')
    page.keyboard.press('Enter')
    dialogs_gone(page)
    more = page.get_by_role('button', name='More for My quills')
    wait(page, lambda: more.count() == 1)
    more.focus()
    page.keyboard.press('Enter')
    page.get_by_role('menuitem', name='Make a rule').click()
    query = field(page, 'Documents that this search finds')
    wait(page, lambda: query.count() == 1)
    values = [query.input_value(), field(page, 'Name').input_value()]
    report.check('its rule has its words and its name', values == ['quillon', 'My quills'], values)
    page.context.close()
    client.ask('DELETE', '/api/v1/preferences/library.searches')


def handle_of(page, name):
    return page.get_by_role('button', name=f'Move the rule “{name}”')


def middle(locator):
    box = locator.bounding_box()
    return box['x'] + box['width'] / 2, box['y'] + box['height'] / 2


def check_rules_ordered(report, browser, client):
    """Rules change places by the mouse, by keys and from a menu; the server keeps the order, and it can be taken back."""
    for name in ('First', 'Second', 'Third'):
        make(client, name, f'ordered {name}')
    page = section(browser)
    shows(page, 'First', 'Second', 'Third')
    start, end = middle(handle_of(page, 'First')), middle(handle_of(page, 'Third'))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], (start[1] + end[1]) / 2, steps=8)
    report.check('the line follows the mouse', wait(page, lambda: page.locator('li.held').count() == 1))
    page.mouse.move(start[0], end[1] + 4, steps=8)
    page.mouse.up()
    report.check('a rule is dragged to the end', shows(page, 'Second', 'Third', 'First'), listed(page))
    report.check('the server keeps it', wait(page, lambda: kept(client) == ['Second', 'Third', 'First']), kept(client))
    report.check('a drag opens no menu', page.get_by_role('menu').count() == 0)
    toast(page, '“First” is rule 3 of 3 now').get_by_role('button', name='Undo').click()
    report.check('which is undone', wait(page, lambda: kept(client) == ['First', 'Second', 'Third']), kept(client))
    shows(page, 'First', 'Second', 'Third')
    handle_of(page, 'Second').focus()
    page.keyboard.press('Alt+ArrowUp')
    report.check('keys move it up', shows(page, 'Second', 'First', 'Third'), listed(page))
    named = 'document.activeElement.getAttribute("aria-label")'
    stays = wait(page, lambda: kept(client) == ['Second', 'First', 'Third'] and page.evaluate(named) == 'Move the rule “Second”')
    report.check('and the focus stays with it', stays, page.evaluate(named))
    page.keyboard.press('Alt+ArrowDown')
    report.check('and down', shows(page, 'First', 'Second', 'Third') and wait(page, lambda: kept(client) == ['First', 'Second', 'Third']), listed(page))
    handle_of(page, 'Third').click()
    page.get_by_role('menuitem', name='Move to the top').click()
    report.check('and so does its menu', shows(page, 'Third', 'First', 'Second'), listed(page))
    wait(page, lambda: kept(client) == ['Third', 'First', 'Second'])
    held, answers = [], '**/api/v1/rules/*'
    intercept(page, answers, lambda route: held.append(route))
    handle_of(page, 'First').focus()
    for way in ('Up', 'Down', 'Down'):
        page.keyboard.press(f'Alt+Arrow{way}')
    last = ['Third', 'Second', 'First']
    report.check('keys that are faster than the server count from what is shown', shows(page, *last) and len(held) == 1, (listed(page), len(held)))
    page.unroute(answers)
    for route in held:
        route.continue_()
    report.check('and it keeps the last of them', wait(page, lambda: kept(client) == last) and shows(page, *last), kept(client))
    page.context.close()
    forget(client)


def check_rules_ordered_by_touch(report, browser, client):
    """A finger drags a rule by its handle on a phone; beside the handle it scrolls."""
    for name in ('Upper', 'Lower'):
        make(client, name, f'touched {name}')
    page = section(browser, PHONE)
    shows(page, 'Upper', 'Lower')
    page.locator('.rule-line').first.scroll_into_view_if_needed()
    hand, start, end = Hand(page), middle(handle_of(page, 'Upper')), middle(handle_of(page, 'Lower'))
    hand.land(start)
    hand.glide(16, f0=(start[0], end[1] + 30))
    hand.lift()
    report.check('a finger drags a rule', shows(page, 'Lower', 'Upper'), listed(page))
    report.check('and the server keeps it', wait(page, lambda: kept(client) == ['Lower', 'Upper']), kept(client))
    hand.rest(600)
    hand.tap(middle(handle_of(page, 'Lower')))
    report.check('a tap offers the same in words', wait(page, lambda: page.get_by_role('menuitem', name='Move down').count() == 1))
    page.context.close()
    forget(client)


def check_rules_in_two_windows(report, browser, client):
    """A rule that another window changed is not written over unseen; all that was typed stays until it is saved or dropped."""
    make(client, 'Shared', 'twofold', tags=['one'])
    page, other = section(browser), section(browser)
    for one in (page, other):
        wait(one, lambda one=one: one.get_by_role('button', name='Change: Shared').count() == 1)
        one.get_by_role('button', name='Change: Shared').click()
    field(page, 'Name').fill('Shared here')
    field(other, 'Name').fill('Shared there')
    other.get_by_role('button', name='Keep the rule').click()
    conflict = page.locator('.rule-conflict')
    told = wait(page, lambda: 'This rule was changed elsewhere meanwhile' in conflict.inner_text())
    report.check('the other window is told at once', told and 'Shared there' in conflict.inner_text(), conflict.inner_text())
    report.check('what is typed stays', field(page, 'Name').input_value() == 'Shared here')
    report.check('the list shows the rule as it is now', shows(page, 'Shared there'), listed(page))
    page.get_by_role('button', name='Keep the rule').click()
    over = page.get_by_role('button', name='Save mine over it')
    asked = wait(page, lambda: over.count() == 1 and page.evaluate('document.activeElement.textContent') == 'Save mine over it')
    report.check('keeping it asks first', asked and kept(client) == ['Shared there'], kept(client))
    report.check('accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.keyboard.press('Enter')
    report.check('it is saved over the other', shows(page, 'Shared here') and kept(client) == ['Shared here'], kept(client))
    wait(other, lambda: other.get_by_role('button', name='Change: Shared here').count() == 1)
    other.get_by_role('button', name='Change: Shared here').click()
    field(other, 'Name').fill('Mine')
    page.get_by_role('button', name='Remove: Shared here').click()
    page.get_by_role('alertdialog').get_by_role('button', name='Remove').click()
    gone = wait(other, lambda: 'This rule was removed elsewhere' in other.locator('.rule-conflict').inner_text())
    report.check('a rule that was removed elsewhere is told of', gone)
    other.get_by_role('button', name='Keep mine as a new rule').click()
    report.check('and what was typed can be a new one', wait(other, lambda: kept(client) == ['Mine']), kept(client))
    shows(page, 'Mine')
    page.get_by_role('button', name='Change: Mine').click()
    field(page, 'Name').fill('Dropped')
    id = client.ask('GET', RULES)[1]['rules'][0]['id']
    change = json.dumps({'name': 'Program', 'query': 'twofold', 'actions': {'tags': ['x']}}).encode()
    client.ask('PUT', f'{RULES}/{id}', change, 'application/json')
    drop = page.get_by_role('button', name='Drop mine')
    wait(page, lambda: drop.count() == 1)
    drop.click()
    report.check('or dropped', wait(page, lambda: page.locator('.rule-form').count() == 0) and shows(page, 'Program') and kept(client) == ['Program'])
    for one in (page, other):
        one.context.close()
    forget(client)


def check_rules_live(report, browser, client):
    """Another window, and a program, change rules; the list follows, and a switch that is stale changes nothing unseen."""
    page = section(browser)
    first = make(client, 'Live one', 'lively')
    report.check('a new rule comes by itself', shows(page, 'Live one'), listed(page))
    make(client, 'Live two', 'lively')
    shows(page, 'Live one', 'Live two')
    body = {'name': 'Live renamed', 'query': 'lively', 'actions': {'tags': ['x']}, 'on': True, 'position': 1}
    client.ask('PUT', f'{RULES}/{first["id"]}', json.dumps(body).encode(), 'application/json')
    switch = page.get_by_role('switch', name='Live renamed acts on documents that arrive')
    report.check('its name, its place and its switch follow', shows(page, 'Live two', 'Live renamed') and wait(page, lambda: switch.is_checked()), listed(page))
    page.context.set_offline(True)
    # The page does not learn of the change before it sends its own.
    sent = []
    page.on('request', lambda request: sent.append(request.url) if request.method == 'PUT' else None)
    page.route('**/api/v1/rules', lambda route: route.continue_() if sent else route.abort())
    page.context.set_offline(False)
    client.ask('PUT', f'{RULES}/{first["id"]}', json.dumps(body | {'query': 'livelier'}).encode(), 'application/json')
    switch.click()
    told = wait(page, lambda: toast(page, 'The rules were changed elsewhere meanwhile').count() == 1)
    shown = page.locator('.rule-line', has_text='Live renamed').inner_text()
    still = next(rule for rule in client.ask('GET', RULES)[1]['rules'] if rule['id'] == first['id'])
    report.check('a stale switch changes nothing, and says why', told and still['on'] is True and 'livelier' in shown, shown)
    page.context.close()
    forget(client)


def check_rules_told(report, browser, client):
    """What a rule did to a document that arrived is told once, with a way back; several are counted."""
    client.ask('POST', '/api/v1/folders', json.dumps({'folder': 'Telekom'}).encode(), 'application/json')
    make(client, 'Invoices', 'verdigris', on=True, tags=['bill', 'due'], folder='Telekom')
    page = browser.page()
    came = client.upload('told bill.txt', b'verdigris invoice')
    told = toast(page, 'Filed by rule “Invoices”: 2 tags, in Telekom')
    report.check('it is told', any(wait(page, lambda: told.count() == 1) for _ in range(3)), inspect(page)['view'])
    told.get_by_role('button', name='Undo').click()

    def facts(document):
        answer = client.ask('GET', f'/api/v1/documents/{document["id"]}')[1]
        return answer['folder'], answer['tags']

    report.check('and undone in one step', wait(page, lambda: facts(came) == ('', [])), facts(came))
    wait(page, lambda: toast(page, 'Undone').count() == 1)
    page.get_by_role('button', name='Dismiss').click()
    several = [client.upload(f'told {number}.txt', f'verdigris invoice {number}'.encode()) for number in range(3)]
    counted = toast(page, '3 documents changed by rule “Invoices”')
    report.check('several are one message', any(wait(page, lambda: counted.count() == 1) for _ in range(3)), page.locator('.toasts').inner_text())
    page.keyboard.press('Control+z')
    report.check('which are undone together', wait(page, lambda: all(facts(one) == ('', []) for one in several)), [facts(one) for one in several])
    wait(page, lambda: toast(page, 'Undone').count() == 1)
    page.get_by_role('button', name='Dismiss').click()
    opened = client.upload('told last.txt', b'verdigris at last')
    any(wait(page, lambda: told.count() == 1) for _ in range(3))
    told.get_by_role('button', name='Open').click()
    report.check('and it can be opened', wait(page, lambda: opened['id'] in page.url), page.url)
    page.context.close()
    forget(client)


def check_rule_layouts(report, browser, client):
    """The list, the editor and its conflict have room on a phone, in German."""
    rule = make(client, 'Rechnungen der Telekom', 'folder:Inbox "Rechnung"', tags=['Rechnung'])
    make(client, 'Briefe', 'Brief')
    page = section(browser, PHONE)
    page.evaluate("localStorage.setItem('sheaf.look.language', 'de')")
    page.reload()
    settle(page)
    page.get_by_role('button', name='Ändern: Rechnungen der Telekom').click()
    page.locator('.rule-form input').first.fill('Meine')
    body = {'name': 'Anders', 'query': 'Rechnung', 'actions': {'tags': ['x']}}
    client.ask('PUT', f'{RULES}/{rule["id"]}', json.dumps(body).encode(), 'application/json')
    told = wait(page, lambda: 'inzwischen anderswo geändert' in page.locator('.rule-conflict').inner_text())
    report.check('a conflict is told in German', told)
    report.check('nothing is wider than the phone', overflow(page) <= 0, overflow(page))
    page.context.close()
    forget(client)
