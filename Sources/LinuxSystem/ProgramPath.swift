import Glibc

/// The path of the running program.
public enum ProgramPath {
  /// The absolute path (`/proc/self/exe`); empty where the kernel does not tell.
  public static let current: String = {
    guard let path = realpath("/proc/self/exe", nil) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }()
}
