"""Odd documents by file name, each with how it is wanted: cut, renamed, joined, locked, hollow, endless or contradictory."""

import bz2
import gzip
import io
import random
import struct
import tarfile
import zlib

from bomb_kinds import WORD, word
from fixtures import assemble, encrypted_pdf, pdf, png, stream_object
from kind_packages import tag, zipped

NOISE = random.Random(7)
PAGES, ARCHIVE, ICON = 'pages', 'archive', 'icon'
DAMAGED, LOCKED, TOO_LARGE = 'damaged', 'password-required', 'document-too-large'
PAPER, PICTURE = pdf(3, text='sheaf', unique='odd'), png(40, 30)
LETTER = word(f'<?xml version="1.0"?><w:document xmlns:w="{WORD}"><w:body><w:p><w:r><w:t>sheaf</w:t></w:r></w:p></w:body></w:document>'.encode())
PACKED = zipped({'a.txt': 'sheaf', 'b/c.txt': 'field'})
CATALOGUE = b'<< /Type /Catalog /Pages 2 0 R >>'
BOOK = {'mimetype': 'application/epub+zip'}
CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
    '<rootfile full-path="{}" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
# Sectors of a compound file, and the marks of its table.
SECTOR, NONE, END, TABLE = 512, 0xFFFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFFD


def documents():
    """The kind or the reason wanted of each, and its bytes."""
    groups = [cut(), renamed(), joined(), locked(), texts(), mail(), books(), office(), papers(), pictures(), drawings(), archives(), data()]
    return {name: found for group in groups for name, found in group.items()}


def of(wanted, files):
    return {name: (wanted, body) for name, body in files.items()}


