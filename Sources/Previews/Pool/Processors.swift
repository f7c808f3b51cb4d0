import Glibc

/// The machine's processors.
enum Processors {
  /// Those online now.
  static var count: Int { Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}
