"""Texts by file name: in several encodings, marked up, as tables, as data, as mail, as keys."""

import base64
import json
import plistlib
import random
from email.message import EmailMessage

from fixtures import png

STORY = """The sheaf

The sheaf was bound by hand and carried over the field before the rain came. It stood with eleven
others in a stook, ears upwards, until the straw was dry; then the cart took it to the barn.

Nobody counted the sheaves of that year. The next year everybody did.
"""
RUSSIAN = """Сноп

Сноп связали руками и унесли с поля до дождя. Он стоял среди других, колосьями вверх,
пока солома не высохла; потом телега увезла его в сарай.
"""
JAPANESE = """麦の束

麦は手で束ねられ、雨が降る前に畑から運ばれた。ほかの十一束といっしょに、穂を上にして、
わらが乾くまで立っていた。それから荷車が納屋へ運んだ。
"""
CHINESE = """麦捆

麦子用手捆好，在下雨之前从地里搬走。它和另外十一捆一起立着，麦穗朝上，直到麦秆晒干；
然后大车把它拉进谷仓。
"""
KOREAN = """보릿단

보릿단은 손으로 묶여 비가 오기 전에 밭에서 옮겨졌다. 이삭을 위로 하고 짚이 마를 때까지
다른 단들과 함께 서 있었다.
"""
GREEK = """Το δεμάτι

Το δεμάτι δέθηκε με το χέρι και μεταφέρθηκε από το χωράφι πριν έρθει η βροχή. Στάθηκε με τα
άλλα, με τα στάχυα προς τα πάνω, ώσπου να στεγνώσει το άχυρο.
"""
FRENCH = """La gerbe

La gerbe fut liée à la main et portée à travers le champ avant la pluie. Elle resta debout, les
épis vers le haut, jusqu'à ce que la paille fût sèche.
"""
HEBREW = """האלומה

האלומה נקשרה ביד ונישאה מן השדה לפני בוא הגשם. היא עמדה עם אחיותיה, שיבולים כלפי מעלה,
עד שהקש יבש.
"""
ARABIC = """الحزمة

ربطت الحزمة باليد وحملت من الحقل قبل أن يأتي المطر. وقفت مع أخواتها والسنابل إلى الأعلى
حتى جف القش.
"""

ENCODED = {
    'story.txt': STORY.encode(),
    'story, UTF-16.txt': STORY.encode('utf-16'),
    'story, UTF-32.txt': STORY.encode('utf-32'),
    'gerbe, Latin-1.txt': FRENCH.encode('latin-1'),
    'сноп, Windows-1251.txt': RUSSIAN.encode('cp1251'),
    'сноп, KOI8-R.txt': RUSSIAN.encode('koi8-r'),
    'δεμάτι, ISO 8859-7.txt': GREEK.encode('iso8859-7'),
    '束, Shift JIS.txt': JAPANESE.encode('shift-jis'),
    '束, EUC-JP.txt': JAPANESE.encode('euc-jp'),
    '麦捆, GB 18030.txt': CHINESE.encode('gb18030'),
    '단, EUC-KR.txt': KOREAN.encode('euc-kr'),
    'אלומה.txt': HEBREW.encode(),
    'حزمة.txt': ARABIC.encode(),
    'empty.txt': b'',
}

FIELDS = [('North', 120, 118), ('South', 96, 96), ('Mill', 143, 139), ('Long acre', 77, 70), ('Glebe', 64, 64)]
RECORDS = [{'field': name, 'cut': cut, 'bound': bound, 'tags': ['straw', 'dry']} for name, cut, bound in FIELDS]
TABLE = [('Field', 'Cut', 'Bound'), *FIELDS]


def separated(by):
    return '\n'.join(by.join(map(str, row)) for row in TABLE) + '\n'


def log():
    chance = random.Random(1)
    events = (
        'INFO cart 3 left',
        'WARN rain within the hour',
        'INFO field North: 12 sheaves',
        'ERROR axle of cart 2 broken',
    )
    return ''.join(f'2026-08-{1 + n // 24:02} {n % 24:02}:00:0{n % 10} {chance.choice(events)}\n' for n in range(80))


