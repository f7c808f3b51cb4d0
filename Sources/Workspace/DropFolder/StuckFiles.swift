/// The files of a drop folder that cannot be moved out of it, and when they are spoken of: a pure machine.
///
/// ```
///            failed                  `pause` later, still there
///   (none) ─────────► reported at once ─────────────────────────► reported again
///      ▲                   │ moved after all, or removed
///      └───────────────────┘
/// ```
/// Such a file is tried again with every look, as its owner may give the permission at any time. A line for each try
/// would bury the log.
struct StuckFiles<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
  struct News: Hashable {
    let count: Int
    let file: DropFolderWatcher.Stuck
  }

  private struct Entry {
    let file: DropFolderWatcher.Stuck
    var reported: Instant?
  }

  let pause: Duration
  private var entries: [[UInt8]: Entry] = [:]

  init(pause: Duration = .seconds(3600)) {
    self.pause = pause
  }

  mutating func failed(_ path: [UInt8], _ file: DropFolderWatcher.Stuck) {
    let reported = entries[path].flatMap { $0.file == file ? $0.reported : nil }
    entries[path] = Entry(file: file, reported: reported)
  }

  mutating func moved(_ path: [UInt8]) { entries[path] = nil }

  mutating func keep(only paths: Set<[UInt8]>) {
    entries = entries.filter { paths.contains($0.key) }
  }

  mutating func news(at now: Instant) -> News? {
    let unreported = entries.values.filter { $0.reported.map { now >= $0.advanced(by: pause) } ?? true }
    guard let first = unreported.map(\.file).min(by: { $0.name < $1.name }) else { return nil }
    for path in entries.keys { entries[path]?.reported = now }
    return News(count: entries.count, file: first)
  }

  func first(_ count: Int) -> [DropFolderWatcher.Stuck] {
    Array(entries.values.map(\.file).sorted { $0.name < $1.name }.prefix(count))
  }
}
