"""Groups of known answers about words: how they are spelled, broken, joined and changed by grammar, in many scripts.

Beside each document that answers lies another one with like words, which must not be found.
"""

from known_answers import Group, asked, pdf, text
from placed_words import lines

SOFT = '\u00ad'
FICTION_BOOK = 'http://www.gribuser.ru/xml/fictionbook/2.0'


def mirrored(*texts):
    """Lines of letters in the order in which they stand from left to right, as scripts from right to left are set."""
    return lines(*(words[::-1] for words in texts))


def phrases():
    return Group(
        'phrases',
        {
            'ph1.pdf': pdf('The board approved the northern\nrailway bridge without further debate.', 'Nothing on it.'),
            'ph2.pdf': pdf('The railway near the northern bridge was closed, without a further word.'),
            'ph3.txt': text('A bridge of the railway, and the north.\nFurther debate followed.\n'),
            'ph4.txt': text('He said: “The quarterly\nledger balances”, and left.\n'),
            'ph5.txt': text('The ledger of each quarterly report balances.\n'),
        },
        [
            asked('"northern railway bridge"', 'ph1.pdf', page=1, marked='northern railway bridge'),
            asked('"railway bridge"', 'ph1.pdf', page=1),
            asked('"northern bridge"', 'ph2.pdf', page=1),
            asked('"without further debate"', 'ph1.pdf'),
            asked('"further debate"', 'ph1.pdf', 'ph3.txt'),
            asked('"quarterly ledger"', 'ph4.txt', marked='quarterly ledger'),
            asked('„quarterly ledger“', 'ph4.txt'),
            asked('"ledger balances" said', 'ph4.txt'),
            asked('railway northern', 'ph1.pdf', 'ph2.pdf'),
        ],
    )


def umlauts():
    return Group(
        'accents and umlauts',
        {
            'um1.pdf': pdf('Frau Müller wohnt Königstraße 7.'),
            'um2.txt': text('Frau Mueller wohnt Koenigstrasse 8.\n'),
            'um3.txt': text('Frau Muller wohnt Konigstraße 9.\n'),
            'um4.txt': text('Frau Miller wohnt am Königsstrand, Herr Möller am Moellerweg.\n'),
            'um5.pdf': pdf('Élodie à Łódź, près du Øresund, un œuf naïf.'),
            'um6.txt': text('Elodie a Lodz, pres du Oresund, un oeuf naif.\n'),
            'um7.txt': text('E\u0301lodie, na\u0131\u0308f: decomposed.\n'.replace('\u0131', 'i')),
            'um8.txt': text('Elodia, Lodi, Oregon, oeil, naval.\n'),
        },
        [
            asked('Müller', 'um1.pdf', 'um2.txt', 'um3.txt'),
            asked('Mueller', 'um1.pdf', 'um2.txt'),
            asked('Muller', 'um1.pdf', 'um3.txt'),
            asked('MÜLLER', 'um1.pdf', 'um2.txt', 'um3.txt'),
            asked('Königstraße', 'um1.pdf', 'um2.txt', 'um3.txt'),
            asked('Koenigstrasse', 'um1.pdf', 'um2.txt'),
            asked('konigstrasse', 'um1.pdf', 'um3.txt'),
            asked('elodie', 'um5.pdf', 'um6.txt', 'um7.txt'),
            asked('Élodie', 'um5.pdf', 'um6.txt', 'um7.txt'),
            asked('E\u0301lodie', 'um5.pdf', 'um6.txt', 'um7.txt'),
            asked('lodz', 'um5.pdf', 'um6.txt'),
            asked('Łódź', 'um5.pdf', 'um6.txt'),
            asked('oresund', 'um5.pdf', 'um6.txt'),
            asked('Øresund', 'um5.pdf', 'um6.txt'),
            asked('oeuf', 'um5.pdf', 'um6.txt'),
            asked('œuf', 'um5.pdf', 'um6.txt'),
            asked('"naïf"', 'um5.pdf', 'um6.txt', 'um7.txt'),
        ],
    )