def cut():
    """Nothing, noughts, and files whose end is missing."""
    hollow = {'empty.pdf': b'', 'empty.docx': b'', 'empty.mp4': b'', 'cut.pdf': PAPER[: len(PAPER) * 2 // 3], 'cut.docx': LETTER[: len(LETTER) // 2]}
    shown = {'noughts.pdf': bytes(70_000), 'one byte.png': b'\x89', 'cut.png': PICTURE[:-20], 'empty.csv': b'', 'half a character.txt': b'\xff\xfea\0b\0c'}
    lists = {'cut.zip': PACKED[: len(PACKED) // 2], 'cut.gz': gzip.compress(b'sheaf' * 1000)[:20], 'noughts.tar': bytes(70_000)}
    return of(DAMAGED, hollow) | of(PAGES, shown) | of(ARCHIVE, lists)


def renamed():
    """Files with the extension of another kind."""
    shown = {
        'pdf.docx': PAPER, 'png.docx': PICTURE, 'docx.pdf': LETTER, 'text.png': b'The sheaf\n', 'text.docx': b'The sheaf\n', 'png.csv': PICTURE,
    }  # fmt: skip
    return of(PAGES, shown) | of(ARCHIVE, {'zip.pdf': PACKED, 'zip.eml': PACKED})


def joined():
    shown = {'two.pdf': PAPER + PAPER, 'behind noise.pdf': b'x' * 1000 + PAPER, 'png and zip.png': PICTURE + PACKED}
    return of(PAGES, shown) | of(ARCHIVE, {'two.zip': PACKED + PACKED, 'two.gz': gzip.compress(b'a\n') + gzip.compress(b'b\n')})


def locked():
    flags = bytearray(PACKED)
    for mark, place in ((b'PK\3\4', 6), (b'PK\1\2', 8)):
        start = flags.find(mark)
        while start >= 0:
            flags[start + place] |= 1
            start = flags.find(mark, start + 4)
    unknown = [CATALOGUE, b'<< /Type /Pages /Count 0 /Kids [] >>', b'<< /Filter /Adobe.APS /V 99 /R 77 /O () /U () /P -4 >>']
    ids = f'/Encrypt 3 0 R /ID [<{"00" * 16}> <{"00" * 16}>]'
    sheet = struct.pack('<HHHHHHII', 0x809, 16, 0x600, 5, 0, 0, 0, 0) + struct.pack('<HHHHH', 0x2F, 6, 0, 1, 2)
    refused = {
        'locked.pdf': encrypted_pdf(unique='odd'), 'unknown lock.pdf': assemble(unknown, '', ids),
        'locked.xls': compound({'Workbook': sheet + NOISE.randbytes(5_000)}),
    }  # fmt: skip
    head = struct.pack('<QQI', 100, 30, 7)
    packed = b"7z\xbc\xaf'\x1c\0\4" + struct.pack('<I', zlib.crc32(head)) + head + NOISE.randbytes(130)
    return of(LOCKED, refused) | of(ARCHIVE, {'locked.zip': bytes(flags), 'locked.7z': packed})


def texts():
    words = 'Grüße an die Garbe, für Müller\n' * 30
    return of(PAGES, {
        'utf-7.txt': words.encode('utf-7'), 'ebcdic.txt': words.encode('cp500'), 'no mark.txt': words.encode('utf-16-le'),
        'two encodings.txt': words.encode() + words.encode('cp1252'), 'all bytes.txt': bytes(range(256)) * 20,
        'surrogates.txt': b'\xed\xa0\x80\xed\xb0\x80' * 100, 'too long.txt': b'\xc0\xaf\xe0\x80\xaf' * 100, 'feeds.txt': b'\f' * 20_000,
        'right to left.txt': ('\u202e' * 5_000 + 'sheaf\u2066' * 5_000).encode(), 'quotes.csv': b'"' * 30_001, 'tabs.tsv': b'\t' * 50_000,
        'emphasis.md': b'*a **b _c ' * 2_000, 'links.md': b'[a]: b\n' * 5_000 + b'[a]' * 5_000, 'outside.md': b'![x](../../../../etc/passwd) ![y](file:///etc/passwd)',
    })  # fmt: skip


def mail():
    inner = b'From: a@example.org\nSubject: inner\n\nwords\n'
    for _ in range(300):
        inner = b'From: a@example.org\nMIME-Version: 1.0\nContent-Type: message/rfc822\n\n' + inner
    one = b'From a@example.org Mon Jan  1 00:00:00 2026\nFrom: a@example.org\nSubject: Mail %d\n\nwords of %d\n\n'
    mixed = b'From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=q\n\n'
    part = b'--q\nContent-Type: text/plain\nContent-Disposition: attachment; filename="../../etc/passwd%d"\n\nx\n'
    return of(PAGES, {
        'nested.eml': inner, 'two thousand.mbox': b''.join(one % (n, n) for n in range(2_000)), 'long head.eml': b'From: a@example.org\nSubject: ' + b'x' * 2_000_000 + b'\n\nwords',
        'attachments.eml': mixed + b''.join(part % n for n in range(5_000)) + b'--q--\n', 'no boundary.eml': mixed.replace(b'=q', b'=') + b'--\nx\n----\n',
    })  # fmt: skip


def books():
    hollow = tag('package xmlns="http://www.idpf.org/2007/opf" version="2.0"', '<metadata/>', '<manifest/>')
    return of(DAMAGED, {
        'no spine.epub': zipped({**BOOK, 'META-INF/container.xml': CONTAINER.format('b.opf'), 'b.opf': hollow}, 'mimetype'),
        'outside.epub': zipped({**BOOK, 'META-INF/container.xml': CONTAINER.format('../../../../etc/passwd')}, 'mimetype'),
        'no pictures.cbz': zipped({'a.txt': 'x'}), 'no records.mobi': bytes(60) + b'BOOKMOBI' + bytes(10), 'lengths.djvu': b'AT&TFORM\x7f\xff\xff\xffDJVMDIRM\x7f\xff\xff\xff' + bytes(99),
    })  # fmt: skip


def compound(streams):
    """A compound file of old Office; each stream is padded, so that it has sectors of its own."""
    sectors, table = [], []

    def add(body):
        body += bytes(-len(body) % SECTOR)
        start, count = len(table), len(body) // SECTOR
        table.extend([*range(start + 1, start + count), END])
        sectors.append(body)
        return start

    def entry(name, kind, after, child, start, size):
        wide = name.encode('utf-16-le')
        return wide.ljust(64, b'\0') + struct.pack('<HBBIII36xIQ', len(wide) + 2, kind, 1, NONE, after, child, start, size)

    entries = entry('Root Entry', 5, NONE, 1, END, 0)
    for number, (name, body) in enumerate(streams.items(), 1):
        body = body.ljust(4_096, b'\0')
        entries += entry(name, 2, number + 1 if number < len(streams) else NONE, NONE, add(body), len(body))
    folder = add(entries)
    table.append(TABLE)
    head = bytes.fromhex('d0cf11e0a1b11ae1') + struct.pack('<16xHHHHH6x', 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack('<10I', 0, 1, folder, 0, 4_096, END, 0, END, 0, len(table) - 1) + b'\xff' * 432
    return head + b''.join(sectors) + b''.join(struct.pack('<I', one) for one in table).ljust(SECTOR, b'\xff')


def office():
    noise = {'WordDocument': NOISE.randbytes(5_000), 'Macros': b'Sub AutoOpen()\nShell "touch /tmp/x"\nEnd Sub'}
    loop = bytearray(compound({'WordDocument': bytes(9_000)}))
    loop[-SECTOR : 4 - SECTOR] = struct.pack('<I', 0)
    return of(DAMAGED, {
        'macros.doc': compound(noise), 'loop.doc': bytes(loop), 'noise.xls': compound({'Workbook': NOISE.randbytes(9_000)}),
        'no text.odt': zipped({'mimetype': 'application/vnd.oasis.opendocument.text'}, 'mimetype'), 'cut inside.docx': word(b'<?xml version="1.0"?><w:document xmlns:w="x"><w:body>'),
    })  # fmt: skip


def papers():
    """PDFs that contradict themselves, and PostScript that would leave its jail."""
    place = PAPER[PAPER.rindex(b'startxref') + 10 :].split()[0]
    form = stream_object(b'/X5 Do', '/Type /XObject /Subtype /Form /BBox [0 0 99 99] /Resources << /XObject << /X5 5 0 R >> >>')
    image = stream_object(b'x', '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8')
    shown = {
        'pages in pages.pdf': assemble([CATALOGUE, b'<< /Type /Pages /Count 2 /Kids [2 0 R 2 0 R] >>']), 'no table.pdf': PAPER[: PAPER.rindex(b'startxref')],
        'table loop.pdf': PAPER.replace(b'/Root 1 0 R', b'/Root 1 0 R /Prev ' + place), 'vast page.pdf': pdf(width=10**9, height=10**9, unique='odd'),
        'form loop.pdf': pdf(content=b'/X5 Do', objects=[form]), 'pixels missing.pdf': pdf(content=b'q 500 0 0 500 0 0 cm /X5 Do Q', objects=[image]), 'states.pdf': pdf(content=b'q ' * 100_000),
    }  # fmt: skip
    refused = {
        'two billion pages.pdf': assemble([CATALOGUE, b'<< /Type /Pages /Count 2147483647 /Kids [] >>']), 'no pages.pdf': assemble([b'<< /Type /Catalog >>']),
        'program.ps': b'%!PS\n(/etc/passwd) (r) file 999 string readstring pop show (%pipe%touch /tmp/x) (w) file showpage\n', 'memory.ps': b'%!PS\n{ 100000000 string } loop\n',
    }  # fmt: skip
    return of(PAGES, shown) | of(DAMAGED, refused)


def pictures():
    entry = struct.pack('<BBBBHHII', 0, 0, 0, 0, 1, 32, 9_999, 9_999_999)
    wide = struct.pack('<IHHIIiiHHIIiiII', 70, 0, 0, 54, 40, 2**31 - 1, -(2**31), 1, 24, 0, 0, 0, 0, 0, 0)
    packed = b'a\0\0' + zlib.compress(bytes(100_000_000))
    comment = struct.pack('>I', len(packed)) + b'zTXt' + packed + struct.pack('>I', zlib.crc32(b'zTXt' + packed))
    refused = {
        'none.ico': struct.pack('<HHH', 0, 1, 0), 'beyond.ico': struct.pack('<HHH', 0, 1, 1) + entry, 'wide.bmp': b'BM' + wide + bytes(20),
        'no size.png': PICTURE[:16] + bytes(8) + PICTURE[24:], 'no size.gif': b'GIF89a' + bytes(7) + b';', 'list loop.tiff': b'II*\0\x08\0\0\0\0\0\x08\0\0\0',
        'layers.psd': b'8BPS\0\1' + bytes(6) + struct.pack('>HIIHH', 3, 30_000, 30_000, 8, 3) + bytes(12) + b'\0\1' + bytes(500),
        'noise.heic': b'\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x40meta' + NOISE.randbytes(56),
    }  # fmt: skip
    return of(DAMAGED, refused) | of(TOO_LARGE, {'vast.pnm': b'P6 99999 99999 255\n'}) | of(PAGES, {'comment.png': PICTURE[:33] + comment + PICTURE[33:]})


def drawings():
    def svg(inner, size='width="90" height="60"'):
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{inner}</svg>'.encode()

    shown = {
        'script.svg': svg('<script>while(1){}</script><rect onload="alert(1)" width="9" height="9"/>'), 'vast.svg': svg('<rect width="9" height="9"/>', 'width="1e9" height="1e9"'),
        'use loop.svg': svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), 'pattern loop.svg': svg('<pattern id="p" width="1" height="1"><rect fill="url(#p)" width="9" height="9"/></pattern><rect fill="url(#p)" width="9" height="9"/>'),
    }  # fmt: skip
    hollow = {'deep.svg': svg('<g>' * 50_000 + '</g>' * 50_000), 'negative.svg': svg('', 'width="-5" height="-5"'), 'spaces.svgz': gzip.compress(b'<svg xmlns="http://www.w3.org/2000/svg">' + b' ' * 100_000_000)}
    return of(PAGES, shown) | of(DAMAGED, hollow)


def archives():
    names = ['\x1b[31m\n', 'a\\..\\c', '\u202etxt.exe', '/etc/passwd', '../' * 50 + 'x', 'x' * 60_000]
    negative = bytearray(tar(1))
    negative[124:136] = b'-7777777777\0'
    return of(ARCHIVE, {
        'hundred thousand.tar': tar(100_000), 'names.zip': zipped(dict.fromkeys(names, 'x')), 'negative.tar': bytes(negative), 'entries missing.zip': b'PK\5\6' + bytes(18),
        'noughts.bz2': bz2.compress(bz2.compress(bytes(100_000_000))), 'noise.7z': b"7z\xbc\xaf'\x1c\0\4" + NOISE.randbytes(300), 'lengths.xar': b'xar!' + struct.pack('>HHQQI', 28, 1, 2**40, 2**40, 1) + bytes(90),
    })  # fmt: skip


def tar(count):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode='w') as archive:
        for number in range(count):
            archive.addfile(tarfile.TarInfo(f'{number % 100}/{number}'))
    return out.getvalue()


def data():
    """Books of facts: fonts, databases, keys and sounds."""
    shown = {
        'noise.sqlite': b'SQLite format 3\0' + NOISE.randbytes(900), 'digits.torrent': b'd4:infod6:lengthi' + b'9' * 5_000 + b'e4:name1:x6:pieces0:ee', 'deep.torrent': b'd4:info' + b'l' * 20_000,
        'remote.xml': b'<!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd" [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>', 'noise.der': b'0\x84\xff\xff\xff\xff' + NOISE.randbytes(90),
        'list.mp4': b'ffconcat version 1.0\nfile /etc/passwd\n',
    }  # fmt: skip
    hollow = {'noise.otf': b'OTTO\0\4' + NOISE.randbytes(900), 'loop.ttc': b'ttcf\0\1\0\0' + struct.pack('>6I', 5, 0, 0, 0, 0, 0), 'no channels.wav': b'RIFF$\0\0\0WAVEfmt \x10\0\0\0\1\0' + bytes(14) + b'data' + bytes(4)}
    return of(PAGES, shown) | of(DAMAGED, hollow)
