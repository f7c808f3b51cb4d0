/// The names of months in the languages of letters, and their abbreviations.
enum MonthNames {
  /// The month that a folded word names, from 1; nil for another word.
  static func month(_ folded: String) -> Int? { byName[folded] }

  /// Fewer letters of a name are no abbreviation.
  private static let shortest = 3

  /// The months of each language, folded: their accents are off.
  private static let languages = [
    "january february march april may june july august september october november december",
    "januar februar marz april mai juni juli august september oktober november dezember",
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "januar februar marts april maj juni juli august september oktober november december",
    "januar februar mars april mai juni juli august september oktober november desember",
  ]

  /// Spellings beside these.
  private static let others = ["janner": 1, "feber": 2, "maerz": 3, "mrz": 3, "mrt": 3]

  /// Names and their beginnings; a beginning of two months, such as "jui", is left out.
  private static let byName: [String: Int] = {
    var months: [String: Set<Int>] = [:]
    var whole: [String: Int] = others
    for names in languages {
      for (index, name) in names.split(separator: " ").enumerated() {
        whole[String(name)] = index + 1
        for length in shortest..<max(shortest, name.count) {
          months[String(name.prefix(length)), default: []].insert(index + 1)
        }
      }
    }
    let beginnings = months.compactMapValues { $0.count == 1 ? $0.first : nil }
    return beginnings.merging(whole) { $1 }
  }()
}
