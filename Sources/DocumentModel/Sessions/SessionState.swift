/// A client's session on a document: a pure state machine that takes events with their times and returns actions.
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
///                                    │                          │ changed elsewhere              ││
///                                    │ undone, reverted         │                       failed   ││
///                                    └────────────────── savingError ◀───────────────────────────┘│
///                                                               └─ due, save ─────────────────────┘
/// ```
/// A clean session follows changes made by other clients and programs (``loaded`` says whether the client has to read
/// again). A session with a draft enters a conflict and keeps both contents. A conflict ends, and its draft is to be
/// saved, when the document is removed for good. The ``draft`` stays until it is the document's content, the client
/// takes it back, or a user decides. A draft is saved over its own base alone. A save request while an earlier draft is
/// being saved makes the newest draft follow right after it.
public struct SessionState: Hashable, Sendable {
  /// The state of the machine; the raw value is the `state` of the API.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Before the opening and after the end.
    case closed
    /// The document is being read.
    case opening
    /// The document has the client's content.
    case clean
    /// A draft waits to be saved.
    case dirty
    /// A draft is being saved.
    case saving
    /// The last save failed and is tried again.
    case savingError
    /// The document has another content than the draft's base.
    case inConflict
  }

  /// The reason why a draft could not be saved.
  public struct Failure: Hashable, Sendable {
    /// The stable reason.
    public let code: DocumentError.Code
    /// One sentence for people.
    public let detail: String
    /// The number of consecutive failures.
    public internal(set) var attempts = 1

    /// A failure from its reason.
    public init(_ error: DocumentError) {
      (code, detail) = (error.code, error.detail)
    }
  }

  /// The state of the machine.
  public internal(set) var phase = Phase.closed
  /// The content that the next draft replaces; nil until the document was read.
  public internal(set) var base: SavedContent?
  /// The content that the client works on; a client without changes reads again when it has read another one last.
  ///
  /// The client's own saves do not change it.
  public internal(set) var loaded: ContentHash?
  /// The document's content by another client or program, while ``Phase/inConflict``.
  public internal(set) var theirs: SavedContent?
  /// The newest received content that is not in the document.
  public internal(set) var draft: HandedContent?
  /// The content that is being saved; a newer ``draft`` may have come since.
  public internal(set) var saving: HandedContent?
  /// The sequence number of the last accepted content.
  public internal(set) var sequence = 0
  /// The hash of the last accepted content, to recognise a repetition.
  public internal(set) var lastHanded: ContentHash?
  /// The reason why the last save failed.
  public internal(set) var failure: Failure?
  /// The time of the next automatic save; nil with nothing to save, or while a user has to decide.
  public internal(set) var due: Duration?
  /// Whether the session ends as soon as everything is saved.
  public internal(set) var isClosing = false

  let timing: SessionTiming
  /// The content that another client or program gave the document while it was being read or saved.
  var foreign: SavedContent?
  /// Whether a content that arrives during a save is to be saved right after it.
  var isAskedToSave = false
  /// The time of the first change that is not saved.
  var since: Duration?
  var lastSave: Duration?
  var spacing: Duration

  /// A session that is not open.
  public init(timing: SessionTiming = .standard) {
    self.timing = timing
    spacing = timing.spacing
  }

  /// A session restored from the draft that a crash or a stop left.
  ///
  /// It saves at once if the document, nil when there is none, still has the draft's base.
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

  /// Whether the session has a content that is not in the document.
  public var isDirty: Bool { draft != nil }

  /// The base of a content whose client read `loaded`; nil stands for the session's own base.
  ///
  /// Nil before the document was read. A content based on an older read keeps that base.
  public func base(ofContentOn loaded: ContentHash?) -> SavedContent? {
    guard let base, let loaded, loaded != self.loaded, loaded != base.sha256 else { return base }
    return SavedContent(sha256: loaded, version: 0)
  }

  /// Whether receiving `sha256` leaves nothing to save: the client undid its changes (spec documents UID-12), or
  /// arrived at the document's content.
  public func isSettled(by sha256: ContentHash, on base: SavedContent) -> Bool {
    switch phase {
    case .clean, .dirty, .savingError:
      sha256 == (theirs ?? self.base)?.sha256 || (base == self.base && sha256 == base.sha256)
    case .inConflict: sha256 == theirs?.sha256
    case .closed, .opening, .saving: false
    }
  }
}

/// The times of automatic saving, and the lifetime of a session (spec documents UID-6).
public struct SessionTiming: Hashable, Sendable {
  /// The wait after the last change before a save; longer than the pause between two strokes.
  public var quiet = Duration.seconds(1)
  /// The longest wait after the first change.
  public var longest = Duration.seconds(5)
  /// The pause between two saves of one session, doubled from save to save while changes continue.
  ///
  /// An hour of work so gives a hundred versions instead of a thousand; drafts are durable before that.
  public var spacing = Duration.seconds(2)
  /// The longest such pause.
  public var longestSpacing = Duration.seconds(30)
  /// The time without a save after which the pauses are short again.
  public var rest = Duration.seconds(60)
  /// The first wait after a failed save, doubled from failure to failure.
  public var retry = Duration.seconds(1)
  /// The longest wait after a failed save.
  public var longestRetry = Duration.seconds(60)
  /// The time without a sign of the client after which its session ends.
  public var lifetime = Duration.seconds(600)

  /// The default times.
  public static let standard = SessionTiming()
}
