@testable import Rendering

enum Vips {
  static let isStarted: Bool = {
    let isStarted = ImageLibrary.start()
    ImageLibrary.addModules()
    return isStarted
  }()
}