def widths():
    return Group(
        'case and width',
        {
            'wi1.pdf': pdf('ＺＥＰＨＹＲＵＳ ９８７６５'),
            'wi2.txt': text('zephyrus 98765\n'),
            'wi3.txt': text('Zephyrs 98764, zephyranthes\n'),
            'wi4.txt': text('ﾌﾟﾛｼﾞｪｸﾄ\n'),
            'wi5.pdf': pdf('プロジェクト'),
            'wi6.txt': text('プロセス\n'),
            'wi7.txt': text('ΣΊΣΥΦΟΣ, ЁЖИК, İZMİR\n'),
            'wi8.txt': text('Σίσυφος, ёжик, Izmir\n'),
            'wi9.txt': text('Σίμων, ножик, Ismir\n'),
        },
        [
            asked('zephyrus', 'wi1.pdf', 'wi2.txt'),
            asked('ＺＥＰＨＹＲＵＳ', 'wi1.pdf', 'wi2.txt'),
            asked('ZePhYrUs 98765', 'wi1.pdf', 'wi2.txt'),
            asked('９８７６５', 'wi1.pdf', 'wi2.txt'),
            asked('プロジェクト', 'wi4.txt', 'wi5.pdf'),
            asked('ﾌﾟﾛｼﾞｪｸﾄ', 'wi4.txt', 'wi5.pdf'),
            asked('σισυφος', 'wi7.txt', 'wi8.txt'),
            asked('ΣΙΣΥΦΟΣ', 'wi7.txt', 'wi8.txt'),
            asked('ежик', 'wi7.txt', 'wi8.txt'),
            asked('izmir', 'wi7.txt', 'wi8.txt'),
        ],
    )


def hyphens():
    return Group(
        'hyphens, soft hyphens, broken words',
        {
            'hy1.pdf': pdf('Der Vertrags-\npartner haftet, die Schwarz-\nWeiß-Kopie nicht.'),
            'hy2.pdf': pdf('Am Ende steht die Grundstücks-', 'verwaltung mit ihrer Abrechnung.', 'Leer.'),
            'hy3.pdf': pdf(f'Die Silben{SOFT}trennung und die Wort{SOFT}\nbildungslehre.'),
            'hy4.txt': text(f'Eine Silben{SOFT}trennung im Text, ohne Wort\u200bgrenzenzeichen.\n'),
            'hy5.pdf': pdf('Das Kupferstich\u2010\nkabinett hat geöffnet.'),
            'hy6.txt': text('Partner des Vertrags; Verwaltung des Grundstücks; Silben und Trennung; Wort, Bildungslehre; Kupferstich.\n'),
            'hy7.txt': text('Ein Nord-Süd-Dialog, e-mail an die Wetterau-Bahn.\n'),
            'hy8.txt': text('Ein Süd-Nord-Dialog, die Bahn der Wetterau.\n'),
        },
        [
            asked('Vertragspartner', 'hy1.pdf', page=1, marked='Vertragspartner'),
            asked('Schwarz-Weiß-Kopie', 'hy1.pdf', page=1),
            asked('Grundstücksverwaltung', 'hy2.pdf', page=1),
            asked('grundstuecksverwaltung', 'hy2.pdf', page=1),
            asked('Silbentrennung', 'hy3.pdf', 'hy4.txt'),
            asked('Wortbildungslehre', 'hy3.pdf', page=1),
            asked('Kupferstichkabinett', 'hy5.pdf', page=1),
            asked('Wortgrenzenzeichen', 'hy4.txt'),
            asked('Nord-Süd-Dialog', 'hy7.txt'),
            asked('"nord süd dialog"', 'hy7.txt'),
            asked('Wetterau-Bahn', 'hy7.txt'),
            asked(f'Silben{SOFT}trennung', 'hy3.pdf', 'hy4.txt'),
        ],
    )


def ligatures():
    glued = lines(
        ['ﬁ', *'nanzgericht'], ['ﬂ', *'utmarke'], [*'o', 'ﬀ', *'enbarung'], [*'e', 'ﬃ', *'zienzklasse'], [*'Ki', 'st', *'erhof']
    )
    spelled = lines(['fi', *'nanzgericht'], ['fl', *'utmarke'], [*'o', 'ff', *'enbarung'], [*'e', 'ffi', *'zienzklasse'], [*'Ki', 'ﬆ', *'erhof'])
    return Group(
        'ligatures',
        {
            'li1.pdf': pdf(glued),
            'li2.pdf': pdf(spelled),
            'li3.txt': text('Fanzgericht, Lutmarke, Oenbarung, Eizienzklasse, Kierhof.\n'),
        },
        [
            asked(word, 'li1.pdf', 'li2.pdf', page=1)
            for word in ('Finanzgericht', 'ﬁnanzgericht', 'flutmarke', 'Offenbarung', 'effizienzklasse', 'Kisterhof')
        ],
    )


