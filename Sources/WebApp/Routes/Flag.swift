import DocumentModel

/// A parameter that is on or off.
enum Flag {
  /// Whether `text` says yes; where there is none, no.
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
