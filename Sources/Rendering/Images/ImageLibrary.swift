import CVips
import Glibc

/// libvips, restricted to the loaders that are safe for untrusted images.
enum ImageLibrary {
  static var renderer: String {
    "libvips " + (0..<3).map { String(cvips_version($0)) }.joined(separator: ".")
  }

  /// Starts the library; false on failure.
  ///
  /// Must be called once, before the sandbox closes: the HEIF loader is a module, opened here. The other modules
  /// (ImageMagick among them) are not loaded, which also saves most of the start-up time.
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

  /// The message of the last failed call, for the log only; clears it.
  static func takeError() -> String {
    guard let message = cvips_take_error() else { return "" }
    defer { free(message) }
    return String(cString: message)
  }
}
