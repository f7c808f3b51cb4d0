"""Office documents by file name: flat OpenDocument written here, and LibreOffice's copies of it in its other formats.

One run of LibreOffice stores them all, by a macro in a profile of its own.
"""

import os
import struct
import subprocess
from xml.sax.saxutils import escape

from kind_packages import XML, content_types, document, relation, tag, zipped
from kind_texts import STORY, TABLE

SECONDS = 120
SPACES = {
    'office': 'office', 'text': 'text', 'table': 'table', 'style': 'style', 'draw': 'drawing', 'svg': 'svg-compatible',
    'fo': 'xsl-fo-compatible',
}  # fmt: skip
NAMESPACES = ' '.join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for short, name in SPACES.items()
)
SLIDE_SIZE = '<style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm"/>'
SLIDE = tag('office:automatic-styles', tag('style:page-layout style:name="L"', SLIDE_SIZE)) + tag(
    'office:master-styles', '<style:master-page style:name="M" style:page-layout-name="L"/>'
)


def flat(media, body, styles='', element=None):
    """A flat OpenDocument file."""
    head = f'office:document {NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.{media}"'
    return document(head, styles, tag('office:body', tag(f'office:{element or media}', body)))


def cell(value):
    kind = f'float" office:value="{value}' if isinstance(value, int) else 'string'
    return tag(f'table:table-cell office:value-type="{kind}"', tag('text:p', str(value)))


def table(times):
    rows = (tag('table:table-row', *map(cell, row)) for row in TABLE * times)
    return tag('table:table table:name="Harvest"', '<table:table-column table:number-columns-repeated="3"/>', *rows)


def paragraphs():
    title, *rest = STORY.split('\n\n')
    return tag('text:h text:outline-level="1"', title) + ''.join(tag('text:p', escape(one)) for one in rest)


def slide(number, title):
    frame = 'draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="2cm"'
    disc = f'<draw:ellipse svg:x="{4 * number}cm" svg:y="6cm" svg:width="8cm" svg:height="6cm"/>'
    head = f'draw:page draw:name="page{number}" draw:master-page-name="M"'
    return tag(head, tag(frame, tag('draw:text-box', tag('text:p', title))), disc)


def flat_documents(times=1):
    """A text, a sheet, slides and a drawing; longer ones repeat their content so many times."""
    slides = (slide(1, 'The sheaf') + slide(2, 'was bound by hand')) * times
    return {
        'report.fodt': flat('text', paragraphs() * times + table(1)),
        'fields.fods': flat('spreadsheet', table(times)),
        'talk.fodp': flat('presentation', slides, SLIDE),
        'plan.fodg': flat('graphics', slide(1, 'The fields'), SLIDE, element='drawing'),
    }


# LibreOffice's filters, by the extension of the copy.
FILTERS = {
    'report.fodt': {
        'docx': 'MS Word 2007 XML', 'docm': 'MS Word 2007 XML VBA', 'dotx': 'MS Word 2007 XML Template', 'doc': 'MS Word 97',
        'dot': 'MS Word 97 Vorlage', 'odt': 'writer8', 'ott': 'writer8_template', 'rtf': 'Rich Text Format', 'epub': 'EPUB',
        'xhtml': 'XHTML Writer File', 'pdf': 'writer_pdf_Export',
    },
    'fields.fods': {
        'xlsx': 'Calc MS Excel 2007 XML', 'xlsm': 'Calc MS Excel 2007 VBA XML', 'xltx': 'Calc MS Excel 2007 XML Template',
        'xls': 'MS Excel 97', 'xlt': 'MS Excel 97 Vorlage/Template', 'ods': 'calc8', 'ots': 'calc8_template',
    },
    'talk.fodp': {
        'pptx': 'Impress MS PowerPoint 2007 XML', 'pptm': 'Impress MS PowerPoint 2007 XML VBA',
        'ppsx': 'Impress MS PowerPoint 2007 XML AutoPlay', 'potx': 'Impress MS PowerPoint 2007 XML Template',
        'ppt': 'MS PowerPoint 97', 'pps': 'MS PowerPoint 97 AutoPlay', 'pot': 'MS PowerPoint 97 Vorlage', 'odp': 'impress8',
        'otp': 'impress8_template',
    },
    'plan.fodg': {
        'odg': 'draw8', 'otg': 'draw8_template', 'wmf': 'draw_wmf_Export', 'emf': 'draw_emf_Export',
        'svg': 'draw_svg_Export',
    },
}  # fmt: skip

