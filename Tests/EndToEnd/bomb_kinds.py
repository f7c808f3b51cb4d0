"""Bombs of other kinds than pictures and pages: entities, ratios, nesting, lengths and heads without sense."""

import io
import struct
import zipfile

MEGABYTE = 1 << 20
# Ten times ten times … of one word: a billion of them.
ENTITIES = ''.join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
LAUGHS = f'<!DOCTYPE x [<!ENTITY l0 "laugh">{ENTITIES}]>'
WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
CONTENT_TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>'
    '</Types>'
)
RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>'
    '</Relationships>'
)


def bombs():
    """Names and files."""
    return {
        'bomb-laughs.svg': f'{LAUGHS}<svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>'.encode(),
        'bomb-laughs.fb2': f'<?xml version="1.0"?>{LAUGHS}<FictionBook><body><section><p>&l9;</p></section></body></FictionBook>'.encode(),
        'bomb-laughs.xml': f'<?xml version="1.0"?>{LAUGHS}<x>&l9;</x>'.encode(),
        'bomb-laughs.docx': word(f'<?xml version="1.0"?>{LAUGHS}<w:document xmlns:w="{WORD}"><w:body><w:p><w:r><w:t>&l9;</w:t></w:r></w:p></w:body></w:document>'.encode()),
        'bomb-ratio.docx': word(b' ' * (600 * MEGABYTE)),
        'bomb-nested.zip': nested(12),
        'bomb-brackets.md': b'[' * 300_000,
        'bomb-quotes.md': b'> ' * 200_000 + b'deep\n',
        'bomb-commas.csv': b',' * 5_000_000 + b'\n',
        'bomb-braces.json': b'[' * 1_000_000,
        'bomb-nested.eml': letter(2_000),
        'bomb-drawing.svg': drawing(300 * MEGABYTE),
        'bomb-tags.html': b'<div>' * 200_000,
    } | heads()  # fmt: skip


def word(document):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, 'w', zipfile.ZIP_DEFLATED) as package:
        package.writestr('[Content_Types].xml', CONTENT_TYPES)
        package.writestr('_rels/.rels', RELATIONS)
        package.writestr('word/document.xml', document)
    return packed.getvalue()


def nested(levels):
    """Ten archives in each of the archives, down to a megabyte of noughts."""
    inner = bytes(MEGABYTE)
    for level in range(levels):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, 'w', zipfile.ZIP_DEFLATED) as archive:
            for number in range(10):
                archive.writestr(f'{level}-{number}.zip', inner)
        inner = packed.getvalue()
    return inner


def letter(levels):
    head = ''.join(f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(levels))
    return f'From: a@example.org\nSubject: deep\nMIME-Version: 1.0\n{head}Content-Type: text/plain\n\ndeep\n'.encode()


def drawing(size):
    part = b'<rect x="1" y="2" width="3" height="4" transform="rotate(5)"/>'
    return b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">' + part * (size // len(part)) + b'</svg>'


def heads():
    """Media whose heads tell of lengths, rates and sizes that cannot be."""
    most = 0xFFFF_FFFF
    movie = struct.pack('>I4sIIIII', 108, b'mvhd', 0, 0, 0, 1, most) + bytes(80)
    mp4 = struct.pack('>I4s4sI4s', 24, b'ftyp', b'isom', 0, b'isommp42'[:4]) + b'mp42' + struct.pack('>I4s', 8 + len(movie), b'moov') + movie
    wave = b'RIFF' + struct.pack('<I', most) + b'WAVEfmt ' + struct.pack('<IHHIIHH', 16, 1, 65_535, most, most, 65_535, 65_535)
    return {
        'bomb-head.mp4': mp4, 'bomb-head.wav': wave + b'data' + struct.pack('<I', most),
        'bomb-head.mkv': bytes.fromhex('1a45dfa39f4286810142f7810142f2810442f381084282886d6174726f736b614287810242858102') + b'\x18\x53\x80\x67\x01' + b'\xff' * 7 + bytes(64),
        'bomb-head.flac': b'fLaC' + b'\x80\x00\x00\x22' + b'\xff' * 34, 'bomb-head.gif': b'GIF89a' + b'\xff' * 4 + b'\xf7\x00\x00' + bytes(64),
    }  # fmt: skip


def write_line(path, size):
    """A text of one line."""
    part = b'a' * (64 * MEGABYTE)
    with open(path, 'wb') as file:
        for _ in range(size // len(part)):
            file.write(part)
