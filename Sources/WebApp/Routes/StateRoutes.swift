import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Logging
import Workspace

/// The saved state of each client, so that a reload shows the same view (spec documents SR-1).
struct StateRoutes: Sendable {
  let states: any SavedStateStore
  let log: Logger
  private let lock = KeyedLock<String>()

  init(states: any SavedStateStore, log: Logger) {
    self.states = states
    self.log = log
  }

  /// The longest state, as JSON, in bytes.
  static let maximumBytes = 256 << 10
  /// The age at which a state is no longer returned.
  static let maximumAge: TimeInterval = 90 * 24 * 3600

  func add(to router: inout Router) {
    router.on(.get, "api/v1/state/:client") { request, parameters in
      let client = try parameters.require("client", as: ClientName.self)
      if try Self.isDebugged(request.query["debug"]) { return try await dump(of: client) }
      guard let bytes = try await states.state(of: client), await isRecent(bytes, of: client) else {
        throw Self.nothing
      }
      return Representation.prepared(
        bytes, type: "application/json", tag: EntityTag(hashing: bytes),
        headers: [.cacheControl: "private, no-store"]
      ).response(to: request.head)
    }
    router.on(.put, "api/v1/state/:client") { request, parameters in
      let client = try parameters.require("client", as: ClientName.self, otherwise: .badRequest)
      let agent = request.headers[.userAgent].map { String($0.prefix(200)) }
      let kept = try await JSONBody.read(of: request, upTo: Self.maximumBytes, Self.require) {
        (body) throws(DocumentError) in
        _ = try body.members(Self.require)
        return try SavedState.kept(body.bytes, at: Date().internetFormat, by: agent)
      }
      try await change(client, request) { () async throws(DocumentError) in
        try await states.save(kept, of: client)
      }
      return .noContent()
    }
    router.on(.delete, "api/v1/state/:client") { request, parameters in
      let client = try parameters.require("client", as: ClientName.self)
      try await change(client, request) { () async throws(DocumentError) in
        try await states.remove(client)
      }
      return .noContent()
    }
  }

  /// Changes the saved state of a client under the request's conditions, one change at a time.
  private func change(
    _ client: ClientName, _ request: Request, _ body: () async throws(DocumentError) -> Void
  ) async throws(DocumentError) {
    let condition = Precondition(request.head)
    try await lock.withLock(client.description) { () async throws(DocumentError) in
      let bytes = try await states.state(of: client)
      var tag: EntityTag?
      if let bytes, await isRecent(bytes, of: client) { tag = EntityTag(hashing: bytes) }
      try condition.check(tag)
      try await body()
    }
  }

  private static func isDebugged(_ text: String?) throws(DocumentError) -> Bool {
    switch text {
    case nil, "0", "false": return false
    case "1", "true": return true
    default: throw DocumentError(.invalidParameter, "debug must be 1 or 0")
    }
  }

  private func dump(of client: ClientName) async throws -> Response {
    guard let bytes = try await states.state(of: client) else { throw Self.nothing }
    let isGiven = await isRecent(bytes, of: client)
    let dump = await JSONBody.work(on: bytes.count) {
      SavedStateDump(of: client, bytes, isGiven: isGiven).description
    }
    return .text(dump, headers: [.cacheControl: "private, no-store"])
  }

  private static let require = "the body must be an object of JSON"

  private static var nothing: DocumentError { DocumentError(.notFound, "nothing is kept of that client") }

  /// Whether the state is of this generation of the app and not too old (spec documents SR-12).
  private func isRecent(_ bytes: [UInt8], of client: ClientName) async -> Bool {
    guard let state = await JSONBody.work(on: bytes.count, { SavedState(reading: bytes) }),
      state.appVersion.prefix(while: { $0 != "." }) == App.version.prefix(while: { $0 != "." }),
      let date = try? Date(
        state.savedAt, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      -date.timeIntervalSinceNow < Self.maximumAge
    else {
      log.info("a saved state is too old or not one", metadata: ["client": "\(client)"])
      return false
    }
    return true
  }
}

/// The saved state of a client, and the facts that decide whether it is still valid.
struct SavedState {
  let state: JSONValue
  let savedAt: String
  let appVersion: String
  let userAgent: String?

  init?(reading bytes: [UInt8]) {
    // One level deeper than a client's state.
    guard let members = (try? JSONValue(reading: bytes, limits: JSONLimits(depth: 65)))?.members,
      let state = members["state"], let savedAt = members["savedAt"]?.text,
      let appVersion = members["appVersion"]?.text
    else { return nil }
    (self.state, self.savedAt, self.appVersion) = (state, savedAt, appVersion)
    userAgent = members["userAgent"]?.text
  }

  /// A saved state that embeds `text` as the client sent it; re-encoding would cost many times its length.
  static func kept(_ text: [UInt8], at date: String, by agent: String?) throws(DocumentError) -> [UInt8] {
    var facts = ["appVersion": App.version, "savedAt": date]
    facts["userAgent"] = agent
    guard let facts = try? JSONResponse.encode(facts, sorted: true) else {
      throw DocumentError(.storageFailed, "the state could not be written")
    }
    return facts.dropLast() + Array(#","state":"#.utf8) + text + [UInt8(ascii: "}")]
  }
}
