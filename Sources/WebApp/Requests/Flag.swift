import DocumentModel

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
