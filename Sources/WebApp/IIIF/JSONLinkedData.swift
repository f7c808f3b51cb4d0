/// As what a IIIF document is sent: JSON-LD with the address of its context, or plain JSON.
///
/// The bytes are the same. JSON-LD is what IIIF clients expect and what is sent when nothing is said; plain JSON goes
/// to who prefers it, and to the address bar of a browser, which shows it and would download JSON-LD.
enum JSONLinkedData: String, Hashable, Sendable {
  case linked = "application/ld+json"
  case plain = "application/json"

  /// What an `Accept` header asks for (RFC 9110, 12.5.1).
  ///
  /// Who takes neither gets JSON-LD.
  init(accept header: String?) {
    guard let header else {
      self = .linked
      return
    }
    let ranges = MediaRange.all(in: header)
    let linked = MediaRange.quality(of: Self.linked.rawValue, in: ranges)
    let plain = MediaRange.quality(of: Self.plain.rawValue, in: ranges)
    let isBrowser = ranges.contains { $0.type == "text/html" }
    // Who refuses one and names no other takes the other.
    let refusesLinked = linked == 0 && ranges.contains { $0.type == Self.linked.rawValue }
    self = plain > linked || (plain == linked && isBrowser) || refusesLinked ? .plain : .linked
  }

  /// The value of `Content-Type`.
  func mediaType(context: String) -> String {
    self == .linked ? "\(rawValue);profile=\"\(context)\"" : rawValue
  }
}
