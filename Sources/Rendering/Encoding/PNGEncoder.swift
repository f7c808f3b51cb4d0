import CDeflate
import DocumentModel

/// Writes PNG (ISO/IEC 15948) with libdeflate: one bit for a bitonal page, eight bits for a grey one, else RGB.
///
/// Rows are unfiltered, which is smaller and faster on pages of text. It takes a tenth of libpng's time at its
/// defaults.
final class PNGEncoder {
  /// libdeflate's level: higher levels take more time and hardly save bytes.
  private static let level: CInt = 2
  /// Signature, IHDR, and the length and type of IDAT.
  private static let headLength = 41
  /// Checksum of IDAT, and IEND.
  private static let tailLength = 16

  private let compressor = libdeflate_alloc_compressor(level)

  deinit {
    if let compressor { libdeflate_free_compressor(compressor) }
  }

  /// The file's bytes.
  ///
  /// - Parameter isBitonal: whether the pixels are black and white only.
  ///
  /// Throws `.renderMemory`.
  func encode(_ pixels: PixelBuffer, isBitonal: Bool = false) throws(DocumentError) -> [UInt8] {
    guard let compressor else { throw PageEncoder.outOfMemory(.png) }
    let samples: PNGSamples = isBitonal ? .bits : pixels.isGrey() ? .grey : .colour
    let rows = PNGRows(pixels, as: samples)
    let bound = libdeflate_zlib_compress_bound(compressor, rows.bytes.count)
    let file = [UInt8](unsafeUninitializedCapacity: Self.headLength + bound + Self.tailLength) {
      buffer, count in
      let image = UnsafeMutableRawBufferPointer(buffer)
      let body = UnsafeMutableRawBufferPointer(rebasing: image.dropFirst(Self.headLength))
      let length = libdeflate_zlib_compress(
        compressor, rows.bytes.baseAddress, rows.bytes.count, body.baseAddress, bound)
      Self.writeHead(to: image, of: pixels, samples)
      count = length == 0 ? 0 : Self.finish(image, dataLength: length)
    }
    guard !file.isEmpty else { throw PageEncoder.outOfMemory(.png) }
    return file
  }

  private static func writeHead(
    to image: UnsafeMutableRawBufferPointer, of pixels: PixelBuffer, _ samples: PNGSamples
  ) {
    image.copyBytes(from: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    writeChunkHead("IHDR", length: 13, to: image, at: 8)
    store(UInt32(pixels.width), to: image, at: 16)
    store(UInt32(pixels.height), to: image, at: 20)
    // Bit depth and colour type, then the only legal compression and filter methods, and no interlace.
    let rest: [UInt8] = [samples.depth, samples.colourType, 0, 0, 0]
    UnsafeMutableRawBufferPointer(rebasing: image[24..<29]).copyBytes(from: rest)
    storeChecksum(of: 12..<29, in: image)
  }

  /// Writes the end of IDAT and IEND; returns the file's length.
  private static func finish(_ image: UnsafeMutableRawBufferPointer, dataLength: Int) -> Int {
    writeChunkHead("IDAT", length: dataLength, to: image, at: headLength - 8)
    let end = headLength + dataLength
    storeChecksum(of: headLength - 4..<end, in: image)
    writeChunkHead("IEND", length: 0, to: image, at: end + 4)
    storeChecksum(of: end + 8..<end + 12, in: image)
    return end + tailLength
  }

  private static func writeChunkHead(
    _ type: StaticString, length: Int, to image: UnsafeMutableRawBufferPointer, at offset: Int
  ) {
    store(UInt32(length), to: image, at: offset)
    let name = UnsafeRawBufferPointer(start: type.utf8Start, count: 4)
    UnsafeMutableRawBufferPointer(rebasing: image[offset + 4..<offset + 8]).copyMemory(from: name)
  }

  private static func storeChecksum(of range: Range<Int>, in image: UnsafeMutableRawBufferPointer) {
    let covered = UnsafeRawBufferPointer(rebasing: image[range])
    store(libdeflate_crc32(0, covered.baseAddress, covered.count), to: image, at: range.upperBound)
  }

  private static func store(_ value: UInt32, to image: UnsafeMutableRawBufferPointer, at offset: Int) {
    image.storeBytes(of: value.bigEndian, toByteOffset: offset, as: UInt32.self)
  }
}
