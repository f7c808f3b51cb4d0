import DocumentModel
import Synchronization

/// Hashes of files whose fingerprint was seen, so that a save does not read the content it replaces.
///
/// A memory, not a truth: bounded, and lost with the process. A fingerprint holds the inode and both times, so a
/// file that was written to has another one, once the tick of its last change is over; only then it comes in here.
final class KnownHashes: Sendable {
  private static let capacity = 8192

  private let hashes = Mutex<[Fingerprint: ContentHash]>([:])

  subscript(fingerprint: Fingerprint) -> ContentHash? {
    get { hashes.withLock { $0[fingerprint] } }
    set {
      hashes.withLock { hashes in
        // Starting over is simpler than ageing, and costs one reading of each content at most.
        if hashes.count >= Self.capacity { hashes.removeAll(keepingCapacity: true) }
        hashes[fingerprint] = newValue
      }
    }
  }
}
