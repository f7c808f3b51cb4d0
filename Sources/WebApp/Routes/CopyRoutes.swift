import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

struct CopyRoutes: Sendable {
  let workspace: DocumentWorkspace

  func add(to router: inout Router) {
    router.on(.post, "api/v1/documents/:id/copy") { request, parameters in
      let id = try parameters.require("id", as: DocumentID.self)
      let requested = try await CopyParameters(of: request)
      let known = try await workspace.document(id)
      let expected = try Precondition(request.head).check(known)
      let copyID = DocumentID()
      let copy = try await workspace.documents.copy(
        id, named: requested.name, in: requested.folder, conflict: requested.conflict, expecting: expected,
        author: Visitor.name, as: copyID)
      // With `replace` the result may be another document, or its next version.
      return try .document(copy, in: workspace, status: copy.id == copyID ? .created : .ok)
    }
  }
}

/// The parameters of a copy: a JSON object, or no body for a copy beside the original.
struct CopyParameters: Sendable {
  private(set) var name: FileName?
  private(set) var folder: FolderPath?
  private(set) var conflict = ConflictRule.rename

  init(of request: Request) async throws {
    let require = "the body must be a JSON object, or empty"
    self = try await JSONBody.read(of: request, upTo: 64 << 10, require, or: CopyParameters()) {
      (body) throws(DocumentError) in try CopyParameters(body.members(require))
    }
  }

  private init() {}

  /// - Parameter rule: of a name that is taken, where the members have none.
  init(_ members: [String: JSONValue], rule: ConflictRule = .rename) throws(DocumentError) {
    conflict = rule
    for member in members.keys.sorted() {
      guard let value = members[member] else { continue }
      let text = try DocumentChanges.text(value, member)
      switch member {
      case "name": name = try FileName(text)
      case "folder": folder = try FolderPath(parsing: text)
      case "conflict": conflict = try Self.rule(text)
      default: throw DocumentChanges.unknown(member, known: "conflict, folder, name")
      }
    }
  }

  private static func rule(_ text: String) throws(DocumentError) -> ConflictRule {
    guard let rule = ConflictRule(rawValue: text) else {
      let known = ConflictRule.allCases.map(\.rawValue).joined(separator: ", ")
      throw DocumentError(.invalidParameter, "conflict: must be one of \(known)")
    }
    return rule
  }
}
