// Foundation is needed for its normalisation tables; FoundationEssentials has none.
import Foundation

extension String {
  /// The most bytes of a text in another form for each byte in form C: α with three marks is one letter of three bytes.
  static var longestDecomposition: Int { 4 }

  /// The text in Unicode normalisation form C (UAX #15); the common case of ASCII is returned as it is.
  var composed: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
  }

  /// The text in Unicode normalisation form D (UAX #15), as macOS spells names; ASCII is left alone.
  public var decomposed: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : decomposedStringWithCanonicalMapping
  }

  /// The text in Unicode normalisation form KD (UAX #15), in which fused and wide letters are those that they stand for.
  var decomposedForComparison: String { decomposedStringWithCompatibilityMapping }
}
