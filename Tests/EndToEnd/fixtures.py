"""Documents made by code: small, and valid unless their description says otherwise."""

import hashlib
import random
import struct
import zlib


def pdf(pages=1, width=612, height=792, text='Sheaf', content=None, unique='', objects=(), trailer=''):
    """A PDF of `pages` pages of that size in points, each with one line of text (or `content`).

    `unique` goes into a comment, so that two otherwise equal files differ. `objects` are further objects,
    numbered from 5; `trailer` is added to the trailer dictionary.
    """
    stream = content if content is not None else f'BT /F1 24 Tf 40 {height - 60} Td ({text}) Tj ET'.encode()
    first_page = 5 + len(objects)
    kids = ' '.join(f'{first_page + n} 0 R' for n in range(pages))
    bodies = [
        b'<< /Type /Catalog /Pages 2 0 R >>',
        f'<< /Type /Pages /Count {pages} /Kids [{kids}] >>'.encode(),
        b'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
        stream_object(stream),
        *objects,
    ]
    page = (
        f'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R '
        f'/Resources << /Font << /F1 3 0 R >> /XObject << {" ".join(names_of(objects))} >> >> >>'
    )
    return assemble(bodies + [page.encode()] * pages, unique, trailer)


def pdf_of_sizes(sizes):
    """A PDF with a page of each size in points, all in one colour."""
    first_page = 3
    kids = ' '.join(f'{first_page + 2 * n} 0 R' for n in range(len(sizes)))
    bodies = [b'<< /Type /Catalog /Pages 2 0 R >>', f'<< /Type /Pages /Count {len(sizes)} /Kids [{kids}] >>'.encode()]
    for n, (width, height) in enumerate(sizes):
        content = f'{first_page + 2 * n + 1} 0 R'
        page = f'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents {content} /Resources << >> >>'
        bodies += [page.encode(), stream_object(f'0.2 0.4 0.8 rg 0 0 {width} {height} re f'.encode())]
    return assemble(bodies)


def names_of(objects):
    return (f'/X{n} {n} 0 R' for n in range(5, 5 + len(objects)))


def stream_object(data, dictionary=''):
    """A compressed stream."""
    packed = zlib.compress(data)
    return (
        f'<< /Length {len(packed)} /Filter /FlateDecode {dictionary} >>\nstream\n'.encode()
        + packed
        + b'\nendstream'
    )


def assemble(bodies, unique='', trailer=''):
    """A file of numbered objects with its cross-reference table. Object 1 is the catalogue."""
    out = bytearray(b'%PDF-1.7\n%' + unique.encode() + b'\n')
    offsets = []
    for number, body in enumerate(bodies, 1):
        offsets.append(len(out))
        out += f'{number} 0 obj\n'.encode() + body + b'\nendobj\n'
    start = len(out)
    out += f'xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n'.encode()
    out += b''.join(f'{offset:010} 00000 n \n'.encode() for offset in offsets)
    out += (
        f'trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n'.encode()
    )
    return bytes(out)


def text_page(lines=60, unique=''):
    """A page full of small type, like a report."""
    words = 'the sheaf was bound by hand and carried over the field before the rain came '
    rows = (f'1 0 0 1 40 {760 - 12 * n} Tm ({(words * 2)[n % 40:n % 40 + 95]}) Tj' for n in range(lines))
    return pdf(content=('BT /F1 10 Tf\n' + '\n'.join(rows) + '\nET').encode(), unique=unique)


def vector_page(curves=4000, unique=''):
    """A page of thin coloured curves: a plan or a chart. Some 50,000 of them take a second or more."""
    rows = []
    for n in range(curves):
        x, y = (n * 37) % 560 + 20, (n * 61) % 740 + 20
        rows.append(
            f'{n % 7 / 7:.2f} {n % 5 / 5:.2f} {n % 3 / 3:.2f} RG {x} {y} m '
            f'{(x + 190) % 600} {y} {x} {(y + 270) % 780} {(n * 97) % 600} {(n * 53) % 780} c S'
        )
    return pdf(content=('0.5 w\n' + '\n'.join(rows)).encode(), unique=unique)


def image_page(side=1600, unique=''):
    """A page with one large picture, smooth with some grain, like a photograph."""
    grain, rows = random.Random(side), bytearray()
    for y in range(side):
        dark = bytes(y * 200 // side + n for n in range(16))
        rows += grain.randbytes(side * 3).translate(dark * 16)
    image = stream_object(
        bytes(rows),
        f'/Type /XObject /Subtype /Image /Width {side} /Height {side} '
        '/ColorSpace /DeviceRGB /BitsPerComponent 8',
    )
    return pdf(content=b'q 532 0 0 532 40 130 cm /X5 Do Q', objects=[image], unique=unique)


def endless_page(unique=''):
    """A page that draws itself ten to the ninth times over: ten forms, each of which draws the next ten times."""
    forms, count = [], 10
    for number in range(5, 5 + count):
        inner = f'/X{number + 1} Do ' * 10 if number < 4 + count else '0 0 m 600 700 l 600 0 l h f ' * 10
        resources = f'/XObject << /X{number + 1} {number + 1} 0 R >>' if number < 4 + count else ''
        forms.append(
            stream_object(
                inner.encode(),
                '/Type /XObject /Subtype /Form /BBox [0 0 612 792] ' f'/Resources << {resources} >>',
            )
        )
    return pdf(content=b'/X5 Do', objects=forms, unique=unique)


def png(width, height):
    """A grey picture of that many pixels."""

    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

    rows = zlib.compress((b'\0' + b'\x80' * width) * height)
    header = struct.pack('>IIBBBBB', width, height, 8, 0, 0, 0, 0)
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header) + chunk(b'IDAT', rows) + chunk(b'IEND', b'')


# Encryption: the standard security handler, revision 2 (PDF 32000-1, 7.6.3), RC4 of 40 bits. It is weak, but every reader
# still opens it.

PADDING = bytes.fromhex('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A')
PERMISSIONS = -4
FILE_ID = bytes(range(16))


def rc4(key, data):
    state, j = list(range(256)), 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def encrypted_pdf(password='secret', unique=''):
    """A page that opens only with `password`."""
    padded = (password.encode() + PADDING)[:32]
    owner = rc4(hashlib.md5(padded).digest()[:5], padded)
    key = hashlib.md5(padded + owner + struct.pack('<i', PERMISSIONS) + FILE_ID).digest()[:5]
    content = rc4(object_key(key, 4), zlib.compress(b'0 0 m 100 100 l S'))
    bodies = [
        b'<< /Type /Catalog /Pages 2 0 R >>',
        b'<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        b'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
        f'<< /Length {len(content)} /Filter /FlateDecode >>\nstream\n'.encode() + content + b'\nendstream',
        f'<< /Filter /Standard /V 1 /R 2 /O <{owner.hex()}> /U <{rc4(key, PADDING).hex()}> /P {PERMISSIONS} >>'.encode(),
    ]
    return assemble(bodies, unique, f'/Encrypt 5 0 R /ID [<{FILE_ID.hex()}> <{FILE_ID.hex()}>]')


def object_key(key, number):
    return hashlib.md5(key + struct.pack('<I', number)[:3] + b'\0\0').digest()[:10]
