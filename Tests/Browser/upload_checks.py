"""Files on their way in: what goes on after an interruption, other ways to add something, and the panel of all that goes on."""

import hashlib
import json
import os
import tempfile
import time

from fixtures import pdf, png
from harness import BASE, DESKTOP, PHONE, card, inspect, intercept, overflow, settle, shown, wait
from library_checks import DROP, choose, slow_uploads

MEBIBYTE = 1 << 20

# Files that are pasted, as from a file manager or a picture editor; or a text.
PASTE = """
([files, text]) => {
  const data = new DataTransfer();
  for (const [name, type, bytes] of files) data.items.add(new File([Uint8Array.from(bytes)], name, {type}));
  if (text) data.setData('text/plain', text);
  const event = new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true});
  document.activeElement.dispatchEvent(event);
  return event.defaultPrevented;
}
"""
DROP_MANY = """
(count) => {
  const data = new DataTransfer();
  for (let number = 0; number < count; number += 1) data.items.add(new File([String(number)], `one of many ${number}.txt`));
  document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
}
"""
# A browser whose person gives an answer when asked for messages of the system, and a page that may be out of sight.
NOTICES = """
globalThis.notices = [];
globalThis.Notification = class extends EventTarget {
  static permission = 'default';
  static requestPermission = async () => (Notification.permission = '%s');
  constructor(title, {body}) {
    super();
    notices.push(`${title}: ${body}`);
  }
};
globalThis.isAway = false;
Object.defineProperty(document, 'hidden', {get: () => globalThis.isAway});
"""
# The longest time between two frames, in milliseconds, while something is done.
WATCH_FRAMES = """
() => {
  globalThis.longestFrame = 0;
  let last = performance.now();
  const frame = (now) => {
    longestFrame = Math.max(longestFrame, now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
"""


