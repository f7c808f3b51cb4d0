import Glibc
import LinuxSystem

/// The kernel's counters of this process, under the names of Prometheus' own client libraries.
///
/// Read on request, in some tens of microseconds: proc(5), `/proc/self/stat`.
struct ProcessFigures {
  /// A number of the exposition, valid for the moment.
  struct Figure {
    let name: String
    let kind: String
    let value: Double
  }

  /// The figures; those that the kernel does not report are missing.
  let all: [Figure]

  init() {
    all = Self.ofKernel() + Self.ofDescriptors()
  }

  private static func ofKernel() -> [Figure] {
    guard let stat = fields(of: "/proc/self/stat"), stat.count > 21 else { return [] }
    let ticks = Double(sysconf(CInt(_SC_CLK_TCK)))
    let page = Double(sysconf(CInt(_SC_PAGESIZE)))
    var figures = [
      Figure(name: "process_cpu_seconds_total", kind: "counter", value: (stat[11] + stat[12]) / ticks),
      Figure(name: "process_resident_memory_bytes", kind: "gauge", value: stat[21] * page),
      Figure(name: "process_virtual_memory_bytes", kind: "gauge", value: stat[20]),
      Figure(name: "process_threads", kind: "gauge", value: stat[17]),
    ]
    if let boot = bootTime() {
      figures.append(
        Figure(name: "process_start_time_seconds", kind: "gauge", value: boot + stat[19] / ticks))
    }
    return figures
  }

  private static func ofDescriptors() -> [Figure] {
    var figures: [Figure] = []
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      figures.append(Figure(name: "process_max_fds", kind: "gauge", value: Double(limit.rlim_cur)))
    }
    if let open = try? Directory(opening: "/proc/self/fd").entries().count {
      // One of them is the directory that is being read.
      figures.append(Figure(name: "process_open_fds", kind: "gauge", value: Double(open - 1)))
    }
    return figures
  }

  /// The fields after the name, which may contain anything and stands in parentheses; the first is a letter.
  private static func fields(of path: String) -> [Double]? {
    guard let text = read(path), let end = text.lastIndex(of: ")") else { return nil }
    return text[text.index(after: end)...].split(separator: " ").map { Double($0) ?? 0 }
  }

  /// The boot time of the machine, in seconds since 1970.
  private static func bootTime() -> Double? {
    let line = read("/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("btime ") }
    return line.flatMap { Double($0.dropFirst(6)) }
  }

  private static func read(_ path: String) -> String? {
    guard let file = try? Descriptor.open(path), let bytes = try? file.read(1 << 20) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
