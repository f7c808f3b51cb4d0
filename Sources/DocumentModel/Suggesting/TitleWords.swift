/// Words by which a line is, or is not, the title of a document.
enum TitleWords {
  /// Whether the title of a file's metadata says more than the program that wrote it.
  ///
  /// Programs put the name of a file, of a template or their own there.
  static func isTelling(_ title: String) -> Bool {
    let bounded = String(title.unicodeScalars.prefix(1_000))
    let folded = TextFolding.folded(bounded).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard folded.unicodeScalars.count(where: \.properties.isAlphabetic) >= 3 else { return false }
    guard !programs.contains(where: folded.hasPrefix), !isFileName(folded) else { return false }
    let letters = folded.filter { !$0.isNumber && !"() .-_#".contains($0) }
    return !blanks.contains(letters)
  }

  private static func isFileName(_ folded: String) -> Bool {
    if folded.contains("\\") || folded.hasPrefix("/") || folded.contains("://") { return true }
    if !folded.contains(" "), folded.contains("_") || folded.contains(where: \.isNumber) { return true }
    guard let dot = folded.lastIndex(of: "."), dot != folded.startIndex else { return false }
    let ending = folded[folded.index(after: dot)...]
    return endings.contains(String(ending))
  }

  private static let programs = [
    "microsoft word", "microsoft powerpoint", "microsoft excel", "microsoft outlook",
    "microsoft photo editor", "powerpoint presentation", "powerpoint-prasentation",
    "presentation powerpoint", "presentacion de powerpoint", "presentazione di powerpoint", "file:",
    "about:blank", "print job", "druckauftrag", "full page photo", "fax message", "adobe photoshop",
    "crystal reports",
  ]
  /// Titles that say nothing, without digits and signs.
  private static let blanks: Set<String> = [
    "untitled", "unbenannt", "unbenanntesdokument", "untitleddocument", "ohnetitel", "sanstitre",
    "sintitulo", "senzatitolo", "semtitulo", "naamloos", "document", "dokument", "documento", "notitle",
    "title", "titel", "titre", "scan", "scanneddocument", "scanneddocuments", "gescanntesdokument",
    "image", "img", "bild", "photo", "layout", "slide", "folie", "blank", "template", "vorlage",
    "default", "test", "none", "null", "newdocument", "page", "seite", "pdf", "mappe", "book", "tabelle",
    "sheet", "brief", "letter", "nosubject", "keinbetreff",
  ]
  private static let endings: Set<String> = [
    "pdf", "doc", "docx", "odt", "rtf", "txt", "xls", "xlsx", "ods", "ppt", "pptx", "odp", "tex", "dvi",
    "ps", "eps", "indd", "qxd", "qxp", "pmd", "p65", "fm", "html", "htm", "xml", "tif", "tiff", "jpg",
    "jpeg", "png", "gif", "bmp", "ai", "cdr", "dwg", "dot", "dotx", "pages", "pub", "vsd", "wpd", "md",
    "eml", "msg", "csv", "jsp", "aspx", "php",
  ]

  /// The subject that a line tells behind "Betreff:" or the like; empty where it follows in the next line, nil for another
  /// line.
  static func subject(in line: String) -> String? {
    guard let colon = line.firstIndex(of: ":") else { return subjects.contains(key(line)) ? "" : nil }
    guard subjects.contains(key(String(line[..<colon]))) else { return nil }
    return withoutReply(String(line[line.index(after: colon)...]))
  }

  /// A subject without "Re:", "AW:" and the like before it.
  static func withoutReply(_ subject: String) -> String {
    var rest = Substring(subject).drop(while: \.isWhitespace)
    while let colon = rest.prefix(8).firstIndex(of: ":"), replies.contains(key(String(rest[..<colon]))) {
      rest = rest[rest.index(after: colon)...].drop(while: \.isWhitespace)
    }
    return String(rest)
  }

  private static func key(_ text: String) -> String {
    TextFolding.folded(String(text.unicodeScalars.prefix(40))).filter { $0.isLetter }
  }

  private static let subjects: Set<String> = [
    "betreff", "betr", "betrifft", "subject", "re", "objet", "asunto", "oggetto", "assunto", "onderwerp",
    "emne", "amne", "arende", "件名",
  ]
  private static let replies: Set<String> = [
    "re", "aw", "fw", "fwd", "wg", "tr", "rv", "rif", "sv", "vs", "antw",
  ]

