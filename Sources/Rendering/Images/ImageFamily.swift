/// The kinds of image that are opened, and how each is treated.
enum ImageFamily: String, CaseIterable {
  case png = "Png"
  case jpeg = "Jpeg"
  case gif = "Nsgif"
  case webp = "Webp"
  case tiff = "Tiff"
  case svg = "Svg"
  case heif = "Heif"

  /// The family of one of vips's loaders, such as "VipsForeignLoadPngBuffer"; nil for all that are not opened.
  init?(loader: String) {
    guard let family = Self.allCases.first(where: { loader.hasPrefix("VipsForeignLoad" + $0.rawValue) })
    else {
      return nil
    }
    self = family
  }

  /// Whether more than one picture in a file means pages.
  ///
  /// In the others it means frames, sizes or depth maps.
  var hasPages: Bool { self == .tiff }

  /// Whether what is in such files is mostly photographs, which lost exactness when they were written.
  var isPhotograph: Bool { [.jpeg, .webp, .heif].contains(self) }

  /// Whether the file is decoded row by row; otherwise it is in memory as a whole at its full size.
  var isStreamed: Bool { [.png, .jpeg, .tiff, .svg].contains(self) }

  /// More pixels than this are refused before any is decoded.
  ///
  /// - Parameter isInterlaced: the file has its pixels in passes over the whole picture, so that even a streaming
  ///   decoder keeps all of them.
  func maximumPixels(isInterlaced: Bool) -> Int {
    isStreamed && !isInterlaced ? 400_000_000 : 120_000_000
  }
}