def choose_path(page, path):
    """Chooses a file on the disk, which keeps its time of change."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role('button', name='Add files').click()
    chooser.value.set_files(path)


def large_file(folder, name, size=20 * MEBIBYTE):
    path = os.path.join(folder, name)
    content = os.urandom(size)
    with open(path, 'wb') as file:
        file.write(content)
    return path, hashlib.sha256(content).hexdigest()


def stored(client, name):
    """The hashes of the documents that are called so."""
    documents = client.ask('GET', '/api/v1/documents?limit=200')[1]['documents']
    return [document['sha256'] for document in documents if document['name'] == name]


def panel(page):
    return page.get_by_role('dialog', name='Activity')


def open_panel(page):
    page.locator('.activity-button').click()
    return wait(page, lambda: panel(page).is_visible())


def row(page, name):
    return panel(page).locator('.activity-row', has_text=name)


def check_upload_goes_on(report, browser, client):
    """Files whose connection is lost go on by themselves, short ones and long ones, each once."""
    with tempfile.TemporaryDirectory() as folder:
        path, digest = large_file(folder, 'goes on.bin')
        page = browser.page()
        lost = lambda route: route.abort() if route.request.method in ('POST', 'PATCH') else route.continue_()
        intercept(page, '**/api/v1/documents?*', lost)
        intercept(page, '**/api/v1/uploads**', lost)
        choose(page, ('short goes on.pdf', pdf(text='Short')))
        choose_path(page, path)
        for name in ('short goes on.pdf', 'goes on.bin'):
            waits = wait(page, lambda name=name: 'waiting for the connection' in card(page, name).inner_text().lower())
            report.check(f'{name}: nothing fails while nothing gets through', waits, card(page, name).inner_text())
        page.unroute_all()
        page.evaluate("window.dispatchEvent(new Event('online'))")
        came = wait(page, lambda: stored(client, 'goes on.bin') == [digest])
        report.check('the long one goes on by itself', came, stored(client, 'goes on.bin'))
        short = wait(page, lambda: len(stored(client, 'short goes on.pdf')) == 1)
        report.check('so does the short one, once', short, stored(client, 'short goes on.pdf'))
        settle(page)


def check_upload_after_reload(report, browser, client):
    """A long file goes on after a reload where it was, once the same file is chosen again."""
    with tempfile.TemporaryDirectory() as folder:
        path, digest = large_file(folder, 'reloaded.bin')
        context = browser.context(DESKTOP)
        page = context.new_page()
        page.goto(f'{BASE}/')
        settle(page)
        pieces = []
        hold = lambda route: route.abort() if len(pieces) >= 1 else (pieces.append(1), route.continue_())
        intercept(page, '**/api/v1/uploads/*', lambda route: hold(route) if route.request.method == 'PATCH' else route.continue_())
        choose_path(page, path)
        wait(page, lambda: '42 %' in card(page, 'reloaded.bin').inner_text() or '41 %' in card(page, 'reloaded.bin').inner_text())
        page.on('dialog', lambda dialog: dialog.accept())
        page.unroute_all()
        intercept(page, '**/api/v1/uploads/*', lambda route: route.abort())
        page.reload()
        again = card(page, 'reloaded.bin').get_by_role('button', name='Choose again')
        offered = wait(page, lambda: again.count() == 1 and again.is_visible())
        report.check('after a reload it is there, interrupted', offered and 'Interrupted at 4' in card(page, 'reloaded.bin').inner_text(), page.inner_text('main')[:300])
        page.unroute_all()
        offsets = []
        page.on('request', lambda request: offsets.append(int(request.headers['upload-offset'])) if request.method == 'PATCH' else None)
        with page.expect_file_chooser() as chooser:
            again.click()
        chooser.value.set_files(path)
        came = wait(page, lambda: stored(client, 'reloaded.bin') == [digest])
        report.check('chosen again, it becomes a document', came, stored(client, 'reloaded.bin'))
        report.check('and went on where it was', offsets and min(offsets) == 8 * MEBIBYTE, offsets)
        settle(page)
        page.reload()
        settle(page)
        report.check('and is not offered any more', page.locator('.card-upload').count() == 0)
        context.close()


def check_upload_paused(report, browser, client):
    with tempfile.TemporaryDirectory() as folder:
        path, digest = large_file(folder, 'paused.bin', 12 * MEBIBYTE)
        page = browser.page()
        slow_uploads(page, 2 * MEBIBYTE)
        choose_path(page, path)
        wait(page, lambda: page.locator('.card-upload[data-status="sending"]').count() == 1)
        open_panel(page)
        pause = row(page, 'paused.bin').get_by_role('button', name='Pause paused.bin')
        wait(page, lambda: pause.is_visible())
        pause.focus()
        page.keyboard.press('Enter')
        rests = wait(page, lambda: 'Paused at' in row(page, 'paused.bin').inner_text())
        report.check('a file can be paused', rests and inspect(page)['uploads']['active'] == 0, inspect(page)['uploads'])
        focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
        report.check('the focus is on what lets it go on', focused == 'Go on: paused.bin', focused)
        slow_uploads(page, -1)
        page.keyboard.press('Enter')
        report.check('and it goes on', wait(page, lambda: stored(client, 'paused.bin') == [digest]), row(page, 'paused.bin').all_inner_texts())
        settle(page)


def check_upload_cancelled(report, browser, client):
    """A cancelled upload leaves nothing on the server, nor in the browser."""
    with tempfile.TemporaryDirectory() as folder:
        path, _ = large_file(folder, 'dropped in the middle.bin', 12 * MEBIBYTE)
        page = browser.page()
        slow_uploads(page, MEBIBYTE)
        began, removed = [], []
        page.on('response', lambda response: began.append(response.headers.get('location')) if response.url.endswith('/uploads') else None)
        page.on('response', lambda response: removed.append((response.url, response.status)) if response.request.method == 'DELETE' else None)
        choose_path(page, path)
        wait(page, lambda: began)
        wait(page, lambda: page.evaluate("localStorage.getItem('sheaf.uploads')"))
        slow_uploads(page, -1)
        page.get_by_role('button', name='Cancel dropped in the middle.bin').click()
        gone = wait(page, lambda: removed == [(BASE + began[0], 204)])
        report.check('the server is told', gone, (began, removed))
        report.check('the card is gone', wait(page, lambda: page.locator('.card-upload').count() == 0))
        report.check('the browser forgets it', page.evaluate("localStorage.getItem('sheaf.uploads')") is None)
        report.check('no document is made', stored(client, 'dropped in the middle.bin') == [])


def check_pasting(report, browser, client):
    page = browser.page()
    taken = page.evaluate(PASTE, [[['image.png', 'image/png', list(png(30, 20))]], ''])
    picture = lambda: [name for name in client.names() if name.startswith('Picture 20') and name.endswith('.png')]
    report.check('a pasted picture becomes a document with the moment as its name', taken and wait(page, lambda: len(picture()) == 1), client.names())
    page.evaluate(PASTE, [[], 'A text from elsewhere'])
    texts = lambda: [name for name in client.names() if name.startswith('Text 20') and name.endswith('.txt')]
    report.check('a pasted text becomes a text', wait(page, lambda: len(texts()) == 1), client.names())
    toast = page.locator('.toast', has_text='was added')
    wait(page, lambda: toast.count() == 1)
    toast.get_by_role('button', name='Undo').click()
    report.check('which can be undone', wait(page, lambda: texts() == []), client.names())
    page.locator('.search-field').focus()
    before = client.names()
    taken = page.evaluate(PASTE, [[], 'words to search for'])
    page.wait_for_timeout(300)
    report.check('what is pasted into a field stays there', not taken and client.names() == before, client.names())


def check_adding_menu(report, browser, client):
    """A folder keeps its structure; an address goes to the server."""
    page = browser.page()
    more = page.get_by_role('button', name='More ways to add')
    more.click()
    wait(page, lambda: page.get_by_role('menuitem', name='Folder').count() == 1)
    names = page.get_by_role('menu').get_by_role('menuitem').all_inner_texts()
    report.check('the menu has the other ways', [name.split('\n')[0] for name in names] == ['Files…', 'Folder…', 'Paste', 'From the web…', 'New text'], names)
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(f'{folder}/Trip/Days')
        for path in ('Trip/plan.txt', 'Trip/Days/one.txt'):
            with open(f'{folder}/{path}', 'w', encoding='utf-8') as file:
                file.write(path)
        with page.expect_file_chooser() as chooser:
            page.get_by_role('menuitem', name='Folder').click()
        chooser.value.set_files(f'{folder}/Trip')
        places = lambda: sorted(
            (document['folder'], document['name'])
            for document in client.ask('GET', '/api/v1/documents?limit=200')[1]['documents']
            if document['folder'].startswith('Trip')
        )
        wanted = [('Trip', 'plan.txt'), ('Trip/Days', 'one.txt')]
        report.check('a chosen folder keeps its structure', wait(page, lambda: places() == wanted), places())
    asked = []
    job = json.dumps({'id': 1, 'kind': 'download', 'title': 'a.pdf', 'state': 'running', 'done': 0, 'total': None, 'started': ''})
    intercept(page, '**/api/v1/imports', lambda route: (asked.append(route.request.post_data_json), route.fulfill(status=202, content_type='application/json', body=job)))
    more.click()
    wait(page, lambda: page.get_by_role('menuitem', name='From the web').count() == 1)
    page.get_by_role('menuitem', name='From the web').click()
    field = page.get_by_label('Address')
    field.fill('ftp://example.org/')
    report.check('an address that is none is told while it is typed', wait(page, lambda: 'no web address' in page.locator('.name-problem').inner_text()))
    field.fill('https://example.org/a.pdf')
    page.keyboard.press('Enter')
    report.check('an address goes to the server', wait(page, lambda: asked == [{'url': 'https://example.org/a.pdf', 'folder': ''}]), asked)
    report.check('and the sheet closes', wait(page, lambda: page.locator('dialog').count() == 0))


def check_adding_by_kind(report, browser, client):
    """Where pictures are shown the chooser takes pictures, and a dropped picture stays in sight."""
    page = browser.page(path='/?view=images')
    with page.expect_file_chooser() as chooser:
        page.get_by_role('button', name='Add files').click()
    accept = chooser.value.element.get_attribute('accept') or ''
    report.check('the chooser takes the kinds that are shown', 'image/png' in accept and '.jpg' in accept and 'pdf' not in accept, accept)
    chooser.value.set_files([{'name': 'of its kind.png', 'mimeType': 'image/png', 'buffer': png(40, 30)}])
    shown(page, 'of its kind.png')
    report.check('a picture stays among the pictures', inspect(page)['library']['place'] == 'images', inspect(page)['library'])
    page.evaluate(DROP, ['of another kind.pdf', pdf(text='Another kind').decode('latin-1')])
    said = 'of another kind.pdf was added. It is listed under Recently added, not under Pictures.'
    toast = page.locator('.toast', has_text=said)
    told = wait(page, lambda: toast.count() == 1)
    report.check('PH-1 a dropped file of another kind is added, and it is told where it is', told, page.locator('.toasts').inner_text())
    report.check('PH-1 the pictures stay', inspect(page)['library']['place'] == 'images' and card(page, 'of another kind.pdf').count() == 0, inspect(page)['library'])
    toast.get_by_role('button', name='Show').click()
    there = wait(page, lambda: inspect(page)['library']['place'] == 'added' and card(page, 'of another kind.pdf').count() == 1)
    report.check('PH-1 and a button shows it', there, page.url)
    phone = browser.page(PHONE)
    phone.get_by_role('button', name='Add files').tap()
    camera = phone.get_by_role('menuitem', name='Take a photo')
    wait(phone, lambda: camera.count() == 1)
    with phone.expect_file_chooser() as chooser:
        camera.tap()
    element = chooser.value.element
    report.check('a phone offers its camera', (element.get_attribute('capture'), element.get_attribute('accept')) == ('environment', 'image/*'))
    chooser.value.set_files([{'name': 'image.jpg', 'mimeType': 'image/jpeg', 'buffer': png(12, 12)}])
    photos = lambda: [
        document['folder']
        for document in client.ask('GET', '/api/v1/documents?limit=200')[1]['documents']
        if document['name'].startswith('Photo 20')
    ]
    report.check('and a photo goes into the Inbox', wait(phone, lambda: photos() == ['Inbox']), photos())


def check_same_content(report, browser, client):
    content = pdf(text='Twice')
    client.ask('POST', '/api/v1/documents?name=bill.pdf&folder=Bills', content)
    page = browser.page()
    choose(page, ('the same again.pdf', content))
    toast = page.locator('.toast', has_text='is there already, as bill.pdf in Bills')
    report.check('a file that is there already is told of', wait(page, lambda: toast.count() == 1), page.locator('.toasts').inner_text())
    toast.get_by_role('button', name='Keep both').click()
    report.check('both can be kept', len(stored(client, 'the same again.pdf')) == 1)
    choose(page, ('and once more.pdf', content))
    wait(page, lambda: toast.count() == 1)
    toast.get_by_role('button', name='Open the one in Bills').click()
    opened = wait(page, lambda: inspect(page)['view'] == 'reader')
    report.check('the one that is there opens', opened, page.url)
    report.check('and the new one goes', wait(page, lambda: stored(client, 'and once more.pdf') == []), client.names())


def check_thousands_of_uploads(report, browser):
    """Five thousand files at once: few rows and cards are drawn, and the page stays awake."""
    page = browser.page()
    hold = lambda route: None if route.request.method == 'POST' else route.continue_()
    intercept(page, '**/api/v1/documents?name=*', hold)
    page.evaluate(WATCH_FRAMES)
    page.evaluate(DROP_MANY, 5000)
    wait(page, lambda: inspect(page)['uploads']['active'] == 5000)
    open_panel(page)
    report.check('all are counted', wait(page, lambda: 'of 5,000' in panel(page).inner_text()), panel(page).inner_text()[:100])
    rows = panel(page).locator('.activity-files .activity-row')
    report.check(f'{rows.count()} rows are drawn', 0 < rows.count() < 60, rows.count())
    page.evaluate("document.querySelector('.activity-scroll').scrollTop = 100_000")
    last = lambda: page.evaluate("Math.max(...[...document.querySelectorAll('.activity-files .activity-row')].map((row) => row.ariaPosInSet))")
    report.check('any of them can be scrolled to', wait(page, lambda: last() > 1700), last())
    page.get_by_role('button', name='Pause all').click()
    report.check('all can be paused', wait(page, lambda: inspect(page)['uploads']['active'] == 0))
    panel(page).get_by_role('button', name='Cancel all').click()
    report.check('and cancelled', wait(page, lambda: page.locator('.card-upload').count() == 0))
    print(f'        the longest frame took {page.evaluate("longestFrame"):.0f} ms')
    page.unroute_all()


def many_there():
    """How many of the files that `DROP_MANY` drops are documents."""
    folder = os.path.join(os.environ['WORKSPACE'], 'Documents')
    return sum(name.startswith('one of many') for _, _, names in os.walk(folder) for name in names)


def check_thousands_arrive(report, browser, client):
    """Five thousand files arrive, through a full disk and a reload; added once more they leave no doubles."""
    page = browser.page()
    refused = []

    def full(route):
        if route.request.method != 'POST':
            return route.continue_()
        refused.append(route.request.url)
        return route.fulfill(status=507, content_type='application/problem+json', body='{"code": "storage-full"}')

    intercept(page, '**/api/v1/documents?name=*', full)
    page.evaluate(DROP_MANY, 5000)
    toast = page.locator('.toast', has_text='disk is full')
    told = wait(page, lambda: toast.count() == 1 and 'files wait' in toast.inner_text())
    report.check('a full disk is told of once, with how many files wait', told, page.locator('.toasts').inner_text())
    report.check('and the others are not tried in vain', len(refused) <= 6, len(refused))
    page.unroute_all()
    toast.get_by_role('button', name='Go on').click()
    going = wait(page, lambda: inspect(page)['uploads']['done'] >= 300, seconds=120)
    report.check('they go on', going, inspect(page)['uploads'])
    asked = []
    page.on('dialog', lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.reload()
    settle(page)
    there = many_there()
    report.check('a reload asks, and keeps what has arrived', asked == ['beforeunload'] and 300 <= there < 5000, (asked, there))
    start = time.monotonic()
    page.evaluate(DROP_MANY, 5000)
    wait(page, lambda: inspect(page)['uploads']['active'] > 0)
    arrived = wait(page, lambda: inspect(page)['uploads']['active'] == 0, seconds=400)
    report.check('added once more, all arrive', arrived and many_there() == there + 5000, (inspect(page)['uploads'], many_there(), there))
    print(f'        {5000 / (time.monotonic() - start):.0f} files a second')
    heap = page.evaluate('performance.memory.usedJSHeapSize') / MEBIBYTE
    report.check(f'the page holds {heap:.0f} MiB', heap < 150, heap)
    doubles = page.locator('.toast', has_text='of the files are there already')
    told = wait(page, lambda: doubles.count() == 1)
    report.check('those that were there are told of', told and f'{there:,}' in doubles.inner_text(), (there, page.locator('.toasts').inner_text()))
    doubles.get_by_role('button', name='Keep one of each').click()
    report.check('and one of each is kept', wait(page, lambda: many_there() == 5000, seconds=60), many_there())
    page.context.close()


def check_activity_panel(report, browser, client):
    """Jobs of the server show while they go on and after that."""
    page = browser.page()
    for number in range(3):
        document = client.upload(f'rubbish {number}.txt', b'words')
        client.ask('DELETE', f'/api/v1/documents/{document["id"]}')
    button = page.locator('.activity-button')
    status, job = client.ask('DELETE', '/api/v1/trash')
    wait(page, lambda: client.ask('GET', f'/api/v1/jobs/{job["id"]}')[1].get('state') == 'finished')
    page.evaluate('sheaf.inspect()')
    page.get_by_role('button', name='Add files').focus()
    intercept(page, '**/api/v1/jobs', lambda route: route.fulfill(content_type='application/json', body=json.dumps({'jobs': [
        {'id': 9, 'kind': 'download', 'title': 'a.pdf from example.org', 'state': 'running', 'done': 5_000_000, 'total': 10_000_000, 'unit': 'bytes', 'url': 'https://example.org/a.pdf', 'started': ''},
        {'id': 8, 'kind': 'conversion', 'title': 'Making a PDF of letter.docx', 'state': 'running', 'done': 0, 'total': None, 'started': ''},
        {'id': 7, 'kind': 'clean-up', 'title': 'Emptying the Trash', 'state': 'failed', 'done': 1, 'total': 3, 'started': '', 'ended': '2026-11-28T09:00:00Z', 'detail': 'the disk is full'},
    ]})))
    page.reload()
    settle(page)
    report.check('a quiet sign shows that something goes on', wait(page, lambda: button.is_visible()) and button.get_attribute('data-state') == 'running', button.get_attribute('data-state'))
    open_panel(page)
    text = panel(page).inner_text()
    report.check('the panel tells how far each is', '5 MB of 10 MB' in text and 'Under way' in text, text)
    report.check('and how others ended', 'Failed: the disk is full' in text, text)
    names = [control.get_attribute('aria-label') for control in panel(page).locator('.activity-row button:visible').all()]
    wanted = ['Pause a.pdf from example.org', 'Cancel a.pdf from example.org', 'Cancel Making a PDF of letter.docx']
    report.check('what can be paused is, what can be cancelled is', names == wanted, names)
    told = []
    answer = json.dumps({'id': 8, 'kind': 'conversion', 'title': 'Making a PDF of letter.docx', 'state': 'cancelling', 'done': 0, 'started': ''})
    intercept(page, '**/api/v1/jobs/8/cancel', lambda route: (told.append(8), route.fulfill(content_type='application/json', body=answer)))
    panel(page).get_by_role('button', name='Cancel Making').click()
    report.check('a job is told to stop', wait(page, lambda: told == [8] and 'Stopping…' in panel(page).inner_text()), told)
    page.keyboard.press('Escape')
    report.check('Escape closes the panel', wait(page, lambda: not panel(page).is_visible()))
    focused = lambda: page.evaluate('document.activeElement.className')
    report.check('and the focus is back on its button', wait(page, lambda: 'activity-button' in focused()), focused())
    open_panel(page)
    box = page.locator('.card-main').first.bounding_box()
    page.evaluate("""() => {
      const panel = document.querySelector('.activity-panel');
      globalThis.told = [];
      for (const name of ['shouldDismiss', 'didDismiss']) panel.addEventListener(name, () => told.push(`${name} ${panel.matches(':popover-open')}`));
      panel.addEventListener('shouldDismiss', (event) => event.preventDefault(), { once: true });
    }""")
    page.mouse.click(box['x'] + 10, box['y'] + 10)
    report.check('H13 what may lose something keeps it open', page.evaluate('told') == ['shouldDismiss true'] and panel(page).is_visible(), page.evaluate('told'))
    page.mouse.click(box['x'] + 10, box['y'] + 10)
    closed = wait(page, lambda: not panel(page).is_visible())
    report.check('H12 a press beside it closes it and does nothing else', closed and inspect(page)['view'] == 'library' and page.locator('.selected').count() == 0, inspect(page)['view'])
    report.check('H13 it is told of then', page.evaluate('told.slice(1)') == ['shouldDismiss true', 'didDismiss false'], page.evaluate('told'))
    wait(page, lambda: page.locator('.popover-shield').count() == 0)
    open_panel(page)
    panel(page).get_by_role('button', name='Close').click()
    wait(page, lambda: page.locator('.popover-shield').count() == 0)
    report.check('H13 a panel that its button closes asks nothing', page.evaluate('told.length') == 3, page.evaluate('told'))
    page.mouse.click(box['x'] + 10, box['y'] + 10)
    report.check('and the next one opens what it presses', wait(page, lambda: inspect(page)['view'] != 'library'), inspect(page)['view'])


def tell_jobs(page, jobs):
    """The page hears of these jobs, as they are when it asks."""
    page.route('**/api/v1/jobs', lambda route: route.fulfill(content_type='application/json', body=json.dumps({'jobs': jobs})))


def check_job_notice(report, browser, client):
    """The system tells of a job's end where that was asked for and nobody looks; refused, the list is right all the same."""
    job = {'kind': 'download', 'title': 'a.pdf from example.org', 'done': 0, 'total': None, 'started': ''}
    for answer in ('granted', 'denied'):
        context = browser.context(PHONE)
        context.add_init_script(NOTICES % answer)
        page, jobs = context.new_page(), [job | {'id': 1, 'state': 'running'}, job | {'id': 2, 'state': 'running'}]
        tell_jobs(page, jobs)
        page.goto(BASE)
        settle(page)
        wait(page, lambda page=page: page.locator('.activity-button').is_visible())
        open_panel(page)
        ask = panel(page).get_by_role('button', name='Tell me when it ends')
        report.check(f'{answer}: a message is offered where it can be', wait(page, ask.is_visible) and ask.bounding_box()['height'] >= 44 and overflow(page) <= 0)
        ask.click()
        report.check(f'{answer}: and asked for once', wait(page, lambda ask=ask: ask.count() == 0 or not ask.is_visible()))
        refused = panel(page).get_by_text('shows no messages').count() == 1
        report.check(f'{answer}: a refusal is told', refused == (answer == 'denied'), panel(page).inner_text())
        page.keyboard.press('Escape')
        wait(page, lambda page=page: page.locator('.popover-shield').count() == 0)
        jobs[0] |= {'state': 'finished'}
        open_panel(page)
        seen = wait(page, lambda page=page: 'Done' in panel(page).inner_text())
        report.check(f'{answer}: LN-1 an end that is seen is no message', seen and page.evaluate('notices') == [], page.evaluate('notices'))
        page.keyboard.press('Escape')
        wait(page, lambda page=page: page.locator('.popover-shield').count() == 0)
        jobs[1] |= {'state': 'failed', 'detail': 'the disk is full'}
        page.evaluate('isAway = true')
        open_panel(page)
        told = wait(page, lambda page=page: 'Failed: the disk is full' in panel(page).inner_text())
        wanted = ['a.pdf from example.org: Failed: the disk is full'] if answer == 'granted' else []
        once = wait(page, lambda page=page, wanted=wanted: page.evaluate('notices') == wanted)
        report.check(f'{answer}: LN-1 one that is not is one where that is allowed, and listed', told and once, page.evaluate('notices'))
        context.close()


def check_activity_layouts(report, browser):
    for name, device in (('phone', PHONE), ('narrow', {'viewport': {'width': 320, 'height': 640}, 'has_touch': True})):
        page = browser.page(device)
        intercept(page, '**/api/v1/documents?name=*', lambda route: None if route.request.method == 'POST' else route.continue_())
        page.evaluate(DROP_MANY, 12)
        wait(page, lambda page=page: page.locator('.activity-button').is_visible())
        open_panel(page)
        wait(page, lambda page=page: panel(page).locator('.activity-row').count() > 5)
        box = panel(page).bounding_box()
        width, height = page.viewport_size['width'], page.viewport_size['height']
        inside = box['x'] >= 0 and box['x'] + box['width'] <= width and box['y'] >= 0 and box['y'] + box['height'] <= height
        report.check(f'{name}: the panel is within the window', inside and overflow(page) <= 0, (box, overflow(page)))
        small = [
            control.get_attribute('aria-label')
            for control in panel(page).locator('.activity-line button:visible, .activity-row button:visible').all()[:9]
            if min(control.bounding_box()['width'], control.bounding_box()['height']) < 44
        ]
        report.check(f'{name}: fingers find its buttons', small == [], small)
