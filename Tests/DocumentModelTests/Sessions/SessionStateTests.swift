import Testing

@testable import DocumentModel

@Suite("A session's states")
struct SessionStateTests {
  private func hash(_ letter: Character) -> ContentHash { .sample(Int(letter.asciiValue ?? 0)) }

  private func saved(_ letter: Character, _ version: Int) -> SavedContent {
    SavedContent(sha256: hash(letter), version: version)
  }

  private func handed(
    _ letter: Character, _ sequence: Int, on base: SavedContent? = nil
  ) -> HandedContent {
    HandedContent(sequence: sequence, sha256: hash(letter), size: 1, base: base ?? saved("a", 1))
  }

  private let failure = SessionState.Failure(DocumentError(.storageFull, "the disk is full"))

  /// A session after all of `events` at the time 0; the document begins as version 1, "a".
  private func state(_ events: SessionEvent...) -> SessionState {
    var state = SessionState()
    for event in [.open, .opened(saved("a", 1), loaded: nil)] + events { _ = state.handle(event, at: .zero) }
    return state
  }

  @Test("begins closed, touches nothing, and is clean when the document was read")
  func opening() {
    var session = SessionState()
    #expect(session.phase == .closed && session.base == nil)
    _ = session.handle(.open, at: .zero)
    #expect(session.phase == .opening)
    _ = session.handle(.openFailed, at: .zero)
    #expect(session.phase == .closed)
    session = state()
    #expect(session.phase == .clean && session.base == saved("a", 1) && session.loaded == hash("a"))
    #expect(!session.isDirty && session.due == nil)
  }

  @Test("a change that comes while the document is read is part of what was read")
  func openingMeanwhile() {
    var session = SessionState()
    for event: SessionEvent in [.open, .changed(saved("b", 2)), .opened(saved("a", 1), loaded: nil)] {
      _ = session.handle(event, at: .zero)
    }
    #expect(session.phase == .clean && session.base == saved("b", 2))
  }

  @Test("one change is saved after a pause, and is clean then")
  func oneChange() {
    var session = state(.handed(handed("b", 1)))
    #expect(session.phase == .dirty && session.due == .seconds(1))
    #expect(session.handle(.tick, at: .milliseconds(999)) == nil)
    #expect(session.handle(.tick, at: .seconds(1)) == .save)
    #expect(session.phase == .saving && session.isDirty)
    #expect(session.handle(.began, at: .seconds(1)) == nil)
    #expect(session.handle(.saved(saved("b", 2)), at: .seconds(2)) == nil)
    #expect(session.phase == .clean && session.base == saved("b", 2) && !session.isDirty)
    // The change is the client's own, so it need not read again.
    #expect(session.loaded == hash("a"))
  }

  @Test("a hundred quick changes are few saves, and an hour of changes about a hundred")
  func pacing() {
    var session = state()
    var (count, version, sequence) = (0, 1, 0)
    func run(seconds: Int, from start: Int) {
      for tenth in (start * 10)..<((start + seconds) * 10) {
        let now = Duration.milliseconds(tenth * 100)
        sequence += 1
        let base = session.base ?? saved("a", 1)
        let content = HandedContent(sequence: sequence, sha256: .sample(1000 + sequence), size: 1, base: base)
        _ = session.handle(.handed(content), at: now)
        if session.handle(.tick, at: now) == .save, let draft = session.draft {
          (count, version) = (count + 1, version + 1)
          _ = session.handle(.saved(SavedContent(sha256: draft.sha256, version: version)), at: now)
        }
      }
    }
    run(seconds: 10, from: 0)
    #expect((1...4).contains(count), "\(count)")
    run(seconds: 3590, from: 10)
    #expect((100...140).contains(count), "\(count)")
  }

  @Test("no change is no save")
  func noChange() {
    var session = state()
    #expect(session.handle(.tick, at: .seconds(3600)) == nil)
    #expect(session.handle(.save, at: .seconds(3600)) == nil)
    #expect(session.phase == .clean)
  }

