extension FileTypeRegistry {
  /// Says what a content is: by its bytes first, by its name second.
  ///
  /// Pure: equal arguments give equal answers. The policy in short:
  /// - The registry's byte patterns are believed before libmagic, libmagic before the name.
  /// - A name may say more than the bytes where both can be true: a ZIP archive named `.docx`, a text named
  ///   `.swift`, unknown bytes named `.mp3`.
  /// - A name that the bytes speak against is overruled: text named `.pdf` is plain text, a PDF named `.txt` a PDF.
  /// - Nothing at all (zero bytes) is a text if it is named like one, else data.
  ///
  /// - Parameters:
  ///   - name: the file's name.
  ///   - head: the first ``MagicPattern/reach`` bytes or fewer; empty when nobody looked.
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
    return Identification(
      type: decision.type, mediaType: preferredMediaType(of: decision.type),
      charset: charset(of: decision.type, evidence),
      steps: policy.steps(for: decision))
  }

  private func charset(of type: TypeIdentifier, _ evidence: ContentEvidence) -> String? {
    guard evidence.isText, conforms(type, to: .text) else { return nil }
    switch evidence.sniffed?.encoding {
    case nil, "binary", "us-ascii", "utf-8": return "utf-8"
    case "unknown-8bit", "ebcdic": return nil
    case .some(let encoding):
      return encoding.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3B } ? encoding : nil
    }
  }
}
