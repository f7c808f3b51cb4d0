import FoundationEssentials

/// Checks of declarations beyond their JSON form: values must be sensible, and referenced names declared.
struct DeclarationCheck {
  private static let maximumEntries = 64
  /// The most byte patterns of a type; each costs time with every identified content.
  private static let maximumPatterns = 8

  let declared: Set<TypeIdentifier>

  /// Throws `DocumentError` with code `.invalidParameter` that names the first wrong entry and key.
  func callAsFunction(_ declarations: TypeDeclarations) throws(DocumentError) {
    for (position, type) in declarations.types.enumerated() {
      guard let fault = fault(of: type) else { continue }
      throw DocumentError(.invalidParameter, "types[\(position)].\(fault) (in \(type.identifier))")
    }
    var seen: Set<String> = []
    for (position, handler) in declarations.handlers.enumerated() {
      let twin = seen.insert(handler.identifier).inserted ? nil : "identifier: is declared twice"
      guard let fault = twin ?? fault(of: handler) else { continue }
      throw DocumentError(.invalidParameter, "handlers[\(position)].\(fault) (in \(handler.identifier))")
    }
  }

  private func fault(of type: FileType) -> String? {
    if !Self.isName(type.name) { return "name: must be 1 to 100 characters without control characters" }
    if type.identifier.dynamicTag != nil { return "identifier: dynamic identifiers are not declared" }
    if type.magic.count > Self.maximumPatterns {
      return "magic: has more than \(Self.maximumPatterns) entries"
    }
    let lists = [type.extensions, type.mediaTypes, type.fileNames, type.openings, type.icons]
    if max(lists.map(\.count).max() ?? 0, type.conformsTo.count, type.containers.count) > Self.maximumEntries
    {
      return "identifier: has a list of more than \(Self.maximumEntries) entries"
    }
    return Self.fault(ofTags: type) ?? fault(ofReferences: type)
  }

  private static func fault(ofTags type: FileType) -> String? {
    first(type.extensions, "extensions", "is no extension in lower case", isExtension)
      ?? first(type.mediaTypes, "mediaTypes", "is no media type in lower case", isMediaType)
      ?? first(type.fileNames, "fileNames", "is no file name in lower case", isFileName)
      ?? first(type.magic, "magic", "is no pattern of the first \(MagicPattern.reach) bytes", isMagic)
      ?? first(type.openings, "openings", "is no beginning of a text", isOpening)
  }

  private func fault(ofReferences type: FileType) -> String? {
    Self.first(type.icons, "icons", "is no name of a PNG file", Self.isIcon)
      ?? Self.first(type.conformsTo, "conformsTo", "is not declared", declared.contains)
      ?? Self.first(type.containers, "containers", "is not declared", declared.contains)
  }

  private func fault(of handler: Handler) -> String? {
    if TypeIdentifier(handler.identifier) == nil {
      return "identifier: must be letters, digits, dots, hyphens"
    }
    if !Self.isName(handler.name) { return "name: must be 1 to 100 characters without control characters" }
    if handler.contentTypes.isEmpty { return "contentTypes: must name a type" }
    if let url = handler.url, !Self.isAddress(url) {
      return "url: must be an http or https address with {id}, {content} or {contents} in it"
    }
    if let icon = handler.icon, !Self.isIcon(of: handler.role, icon) {
      return "icon: must be 1 or 2 characters that can be seen, of an action"
    }
    return Self.first(handler.contentTypes, "contentTypes", "is not declared", declared.contains)
  }

  /// `extensions[1]: ".TXT" is no extension…` for the first value that does not pass.
  private static func first<Value>(
    _ values: [Value], _ key: String, _ complaint: String, _ passes: (Value) -> Bool
  ) -> String? {
    guard let position = values.firstIndex(where: { !passes($0) }) else { return nil }
    let value = (values[position] as? MagicPattern)?.bytes ?? "\(values[position])"
    return "\(key)[\(position)]: \"\(value.prefix(80))\" \(complaint)"
  }

