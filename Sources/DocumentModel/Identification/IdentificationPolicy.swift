/// Weighs the evidence of the bytes against that of the name.
///
/// ```
///   empty? ──yes──> the name's text type, else data
///     │no
///   first type of the name that the bytes allow? ──yes──> that type
///     │no
///   what the bytes say ──> else plain text ──> else the unknown extension ──> else data
/// ```
struct IdentificationPolicy {
  typealias Source = Identification.Step.Source

  struct Decision {
    let type: TypeIdentifier
    let source: Source
    let reason: String
  }

  let registry: FileTypeRegistry
  let evidence: ContentEvidence
  let name: FileName
  let candidates: [TypeIdentifier]

  func decide() -> Decision {
    if evidence.isEmpty { return decideEmpty() }
    if let claim = evidence.claim, candidates.contains(claim.type) {
      return Decision(type: claim.type, source: speaker, reason: "content and name agree")
    }
    for candidate in candidates {
      guard let reason = allows(candidate) else { continue }
      return Decision(type: candidate, source: .name, reason: reason)
    }
    return decideByContent()
  }

  /// The source of the content's claim.
  private var speaker: Source { evidence.magic == nil ? .libmagic : .magic }

  private func decideEmpty() -> Decision {
    let fitting = candidates.first { isTextual($0) || registry.isOpen($0) }
    return fitting.map { Decision(type: $0, source: .name, reason: "empty files are what their name says") }
      ?? Decision(type: .data, source: .size, reason: "an empty file can be nothing else")
  }

  private func decideByContent() -> Decision {
    if let claim = evidence.claim, !claim.isWeak || candidates.isEmpty {
      return Decision(type: claim.type, source: speaker, reason: "content decides over the name")
    }
    if evidence.isText {
      let source: Source = evidence.isTextByLibmagic ? .libmagic : .text
      return Decision(type: .plainText, source: source, reason: "text of no known kind")
    }
    if candidates.isEmpty, let type = unknownType {
      return Decision(type: type, source: .name, reason: "nobody declares this extension")
    }
    return Decision(type: .data, source: .text, reason: "bytes of no known kind")
  }

  private var unknownType: TypeIdentifier? {
    TypeIdentifier(dynamic: .fileExtension(name.fileExtension))
  }

  private func isTextual(_ type: TypeIdentifier) -> Bool {
    registry.conforms(type, to: .text)
  }

  // MARK: Types that the bytes allow

  /// The reason why the bytes allow a type of the name; nil when they contradict it.
  private func allows(_ type: TypeIdentifier) -> String? {
    guard evidence.head.opens(with: registry.openings(of: type)) else { return nil }
    guard let claim = evidence.claim else { return allowsUnclaimed(type) }
    if claim.type.dynamicTag != nil { return allowsFamily(type, of: claim.type) }
    if registry.fits(type, in: claim.type) { return "the name says more of \(claim.type)" }
    guard evidence.isText, isTextual(claim.type) else { return nil }
    return allowsText(type, against: claim)
  }

  private func allowsUnclaimed(_ type: TypeIdentifier) -> String? {
    if evidence.isText {
      let fits = isTextual(type) || registry.fits(type, in: .plainText)
      return fits ? "the content is text" : nil
    }
    if isTextual(type) || registry.isSelfIdentifying(type) { return nil }
    return "nothing in the content speaks against the name"
  }

  /// Plain text may be any plain-text type; formatted text yields to a certain finding of another format.
  private func allowsText(_ type: TypeIdentifier, against claim: ContentEvidence.Claim) -> String? {
    if registry.conforms(type, to: .plainText) { return "any text can be of this kind" }
    if isTextual(type) { return claim.isWeak ? "the name is surer than a guess from words" : nil }
    return claim.isWeak && registry.fits(type, in: .plainText) ? "the content is text" : nil
  }

  /// For a media type that is known to libmagic but undeclared, the name may select a member of its family.
  private func allowsFamily(_ type: TypeIdentifier, of claimed: TypeIdentifier) -> String? {
    guard case .mediaType(let mediaType)? = claimed.dynamicTag, !registry.isSelfIdentifying(type),
      let family = registry.family(ofMediaType: mediaType), registry.conforms(type, to: family)
    else { return nil }
    return "the content is of this family"
  }

  // MARK: Explaining

  /// One step for each source, in the order of trust.
  func steps(for decision: Decision) -> [Identification.Step] {
    [
      step(.size, said: evidence.isEmpty ? "empty" : nil, types: [.data], decision),
      step(.magic, said: evidence.magic?.said, types: types(of: evidence.magic), decision),
      step(
        .libmagic, said: evidence.sniffed.map { "\($0.mediaType) (\($0.encoding))" },
        types: libmagicTypes, decision),
      step(.text, said: textStatement, types: [isTextual(decision.type) ? .text : .data], decision),
      step(.name, said: nameStatement, types: candidates, decision),
    ]
  }

  private func types(of claim: ContentEvidence.Claim?) -> [TypeIdentifier] {
    claim.map { [$0.type] } ?? []
  }

  /// The types of libmagic's media type, believed or not; none for media types that mean "unknown".
  private var libmagicTypes: [TypeIdentifier] {
    guard let sniffed = evidence.sniffed else { return [] }
    let mediaType = FileTypeRegistry.bareMediaType(sniffed.mediaType)
    if registry.catalog.sniffing.unspecific.contains(mediaType) { return [] }
    return registry.type(forMediaType: mediaType).map { [$0] } ?? []
  }

  private var textStatement: String? {
    evidence.isEmpty ? nil : evidence.isText ? "text" : "not text"
  }

  private var nameStatement: String? {
    let names = candidates.map(\.description).joined(separator: ", ")
    if !candidates.isEmpty { return names }
    return name.fileExtension.isEmpty ? nil : "an unknown extension"
  }

  private func step(
    _ source: Source, said: String?, types: [TypeIdentifier], _ decision: Decision
  ) -> Identification.Step {
    if decision.source == source {
      return Identification.Step(
        source: source, said: said ?? "nothing", verdict: .decided, reason: decision.reason)
    }
    return Identification.Step(
      source: source, said: said ?? "nothing", verdict: verdict(said, types, decision.type))
  }

  private func verdict(
    _ said: String?, _ types: [TypeIdentifier], _ decided: TypeIdentifier
  ) -> Identification.Step.Verdict {
    if said == nil || types.isEmpty { return .silent }
    if types.contains(decided) { return .agreed }
    return types.contains { registry.fits(decided, in: $0) } ? .refined : .overruled
  }
}
