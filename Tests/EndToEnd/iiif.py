#!/usr/bin/env python3
"""IIIF: the consortium's validator, manifests, and a viewer's tiles.

Runs in a Python that has `requirements.txt` (`make test-iiif`).
"""

import io
import os
import random
import re
import subprocess
import sys

import iiif_prezi3
from iiif_validator.validator import ValidationInfo
from PIL import Image, ImageOps
from tile_client import TileClient, difference, seam_difference

from fixtures import assemble, pdf, stream_object
from report import Report
from server import Server, Workspace, arguments

# The validator's size_noup wants 400 for `!2000,3000` of a picture of 1000 x 1000. The specification wants the largest
# image that is not larger than the region (Image API 3.0, 4.2). https://github.com/IIIF/image-validator/issues/100
DEFECTS_OF_VALIDATOR = ['size_noup']
TESTS_OF_LEVEL_2 = 33
# Features beyond level 2 that the server offers, and is therefore tested for.
FURTHER_TESTS = ['rot_mirror', 'rot_mirror_180', 'linkheader_canonical', 'linkheader_profile']


# The validator


def squares_png():
    """The picture that the validator expects behind every identifier: 10 x 10 squares of known colours."""
    colors = ValidationInfo().colorInfo
    picture = Image.new('RGB', (1000, 1000))
    for x in range(10):
        for y in range(10):
            picture.paste(colors[x][y], (x * 100, y * 100, x * 100 + 100, y * 100 + 100))
    out = io.BytesIO()
    picture.save(out, 'PNG')
    return out.getvalue()


def squares_pdf():
    """The same squares as a page of 250 points, which is 1000 pixels at full size."""
    rows = []
    for x, column in enumerate(ValidationInfo().colorInfo):
        for y, (red, green, blue) in enumerate(column):
            color = f'{red / 255:.5f} {green / 255:.5f} {blue / 255:.5f} rg'
            rows.append(f'{color} {x * 25} {225 - y * 25} 25 25 re f')
    return pdf(width=250, height=250, content='\n'.join(rows).encode())


def validate(report, server, image, what):
    failed, count = run_validator(server, image, '--level', '2')
    report.check(
        f'iiif-validator at level 2 on {what}: {TESTS_OF_LEVEL_2 - len(DEFECTS_OF_VALIDATOR)} of '
        f'{TESTS_OF_LEVEL_2}, all but {", ".join(DEFECTS_OF_VALIDATOR)}',
        count == TESTS_OF_LEVEL_2 and failed == DEFECTS_OF_VALIDATOR,
        f'{count} tests, failed: {failed}',
    )
    failed, count = run_validator(server, image, *(word for test in FURTHER_TESTS for word in ('--test', test)))
    report.check(
        f'and beyond level 2: {", ".join(FURTHER_TESTS)}',
        count == len(FURTHER_TESTS) and not failed,
        f'{count} tests, failed: {failed}',
    )


def run_validator(server, image, *options):
    """Names of the failed tests, and the number of all tests."""
    program = os.path.join(os.path.dirname(sys.executable), 'iiif-validate.py')
    found = subprocess.run(
        [sys.executable, program, '-s', server.authority, '-p', 'iiif/3', '-i', image, '--version=3.0', *options],
        capture_output=True,
        text=True,
        timeout=300,
    )
    outcomes = re.findall(r'\[\d+\] test (\w+) (PASS|FAIL)', found.stdout + found.stderr)
    return [name for name, outcome in outcomes if outcome == 'FAIL'], len(outcomes)


# Manifests


def book():
    """Four pages called i, ii, 1, 2, with an outline of two levels."""
    bodies = [
        b'<< /Type /Catalog /Pages 2 0 R /Outlines 8 0 R '
        b'/PageLabels << /Nums [0 << /S /r >> 2 << /S /D >>] >> >>',
        b'<< /Type /Pages /Count 4 /Kids [4 0 R 5 0 R 6 0 R 7 0 R] >>',
        stream_object(b'0 0 m 100 100 l S'),
        *[b'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R >>'] * 4,
        b'<< /Type /Outlines /First 9 0 R /Last 10 0 R /Count 3 >>',
        b'<< /Title (Front) /Parent 8 0 R /Next 10 0 R /Dest [4 0 R /Fit] >>',
        b'<< /Title (Body) /Parent 8 0 R /Prev 9 0 R /Dest [6 0 R /Fit] /First 11 0 R /Last 11 0 R /Count 1 >>',
        b'<< /Title (End) /Parent 10 0 R /Dest [7 0 R /Fit] >>',
    ]
    return assemble(bodies)


