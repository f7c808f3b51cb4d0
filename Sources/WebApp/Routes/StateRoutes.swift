import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Logging
import Workspace

/// Where each client was, so that a reload looks as if nothing had happened (spec documents SR-1).
struct StateRoutes: Sendable {
  let states: any SavedStateStore
  let log: Logger
  private let gate = Gate<String>()

  init(states: any SavedStateStore, log: Logger) {
    self.states = states
    self.log = log
  }

  /// The longest state, as JSON, in bytes.
  static let maximumBytes = 256 << 10
  /// Older states say nothing any more.
  static let maximumAge: TimeInterval = 90 * 24 * 3600

  func add(to router: inout Router) {
    router.on(.get, "api/v1/state/:client") { request, parameters in
      let client = try parameters.require("client", as: ClientName.self)
      if try Self.isDebugged(request.query["debug"]) { return try await dump(of: client) }
      guard let bytes = try await states.state(of: client), let state = recent(bytes, of: client) else {
        throw Self.nothing
      }
      return Representation.prepared(
        try JSONAnswer.encode(state, sorted: true), type: "application/json", tag: EntityTag(hashing: bytes),
        headers: [.cacheControl: "private, no-store"]
      ).response(to: request.head)
    }
    router.on(.put, "api/v1/state/:client") { request, parameters in
      let client = try parameters.require("client", as: ClientName.self, otherwise: .badRequest)
      let bytes = try await request.body.collect(upTo: Self.maximumBytes)
      guard case .object(let members)? = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
        throw DocumentError(.invalidParameter, "the body must be an object of JSON")
      }
      let state = SavedState(
        state: .object(members), savedAt: Date().internetFormat, appVersion: App.version,
        userAgent: request.headers[.userAgent].map { String($0.prefix(200)) })
      let kept = try JSONAnswer.encode(state, sorted: true)
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

  /// Changes what is kept of a client while it is as the client knows it; one at a time.
  private func change(
    _ client: ClientName, _ request: Request, _ body: () async throws(DocumentError) -> Void
  ) async throws(DocumentError) {
    let condition = Precondition(request.head)
    try await gate.pass(client.description) { () async throws(DocumentError) in
      let bytes = try await states.state(of: client)
      try condition.check(bytes.flatMap { recent($0, of: client) == nil ? nil : EntityTag(hashing: $0) })
      try await body()
    }
  }

  /// Whether somebody wants to read what is kept instead of getting it back.
  private static func isDebugged(_ text: String?) throws(DocumentError) -> Bool {
    switch text {
    case nil, "0", "false": return false
    case "1", "true": return true
    default: throw DocumentError(.invalidParameter, "debug must be 1 or 0")
    }
  }

  private func dump(of client: ClientName) async throws -> Response {
    guard let bytes = try await states.state(of: client) else { throw Self.nothing }
    let dump = SavedStateDump(of: client, bytes, isGiven: recent(bytes, of: client) != nil)
    return .text(dump.description, headers: [.cacheControl: "private, no-store"])
  }

  private static var nothing: DocumentError { DocumentError(.notFound, "nothing is kept of that client") }

  /// A state of this generation of the app that is not too old; nil for any other (spec documents SR-12).
  private func recent(_ bytes: [UInt8], of client: ClientName) -> SavedState? {
    guard let state = try? JSONDecoder().decode(SavedState.self, from: Data(bytes)),
      state.appVersion.prefix(while: { $0 != "." }) == App.version.prefix(while: { $0 != "." }),
      let date = try? Date(
        state.savedAt, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      -date.timeIntervalSinceNow < Self.maximumAge
    else {
      log.info("a saved state is too old or not one", metadata: ["client": "\(client)"])
      return nil
    }
    return state
  }
}

/// What a client left, and what is needed to tell whether it still means anything.
struct SavedState: Codable {
  let state: JSONValue
  let savedAt: String
  let appVersion: String
  let userAgent: String?
}
