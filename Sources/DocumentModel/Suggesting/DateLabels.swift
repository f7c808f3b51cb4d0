/// The words before a date that say which day it is.
enum DateLabels {
  /// The meaning of a word, for a document's own date.
  enum Label {
    /// It announces the document's date.
    case date
    /// It announces another one, as of a birth or of a payment that is due.
    case other
  }

  /// So many tokens before a date are looked at.
  private static let reach = 6

  /// The label before a token, and behind any number, with its place; one of another date counts more.
  static func label(before start: Int, in tokens: [WrittenToken]) -> (label: Label, place: Int)? {
    var found: (label: Label, place: Int)?
    for place in (max(0, start - reach)..<start).reversed() {
      switch tokens[place].kind {
      case .number: return found
      case .sign: continue
      case .word(let word):
        guard let label = label(word) else { continue }
        if label == .other { return (.other, place) }
        found = (label, place)
      }
    }
    return found
  }

  /// The meaning of a folded word; nil for none.
  static func label(_ word: String) -> Label? {
    if others.contains(word) || otherBeginnings.contains(where: word.hasPrefix) { return .other }
    return dates.contains(word) || dateEnds.contains(where: word.hasSuffix) ? .date : nil
  }

  private static let dates: Set<String> = [
    "date", "dated", "issued", "data", "fecha", "dato", "datum", "fait", "emission", "emissione",
    "emision", "stand", "ausgestellt", "日付", "発行日", "日期",
  ]
  private static let dateEnds = ["datum", "dato"]
  private static let others: Set<String> = [
    "due", "until", "till", "expires", "expiry", "valid", "birth", "born", "dob", "bis", "geb", "ne",
    "nee", "ned", "naissance", "nacimiento", "nascita", "nascimento", "echeance", "vencimiento",
    "vencimento", "scadenza", "nato", "nata", "caducidad", "forfaldsdato", "forfallsdato",
    "forfallodatum", "vervaldatum", "geboortedatum", "lieferdatum", "eintrittsdatum",
  ]
  private static let otherBeginnings = [
    "fallig", "zahlbar", "gultig", "gebor", "geburt", "ablauf", "verfall",
  ]
}