def identifiers():
    return Group(
        'numbers and identifiers',
        {
            'id1.pdf': pdf('IBAN DE89 3704 0044 0532 0130 00\nRechnung RE-2024/117 vom 03.05.2024\ndoi 10.1000/xyz123, Seite 45'),
            'id2.txt': text('IBAN DE89 3704 0044 0532 0130 01, Rechnung RE-2024/118 vom 05.03.2024, doi 10.1000/xyz124\n'),
            'id3.txt': text('117 Teile aus 2024, RE: 2024, DE 89, 3704 Stück, 0044, 10.1001/xyz123\n'),
            'id4.txt': text('Write to ada.reaper@example.org, +49 170 5550117, ISBN 978-3-16-148410-0, v2.10.3\n'),
            'id5.txt': text('Write to ada@reaper.example, +49 170 5550118, ISBN 978-3-16-148410-9, v2.1.3\n'),
            'id6.txt': text('Betrag 7.391,56 EUR, C++ 23, Akte 6F9619FF-8B86-D011-B42D-00CF4FC964FF\n'),
            'id7.txt': text('Betrag 7.391,65 EUR, C# 12, Akte 6F9619FF-8B86-D011-B42D-00CF4FC964F0\n'),
        },
        [
            asked('"DE89 3704 0044 0532 0130 00"', 'id1.pdf', page=1),
            asked('DE89 3704', 'id1.pdf', 'id2.txt'),
            asked('RE-2024/117', 'id1.pdf', page=1),
            asked('re-2024/118', 'id2.txt'),
            asked('10.1000/xyz123', 'id1.pdf', page=1),
            asked('10.1000/xyz124', 'id2.txt'),
            asked('03.05.2024', 'id1.pdf'),
            asked('ada.reaper@example.org', 'id4.txt'),
            asked('"+49 170 5550117"', 'id4.txt'),
            asked('978-3-16-148410-0', 'id4.txt'),
            asked('v2.10.3', 'id4.txt'),
            asked('7.391,56', 'id6.txt'),
            asked('C++', 'id6.txt'),
            asked('C#', 'id7.txt'),
            asked('6F9619FF-8B86-D011-B42D-00CF4FC964FF', 'id6.txt'),
            asked('5550117', 'id4.txt'),
        ],
    )


def eastern():
    return Group(
        'Chinese, Japanese, Korean, Thai',
        {
            'ea1.pdf': pdf('本房屋租赁合同由双方签\n订于上海市。'),
            'ea2.txt': text('房屋买卖协议书，合租者的同意，海上运输。\n'),
            'ea3.pdf': pdf('会議室の予約は総務課へ連絡してくだ\nさい。'),
            'ea4.txt': text('会社の議案は教室で。予定は約束、総合的な事務。\n'),
            'ea5.txt': text('임대차 계약서를 검토했습니다. 보증금은 반환됩니다.\n'),
            'ea6.txt': text('임대료 계산서를 확인했습니다. 보험금은 지급됩니다.\n'),
            'ea7.pdf': pdf('สัญญาเช่าบ้านฉบับนี้ทำขึ้นที่กรุงเทพมหานคร'),
            'ea8.txt': text('สัญชาติและบ้านเมืองในกรุงเก่า\n'),
        },
        [
            asked('租赁合同', 'ea1.pdf', page=1),
            asked('上海', 'ea1.pdf', page=1),
            asked('签订', 'ea1.pdf', page=1),
            asked('赁', 'ea1.pdf'),
            asked('买卖', 'ea2.txt'),
            asked('会議室', 'ea3.pdf', page=1),
            asked('予約', 'ea3.pdf', page=1),
            asked('総務課', 'ea3.pdf'),
            asked('ください', 'ea3.pdf'),
            asked('계약서를', 'ea5.txt'),
            asked('계약서', 'ea5.txt', is_typed=True),
            asked('임대차', 'ea5.txt'),
            asked('보증금*', 'ea5.txt'),
            asked('สัญญาเช่า', 'ea7.pdf', page=1),
            asked('กรุงเทพ', 'ea7.pdf'),
        ],
    )