# A profile whose macro runs: LibreOffice takes it for one that it set up itself.
DOCTYPE = '<!DOCTYPE {}:{} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "{}.dtd">\n'
SCRIPTS = 'http://openoffice.org/2000'
PROFILE = {
    'registrymodifications.xcu': tag(
        'oor:items xmlns:oor="http://openoffice.org/2001/registry"',
        tag(
            'item oor:path="/org.openoffice.Setup/Office"',
            tag('prop oor:name="ooSetupInstCompleted" oor:op="fuse"', tag('value', 'true')),
        ),
    ),
    'basic/script.xlc': DOCTYPE.format('library', 'libraries', 'libraries')
    + tag(
        f'library:libraries xmlns:library="{SCRIPTS}/library" xmlns:xlink="http://www.w3.org/1999/xlink"',
        '<library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" library:link="false"/>',
    ),
    'basic/Standard/script.xlb': DOCTYPE.format('library', 'library', 'library')
    + tag(
        f'library:library xmlns:library="{SCRIPTS}/library" library:name="Standard"',
        '<library:element library:name="Store"/>',
    ),
    'basic/Standard/Store.xba': DOCTYPE.format('script', 'module', 'module')
    + tag(f'script:module xmlns:script="{SCRIPTS}/script" script:name="Store" script:language="StarBasic"', 'MACRO'),
}
# An error in the macro would open a dialog, which waits for ever.
MACRO = """Sub Main
On Error Resume Next
Dim hidden As New com.sun.star.beans.PropertyValue
Dim format As New com.sun.star.beans.PropertyValue
hidden.Name = "Hidden" : hidden.Value = True
format.Name = "FilterName"
STEPS
StarDesktop.terminate()
End Sub
"""


def macro(folder):
    """Loads each flat document and stores its copies."""
    steps = []
    for source, filters in FILTERS.items():
        steps.append(
            f'document = StarDesktop.loadComponentFromURL("file://{folder}/{source}", "_blank", 0, Array(hidden))'
        )
        for extension, name in filters.items():
            copy = f'{source.partition(".")[0]}.{extension}'
            steps.append(f'format.Value = "{name}" : document.storeToURL("file://{folder}/{copy}", Array(format))')
        steps.append('document.close(True)')
    return MACRO.replace('STEPS', '\n'.join(steps))


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def stored(folder, documents):
    """The flat documents and LibreOffice's copies of them."""
    for name, text in documents.items():
        write(f'{folder}/{name}', text)
    for name, text in PROFILE.items():
        write(f'{folder}/profile/user/{name}', XML + text.replace('MACRO', escape(macro(folder))))
    profile = f'-env:UserInstallation=file://{folder}/profile'
    command = ['soffice', '--headless', '--norestore', profile, 'macro:///Standard.Store.Main']
    subprocess.run(command, capture_output=True, timeout=SECONDS, check=True)
    found = {}
    for source, filters in FILTERS.items():
        for name in (source, *(f'{source.partition(".")[0]}.{extension}' for extension in filters)):
            with open(f'{folder}/{name}', 'rb') as file:
                found[name] = file.read()
    return found


# Formats that LibreOffice reads and does not write


def openoffice_text():
    """A text of OpenOffice.org 1.0."""
    kind = 'application/vnd.sun.xml.writer'
    spaces = ' '.join(f'xmlns:{one}="http://openoffice.org/2000/{one}"' for one in ('office', 'text'))
    head = f'office:document-content {spaces} office:version="1.0" office:class="text"'
    content = document(head, tag('office:body', paragraphs()))
    entries = (
        f'<manifest:file-entry manifest:media-type="{media}" manifest:full-path="{path}"/>'
        for path, media in {'/': kind, 'content.xml': 'text/xml'}.items()
    )
    manifest = document('manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest"', *entries)
    return zipped({'mimetype': kind, 'content.xml': content, 'META-INF/manifest.xml': manifest}, 'mimetype')


