/// The running and waiting times of this process's threads, as the kernel's scheduler counts them.
///
/// The source is `/proc/[pid]/task/[tid]/schedstat` (Documentation/scheduler/sched-stats.rst). Waiting for a disk
/// counts as neither. Ended threads are not counted, so a later sum may be smaller.
public struct SchedulerTimes: Hashable, Sendable {
  /// The running time of all threads.
  public let ran: Duration
  /// The time in which threads were ready to run but had no processor.
  public let waited: Duration

  /// Times from their parts.
  public init(ran: Duration, waited: Duration) {
    self.ran = ran
    self.waited = waited
  }

  /// Parses a thread's file; nil for any other text.
  init?(_ text: String) {
    let words = text.split { $0 == " " || $0 == "\n" }
    let numbers = words.compactMap { Int64($0) }
    guard words.count == 3, numbers.count == 3 else { return nil }
    self.init(ran: .nanoseconds(numbers[0]), waited: .nanoseconds(numbers[1]))
  }

  /// The times so far; nil where the kernel does not tell.
  ///
  /// Reads a few bytes of kernel data per thread, and no disk. Safe to use from any thread.
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
    // A kernel without this statistic reports 0, although the calling thread has run.
    return ran > .zero ? SchedulerTimes(ran: ran, waited: waited) : nil
  }

  /// Nil for a thread that has ended.
  private static func ofThread(_ name: String, in threads: Directory) -> SchedulerTimes? {
    guard let bytes = try? threads.open("\(name)/schedstat").read(256) else { return nil }
    return SchedulerTimes(String(decoding: bytes, as: UTF8.self))
  }
}
