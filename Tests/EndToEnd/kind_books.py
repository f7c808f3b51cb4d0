"""PDF, PostScript, DjVu, books and web pages by file name; Ghostscript and DjVuLibre make theirs."""

import base64
import os
import struct
import subprocess

from fixtures import encrypted_pdf, pdf, text_page, vector_page
from kind_packages import content_types, document, relation, tag, zipped
from kind_texts import HTML, RUSSIAN, STORY, message

SECONDS = 60
POSTSCRIPT = """%!PS-Adobe-3.0
%%Pages: 1
/Times-Roman findfont 40 scalefont setfont
72 700 moveto (The sheaf) show
0.85 0.7 0.3 setrgbcolor 300 400 120 0 360 arc fill
showpage
"""
ENCAPSULATED = """%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 240 160
0.85 0.7 0.3 setrgbcolor 120 80 70 0 360 arc fill
0 setgray 2 setlinewidth 120 80 70 0 360 arc stroke
%%EOF
"""
HEAD = '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>The sheaf</title></head>'
PAGE = f'{HEAD}<body>{HTML}</body></html>\n'
FONT = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf'


def run(command, folder):
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=SECONDS)


def written(folder, files):
    """Writes files, text or bytes by name, into the folder."""
    for name, body in files.items():
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(body if isinstance(body, bytes) else body.encode())


def read(folder, names):
    """The bytes of these files in the folder."""
    found = {}
    for name in names:
        with open(os.path.join(folder, name), 'rb') as file:
            found[name] = file.read()
    return found


def from_programs(folder):
    """A PDF of Ghostscript, and scans in both ways of DjVu, alone and together."""
    disc = (0xFF if (x * 8 - 160) ** 2 + (y - 120) ** 2 < 8000 else 0 for y in range(240) for x in range(40))
    bits = b'P4\n320 240\n' + bytes(disc)
    colours = b'P6\n320 240\n255\n' + bytes(
        part for y in range(240) for x in range(320) for part in (x * 200 // 320, y, 90)
    )
    written(folder, {'page.ps': POSTSCRIPT, 'page.pbm': bits, 'page.ppm': colours})
    run(
        ['gs', '-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=pdfwrite', '-sOutputFile=printed.pdf', 'page.ps'],
        folder,
    )
    run(['cjb2', 'page.pbm', 'bits.djvu'], folder)
    run(['c44', 'page.ppm', 'photograph.djvu'], folder)
    run(['djvm', '-c', 'scans.djvu', 'bits.djvu', 'photograph.djvu'], folder)
    return read(folder, ['printed.pdf', 'bits.djvu', 'photograph.djvu', 'scans.djvu'])


def epub():
    """A book of two chapters."""
    chapters = {
        f'chapter{n}.xhtml': tag(
            'html xmlns="http://www.w3.org/1999/xhtml"',
            tag('head', tag('title', str(n))),
            tag('body', tag('h1', f'Chapter {n}'), tag('p', STORY)),
        )
        for n in (1, 2)
    }
    facts = tag('dc:identifier id="i"', 'sheaf') + tag('dc:title', 'The sheaf') + tag('dc:language', 'en')
    items = (f'<item id="c{n}" href="{name}" media-type="application/xhtml+xml"/>' for n, name in enumerate(chapters))
    book = document(
        'package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="i"',
        tag('metadata xmlns:dc="http://purl.org/dc/elements/1.1/"', facts),
        tag('manifest', *items),
        tag('spine', *(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))),
    )
    container = document(
        'container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"',
        tag('rootfiles', '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/>'),
    )
    members = {'mimetype': 'application/epub+zip', 'META-INF/container.xml': container, 'book.opf': book, **chapters}
    return zipped(members, 'mimetype')


def fiction_book():
    title = tag('title-info', tag('genre', 'prose'), tag('book-title', 'Сноп'), tag('lang', 'ru'))
    body = tag('body', tag('section', *(tag('p', one) for one in RUSSIAN.split('\n\n'))))
    return document('FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"', tag('description', title), body)


