import Glibc

enum ProcessorTime {
  /// The processor time of all threads, in microseconds.
  ///
  /// `getrusage` is used because under `RLIMIT_CPU` the process clock moves with the kernel's ticks only.
  static func microseconds() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + $1.tv_sec * 1_000_000 + $1.tv_usec }
  }
}
