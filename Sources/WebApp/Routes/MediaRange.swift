/// One entry of an `Accept` header (RFC 9110, 12.5.1): media types, and how much the client likes them.
struct MediaRange: Sendable {
  /// The type in lower case: `image/png`, `image/*` or `*/*`.
  let type: String
  /// From 0, not at all, to 1.
  let quality: Double

  /// All entries that can be read.
  static func all(in header: String) -> [MediaRange] { HeaderList.items(header).compactMap(MediaRange.init) }

  /// How much a type is liked, by the most specific entry that covers it; 0 when none does.
  static func quality(of mediaType: String, in ranges: [MediaRange]) -> Double {
    ranges.filter { $0.covers(mediaType) }.max { $0.precision < $1.precision }?.quality ?? 0
  }

  private init?(_ text: String) {
    let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    guard let type = parts.first, type.contains("/") else { return nil }
    self.type = type
    let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
    // A weight that cannot be read is taken for none.
    quality = weight.map { min(PlainNumber.decimal(String($0.dropFirst(2))) ?? 0, 1) } ?? 1
  }

  /// 2 for a type, 1 for all of a kind, 0 for everything.
  private var precision: Int { type == "*/*" ? 0 : type.hasSuffix("/*") ? 1 : 2 }

  private func covers(_ mediaType: String) -> Bool {
    switch precision {
    case 0: true
    case 1: mediaType.hasPrefix(type.dropLast())
    default: mediaType == type
    }
  }
}
