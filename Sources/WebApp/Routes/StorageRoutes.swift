import DocumentModel
import HTTPServer
import HTTPTypes
import Logging
import Previews
import Workspace

/// How much room there is, what takes it up, and what makes room again.
struct StorageRoutes: Sendable {
  let room: StorageRoom
  let workspace: DocumentWorkspace
  let cache: PreviewCache
  let renderer: CachingRenderer
  let log: Logger

  /// The most versions of a document that a clean-up can be told to keep.
  private static let mostKept = 1_000

  func add(to router: inout Router) {
    router.on(.get, "api/v1/storage") { request, _ in
      var answer = StorageResponse(await room.look())
      if try Self.isByKind(request.query["by"]) { try await tell(&answer) }
      return .json(try JSONResponse.encode(answer), headers: [.cacheControl: "no-store"])
    }
    router.on(.delete, "api/v1/storage/caches") { request, _ in
      try Precondition(request.head).checkUntagged("caches have no entity tags")
      let before = cache.status.bytes
      for hash in cache.contents ?? [] { await renderer.forget(hash) }
      return try freed(Int64(max(0, before - cache.status.bytes)), removed: nil)
    }
    router.on(.delete, "api/v1/storage/versions") { request, _ in
      let keep = try Self.kept(request.query["keep"])
      try Precondition(request.head).checkUntagged("all versions together have no entity tag")
      let before = try await workspace.versionIndex.storedBytes()
      let report = try await cleanUp(keeping: keep)
      let after = try await workspace.versionIndex.storedBytes()
      return try freed(max(0, before - after), removed: report.versions)
    }
  }

  private static func isByKind(_ text: String?) throws(DocumentError) -> Bool {
    guard text == nil || text == "kind" else { throw DocumentError(.invalidParameter, "by must be kind") }
    return text != nil
  }

  private static func kept(_ text: String?) throws(DocumentError) -> Int {
    guard let number = text.map({ PlainNumber.whole($0) }) ?? 1, (1...mostKept).contains(number) else {
      throw DocumentError(.invalidParameter, "keep must be a number from 1 to \(mostKept)")
    }
    return number
  }

  /// Adds what takes up the room.
  private func tell(_ answer: inout StorageResponse) async throws {
    let stored = try await workspace.versionIndex.storedBytes()
    let tally = try await workspace.versionIndex.storageTally()
    let registry = workspace.types.current
    let families = Dictionary(grouping: tally.shares) { registry.family(of: $0.type) }
    answer.kinds = families.map { StorageKind(family: $0, shares: $1) }.sorted {
      ($0.bytes, $1.kind) > ($1.bytes, $0.kind)
    }
    answer.versions = StoragePart(bytes: max(0, stored - tally.currentBytes))
    answer.trash = StoragePart(bytes: tally.trashedBytes, documents: tally.trashedDocuments)
    answer.caches = StoragePart(bytes: Int64(cache.status.bytes), limitBytes: Int64(cache.status.byteLimit))
  }

  private func cleanUp(keeping count: Int) async throws -> VersionMaintenance.Report {
    let maintenance = VersionMaintenance(
      workspace, rule: VersionRetention(count: count, days: 0), log: log)
    return try await workspace.jobs.run(
      .cleanUp, "Letting go of earlier versions",
      summary: { (report: VersionMaintenance.Report) in "\(report.versions) versions were let go of" }
    ) { progress in try await maintenance.pass(reportingTo: progress) }
  }

  private func freed(_ bytes: Int64, removed: Int?) throws -> Response {
    .json(
      try JSONResponse.encode(FreedResponse(freedBytes: bytes, versions: removed)),
      headers: [.cacheControl: "no-store"])
  }
}

/// The documents of a family of types.
struct StorageKind: Encodable {
  let kind: String
  let documents: Int
  let bytes: Int64

  init(family: TypeFamily, shares: [StorageTally.Share]) {
    kind = family.rawValue
    documents = shares.reduce(0) { $0 + $1.documents }
    bytes = shares.reduce(0) { $0 + $1.bytes }
  }
}

struct StoragePart: Encodable {
  let bytes: Int64
  var documents: Int?
  var limitBytes: Int64?
}

struct FreedResponse: Encodable {
  let freedBytes: Int64
  /// How many versions were let go of.
  let versions: Int?
}

struct StorageResponse: Encodable {
  enum State: String, Encodable {
    case open
    /// The disk is nearly full.
    case low
    /// The quota is used up.
    case full
  }

  /// The free bytes below which a disk counts as full in any case: a page of the index would not fit.
  private static let asGoodAsNothing: Int64 = 64 << 10

  let state: State
  let usedBytes: Int64
  let quotaBytes: Int64?
  let freeBytes: Int64
  let keepFreeBytes: Int64
  /// The room of each part; only where that was asked for.
  var kinds: [StorageKind]?
  var versions: StoragePart?
  var trash: StoragePart?
  var caches: StoragePart?

  init(_ status: StorageRoom.Status) {
    let isLow = status.isLow || status.free < Self.asGoodAsNothing
    state = isLow ? .low : status.isFull ? .full : .open
    usedBytes = status.used
    quotaBytes = status.quota
    freeBytes = status.free
    keepFreeBytes = status.keptFree
  }
}
