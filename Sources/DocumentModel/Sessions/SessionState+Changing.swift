extension SessionState {
  /// Applies an event that happened at `now`, counted from any fixed moment, and returns the action to take.
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
    // The base of the client's changes is the content that the client has read.
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
    // A save request during a save means the content that arrived since.
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
    // This content caused the refusal, unless a newer one was reported meanwhile.
    let newest = newer(foreign, content)
    foreign = nil
    meet(newest, at: now)
  }

  private mutating func changed(_ content: SavedContent, at now: Duration) {
    switch phase {
    case .closed: break
    case .opening, .saving: foreign = newer(foreign, content)
    case .clean, .dirty, .savingError, .inConflict:
      // A late notice may carry an older version than the known one.
      guard content.version > (theirs ?? base)?.version ?? 0 else { return }
      meet(content, at: now)
    }
  }

  private mutating func takeForeign(at now: Duration) {
    guard let others = foreign else { return }
    foreign = nil
    changed(others, at: now)
  }

  private mutating func meet(_ content: SavedContent, at now: Duration) {
    guard let draft, draft.sha256 != content.sha256 else { return settle(on: content) }
    guard draft.base.sha256 == content.sha256 else { return collide(with: content) }
    // The content changed back, or is another version of the same bytes: the draft's base stays valid.
    self.draft?.base = content
    (base, theirs) = (content, nil)
    if phase == .inConflict { phase = .dirty }
    wait(at: now)
  }

  private mutating func collide(with content: SavedContent?) {
    (phase, theirs, due, failure) = (.inConflict, content, nil, nil)
  }

  /// The next save finds no document and makes a new one of the draft.
  private mutating func gone(at now: Duration) {
    if phase == .clean { end() }
    guard phase == .inConflict else { return }
    (phase, theirs, due) = (.dirty, nil, now)
  }

  private mutating func revert() {
    guard [.dirty, .savingError, .inConflict].contains(phase) else { return }
    settle(on: theirs ?? base)
  }

  /// Ends the draft: the document has `content`.
  private mutating func settle(on content: SavedContent?, keepingLoaded: Bool = false) {
    (phase, draft, theirs, failure, due, since) = (.clean, nil, nil, nil, nil, nil)
    base = content
    if !keepingLoaded { loaded = content?.sha256 }
  }

  private mutating func close() -> SessionAction? {
    isClosing = phase != .closed
    return phase == .savingError ? save() : finish()
  }

  /// The next action of a closing session; a failed save is tried again when it is due.
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
