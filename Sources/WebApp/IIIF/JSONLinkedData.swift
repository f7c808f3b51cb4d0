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
    let ranges = header.split(separator: ",").map(Range.init)
    let linked = Self.weight(of: Self.linked.rawValue, in: ranges)
    let plain = Self.weight(of: Self.plain.rawValue, in: ranges)
    let isBrowser = ranges.contains { $0.type == "text/html" }
    self = plain > linked || (plain == linked && isBrowser) ? .plain : .linked
  }

  /// The value of `Content-Type`.
  func mediaType(context: String) -> String {
    self == .linked ? "\(rawValue);profile=\"\(context)\"" : rawValue
  }

  /// One media range and how much it is liked.
  private struct Range {
    let type: String
    let weight: Double

    init(_ text: Substring) {
      let parts = text.lowercased().split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      type = parts.first ?? ""
      weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
    }
  }

  /// The weight that the most exact range gives to a type; 0 when none takes it.
  private static func weight(of type: String, in ranges: [Range]) -> Double {
    for name in [type, "application/*", "*/*"] {
      if let range = ranges.first(where: { $0.type == name }) { return range.weight }
    }
    return 0
  }
}
