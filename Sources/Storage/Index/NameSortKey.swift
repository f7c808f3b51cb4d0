import DocumentModel

/// The text by whose bytes names sort as people expect: case and accents do not matter, `page 2` comes before
/// `page 10`, and `report.pdf` before `report 2.pdf`.
///
/// ```
/// "Page 010.PDF"  →  "page 0" "2" "10"  U+0001  "pdf"
///                          │   │   └ digits without leading zeros
///                          │   └ how many they are, as one scalar: a shorter number is a smaller one
///                          └ puts numbers where digits sort
/// ```
/// UTF-8 keeps the order of scalars, so SQLite's plain comparison of bytes is enough.
enum NameSortKey {
  /// Sorts before every character that a name may hold.
  private static let endOfStem = "\u{1}"

  static func key(of name: FileName) -> String {
    numbered(TextFolding.folded(name.stem)) + endOfStem + numbered(TextFolding.folded(name.fileExtension))
  }

  private static func numbered(_ text: String) -> String {
    var key = String.UnicodeScalarView()
    var digits: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      if ("0"..."9").contains(scalar) {
        digits.append(scalar)
      } else {
        flush(&digits, to: &key)
        key.append(scalar)
      }
    }
    flush(&digits, to: &key)
    return String(key)
  }

  private static func flush(_ digits: inout [Unicode.Scalar], to key: inout String.UnicodeScalarView) {
    guard !digits.isEmpty else { return }
    let significant = digits.drop { $0 == "0" }
    key.append("0")
    key.append(Unicode.Scalar(UInt16(0x30 + significant.count)) ?? "0")
    key.append(contentsOf: significant)
    digits = []
  }
}
