import DocumentModel
import LinuxSystem

/// A file of an archive while it is read, as far as it went when it was opened.
///
/// All calls block.
struct ArchivedReading: Sendable {
  /// Longer contents are read while they are sent; shorter ones have their checksum before their header.
  ///
  /// Whole blocks, so that the number of blocks does not depend on how a content is read.
  static let pieceBytes: Int64 = 4 * StoredBlocks.most

  let opened: FileStatus
  private(set) var done: Int64 = 0
  private(set) var sum = CyclicRedundancyCheck()
  private let file: Descriptor
  private let changed: DocumentError

  /// Reads `file`, which looked like `opened` when it was opened; `changed` is the refusal when it does not any more.
  init(_ file: Descriptor, _ opened: FileStatus, changed: DocumentError) {
    (self.file, self.opened, self.changed) = (file, opened, changed)
  }

  var size: Int64 { opened.size }

  /// Whether a file of `size` bytes is sent before all of it was read.
  static func isInBlocks(_ size: Int64) -> Bool { size > pieceBytes }

  /// The next bytes as they stand in the archive; with the last of them the file was seen not to have changed since it was
  /// opened.
  mutating func next() throws -> [UInt8] {
    let wanted = min(Self.pieceBytes, size - done)
    let piece = try file.read(Int(wanted), at: done)
    guard piece.count == Int(wanted) else { throw changed }
    sum.update(piece)
    done += wanted
    if done == size, try !file.status().isSameContent(as: opened) { throw changed }
    return Self.isInBlocks(size) ? StoredBlocks.blocks(of: piece, isLast: done == size) : piece
  }
}
