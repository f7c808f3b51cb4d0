@testable import Rendering

/// libvips, started once for all tests.
enum Vips {
  /// Whether it started.
  static let isStarted = ImageLibrary.start()
}
