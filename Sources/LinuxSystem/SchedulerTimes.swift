/// What the kernel's scheduler has given the threads of this process, and what it gave to others first.
///
/// The kernel counts both for each thread (`/proc/[pid]/task/[tid]/schedstat`; its Documentation/scheduler/sched-stats.rst). A
/// thread that waits for a disk does neither. Threads that ended are not counted any more, so that a later sum can be less
/// than an earlier one.
public struct SchedulerTimes: Hashable, Sendable {
  /// How long its threads ran, together.
  public let ran: Duration
  /// How long they were ready to run and others had the processors, together.
  public let waited: Duration

  /// Times from their parts.
  public init(ran: Duration, waited: Duration) {
    self.ran = ran
    self.waited = waited
  }

  /// What a thread's file says; nil for anything else.
  init?(_ text: String) {
    let words = text.split { $0 == " " || $0 == "\n" }
    let numbers = words.compactMap { Int64($0) }
    guard words.count == 3, numbers.count == 3 else { return nil }
    self.init(ran: .nanoseconds(numbers[0]), waited: .nanoseconds(numbers[1]))
  }

  /// The times so far; nil where the kernel does not tell.
  ///
  /// Reads a few bytes of the kernel's memory for each thread, and no disk. Safe from any thread.
  public static func now() -> SchedulerTimes? {
    var (ran, waited) = (Duration.zero, Duration.zero)
    do {
      let threads = try Directory(opening: "/proc/self/task")
      try threads.forEachEntry { entry in
        guard let name = entry.name, let times = ofThread(name, in: threads) else { return }
        ran += times.ran
        waited += times.waited
      }
    } catch {
      return nil
    }
    // A kernel that does not count says 0, and whoever asks has run.
    return ran > .zero ? SchedulerTimes(ran: ran, waited: waited) : nil
  }

  /// Nil for a thread that has ended by now.
  private static func ofThread(_ name: String, in threads: Directory) -> SchedulerTimes? {
    guard let bytes = try? threads.open("\(name)/schedstat").read(256) else { return nil }
    return SchedulerTimes(String(decoding: bytes, as: UTF8.self))
  }
}
