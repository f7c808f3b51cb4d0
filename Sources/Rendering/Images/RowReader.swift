import CVips
import DocumentModel

/// A picture at one size that is decoded from its top downward, and goes on where it stopped.
///
/// Files of pictures are read from their beginning: whoever wants the lower half decodes the upper one. So a reader stays
/// open between requests, and tiles that are asked for row by row cost one decoding together. Used by one thread.
final class RowReader {
  /// Rows of the picture.
  let height: Int
  /// The first row that was not read yet.
  private(set) var position = 0
  private let width: Int
  private let rows: OpaquePointer
  /// What the rows are computed from.
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

  /// The next rows, after those above `top`, which are left out.
  ///
  /// Throws `.damaged` for rows above ``position`` or outside the picture, and when the file is.
  func pixels(from top: Int, count: Int) throws(DocumentError) -> PixelBuffer {
    guard top >= position, count > 0, top + count <= height else {
      throw DocumentError(.damaged, "the image has no such rows")
    }
    let pixels = try PixelBuffer(width: width, height: count)
    let target = pixels.bytes.bindMemory(to: UInt8.self).baseAddress
    // Also after a failure: what was read is gone.
    position = top + count
    guard cvips_rows_read(rows, CInt(top), CInt(count), target) else { throw VipsPicture.failure() }
    return pixels
  }
}
