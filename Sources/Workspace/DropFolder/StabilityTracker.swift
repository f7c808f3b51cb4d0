/// Decides when a file in a drop folder is finished: a pure machine, told what each look at the folder saw.
///
/// ```
///            seen            unchanged for `quiet`, whole            claimed
///   (none) ───────► changing ─────────────────────────────► ready ───────────► (none)
///                    ▲   │ unchanged for `quiet`, not whole
///                    │   ▼
///                    └─ waiting ── whole after all, or unchanged for `patience` ──► ready
///            changed again
/// ```
///
/// A scanner pauses for half a minute between two pages. So no fixed delay tells a finished file from a growing
/// one. The file's own format does, when it says that the file is whole. A file that stays incomplete is taken
/// after `patience`, as it is: it will not get better, and must not be left unseen. An empty file is never ready:
/// it is a place-holder.
///
/// Names are the bytes that the disk has: two files may have names that are equal as texts, one in each spelling of
/// an accent.
struct StabilityTracker<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
  struct Sighting: Hashable, Sendable {
    /// Changes whenever the file does: device, inode, size and times.
    let fingerprint: String
    let size: Int64
  }

  enum Verdict: Hashable, Sendable {
    case wait
    /// Unchanged long enough: is it whole? Answer with ``StabilityTracker/judged(_:whole:at:)``.
    case examine
    case take
  }

  private struct Entry {
    var sighting: Sighting
    var since: Instant
    var isIncomplete = false
  }

  let quiet: Duration
  let patience: Duration
  private var entries: [[UInt8]: Entry] = [:]

  init(quiet: Duration = .seconds(2), patience: Duration = .seconds(600)) {
    self.quiet = quiet
    self.patience = patience
  }

  var pending: Int { entries.count }

  mutating func saw(_ name: [UInt8], _ sighting: Sighting, at now: Instant) -> Verdict {
    guard let entry = entries[name], entry.sighting == sighting else {
      entries[name] = Entry(sighting: sighting, since: now)
      return .wait
    }
    let age = entry.since.duration(to: now)
    if sighting.size == 0 || age < quiet { return .wait }
    // An incomplete file is examined again: a writer that closes it leaves size and times as they are.
    return entry.isIncomplete && age >= patience ? .take : .examine
  }

  mutating func judged(_ name: [UInt8], whole: Bool, at now: Instant) -> Verdict {
    guard !whole else { return .take }
    entries[name]?.isIncomplete = true
    guard let entry = entries[name] else { return .wait }
    return entry.since.duration(to: now) < patience ? .wait : .take
  }

  mutating func keep(only names: Set<[UInt8]>) {
    entries = entries.filter { names.contains($0.key) }
  }

  mutating func forget(_ name: [UInt8]) {
    entries[name] = nil
  }
}
