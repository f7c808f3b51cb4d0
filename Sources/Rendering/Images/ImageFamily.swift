enum ImageFamily: String, CaseIterable {
  case png = "Png"
  case jpeg = "Jpeg"
  case gif = "Nsgif"
  case webp = "Webp"
  case tiff = "Tiff"
  case svg = "Svg"
  case heif = "Heif"
  case jpeg2000 = "Jp2k"
  case jpegXL = "Jxl"
  case radiance = "Rad"
  /// BMP, ICO, CUR, portable anymaps and Targa.
  case pixbuf = "Pixbuf"

  /// The family of a vips loader, such as "VipsForeignLoadPngBuffer"; nil for unsupported ones.
  init?(loader: String) {
    guard let family = Self.allCases.first(where: { loader.hasPrefix("VipsForeignLoad" + $0.rawValue) })
    else {
      return nil
    }
    self = family
  }

  /// Whether several images in a file are pages; in other formats they are frames, sizes or depth maps.
  var hasPages: Bool { self == .tiff }

  /// Whether several images in a file are the frames of a moving picture.
  var hasFrames: Bool { [.gif, .webp].contains(self) }

  /// Whether the format is lossy and mostly used for photographs.
  var isPhotograph: Bool { [.jpeg, .webp, .heif, .jpeg2000, .jpegXL].contains(self) }

  /// Whether the file is decoded row by row; otherwise it is in memory as a whole at its full size.
  var isStreamed: Bool { [.png, .jpeg, .tiff, .svg].contains(self) }

  /// The pixel limit, checked before decoding.
  ///
  /// - Parameter isInterlaced: whether the file stores passes over the whole image; a streaming decoder then keeps
  ///   all pixels.
  func maximumPixels(isInterlaced: Bool) -> Int {
    isStreamed && !isInterlaced ? 400_000_000 : 120_000_000
  }
}