  @Test("UID-12 back at the saved point nothing is to be saved, and forth again something is")
  func undoing() {
    var session = state(.handed(handed("b", 1)), .handed(handed("a", 2)))
    #expect(session.phase == .clean && session.due == nil && !session.isDirty && session.loaded == hash("a"))
    _ = session.handle(.handed(handed("b", 3)), at: .zero)
    #expect(session.phase == .dirty)
    // The saved content is the base from then on.
    for event: SessionEvent in [.save, .saved(saved("b", 2))] { _ = session.handle(event, at: .zero) }
    _ = session.handle(.handed(handed("a", 4, on: saved("b", 2))), at: .zero)
    #expect(session.phase == .dirty)
  }

  @Test("a content that is handed over while another is saved is saved next, over that")
  func whileSaving() {
    var session = state(.handed(handed("b", 1)), .save, .began, .handed(handed("c", 2)))
    #expect(
      session.phase == .saving && session.draft?.sha256 == hash("c") && session.saving?.sha256 == hash("b"))
    #expect(session.handle(.saved(saved("b", 2)), at: .zero) == nil)
    #expect(session.phase == .dirty && session.draft?.base == saved("b", 2))
    // A content that arrives before the save has begun is saved with it.
    session = state(.handed(handed("b", 1)), .save, .handed(handed("c", 2)), .began, .saved(saved("c", 2)))
    #expect(session.phase == .clean && session.base == saved("c", 2))
    // An undo during the save is a change of the newly saved content.
    session = state(.handed(handed("b", 1)), .save, .began, .handed(handed("a", 2)), .saved(saved("b", 2)))
    #expect(session.phase == .dirty && session.draft?.sha256 == hash("a"))
    // The same content again is no change.
    session = state(.handed(handed("b", 1)), .save, .began, .handed(handed("b", 2)), .saved(saved("b", 2)))
    #expect(session.phase == .clean && !session.isDirty)
  }

  @Test("UID-7 who asks while an earlier content is saved has the newest one saved right after it")
  func askedWhileSaving() {
    var session = state(.handed(handed("b", 1)), .save, .began, .handed(handed("c", 2)), .save)
    #expect(session.handle(.saved(saved("b", 2)), at: .zero) == .save)
    #expect(session.phase == .saving && session.saving?.sha256 == hash("c"))
    #expect(session.handle(.saved(saved("c", 3)), at: .zero) == nil)
    #expect(session.phase == .clean && session.base == saved("c", 3))
    // The save request counts once: a later content waits for a pause again.
    _ = session.handle(.handed(handed("d", 3, on: saved("c", 3))), at: .zero)
    #expect(session.phase == .dirty && session.due != nil)
    // A save without a later content, a failed one and a refused one do not cause another save.
    for answer: SessionEvent in [.saved(saved("b", 2)), .saveFailed(failure), .refused(saved("e", 2))] {
      session = state(.handed(handed("b", 1)), .save, .began, .save)
      #expect(session.handle(answer, at: .zero) == nil)
      #expect(session.phase != .saving && !session.isAskedToSave)
    }
  }

  @Test("a failure keeps the draft, is told once more each time, and is tried again later and later")
  func failing() {
    var session = state(.handed(handed("b", 1)))
    var waits: [Duration] = []
    var now = Duration.seconds(1)
    for attempt in 1...9 {
      #expect(session.handle(.tick, at: now) == .save)
      _ = session.handle(.saveFailed(failure), at: now)
      #expect(session.phase == .savingError && session.failure?.attempts == attempt && session.isDirty)
      waits.append((session.due ?? .zero) - now)
      now = session.due ?? .zero
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
    // Another content does not shorten the wait, but a save request does.
    _ = session.handle(.handed(handed("c", 2)), at: now - .seconds(30))
    #expect(session.phase == .savingError && session.due == now)
    #expect(session.handle(.save, at: now - .seconds(29)) == .save)
    _ = session.handle(.saved(saved("c", 2)), at: now)
    #expect(session.phase == .clean && session.failure == nil)
  }

  @Test("a clean session goes on with the content of other clients")
  func reloading() {
    let session = state(.changed(saved("b", 2)))
    #expect(session.phase == .clean && session.base == saved("b", 2) && session.loaded == hash("b"))
  }

  @Test("UID-16 another client's change of a dirty document is a conflict, and neither is lost")
  func conflicting() {
    for events in [
      [SessionEvent.changed(saved("c", 2))], [.save, .refused(saved("c", 2))],
      [.save, .saveFailed(failure), .changed(saved("c", 2))],
      [.save, .changed(saved("c", 2)), .saveFailed(failure)],
    ] {
      var session = state(.handed(handed("b", 1)))
      for event in events { _ = session.handle(event, at: .zero) }
      #expect(session.phase == .inConflict && session.theirs == saved("c", 2), "\(events)")
      #expect(session.draft == handed("b", 1) && session.due == nil && session.failure == nil, "\(events)")
      #expect(session.handle(.tick, at: .seconds(99)) == nil)
      #expect(session.handle(.save, at: .seconds(99)) == nil)
      _ = session.handle(.handed(handed("d", 2)), at: .zero)
      _ = session.handle(.changed(saved("e", 3)), at: .zero)
      #expect(session.phase == .inConflict && session.draft?.sha256 == hash("d"))
      #expect(session.theirs == saved("e", 3))
      _ = session.handle(.resolved(saved("d", 4)), at: .zero)
      #expect(session.phase == .clean && session.base == saved("d", 4) && session.loaded == hash("d"))
    }
  }

  @Test("another client's change right after one's own is noticed, and one's own is not taken for it")
  func ownEvents() {
    var session = state(.handed(handed("b", 1)), .save, .began)
    for content in [saved("b", 2), saved("c", 3)] { _ = session.handle(.changed(content), at: .zero) }
    _ = session.handle(.saved(saved("b", 2)), at: .zero)
    #expect(session.phase == .clean && session.base == saved("c", 3) && session.loaded == hash("c"))
    session = state(.handed(handed("b", 1)), .save, .began, .changed(saved("b", 2)), .saved(saved("b", 2)))
    #expect(session.phase == .clean && session.loaded == hash("a"))
    // These notices arrive late.
    _ = session.handle(.handed(handed("d", 2, on: saved("b", 2))), at: .zero)
    _ = session.handle(.changed(saved("b", 2)), at: .zero)
    _ = session.handle(.changed(saved("a", 1)), at: .zero)
    #expect(session.phase == .dirty)
  }

  @Test("a conflict ends by itself when both are the same, or the other is taken back")
  func agreeing() {
    var session = state(.handed(handed("b", 1)), .changed(saved("c", 2)), .changed(saved("a", 3)))
    #expect(session.phase == .dirty && session.draft?.base == saved("a", 3) && session.due != nil)
    session = state(.handed(handed("b", 1)), .changed(saved("c", 2)), .handed(handed("c", 2)))
    #expect(session.phase == .clean && session.base == saved("c", 2) && session.loaded == hash("c"))
    session = state(.handed(handed("b", 1)), .changed(saved("b", 2)))
    #expect(session.phase == .clean && session.base == saved("b", 2))
  }

  @Test("a change of an earlier content than the session goes on with is a conflict")
  func stale() {
    var session = state(.changed(saved("b", 2)))
    let base = session.base(ofContentOn: hash("a"))
    #expect(base == SavedContent(sha256: hash("a"), version: 0))
    #expect(session.base(ofContentOn: nil) == saved("b", 2))
    #expect(session.base(ofContentOn: hash("b")) == saved("b", 2))
    _ = session.handle(.handed(handed("c", 1, on: base)), at: .zero)
    #expect(session.phase == .inConflict && session.theirs == saved("b", 2))
    // A client that reconnects names the content that it had read.
    session = SessionState()
    for event: SessionEvent in [.open, .opened(saved("b", 2), loaded: hash("a"))] {
      _ = session.handle(event, at: .zero)
    }
    #expect(session.phase == .clean && session.loaded == hash("a"))
    _ = session.handle(.handed(handed("c", 1, on: session.base(ofContentOn: nil))), at: .zero)
    #expect(session.phase == .inConflict && session.theirs == saved("b", 2))
  }

  @Test("a content that comes twice, or late, or after the end is not taken")
  func late() {
    var session = state(.handed(handed("b", 2)))
    for sequence in [1, 2] { _ = session.handle(.handed(handed("c", sequence)), at: .zero) }
    #expect(session.draft == handed("b", 2))
    session = state(.close)
    _ = session.handle(.handed(handed("b", 1)), at: .zero)
    #expect(session.phase == .closed && !session.isDirty)
  }

  @Test("UID-8 closing saves first, and ends when that is done")
  func closing() {
    #expect(state(.close).phase == .closed)
    var session = state(.handed(handed("b", 1)))
    #expect(session.handle(.close, at: .zero) == .save)
    #expect(session.phase == .saving && session.isClosing)
    _ = session.handle(.saved(saved("b", 2)), at: .zero)
    #expect(session.phase == .closed && session.base == saved("b", 2))
    // A content that arrived during a save is saved, too.
    session = state(.handed(handed("b", 1)), .save, .began, .handed(handed("c", 2)), .close)
    #expect(session.handle(.saved(saved("b", 2)), at: .zero) == .save)
    _ = session.handle(.saved(saved("c", 3)), at: .zero)
    #expect(session.phase == .closed)
  }

  @Test("a session that cannot be saved, or is in conflict, ends when it can or the conflict is decided")
  func closingLater() {
    var session = state(.handed(handed("b", 1)), .save, .saveFailed(failure))
    #expect(session.handle(.close, at: .zero) == .save)
    #expect(session.handle(.saveFailed(failure), at: .zero) == nil)
    #expect(session.phase == .savingError && session.isDirty)
    #expect(session.handle(.tick, at: .seconds(60)) == .save)
    _ = session.handle(.saved(saved("b", 2)), at: .seconds(60))
    #expect(session.phase == .closed)
    session = state(.handed(handed("b", 1)), .changed(saved("c", 2)), .close)
    #expect(session.phase == .inConflict && session.isDirty)
    _ = session.handle(.resolved(saved("c", 4)), at: .zero)
    #expect(session.phase == .closed)
  }

  @Test("taking back what was handed over leaves the document as it is")
  func reverting() {
    var session = state(.handed(handed("b", 1)), .revert)
    #expect(session.phase == .clean && !session.isDirty && session.base == saved("a", 1))
    session = state(.handed(handed("b", 1)), .changed(saved("c", 2)), .revert)
    #expect(session.phase == .clean && session.base == saved("c", 2) && session.loaded == hash("c"))
    session = state(.handed(handed("b", 1)), .save, .began, .revert)
    #expect(session.phase == .saving && session.isDirty)
  }

  @Test("a document that goes away ends a clean session, and no dirty one")
  func removed() {
    #expect(state(.removed).phase == .closed)
    #expect(state(.handed(handed("b", 1)), .removed).phase == .dirty)
    #expect(state(.handed(handed("b", 1)), .abandon).phase == .closed)
  }

  @Test(
    "a document that is gone for good ends a clean session, and a conflict: what was handed over is to be saved"
  )
  func gone() {
    #expect(state(.gone).phase == .closed)
    #expect(state(.handed(handed("b", 1)), .gone).phase == .dirty)
    var session = state(.handed(handed("b", 1)), .changed(saved("c", 2)), .removed)
    #expect(session.phase == .inConflict)
    #expect(session.handle(.gone, at: .seconds(5)) == nil)
    #expect(session.phase == .dirty && session.isDirty && session.theirs == nil)
    #expect(session.handle(.tick, at: .seconds(5)) == .save)
    session = state(.handed(handed("b", 1)), .changed(saved("c", 2)), .close)
    #expect(session.handle(.gone, at: .seconds(5)) == .save)
  }

  @Test("a draft that a crash left is saved at once, or is a conflict")
  func restoring() {
    var session = SessionState(
      restoring: handed("b", 7), loaded: hash("0"), current: saved("a", 1), at: .seconds(5))
    #expect(session.phase == .dirty && session.due == .seconds(5) && session.sequence == 7)
    #expect(session.base(ofContentOn: hash("0")) == saved("a", 1), "its client goes on where it was")
    #expect(session.handle(.tick, at: .seconds(5)) == .save)
    session = SessionState(restoring: handed("b", 7), loaded: hash("0"), current: saved("c", 2), at: .zero)
    #expect(session.phase == .inConflict && session.theirs == saved("c", 2) && session.isDirty)
    #expect(
      SessionState(restoring: handed("b", 7), loaded: hash("0"), current: nil, at: .zero).phase == .dirty)
  }
}

extension ContentHash {
  static func sample(_ number: Int) -> ContentHash {
    let bytes = (0..<32).map { UInt8(truncatingIfNeeded: number >> (8 * min($0, 7))) }
    guard let hash = ContentHash(bytes: bytes) else { preconditionFailure("32 bytes are a hash") }
    return hash
  }
}
