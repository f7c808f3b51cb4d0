import DocumentModel

/// Decides when documents whose files are missing are gone: a pure machine, told what each pass over the tree saw.
///
/// ```
///            missing, few at once
///   (there) ──────────────────────────────► gone
///     ▲ │ missing, many at once               ▲
///     │ ▼                                     │ still missing after `patience`, or few by now
///     held ────────────────────────────────────
/// ```
///
/// A file that somebody removes leaves the list at the next pass. When all are missing, more than half (of at least
/// ``small``), or more than ``many`` at once, a disk is more likely to be away than so much to have been thrown away: then
/// a later pass has to see it as well, ``patience`` after the first.
struct MissingDocuments<Instant: InstantProtocol> where Instant.Duration == Duration {
  /// What is to be done with the documents that are missing.
  struct Verdict {
    /// To be taken out of the list.
    var gone: Set<DocumentID> = []
    /// To be left in the list for now.
    var held: Set<DocumentID> = []
  }

  /// More documents than this are not thrown away between two passes.
  static var many: Int { 20 }
  /// Below this number most of the documents may well be thrown away at once.
  static var small: Int { 5 }

  /// How long many documents must be missing.
  let patience: Duration
  private var since: [DocumentID: Instant] = [:]

  init(patience: Duration) {
    self.patience = patience
  }

  /// Tells which documents are missing, and how many the index has; learns what to do.
  mutating func judge(_ missing: Set<DocumentID>, of total: Int, at now: Instant) -> Verdict {
    since = since.filter { missing.contains($0.key) }
    guard Self.isSuspicious(missing.count, of: total) else {
      since = [:]
      return Verdict(gone: missing)
    }
    for id in missing where since[id] == nil { since[id] = now }
    let gone = missing.filter { id in since[id].map { $0.duration(to: now) >= patience } ?? false }
    for id in gone { since[id] = nil }
    return Verdict(gone: gone, held: missing.subtracting(gone))
  }

  private static func isSuspicious(_ missing: Int, of total: Int) -> Bool {
    guard missing > 0 else { return false }
    return missing == total || missing > many || (missing >= small && missing * 2 > total)
  }
}
