import CTurboJPEG
import DocumentModel

/// Writes JPEG with libjpeg-turbo: quality 85, 4:2:0 chroma subsampling, or one channel for a grey page.
final class JPEGEncoder {
  private static let quality: CInt = 85

  private let handle = tjInitCompress()

  deinit {
    if let handle { tjDestroy(handle) }
  }

  func encode(_ pixels: PixelBuffer) throws(DocumentError) -> [UInt8] {
    let sampling = CInt(pixels.isGrey() ? TJSAMP_GRAY.rawValue : TJSAMP_420.rawValue)
    let width = CInt(pixels.width)
    let height = CInt(pixels.height)
    let bound = Int(tjBufSize(width, height, sampling))
    let file = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      var target = buffer.baseAddress
      var length = UInt(bound)
      let source = pixels.bytes.bindMemory(to: UInt8.self).baseAddress
      let status = tjCompress2(
        handle, source, width, CInt(pixels.stride), height, CInt(TJPF_BGRX.rawValue), &target, &length,
        sampling, Self.quality, TJFLAG_NOREALLOC)
      count = status == 0 ? Int(length) : 0
    }
    guard !file.isEmpty else { throw PageEncoder.outOfMemory(.jpg) }
    return file
  }
}
