/// The evidence of a content's bytes about its type, as far as it can be believed.
struct ContentEvidence {
  struct Claim {
    var type: TypeIdentifier
    var said: String
    /// Whether it is a guess, which yields to an extension, and to plain text where the extension is wrong.
    var isWeak = false
  }

  let head: ContentHead
  let isEmpty: Bool
  /// Whether it is text, by libmagic's encoding or by its first bytes.
  let isText: Bool
  /// The first pattern of the registry that matches.
  let magic: Claim?
  /// The type of libmagic's media type; nil for a media type that means "unknown", or without libmagic.
  let libmagic: Claim?
  let sniffed: SniffedContent?

  init(
    head bytes: [UInt8], sniffed: SniffedContent?, size: Int64, candidates: [TypeIdentifier],
    registry: FileTypeRegistry
  ) {
    head = ContentHead(bytes, size: size)
    self.sniffed = sniffed
    isEmpty = size == 0
    isText = Self.isText(head, sniffed)
    let reader = EvidenceReader(registry: registry, head: head, isText: isText, candidates: candidates)
    libmagic = sniffed.flatMap(reader.claim(of:))
    magic = reader.magic(besides: libmagic?.type)
  }

  /// The claim that counts: that of the registry's pattern before libmagic's.
  var claim: Claim? { magic ?? libmagic }

  var isTextByLibmagic: Bool { sniffed.map { $0.encoding != "binary" } ?? false }

  /// The bytes are checked as well, because libmagic takes very short texts for data, and some data for text.
  private static func isText(_ head: ContentHead, _ sniffed: SniffedContent?) -> Bool {
    guard let sniffed, sniffed.encoding != "binary" else { return head.isText }
    return true
  }
}

/// Turns the findings of libmagic and the byte patterns into claims.
private struct EvidenceReader {
  let registry: FileTypeRegistry
  let head: ContentHead
  let isText: Bool
  let candidates: [TypeIdentifier]

  /// Nil for "unknown", for a doubtful media type that the name does not share, and for text with a beginning against
  /// its type's rule.
  func claim(of sniffed: SniffedContent) -> ContentEvidence.Claim? {
    let mediaType = FileTypeRegistry.bareMediaType(sniffed.mediaType)
    let rules = registry.catalog.sniffing
    let isVague = mediaType == "text/plain" || rules.unspecific.contains(mediaType)
    guard !isVague, DeclarationCheck.isMediaType(mediaType) else { return nil }
    guard let type = registry.type(forMediaType: mediaType), opens(type) else { return nil }
    if rules.doubtful.contains(mediaType), !candidates.contains(type) { return nil }
    if type.dynamicTag != nil, registry.family(ofMediaType: mediaType) == nil { return nil }
    if type.dynamicTag != nil, mediaType.hasPrefix("text/") { return nil }
    let isProven = !registry.openings(of: type).isEmpty && !candidates.contains(where: isTextual)
    let isWeak = rules.weak.contains(mediaType) && !isProven
    return ContentEvidence.Claim(type: type, said: mediaType, isWeak: isWeak)
  }

  /// The claim of the first pattern that matches.
  ///
  /// A built-in pattern counts before libmagic. A user's pattern counts only where it fits libmagic's finding, so that
  /// it cannot take over a well-known format.
  func magic(besides libmagic: TypeIdentifier?) -> ContentEvidence.Claim? {
    for pattern in registry.index.magic {
      guard let position = position(of: pattern), counts(pattern.type, at: position) else { continue }
      // An archive may hold a document within its first bytes.
      if pattern.isSearched(at: position), let libmagic, registry.conforms(libmagic, to: .archive) {
        continue
      }
      if !registry.isBuiltIn(pattern.type), !registry.fits(pattern.type, in: libmagic ?? .data) { continue }
      return ContentEvidence.Claim(type: pattern.type, said: "\(pattern.type) at byte \(position)")
    }
    return nil
  }

  /// The pattern of an XML type may match after declaration and comments.
  private func position(of pattern: CompiledMagic) -> Int? {
    if let position = pattern.position(in: head.bytes) { return position }
    guard isText, registry.conforms(pattern.type, to: .xml) else { return nil }
    return pattern.position(in: Array(head.bytes[head.root...])).map { head.root + $0 }
  }

  /// A pattern in the middle of a text may be a mention: it counts only if the name has the same type.
  private func counts(_ type: TypeIdentifier, at position: Int) -> Bool {
    guard isText, position > head.opening else { return true }
    return candidates.contains { registry.conforms($0, to: type) || registry.conforms(type, to: $0) }
  }

  private func opens(_ type: TypeIdentifier) -> Bool {
    head.opens(with: registry.openings(of: type))
  }

  private func isTextual(_ type: TypeIdentifier) -> Bool {
    registry.conforms(type, to: .text)
  }
}