  /// Whether a line begins with the kind of a document, as "Invoice 12" does.
  static func beginsWithKind(_ line: String) -> Bool {
    let words = TextFolding.folded(String(line.unicodeScalars.prefix(80)))
      .split { !$0.isLetter && $0 != "-" }
    guard let first = words.first else { return false }
    return kinds.contains(String(first)) || (words.count > 1 && kinds.contains("\(first) \(words[1])"))
  }

  private static let kinds: Set<String> = [
    "rechnung", "gutschrift", "angebot", "mahnung", "zahlungserinnerung", "vertrag", "mietvertrag",
    "arbeitsvertrag", "kaufvertrag", "kontoauszug", "lieferschein", "auftragsbestatigung", "bestellung",
    "kundigung", "bescheid", "steuerbescheid", "protokoll", "zeugnis", "bescheinigung",
    "nebenkostenabrechnung", "abrechnung", "gehaltsabrechnung", "quittung", "versicherungsschein",
    "vollmacht", "invoice", "receipt", "quotation", "reminder", "contract", "agreement", "lease",
    "statement", "certificate", "minutes", "delivery note", "order confirmation", "purchase order",
    "bank statement", "tax invoice", "credit note", "payslip", "facture", "devis", "contrat",
    "attestation", "releve", "avoir", "quittance", "bulletin", "bon", "factura", "presupuesto",
    "contrato", "recibo", "certificado", "albaran", "fattura", "preventivo", "contratto", "ricevuta",
    "certificato", "fatura", "factuur", "offerte", "faktura", "請求書", "領収書", "契約書",
  ]

  /// Whether a line is an address, a greeting, the number of a page or the like, and never a title.
  static func isNoTitle(_ line: String) -> Bool {
    let folded = TextFolding.folded(String(line.unicodeScalars.prefix(400)))
    let words = folded.split(whereSeparator: \.isWhitespace)
    if folded.contains("@") || folded.contains("www.") || folded.contains("://") { return true }
    if greetings.contains(where: folded.hasPrefix) { return true }
    let letters = folded.unicodeScalars.count(where: \.properties.isAlphabetic)
    let digits = folded.unicodeScalars.count { TextFolding.decimal($0) != nil }
    guard letters >= 2, digits <= letters else { return true }
    if let first = words.first, pages.contains(String(first)), digits > 0 { return true }
    return words.dropLast().contains(where: isPostcode) && !beginsWithKind(line)
  }

  private static func isPostcode(_ word: Substring) -> Bool {
    let digits = word.drop(while: { $0.isLetter || $0 == "-" })
    return (4...5).contains(digits.count) && word.count - digits.count <= 2 && digits.allSatisfy(\.isNumber)
      && !(digits.count == 4 && (digits.hasPrefix("19") || digits.hasPrefix("20")))
  }

  private static let greetings = [
    "sehr geehrte", "liebe ", "lieber ", "hallo", "guten tag", "dear ", "hello", "hi ", "to whom",
    "cher ", "chere ", "madame", "monsieur", "bonjour", "estimad", "querid", "hola", "gentile", "egregi",
    "caro ", "cara ", "spett", "geachte", "beste ", "from:", "to:", "von:", "an:", "de:", "a:", "da:",
    "date:", "datum:", "sent:", "gesendet:", "tel", "fax", "phone",
  ]
  private static let pages: Set<String> = ["page", "seite", "pagina", "blatt", "p.", "s."]

  /// Whether a line names a company, as the head of a letter does.
  static func isCompany(_ line: String) -> Bool {
    TextFolding.folded(String(line.unicodeScalars.prefix(400))).split { $0.isWhitespace || $0 == "," }
      .contains { companies.contains($0.filter { $0 != "." }) }
  }

  private static let companies: Set<String> = [
    "gmbh", "ag", "kg", "ohg", "ug", "ev", "eg", "mbh", "se", "ltd", "limited", "inc", "llc", "llp",
    "plc", "corp", "corporation", "co", "sa", "sarl", "sas", "sl", "srl", "spa", "bv", "nv", "ab", "oy",
    "aps", "as", "株式会社",
  ]
}
