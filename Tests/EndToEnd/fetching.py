#!/usr/bin/env python3
"""Documents that name parts elsewhere: nothing is fetched.

A TCP port and the port of names listen on this machine. Each document names that address in as many ways as its format has.
"""

import contextlib
import io
import json
import socket
import zipfile

from report import Report
from server import Server, Workspace, arguments

RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
OPEN_DOCUMENT = 'urn:oasis:names:tc:opendocument:xmlns:'


class Ear:
    """A TCP port, and the UDP port of names where this user may have it, that count who comes."""

    def __init__(self):
        self.tcp = socket.create_server(('127.0.0.1', 0))
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self.udp.bind(('127.0.0.1', 53))
            self.hears_names = True
        except OSError:
            self.hears_names = False
        self.tcp.setblocking(False)
        self.udp.setblocking(False)
        self.port = self.tcp.getsockname()[1]

    def visitors(self):
        """The visits since the last call."""
        count = 0
        with contextlib.suppress(BlockingIOError):
            while True:
                self.tcp.accept()[0].close()
                count += 1
        with contextlib.suppress(BlockingIOError):
            while True:
                self.udp.recv(512)
                count += 1
        return count


def zipped(files):
    made = io.BytesIO()
    with zipfile.ZipFile(made, 'w') as file:
        for name, text in files.items():
            file.writestr(name, text)
    return made.getvalue()


def web_page(url):
    return f"""<!doctype html><link rel=stylesheet href="{url}a.css"><base href="{url}">
<style>@import url({url}b.css); @font-face {{ font-family: f; src: url({url}f.woff) }} body {{ font-family: f; background: url({url}c.png) }}</style>
<p>Words<img src="{url}d.png" srcset="{url}e.png 2x"><img src="//name.invalid/x.png"><iframe src="{url}"></iframe><object data="{url}o.svg"></object>
<svg><image href="{url}g.png"/></svg><script src="{url}h.js"></script><embed src="{url}i.swf"><video poster="{url}j.png" src="{url}k.mp4"></video>""".encode()


def flat_text(url):
    return f"""<?xml version="1.0"?><office:document xmlns:office="{OPEN_DOCUMENT}office:1.0" xmlns:text="{OPEN_DOCUMENT}text:1.0"
 xmlns:draw="{OPEN_DOCUMENT}drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="{OPEN_DOCUMENT}svg-compatible:1.0"
 office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:body><office:text><text:p>Words<draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="{url}a.png" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame>
<draw:frame svg:width="5cm" svg:height="5cm"><draw:object xlink:href="{url}b.odt" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame></text:p>
<text:section text:name="s"><text:section-source xlink:href="{url}c.odt"/><text:p>More</text:p></text:section></office:text></office:body></office:document>""".encode()


def word(url):
    main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
    external = ''.join(
        f'<Relationship Id="r{n}" Type="{RELATIONS}/{kind}" Target="{url}{n}.{kind}" TargetMode="External"/>'
        for n, kind in enumerate(('image', 'attachedTemplate', 'oleObject', 'hyperlink', 'frame', 'subDocument'))
    )
    drawing = (
        '<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="990000" cy="990000"/>'
        '<wp:docPr id="1" name="p"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
        '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture">'
        '<pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="r0"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>'
    )
    field = f'<w:fldSimple w:instr=" INCLUDEPICTURE &quot;{url}f.png&quot; "><w:r><w:t>f</w:t></w:r></w:fldSimple>'
    return zipped({
        '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        '_rels/.rels': f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="d" Type="{RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>',
        'word/_rels/document.xml.rels': f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{external}</Relationships>',
        'word/document.xml': f'<w:document xmlns:w="{main}" xmlns:r="{RELATIONS}"><w:body><w:p><w:r><w:t>Words</w:t></w:r><w:r>{drawing}</w:r>{field}</w:p></w:body></w:document>',
    })  # fmt: skip


def rich_text(url):
    return f'{{\\rtf1\\ansi Words {{\\field{{\\*\\fldinst INCLUDEPICTURE "{url}a.png" \\\\d}}}}{{\\*\\template {url}t.dot}}\\par}}'.encode()


