import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Logging

/// Where each client was, so that a reload looks as if nothing had happened (spec documents SR-1).
struct StateRoutes: Sendable {
  let states: any SavedStateStore
  let log: Logger

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
      return .json(try JSONAnswer.encode(state, sorted: true), headers: [.cacheControl: "private, no-store"])
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
      try await states.save(try JSONAnswer.encode(state, sorted: true), of: client)
      return .noContent()
    }
    router.on(.delete, "api/v1/state/:client") { _, parameters in
      try await states.remove(try parameters.require("client", as: ClientName.self))
      return .noContent()
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
