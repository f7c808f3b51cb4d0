"""Requests a second: answers of Sheaf against nginx sending the same bytes from a file."""

from fixtures import text_page
from iiif_image import Image
from wrk import command, compare, compare_hits

LISTED = 50


def measure(results, server, nginx):
    document = server.upload(text_page(unique='cached'), 'cached.pdf').json
    base = f'/api/v1/documents/{document["id"]}'
    image = Image(server, text_page(unique='cached tiles'), 'cached-tiles.pdf')
    tiles = list(image.tiles())
    for number in range(LISTED):
        server.upload(f'listed {number}'.encode(), f'listed-{number}.txt', folder='Listed')
    page = f'{base}/pages/1?width=800&format=png&v={document["sha256"]}'
    results.section('Answers a second, on loopback, keep-alive', ' '.join(command('URL')))
    for name, path, file, least in [
        ('cached page', page, 'page.png', 0.8),
        ('cached IIIF tile', tiles[0], 'tile.jpg', 0.8),
        ('a document as JSON', base, 'document.json', 0.6),
        ('a list of 50 as JSON', f'/api/v1/documents?limit={LISTED}', 'list.json', 0.6),
        ('info.json', f'{image.path}/info.json', 'info.json', 0.6),
    ]:
        server.get(path)  # the second answer comes from memory
        answer = server.get(path)
        if answer.status != 200:
            raise RuntimeError(f'{path}: {answer}')
        results.note(f'{name}: {len(answer.body):,} bytes')
        compare(results, name, server.url + path, nginx.publish(file, answer.body), least)
    compare_hits(results, f'all {len(tiles)} cached tiles of a page', server, nginx, tiles, least=0.8)
