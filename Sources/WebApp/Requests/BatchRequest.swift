import DocumentModel
import HTTPServer
import Workspace

/// The operations in a request, read strictly: `{"operations":[{"op":"move","document":…,"folder":…}]}`.
struct BatchRequest: Sendable {
  /// The refusal of any other body.
  static let require = "the body must be a JSON object with \"operations\", an array"

  let parameters: [BatchParameters]

  /// Throws `.invalidParameter` or `.invalidName`, naming the operation by its number and the member.
  init(_ body: JSONValue) throws(DocumentError) {
    guard let body = body.members, body.count == 1,
      case .array(let members)? = body["operations"], !members.isEmpty
    else { throw DocumentError(.invalidParameter, Self.require) }
    guard members.count <= Batch.maximumOperations else {
      throw DocumentError(.tooLarge, "a batch has \(Batch.maximumOperations) operations at most")
    }
    var parameters: [BatchParameters] = []
    for (index, operation) in members.enumerated() {
      do throws(DocumentError) {
        parameters.append(try Self.parse(operation))
      } catch {
        throw error.ofOperation(index + 1)
      }
    }
    self.parameters = parameters
  }

  private static func parse(_ value: JSONValue) throws(DocumentError) -> BatchParameters {
    guard case .object(var members) = value else {
      throw DocumentError(.invalidParameter, "must be an object")
    }
    let operation = try text("op", &members)
    guard let operation, let kind = Batch.Kind(rawValue: operation) else {
      let known = Batch.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw DocumentError(.invalidParameter, "op: must be one of \(known)")
    }
    guard let id = try text("document", &members).flatMap({ DocumentID($0) }) else {
      throw DocumentError(.invalidParameter, "document: must be a document's id")
    }
    let condition = try text("ifMatch", &members).map(Precondition.init(ifMatch:))
    let action = try action(kind, members)
    return BatchParameters(id, action) { (document) throws(DocumentError) in
      try condition?.check(document)
    }
  }

  private static func text(
    _ member: String, _ members: inout [String: JSONValue]
  ) throws(DocumentError) -> String? {
    guard let value = members.removeValue(forKey: member) else { return nil }
    return try DocumentChanges.text(value, member)
  }

  private static func action(
    _ kind: Batch.Kind, _ members: [String: JSONValue]
  ) throws(DocumentError) -> BatchParameters.Action {
    switch kind {
    case .move:
      try require(["conflict", "folder", "name"], members, atLeastOne: true)
      let requested = try CopyParameters(members, rule: .fail)
      guard requested.name != nil || requested.folder != nil else {
        throw DocumentError(.invalidParameter, "nothing is to change; there are folder, name")
      }
      return .move(name: requested.name, folder: requested.folder, conflict: requested.conflict)
    case .trash, .restore:
      try require([], members)
      return kind == .trash ? .trash : .restore
    case .copy:
      let requested = try CopyParameters(members)
      return .copy(name: requested.name, folder: requested.folder, conflict: requested.conflict)
    case .setMetadata:
      try require(["excludedFromBackup", "favourite", "handler", "note", "tags"], members, atLeastOne: true)
      return .setMetadata(try DocumentChanges(members).metadata)
    }
  }

  private static func require(
    _ known: [String], _ members: [String: JSONValue], atLeastOne: Bool = false
  ) throws(DocumentError) {
    let list = (["document", "ifMatch", "op"] + known).sorted().joined(separator: ", ")
    if let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
      throw DocumentChanges.unknown(unknown, known: list)
    }
    guard !atLeastOne || !members.isEmpty else {
      throw DocumentError(
        .invalidParameter, "nothing is to change; there are \(known.joined(separator: ", "))")
    }
  }
}
