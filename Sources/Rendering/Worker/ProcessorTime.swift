import Glibc

/// What this process has computed.
enum ProcessorTime {
  /// The processor time of all threads so far, in microseconds.
  ///
  /// Not the process's own clock: under `RLIMIT_CPU` it moves with the kernel's ticks only.
  static func microseconds() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + $1.tv_sec * 1_000_000 + $1.tv_usec }
  }
}
