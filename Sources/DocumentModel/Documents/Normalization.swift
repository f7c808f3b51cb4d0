// Normalisation tables are all that is wanted of the whole of Foundation: its essentials have none.
import Foundation

extension String {
  /// So many times as many bytes as in form C may text have that is not: α with three marks is one letter of three bytes.
  static var longestDecomposition: Int { 4 }

  /// The text in Unicode normalisation form C (UAX #15); ASCII, which nearly all names are, is left alone.
  var composed: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
  }

  /// The text in Unicode normalisation form D (UAX #15), as macOS spells names; ASCII is left alone.
  public var decomposed: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : decomposedStringWithCanonicalMapping
  }
}
