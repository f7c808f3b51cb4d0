/// An `http` or `https` address of something on the web (RFC 3986), in the form in which it is asked for.
///
/// It has no user, no password and no fragment. Its host is a name, or a number in any spelling. The machine that the name
/// leads to is judged by its ``NetworkAddress`` alone.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// Whether the connection is encrypted.
  public let isSecure: Bool
  /// The host's name or number in lower case, without the brackets of IPv6.
  public let host: String
  /// The port, also where it is the usual one.
  public let port: UInt16
  /// Path and query, in printable ASCII.
  public let target: String

  /// The longest address, in bytes.
  public static let maximumBytes = 4096

  /// The address written as `text`.
  ///
  /// Bytes that an address may not have are escaped. Throws `.invalidParameter` for what is no address, and for any other
  /// scheme than `http` and `https`. A user, a password and a host in other letters than ASCII are refused as well.
  public init(_ text: String) throws(DocumentError) {
    guard text.utf8.count <= Self.maximumBytes else { throw Self.fault("is too long") }
    let lower = text.prefix(8).lowercased()
    guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else {
      throw Self.fault("must begin with http:// or https://")
    }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    isSecure = scheme.hasPrefix("https")
    (host, port) = try Self.authority(String(Substring(rest[..<end])), usual: isSecure ? 443 : 80)
    target = try Self.target(rest[end...])
  }

  /// The address that `reference` means at this one, such as that of a redirect (RFC 3986, 5.2).
  ///
  /// Throws as ``init(_:)``.
  public func resolving(_ reference: String) throws(DocumentError) -> WebAddress {
    let scheme = reference.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    if reference.dropFirst(scheme.count).hasPrefix(":"), scheme.first?.isLetter == true {
      return try WebAddress(reference)
    }
    if reference.hasPrefix("//") { return try WebAddress("\(isSecure ? "https" : "http"):\(reference)") }
    if reference.hasPrefix("/") { return try WebAddress(origin + reference) }
    let path = target.prefix { $0 != "?" }
    if reference.isEmpty || reference.hasPrefix("#") { return self }
    if reference.hasPrefix("?") { return try WebAddress(origin + path + reference) }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    return try WebAddress(origin + folder + reference)
  }

  /// The whole address.
  public var description: String { origin + target }

  /// The host as it is written in an address, with the port where that is not the usual one.
  public var authority: String {
    let written = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? written : "\(written):\(port)"
  }

  /// The last part of the path, decoded; nil where it has none.
  public var lastComponent: String? {
    let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
    guard let last = path.split(separator: UInt8(ascii: "/")).last, path.last != UInt8(ascii: "/") else {
      return nil
    }
    return String(decoding: PercentEscapes.removed(from: last), as: UTF8.self)
  }

  private var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }

  private static func fault(_ words: String) -> DocumentError {
    DocumentError(.invalidParameter, "url: the address \(words)")
  }

  private static func authority(
    _ text: String, usual: UInt16
  ) throws(DocumentError) -> (host: String, port: UInt16) {
    guard !text.contains("@") else { throw fault("may hold no user and no password") }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw fault("must have its host in ASCII; write an international name as xn--…")
    }
    var (host, rest) = (text[...], text[text.endIndex...])
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      (host, rest) = (text[..<end].dropFirst(), text[text.index(after: end)...])
      guard host.contains(":"), host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
        throw fault("has no host that can be asked")
      }
    } else {
      if let colon = text.lastIndex(of: ":") { (host, rest) = (text[..<colon], text[colon...]) }
      if host.hasSuffix(".") { host = host.dropLast() }
      guard (1...253).contains(host.utf8.count),
        host.allSatisfy({ $0.isLetter || $0.isNumber || "-._".contains($0) })
      else { throw fault("has no host that can be asked") }
    }
    let digits = rest.dropFirst()
    guard rest.isEmpty || rest.hasPrefix(":"), digits.allSatisfy(\.isNumber),
      let port = digits.isEmpty ? usual : UInt16(digits), port > 0
    else { throw fault("has no port that there can be") }
    return (host.lowercased(), port)
  }

  private static func target(_ text: Substring.UTF8View) throws(DocumentError) -> String {
    let text = text.prefix { $0 != UInt8(ascii: "#") }
    guard !text.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw fault("holds a control character") }
    let target = text.first == UInt8(ascii: "/") ? "" : "/"
    return target + PercentEscapes.added(to: text, keeping: PercentEscapes.wholeAddress)
  }
}

/// Escapes of bytes in addresses (RFC 3986, 2.1).
package enum PercentEscapes {
  private static let digits = Array("0123456789ABCDEF".unicodeScalars)
  /// The characters that never have another meaning (RFC 3986, 2.3).
  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
  /// All characters of addresses, with the percent sign of escapes that are there.
  fileprivate static let wholeAddress = unreserved.union(":/?@!$&'()*+,;=%".utf8)

  /// A value that goes into an address: every byte but the unreserved ones is escaped.
  package static func escaped(_ text: String) -> String { added(to: text.utf8, keeping: unreserved) }

  fileprivate static func added(to bytes: some Sequence<UInt8>, keeping plain: Set<UInt8>) -> String {
    bytes.reduce(into: "") { text, byte in
      if plain.contains(byte) { return text.unicodeScalars.append(Unicode.Scalar(byte)) }
      text.unicodeScalars.append("%")
      text.unicodeScalars.append(digits[Int(byte >> 4)])
      text.unicodeScalars.append(digits[Int(byte & 15)])
    }
  }

  /// The bytes that `text` means; a percent sign without two digits behind it stays.
  static func removed(from text: some Sequence<UInt8>) -> [UInt8] {
    var (rest, bytes) = (Array(text)[...], [UInt8]())
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = escapedByte(rest.prefix(2)) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static func escapedByte(_ digits: ArraySlice<UInt8>) -> UInt8? {
    let text = String(decoding: digits, as: UTF8.self)
    guard text.count == 2, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    return UInt8(text, radix: 16)
  }
}
