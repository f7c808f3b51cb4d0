import DocumentModel
import HTTPServer
import HTTPTypes

/// The host names that the server answers to, and the origins whose pages may change data.
///
/// A foreign page may send requests here (cross-site request forgery), or a foreign name may point here (DNS
/// rebinding). `Origin` and `Sec-Fetch-Site` reveal the first, `Host` the second.
struct OriginPolicy: Sendable {
  private let names: Set<String>
  /// The names under which a proxy in front speaks TLS.
  private let secureNames: Set<String>

  /// A policy for a server that listens on `host` and is also known under the names `allowed`.
  ///
  /// `https://` in front of an allowed name means that a proxy speaks TLS under it. The operator has to say so, because
  /// any client can write `X-Forwarded-Proto`.
  init(host: String, allowed: [String]) {
    secureNames = Set(allowed.filter { $0.lowercased().hasPrefix(Self.secureScheme) }.map(Self.name))
    names = Set((["localhost", host] + allowed).map(Self.name))
  }

  /// The host name in an operator's setting, which may be a whole URL.
  private static func name(_ text: String) -> String {
    let text = text.lowercased()
    let bare = text.hasPrefix(secureScheme) ? text.dropFirst(secureScheme.count) : text[...]
    let host = String(bare.prefix { $0 != "/" })
    return withoutPort(host) ?? host
  }

  private static let secureScheme = "https://"

  func address(of host: String) -> String {
    let isSecure = Self.withoutPort(host).map { secureNames.contains($0.lowercased()) } ?? false
    return (isSecure ? Self.secureScheme : "http://") + host
  }

  func problem(with head: RequestHead) -> HTTPProblem? {
    guard let host = head.host, isKnown(host) else {
      return HTTPProblem(
        .misdirectedRequest, code: "host-not-allowed",
        detail: "This server does not answer to that name. Start it with --allow-host NAME to allow it.")
    }
    // No cookie opens a signed address, so a foreign page that has one was given it.
    guard !Self.isSafe(head.method), !CrossOriginAccess.isSigned(head.path) else { return nil }
    if let origin = head[.origin], !isSame(origin, host) { return Self.crossSite }
    // `Sec-Fetch-Site` is more reliable than `Origin`, which may be missing; programs send neither.
    if let site = head[.secFetchSite], site != "same-origin", site != "none" { return Self.crossSite }
    return nil
  }

  /// A name can be pointed anywhere by its owner; a numeric address cannot.
  private func isKnown(_ host: String) -> Bool {
    guard let name = Self.withoutPort(host)?.lowercased() else { return false }
    return names.contains(name) || Self.isAddress(name)
  }

  private func isSame(_ origin: String, _ host: String) -> Bool {
    origin.lowercased() == "http://\(host)".lowercased()
      || origin.lowercased() == "https://\(host)".lowercased()
  }

  private static func isSafe(_ method: HTTPRequest.Method) -> Bool {
    method == .get || method == .head || method == .options
  }

  /// The name before the port; nil when the rest is no port.
  private static func withoutPort(_ host: String) -> String? {
    var (name, rest) = (host[...], host[host.endIndex...])
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      (name, rest) = (host[..<end].dropFirst(), host[host.index(after: end)...])
    } else if let colon = host.firstIndex(of: ":") {
      (name, rest) = (host[..<colon], host[colon...])
    }
    guard rest.isEmpty || (rest.hasPrefix(":") && UInt16(rest.dropFirst()) != nil) else { return nil }
    return String(name)
  }

  private static func isAddress(_ name: String) -> Bool {
    if name.contains(":") { return name.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." } }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  private static let crossSite = HTTPProblem(
    .forbidden, code: "cross-site", detail: "Another site may not change documents here.")
}

extension HTTPField.Name {
  static let secFetchSite = Self("Sec-Fetch-Site") ?? .origin
}

extension HTTPResponse.Status {
  /// 421 (RFC 9110, 15.5.20).
  static let misdirectedRequest = Self(code: 421, reasonPhrase: "Misdirected Request")
}

/// Refuses an API address that repeats a parameter, because its meaning would be unclear.
enum SingleParameters {
  private static let lists: [String: Set<String>] = ["/api/v1/documents": ["tag"]]
  /// The length to which a repeated name is quoted in the refusal.
  private static let shown = 64

  static let middleware: Middleware = { next in
    { request, parameters in
      try require(request.head)
      return try await next(request, parameters)
    }
  }

  static func require(_ head: RequestHead) throws(DocumentError) {
    // Addresses outside the API have rules of their own.
    guard head.path.hasPrefix("/api/") else { return }
    let lists = lists[head.path] ?? []
    guard let name = head.query.firstRepeated(where: { !lists.contains($0) }) else { return }
    throw DocumentError(
      .invalidParameter, "the parameter \"\(name.prefix(shown))\" is given more than once; give it once")
  }
}
