import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

struct PreferenceRoutes: Sendable {
  let preferences: Preferences
  let cache: ResponseCache

  /// The longest value, as JSON, in bytes.
  static let maximumBytes = 16 << 10

  func add(to router: inout Router) {
    router.on(.get, "api/v1/preferences") { request, _ in
      let (entity, _) = try JSONResponse.entity(PreferencesResponse(preferences))
      return entity.response(to: request.head)
    }
    router.on(.get, "api/v1/preferences/:key") { request, parameters in
      let key = try parameters.require("key", as: PreferenceKey.self)
      return try JSONResponse.entity(answer(key), sorted: true).0.response(to: request.head)
    }
    router.on(.put, "api/v1/preferences/:key") { request, parameters in
      let key = try parameters.require("key", as: PreferenceKey.self, otherwise: .badRequest)
      let value = try await JSONBody.read(
        of: request, upTo: Self.maximumBytes, "the body must be a value of JSON"
      ) { (body) throws(DocumentError) in body.value }
      let condition = Precondition(request.head)
      try await preferences.set(key, to: value, client: try ClientName(sentBy: request)) {
        (current) throws(DocumentError) in try condition.check(Self.tag(key, current))
      }
      forgetAnswers(to: key)
      return .json(try JSONResponse.encode(answer(key)))
    }
    router.on(.delete, "api/v1/preferences/:key") { request, parameters in
      let key = try parameters.require("key", as: PreferenceKey.self)
      let condition = Precondition(request.head)
      try await preferences.remove(key, client: try ClientName(sentBy: request)) {
        (current) throws(DocumentError) in try condition.check(Self.tag(key, current))
      }
      forgetAnswers(to: key)
      return .noContent()
    }
  }

  /// Previews say what opens a document.
  private func forgetAnswers(to key: PreferenceKey) {
    if key == Preferences.handlersKey { cache.forgetEverything() }
  }

  private func answer(_ key: PreferenceKey) throws(DocumentError) -> PreferenceResponse {
    guard let value = preferences.value(of: key) else {
      throw DocumentError(.notFound, "no value has been chosen for \(key)")
    }
    return PreferenceResponse(key: key.description, value: value)
  }

  /// The entity tag of a preference with this value; nil without a value.
  private static func tag(_ key: PreferenceKey, _ value: JSONValue?) -> EntityTag? {
    value.flatMap { value in
      let answer = PreferenceResponse(key: key.description, value: value)
      return try? EntityTag(hashing: JSONResponse.encode(answer, sorted: true))
    }
  }
}

extension ClientName {
  /// The name that a client sends with each request, by which it recognises its own changes in events.
  ///
  /// Throws `.invalidParameter` for an invalid name.
  init?(sentBy request: Request) throws {
    guard let text = request.headers[.sheafClient] else { return nil }
    guard let name = Self(text) else {
      throw DocumentError(.invalidParameter, "Sheaf-Client must be 1 to 64 letters, digits, - and _")
    }
    self = name
  }
}

extension HTTPField.Name {
  /// The name that the client chose for itself.
  static let sheafClient = Self("Sheaf-Client") ?? .vary
}

struct PreferencesResponse: Encodable {
  let preferences: [String: JSONValue]
  let settings: [PreferenceSetting]

  init(_ all: Preferences) {
    preferences = Dictionary(uniqueKeysWithValues: all.values.map { ($0.key.description, $0.value) })
    settings = all.settings
  }
}

/// One preference; `value` is null after a reset.
struct PreferenceResponse: Encodable {
  let key: String
  let value: JSONValue
  var client: String?
}
