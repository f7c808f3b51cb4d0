import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Workspace

/// Sets of documents and addresses to look at one after the other (spec documents QL-2, QL-3).
struct PreviewSetRoutes: Sendable {
  let workspace: DocumentWorkspace
  private let sets = PreviewSets()

  private static let path = "api/v1/preview-sets"
  /// The longest title, in bytes of UTF-8.
  static let maximumTitleBytes = 1000

  init(workspace: DocumentWorkspace) { self.workspace = workspace }

  func add(to router: inout Router) {
    router.on(.post, Self.path) { request, _ in
      try Precondition(request.head).checkUntagged("sets have no entity tag")
      let (items, index) = try await Self.read(request)
      for case .document(let id, _) in items { _ = try await workspace.document(id) }
      let set = try sets.add(items, index: index)
      return .json(
        try JSONResponse.encode(try await answer(set)), status: .created,
        headers: [.location: "/\(Self.path)/\(set.id)", .cacheControl: "private, no-store"])
    }
    router.on(.get, "\(Self.path)/:set") { _, parameters in
      try Self.answer(try await answer(try sets.set(try parameters.require("set"))))
    }
    router.on(.get, "\(Self.path)/:set/items/:index") { _, parameters in
      let set = try sets.set(try parameters.require("set"))
      let index = try parameters.require("index", as: Int.self)
      guard set.items.indices.contains(index) else {
        throw DocumentError(.notFound, "the set has \(set.items.count) items, counted from 0")
      }
      return try Self.answer(try await item(set.items[index], index))
    }
    router.on(.delete, "\(Self.path)/:set") { request, parameters in
      let set = try sets.set(try parameters.require("set"))
      try Precondition(request.head).checkUntagged("a set has no entity tag")
      sets.remove(set.id)
      return .noContent()
    }
  }

  private static func answer(_ answer: some Encodable) throws -> Response {
    .json(try JSONResponse.encode(answer), headers: [.cacheControl: "private, no-store"])
  }

  private func answer(_ set: PreviewSets.Set) async throws -> PreviewSetResponse {
    var items: [PreviewSetResponse.Item] = []
    for (index, item) in set.items.enumerated() { items.append(try await self.item(item, index)) }
    // It was used now.
    let expires = Date().addingTimeInterval(PreviewSets.lifetimeSeconds)
    return PreviewSetResponse(
      id: set.id.description, count: set.items.count, index: set.index, expires: expires.internetFormat,
      items: items)
  }

  /// A document may have changed since, or be gone.
  private func item(_ item: PreviewSets.Item, _ index: Int) async throws -> PreviewSetResponse.Item {
    let registry = workspace.types.current
    switch item {
    case .document(let id, let title):
      guard let document = try await workspace.index.document(id), document.trashed == nil else {
        return .init(
          index: index, title: title ?? "", kind: .icon, previewable: false, document: id.description)
      }
      return .init(
        index: index, title: title ?? document.location.name.description,
        kind: registry.previewKind(for: document.type),
        previewable: registry.isPreviewable(document.type, isEmpty: document.size == 0),
        document: id.description, type: document.type.description)
    case .address(let url, let title):
      let name = (try? WebAddress(url))?.lastComponent
      return .init(index: index, title: title ?? name ?? url, kind: .icon, previewable: false, url: url)
    }
  }

  // MARK: Reading

  private static func read(_ request: Request) async throws -> (items: [PreviewSets.Item], index: Int) {
    let require = "the body must be a JSON object with items"
    return try await JSONBody.read(of: request, upTo: 4 << 20, require) { (body) throws(DocumentError) in
      var (items, index) = ([PreviewSets.Item](), 0)
      let members = try body.members(require)
      for member in members.keys.sorted() {
        switch (member, members[member]) {
        case ("items", .array(let values)):
          guard values.count <= PreviewSets.maximumItems else {
            throw DocumentError(.invalidParameter, "items: there may be \(PreviewSets.maximumItems) at most")
          }
          for (number, value) in values.enumerated() { items.append(try item(value, number)) }
        case ("index", .integer(let number)): index = Int(clamping: number)
        case ("items", _), ("index", _):
          throw DocumentError(.invalidParameter, "items must be an array, and index a whole number")
        default: throw DocumentChanges.unknown(member, known: "index, items")
        }
      }
      return (items, index)
    }
  }

  /// A document's id, or an object with `document` or `url`, and perhaps a `title`.
  private static func item(_ value: JSONValue, _ number: Int) throws(DocumentError) -> PreviewSets.Item {
    let place = "items[\(number)]"
    if let text = value.text { return .document(try document(text, place), title: nil) }
    guard let members = value.members,
      members.keys.allSatisfy(["document", "url", "title"].contains),
      (members["document"] == nil) != (members["url"] == nil)
    else {
      throw DocumentError(
        .invalidParameter, "\(place): must be an id, or have a document or a url, and perhaps a title")
    }
    let title = try members["title"].map { (value) throws(DocumentError) in try self.title(value, place) }
    if let id = members["document"] {
      return .document(try document(try DocumentChanges.text(id, place), place), title: title)
    }
    let url = try DocumentChanges.text(members["url"] ?? .null, place)
    if let id = own(url) { return .document(id, title: title) }
    return .address(try WebAddress(url).description, title: title)
  }

  private static func document(_ text: String, _ place: String) throws(DocumentError) -> DocumentID {
    guard let id = DocumentID(text) else {
      throw DocumentError(.invalidParameter, "\(place): is no document's id")
    }
    return id
  }

  private static func title(_ value: JSONValue, _ place: String) throws(DocumentError) -> String {
    let text = try DocumentChanges.text(value, "\(place).title")
    guard (1...maximumTitleBytes).contains(text.utf8.count) else {
      throw DocumentError(.invalidParameter, "\(place).title: must have 1 to \(maximumTitleBytes) bytes")
    }
    return text
  }

  /// The document that an address within this server leads to.
  private static func own(_ url: String) -> DocumentID? {
    for start in ["/d/", "/api/v1/documents/"] where url.hasPrefix(start) {
      return DocumentID(url.dropFirst(start.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }
    return nil
  }
}

struct PreviewSetResponse: Encodable {
  struct Item: Encodable {
    let index: Int
    /// The given one, else the document's name or the last part of the address.
    let title: String
    let kind: PreviewKind
    let previewable: Bool
    var document: String?
    var type: String?
    var url: String?
  }

  let id: String
  let count: Int
  /// The position of the item to begin with.
  let index: Int
  let expires: String
  let items: [Item]
}
