/// One client's work on a document: a pure machine that is told what happened, and when, and says what is to be done.
///
/// ```
///           open           opened              handed                  due, save, close
///   closed ───────▶ opening ──────▶ clean ────────────────▶ dirty ────────────────────────▶ saving
///     ▲                │ failed      ▲ ▲  undone, reverted    │ ▲  ▲     handed meanwhile       │││
///     ├────────────────┘             │ └──────────────────────┤ │  └────────────────────────────┘││
///     │ close, removed               │ saved                  │ │ changed back                   ││
///     ├──────────────────────────────┤◀───────────────────────│─│────────────────────────────────┤│
///     │                              │                        │ │                                ││
///     │                              │ resolved, reverted     ▼ │      refused                   ││
///     │ close, once resolved         ├────────────────── inConflict ◀────────────────────────────┤│
///     └──────────────────────────────│────────────────────────┘ ▲                                ││
///                                    │                          │ changed by others              ││
///                                    │ undone, reverted         │                       failed   ││
///                                    └────────────────── savingError ◀───────────────────────────┘│
///                                                               └─ due, save ─────────────────────┘
/// ```
/// A clean session that others change goes on with what they made (``loaded`` says what the client has to read again);
/// one with a draft keeps both. A conflict ends, and its draft is to be saved, when the document is gone for good. What was handed over is the ``draft`` until it is the document's content, was taken back
/// by the client, or somebody decided; nothing else ends it. A draft is saved over its own base alone; who asks while an
/// earlier one is being saved has the newest saved right after it.
public struct SessionState: Hashable, Sendable {
  /// Where it stands; the raw value is the `state` of the API.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Not open yet, or no more.
    case closed
    /// The document is being read.
    case opening
    /// The document has what the client has.
    case clean
    /// A draft waits to be saved.
    case dirty
    /// A draft is being saved.
    case saving
    /// A draft could not be saved, and is tried again.
    case savingError
    /// The document has another content than that of which the draft is a change.
    case inConflict
  }

  /// Why a draft could not be saved.
  public struct Failure: Hashable, Sendable {
    /// The stable reason.
    public let code: DocumentError.Code
    /// One sentence for people.
    public let detail: String
    /// How often it has failed, one time after the other.
    public internal(set) var attempts = 1

    /// A failure from its reason.
    public init(_ error: DocumentError) {
      (code, detail) = (error.code, error.detail)
    }
  }

  /// Where it stands.
  public internal(set) var phase = Phase.closed
  /// What the next draft replaces; nil until the document was read.
  public internal(set) var base: SavedContent?
  /// What the client works on: where this is not what it read last, and it has changed nothing, it reads again.
  ///
  /// The client's own saves leave it alone.
  public internal(set) var loaded: ContentHash?
  /// What others made of the document, while ``Phase/inConflict``.
  public internal(set) var theirs: SavedContent?
  /// What was handed over and is not in the document.
  public internal(set) var draft: HandedContent?
  /// What is being saved; a newer ``draft`` may have come since.
  public internal(set) var saving: HandedContent?
  /// The number of the last content that was taken.
  public internal(set) var sequence = 0
  /// Its hash, to know it again.
  public internal(set) var lastHanded: ContentHash?
  /// Why the last save failed.
  public internal(set) var failure: Failure?
  /// When it saves by itself; nil when there is nothing to save, or somebody has to decide first.
  public internal(set) var due: Duration?
  /// Whether it ends as soon as everything is saved.
  public internal(set) var isClosing = false

  let timing: SessionTiming
  /// What others made of the document while it was being read or saved.
  var foreign: SavedContent?
  /// Whether what was handed over while something is being saved is to be saved right after it.
  var isAskedToSave = false
  /// When the first change was made that is not saved.
  var since: Duration?
  var lastSave: Duration?
  var spacing: Duration

  /// A session that is not open.
  public init(timing: SessionTiming = .standard) {
    self.timing = timing
    spacing = timing.spacing
  }

  /// A session that a crash or a stop left with a draft, to be saved at once if the document (nil when there is none)
  /// still has what the draft is a change of.
  public init(
    restoring draft: HandedContent, loaded: ContentHash, current: SavedContent?,
    timing: SessionTiming = .standard, at now: Duration
  ) {
    self.init(timing: timing)
    (self.draft, base, self.loaded) = (draft, draft.base, loaded)
    (sequence, lastHanded) = (draft.sequence, draft.sha256)
    if let current, current.sha256 != draft.base.sha256 {
      (phase, theirs) = (.inConflict, current)
    } else {
      (phase, due) = (.dirty, now)
    }
  }

  /// Whether something was handed over that is not in the document.
  public var isDirty: Bool { draft != nil }

  /// What a content replaces that is a change of `loaded`: nil for what the session says itself.
  ///
  /// Nil before the document was read. What is a change of something else than the client was told to read stays that.
  public func base(ofContentOn loaded: ContentHash?) -> SavedContent? {
    guard let base, let loaded, loaded != self.loaded, loaded != base.sha256 else { return base }
    return SavedContent(sha256: loaded, version: 0)
  }

  /// Whether handing over `sha256` leaves nothing to be saved: the client undid what it had done (spec documents
  /// UID-12), or came to the same as the others.
  public func isSettled(by sha256: ContentHash, on base: SavedContent) -> Bool {
    switch phase {
    case .clean, .dirty, .savingError:
      sha256 == (theirs ?? self.base)?.sha256 || (base == self.base && sha256 == base.sha256)
    case .inConflict: sha256 == theirs?.sha256
    case .closed, .opening, .saving: false
    }
  }
}
