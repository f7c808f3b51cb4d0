import DocumentModel

/// An entry of the table of contents: its first canvas, and the entries below it.
struct CanvasRange: Encodable, Sendable {
  enum Item: Encodable, Sendable {
    case canvas(String)
    case range(CanvasRange)

    private enum CodingKeys: CodingKey { case id, type }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .range(let range):
        try range.encode(to: encoder)
      case .canvas(let id):
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode("Canvas", forKey: .type)
      }
    }
  }

  let id: String
  let type = "Range"
  let label: LanguageMap
  let items: [Item]

  /// The whole outline as one range, as viewers expect it; nil when no entry leads to one of `pages`.
  init?(outline: [OutlineItem], of document: DocumentID, having pages: Set<Int>, at addresses: IIIFAddresses)
  {
    let builder = Builder(document: document, pages: pages, addresses: addresses)
    items = builder.ranges(outline, below: "")
    guard !items.isEmpty else { return nil }
    id = addresses.range(document, "contents")
    label = LanguageMap("Table of Contents", in: "en")
  }

  private init(id: String, label: LanguageMap, items: [Item]) {
    self.id = id
    self.label = label
    self.items = items
  }

  /// The outline's depth and length were bounded when it was read.
  private struct Builder {
    let document: DocumentID
    let pages: Set<Int>
    let addresses: IIIFAddresses

    func ranges(_ outline: [OutlineItem], below path: String) -> [Item] {
      outline.enumerated().compactMap { index, entry in
        range(entry, at: path.isEmpty ? "\(index + 1)" : "\(path)-\(index + 1)").map(Item.range)
      }
    }

    /// A range needs an item: an entry without a target and without entries below it is left out.
    private func range(_ entry: OutlineItem, at path: String) -> CanvasRange? {
      let start = entry.page.flatMap { pages.contains($0) ? $0 : nil }.map { page in
        Item.canvas(addresses.canvas(ImageIdentifier(document: document, page: page)))
      }
      let items = (start.map { [$0] } ?? []) + ranges(entry.children, below: path)
      guard !items.isEmpty else { return nil }
      let title = entry.title.allSatisfy(\.isWhitespace) ? path : entry.title
      return CanvasRange(id: addresses.range(document, path), label: LanguageMap(title), items: items)
    }
  }
}
