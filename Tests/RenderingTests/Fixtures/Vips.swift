@testable import Rendering

enum Vips {
  static let isStarted = ImageLibrary.start()
}
