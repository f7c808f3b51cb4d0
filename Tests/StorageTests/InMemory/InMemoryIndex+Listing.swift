import DocumentModel
import Foundation
import Synchronization

extension InMemoryIndex {
  func documents(_ query: DocumentQuery) async throws(DocumentError) -> DocumentList {
    guard query.limit > 0 else { throw DocumentError(.invalidParameter, "no limit") }
    return try state.withLock { state throws(DocumentError) in
      let last = try Self.last(of: query, state)
      let rest = state.entries.values.map(\.document).filter { Self.matches($0, query) }
        .filter { document in last.map { Self.precedes($0, document, query.order) } ?? true }
        .sorted { Self.precedes($0, $1, query.order) }
      let page = Array(rest.prefix(query.limit))
      guard rest.count > query.limit, let end = page.last else {
        return DocumentList(documents: page, next: nil)
      }
      let cursor = UUID().uuidString
      state.cursors[cursor] = (Self.bare(query), end)
      return DocumentList(documents: page, next: cursor)
    }
  }

  private static func last(of query: DocumentQuery, _ state: State) throws(DocumentError) -> Document? {
    guard let text = query.cursor else { return nil }
    guard let cursor = state.cursors[text], cursor.query == bare(query) else {
      throw DocumentError(.invalidParameter, "a foreign cursor")
    }
    return cursor.last
  }

  private static func bare(_ query: DocumentQuery) -> DocumentQuery {
    var bare = query
    (bare.cursor, bare.limit) = (nil, 1)
    return bare
  }

  private static func matches(_ document: Document, _ query: DocumentQuery) -> Bool {
    (document.trashed != nil) == query.trashed
      && query.folder.map { folder in
        query.isDeep ? document.location.folder.isWithin(folder) : document.location.folder == folder
      } ?? true
      && query.types.map { $0.contains(document.type) } ?? true
      && query.content.map { $0 == document.sha256 } ?? true
      && (document.metadata.favourite || !query.favourite)
      && isTagged(document, query.tags)
      && contains(document.location.name, query.text ?? "")
  }

  // Folding takes its time: nothing is folded that the query does not ask for.
  private static func isTagged(_ document: Document, _ tags: [Tag]) -> Bool {
    tags.isEmpty || Set(tags.map(\.folded)).isSubset(of: document.metadata.tags.map(\.folded))
  }

  private static func contains(_ name: FileName, _ text: String) -> Bool {
    guard !text.isEmpty else { return true }
    let words = Self.words(name.description)
    return Self.words(text).allSatisfy { word in words.contains { $0.hasPrefix(word) } }
  }

  private static func words(_ text: String) -> [String] {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
      .components(separatedBy: .alphanumerics.inverted).filter { !$0.isEmpty }
  }

  private static func precedes(_ one: Document, _ other: Document, _ order: DocumentQuery.Order) -> Bool {
    let isDescending = order.rawValue.hasPrefix("-")
    let (left, right) = isDescending ? (other, one) : (one, other)
    return switch order {
    case .name, .nameDescending: precedesByName(left, right)
    case .modified, .modifiedDescending:
      (left.modified, left.id.description) < (right.modified, right.id.description)
    case .created, .createdDescending:
      (left.created, left.id.description) < (right.created, right.id.description)
    case .size, .sizeDescending: (left.size, left.id.description) < (right.size, right.id.description)
    case .type, .typeDescending: precedes(left, right) { $0.type.description }
    case .folder, .folderDescending: precedes(left, right) { $0.location.folder.description.lowercased() }
    case .tags, .tagsDescending:
      precedes(left, right) { document in
        // Those without tags come behind all others.
        let tags = document.metadata.tags.map(\.folded).sorted()
        return tags.isEmpty ? "\u{10FFFF}" : tags.joined(separator: " ")
      }
    }
  }

  /// By a text of each, and by name where that is the same.
  private static func precedes(_ left: Document, _ right: Document, by text: (Document) -> String) -> Bool {
    let (one, other) = (text(left), text(right))
    return one == other ? precedesByName(left, right) : Array(one.utf8).lexicographicallyPrecedes(other.utf8)
  }

  private static func precedesByName(_ left: Document, _ right: Document) -> Bool {
    let options: String.CompareOptions = [
      .caseInsensitive, .diacriticInsensitive, .numeric, .widthInsensitive,
    ]
    let parts = [
      (left.location.name.stem, right.location.name.stem),
      (left.location.name.fileExtension, right.location.name.fileExtension),
    ]
    for (one, other) in parts {
      switch one.compare(other, options: options) {
      case .orderedAscending: return true
      case .orderedDescending: return false
      case .orderedSame: continue
      }
    }
    return left.id.description < right.id.description
  }
}
