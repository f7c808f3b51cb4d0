"""Archives, fonts, databases, programs and other data by file name."""

import bz2
import gzip
import io
import json
import lzma
import os
import pickle
import sqlite3
import struct
import subprocess
import tarfile
import zlib

from kind_books import FONT, read, written
from kind_packages import zipped
from kind_texts import DATA, RECORDS, STORY

SECONDS = 60
MEMBERS = {'story.txt': STORY, 'data/fields.json': DATA['fields.json'], 'data/fields.yaml': DATA['fields.yaml']}
MANIFEST = 'Manifest-Version: 1.0\n'
# bsdtar's formats and filters, by the archive's name; `raw` packs one file and has no names.
BSDTAR = {
    'files.tar.zst': '--zstd', 'files.tar.lz4': '--lz4', 'files.tar.Z': '--compress', 'files.7z': '--format=7zip',
    'files.cpio': '--format=cpio', 'files.iso': '--format=iso9660', 'files.xar': '--format=xar',
    'files.warc': '--format=warc', 'files.a': '--format=ar',
    'story.txt.zst': '--zstd --format=raw', 'story.txt.lz4': '--lz4 --format=raw', 'story.txt.lz': '--lzip --format=raw',
    'story.txt.Z': '--compress --format=raw',
}  # fmt: skip
# These formats have no folders.
PLAIN = ('--format=raw', '--format=ar', '--format=warc')


def tar(mode):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=f'w:{mode}') as archive:
        for name, text in MEMBERS.items():
            body = text.encode()
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime = len(body), 1_785_564_000
            archive.addfile(entry, io.BytesIO(body))
    return out.getvalue()


def unix_archive(members):
    out = b'!<arch>\n'
    for name, body in members.items():
        out += f'{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(body):<10}`\n'.encode() + body + b'\n' * (len(body) % 2)
    return out


def debian_package():
    return unix_archive({'debian-binary': b'2.0\n', 'control.tar.gz': tar('gz'), 'data.tar.xz': tar('xz')})


def cabinet():
    """A cabinet of Windows with one file, not compressed."""
    body, name = STORY.encode(), b'story.txt\0'
    entry = struct.pack('<IIHHHH', len(body), 0, 0, 0x5D01, 0x3000, 0x20) + name
    block = struct.pack('<IHH', 0, len(body), len(body)) + body
    first = 36 + 8
    head = struct.pack('<4sIIIIIBBHHHHH', b'MSCF', 0, first + len(entry) + len(block), 0, first, 0, 3, 1, 1, 1, 0, 0, 0)
    return head + struct.pack('<IHH', first + len(entry), 1, 0) + entry + block


def roshal():
    """A RAR 4 archive with one file, not compressed."""
    body, name = STORY.encode(), b'story.txt'

    def block(kind, flags, rest):
        inner = struct.pack('<BHH', kind, flags, 7 + len(rest)) + rest
        return struct.pack('<H', zlib.crc32(inner) & 0xFFFF) + inner

    facts = struct.pack(
        '<IIBIIBBHI', len(body), len(body), 3, zlib.crc32(body), 0x5D013000, 20, 0x30, len(name), 0o100644
    )
    begin = b'Rar!\x1a\x07\0' + block(0x73, 0, bytes(6))
    return begin + block(0x74, 0x8000, facts + name) + body + block(0x7B, 0x4000, b'')


def from_bsdtar(folder):
    for name, text in MEMBERS.items():
        os.makedirs(os.path.dirname(f'{folder}/{name}'), exist_ok=True)
        written(folder, {name: text})
    for archive, options in BSDTAR.items():
        is_plain = any(one in options for one in PLAIN)
        members = ['story.txt'] if is_plain else ['story.txt', 'data']
        subprocess.run(['bsdtar', '-cf', archive, *options.split(), *members], cwd=folder, check=True, timeout=SECONDS)
    return read(folder, BSDTAR)


def archives(folder):
    """All of them, as bytes by name."""
    story = STORY.encode()
    return {
        **from_bsdtar(folder),
        'files.zip': zipped(MEMBERS),
        'files.jar': zipped({'META-INF/MANIFEST.MF': MANIFEST, **MEMBERS}),
        'files.war': zipped({'META-INF/MANIFEST.MF': MANIFEST, 'WEB-INF/web.xml': '<web-app/>'}),
        'files.apk': zipped({'AndroidManifest.xml': 'manifest', 'classes.dex': 'dex\n035\0'}),
        'files.whl': zipped({'sheaf/__init__.py': '', 'sheaf-1.dist-info/WHEEL': 'Wheel-Version: 1.0\n'}),
        'files.xpi': zipped({'manifest.json': '{"manifest_version": 2, "name": "sheaf", "version": "1"}'}),
        'files.tar': tar(''),
        'files.tar.gz': tar('gz'),
        'files.tar.bz2': tar('bz2'),
        'files.tar.xz': tar('xz'),
        'story.txt.gz': gzip.compress(story, mtime=0),
        'story.txt.bz2': bz2.compress(story),
        'story.txt.xz': lzma.compress(story),
        'story.txt.lzma': lzma.compress(story, lzma.FORMAT_ALONE),
        'package.deb': debian_package(),
        'files.cab': cabinet(),
        'files.rar': roshal(),
    }


# Fonts


