import DocumentModel
import HTTPServer

/// A request to fetch a content of the web: a JSON object with `url`.
struct WebRequestWords: Sendable {
  private(set) var words: HandOverWords
  private(set) var folder = FolderPath.top
  private let address: WebAddress
  private var maximumBytes: Int64?
  private var isSuspended = false
  private var isPrivate = false

  /// The body of a request for a document in the Inbox (`isHandOver`), or in any folder.
  static func read(
    _ request: Request, isHandOver: Bool, _ registry: FileTypeRegistry
  ) async throws -> WebRequestWords {
    let require = "the body must be a JSON object with a url"
    return try await JSONBody.read(of: request, upTo: 64 << 10, require) { (body) throws(DocumentError) in
      try WebRequestWords(try body.members(require), isHandOver: isHandOver, registry)
    }
  }

  private init(
    _ members: [String: JSONValue], isHandOver: Bool, _ registry: FileTypeRegistry
  ) throws(DocumentError) {
    words = HandOverWords(registry)
    guard let url = members["url"] else { throw DocumentError(.invalidParameter, "url: is missing") }
    address = try WebAddress(try DocumentChanges.text(url, "url"))
    let known =
      isHandOver
      ? HandOverWords.members
      : HandOverWords.members.filter { $0 != "open" } + ["folder", "private", "suspended"]
    for member in members.keys.sorted() where member != "url" {
      guard let value = members[member] else { continue }
      switch member {
      case "limit": maximumBytes = try Self.bytes(value)
      case "folder" where !isHandOver:
        folder = try FolderPath(parsing: try DocumentChanges.text(value, member))
      case "private" where !isHandOver: isPrivate = try DocumentChanges.flag(value, member)
      case "suspended" where !isHandOver: isSuspended = try DocumentChanges.flag(value, member)
      default:
        guard known.contains(member), try words.read(member, value) else {
          throw DocumentChanges.unknown(
            member, known: (known + ["limit", "url"]).sorted().joined(separator: ", "))
        }
      }
    }
    if isHandOver { folder = .inbox }
  }

  private static func bytes(_ value: JSONValue) throws(DocumentError) -> Int64 {
    guard case .integer(let bytes) = value, bytes > 0 else {
      throw DocumentError(.invalidParameter, "limit: must be a whole number of bytes, from 1")
    }
    return bytes
  }

  /// The order for it.
  func order(origin: Origin, author: String?) throws(DocumentError) -> ImportOrder {
    let provenance = try Provenance(
      source: words.source, annotation: words.annotation, url: address.description,
      open: origin == .handOver && words.open)
    return ImportOrder(
      address: address, name: words.name, folder: folder, types: words.types, maximumBytes: maximumBytes,
      provenance: provenance, origin: origin, author: author, isSuspended: isSuspended,
      isPrivate: isPrivate)
  }
}
