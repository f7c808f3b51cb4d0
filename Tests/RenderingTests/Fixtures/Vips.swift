@testable import Rendering

/// libvips, started once for all tests.
enum Vips {
  static let isStarted = ImageLibrary.start()
}