def dbase_table():
    """A table of dBASE III: a header, a record of 32 bytes for each field, the rows."""
    fields = [(b'FIELD', b'C', 12), (b'CUT', b'N', 6), (b'BOUND', b'N', 6)]
    rows = b''.join(b' ' + f'{name:<12}{cut:>6}{bound:>6}'.encode() for name, cut, bound in TABLE[1:])
    begin = 32 + 32 * len(fields) + 1
    header = struct.pack('<4BIHH20x', 3, 126, 8, 1, len(TABLE) - 1, begin, 25)
    return header + b''.join(struct.pack('<11sc4xB15x', *field) for field in fields) + b'\r' + rows + b'\x1a'


def lotus_sheet():
    """A sheet of Lotus 1-2-3: records of a kind, a length and a body."""
    out = struct.pack('<HHH', 0, 2, 0x0406)
    for row, values in enumerate(TABLE):
        for column, value in enumerate(values):
            place = struct.pack('<BHH', 0xFF, column, row)
            is_number = isinstance(value, int)
            body = place + (struct.pack('<d', value) if is_number else b"'" + value.encode() + b'\0')
            out += struct.pack('<HH', 14 if is_number else 15, len(body)) + body
    return out + struct.pack('<HH', 1, 0)


def drawing_exchange():
    """A plan of two fields for AutoCAD."""
    lines = [(0, 0, 90, 0), (90, 0, 90, 60), (0, 60, 90, 60), (0, 0, 0, 60), (45, 0, 45, 60)]
    entities = ''.join(f'0\nLINE\n8\n0\n10\n{a}\n20\n{b}\n11\n{c}\n21\n{d}\n' for a, b, c, d in lines)
    return f'0\nSECTION\n2\nENTITIES\n{entities}0\nCIRCLE\n8\n0\n10\n20\n20\n30\n40\n12\n0\nENDSEC\n0\nEOF\n'.encode()


def visio_drawing():
    """A page of Visio with a rectangle."""

    def cells(**values):
        return ''.join(f'<Cell N="{name}" V="{value}"/>' for name, value in values.items())

    corners = [('MoveTo', 0, 0), ('LineTo', 4, 0), ('LineTo', 4, 2), ('LineTo', 0, 2), ('LineTo', 0, 0)]
    rows = (tag(f'Row T="{kind}" IX="{number}"', cells(X=x, Y=y)) for number, (kind, x, y) in enumerate(corners, 1))
    place = cells(PinX=4, PinY=8, Width=4, Height=2, LocPinX=2, LocPinY=1, FillForegnd='#d8b24a', FillPattern=1)
    shape = tag('Shape ID="1" Type="Shape"', place, tag('Section N="Geometry" IX="0"', *rows), tag('Text', 'North'))
    page = tag('Page ID="0" NameU="Page-1"', tag('PageSheet', cells(PageWidth=8.5, PageHeight=11)), '<Rel r:id="r1"/>')
    kinds = {'document': 'drawing.main', 'pages/pages': 'pages', 'pages/page1': 'page'}
    parts = {f'/visio/{part}.xml': f'application/vnd.ms-visio.{kind}+xml' for part, kind in kinds.items()}
    relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    spaces = f'xmlns="http://schemas.microsoft.com/office/visio/2012/main" xmlns:r="{relations}"'
    visio = 'http://schemas.microsoft.com/visio/2010/relationships'
    return zipped(
        {
            '[Content_Types].xml': content_types({}, parts),
            '_rels/.rels': relation(f'{visio}/document', 'visio/document.xml'),
            'visio/document.xml': document(f'VisioDocument {spaces}'),
            'visio/_rels/document.xml.rels': relation(f'{visio}/pages', 'pages/pages.xml'),
            'visio/pages/pages.xml': document(f'Pages {spaces}', page),
            'visio/pages/_rels/pages.xml.rels': relation(f'{visio}/page', 'page1.xml'),
            'visio/pages/page1.xml': document(f'PageContents {spaces}', tag('Shapes', shape)),
        }
    )


def office_documents(folder):
    """All of them, as bytes by name; LibreOffice writes into `folder`."""
    return {
        **stored(folder, flat_documents()),
        'report.sxw': openoffice_text(),
        'fields.dbf': dbase_table(),
        'fields.wk1': lotus_sheet(),
        'plan.dxf': drawing_exchange(),
        'plan.vsdx': visio_drawing(),
    }
