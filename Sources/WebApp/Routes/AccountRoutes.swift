import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes

/// The tokens of programs and the signed-in browsers, for the owner in one of these browsers.
struct AccountRoutes: Sendable {
  let access: AccessControl

  private static let maximumBytes = 4 << 10
  private static let untagged = "tokens and browsers have no entity tags"
  private static let require = "the body must be an object with name, and perhaps access"

  func add(to router: inout Router) {
    addTokens(to: &router)
    addBrowsers(to: &router)
  }

  private func addTokens(to router: inout Router) {
    router.on(.get, "api/v1/tokens") { request, _ in
      let (accounts, _) = try await access.owner(of: request.head)
      let tokens = try await accounts.credentials().filter { $0.kind == .token }.map { TokenResponse($0) }
      return try Self.answer(TokensResponse(tokens: tokens))
    }
    router.on(.post, "api/v1/tokens") { request, _ in
      let (accounts, _) = try await access.owner(of: request.head)
      try Precondition(request.head).checkUntagged(Self.untagged)
      let wanted = try await JSONBody.read(of: request, upTo: Self.maximumBytes, Self.require) {
        (body) throws(DocumentError) in try NewToken(body.members(Self.require))
      }
      let made = try await accounts.addToken(name: wanted.name, access: wanted.access)
      return try Self.answer(TokenResponse(made.credential, secret: made.secret), status: .created)
    }
    router.on(.delete, "api/v1/tokens/:id") { request, parameters in
      let (accounts, _) = try await access.owner(of: request.head)
      try await revoke(.token, parameters, accounts, request)
      return .noContent()
    }
  }

  private func addBrowsers(to router: inout Router) {
    router.on(.get, "api/v1/browsers") { request, _ in
      let (accounts, own) = try await access.owner(of: request.head)
      let browsers = try await accounts.credentials().filter { $0.kind == .session }.map {
        BrowserResponse($0, isCurrent: $0.hash == own.hash)
      }
      return try Self.answer(BrowsersResponse(browsers: browsers))
    }
    router.on(.delete, "api/v1/browsers") { request, _ in
      let (accounts, own) = try await access.owner(of: request.head)
      try Precondition(request.head).checkUntagged(Self.untagged)
      let others = try await accounts.credentials().filter { $0.kind == .session && $0.hash != own.hash }
      return try Self.answer(SignedOutResponse(signedOut: try await accounts.revoke(others)))
    }
    router.on(.delete, "api/v1/browsers/:id") { request, parameters in
      let (accounts, _) = try await access.owner(of: request.head)
      try await revoke(.session, parameters, accounts, request)
      return .noContent()
    }
  }

  private func revoke(
    _ kind: Credential.Kind, _ parameters: PathParameters, _ accounts: Accounts, _ request: Request
  ) async throws {
    let id = try parameters.require("id", as: String.self)
    guard let found = try await accounts.credentials().first(where: { $0.kind == kind && $0.id == id }) else {
      throw DocumentError(.notFound, "there is no such \(kind == .token ? "token" : "browser")")
    }
    try Precondition(request.head).checkUntagged(Self.untagged)
    _ = try await accounts.revoke([found])
  }

  /// Answers about access are kept by no one.
  static func answer(
    _ value: some Encodable, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    .json(try JSONResponse.encode(value), status: status, headers: [.cacheControl: "no-store"])
  }
}

extension Credential {
  /// Names a credential in addresses; a part of its hash, from which no secret can be found.
  var id: String { String(hash.description.prefix(16)) }
}

/// The token that a client asks for.
private struct NewToken {
  let name: String
  let access: Credential.Access

  private static let longestName = 100

  init(_ members: [String: JSONValue]) throws(DocumentError) {
    guard let name = members["name"]?.text?.printable, !name.isEmpty, name.count <= Self.longestName else {
      throw DocumentError(.invalidParameter, "name must be 1 to \(Self.longestName) characters")
    }
    let word = members["access"].map { $0.text ?? "" } ?? Credential.Access.full.rawValue
    guard let access = Credential.Access(rawValue: word) else {
      throw DocumentError(.invalidParameter, "access must be full or read")
    }
    (self.name, self.access) = (name, access)
  }
}

struct TokensResponse: Encodable {
  let tokens: [TokenResponse]
}

struct TokenResponse: Encodable {
  let id: String
  let name: String
  let access: String
  let created: String
  @Nullable var seen: String?
  /// The secret; only in the answer to its making.
  let token: String?

  init(_ credential: Credential, secret: Secret? = nil) {
    id = credential.id
    name = credential.name
    access = credential.access.rawValue
    created = credential.created.internetFormat
    seen = credential.seen?.internetFormat
    token = secret?.text
  }
}

struct BrowsersResponse: Encodable {
  let browsers: [BrowserResponse]
}

struct BrowserResponse: Encodable {
  let id: String
  let name: String
  let created: String
  @Nullable var seen: String?
  @Nullable var expires: String?
  /// Whether it is the browser that asks.
  let current: Bool

  init(_ credential: Credential, isCurrent: Bool) {
    id = credential.id
    name = credential.name
    created = credential.created.internetFormat
    seen = credential.seen?.internetFormat
    expires = credential.expires?.internetFormat
    current = isCurrent
  }
}

struct SignedOutResponse: Encodable {
  let signedOut: Int
}