def mobipocket():
    """A book in a Palm database: a header of three kinds in its first record, uncompressed text in its second."""
    text = f'<html><body><h1>The sheaf</h1><p>{STORY}</p></body></html>'.encode()
    title = b'The sheaf'
    palm = struct.pack('>HHIHHHH', 1, 0, len(text), 1, 4096, 0, 0)
    mobi = struct.pack('>4sIIIII', b'MOBI', 232, 2, 65001, 1, 6).ljust(68, b'\xff')
    mobi += struct.pack('>II', 16 + 232, len(title))
    first = palm + mobi.ljust(232, b'\0') + title + bytes(4)
    begin = 78 + 2 * 8 + 2
    head = struct.pack('>32sHHIIIIII4s4sIIH', b'The_sheaf', 0, 0, 0, 0, 0, 0, 0, 0, b'BOOK', b'MOBI', 0, 0, 2)
    records = struct.pack('>IIII', begin, 0, begin + len(first), 2) + bytes(2)
    return head + records + first + text


def xml_paper():
    """An XPS document of one page with text and a filled square."""
    fixed = 'http://schemas.microsoft.com/xps/2005/06'
    kinds = {'fdseq': 'fixeddocumentsequence', 'fdoc': 'fixeddocument', 'fpage': 'fixedpage'}
    types = {end: f'application/vnd.ms-package.xps-{kind}+xml' for end, kind in kinds.items()}
    place = 'OriginX="96" OriginY="144" FontRenderingEmSize="40"'
    glyphs = f'<Glyphs {place} FontUri="/font.ttf" UnicodeString="The sheaf" Fill="#ff000000"/>'
    square = '<Path Data="M 96,200 L 400,200 400,400 96,400 z" Fill="#ffd8b24a"/>'
    return zipped(
        {
            '[Content_Types].xml': content_types({**types, 'ttf': 'application/vnd.ms-opentype'}),
            '_rels/.rels': relation(f'{fixed}/fixedrepresentation', '/all.fdseq'),
            'all.fdseq': tag(f'FixedDocumentSequence xmlns="{fixed}"', '<DocumentReference Source="/one.fdoc"/>'),
            'one.fdoc': tag(f'FixedDocument xmlns="{fixed}"', '<PageContent Source="/1.fpage"/>'),
            '1.fpage': tag(f'FixedPage xmlns="{fixed}" Width="816" Height="1056" xml:lang="en"', square, glyphs),
            '_rels/1.fpage.rels': relation(f'{fixed}/required-resource', '/font.ttf'),
            'font.ttf': read('/', [FONT])[FONT],
        }
    )


def web_archive():
    """A web page with its picture, as one message."""
    page = message('The sheaf', 'see the page', PAGE)
    return page.replace(b'multipart/alternative', b'multipart/related', 1)


def book_documents(folder, picture):
    """All of them, as bytes by name; `picture` is a JPEG for comics and web pages."""
    embedded = f'<img src="data:image/jpeg;base64,{base64.b64encode(picture).decode()}" width="320">'
    return {
        **from_programs(folder),
        'one page.pdf': text_page(),
        'drawing.pdf': vector_page(200),
        'many pages.pdf': pdf(40, text='The sheaf'),
        'locked.pdf': encrypted_pdf(),
        'drawing.ai': vector_page(100),
        'page.ps': POSTSCRIPT.encode(),
        'circle.eps': ENCAPSULATED.encode(),
        'page.xps': xml_paper(),
        'page.oxps': xml_paper(),
        'book.epub': epub(),
        'book.fb2': fiction_book().encode(),
        'book.mobi': mobipocket(),
        'comic.cbz': zipped({f'{n}.jpg': picture for n in (1, 2, 3)}),
        'page.html': PAGE.encode(),
        'picture.html': PAGE.replace('</body>', f'{embedded}</body>').encode(),
        'page.mhtml': web_archive(),
    }
