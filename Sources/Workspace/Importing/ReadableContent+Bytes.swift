import DocumentModel
import Glibc

extension ReadableContent {
  /// Up to `count` bytes from `offset` on; fewer at the end of the content or where it cannot be read.
  func bytes(from offset: Int64, count: Int) -> [UInt8] {
    let wanted = Int(max(0, min(Int64(count), size - offset)))
    return [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        let place = buffer.baseAddress.map { $0 + filled }
        let got = pread(descriptor, place, wanted - filled, off_t(offset) + off_t(filled))
        if got < 0, errno == EINTR { continue }
        if got <= 0 { return }
        filled += got
      }
    }
  }
}
