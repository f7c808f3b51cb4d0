import DocumentModel
import FoundationEssentials
import Synchronization

/// Tells which files other programs are still writing.
///
/// So a slow copy becomes one document when it is done, and not a version at each look.
///
/// ```
///   written to less than `quiet` ago ─────────────────────────┐
///   open for writing, and written to lately ──────────────────┴─▶ unfinished ── for `patience` ──▶ taken as it is
/// ```
/// A file that looks as the index knows it, at another place, was whole when it was read. It waits only while
/// a program has it open.
///
/// Safe from any thread.
final class Writers: Sendable {
  /// A program that has a file open without writing to it for so long is not copying it.
  static let openTime: TimeInterval = 30
  /// A file that is written to without an end, as a log is, is taken up as it is after so long.
  static let patience: Duration = .seconds(600)

  /// How long a file must not have been written to; zero for taking everything as it is.
  let quiet: Duration
  /// Since when files are being written, by the last pass and by this one.
  private let seen = Mutex<
    (before: [Location: ContinuousClock.Instant], now: [Location: ContinuousClock.Instant])
  >(
    ([:], [:]))

  /// Where files were being written at the end of the last pass.
  var places: Set<Location> { seen.withLock { Set($0.before.keys) } }

  init(quiet: Duration) {
    self.quiet = quiet
  }

  func begin() {
    seen.withLock { $0.now = [:] }
  }

  func end() {
    seen.withLock { $0 = ($0.now, [:]) }
  }

  /// Whether a file is to be left for a later pass.
  ///
  /// - Parameters:
  ///   - date: the time of day, as files are stamped with.
  ///   - isKnown: whether the index knows the content of a file that looks like this.
  ///   - isOpen: whether a program has it open for writing; asked only where that decides.
  func isWriting(
    _ file: PlacedContent, at now: ContinuousClock.Instant, date: Date, isKnown: Bool = false,
    isOpen: () async -> Bool
  ) async -> Bool {
    guard quiet > .zero else { return false }
    let age = date.timeIntervalSince(file.modified)
    let isFresh = abs(age) < Double(quiet.components.seconds)
    let isRecent = isFresh || (age >= 0 && age < Self.openTime)
    guard isFresh && !isKnown ? true : isRecent ? await isOpen() : false else { return false }
    let since = seen.withLock { seen in
      let since = seen.before[file.location] ?? seen.now[file.location] ?? now
      let isTaken = since.duration(to: now) >= Self.patience
      // A program that goes on writing then is waited for as long again.
      seen.now[file.location] = isTaken ? now : since
      return since
    }
    return since.duration(to: now) < Self.patience
  }
}
