/// The head of a response of the web: its status, and its fields.
public struct WebResponseHead: Hashable, Sendable {
  /// The status: 200.
  public let status: Int
  private let fields: [(name: String, value: String)]

  /// The longest head, in bytes.
  public static let maximumBytes = 64 << 10

  /// A head from its parts; names are in lower case.
  public init(status: Int, fields: [(name: String, value: String)]) {
    (self.status, self.fields) = (status, fields)
  }

  /// The first head in `bytes` that is no interim one (RFC 9110, 15.2).
  ///
  /// Nil while it has not come up to its empty line, or when there is none.
  public init?(parsing bytes: [UInt8]) {
    // Fields are ASCII; other bytes are read one by one, as HTTP did once.
    let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    var head: [Substring] = []
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let line = Substring(line).trimmed
      guard line.isEmpty else {
        head.append(line)
        continue
      }
      if let status = Self.status(of: head), status >= 200 {
        self.init(status: status, fields: head.dropFirst().compactMap(Self.field))
        return
      }
      head = []
    }
    return nil
  }

  private static func status(of head: [Substring]) -> Int? {
    guard let words = head.first?.split(separator: " "), words.count > 1, words[0].hasPrefix("HTTP/"),
      words[1].count == 3
    else { return nil }
    return Int(words[1])
  }

  private static func field(_ line: Substring) -> (name: String, value: String)? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    return (line[..<colon].lowercased(), String(line[line.index(after: colon)...].trimmed))
  }

  /// The value of the first field of this name, in lower case; nil without one.
  public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Equal heads have the same status and fields.
  public static func == (left: WebResponseHead, right: WebResponseHead) -> Bool {
    left.status == right.status && left.fields.elementsEqual(right.fields, by: ==)
  }

  /// Hashes the status and the names.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    for field in fields { hasher.combine(field.name) }
  }
}

extension WebResponseHead {
  /// The announced number of bytes; nil where none is.
  public var length: Int64? { self["content-length"].flatMap(Int64.init).flatMap { $0 < 0 ? nil : $0 } }

  /// The media type, without parameters and in lower case.
  public var mediaType: String? {
    self["content-type"].map { String($0.prefix { $0 != ";" }.trimmed).lowercased() }
  }

  /// Whether the body is the content itself, and no coded form of it.
  public var isPlain: Bool {
    let coding = self["content-encoding"]?.lowercased() ?? ""
    return coding.isEmpty || coding == "identity"
  }

  /// The tag by which the rest of a body can be asked for (RFC 9110, 13.1.5); nil where a part cannot be asked for.
  public var validator: String? {
    guard self["accept-ranges"]?.lowercased() == "bytes" || status == 206 else { return nil }
    if let tag = self["etag"], tag.hasPrefix("\""), tag.hasSuffix("\""), tag.count > 2 { return tag }
    return self["last-modified"]
  }

  /// The first byte of a part (RFC 9110, 14.4); nil where the response is no part.
  public var offset: Int64? {
    guard status == 206, let range = self["content-range"], range.lowercased().hasPrefix("bytes ") else {
      return nil
    }
    return Int64(range.dropFirst(6).prefix { $0 != "-" })
  }

  /// The name that the sender gives the content (RFC 6266); nil where it gives none.
  ///
  /// The extended form goes before the plain one, which is often a poor copy of it.
  public var suggestedName: String? {
    guard let header = self["content-disposition"] else { return nil }
    let parameters = Self.parameters(of: header)
    if let extended = parameters["filename*"] {
      let parts = extended.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
      if parts.count == 3, parts[0].lowercased() == "utf-8",
        let name = String(validating: PercentEscapes.removed(from: parts[2].utf8), as: UTF8.self),
        !name.isEmpty
      {
        return name
      }
    }
    guard let plain = parameters["filename"], !plain.isEmpty else { return nil }
    // Most senders write UTF-8 here; its bytes were read one by one.
    let bytes = plain.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    return String(validating: bytes, as: UTF8.self) ?? plain
  }

  private static func parameters(of header: String) -> [String: String] {
    var (parameters, rest) = ([String: String](), header.unicodeScalars.drop { $0 != ";" })
    while rest.popFirst() == ";" {
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[name.endIndex...]
      guard rest.first == "=" else { continue }
      rest.removeFirst()
      let value = value(&rest)
      let key = String(Substring(name).trimmed).lowercased()
      if parameters[key] == nil { parameters[key] = value }
      rest = rest.drop { $0 != ";" }
    }
    return parameters
  }

  private static func value(_ rest: inout Substring.UnicodeScalarView) -> String {
    rest = rest.drop { $0 == " " || $0 == "\t" }
    guard rest.first == "\"" else {
      let token = rest.prefix { $0 != ";" }
      rest = rest[token.endIndex...]
      return String(Substring(token).trimmed)
    }
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\"" {
      if scalar == "\\", let escaped = rest.popFirst() { text.append(escaped) } else { text.append(scalar) }
    }
    return String(text)
  }
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" && $0 != "\r" }) else { return "" }
    return start[...end]
  }
}
