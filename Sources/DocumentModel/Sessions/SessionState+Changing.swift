extension SessionState {
  /// Takes note of what happened at `now`, counted from any fixed moment, and says what is to be done.
  public mutating func handle(_ event: SessionEvent, at now: Duration) -> SessionAction? {
    switch event {
    case .open: if phase == .closed { phase = .opening }
    case .opened(let content, let loaded): opened(content, loaded)
    case .openFailed: if phase == .opening { phase = .closed }
    case .handed(let content): handed(content, at: now)
    case .tick: return due.map { $0 <= now } == true ? save() : nil
    case .save: return save()
    case .began: if phase == .saving { saving = draft }
    case .saved(let content):
      saved(content, at: now)
      if isAskedToSave, phase == .dirty { return save() }
      isAskedToSave = false
    case .saveFailed(let failure): failed(failure, at: now)
    case .refused(let content): refused(content, at: now)
    case .changed(let content): changed(content, at: now)
    case .removed: if phase == .clean { end() }
    case .gone: gone(at: now)
    case .revert: revert()
    case .resolved(let content): if phase == .inConflict { settle(on: content) }
    case .close: return close()
    case .abandon: end()
    }
    return isClosing ? finish() : nil
  }

  private mutating func opened(_ content: SavedContent, _ loaded: ContentHash?) {
    guard phase == .opening else { return }
    phase = .clean
    let newest = newer(foreign, content)
    foreign = nil
    // What the client has read before is what its changes are changes of.
    base = loaded.map { $0 == newest.sha256 ? newest : SavedContent(sha256: $0, version: 0) } ?? newest
    self.loaded = base?.sha256
    if loaded != nil, base != newest { theirs = newest }
  }

  private mutating func handed(_ content: HandedContent, at now: Duration) {
    guard ![.closed, .opening].contains(phase), !isClosing, content.sequence > sequence else { return }
    (sequence, lastHanded) = (content.sequence, content.sha256)
    guard !isSettled(by: content.sha256, on: content.base) else {
      let isOwn = phase != .inConflict && content.base == base && content.sha256 == base?.sha256
      return settle(on: isOwn ? base : theirs ?? base, keepingLoaded: isOwn)
    }
    draft = content
    guard phase != .saving, phase != .inConflict else { return }
    let current = theirs ?? base
    if content.base.sha256 != current?.sha256 {
      collide(with: current)
    } else {
      wait(at: now)
    }
  }

  /// A draft waits for a pause, but not too long, and not too soon after the save before.
  private mutating func wait(at now: Duration) {
    if phase != .savingError { (phase, failure) = (.dirty, nil) }
    let first = since ?? now
    since = first
    guard phase == .dirty else { return }
    let paused = min(now + timing.quiet, first + timing.longest)
    due = max(paused, lastSave.map { $0 + spacing } ?? paused)
  }

  private mutating func save() -> SessionAction? {
    // Who asks while an earlier content is being saved means the one that they have handed over since.
    if phase == .saving { isAskedToSave = true }
    guard phase == .dirty || phase == .savingError else { return nil }
    (phase, saving, due, isAskedToSave) = (.saving, draft, nil, false)
    return .save
  }

  private mutating func saved(_ content: SavedContent, at now: Duration) {
    guard phase == .saving, let done = saving else { return }
    let replaced = done.base
    (base, saving, failure, since) = (content, nil, nil, nil)
    space(at: now)
    if draft?.sequence == done.sequence || draft?.sha256 == content.sha256 { draft = nil }
    if draft?.base == replaced { draft?.base = content }
    let others = foreign
    foreign = nil
    if let draft, draft.base.sha256 != content.sha256 {
      collide(with: content)
    } else {
      phase = .clean
      if draft != nil { wait(at: now) }
    }
    if let others { changed(others, at: now) }
  }

  private mutating func space(at now: Duration) {
    let isRested = lastSave.map { now - $0 > timing.rest } ?? true
    spacing = isRested ? timing.spacing : min(spacing * 2, timing.longestSpacing)
    lastSave = now
  }

  private mutating func failed(_ failure: Failure, at now: Duration) {
    guard phase == .saving else { return }
    var failure = failure
    failure.attempts = (self.failure?.attempts ?? 0) + 1
    (phase, saving, isAskedToSave, self.failure) = (.savingError, nil, false, failure)
    due = now + min(timing.retry * (1 << min(failure.attempts - 1, 16)), timing.longestRetry)
    takeForeign(at: now)
  }

  private mutating func refused(_ content: SavedContent, at now: Duration) {
    guard phase == .saving else { return }
    (phase, saving, isAskedToSave, failure) = (.dirty, nil, false, nil)
    // Whatever was heard meanwhile, this content is what stood in the way, unless it was replaced again.
    let newest = newer(foreign, content)
    foreign = nil
    meet(newest, at: now)
  }

  private mutating func changed(_ content: SavedContent, at now: Duration) {
    switch phase {
    case .closed: break
    case .opening, .saving: foreign = newer(foreign, content)
    case .clean, .dirty, .savingError, .inConflict:
      // What is told late is older than what is known.
      guard content.version > (theirs ?? base)?.version ?? 0 else { return }
      meet(content, at: now)
    }
  }

  private mutating func takeForeign(at now: Duration) {
    guard let others = foreign else { return }
    foreign = nil
    changed(others, at: now)
  }

  /// The document has `content` now.
  private mutating func meet(_ content: SavedContent, at now: Duration) {
    guard let draft, draft.sha256 != content.sha256 else { return settle(on: content) }
    guard draft.base.sha256 == content.sha256 else { return collide(with: content) }
    // Changed back, or another version of the same: the draft is a change of it still.
    self.draft?.base = content
    (base, theirs) = (content, nil)
    if phase == .inConflict { phase = .dirty }
    wait(at: now)
  }

  private mutating func collide(with content: SavedContent?) {
    (phase, theirs, due, failure) = (.inConflict, content, nil, nil)
  }

  /// Whoever saves finds out that there is no document, and makes the draft one.
  private mutating func gone(at now: Duration) {
    if phase == .clean { end() }
    guard phase == .inConflict else { return }
    (phase, theirs, due) = (.dirty, nil, now)
  }

  private mutating func revert() {
    guard [.dirty, .savingError, .inConflict].contains(phase) else { return }
    settle(on: theirs ?? base)
  }

  /// Nothing is left to be saved, and the document has `content`.
  private mutating func settle(on content: SavedContent?, keepingLoaded: Bool = false) {
    (phase, draft, theirs, failure, due, since) = (.clean, nil, nil, nil, nil, nil)
    base = content
    if !keepingLoaded { loaded = content?.sha256 }
  }

  private mutating func close() -> SessionAction? {
    isClosing = phase != .closed
    return phase == .savingError ? save() : finish()
  }

  /// What a session does that is to end; what cannot be saved is tried again when it is due.
  private mutating func finish() -> SessionAction? {
    if phase == .clean { end() }
    return phase == .dirty ? save() : nil
  }

  private mutating func end() {
    settle(on: base, keepingLoaded: true)
    (phase, saving, foreign, isClosing) = (.closed, nil, nil, false)
  }

  private func newer(_ left: SavedContent?, _ right: SavedContent) -> SavedContent {
    guard let left, left.version > right.version else { return right }
    return left
  }
}
