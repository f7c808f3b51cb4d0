/// What the bytes of a content say of its type, as far as it can be believed.
struct ContentEvidence {
  /// What one source said.
  struct Claim {
    var type: TypeIdentifier
    var said: String
    /// A guess that yields to an extension, and to plain text where the extension is wrong.
    var isWeak = false
  }

  let head: ContentHead
  /// Nothing there.
  let isEmpty: Bool
  /// Whether it is text, by libmagic's encoding or by looking.
  let isText: Bool
  /// The first pattern of the registry that matches.
  let magic: Claim?
  /// What libmagic's media type means; nil when it says that it does not know, or was not asked.
  let libmagic: Claim?
  /// libmagic's own words.
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

  /// The claim that counts: the registry's pattern before libmagic.
  var claim: Claim? { magic ?? libmagic }

  /// Whether libmagic itself says that it is text.
  var isTextByLibmagic: Bool { sniffed.map { $0.encoding != "binary" } ?? false }

  /// libmagic takes very short texts for data, and some data for text: then the bytes are looked at.
  private static func isText(_ head: ContentHead, _ sniffed: SniffedContent?) -> Bool {
    guard let sniffed, sniffed.encoding != "binary" else { return head.isText }
    return true
  }
}

/// Turns what libmagic and the byte patterns say into claims.
private struct EvidenceReader {
  let registry: FileTypeRegistry
  let head: ContentHead
  let isText: Bool
  /// What the name speaks for.
  let candidates: [TypeIdentifier]

  /// Nil for media types that mean that libmagic does not know, for doubtful ones that the name does not share,
  /// and for text that does not begin as its type must.
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

  /// The pattern that matches.
  ///
  /// A built-in one counts before libmagic; a user's one only where it fits what
  /// libmagic says, so that nobody can take a well-known format over.
  func magic(besides libmagic: TypeIdentifier?) -> ContentEvidence.Claim? {
    for pattern in registry.index.magic {
      guard let position = position(of: pattern), counts(pattern.type, at: position) else { continue }
      if !registry.isBuiltIn(pattern.type), !registry.fits(pattern.type, in: libmagic ?? .data) { continue }
      return ContentEvidence.Claim(type: pattern.type, said: "\(pattern.type) at byte \(position)")
    }
    return nil
  }

  /// How a kind of XML begins may stand behind declaration and comments.
  private func position(of pattern: CompiledMagic) -> Int? {
    if let position = pattern.position(in: head.bytes) { return position }
    guard isText, registry.conforms(pattern.type, to: .xml) else { return nil }
    return pattern.position(in: Array(head.bytes[head.root...])).map { head.root + $0 }
  }

  /// A pattern in the middle of a text may be a mention: it counts only if the name speaks for the type too.
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
