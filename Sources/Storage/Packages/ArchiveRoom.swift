import DocumentModel
import Synchronization

/// Bounds the memory of all archives of a workspace under way.
///
/// Each file or folder takes some hundred bytes. Its path is there up to three times: as listed, as archived, and in
/// the archive's directory. So one with a long path counts as several.
///
/// Safe from any thread.
final class ArchiveRoom: Sendable {
  /// A path of so many bytes counts as one, and each that is begun beyond as one more.
  static let pathBytes = 128
  static let mostOfOne = 1_000_000
  /// All archives under way together; an archive of the largest size leaves room.
  static let mostOfAll = 1_500_000

  private let taken = Mutex(0)

  /// As how many a file or folder counts whose path has so many bytes.
  static func count(ofPath bytes: Int) -> Int {
    max(1, (bytes + pathBytes - 1) / pathBytes)
  }

  /// One archive's part of the room, until it is released.
  final class Share: Sendable {
    private let room: ArchiveRoom
    private let items = Mutex(0)

    init(_ room: ArchiveRoom) {
      self.room = room
    }

    deinit {
      let items = items.withLock(\.self)
      room.taken.withLock { $0 -= items }
    }

    /// Takes room for `more` entries, as ``ArchiveRoom/count(ofPath:)`` counts them.
    ///
    /// Throws `.documentTooLarge` beyond the most that one archive may have, `.busy` when other archives have the room.
    func take(_ more: Int) throws(DocumentError) {
      let own = items.withLock { $0 + more }
      guard own <= ArchiveRoom.mostOfOne else { throw ArchiveRoom.isTooLarge }
      let hasRoom = room.taken.withLock { taken in
        guard taken + more <= ArchiveRoom.mostOfAll else { return false }
        taken += more
        return true
      }
      guard hasRoom else { throw ArchiveRoom.isBusy }
      items.withLock { $0 += more }
    }
  }

  static let isTooLarge = DocumentError(
    .documentTooLarge, "there is more in it than one archive takes; download the folders in it one by one")
  private static let isBusy = DocumentError(
    .busy, "too much is being downloaded as archives; try again when some of it has ended")
}
