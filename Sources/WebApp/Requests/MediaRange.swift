/// One entry of an `Accept` header (RFC 9110, 12.5.1): a media range and its quality.
struct MediaRange: Sendable {
  /// The type in lower case: `image/png`, `image/*` or `*/*`.
  let type: String
  /// 0 (not acceptable) to 1.
  let quality: Double

  static func all(in header: String) -> [MediaRange] { HeaderList.items(header).compactMap(MediaRange.init) }

  /// The quality of a type by the most specific entry that covers it; 0 without one.
  static func quality(of mediaType: String, in ranges: [MediaRange]) -> Double {
    ranges.filter { $0.covers(mediaType) }.max { $0.precision < $1.precision }?.quality ?? 0
  }

  private init?(_ text: String) {
    let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    guard let type = parts.first, type.contains("/") else { return nil }
    self.type = type
    let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
    // An unreadable quality counts as 0.
    quality = weight.map { min(PlainNumber.decimal(String($0.dropFirst(2))) ?? 0, 1) } ?? 1
  }

  /// 2 for a type, 1 for a range such as `image/*`, 0 for `*/*`.
  private var precision: Int { type == "*/*" ? 0 : type.hasSuffix("/*") ? 1 : 2 }

  private func covers(_ mediaType: String) -> Bool {
    switch precision {
    case 0: true
    case 1: mediaType.hasPrefix(type.dropLast())
    default: mediaType == type
    }
  }
}

enum HeaderList {
  /// The items between commas, without surrounding blanks.
  static func items(_ text: String) -> [String] {
    text.split(separator: ",").map { item in
      let start = item.drop { $0 == " " || $0 == "\t" }
      let end = start.lastIndex { $0 != " " && $0 != "\t" }
      return end.map { String(start[...$0]) } ?? ""
    }
  }
}