MARKED_UP = {
    'story.md': """# The sheaf

It was bound *by hand* and carried **before the rain**. See [the table](#yield).

| field | cut | bound |
|---|---:|---:|
| North | 120 | 118 |
| South | 96 | 96 |

- [x] cut
- [ ] threshed

```python
total = 120 + 96
```

> Nobody counted the sheaves of that year.
""",
    'story.rst': """The sheaf
=========

It was bound *by hand* and carried **before the rain**.

.. code:: python

   total = 120 + 96
""",
    'story.adoc': """= The sheaf

It was bound _by hand_ and carried *before the rain*.

|===
|North |120
|South |96
|===
""",
    'story.org': '* The sheaf\n  It was bound /by hand/ and carried *before the rain*.\n** NEXT thresh\n',
    'story.tex': """\\documentclass{article}
\\begin{document}
\\section{The sheaf}
Bound \\emph{by hand}: $\\sum_n s_n = 359$. % all
\\end{document}
""",
    'books.bib': '@book{sheaf1926,\n  author = {Reaper, A.},\n  title = {Binding by Hand},\n  year = 1926,\n}\n',
    'sheaf.man': '.TH SHEAF 1\n.SH NAME\nsheaf \\- a workspace for documents\n.SH SYNOPSIS\n.B sheaf\nserve\n',
    'carts.log': log(),
    'fields.csv': separated(','),
    'fields.tsv': separated('\t'),
    'Felder, Latin-1.csv': separated(';').replace('Field', 'Gr\u00f6\u00dfe').encode('latin-1'),
    'film.srt': """1
00:00:01,000 --> 00:00:04,000
The sheaf was bound.

2
00:00:05,000 --> 00:00:09,000
Then the rain came.
""",
    'film.vtt': 'WEBVTT\n\n00:01.000 --> 00:04.000\nThe sheaf was bound.\n',
    'film.ass': """[Script Info]
Title: Sheaf

[Events]
Format: Start, End, Text
Dialogue: 0:00:01.00,0:00:04.00,The sheaf was bound.
""",
    'songs.m3u': '#EXTM3U\n#EXTINF:180,Harvest home\nharvest.mp3\n',
    'change.diff': """--- a/fields.csv
+++ b/fields.csv
@@ -1,3 +1,3 @@
 Field,Cut,Bound
-North,120,110
+North,120,118
 South,96,96
""",
    'sheaf.po': 'msgid "sheaf"\nmsgstr "Garbe"\n',
}

DATA = {
    'fields.json': json.dumps(RECORDS, indent=2),
    'fields, minified.json': json.dumps({'harvest': RECORDS * 6}, separators=(',', ':')),
    'fields.ndjson': ''.join(json.dumps(record) + '\n' for record in RECORDS),
    'fields.geojson': json.dumps({'type': 'FeatureCollection', 'features': [
        {'type': 'Feature', 'properties': {'name': 'North'}, 'geometry': {'type': 'Point', 'coordinates': [8.1, 47.4]}},
    ]}),
    'notebook.ipynb': json.dumps({'nbformat': 4, 'nbformat_minor': 5, 'metadata': {}, 'cells': [
        {'cell_type': 'markdown', 'metadata': {}, 'source': ['# Harvest']},
        {'cell_type': 'code', 'metadata': {}, 'execution_count': 1, 'source': ['120 + 96'], 'outputs': []},
    ]}, indent=1),
    'fields.yaml': '# The fields.\nharvest:\n  - field: North\n    cut: 120\n  - field: South\n    cut: 96\n',
    'fields.toml': '# The fields.\n[north]\ncut = 120\ntags = ["straw", "dry"]\n\n[south]\ncut = 96\n',
    'fields.ini': '; The fields.\n[north]\ncut=120\n[south]\ncut=96\n',
    'fields.xml': """<?xml version="1.0"?>
<harvest><!-- the fields --><field name="North" cut="120"/><field name="South" cut="96"/></harvest>
""",
    'feed.rss': """<?xml version="1.0"?>
<rss version="2.0"><channel><title>Harvest</title><item><title>Bound</title></item></channel></rss>
""",
    'walk.gpx': """<?xml version="1.0"?>
<gpx version="1.1" creator="sheaf"><trk><trkseg><trkpt lat="47.4" lon="8.1"/></trkseg></trk></gpx>
""",
    'place.kml': """<?xml version="1.0"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>North</name></Placemark></kml>
""",
    'settings.plist': plistlib.dumps({'field': 'North', 'cut': 120}),
    'settings, binary.plist': plistlib.dumps({'field': 'North', 'cut': 120}, fmt=plistlib.FMT_BINARY),
    'sheaf.desktop': '[Desktop Entry]\nType=Application\nName=Sheaf\nExec=sheaf serve\n',
    'sheaf.url': '[InternetShortcut]\r\nURL=https://example.org/\r\n',
    'person.vcf': """BEGIN:VCARD
VERSION:3.0
N:Reaper;Ada;;;
FN:Ada Reaper
EMAIL:ada@example.org
END:VCARD
""".replace('\n', '\r\n'),
    'harvest.ics': """BEGIN:VCALENDAR
VERSION:2.0
PRODID:sheaf
BEGIN:VEVENT
UID:1
DTSTART:20260801T060000Z
SUMMARY:Harvest
END:VEVENT
END:VCALENDAR
""".replace('\n', '\r\n'),
}  # fmt: skip


