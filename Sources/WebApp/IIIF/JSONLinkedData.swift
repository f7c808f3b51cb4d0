/// The media type of an IIIF document: JSON-LD with the address of its context, or plain JSON.
///
/// The bytes are the same. IIIF clients expect JSON-LD, which is the default. Plain JSON goes to clients that prefer
/// it, and to the address bar of a browser, which shows it but would download JSON-LD.
enum JSONLinkedData: String, Hashable, Sendable {
  case linked = "application/ld+json"
  case plain = "application/json"

  /// The type that an `Accept` header asks for (RFC 9110, 12.5.1).
  ///
  /// A client that accepts neither type gets JSON-LD.
  init(accept header: String?) {
    guard let header else {
      self = .linked
      return
    }
    let ranges = MediaRange.all(in: header)
    let linked = MediaRange.quality(of: Self.linked.rawValue, in: ranges)
    let plain = MediaRange.quality(of: Self.plain.rawValue, in: ranges)
    let isBrowser = ranges.contains { $0.type == "text/html" }
    // A client that refuses one type and names no other gets the other type.
    let refusesLinked = linked == 0 && ranges.contains { $0.type == Self.linked.rawValue }
    self = plain > linked || (plain == linked && isBrowser) || refusesLinked ? .plain : .linked
  }

  func mediaType(context: String) -> String {
    self == .linked ? "\(rawValue);profile=\"\(context)\"" : rawValue
  }
}
