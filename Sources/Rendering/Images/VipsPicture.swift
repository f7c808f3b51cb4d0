import CVips
import DocumentModel

/// A `VipsImage`: a lazy pipeline whose pixels are computed on require.
///
/// An image made from ``ContentBytes`` must not outlive them. Used by one thread.
final class VipsPicture {
  private let image: OpaquePointer
  private let facts: cvips_facts

  /// Takes ownership of a call's result; throws when the call failed.
  private init(owning image: OpaquePointer?) throws(DocumentError) {
    guard let image else { throw Self.failure() }
    self.image = image
    facts = cvips_describe(image)
  }

  deinit {
    cvips_release(image)
  }

  var width: Int { Int(facts.width) }
  var height: Int { Int(facts.height) }
  var pageCount: Int { max(1, Int(facts.pages)) }
  /// The bits of a channel.
  var depth: Int { Int(facts.depth) }
  /// The pixels per inch; nil where the file says none.
  var resolution: (across: Double, down: Double)? {
    facts.across > 0 && facts.down > 0 ? (facts.across, facts.down) : nil
  }
  /// The colours in words; nil for those without a usual name.
  var colours: String? {
    let names = [
      "srgb": "RGB", "rgb": "RGB", "rgb16": "RGB", "scrgb": "RGB", "b-w": "Grey", "grey16": "Grey",
      "cmyk": "CMYK",
      "lab": "Lab", "labs": "Lab", "xyz": "XYZ",
    ]
    return names[String(cString: facts.colours)].map {
      facts.has_transparency ? "\($0) with transparency" : $0
    }
  }
  /// The time that all frames of a moving picture take, in seconds; 0 where none is known.
  var duration: Double { Double(facts.duration) / 1_000 }
  /// Whether EXIF rotates the image by a quarter turn.
  var isTurned: Bool { facts.is_turned }
  /// Whether its pixels are stored in passes (progressive JPEG, interlaced PNG).
  var isInterlaced: Bool { facts.is_interlaced }

  /// The EXIF values in the file's order: names, and values as libexif writes them.
  var exif: [(name: String, value: String)] {
    final class Taken {
      var values: [(name: String, value: String)] = []
    }
    let taken = Taken()
    cvips_each_exif(
      image,
      { name, value, closure in
        guard let name, let value, let closure else { return }
        Unmanaged<Taken>.fromOpaque(closure).takeUnretainedValue()
          .values.append((String(cString: name), String(cString: value)))
      }, Unmanaged.passUnretained(taken).toOpaque())
    return taken.values
  }

  static func open(_ contents: ContentBytes, options: String) throws(DocumentError) -> VipsPicture {
    try VipsPicture(owning: cvips_open(contents.bytes.baseAddress, contents.bytes.count, options))
  }

  /// The whole image, upright, scaled to exactly `width` × `height` pixels.
  static func thumbnail(
    _ contents: ContentBytes, options: String, width: Int, height: Int
  ) throws(DocumentError) -> VipsPicture {
    let bytes = contents.bytes
    return try VipsPicture(
      owning: cvips_thumbnail(bytes.baseAddress, bytes.count, options, CInt(width), CInt(height)))
  }

  func cropped(left: Int, top: Int, width: Int, height: Int) throws(DocumentError) -> VipsPicture {
    try VipsPicture(owning: cvips_crop(image, CInt(left), CInt(top), CInt(width), CInt(height)))
  }

  /// Begins to compute rows from the top, in sRGB on white.
  ///
  /// The caller ends it with `cvips_rows_end` before it frees the image's bytes.
  func rows() throws(DocumentError) -> OpaquePointer {
    let opaque = try VipsPicture(owning: cvips_opaque(image))
    guard let rows = cvips_rows_begin(opaque.image) else { throw Self.failure() }
    return rows
  }

  /// Computes all pixels, in sRGB on white.
  func pixels() throws(DocumentError) -> PixelBuffer {
    let opaque = try VipsPicture(owning: cvips_opaque(image))
    var length = 0
    guard let samples = cvips_samples(opaque.image, &length) else { throw Self.failure() }
    defer { cvips_free(samples) }
    let pixels = try PixelBuffer(width: width, height: height)
    Self.copy(UnsafeBufferPointer(start: samples, count: length), to: pixels)
    return pixels
  }

  private static func copy(_ samples: UnsafeBufferPointer<UInt8>, to pixels: PixelBuffer) {
    let target = pixels.bytes.bindMemory(to: UInt32.self)
    for index in 0..<min(target.count, samples.count / 3) {
      let red = UInt32(samples[index * 3])
      let green = UInt32(samples[index * 3 + 1])
      let blue = UInt32(samples[index * 3 + 2])
      target[index] = 0xFF00_0000 | red << 16 | green << 8 | blue
    }
  }

  static func failure() -> DocumentError {
    let isMemory = ImageLibrary.takeError().contains("out of memory")
    return isMemory
      ? DocumentError(.renderMemory, "there is not enough memory to decode the image")
      : DocumentError(.damaged, "the image is damaged")
  }
}
