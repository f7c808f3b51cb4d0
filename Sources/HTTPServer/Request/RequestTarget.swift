/// What a request asks for: the address in its first line (RFC 9112 §3.2), taken apart once.
///
/// The path is split into segments *before* it is decoded, so that `%2F` stays inside its segment.
/// Creating one is cheap when nothing is percent-encoded; segments and query are made on demand.
public struct RequestTarget: Sendable, Hashable {
  /// The exact text as sent, with the query: a key for caches.
  public let raw: String
  /// The decoded path, beginning with `/`; `*` in `OPTIONS *`.
  public let path: String
  /// Host and port of a target in absolute form; nil in the usual form.
  public let authority: String?
  let rawPath: String
  let rawQuery: String?
  private let isEncoded: Bool

  /// Takes a target apart.
  ///
  /// - Throws: ``HTTPError/malformedRequest(_:)`` for control characters, spaces, malformed escapes, NUL,
  ///   bytes that are not UTF-8, and a path that does not begin with a slash.
  public init(_ raw: String) throws(HTTPError) {
    let (authority, local) = Self.splitAuthority(raw)
    isEncoded = try Self.inspect(local)
    let mark = local.utf8.firstIndex(of: UInt8(ascii: "?"))
    self.raw = raw
    self.authority = authority
    rawPath = String(local[..<(mark ?? local.endIndex)])
    rawQuery = mark.map { String(local[local.index(after: $0)...]) }
    guard rawPath.utf8.first == UInt8(ascii: "/") || local == "*" else {
      throw .malformedRequest("The address does not begin with a slash.")
    }
    path = isEncoded ? try PercentEncoding.decode(rawPath.utf8) : rawPath
    if isEncoded, let rawQuery { _ = try Query(decoding: rawQuery) }
  }

  /// The decoded parts of the path between the slashes.
  ///
  /// `/` has none; `/a//b/` has `a`, ``, `b`, ``.
  public var segments: [String] {
    let body = rawPath.utf8.dropFirst()
    guard !body.isEmpty else { return [] }
    let parts = body.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard isEncoded else { return parts.map { String(Substring($0)) } }
    // Decoding was tried on the whole path already. A part cannot fail where the whole did not: an escape
    // holds no slash, and neither does a UTF-8 sequence.
    return parts.map { (try? PercentEncoding.decode($0)) ?? "" }
  }

  /// The query as ordered pairs; empty when there is none.
  public var query: Query { rawQuery.flatMap { try? Query(decoding: $0) } ?? Query([]) }

  /// `http://host:port/path?query` → authority and the rest; the usual form has no authority.
  private static func splitAuthority(_ raw: String) -> (String?, Substring) {
    guard raw.utf8.first != UInt8(ascii: "/"),
      let scheme = ["http://", "https://"].first(where: { raw.lowercased().hasPrefix($0) })
    else { return (nil, raw[...]) }
    let rest = raw.dropFirst(scheme.count)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let local = rest[end...]
    return (String(rest[..<end]), local.hasPrefix("/") ? local : Substring("/" + local))
  }

  /// Refuses bytes that never stand in a target; true when something in it needs decoding.
  private static func inspect(_ target: Substring) throws(HTTPError) -> Bool {
    var encoded = false
    for byte in target.utf8 {
      if byte <= 0x20 || byte == 0x7F { throw .malformedRequest("The address contains a control character.") }
      if byte == UInt8(ascii: "%") { encoded = true }
    }
    return encoded
  }
}
