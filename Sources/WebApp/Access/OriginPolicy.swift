import HTTPServer
import HTTPTypes

/// Which names the server answers to, and whose pages may change things.
///
/// A browser can be lured: a foreign page may send requests here (cross-site request forgery), or a foreign name may
/// be made to point here (DNS rebinding). The first is known by `Origin` and `Sec-Fetch-Site`, the second by `Host`.
struct OriginPolicy: Sendable {
  private let names: Set<String>
  /// The names under which a proxy in front speaks TLS.
  private let secureNames: Set<String>

  /// A policy for a server that was told to listen on `host` and is also known under `allowed`.
  ///
  /// `https://` in front of an allowed name says that a proxy speaks TLS under it. The operator has to say so:
  /// what `X-Forwarded-Proto` says, anybody can write who reaches the port.
  init(host: String, allowed: [String]) {
    secureNames = Set(allowed.filter { $0.lowercased().hasPrefix(Self.secureScheme) }.map(Self.name))
    names = Set((["localhost", host] + allowed).map(Self.name))
  }

  /// The name in an operator's words, which may be the address that stands in a browser.
  private static func name(_ text: String) -> String {
    let text = text.lowercased()
    let bare = text.hasPrefix(secureScheme) ? text.dropFirst(secureScheme.count) : text[...]
    let host = String(bare.prefix { $0 != "/" })
    return withoutPort(host) ?? host
  }

  private static let secureScheme = "https://"

  /// Scheme and authority of this server for a client that named it `host`.
  func address(of host: String) -> String {
    let isSecure = Self.withoutPort(host).map { secureNames.contains($0.lowercased()) } ?? false
    return (isSecure ? Self.secureScheme : "http://") + host
  }

  /// The problem with a request, or nil when there is none.
  func problem(with head: RequestHead) -> HTTPProblem? {
    guard let host = head.host, isKnown(host) else {
      return HTTPProblem(
        .misdirectedRequest, code: "host-not-allowed",
        detail: "This server does not answer to that name. Start it with --allow-host NAME to allow it.")
    }
    guard !Self.isSafe(head.method) else { return nil }
    if let origin = head[.origin], !isSame(origin, host) { return Self.crossSite }
    // A browser that says so knows better than an Origin, which may be missing; programs say nothing.
    if let site = head[.secFetchSite], site != "same-origin", site != "none" { return Self.crossSite }
    return nil
  }

  /// Names can be pointed anywhere by whoever owns them; an address cannot.
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

  /// The name before the port; nil when what follows the name is no port.
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