def web_font(font):
    """The font's tables, each compressed, as WOFF has them."""
    kind, count = struct.unpack('>4sH', font[:6])
    tables, places = [struct.unpack('>4sIII', font[12 + 16 * n : 28 + 16 * n]) for n in range(count)], b''
    out, begin = b'', 44 + 20 * count
    for tag, check, offset, length in tables:
        body = font[offset : offset + length]
        packed = zlib.compress(body)
        packed = packed if len(packed) < length else body
        places += struct.pack('>4sIIII', tag, begin + len(out), len(packed), length, check)
        out += packed.ljust(-(-len(packed) // 4) * 4, b'\0')
    whole = 12 + 16 * count + sum(-(-length // 4) * 4 for *_, length in tables)
    head = struct.pack('>4s4sIHHIHHIIIII', b'wOFF', kind, begin + len(out), count, 0, whole, 1, 0, 0, 0, 0, 0, 0)
    return head + places + out


def compressed_web_font(folder):
    """A WOFF 2 by fontTools, which WeasyPrint brings for Debian's own Python."""
    convert = f"from fontTools.ttLib import woff2; woff2.compress({FONT!r}, 'font.woff2')"
    subprocess.run(['/usr/bin/python3', '-c', convert], cwd=folder, check=True, timeout=SECONDS)
    return read(folder, ['font.woff2'])


def fonts(folder):
    """All of them, as bytes by name, from Debian's packages of `make run`."""
    places = {
        'sans.ttf': FONT,
        'roman.otf': '/usr/share/fonts/opentype/urw-base35/NimbusRoman-Regular.otf',
        'roman.afm': '/usr/share/fonts/type1/urw-base35/NimbusRoman-Regular.afm',
        'chinese.ttc': '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc',
    }
    found = {name: body for (name, path) in places.items() for body in read('/', [path]).values()}
    return {**found, 'sans.woff': web_font(found['sans.ttf']), **compressed_web_font(folder)}


# Data


def database(folder):
    connection = sqlite3.connect(f'{folder}/fields.sqlite')
    connection.execute('CREATE TABLE field (name TEXT, cut INTEGER)')
    connection.executemany('INSERT INTO field VALUES (:field, :cut)', RECORDS)
    connection.commit()
    connection.close()
    return read(folder, ['fields.sqlite'])


def array():
    head = repr({'descr': '<f8', 'fortran_order': False, 'shape': (5,)}).ljust(117) + '\n'
    values = struct.pack('<5d', *(one['cut'] for one in RECORDS))
    return b'\x93NUMPY\1\0' + struct.pack('<H', len(head)) + head.encode() + values


def bencoded(value):
    if isinstance(value, dict):
        return b'd' + b''.join(bencoded(key) + bencoded(one) for key, one in sorted(value.items())) + b'e'
    return b'i%de' % value if isinstance(value, int) else b'%d:%s' % (len(value), value)


def torrent():
    info = {b'name': b'harvest.ogv', b'length': 65536, b'piece length': 32768, b'pieces': bytes(range(40))}
    return bencoded({b'announce': b'https://example.org/announce', b'info': info})


def capture():
    """One empty frame, as tcpdump writes it."""
    frame = struct.pack('<IIII', 1_785_564_000, 0, 14, 14) + bytes(14)
    return struct.pack('<IHHiIII', 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1) + frame


def linux_program():
    head = struct.pack('<HHIQQQIHHHHHH', 2, 62, 1, 0x400078, 64, 0, 0, 64, 56, 0, 64, 0, 0)
    return b'\x7fELF\2\1\1' + bytes(9) + head + b'\xb8\x3c\0\0\0\x31\xff\x0f\x05'


def windows_program():
    stub = struct.pack('<2s58xI', b'MZ', 64)
    return (
        stub
        + struct.pack('<4sHHIIIHH', b'PE\0\0', 0x8664, 0, 0, 0, 0, 240, 0x22)
        + struct.pack('<H', 0x20B)
        + bytes(238)
    )


BOARD = json.dumps({'format': 'org.sheaf.board', 'version': 1, 'cards': []})
SOLID = '''solid corner
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 1 0
endloop
endfacet
endsolid corner
'''


def data(folder):
    """Files of bytes that have no other view, as bytes by name."""
    return {
        **database(folder),
        'fields.pickle': pickle.dumps(RECORDS),
        'fields.npy': array(),
        'fields.npz': zipped({'cut.npy': array()}),
        'fields.cbor': b'\xd9\xd9\xf7\xa2efield' + b'eNorth' + b'ccut\x18x',
        'fields.parquet': b'PAR1' + bytes(64) + struct.pack('<I', 64) + b'PAR1',
        'fields.h5': b'\x89HDF\r\n\x1a\n' + bytes(504),
        'frame.pcap': capture(),
        'harvest.torrent': torrent(),
        'program.elf': linux_program(),
        'program.exe': windows_program(),
        'Program.class': struct.pack('>IHHH', 0xCAFEBABE, 0, 61, 1) + bytes(14),
        'program.wasm': b'\0asm\1\0\0\0' + b'\1\4\1\x60\0\0',
        'unknown.bin': bytes((n * n * 31 + 7) % 256 for n in range(2000)),
        'unknown': bytes(range(256)) * 2,
    }


def icons():
    """Files that are shown by their icon alone, as text by name."""
    return {'harvest.board': BOARD.encode(), 'corner.stl': SOLID.encode()}
