import DocumentModel
import HTTPServer
import HTTPTypes

/// The image format that a client prefers by its `Accept` header (RFC 9110, 12.5.1).
enum AcceptedFormat {
  /// PNG unless the client wants another one more: it is exact, and quickest to make for pages of text.
  ///
  /// A client that accepts none of them gets PNG as well, which the RFC allows and which an `<img>` can show.
  static func of(_ head: RequestHead) -> ImageFormat {
    guard let header = head[.accept] else { return .png }
    let ranges = HeaderList.items(header).compactMap(MediaRange.init)
    let wanted = ImageFormat.allCases.map { (format: $0, quality: quality(of: $0.mediaType, in: ranges)) }
    // The first of equals: png, jpg, webp.
    let best = wanted.reduce(wanted[0]) { $1.quality > $0.quality ? $1 : $0 }
    return best.quality > 0 ? best.format : .png
  }

  /// The most specific range that fits decides.
  private static func quality(of type: String, in ranges: [MediaRange]) -> Double {
    ranges.filter { $0.covers(type) }.max { $0.precision < $1.precision }?.quality ?? 0
  }
}

/// One entry of an `Accept` header.
private struct MediaRange {
  let type: String
  let quality: Double

  /// 2 for a type, 1 for all of a kind, 0 for everything.
  var precision: Int { type == "*/*" ? 0 : type.hasSuffix("/*") ? 1 : 2 }

  init?(_ text: String) {
    let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    guard let type = parts.first, type.contains("/") else { return nil }
    self.type = type
    let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
    quality = weight.flatMap { PlainNumber.decimal(String($0.dropFirst(2))) }.map { min($0, 1) } ?? 1
  }

  func covers(_ mediaType: String) -> Bool {
    switch precision {
    case 0: true
    case 1: mediaType.hasPrefix(type.dropLast())
    default: mediaType == type
    }
  }
}
