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


def check_shared_files(report, browser, client):
    """What another app shares comes into the Inbox."""
    page = browser.context(DESKTOP, service_workers='allow').new_page()
    page.goto(f'{BASE}/')
    wait(page, lambda: page.evaluate(READY))
    page.goto(f'{BASE}/')
    page.set_content('<!doctype html><form method="post" action="/share" enctype="multipart/form-data"></form>')
    page.evaluate(
        """() => {
          const form = document.querySelector('form');
          const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true });
          const files = new DataTransfer();
          files.items.add(new File(['shared words'], 'shared from a phone.txt', { type: 'text/plain' }));
          input.files = files.files;
          form.append(input);
          form.submit();
        }"""
    )
    page.wait_for_url('**/?folder=Inbox')
    report.check('the Inbox is shown with the shared file', wait(page, lambda: 'shared from a phone.txt' in names(page)), page.url)
