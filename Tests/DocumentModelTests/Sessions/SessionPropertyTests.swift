import Testing

@testable import DocumentModel

/// A document, one client with a session on it, and other clients, all with random actions.
private struct World {
  var random: SeededGenerator
  var session = SessionState()
  var now = Duration.zero
  /// The contents of the document; the index is the version number less one.
  var history = [ContentHash.sample(0)]
  var own: Set<Int> = []
  /// The contents that the client has read or made; it may replace no other content.
  var read: Set<ContentHash> = [.sample(0)]
  var loaded = ContentHash.sample(0)
  /// The last accepted content, unless the client took it back or a conflict was resolved.
  var acknowledged: ContentHash?
  var sequence = 0
  var isAsked = false
  var events: [SavedContent] = []
  var fresh = 1

  var current: SavedContent { SavedContent(sha256: history[history.count - 1], version: history.count) }

  init(seed: UInt64) {
    random = SeededGenerator(state: seed)
    post(.open)
    post(.opened(current, loaded: nil))
  }

  mutating func post(_ event: SessionEvent) {
    if session.handle(event, at: now) == .save { isAsked = true }
  }

  mutating func step() {
    now += .milliseconds(Int.random(in: 0...3000, using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2: handOver()
    case 3: undo()
    case 4: post(.tick)
    case 5: post(.save)
    case 6, 7: carryOut()
    case 8: othersChange()
    case 9: hear()
    case 10: reload()
    default: decide()
    }
  }

  mutating func next() -> ContentHash {
    fresh += 1
    return .sample(fresh)
  }

  mutating func handOver() { hand(next()) }

  /// The client sends a content that the document had before.
  mutating func undo() { hand(history.randomElement(using: &random) ?? loaded) }

  mutating func hand(_ sha256: ContentHash) {
    guard let base = session.base(ofContentOn: loaded), session.phase != .closed else { return }
    sequence += 1
    let isSettled = session.isSettled(by: sha256, on: base)
    if isSettled { read.insert(sha256) }
    post(.handed(HandedContent(sequence: sequence, sha256: sha256, size: 1, base: base)))
    acknowledged = isSettled ? nil : sha256
  }

  mutating func carryOut() {
    guard isAsked else { return }
    post(.began)
    guard let draft = session.saving else { return }
    isAsked = false
    // The client may send another content during the save.
    if Bool.random(using: &random) { handOver() }
    if Int.random(in: 0..<4, using: &random) == 0 {
      return post(.saveFailed(.init(DocumentError(.storageFull, "full"))))
    }
    guard draft.base.sha256 == current.sha256 else { return post(.refused(current)) }
    #expect(read.contains(current.sha256), "somebody's content was replaced that the client never read")
    history.append(draft.sha256)
    own.insert(history.count)
    read.insert(draft.sha256)
    events.append(current)
    let saved = current
    // Another client may save before the session learns of this save.
    if Int.random(in: 0..<4, using: &random) == 0 {
      othersChange()
      while !events.isEmpty { hear() }
    }
    post(.saved(saved))
  }

  mutating func othersChange() {
    let isOld = Int.random(in: 0..<4, using: &random) == 0
    history.append(isOld ? history.randomElement(using: &random) ?? next() : next())
    events.append(current)
  }

  /// Delivers one event, in order but late.
  mutating func hear() {
    guard !events.isEmpty else { return }
    post(.changed(events.removeFirst()))
  }

  /// A client without changes reads the content that the session names.
  mutating func reload() {
    guard session.phase == .clean, let told = session.loaded else { return }
    loaded = told
    read.insert(told)
  }

  mutating func decide() {
    switch Int.random(in: 0..<3, using: &random) {
    case 0 where session.phase == .inConflict:
      history.append(next())
      events.append(current)
      post(.resolved(current))
      (acknowledged, loaded) = (nil, current.sha256)
      read.insert(current.sha256)
    case 1 where session.phase != .saving && session.isDirty:
      post(.revert)
      acknowledged = nil
      reload()
    default: break
    }
  }

  func check(_ seed: UInt64) {
    let phase = session.phase
    #expect((phase == .saving) == (session.saving != nil), "seed \(seed)")
    #expect([.clean, .closed].contains(phase) != session.isDirty, "seed \(seed)")
    #expect((session.due != nil) == [.dirty, .savingError].contains(phase), "seed \(seed)")
    #expect((session.failure != nil) == (phase == .savingError) || phase == .saving, "seed \(seed)")
    #expect(phase != .inConflict || session.theirs?.sha256 != session.draft?.sha256, "seed \(seed)")
    guard let acknowledged, phase != .closed else { return }
    let isKept = session.draft?.sha256 == acknowledged || history.contains(acknowledged)
    #expect(isKept, "seed \(seed): what was acknowledged is nowhere")
  }
}

@Suite("A session, whatever happens in whatever order")
struct SessionPropertyTests {
  @Test("loses nothing that was acknowledged, and replaces nothing that its client has not read")
  func anything() {
    for seed in UInt64(1)...3000 {
      var world = World(seed: seed)
      for _ in 0..<60 {
        world.step()
        world.check(seed)
      }
    }
  }

  @Test("comes to rest: when nothing more happens it is saved, or waits for a decision")
  func rest() {
    for seed in UInt64(1)...1000 {
      var world = World(seed: seed)
      for _ in 0..<40 { world.step() }
      for _ in 0..<12 {
        world.now += .seconds(120)
        world.post(.tick)
        while !world.events.isEmpty { world.hear() }
        guard world.isAsked else { continue }
        world.isAsked = false
        world.post(.began)
        guard let draft = world.session.saving else { continue }
        guard draft.base.sha256 == world.current.sha256 else {
          world.post(.refused(world.current))
          continue
        }
        world.history.append(draft.sha256)
        world.post(.saved(world.current))
      }
      #expect([.clean, .inConflict].contains(world.session.phase), "seed \(seed): \(world.session.phase)")
    }
  }
}
