import DocumentModel
import HTTPServer
import HTTPTypes
import Synchronization
import Workspace

typealias NamedContent = (content: any StagedContent, name: FileName)

/// Makes uploads with an idempotency key create their documents once, however often they are sent.
final class KeyedUploads: Sendable {
  private let workspace: DocumentWorkspace
  private let owner: @Sendable (RequestHead) -> String
  private let ledger = Mutex(IdempotencyLedger())

  init(_ workspace: DocumentWorkspace, owner: @escaping @Sendable (RequestHead) -> String) {
    self.workspace = workspace
    self.owner = owner
  }

  /// The documents that `add` creates from the contents of `stage`; for a repeated upload, the documents of the first
  /// one.
  ///
  /// `add` gets the id of each document by its number. Throws a problem with 409 while an upload with the same key
  /// runs, and with 422 for the key of another upload. Throws the errors of `stage` and `add`, too.
  func once(
    _ request: Request, stage: () async throws -> [NamedContent],
    add: ([NamedContent], (Int) -> DocumentID) async throws -> [Document]
  ) async throws -> [Document] {
    guard let key = try IdempotencyKey(request.head, of: owner(request.head)) else {
      return try await add(try await stage()) { _ in DocumentID() }
    }
    let known = try begin(key)
    var record: IdempotencyLedger.Record?
    defer { ledger.withLock { $0.end(key, record, at: .now) } }
    let staged = try await stage()
    let asked = Self.fingerprint(of: request, staged)
    if let known {
      guard known.request == asked else { throw Self.reused }
      return try await documents(known.documents)
    }
    let made =
      if let earlier = try await made(under: key, of: staged) { earlier } else {
        try await add(staged, key.document)
      }
    record = asked.map { IdempotencyLedger.Record(request: $0, documents: made.map(\.id)) }
    return made
  }

  private func begin(_ key: IdempotencyKey) throws -> IdempotencyLedger.Record? {
    try ledger.withLock { ledger in
      guard !ledger.isUnderWay(key) else { throw Self.inUse }
      return ledger.begin(key, at: .now)
    }
  }

  private func documents(_ ids: [DocumentID]) async throws -> [Document] {
    var documents: [Document] = []
    for id in ids { documents.append(try await workspace.document(id, includingTrash: true)) }
    return documents
  }

  /// The documents of an upload that the ledger does not know, because it came before the server's last start.
  private func made(under key: IdempotencyKey, of staged: [NamedContent]) async throws -> [Document]? {
    var found: [Document] = []
    for (number, item) in staged.enumerated() {
      guard let document = try await workspace.index.document(key.document(number)) else { continue }
      let versions = try await workspace.versionIndex.versions(of: document.id)
      guard versions.contains(where: { $0.sha256 == item.content.sha256 }) else { throw Self.reused }
      found.append(document)
    }
    return found.count == staged.count ? found : nil
  }

  /// The hash by which uploads differ: parameters, conditions, contents and names.
  private static func fingerprint(of request: Request, _ staged: [NamedContent]) -> ContentHash? {
    let query = request.query.flatMap { [$0.name, $0.value] }
    let conditions = [request.head[.ifMatch] ?? "", request.head[.ifNoneMatch] ?? ""]
    let contents = staged.flatMap { [$0.name.description, $0.content.sha256.description] }
    return ContentHash(naming: query + conditions + contents)
  }

  private static let inUse = HTTPProblem(
    .conflict, code: "idempotency-key-in-use",
    detail: "An upload with this Idempotency-Key is still under way; ask again when it has ended.",
    headers: [.retryAfter: "1"])
  private static let reused = HTTPProblem(
    .unprocessableContent, code: "idempotency-key-reused",
    detail: "Another upload had this Idempotency-Key; give each one a key of its own.")
}
