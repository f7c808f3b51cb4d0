import DocumentModel

/// The pictures of a Markdown text: which it names, and which of them are at hand.
///
/// Used by one thread.
struct MarkdownPictures {
  private static let deepest = 100
  private static let longestAddress = 1_000

  private let known: [String: PagePicture]

  init(_ known: [String: PagePicture]) {
    self.known = known.filter { $1.size != nil }
  }

  /// The addresses of pictures that may lie beside the text, in their order, each once.
  static func addresses(in root: MarkdownNode) -> [String] {
    var found: [String] = []
    for (address, _) in named(below: root, link: nil, depth: 0)
    where isBeside(address) && !found.contains(address) && found.count < ContentMetadata.mostPictures {
      found.append(address)
    }
    return found
  }

  /// The pictures at hand in a paragraph's part or in HTML, in their order.
  func pictures(in node: MarkdownNode) -> [PageFlow.Picture] {
    guard !known.isEmpty else { return [] }
    return Self.named(below: node, link: nil, depth: 0).compactMap { address, link in
      guard let picture = known[address], let size = picture.size else { return nil }
      let isLink = link.map(MarkdownInlines.isAddress) ?? false
      return PageFlow.Picture(picture: picture, size: size, link: isLink ? link : nil)
    }
  }

  private static func named(
    below node: MarkdownNode, link: String?, depth: Int
  ) -> [(address: String, link: String?)] {
    switch node.kind {
    case "image": return [(node.address, link)]
    case "html_inline", "html_block": return sources(in: node.literal).map { ($0, link) }
    default:
      guard depth < deepest else { return [] }
      let link = node.kind == "link" ? node.address : link
      return node.children.flatMap { named(below: $0, link: link, depth: depth + 1) }
    }
  }

  /// The addresses of `<img src="…">` in HTML.
  private static func sources(in html: String) -> [String] {
    html.split(separator: "<").compactMap { part in
      let tag = part.prefix { $0 != ">" }
      guard tag.prefix(4).lowercased() == "img ", let start = tag.firstRange(of: "src=")?.upperBound,
        let quote = tag[start...].first, quote == "\"" || quote == "'"
      else { return nil }
      return String(tag[tag.index(after: start)...].prefix { $0 != quote })
    }
  }

  private static func isBeside(_ address: String) -> Bool {
    guard let first = address.first, first != "/", first != "#" else { return false }
    return address.utf8.count <= longestAddress && !address.prefix { $0 != "/" }.contains(":")
  }
}
