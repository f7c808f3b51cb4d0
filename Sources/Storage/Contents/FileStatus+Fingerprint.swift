package import DocumentModel
import FoundationEssentials
import Glibc
package import LinuxSystem

extension FileStatus {
  package var fingerprint: Fingerprint {
    Fingerprint(
      device: device, inode: inode, size: size, modified: modified, changed: changed, born: birth)
  }

  /// That of a folder which is a package and can be no document as it is: no content was ever read from what looks so.
  var unfitFingerprint: Fingerprint {
    Fingerprint(device: device, inode: inode, size: -1, modified: modified, changed: changed)
  }

  /// The fingerprint to keep for a content that was read and found to be whole at `moment` (see ``SystemClock``).
  ///
  /// A clock has ticks. A write within the tick of the last change leaves the times as they are. So until that tick
  /// is over the fingerprint proves nothing, and the content is read again at the next look. (The same problem as
  /// Git's "racy" index entries.)
  package func fingerprint(readAt moment: Int64) -> Fingerprint {
    isSettled(at: moment) ? fingerprint : fingerprint.unsettled
  }

  /// Whether a write from `moment` on would show in both times.
  func isSettled(at moment: Int64) -> Bool {
    Self.isPast(modified, at: moment) && Self.isPast(changed, at: moment)
  }

  /// Whether a clock that showed `time` surely shows another one from `moment` on.
  static func isPast(_ time: Int64, at moment: Int64) -> Bool {
    let (since, isFarther) = moment.subtractingReportingOverflow(time)
    // A server's clock may go before ours by a little; times far ahead were set by hand, and no write repeats them.
    return isFarther || since >= tick(of: time) || since <= -wholeSecondsTick
  }

  /// How far apart two changes must be to get different times, in nanoseconds.
  static func tick(of time: Int64) -> Int64 {
    time % 1_000_000_000 == 0 ? wholeSecondsTick : finestTick
  }

  /// Kernels stamp files with a clock of 1 to 10 ms; twice that.
  static let finestTick: Int64 = 20_000_000
  /// FAT counts two seconds, other file systems one.
  static let wholeSecondsTick: Int64 = 2_000_000_000

  /// Whether both are the same file with, as far as can be told, the same content.
  ///
  /// A rename or link in between is allowed: those change ``changed``.
  func isSameContent(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode && size == other.size && modified == other.modified
  }

  func placed(at location: Location, fingerprint: Fingerprint? = nil) -> PlacedContent {
    PlacedContent(location: location, size: size, fingerprint: fingerprint ?? self.fingerprint)
  }
}

package enum SystemClock {
  package static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

extension Descriptor {
  /// Sets the time of writing back by a tick, so that any later write to the file shows in it.
  func settleTime() throws(SystemError) {
    try setModified(SystemClock.now() - FileStatus.finestTick)
    let kept = try status().modified
    guard FileStatus.tick(of: kept) > FileStatus.finestTick else { return }
    try setModified(kept - FileStatus.wholeSecondsTick)
  }
}
