/// The parsed request target (RFC 9112 §3.2).
///
/// The path is split into segments *before* it is decoded, so `%2F` stays inside its segment. Parsing is cheap
/// without percent-encoding; segments and query are computed on require.
public struct RequestTarget: Sendable, Hashable {
  /// The exact text as sent, with the query; usable as a cache key.
  public let raw: String
  /// The decoded path, with a leading `/`; `*` in `OPTIONS *`.
  public let path: String
  /// Host and port of an absolute target; nil in the usual form.
  public let authority: String?
  let rawPath: String
  let rawQuery: String?
  private let isEncoded: Bool

  /// Parses a target.
  ///
  /// - Throws: ``HTTPError/malformedRequest(_:)`` for control characters, spaces, malformed escapes, NUL, bytes that
  ///   are not UTF-8, and a path without a leading slash.
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

  /// The decoded segments of the path.
  ///
  /// `/` has none; `/a//b/` has `a`, ``, `b`, ``.
  public var segments: [String] {
    let body = rawPath.utf8.dropFirst()
    guard !body.isEmpty else { return [] }
    let parts = body.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard isEncoded else { return parts.map { String(Substring($0)) } }
    // The whole path was decoded before. A segment cannot fail where the whole did not: neither an escape nor a
    // UTF-8 sequence contains a slash.
    return parts.map { (try? PercentEncoding.decode($0)) ?? "" }
  }

  /// The query as ordered pairs; empty without a query.
  public var query: Query { rawQuery.flatMap { try? Query(decoding: $0) } ?? Query([]) }

  /// Splits `http://host:port/path?query` into authority and rest; the usual form has no authority.
  private static func splitAuthority(_ raw: String) -> (String?, Substring) {
    guard raw.utf8.first != UInt8(ascii: "/"),
      let scheme = ["http://", "https://"].first(where: { raw.lowercased().hasPrefix($0) })
    else { return (nil, raw[...]) }
    let rest = raw.dropFirst(scheme.count)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let local = rest[end...]
    return (String(rest[..<end]), local.hasPrefix("/") ? local : Substring("/" + local))
  }

  /// Refuses bytes that are invalid in a target; true when the target has escapes.
  private static func inspect(_ target: Substring) throws(HTTPError) -> Bool {
    var encoded = false
    for byte in target.utf8 {
      if byte <= 0x20 || byte == 0x7F { throw .malformedRequest("The address contains a control character.") }
      if byte == UInt8(ascii: "%") { encoded = true }
    }
    return encoded
  }
}
