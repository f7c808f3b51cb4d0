"""Groups of known answers about kinds of files, about all that is said of documents, and about the language of queries."""

import os

from fixtures import png
from kind_office import SLIDE, cell, flat, stored
from kind_packages import document, tag, zipped
from kind_texts import POSTMARK, message
from known_answers import File, Group, asked, pdf, text
from scanned_pages import Scan, pdf_of, scanned

# Office


def office_sources():
    """A text, a sheet and slides of one company: LibreOffice stores them in its formats."""
    rows = [('Kunde', 'Saldo'), ('Brettschneider', 48213), ('Zwischensumme', 77)]
    # Beside an empty cell words have room: what is cut off is not on the page.
    table = ''.join(tag('table:table-row', cell(name), '<table:table-cell/>', cell(number)) for name, number in rows)
    frame = tag('draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="2cm"', tag('draw:text-box', tag('text:p', 'Quartalsziele Brettschneider')))
    words = ('Gesellschaftervertrag', 'Die Brettschneider GmbH und ihre Gesellschafterin Ngoc Lan Trần.', 'مذكرة الشراكة', '合作伙伴协议')
    return {
        'report.fodt': flat('text', ''.join(tag('text:p', one) for one in words)),
        'fields.fods': flat('spreadsheet', tag('table:table table:name="Umsatzliste"', '<table:table-column table:number-columns-repeated="3"/>', table)),
        'talk.fodp': flat('presentation', tag('draw:page draw:name="page1" draw:master-page-name="M"', frame), SLIDE),
        'plan.fodg': flat('graphics', tag('draw:page draw:name="page1" draw:master-page-name="M"', frame), SLIDE, element='drawing'),
    }


def office(folder):
    made = stored(folder, office_sources())
    texts, sheets, slides = ('docx', 'odt', 'doc', 'rtf', 'pdf', 'epub'), ('xlsx', 'ods', 'xls'), ('pptx', 'odp', 'ppt')
    files = {
        f'of {stem}.{extension}': File(made[f'{stem}.{extension}'])
        for stem, extensions in {'report': texts, 'fields': sheets, 'talk': slides}.items()
        for extension in extensions
    }
    files['of other.txt'] = text('Brettspieler, Gesellschaftsvertrag, Quartalszahl, 48214, Zwischenstand.\n')
    return Group(
        'Office',
        files,
        [
            asked('Brettschneider', 'of report.*', 'of fields.*', 'of talk.*', page=1),
            asked('Gesellschaftervertrag', 'of report.*', page=1),
            asked('"Brettschneider GmbH"', 'of report.*'),
            asked('tran', 'of report.*'),
            asked('الشراكة', 'of report.*'),
            asked('合作伙伴', 'of report.*'),
            asked('48213', 'of fields.*'),
            asked('Zwischensumme', 'of fields.*'),
            asked('Quartalsziele', 'of talk.*', page=1),
        ],
    )


# Mail, marked texts, tables, books


def letter(subject, words, sender, files=()):
    return message(subject, words, files=files).replace(b'Ada Reaper <ada@example.org>', sender.encode())


def mail():
    attached = [('Belegliste Okapi.csv', 'text/csv', b'a,b\n'), ('Wandplan.png', 'image/png', png(4, 3))]
    web = message('Rundschreiben', '').replace(b'text/plain', b'text/html') + b'<p>Hofmar<b>schallamt</b> tagt mon&shy;tags.</p>\n'
    box = POSTMARK + message('Zaunkönige zuerst', 'Der erste Brief.\n') + b'\n' + POSTMARK + message('Danach', 'Rohrdommeln.\n') + b'\n'
    return Group(
        'mail',
        {
            'ma1.eml': File(letter('Angebot Dachrinnenbau', 'Anbei die Unterlagen.\n', 'Wilhelmine Osterkamp <osterkamp@example.org>', attached)),
            'ma2.eml': File(letter('Absage', 'Kein Angebot für Dachziegel, keine Anlagen.\n', 'Hans Osterloh <osterloh@example.org>')),
            'ma3.eml': File(web),
            'ma4.mbox': File(box),
            'ma5.txt': text('Osterkamps Dachboden; die Wand und ihr Plan; Hofmarschall, Amt.\n'),
        },
        [
            asked('Dachrinnenbau', 'ma1.eml'),
            asked('Wandplan.png', 'ma1.eml'),
            asked('Belegliste', 'ma1.eml'),
            asked('by:osterkamp', 'ma1.eml'),
            asked('by:Wilhelmine', 'ma1.eml'),
            asked('Hofmarschallamt', 'ma3.eml'),
            asked('montags', 'ma3.eml'),
            asked('Rohrdommeln', 'ma4.mbox'),
            asked('Zaunkönige', 'ma4.mbox'),
        ],
    )


