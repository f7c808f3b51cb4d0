import DocumentModel
import HTTPServer

/// The changes of a document in a request, read strictly.
///
/// An unknown member or a wrong kind refuses the whole request, so that no change is silently ignored.
struct DocumentChanges: Sendable {
  private(set) var name: FileName?
  private(set) var folder: FolderPath?
  private(set) var metadata = MetadataChanges()

  static let members = [
    "excludedFromBackup", "favourite", "folder", "handler", "name", "note", "open", "tags",
  ]

  init(of request: Request) async throws {
    let require = "the body must be a JSON object"
    self = try await JSONBody.read(of: request, upTo: 64 << 10, require) { (body) throws(DocumentError) in
      let members = try body.members(require)
      guard !members.isEmpty else {
        throw DocumentError(.invalidParameter, "nothing is to change; there are \(Self.known)")
      }
      return try DocumentChanges(members)
    }
  }

  init(_ members: [String: JSONValue]) throws(DocumentError) {
    for name in members.keys.sorted() {
      guard let value = members[name] else { continue }
      try read(name, value)
    }
  }

  private mutating func read(_ member: String, _ value: JSONValue) throws(DocumentError) {
    switch member {
    case "name": name = try FileName(try Self.text(value, member))
    case "folder": folder = try FolderPath(parsing: try Self.text(value, member))
    case "tags": metadata.tags = try Self.tags(value)
    case "favourite": metadata.favourite = try Self.flag(value, member)
    case "excludedFromBackup": metadata.excludedFromBackup = try Self.flag(value, member)
    case "note": metadata.note = value == .null ? "" : try Self.text(value, member, orNull: true)
    case "handler": metadata.handler = value == .null ? "" : try Self.text(value, member, orNull: true)
    case "open":
      guard case .bool(false) = value else {
        throw DocumentError(.invalidParameter, "open: may become false, once the document was shown")
      }
      metadata.isShown = true
    default:
      throw Self.unknown(member, known: Self.known)
    }
  }

  /// The refusal of an unknown member; a long name is shortened.
  static func unknown(_ member: String, known: String) -> DocumentError {
    let name = String(member.unicodeScalars.prefix(64))
    return DocumentError(.invalidParameter, "the member \"\(name)\" is not known; there are \(known)")
  }

  private static var known: String { members.joined(separator: ", ") }

  static func text(
    _ value: JSONValue, _ member: String, orNull: Bool = false
  ) throws(DocumentError) -> String {
    guard case .string(let text) = value else {
      throw DocumentError(.invalidParameter, "\(member): must be text\(orNull ? " or null" : "")")
    }
    return text
  }

  static func flag(_ value: JSONValue, _ member: String) throws(DocumentError) -> Bool {
    switch value {
    case .null: return false
    case .bool(let flag): return flag
    default: throw DocumentError(.invalidParameter, "\(member): must be true, false or null")
    }
  }

  static func tags(_ value: JSONValue) throws(DocumentError) -> [Tag] {
    if value == .null { return [] }
    guard case .array(let values) = value else {
      throw DocumentError(.invalidParameter, "tags: must be an array of texts or null")
    }
    var tags: [Tag] = []
    for (number, value) in values.enumerated() {
      let text = try text(value, "tags[\(number)]")
      do throws(DocumentError) {
        tags.append(try Tag(text))
      } catch {
        throw DocumentError(error.code, "tags[\(number)]: \(error.detail)")
      }
    }
    return tags
  }
}
