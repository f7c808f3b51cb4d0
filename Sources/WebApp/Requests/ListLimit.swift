import DocumentModel

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
