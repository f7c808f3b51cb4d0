import Glibc

/// Where the running program lies.
public enum ProgramPath {
  /// The absolute path of the running program (`/proc/self/exe`); empty where the kernel does not say.
  public static let current: String = {
    guard let path = realpath("/proc/self/exe", nil) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }()
}
