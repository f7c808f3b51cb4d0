"""Without a line the app, the last lists and the documents that were opened are still there."""

from harness import BASE, DESKTOP, PHONE, inspect, settle, wait

READY = 'navigator.serviceWorker?.ready.then(() => caches.open("shell")).then((kept) => kept.match("/")).then(Boolean)'


def names(page):
    return page.locator('li.card .card-name').all_inner_texts()


def check_without_line(report, browser, client):
    """The list and a document that was opened come without a line, and one that was not says so."""
    opened = client.upload('opened before.md', b'# Words that were read')
    other = client.upload('never opened.md', b'# Words')
    context = browser.context(DESKTOP, service_workers='allow')
    page = context.new_page()
    page.goto(f'{BASE}/')
    settle(page)
    report.check('the app keeps itself for the time without a line', wait(page, lambda: page.evaluate(READY)), inspect(page))
    # From now on the worker stands between.
    page.goto(f'{BASE}/d/{opened["id"]}')
    report.check('a document is read', wait(page, lambda: page.locator('.page img').count() > 0), inspect(page))
    settle(page)
    page.goto(f'{BASE}/')
    settle(page)
    before = names(page)
    context.set_offline(True)
    page.reload()
    report.check('the list is there without a line', wait(page, lambda: names(page) == before and before), names(page))
    banner = page.locator('.banner')
    report.check('which is said once', wait(page, lambda: banner.is_visible()) and banner.count() == 1, inspect(page))
    page.goto(f'{BASE}/d/{opened["id"]}')
    is_shown = wait(page, lambda: page.locator('.page img').evaluate_all('(all) => all.some((one) => one.naturalWidth > 0)'))
    report.check('and so is the document', is_shown and inspect(page)['view'] == 'reader', inspect(page))
    page.goto(f'{BASE}/d/{other["id"]}')
    said = page.get_by_text('The connection to the server is lost', exact=False)
    report.check('one that was not opened says why it is not there', wait(page, lambda: said.count() > 0), page.locator('body').inner_text()[:300])
    context.set_offline(False)
    page.goto(f'{BASE}/d/{other["id"]}')
    report.check('and is there with the line', wait(page, lambda: page.locator('.page img').count() > 0), inspect(page))


def check_installable(report, browser, client):
    """The manifest names icons that are there, and takes files that are shared or opened."""
    page = browser.page(PHONE)
    manifest = page.evaluate("fetch('/app.webmanifest').then((answer) => answer.json())")
    sizes = page.evaluate(
        """(icons) => Promise.all(icons.filter(({ type }) => type === 'image/png').map(async ({ src, sizes }) => {
          const picture = await createImageBitmap(await (await fetch(src)).blob());
          return `${picture.width}x${picture.height}` === sizes;
        }))""",
        manifest['icons'],
    )
    report.check('icons are there in the sizes that the manifest names', len(sizes) == 3 and all(sizes), sizes)
    report.check('files are shared with it and opened by it', manifest['share_target']['action'] == '/share' and manifest['file_handlers'], manifest)


SHARE = """
(files) => {
  document.body.innerHTML = '<form method="post" action="/share" enctype="multipart/form-data"></form>';
  const form = document.querySelector('form');
  const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true });
  const taken = new DataTransfer();
  for (const name of files) taken.items.add(new File(['shared words'], name, { type: 'text/plain' }));
  input.files = taken.files;
  form.append(input);
  form.submit();
}
"""


def share(page, *files):
    """Hands files to the app as another one does, and waits for the words of the message that it shows then."""
    page.goto(f'{BASE}/')
    settle(page)
    page.evaluate(SHARE, list(files))
    page.wait_for_url('**/?folder=Inbox')
    wait(page, lambda: page.locator('.toast').count() == 1)
    return page.locator('.toast').inner_text()


def check_shared_files(report, browser, client):
    """Files that another app shares come into the Inbox, and a message says which did not."""
    context = browser.context(DESKTOP, service_workers='allow')
    page = context.new_page()
    page.goto(f'{BASE}/')
    wait(page, lambda: page.evaluate(READY))
    said = share(page, 'shared from a phone.txt')
    report.check('the Inbox is shown with the shared file', wait(page, lambda: 'shared from a phone.txt' in names(page)), page.url)
    report.check('which a message says', '1 file was added to the Inbox.' in said, said)
    page.reload()
    settle(page)
    report.check('once, however often the page is loaded', page.url.endswith('/?folder=Inbox') and not page.locator('.toast').count(), page.url)
    # The server refuses names that begin with a dot.
    said = share(page, 'shared with another.txt', '.refused.txt')
    both = '1 file was added to the Inbox. 1 file could not be added.' in said
    report.check('of several files it says how many came', both and wait(page, lambda: 'shared with another.txt' in names(page)), said)
    page.goto(f'{BASE}/')
    settle(page)
    context.set_offline(True)
    page.evaluate(SHARE, ['one.txt', 'two.txt'])
    failed = page.locator('.toast', has_text='2 files could not be added. Share them once more')
    report.check('without a line it says that none did', wait(page, lambda: failed.count() == 1), page.locator('body').inner_text()[:300])