def armoured(label, seed, size=256):
    """Bytes without meaning between the lines of a key or certificate."""
    rows = base64.encodebytes(random.Random(seed).randbytes(size)).decode()
    return f'-----BEGIN {label}-----\n{rows}-----END {label}-----\n'


SSH_KEY = b'\0\0\0\x0bssh-ed25519\0\0\0 ' + bytes(32)
KEYS = {
    'certificate.pem': armoured('CERTIFICATE', 1, 600),
    'key.pem': armoured('PRIVATE KEY', 2, 400),
    'id_ed25519': armoured('OPENSSH PRIVATE KEY', 3),
    'id_ed25519.pub': f'ssh-ed25519 {base64.b64encode(SSH_KEY).decode()} ada@example.org\n',
    'letter.asc': armoured('PGP MESSAGE', 4).replace('-----\n', '-----\n\n', 1),
}


def message(subject, text, html=None, files=()):
    """The bytes of an e-mail."""
    mail = EmailMessage()
    mail['From'], mail['To'] = 'Ada Reaper <ada@example.org>', 'Ben Miller <ben@example.org>'
    mail['Subject'], mail['Date'], mail['Message-ID'] = subject, 'Sat, 01 Aug 2026 06:00:00 +0000', '<1@example.org>'
    mail.set_content(text)
    if html:
        mail.add_alternative(html, subtype='html')
    for name, kind, body in files:
        mail.add_attachment(body, *kind.split('/'), filename=name)
    return mail.as_bytes()


HTML = '<h1>The sheaf</h1><p>It was bound <em>by hand</em>.</p><table border="1"><tr><td>North</td><td>120</td></tr></table>'
PLAIN_MAIL = message('The sheaves of Saturday', STORY)
ATTACHMENTS = [('fields.csv', 'text/csv', separated(',').encode()), ('field.png', 'image/png', png(40, 30))]
POSTMARK = b'From ada@example.org Sat Aug  1 06:00:00 2026\n'
MAIL = {
    'plain.eml': PLAIN_MAIL,
    'web.eml': message('Gr\u00f6\u00dfe der Garben', STORY, HTML),
    'attached.eml': message('With two files', STORY, HTML, ATTACHMENTS),
    'letters.mbox': POSTMARK + PLAIN_MAIL + b'\n' + POSTMARK + message('Again', 'Rain.\n') + b'\n',
}


def texts():
    """All of them, as bytes by name."""
    every = {**ENCODED, **MARKED_UP, **DATA, **KEYS, **MAIL}
    return {name: body if isinstance(body, bytes) else body.encode() for name, body in every.items()}
