import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes

/// Short codes that a signed-in browser shows, and with which another device signs in (`SignInRoutes`).
struct DeviceCodeRoutes: Sendable {
  let access: AccessControl
  let codes: DeviceCodes
  /// Whether only programs of this machine reach the server.
  let isLoopback: Bool
  let origins: OriginPolicy

  private static let maximumBytes = 4 << 10
  private static let untagged = "codes have no entity tags"
  private static let require = "the body must be an object, perhaps with to"

  func add(to router: inout Router) {
    router.on(.post, "api/v1/device-codes") { request, _ in
      let (_, session) = try await access.owner(of: request.head)
      try Precondition(request.head).checkUntagged(Self.untagged)
      let place = try await JSONBody.read(
        of: request, upTo: Self.maximumBytes, Self.require, or: Continuation.library
      ) { (body) throws(DocumentError) in try Self.place(body.members(Self.require)) }
      let made = try codes.make(for: session.hash, to: place)
      return try AccountRoutes.answer(
        DeviceCodeResponse(
          made.code, text: made.text, isLoopback: isLoopback, addresses: addresses(of: request.head)),
        status: .created)
    }
    router.on(.get, "api/v1/device-codes/:id") { request, parameters in
      let (_, session) = try await access.owner(of: request.head)
      let id = try parameters.require("id", as: String.self)
      guard let code = codes.code(id, of: session.hash) else {
        throw DocumentError(.notFound, "the code is over")
      }
      return try AccountRoutes.answer(DeviceCodeStateResponse(code))
    }
    router.on(.delete, "api/v1/device-codes/:id") { request, _ in
      let (_, session) = try await access.owner(of: request.head)
      try Precondition(request.head).checkUntagged(Self.untagged)
      codes.forget(of: session.hash)
      return .noContent()
    }
    router.on(.get, "api/v1/qr-code") { request, _ in
      guard let code = QRCode(request.query["text"] ?? "") else {
        throw DocumentError(.invalidParameter, "text must have 1 to \(QRCode.longest) bytes")
      }
      var response = Response.svg(code.svg)
      // The text may be a way to sign in.
      response.headers[.cacheControl] = "no-store"
      return response
    }
  }

  private static func place(_ members: [String: JSONValue]) throws(DocumentError) -> Continuation {
    guard let member = members["to"] else { return .library }
    guard let place = member.text.flatMap({ Continuation($0) }) else {
      throw DocumentError(.invalidParameter, "to must be a path of this server, such as /d/0123#page=2")
    }
    return place
  }

  /// The addresses of the machine, with the port that the browser uses.
  private func addresses(of head: RequestHead) -> [String] {
    let host = head.host ?? ""
    let port =
      host.last == "]" ? "" : host.split(separator: ":").last.flatMap { UInt16($0) }.map { ":\($0)" } ?? ""
    return MachineAddresses.all().map { origins.address(of: $0 + port) }
  }
}

struct DeviceCodeResponse: Encodable {
  let id: String
  let code: String
  /// The path at which a device signs in with it.
  let path: String
  let to: String
  let expires: String
  /// `this-machine` where no other device reaches the server, or `network`.
  let reach: String
  let addresses: [String]

  init(_ code: DeviceCodes.Code, text: String, isLoopback: Bool, addresses: [String]) {
    id = code.id
    self.code = text
    path = "/sign-in?code=\(text)"
    to = code.place.path
    expires = code.expires.internetFormat
    reach = isLoopback ? "this-machine" : "network"
    self.addresses = addresses
  }
}

struct DeviceCodeStateResponse: Encodable {
  let id: String
  /// `waiting` or `used`.
  let state: String
  /// The device that came with the code.
  @Nullable var device: String?
  let expires: String

  init(_ code: DeviceCodes.Code) {
    id = code.id
    state = code.device == nil ? "waiting" : "used"
    device = code.device
    expires = code.expires.internetFormat
  }
}
