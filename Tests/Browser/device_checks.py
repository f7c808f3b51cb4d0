"""What opens the workspace: browsers, tokens, another device; and the first start."""

import os
import subprocess
import tempfile

from access_checks import AUDIT
from harness import BASE, DESKTOP, PHONE, WORKSPACE, inspect, settle, wait
from server import Server

USER_AGENT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1'


def read_code(page):
    """What a camera reads from the picture on the screen."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'screen.png')
        page.screenshot(path=path)
        said = subprocess.run(['zbarimg', '-q', '--raw', path], capture_output=True, text=True, check=False, timeout=60)
    return said.stdout.strip()


def check_device_code(report, browser, client):
    """A phone signs in by the picture, and opens what is open here; the code is good once."""
    document = client.upload('on the desk.txt', b'words\n' * 400)
    for scheme in ('light', 'dark'):
        page = browser.context(DESKTOP, color_scheme=scheme).new_page()
        page.goto(f'{BASE}/d/{document["id"]}#page=2')
        wait(page, lambda: (inspect(page)['reader'] or {}).get('page') == 2)
        settle(page)
        page.keyboard.press(',')
        page.get_by_role('link', name='Add a device').click()
        wait(page, lambda: page.locator('.device-picture').evaluate('(picture) => picture.naturalWidth > 0'))
        settle(page)
        report.check(f'{scheme}: the section is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
        warned = page.get_by_text('on a phone that means the phone itself').count() == 1
        report.check(f'{scheme}: it says that a phone does not get here by this address', warned)
        address = read_code(page)
        typed = page.locator('.device-code').inner_text().replace('-', '')
        report.check(f'{scheme}: a camera reads the address with the code', address == f'{BASE}/sign-in?code={typed}', address)
        phone = browser.context(PHONE, signed_in=False, user_agent=USER_AGENT).new_page()
        phone.goto(address)
        there = wait(phone, lambda: (inspect(phone)['reader'] or {}).get('page') == 2)
        report.check(f'{scheme}: the phone lands at the page that is open here', there, phone.url)
        told = wait(page, lambda: page.locator('.device-end', has_text='Safari on iPhone is signed in.').count() == 1)
        report.check(f'{scheme}: which is told here', told, page.locator('.settings-page').inner_text())
        other = browser.context(PHONE, signed_in=False).new_page()
        other.goto(address)
        used = wait(other, lambda: other.get_by_text('was used already').count() == 1)
        report.check(f'{scheme}: the code opens nothing more', used, other.inner_text('body'))
        for one in (page, phone, other):
            one.context.close()
    check_typing(report, browser)


def check_typing(report, browser):
    """The code is typed where there is no camera."""
    page = browser.page(path='/settings/devices')
    wait(page, lambda: page.locator('.device-code').count() == 1)
    typed = page.locator('.device-code').inner_text().lower()
    other = browser.context(DESKTOP, signed_in=False).new_page()
    other.goto(BASE)
    field = other.get_by_label('Or type the code')
    wait(other, lambda: field.count() == 1)
    report.check('the sign-in screen is accessible', other.evaluate(AUDIT) == [], other.evaluate(AUDIT))
    field.fill('ZZZZ-ZZZZ')
    field.press('Enter')
    report.check('a wrong code is told, with the field again', wait(other, lambda: other.get_by_text('mistyped').count() == 1 and field.count() == 1))
    field.fill(typed)
    field.press('Enter')
    report.check('the right one signs in', wait(other, lambda: inspect(other)['view'] == 'library'), other.url)
    for one in (page, other):
        one.context.close()


def check_access_of_browsers(report, browser):
    """Browsers are listed with this one marked, and another one is signed out."""
    page = browser.page(path='/settings/devices')
    wait(page, lambda: page.locator('.device-code').count() == 1)
    typed = page.locator('.device-code').inner_text()
    phone = browser.context(PHONE, signed_in=False, user_agent=USER_AGENT).new_page()
    phone.goto(f'{BASE}/sign-in?code={typed}')
    wait(phone, lambda: inspect(phone)['view'] == 'library')
    page.get_by_role('link', name='Access').click()
    rows = page.locator('.settings-line', has_text='Safari on iPhone')
    wait(page, lambda: rows.count() > 0)
    settle(page)
    report.check('the section is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    marked = page.locator('.settings-line', has_text='This browser')
    report.check('this browser is marked, and another one listed', marked.count() == 1, page.locator('.settings-page').inner_text())
    while rows.count() > 0:
        before = rows.count()
        rows.first.get_by_role('button', name='Sign out').click()
        wait(page, lambda: rows.count() < before)
    phone.reload()
    report.check('one that is signed out has to sign in again', wait(phone, lambda: phone.get_by_text('Sign in to Sheaf').count() == 1))
    for one in (page, phone):
        one.context.close()


def check_tokens(report, browser, client):
    """A token is made with its name and what it may do, shown once, and revoked after it was asked."""
    page = browser.page(path='/settings/access')
    settle(page)
    page.get_by_role('button', name='Make a token').click()
    report.check('a token without a name is refused', wait(page, lambda: page.get_by_text('A name is needed.').count() == 1))
    page.get_by_label('Name of the program').fill('<b>Scanner</b>')
    page.get_by_label('What it may do').select_option(label='May only read')
    page.get_by_role('button', name='Make a token').click()
    secret = page.locator('.token-secret')
    wait(page, lambda: secret.count() == 1)
    text = secret.inner_text()
    listed = client.ask('GET', '/api/v1/tokens')[1]['tokens']
    made = [(token['name'], token['access']) for token in listed]
    report.check('it is made as it was asked for', made == [('<b>Scanner</b>', 'read')] and len(text) == 32, (made, text))
    report.check('with its secret shown the section is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.reload()
    settle(page)
    report.check('its secret is not shown again', text not in page.inner_text('body') and secret.count() == 0)
    page.get_by_role('button', name='Revoke: <b>Scanner</b>').click()
    page.get_by_role('alertdialog').get_by_role('button', name='Revoke').click()
    gone = wait(page, lambda: client.ask('GET', '/api/v1/tokens')[1]['tokens'] == [])
    report.check('and it is revoked', gone)
    page.context.close()


def check_first_start(report, browser):
    """A new workspace explains itself in three cards, until they are put away for good."""
    assert WORKSPACE
    with tempfile.TemporaryDirectory(prefix='sheaf-first-') as root, Server(os.environ['SHEAF'], root, '--samples') as server:
        base = f'http://127.0.0.1:{server.port}'
        page = browser.context(DESKTOP, signed_in=False).new_page()
        page.goto(base)
        cards = page.locator('.welcome-card')
        report.check('there are three cards', wait(page, lambda: cards.count() == 3))
        settle(page)
        report.check('they are accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
        page.get_by_role('link', name='Open the welcome').click()
        report.check('one leads to the document that explains more', wait(page, lambda: inspect(page)['view'] == 'reader'), page.url)
        page.go_back()
        wait(page, lambda: cards.count() == 3)
        page.get_by_role('button', name='Do not show this again').click()
        report.check('they are put away', wait(page, lambda: cards.count() == 0))
        wait(page, lambda: server.get('/api/v1/preferences').json['preferences'].get('welcome.seen') == 'true')
        other = browser.context(PHONE, signed_in=False).new_page()
        other.goto(base)
        settle(other)
        report.check('for good, in every browser', wait(other, lambda: other.locator('.card').count() == 3) and other.locator('.welcome').count() == 0)
        for one in (page, other):
            one.context.close()
