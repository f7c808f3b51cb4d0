import CVips
import Glibc

/// libvips, restricted to the loaders that are safe for untrusted images.
enum ImageLibrary {
  static var renderer: String {
    "libvips " + (0..<3).map { String(cvips_version($0)) }.joined(separator: ".")
  }

  /// Starts the library, without its modules; false on failure.
  ///
  /// Must be called once, before the sandbox closes: the modules of gdk-pixbuf are opened here.
  static func start() -> Bool {
    guard cvips_start() else { return false }
    cvips_add_pixbuf()
    return true
  }

  /// Opens the loaders of HEIF and JPEG XL, which are modules, before the sandbox closes; call it once after
  /// ``start()``, on any thread.
  ///
  /// The other modules (ImageMagick among them) are not loaded, which also saves most of the start-up time.
  static func addModules() {
    let folder = "vips-modules-\(cvips_version(0)).\(cvips_version(1))"
    for machine in ["x86_64-linux-gnu", "aarch64-linux-gnu"] {
      for name in ["heif", "jxl"] { _ = cvips_add_module("/usr/lib/\(machine)/\(folder)/vips-\(name).so") }
    }
  }

  /// The message of the last failed call, for the log only; clears it.
  static func takeError() -> String {
    guard let message = cvips_take_error() else { return "" }
    defer { free(message) }
    return String(cString: message)
  }
}
