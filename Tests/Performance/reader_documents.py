"""Three documents that are hard on a reader: a book, a scan of 100 MB and a vector map, made by code and ffmpeg."""

import glob
import random
import subprocess
import tempfile

from fixtures import assemble, stream_object

WORDS = (
    'the sheaf was bound by hand and carried over field before rain came letters margins ink proof binding thread '
    'chapter reader library quiet evening window harvest paper folded corner remembered sentence figure table'
).split()
PICTURES = 8
PAGE = (612, 792)


def book(unique):
    """350 pages of type, with a picture on each fifth page: some 10 MB."""
    chance, pictures = random.Random(350), jpegs(900, 600, quality=6)
    return document([(prose(chance, number), pictures[number % PICTURES] if number % 5 == 4 else None) for number in range(350)], unique)


def scan(unique):
    """200 pages of grey noise at 200 dots per inch, half a megabyte each."""
    pictures = jpegs(1700, 2200, quality=11)
    return document([(b'q 612 0 0 792 0 0 cm /Image Do Q', pictures[number % PICTURES]) for number in range(200)], unique)


def vector_map(unique):
    """One page of 24,000 curves, thick and thin, in some hundred colours."""
    chance = random.Random(24_000)
    rows = ['0.4 w']
    for _ in range(24_000):
        red, green, blue = (chance.randrange(5) / 4 for _ in range(3))
        x, y = chance.uniform(0, PAGE[0]), chance.uniform(0, PAGE[1])
        bends = ' '.join(f'{axis + chance.uniform(-40, 40):.2f}' for axis in (x, y) * 3)
        rows.append(f'{red} {green} {blue} RG {x:.2f} {y:.2f} m {bends} c S')
    return document([('\n'.join(rows).encode(), None)], unique)


def prose(chance, number):
    """One page of a book: a heading, and lines of ten words."""
    lines = [f'BT /F1 16 Tf 60 730 Td (Chapter {number + 1}) Tj ET BT /F1 10 Tf 14 TL 60 700 Td']
    count = 20 if number % 5 == 4 else 44
    lines += [f'({" ".join(chance.choice(WORDS) for _ in range(14))}) Tj T*' for _ in range(count)]
    picture = 'q 480 0 0 320 60 80 cm /Image Do Q' if number % 5 == 4 else ''
    return ('\n'.join(lines) + f' ET {picture}').encode()


def jpegs(width, height, quality):
    """Pictures of noise, each with its size."""
    with tempfile.TemporaryDirectory(prefix='sheaf-pictures-') as folder:
        source = f'testsrc2=size={width}x{height}:rate=1,noise=alls=30:allf=t,format=gray'
        subprocess.run(
            ['ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', source, '-frames:v', str(PICTURES), '-q:v', str(quality),
             '-pix_fmt', 'yuvj420p', f'{folder}/%02d.jpg'], check=True,
        )  # fmt: skip
        files = []
        for path in sorted(glob.glob(f'{folder}/*.jpg')):
            with open(path, 'rb') as file:
                files.append((width, height, file.read()))
        return files


def document(pages, unique):
    """A PDF of pages, each a content and a JPEG or None. A picture that is used again is written again, as scanners do."""
    bodies, kids = [b'', b'', b'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'], []
    for content, picture in pages:
        resources = '/Font << /F1 3 0 R >>'
        if picture:
            bodies.append(image(*picture))
            resources += f' /XObject << /Image {len(bodies)} 0 R >>'
        bodies.append(stream_object(content))
        box = f'/MediaBox [0 0 {PAGE[0]} {PAGE[1]}]'
        bodies.append(
            f'<< /Type /Page /Parent 2 0 R {box} /Contents {len(bodies)} 0 R /Resources << {resources} >> >>'.encode()
        )
        kids.append(f'{len(bodies)} 0 R')
    bodies[:2] = (
        b'<< /Type /Catalog /Pages 2 0 R >>', f'<< /Type /Pages /Count {len(kids)} /Kids [{" ".join(kids)}] >>'.encode()
    )  # fmt: skip
    return assemble(bodies, unique)


def image(width, height, data):
    head = (
        f'<< /Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceRGB /BitsPerComponent 8 '
        f'/Filter /DCTDecode /Length {len(data)} >>\nstream\n'
    )
    return head.encode() + data + b'\nendstream'
