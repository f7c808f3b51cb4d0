import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// What changed between two versions.
struct ComparisonRoutes: Sendable {
  let comparer: VersionComparer

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/versions/:number/compare") { request, parameters in
      let (id, number) = try VersionRoutes.subject(parameters)
      let other = try Self.other(request.query)
      let form = try ComparisonForm(request)
      let comparison = try await comparer.compare(version: number, with: other, of: id)
      return try Self.entity(comparison, form).response(to: request.head)
    }
  }

  /// The version that is compared with; nil for the current one.
  static func other(_ query: Query) throws(DocumentError) -> Int? {
    guard let text = query["with"] else { return nil }
    guard let number = VersionNumber(text) else {
      throw DocumentError(.invalidParameter, "with must be the number of a version")
    }
    return number.value
  }

  private static func entity(
    _ comparison: VersionComparison, _ form: ComparisonForm
  ) throws -> Representation {
    let bytes =
      switch form {
      case .json: try JSONAnswer.encode(ComparisonAnswer(comparison), sorted: true)
      case .unified: unified(comparison)
      }
    return Representation(
      .bytes(bytes), type: form.mediaType, tag: EntityTag(hashing: bytes),
      headers: [
        .cacheControl: "private, no-cache", .vary: "Accept",
        .contentSecurityPolicy: "sandbox; default-src 'none'",
      ])
  }

  private static func unified(_ comparison: VersionComparison) -> [UInt8] {
    let name = comparison.document.location.name
    return [UInt8](
      comparison.text.unified(
        oldName: "a/\(name)\tversion \(comparison.old.number)",
        newName: "b/\(name)\tversion \(comparison.new.number)"
      ).utf8)
  }
}

/// In which form a comparison is wanted.
enum ComparisonForm: String, CaseIterable, Sendable {
  case json
  case unified = "diff"

  /// By `format`, else by `Accept`, else JSON.
  init(_ request: Request) throws(DocumentError) {
    if let text = request.query["format"] {
      guard let form = Self(rawValue: text) else {
        throw DocumentError(.invalidParameter, "format must be json or diff")
      }
      self = form
    } else {
      let ranges = MediaRange.all(in: request.head[.accept] ?? "")
      let (json, diff) = (Self.json.quality(ranges), Self.unified.quality(ranges))
      self = diff > json ? .unified : .json
    }
  }

  /// What the answer says that it is; every form is UTF-8.
  var mediaType: String {
    switch self {
    case .json: "application/json"
    case .unified: "text/x-diff; charset=utf-8"
    }
  }

  private func quality(_ ranges: [MediaRange]) -> Double {
    let names = self == .json ? ["application/json"] : ["text/x-diff", "text/x-patch"]
    return names.map { MediaRange.quality(of: $0, in: ranges) }.max() ?? 0
  }
}
