import DocumentModel

/// Which column a list is sorted by, and which way.
struct ListOrder: Sendable {
  let column: String
  let descending: Bool
  let key: @Sendable (Document) -> ListKey

  /// The columns that lists were sorted by at first, and those that came later.
  static let columns = ["sortKey", "modified", "created", "size"]
  static let laterColumns = ["typeKey", "folderKey", "tagKey"]

  /// Divides what comes first in a key from the name; it sorts before all that a name, a folder or tags may hold.
  private static let divider = "\u{1}"
  /// In place of the tags of a document without any: it sorts behind all of them.
  private static let untagged = "\u{10FFFF}"

  init(_ order: DocumentQuery.Order) {
    switch order {
    case .name, .nameDescending:
      (column, key) = ("sortKey", { .text(NameSortKey.key(of: $0.location.name)) })
    case .modified, .modifiedDescending:
      (column, key) = ("modified", { .number($0.modified.microseconds) })
    case .created, .createdDescending:
      (column, key) = ("created", { .number($0.created.microseconds) })
    case .size, .sizeDescending:
      (column, key) = ("size", { .number($0.size) })
    case .type, .typeDescending:
      (column, key) = ("typeKey", { Self.named($0.type.description, $0) })
    case .folder, .folderDescending:
      (column, key) = ("folderKey", { Self.named(Self.lowercased($0.location.folder.description), $0) })
    case .tags, .tagsDescending:
      (column, key) = ("tagKey", { Self.named(Self.tagNames($0.metadata) ?? Self.untagged, $0) })
    }
    descending = order.rawValue.hasPrefix("-")
  }

  /// The folded tags of a document in alphabetical order, as they lie in its row; nil where it has none.
  static func tagNames(_ metadata: DocumentMetadata) -> String? {
    metadata.tags.isEmpty ? nil : metadata.tags.map(\.folded).sorted().joined(separator: "\u{2}")
  }

  /// As the generated columns of ``IndexSchema`` have it.
  private static func named(_ first: String, _ document: Document) -> ListKey {
    .text(first + divider + NameSortKey.key(of: document.location.name))
  }

  /// As SQLite's `lower` has it, which knows the letters of ASCII.
  private static func lowercased(_ text: String) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
  }

  var direction: String { descending ? "DESC" : "ASC" }
  var comparison: String { descending ? "<" : ">" }
}

enum ListKey: Hashable, Sendable {
  case text(String)
  case number(Int64)
}

extension ListKey: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    }
  }
}