def check_manifest(report, server):
    document = server.upload(book(), 'book.pdf').json['id']
    answer = server.get(f'/iiif/presentation/3/{document}/manifest')
    report.check('a manifest is JSON-LD', answer.headers['Content-Type'].startswith('application/ld+json'), answer)
    manifest = iiif_prezi3.Manifest(**answer.json)
    report.check('iiif-prezi3 reads it', manifest.type == 'Manifest', answer)
    report.check('its canvases have the names of the pages', labels(manifest.items) == ['i', 'ii', '1', '2'])
    report.check('pages of a book are turned', manifest.behavior == ['paged'], manifest.behavior)
    contents = manifest.structures[0].items
    report.check('the outline is its ranges', labels(contents) == ['Front', 'Body'], labels(contents))
    report.check('nested', labels(i for i in contents[1].items if i.type == 'Range') == ['End'])
    service = manifest.items[2].items[0].items[0].body.service[0].id
    report.check('a canvas leads to its image service', str(service).endswith(f'/iiif/3/{document}_3'), service)
    for what, address in {
        'the thumbnail': manifest.thumbnail[0].id,
        'the image': manifest.items[0].items[0].items[0].body.id,
        'the original': manifest.rendering[0].id,
        'the reader': manifest.homepage[0].id,
        'the manifest': manifest.id,
    }.items():
        report.check(f'{what} is at its address', server.get(path_of(str(address))).status == 200, address)


def check_search(report, server):
    document = server.upload(b'There are two birds in the bush.\n', 'bush.txt').json['id']
    manifest = iiif_prezi3.Manifest(**server.get(f'/iiif/presentation/3/{document}/manifest').json)
    service = manifest.service[0]
    report.check('a manifest leads to its search', service.type == 'SearchService2', service)
    answer = server.get(f'{path_of(str(service.id))}?q=birds')
    page = iiif_prezi3.AnnotationPage(**answer.json)
    canvas, box = str(page.items[0].target).split('#xywh=')
    report.check('a hit lies on a canvas of the manifest', len(page.items) == 1 and canvas == str(manifest.items[0].id), answer)
    left, top, width, height = map(int, box.split(','))
    within = left + width <= manifest.items[0].width and top + height <= manifest.items[0].height
    report.check('within its sides', within and width > 5 and height > 5, box)


def labels(items):
    """The label of each item, in any shape that the parser returns."""
    return [next(iter(dict(item.label).values() if item.label else [['']]))[0] for item in items]


def path_of(address):
    return '/' + address.split('/', 3)[3]


# Tiles


def check_tiles(report, server, document, what, mean=0.05, seam=0.05):
    """At three zooms the tiles together are the page, without visible seams.

    `mean` and `seam` are the largest mean differences, in steps of 255, of the whole picture and of the pixels at a
    seam.
    """
    client = TileClient(server, f'/iiif/3/{document}_1')
    factors = client.tiles['scaleFactors'][:3]
    report.check(f'{what} has three zooms', len(factors) == 3, client.info)
    for factor in factors:
        assembled, whole = client.assembled(factor), client.whole(factor)
        found, largest = difference(assembled, whole)
        at_seams = seam_difference(assembled, whole, *client.seams(factor))
        report.check(
            f'{what} at 1/{factor}: {len(list(client.addresses(factor)))} tiles are the page '
            f'(mean {found:.3f}, largest {largest}, at seams {at_seams:.3f} of 255)',
            assembled.size == whole.size and found <= mean and at_seams <= seam,
        )


def drawing(width, height):
    """Type and lines over a whole page, so that an offset of one pixel shows."""
    lines = [
        f'1 0 0 1 20 {height - 16 * n:.0f} Tm (line {n} of a page that is cut into tiles and put together again) Tj'
        for n in range(1, int(height / 16))
    ]
    strokes = [
        f'{n % 7 / 7:.2f} {n % 3 / 3:.2f} 0.5 RG {n * 17 % width:.0f} 0 m {n * 29 % width:.0f} {height} l S'
        for n in range(40)
    ]
    content = '0.4 w\n' + '\n'.join(strokes) + '\nBT /F1 11 Tf\n' + '\n'.join(lines) + '\nET'
    return pdf(width=width, height=height, content=content.encode())


def photograph(width, height):
    """A picture with slow shades and fine grain, the hardest one to scale alike in tiles and as a whole."""
    grain = Image.frombytes('L', (width, height), random.Random(3).randbytes(width * height))
    shades = Image.linear_gradient('L').resize((width, height))
    picture = Image.merge('RGB', (Image.blend(shades, grain, 0.2), shades, ImageOps.mirror(shades)))
    out = io.BytesIO()
    picture.save(out, 'PNG', compress_level=1)
    return out.getvalue()


def main():
    options, report = arguments(__doc__), Report()
    with Workspace() as root, Server(options.bin, root) as server:
        image = server.upload(squares_png(), 'squares.png').json['id']
        validate(report, server, f'{image}_1', 'an image')
        page = server.upload(squares_pdf(), 'squares.pdf').json['id']
        validate(report, server, f'{page}_1', 'a PDF page')
        check_manifest(report, server)
        check_search(report, server)
        letter = server.upload(drawing(612, 792), 'letter.pdf').json['id']
        check_tiles(report, server, letter, 'a Letter page')
        a4 = server.upload(drawing(595.276, 841.89), 'a4.pdf').json['id']
        check_tiles(report, server, a4, 'an A4 page, whose sides no scale divides')
        poster = server.upload(drawing(1683.78, 2383.94), 'poster.pdf').json['id']
        check_tiles(report, server, poster, 'an A1 page')
        photo = server.upload(photograph(5001, 3001), 'photo.png').json['id']
        check_tiles(report, server, photo, 'an image of 5001 by 3001 pixels')
        report.check('the server lives', server.is_alive())
    report.exit()


if __name__ == '__main__':
    main()
