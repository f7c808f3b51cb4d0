import DocumentModel

/// Numbers in addresses: digits, and at most one point.
///
/// Swift's own parsing accepts signs, hexadecimal, exponents, `inf` and leading zeros. Each would give one picture many
/// addresses, and caches many copies.
enum PlainNumber {
  static func whole(_ text: String) -> Int? {
    guard isDigits(text.utf8), text == "0" || text.utf8.first != UInt8(ascii: "0") else { return nil }
    return Int(text)
  }

  /// A number such as `2`, `0.5` or `.5`, finite; nil otherwise.
  static func decimal(_ text: String) -> Double? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.contains(where: { !$0.isEmpty }), parts.allSatisfy({ $0.isEmpty || isDigits($0) }) else {
      return nil
    }
    return Double(text.hasPrefix(".") ? "0" + text : text).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func isDigits(_ text: some Collection<UInt8>) -> Bool {
    !text.isEmpty && text.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}

struct PageNumber: LosslessStringConvertible, Hashable, Sendable {
  /// The largest whole number that JSON carries exactly (RFC 8259, section 6).
  static let largest = 9_007_199_254_740_991

  /// Counted from 1; for 0 the document answers that it has no such page.
  let value: Int

  init?(_ description: String) {
    guard let value = PlainNumber.whole(description) else { return nil }
    self.value = value
  }

  var description: String { "\(value)" }
}

enum ListLimit {
  private static let maximum = 1000

  /// The number in `text`; 100 for a missing parameter.
  ///
  /// Throws `.invalidParameter` for anything but a whole number from 1 to 1,000.
  static func read(_ text: String?) throws(DocumentError) -> Int {
    guard let text else { return 100 }
    guard let limit = PlainNumber.whole(text), (1...maximum).contains(limit) else {
      throw DocumentError(.invalidParameter, "limit must be a whole number from 1 to \(maximum)")
    }
    return limit
  }
}

enum Flag {
  /// Whether `text` is `true`; a missing parameter is false.
  ///
  /// Throws `.invalidParameter` for anything but `true` and `false`.
  static func read(_ name: String, _ text: String?) throws(DocumentError) -> Bool {
    switch text {
    case nil, "false": return false
    case "true": return true
    default: throw DocumentError(.invalidParameter, "\(name) must be true or false")
    }
  }
}
