extension FileTypeRegistry {
  /// Identifies a content by its bytes first, by its name second.
  ///
  /// Pure: equal arguments give equal answers. The policy in short:
  /// - The registry's byte patterns are believed before libmagic, libmagic before the name.
  /// - A name may refine the bytes where both can be true: a ZIP archive named `.docx`, a text named
  ///   `.swift`, unknown bytes named `.mp3`.
  /// - A name that the bytes contradict is overruled: text named `.pdf` is plain text, a PDF named `.txt` a PDF.
  /// - An empty content is a text if it is named like one, else data.
  ///
  /// - Parameters:
  ///   - name: the file's name.
  ///   - head: the first ``MagicPattern/reach`` bytes or fewer; empty for a content that was not read.
  ///   - size: length of the whole content in bytes.
  ///   - sniffed: libmagic's finding; nil when it was not asked.
  ///
  /// ```swift
  /// let found = registry.identify(name: name, head: head, size: size, sniffed: sniffed)
  /// found.type         // com.adobe.pdf
  /// found.steps        // [magic decided, libmagic agreed, text silent, name agreed]
  /// ```
  public func identify(
    name: FileName, head: [UInt8], size: Int64, sniffed: SniffedContent?
  ) -> Identification {
    let candidates = types(forFileName: name.description)
    let evidence = ContentEvidence(
      head: head, sniffed: sniffed, size: size, candidates: candidates, registry: self)
    let policy = IdentificationPolicy(registry: self, evidence: evidence, name: name, candidates: candidates)
    let decision = policy.decide()
    let charset =
      (evidence.isText || size == 0) && conforms(decision.type, to: .text) ? Self.charset(sniffed) : nil
    // libmagic calls data what is empty, or a single letter.
    let isWhole = Int64(head.count) == size && String(validating: head, as: UTF8.self) != nil
    let isShortText = sniffed?.encoding == "binary" && isWhole
    return Identification(
      type: decision.type, mediaType: preferredMediaType(of: decision.type), charset: charset,
      confidence: charset == nil ? 0 : isShortText ? 1 : sniffed?.confidence ?? 1,
      steps: policy.steps(for: decision))
  }

  /// The value of a `Content-Type` header for a type: the media type, with the encoding of a text if it is known.
  ///
  /// Formats other than plain text declare their encoding in the content.
  public func contentType(of type: TypeIdentifier, sniffed: SniffedContent?) -> String {
    let mediaType = preferredMediaType(of: type)
    guard mediaType.hasPrefix("text/"), let sniffed, sniffed.encoding != "binary",
      let charset = Self.charset(sniffed)
    else { return mediaType }
    return "\(mediaType); charset=\(charset)"
  }

  private static func charset(_ sniffed: SniffedContent?) -> String? {
    switch sniffed?.encoding {
    case nil, "binary", "us-ascii": return "utf-8"
    case SniffedContent.unknownEncoding: return nil
    case .some(let encoding):
      // The encoding comes from a worker and goes into a header, so it is checked.
      return encoding.utf8.allSatisfy(isToken) ? encoding : nil
    }
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    let (letters, digits) = (UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"))
    return letters.contains(byte | 0x20) || digits.contains(byte) || "-_".utf8.contains(byte)
  }
}

// MARK: - Evidence

extension FileTypeRegistry {
  /// The beginnings of the type's text: its own rule, else that of the nearest type that it conforms to.
  func openings(of type: TypeIdentifier) -> [String] {
    nearest(to: type) { $0.openings.isEmpty ? nil : $0.openings } ?? []
  }

  /// The container formats of the type: its own and those of all types that it conforms to.
  func containers(of type: TypeIdentifier) -> [TypeIdentifier] {
    ancestors(of: type).keys.flatMap { index.types[$0]?.containers ?? [] }
  }

  /// Whether unrecognised content cannot be of this type, by its own declaration or that of a type it conforms to.
  ///
  /// Declarations of its container formats do not count. A drawing in a compound file may still have a beginning that
  /// libmagic does not know, and an older one is in no compound file.
  func isSelfIdentifying(_ type: TypeIdentifier) -> Bool {
    ancestors(of: type).keys.contains { index.types[$0]?.isSelfIdentifying == true }
  }

  /// Whether content recognised as `content` can be of `type`.
  ///
  /// It can by conformance, as the type's container, or when the type is only known to be data and `content` can hold
  /// anything.
  func fits(_ type: TypeIdentifier, in content: TypeIdentifier) -> Bool {
    if conforms(type, to: content) { return true }
    if containers(of: type).contains(where: { conforms($0, to: content) || conforms(content, to: $0) }) {
      return true
    }
    return isOpen(type) && catalog.sniffing.generic.contains(content)
  }

  /// Whether a type is only known to be data, such as a user's own format.
  func isOpen(_ type: TypeIdentifier) -> Bool {
    let plain: Set<TypeIdentifier> = [
      .data, TypeIdentifier(known: "public.item"), TypeIdentifier(known: "public.content"),
      TypeIdentifier(known: "public.composite-content"),
    ]
    return containers(of: type).isEmpty && !isSelfIdentifying(type)
      && ancestors(of: type).keys.allSatisfy { $0 == type || plain.contains($0) }
  }

  private func nearest<Value>(to type: TypeIdentifier, _ value: (FileType) -> Value?) -> Value? {
    let ancestors = ancestors(of: type).sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return ancestors.lazy.compactMap { index.types[$0.key] }.compactMap(value).first
  }
}