  private static func isIcon(of role: Handler.Role, _ text: String) -> Bool {
    role == .action && (1...2).contains(text.count) && text.utf8.count <= 64 && isName(text)
      && FileName.isVisible(text)
  }

  private static func isName(_ text: String) -> Bool {
    (1...100).contains(text.count) && text.utf8.count <= 400
      && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Letters, digits and a few marks, with dots only between them.
  private static func isExtension(_ text: String) -> Bool {
    guard (1...DynamicTag.maximumBytes).contains(text.utf8.count), text == text.lowercased() else {
      return false
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty
        && part.unicodeScalars.allSatisfy {
          $0.properties.isAlphabetic || "0123456789+-_~!#$".unicodeScalars.contains($0)
        }
    }
  }

  /// RFC 6838 §4.2: `type/subtype` of restricted names.
  static func isMediaType(_ text: String) -> Bool {
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    return halves.count == 2 && text == text.lowercased() && halves.allSatisfy(isRestrictedName)
  }

  private static func isRestrictedName(_ text: Substring) -> Bool {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    guard (1...127).contains(text.utf8.count), let first = text.utf8.first, letters.contains(first) else {
      return false
    }
    return text.utf8.allSatisfy { letters.contains($0) || "!#$&-^_.+".utf8.contains($0) }
  }

  private static func isFileName(_ text: String) -> Bool {
    text == text.lowercased() && (try? FileName(text)) != nil
  }

  private static func isIcon(_ text: String) -> Bool {
    text.hasSuffix(".png") && (try? FileName(text)) != nil
  }

  private static func isMagic(_ pattern: MagicPattern) -> Bool {
    guard let bytes = pattern.rawBytes, pattern.offset >= 0, pattern.within >= 0 else { return false }
    guard pattern.offset <= MagicPattern.reach, pattern.within <= MagicPattern.reach else { return false }
    return pattern.offset + pattern.within + bytes.count <= MagicPattern.reach
  }

  private static func isOpening(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func isAddress(_ text: String) -> Bool {
    let rest = ["https://", "http://"].first(where: text.hasPrefix).map { text.dropFirst($0.count) }
    guard let rest, text.utf8.count <= 2000,
      ["{id}", "{content}", "{contents}"].contains(where: text.contains)
    else { return false }
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return isAuthority(authority) && hasWholeEscapes(text)
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E }
  }

  /// Whether two digits follow every percent sign (RFC 3986, 2.1).
  private static func hasWholeEscapes(_ text: String) -> Bool {
    text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
      part.utf8.count >= 2 && part.prefix(2).allSatisfy { $0.isASCII && $0.isHexDigit }
    }
  }

  /// A host and an optional port (RFC 3986, 3.2), without user information.
  private static func isAuthority(_ text: Substring) -> Bool {
    let isLiteral = text.hasPrefix("[")
    let host = isLiteral ? text.prefix { $0 != "]" }.dropFirst() : text.prefix { $0 != ":" }
    var rest = text[host.endIndex...]
    if isLiteral {
      guard rest.hasPrefix("]") else { return false }
      rest = rest.dropFirst()
    }
    let isPort = rest.isEmpty || rest.hasPrefix(":") && (UInt16(rest.dropFirst()) ?? 0) > 0
    return isPort && (isLiteral ? isIPv6(host) : isHostName(host))
  }

  private static func isIPv6(_ text: Substring) -> Bool {
    (2...45).contains(text.utf8.count) && text.contains(":")
      && text.allSatisfy { $0.isASCII && $0.isHexDigit || $0 == ":" || $0 == "." }
  }

  /// Labels of letters, digits, hyphens and underscores, with dots between them (RFC 1123, 2.1).
  private static func isHostName(_ text: Substring) -> Bool {
    guard (1...253).contains(text.utf8.count) else { return false }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    // Browsers read a name that ends in a number as an IPv4 address, or refuse it (WHATWG URL, "ends in a number").
    if labels.last?.allSatisfy(\.isNumber) == true {
      return labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
    }
    return labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
  }
}
