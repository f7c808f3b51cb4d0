import DocumentModel

/// Decides when documents whose files are missing are gone: a pure machine, told what each pass over the tree saw.
///
/// ```
///            missing, few at once              still missing after `grace`
///   (there) ───────────────────────▶ waiting ─────────────────────────────▶ gone
///     ▲ │ missing, many at once        │ ▲                                   ▲
///     │ │                              ▼ │ few by now                        │
///     │ └───────────────────────────▶ held ───────────────────────────────────┘
///     └── there again ──── from both       still missing after `patience`
/// ```
///
/// A file that another program removes leaves the list when it has been missing for ``grace``. Many programs
/// save a file by removing it, or putting it aside, and writing another in its place a moment later. All may be
/// missing, more than half (of at least ``small``), or more than ``many`` at once. Then a disk is more likely to be
/// away than so much to have been thrown away, and the list waits for ``patience``.
struct MissingDocuments<Instant: InstantProtocol> where Instant.Duration == Duration {
  struct Verdict {
    var gone: Set<DocumentID> = []
    /// To be left in the list for now, as a disk may be away.
    var held: Set<DocumentID> = []
    /// Left in the list for a moment: they may be about to be saved.
    var waiting: Set<DocumentID> = []
  }

  /// More documents than this are not thrown away between two passes.
  static var many: Int { 20 }
  /// Below this number most of the documents may well be thrown away at once.
  static var small: Int { 5 }

  let patience: Duration
  let grace: Duration
  private var since: [DocumentID: Instant] = [:]
  private var isAfterAbsence = false

  init(patience: Duration, grace: Duration = .zero) {
    self.patience = patience
    self.grace = grace
  }

  /// No pass ran for a while, as before a start: the few that are missing next have been so for longer than
  /// ``grace``.
  mutating func resume() {
    isAfterAbsence = true
  }

  /// A document's file was seen at its place between two passes: what is missing next has been so for a moment alone.
  mutating func see(_ id: DocumentID) {
    since[id] = nil
  }

  /// Whether a missing document has been missing for less than ``grace``, as far as is known.
  func isRecent(_ id: DocumentID, at now: Instant) -> Bool {
    !isAfterAbsence && !isOver(grace, for: id, at: now)
  }

  /// Tells which documents are missing, and how many the index has; learns what to do.
  ///
  /// - Parameter aside: those among them whose files lie elsewhere for the moment, so that they are not gone.
  mutating func judge(
    _ missing: Set<DocumentID>, aside: Set<DocumentID> = [], of total: Int, at now: Instant
  ) -> Verdict {
    defer { isAfterAbsence = false }
    since = since.filter { missing.contains($0.key) }
    for id in missing where since[id] == nil { since[id] = now }
    let isSuspicious = Self.isSuspicious(missing.count, of: total)
    let gone = missing.subtracting(aside).filter { id in
      isSuspicious ? isOver(patience, for: id, at: now) : !isRecent(id, at: now)
    }
    for id in gone { since[id] = nil }
    let left = missing.subtracting(gone)
    return isSuspicious ? Verdict(gone: gone, held: left) : Verdict(gone: gone, waiting: left)
  }

  private func isOver(_ pause: Duration, for id: DocumentID, at now: Instant) -> Bool {
    pause <= .zero || since[id].map { $0.duration(to: now) >= pause } ?? false
  }

  private static func isSuspicious(_ missing: Int, of total: Int) -> Bool {
    guard missing > 0 else { return false }
    return missing == total || missing > many || (missing >= small && missing * 2 > total)
  }
}