def right_to_left():
    return Group(
        'Arabic and Hebrew',
        {
            'rl1.pdf': pdf(mirrored('عقد ايجار الشقة', 'وقع الطرفان')),
            'rl2.txt': text('عَقْد إيجَار، والطـــرفان وقّعا.\n'),
            'rl3.txt': text('عقيد في الجيش، جار الشقيق.\n'),
            'rl4.pdf': pdf(mirrored('חוזה שכירות לדירה', 'בירושלים')),
            'rl5.txt': text('חוֹזֶה שְׂכִירוּת, וירושלים.\n'),
            'rl6.txt': text('חזון השכן, ודרום.\n'),
            'rl7.html': text('<meta charset="utf-8"><p dir="rtl">חוזה שכירות לדירה</p><p dir="rtl">عقد ايجار، الاختبار 42</p>'),
            'rl8.fb2': text(f'<FictionBook xmlns="{FICTION_BOOK}"><body><section><p>חוזה שכירות</p><p>عقد ايجار</p></section></body></FictionBook>'),
        },
        [
            asked('عقد', 'rl1.pdf', 'rl2.txt', 'rl7.html', 'rl8.fb2'),
            asked('عَقد', 'rl1.pdf', 'rl2.txt', 'rl7.html', 'rl8.fb2'),
            asked('إيجار', 'rl1.pdf', 'rl2.txt', 'rl7.html', 'rl8.fb2'),
            asked('والطرفان', 'rl2.txt'),
            asked('"عقد ايجار"', 'rl1.pdf', 'rl2.txt', 'rl7.html', 'rl8.fb2'),
            asked('חוזה', 'rl4.pdf', 'rl5.txt', 'rl7.html', 'rl8.fb2'),
            asked('חוֹזֶה', 'rl4.pdf', 'rl5.txt', 'rl7.html', 'rl8.fb2'),
            asked('שכירות', 'rl4.pdf', 'rl5.txt', 'rl7.html', 'rl8.fb2'),
            asked('"חוזה שכירות"', 'rl4.pdf', 'rl5.txt', 'rl7.html', 'rl8.fb2'),
            asked('בירושלים', 'rl4.pdf'),
            asked('الاختبار', 'rl7.html'),
        ],
    )


def stems():
    return Group(
        'stems by language',
        {
            'st1.txt': text('The tenants of the house have signed both of the agreements, and it was read to them by an agent.\n'),
            'st2.txt': text('The tenancy of that home is by an agreeable and signal man, and it was for the agency.\n'),
            'st3.txt': text('Die Mieter haben die Häuser und die Kündigungen mit den Nachbarn besprochen; das ist nicht neu.\n'),
            'st4.txt': text('Die Miete ist das, was der Hausmann mit dem Kunden und nicht mit den Nachbarn bespricht.\n'),
            'st5.txt': text('Les locataires sont dans la maison avec des animaux, et les journaux ne sont pas pour eux.\n'),
            'st6.txt': text('La location est dans la journée, une animation pour les gens, et pas plus.\n'),
            'st7.txt': text('El dueño de los edificios que están en la ciudad no es como los inquilinos, por una vez.\n'),
            'st8.txt': text('Il padrone della casa non è con gli affittuari che sono nel palazzo, e anche una ragazza.\n'),
            'st9.txt': text('De boeken van het kantoor zijn niet voor de huurders, maar ook niet met een sleutel.\n'),
            'st10.txt': text('Husen och avtalen är inte som det var, och jag har en nyckel till den som var med.\n'),
            'st11.txt': text('Os inquéritos que não foram para uma das câmaras do município, mais uma vez com os outros.\n'),
            'st12.txt': text('Sopimuksen ja avaimet hän jätti niin kuin se oli, mutta hän ei ole talossa, myös sen.\n'),
        },
        [
            asked('tenant', 'st1.txt'),
            asked('agreement', 'st1.txt'),
            asked('agents', 'st1.txt'),
            asked('"agreement"'),
            asked('Kündigung', 'st3.txt'),
            asked('haus', 'st3.txt'),
            asked('locataire', 'st5.txt'),
            asked('animal', 'st5.txt'),
            asked('journal', 'st5.txt'),
            asked('edificio', 'st7.txt'),
            asked('inquilino', 'st7.txt'),
            asked('affittuario', 'st8.txt'),
            asked('ragazze', 'st8.txt'),
            asked('boek', 'st9.txt'),
            asked('huurder', 'st9.txt'),
            asked('avtal', 'st10.txt'),
            asked('inquérito', 'st11.txt'),
            asked('talo', 'st12.txt'),
        ],
    )


def text_groups():
    return [phrases(), umlauts(), widths(), hyphens(), ligatures(), identifiers(), eastern(), right_to_left(), stems()]