def sheet(url):
    return f"""<?xml version="1.0"?><office:document xmlns:office="{OPEN_DOCUMENT}office:1.0" xmlns:text="{OPEN_DOCUMENT}text:1.0"
 xmlns:table="{OPEN_DOCUMENT}table:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:body><office:spreadsheet><table:table table:name="'{url}b.ods'#S"><table:table-source xlink:type="simple" xlink:href="{url}b.ods" table:table-name="S"/>
<table:table-row><table:table-cell><text:p>Words</text:p></table:table-cell></table:table-row></table:table>
<table:table table:name="T"><table:table-row><table:table-cell table:formula="of:=WEBSERVICE(&quot;{url}w&quot;)" office:value-type="string"><text:p>1</text:p></table:table-cell>
<table:table-cell table:formula="of:=['{url}c.ods'#$S.A1]" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell></table:table-row></table:table>
</office:spreadsheet></office:body></office:document>""".encode()


def book(url):
    return zipped({
        'mimetype': 'application/epub+zip',
        'META-INF/container.xml': '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        'b.opf': '<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata/><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
        'a.xhtml': f'<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="{url}a.css"/></head><body><p>Words</p><img src="{url}a.png"/></body></html>',
    })  # fmt: skip


def picture(url):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><style>@import url({url}a.css);</style><image href="{url}a.png" width="9" height="9"/>'
        f'<use href="{url}b.svg#x"/><foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="{url}c.png"/></foreignObject><rect width="50" height="50"/></svg>'
    ).encode()


def entities(url):
    return f'<?xml version="1.0"?><!DOCTYPE a SYSTEM "{url}a.dtd" [<!ENTITY b SYSTEM "{url}b">]><?xml-stylesheet href="{url}c.xsl" type="text/xsl"?><a>&b;</a>'.encode()


def letter(url):
    return f'From: a@b\r\nTo: c@d\r\nSubject: Words\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>Words<img src="{url}a.png"><img src="http://name.invalid/x.png">'.encode()


def form(url):
    """A PDF with actions and files elsewhere."""
    actions = f'/OpenAction<</S/URI/URI({url}a)>>/AA<</WC<</S/SubmitForm/F<</FS/URL/F({url}b)>>>>>>'
    return f'%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R{actions}>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>'.encode()


DOCUMENTS = {
    'page.html': web_page, 'text.fodt': flat_text, 'text.docx': word, 'text.rtf': rich_text, 'sheet.fods': sheet, 'book.epub': book,
    'picture.svg': picture, 'data.xml': entities, 'letter.eml': letter, 'form.pdf': form,
    'words.md': lambda url: f'# Words\n\n![a]({url}a.png) <img src="{url}b.png">'.encode(),
    'list.m3u8': lambda url: f'#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n{url}a.ts\n#EXT-X-ENDLIST\n'.encode(),
    'film.mp4': lambda url: f'#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n{url}a.ts\n#EXT-X-ENDLIST\n'.encode(),
    'film.mkv': lambda url: f"ffconcat version 1.0\nfile '{url}a.mp4'\n".encode(),
    'sound.sdp.wav': lambda url: b'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n',
    'program.ps': lambda url: f'%!PS\n({url}a) run (Words) show showpage\n'.encode(),
}  # fmt: skip


def main():
    options = arguments(__doc__)
    report = Report()
    ear = Ear()
    socket.create_connection(('127.0.0.1', ear.port)).close()
    report.check('the ear hears', ear.visitors() == 1)
    # Programs ask for names at this port alone, and a resolver of the machine may own it.
    if not ear.hears_names:
        report.skip('nothing is asked of a server of names', 'port 53 belongs to another')
    url = f'http://127.0.0.1:{ear.port}/'
    with Workspace() as root, Server(options.bin, root) as server:
        for name, make in DOCUMENTS.items():
            look_at(report, server, ear, name, make(url))
        states = server.get('/healthz').json.get('converters') or {}
        report.check('the converters were there', states and all(states.values()), json.dumps(states))
    report.exit()


def look_at(report, server, ear, name, body):
    """Asks for everything that makes something of the document."""
    answer = server.upload(body, name)
    if not report.check(f'{name} is stored', answer.status == 201, answer):
        return
    path = f'/api/v1/documents/{answer.json["id"]}'
    calls = ('preview', 'pages/1', 'thumbnail', 'metadata', 'rendition', 'media', 'media/poster', 'media/stream')
    answers = {call: server.get(f'{path}/{call}') for call in calls}
    report.check(f'{name}: no answer is a failure of the server', all(one.status < 500 for one in answers.values()), answers)
    report.check(f'{name}: nothing is fetched', ear.visitors() == 0)


if __name__ == '__main__':
    main()
