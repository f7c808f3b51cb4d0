import CVips
import Glibc

/// libvips, as far as a hostile image may have to do with it.
enum ImageLibrary {
  /// The library and its version.
  static var renderer: String {
    "libvips " + (0..<3).map { String(cvips_version($0)) }.joined(separator: ".")
  }

  /// Starts the library; false when it cannot.
  ///
  /// Once, before the sandbox closes: its HEIF loader is a module, opened here. Its other modules (ImageMagick
  /// among them) are not, which also saves most of the start.
  static func start() -> Bool {
    guard cvips_start() else { return false }
    addHEIF()
    return true
  }

  private static func addHEIF() {
    let folder = "vips-modules-\(cvips_version(0)).\(cvips_version(1))"
    for machine in ["x86_64-linux-gnu", "aarch64-linux-gnu"]
    where cvips_add_module("/usr/lib/\(machine)/\(folder)/vips-heif.so") {
      return
    }
  }

  /// What the last failed call said, for the log only; forgotten here.
  static func takeError() -> String {
    guard let message = cvips_take_error() else { return "" }
    defer { free(message) }
    return String(cString: message)
  }
}
