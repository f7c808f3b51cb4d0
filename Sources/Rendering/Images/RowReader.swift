import CVips
import DocumentModel

/// Decodes an image at one size row by row from the top, and continues where it stopped.
///
/// Image files are decoded from their beginning, so the lower half needs the upper one. A reader stays open between
/// requests, and tiles requested row by row share one decoding. Used by one thread.
final class RowReader {
  let height: Int
  /// The first unread row.
  private(set) var position = 0
  private let width: Int
  private let rows: OpaquePointer
  /// Owns the bytes from which the rows are computed.
  private let contents: ContentBytes

  /// Begins at the top of `picture`, which was made from `contents`.
  init(_ picture: VipsPicture, of contents: ContentBytes) throws(DocumentError) {
    self.contents = contents
    (width, height) = (picture.width, picture.height)
    rows = try picture.rows()
  }

  deinit {
    cvips_rows_end(rows)
  }

  /// Skips to row `top` and reads `count` rows.
  ///
  /// Throws `.damaged` for rows above ``position`` or outside the image, and for a damaged file.
  func pixels(from top: Int, count: Int) throws(DocumentError) -> PixelBuffer {
    guard top >= position, count > 0, top + count <= height else {
      throw DocumentError(.damaged, "the image has no such rows")
    }
    let pixels = try PixelBuffer(width: width, height: count)
    let target = pixels.bytes.bindMemory(to: UInt8.self).baseAddress
    // Set before the read, because rows are consumed even if it fails.
    position = top + count
    guard cvips_rows_read(rows, CInt(top), CInt(count), target) else { throw VipsPicture.failure() }
    return pixels
  }
}
