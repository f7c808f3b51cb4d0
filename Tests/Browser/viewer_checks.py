"""Viewers of other sites: a page of another origin shows what lies below /iiif, with a token, as API.md tells."""

import http.server
import json
import os
import re
import threading

from fixtures import pdf
from harness import BASE, PATIENCE_SECONDS, SIGN_IN, wait

GUIDE = os.path.join(os.path.dirname(__file__), '..', '..', 'Sources', 'WebApp', 'Documentation.docc', 'API.md')

# As a viewer loads tiles by script.
FETCH = """
async ([url, token]) => {
  const answer = await fetch(url, {headers: {Authorization: `Bearer ${token}`}});
  const picture = await createImageBitmap(await answer.blob());
  return picture.width;
}
"""
# As a viewer shows thumbnails, and draws pages where it is asked for no CORS: reading a pixel is refused like a texture.
SHOW = """
async (url) => {
  const image = new Image();
  image.src = url;
  try { await image.decode(); } catch { return 'no picture'; }
  const context = document.createElement('canvas').getContext('2d');
  context.drawImage(image, 0, 0);
  try { context.getImageData(0, 0, 1, 1); } catch (error) { return error.name; }
  return image.naturalWidth;
}
"""
REGISTER = "navigator.serviceWorker.register('/viewer-worker.js').then(() => true)"


class Site:
    """A site of its own, with a page and the service worker of the guide; in a `with`."""

    def __init__(self, token):
        with open(GUIDE, encoding='utf-8') as file:
            (worker,) = re.findall(r'```js\n(// viewer-worker\.js.*?)```', file.read(), re.S)
        names = f'const sheaf = {json.dumps(BASE)}, token = {json.dumps(token)};\n'
        files = {'/': ('text/html', '<title>A viewer</title>'), '/viewer-worker.js': ('text/javascript', names + worker)}

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                kind, body = files.get(self.path, ('text/plain', ''))
                self.send_response(200)
                self.send_header('Content-Type', kind)
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.url = f'http://127.0.0.1:{self.server.server_port}/'

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def pictures(manifest):
    """The thumbnail and the page of each canvas."""
    for canvas in manifest['items']:
        yield canvas['thumbnail'][0]['id']
        yield canvas['items'][0]['items'][0]['body']['id']


def check_foreign_viewer(report, browser, client):
    if not SIGN_IN:
        return report.skip('a viewer of another site', 'this server lets every client in')
    document = client.upload('viewed.pdf', pdf(pages=2, width=100, height=100))
    manifest = client.ask('GET', f'/iiif/presentation/3/{document["id"]}/manifest')[1]
    # The cookie of the session opens the API as a token does.
    token = client.cookie.partition('=')[2]
    with Site(token) as site:
        page = browser.context({}, signed_in=False, service_workers='allow').new_page()
        page.goto(site.url)
        addresses = list(pictures(manifest))
        held = len(addresses) == 4 and all(address.startswith(f'{BASE}/iiif/3/') for address in addresses)
        report.check('thumbnails lie where pages do', held, addresses)
        found = [page.evaluate(FETCH, [address, token]) for address in addresses]
        report.check('a viewer of another site loads both with a token', all(found), found)
        found = [page.evaluate(SHOW, address) for address in addresses]
        report.check('but no <img> does', set(found) == {'no picture'}, found)
        page.evaluate(REGISTER)
        controlled = wait(page, lambda: page.evaluate('Boolean(navigator.serviceWorker.controller)'), PATIENCE_SECONDS)
        report.check('the service worker of the guide controls the page', controlled)
        found = [page.evaluate(SHOW, address) for address in addresses]
        report.check('with it every <img> loads, and can be drawn with', all(isinstance(width, int) for width in found), found)
        page.context.close()
