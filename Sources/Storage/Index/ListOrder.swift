import DocumentModel

/// Which column a list is sorted by, and which way.
struct ListOrder: Sendable {
  let column: String
  let descending: Bool
  let key: @Sendable (Document) -> ListKey

  static let columns = ["sortKey", "modified", "created", "size"]

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
    }
    descending = order.rawValue.hasPrefix("-")
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
