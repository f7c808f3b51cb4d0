/// The heads of letters, bills and papers as they look, with the title and the first date that are meant.
struct LetterHead: Sendable, CustomStringConvertible {
  let description: String
  let text: String
  let title: String?
  let date: String?
  var language: String?

  static let all = [
    LetterHead(
      description: "a German bill",
      text: """
        # Muster GmbH

        Muster GmbH · Musterstraße 1 · 12345 Berlin
        Frau
        Erika Beispiel
        Hauptstraße 5
        10115 Berlin
        \tRechnungsdatum: 07.03.2024
        \tFällig am: 21.03.2024

        + Rechnung Nr. 2024/117

        Sehr geehrte Frau Beispiel,
        für unsere Leistungen im Februar berechnen wir:
        """,
      title: "Rechnung Nr. 2024-117", date: "2024-03-07", language: "de"),
    LetterHead(
      description: "a German letter with a subject",
      text: """
        Max Mustermann
        Am Weg 3
        80331 München

        \tMünchen, den 7. März 2024

        Betreff: Kündigung meines Vertrags 4711 / A

        Sehr geehrte Damen und Herren,
        hiermit kündige ich den Vertrag vom 1.2.2019 zum 30. Juni 2024.
        """,
      title: "Kündigung meines Vertrags 4711 - A", date: "2024-03-07", language: "de"),
    LetterHead(
      description: "an English invoice",
      text: """
        # Northwind Traders Ltd.
        12 High Street, London
        + INVOICE
        Invoice no.  INV-0042
        Due date: 21 March 2024
        Invoice date: 7 March 2024
        Bill to: Jane Doe
        Widgets  2  10.00
        """,
      title: "INVOICE", date: "2024-03-07", language: "en"),
    LetterHead(
      description: "an American letter",
      text: """
        Jane Doe
        100 Main St
        Springfield

        March 7, 2024

        Re: Your lease of 100 Main St.

        Dear Mr. Smith,
        Thank you for your letter of Feb. 29th, 2024.
        """,
      title: "Your lease of 100 Main St", date: "2024-03-07", language: "en"),
    LetterHead(
      description: "a French bill",
      text: """
        # Dupont SARL
        12 rue de la Paix, Paris
        Facture n° 2024-17
        Paris, le 1er mars 2024
        Échéance : 31/03/2024
        Madame, Monsieur,
        """,
      title: "Facture n° 2024-17", date: "2024-03-01", language: "fr"),
    LetterHead(
      description: "a French letter",
      text: """
        Madame Dupont
        Lyon, le 14 février 2023
        Objet : Résiliation de mon abonnement
        Madame, Monsieur,
        """,
      title: "Résiliation de mon abonnement", date: "2023-02-14", language: "fr"),
    LetterHead(
      description: "a Spanish letter",
      text: """
        Ayuntamiento de Madrid
        Fecha: 7 de marzo de 2024
        Asunto: Licencia de obras
        Estimada señora:
        """,
      title: "Licencia de obras", date: "2024-03-07", language: "es"),
    LetterHead(
      description: "an Italian letter",
      text: """
        Comune di Roma
        Roma, 7 marzo 2024
        Oggetto: Avviso di pagamento
        Gentile signora,
        Scadenza 30/04/2024
        """,
      title: "Avviso di pagamento", date: "2024-03-07", language: "it"),
    LetterHead(
      description: "a paper whose heading has two lines",
      text: """
        # The effect of daylight on the
        # growth of winter wheat

        A. Author and B. Writer
        Published 2024-03-07 in a journal of some kind

        This paper tells of wheat. It grows in winter and more so in spring.
        It was sown in October.
        """,
      title: "The effect of daylight on the growth of winter wheat", date: "2024-03-07", language: "en"),
    LetterHead(
      description: "a note with a first line that stands apart",
      text: """
        Plans for the garden

        Plant tomatoes, then water them
        Ask the neighbours for a ladder
        """,
      title: "Plans for the garden", date: nil),
    LetterHead(
      description: "lines that are all alike",
      text: """
        And so he went away, and so did she,
        and nobody was left in the house
        but the cat.
        """,
      title: nil, date: nil),
    LetterHead(
      description: "a table with the date below its label",
      text: """
        + Kontoauszug 3

        Kunde\tDatum
        4711\t07.03.24
        Geburtsdatum: 01.02.1960
        """,
      title: "Kontoauszug 3", date: "2024-03-07", language: "de"),
    LetterHead(
      description: "a Japanese bill",
      text: """
        # 請求書
        発行日 2024年3月7日
        東京都
        """,
      title: "請求書", date: "2024-03-07"),
    LetterHead(
      description: "a Dutch letter whose subject is in the next line",
      text: """
        Jan de Vries
        Datum: 7 mrt 2024
        Onderwerp:
        Aanvraag vergunning
        Geachte heer,
        """,
      title: "Aanvraag vergunning", date: "2024-03-07", language: "nl"),
    LetterHead(
      description: "a page of numbers",
      text: "12 14 16\n10.5 11.2 3.4\n",
      title: nil, date: nil),
    LetterHead(
      description: "a mail",
      text: """
        From: a@example.org
        Date: Thu, 7 Mar 2024 10:00:00 +0100
        Subject: AW: Re: Meeting on Friday
        Hello,
        """,
      title: "Meeting on Friday", date: "2024-03-07", language: "en"),
  ]
}
