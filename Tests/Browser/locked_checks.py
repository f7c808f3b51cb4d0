"""The password of a locked PDF: it is nowhere but in the memory of the page and of the server."""

import base64
import os

from harness import DESKTOP, settle
from marks_checks import LOCKED
from shell_checks import own_server

WRONG = 'wrong-password-7f3c'
# All that a browser keeps of a site: storages, databases, caches of requests, addresses that were visited.
KEPT = """
async () => {
  const kept = [{ ...localStorage }, { ...sessionStorage }, history.state, location.href, document.cookie, document.title];
  const all = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  for (const { name } of await indexedDB.databases()) {
    const database = await all(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const found = database.transaction(store).objectStore(store);
      kept.push(name, store, await all(found.getAllKeys()), await all(found.getAll()));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) kept.push(request.url);
  }
  kept.push(performance.getEntriesByType('resource').map(({ name }) => name));
  return JSON.stringify(kept);
}
"""


def check_password_is_kept_nowhere(report, browser):
    with own_server('--log-level', 'trace') as server:
        document = server.upload(base64.b64decode(LOCKED), 'locked.pdf').json['id']
        page = browser.context(DESKTOP, signed_in=False, service_workers='allow').new_page()
        addresses = []
        page.on('request', lambda request: addresses.append(request.url))
        page.goto(f'{server.url}/d/{document}?from=here')
        field = page.get_by_label('Password', exact=True)
        field.wait_for()
        field.fill(WRONG)
        page.keyboard.press('Enter')
        page.get_by_text('That password does not open it. Try again.').wait_for()
        field.fill('open')
        page.keyboard.press('Enter')
        page.locator('.page-word').first.wait_for(state='attached')
        settle(page)
        # A place is kept when the reader has rested there for a while.
        page.wait_for_timeout(1000)
        kept = page.evaluate(KEPT)
        report.check('the browser keeps no password that was typed', WRONG not in kept and '"open"' not in kept, kept[:2000])
        asked = [url for url in addresses if WRONG in url or '=open' in url]
        report.check('no address has one', len(addresses) > 5 and asked == [], asked)
        page.context.close()
        log = server.whole_log().decode(errors='replace')
        report.check('the log has the request that carried it', '/unlock' in log, log[-2000:])
        lines = [line for line in log.splitlines() if WRONG in line or '"open"' in line or 'password=' in line]
        report.check('but not the password', lines == [], lines)
        report.check('and no file of the workspace has it', files_with(server.root, WRONG.encode()) == [])


def files_with(root, words):
    found = []
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                with open(path, 'rb') as file:
                    found += [path] if words in file.read() else []
    return found