def book():
    """A book of two chapters, with its title and author."""
    words = {'one': ('Kapitel eins', 'Der Leuchtturmwärter schwieg.'), 'two': ('Kapitel zwei', 'Die Brandungswelle kam.')}
    spaces = 'xmlns="http://www.w3.org/1999/xhtml"'
    chapters = {
        f'{name}.xhtml': document(f'html {spaces}', tag('head', tag('title', head)), tag('body', tag('h1', head), tag('p', body)))
        for name, (head, body) in words.items()
    }
    facts = tag('dc:identifier id="i"', 'x') + tag('dc:title', 'Inselchronik') + tag('dc:creator', 'Thorvald Eskildsen') + tag('dc:language', 'de')
    items = ''.join(f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"/>' for name in words)
    package = document(
        'package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="i"',
        tag('metadata xmlns:dc="http://purl.org/dc/elements/1.1/"', facts),
        tag('manifest', items),
        tag('spine', *(f'<itemref idref="{name}"/>' for name in words)),
    )
    root = tag('rootfiles', '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/>')
    container = document('container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"', root)
    members = {'mimetype': 'application/epub+zip', 'META-INF/container.xml': container, 'book.opf': package, **chapters}
    return zipped(members, 'mimetype')


def marked_up():
    markdown = '# Betriebsanleitung\n\nDie **Pumpen**steuerung, siehe [Wartungsplan](https://example.org/Oelwechsel).\n\n| Teil | Preis |\n|---|---|\n| Dichtring | 4711 |\n'
    return Group(
        'Markdown, tables, web pages, books',
        {
            'mu1.md': text(markdown),
            'mu2.csv': text('Teil;Preis\nKeilriemen;"8,90"\n"Zahn ""Rad""";3\n'),
            'mu3.html': text('<!DOCTYPE html><meta charset="utf-8"><title>Hinweis</title><style>.Flaschenzug{}</style><p>Das Gegen&shy;gewicht und die Laufkatze.</p>'),
            'mu4.epub': File(book()),
            'mu5.txt': text('Betriebsrat, Wartungsvertrag, Dichtung, Keil und Riemen, Gewicht, Leuchtfeuer.\n'),
            'mu6.pdf': pdf('Ein leerer Bericht.', author='Friederike Nordhausen', title='Jahresabschlussbericht'),
        },
        [
            asked('Betriebsanleitung', 'mu1.md', page=1),
            asked('Pumpensteuerung', 'mu1.md'),
            asked('Wartungsplan', 'mu1.md'),
            asked('Dichtring 4711', 'mu1.md'),
            asked('Keilriemen', 'mu2.csv', page=1),
            asked('"8,90"', 'mu2.csv'),
            asked('Gegengewicht', 'mu3.html'),
            asked('Laufkatze', 'mu3.html'),
            asked('Flaschenzug'),
            asked('Leuchtturmwärter', 'mu4.epub'),
            asked('Brandungswelle', 'mu4.epub'),
            asked('Inselchronik', 'mu4.epub'),
            asked('by:eskildsen', 'mu4.epub'),
            asked('by:Nordhausen', 'mu6.pdf'),
            asked('Jahresabschlussbericht', 'mu6.pdf'),
        ],
    )


# What is said of documents


def descriptions():
    return Group(
        'names, folders, tags, notes, marks',
        {
            'Mietspiegel Gohlis.txt': text('Zahlen.\n', folder='Immobilien/Leipzig West', tags=('Prüfung offen', 'süd')),
            'de2.txt': text('Mietspiegel und Gohlisstadt.\n', note='Rückfrage bei Frau Dreyer wegen Zählerstand'),
            'de3.pdf': pdf('Ein Blatt mit Anmerkung.', tags=('prüfung erledigt',), marks=('Hier fehlt die Unterschrift von Pelzer',)),
            'de4.pdf': pdf('Noch ein Blatt.', folder='Immobilien', marks=('Zählerstände geprüft', 'Absatz Wegerecht streichen')),
            'de5.txt': text('Unterschriftenmappe, Pelzmantel, Dreyfus, Zähler.\n', folder='Immobilienfonds', is_favourite=True),
        },
        [
            asked('name:Mietspiegel', 'Mietspiegel Gohlis.txt'),
            asked('Mietspiegel', 'Mietspiegel Gohlis.txt', 'de2.txt'),
            asked('gohlis', 'Mietspiegel Gohlis.txt'),
            asked('folder:Immobilien', 'Mietspiegel Gohlis.txt', 'de4.pdf'),
            asked('folder:"Immobilien/Leipzig West"', 'Mietspiegel Gohlis.txt'),
            asked('"Leipzig West"', 'Mietspiegel Gohlis.txt'),
            asked('tag:"prüfung offen"', 'Mietspiegel Gohlis.txt'),
            asked('tag:SÜD', 'Mietspiegel Gohlis.txt'),
            asked('prüfung', 'Mietspiegel Gohlis.txt', 'de3.pdf'),
            asked('Dreyer', 'de2.txt'),
            asked('Zählerstand', 'de2.txt'),
            asked('Zählerstände', 'de4.pdf', page=1, source='annotation'),
            asked('Pelzer', 'de3.pdf', page=1, source='annotation'),
            asked('Unterschrift', 'de3.pdf', page=1, source='annotation'),
            asked('Wegerecht', 'de4.pdf', page=1, source='annotation'),
            asked('is:favourite', 'de5.txt'),
        ],
    )


# Queries


def operators():
    return Group(
        'operators and fields',
        {
            'op1.txt': text('Feldhamster und Zwergmaus.\n', since='2019-05-04', folder='Nager'),
            'op2.txt': text('Feldhamster und Siebenschläfer.\n', since='2021-11-30', folder='Nager'),
            'op3.pdf': pdf('Feldhamster und Haselmaus.', '', ''),
            'op4.txt': text('Siebenschläfer, Hamsterfeld.\n', since='2021-12-01', folder='Nager'),
            'op5.txt': text('Zwergmäuse der Feldhamsterei. ' + 'x ' * 3000, since='2023-02-10', folder='Nager'),
        },
        [
            asked('Feldhamster -Zwergmaus', 'op2.txt', 'op3.pdf'),
            asked('Feldhamster -Siebenschläfer -Haselmaus', 'op1.txt'),
            asked('Zwergmaus OR Haselmaus', 'op1.txt', 'op3.pdf'),
            asked('Feldhamster Siebenschläfer OR Haselmaus', 'op2.txt', 'op3.pdf'),
            asked('-"Feldhamster und" folder:Nager', 'op4.txt', 'op5.txt'),
            asked('Feldhamster*', 'op1.txt', 'op2.txt', 'op3.pdf', 'op5.txt'),
            asked('Hamsterf*', 'op4.txt'),
            asked('feldhamstere', 'op5.txt', is_typed=True),
            asked('Feldhamster type:pdf', 'op3.pdf'),
            asked('Feldhamster -type:pdf', 'op1.txt', 'op2.txt'),
            asked('Feldhamster type:text', 'op1.txt', 'op2.txt'),
            asked('folder:Nager before:2020', 'op1.txt'),
            asked('folder:Nager after:2021-12', 'op4.txt', 'op5.txt'),
            asked('folder:Nager after:2021-11-30 before:2021-12-01', 'op2.txt'),
            asked('Feldhamster after:2024', 'op3.pdf'),
            asked('Feldhamster pages:3', 'op3.pdf'),
            asked('folder:Nager size:>5KB', 'op5.txt'),
            asked('zebra OR'),
        ],
    )


def errors():
    return Group(
        'typing errors',
        {
            'er1.txt': text('Gewährleistungsbürgschaft und Abnahmeprotokoll.\n'),
            'er2.pdf': pdf('Das Schlüsselverzeichnis liegt bei Kowalczyk.'),
            'er3.txt': text('Gewährleistung, Bürgschaft, Abnahme, Protokoll; Kowalski.\n'),
        },
        [
            asked('Abnahmeprotokol', 'er1.txt', is_corrected=True),
            asked('Abnahmeprotkoll', 'er1.txt', is_corrected=True),
            asked('Gewährleistungsbürgschfat', 'er1.txt', is_corrected=True),
            asked('Schlüselverzeichnis', 'er2.pdf', is_corrected=True, page=1),
            asked('Kowalczik', 'er2.pdf', is_corrected=True),
            asked('Kwoalczyk', 'er2.pdf', is_corrected=True),
            asked('"Abnahmeprotokol"'),
        ],
    )


# Scans


def scans(folder):
    """Four pages of the texts of `scanned_pages`; the words in question stand in no other document."""
    made = {
        'sc1.pdf': Scan('en', 'Nimbus Roman', noise=12, blur=0.6),
        'sc2.pdf': Scan('de', 'Nimbus Sans', skew=-2, noise=20, blur=0.8),
        'sc3.pdf': Scan('en', 'Schoolbook', resolution=150, noise=6, blur=0.3),
        'sc4.pdf': Scan('de', 'DejaVu Sans', resolution=150, skew=1, noise=6, points=10),
    }
    files = {name: File(pdf_of([scanned(scan, os.path.join(folder, name))[0]], scan.resolution)) for name, scan in made.items()}
    files['sc5.txt'] = text('The director carried suits to the museums; der Direktor der Museumsinsel, Kräne, Münzer.\n')
    english = ('suitcases', 'Margaret umbrella', '"folded umbrella"', 'Whitaker', '"2,350 coins"', 'fingernail', 'exhibition', '"northern harbour"')
    german = ('Regenschirm', 'Weissenborn', '"2.350 Münzen"', 'Fingernagel', 'Umschlag', 'Schublade', '"letzte Fähre"', 'koenigin')
    return Group(
        'scans of 150 and 300 dpi',
        files,
        [asked(words, 'sc1.pdf', 'sc3.pdf', page=1, source='ocr') for words in english]
        + [asked(words, 'sc2.pdf', 'sc4.pdf', page=1, source='ocr') for words in german],
    )


def kind_groups(folder):
    return [office(os.path.join(folder, 'office')), mail(), marked_up(), descriptions(), operators(), errors(), scans(folder)]
