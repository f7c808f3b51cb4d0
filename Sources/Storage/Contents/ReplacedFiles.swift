import DocumentModel
import Synchronization

/// Files in `tmp` that were replaced while somebody had them open for writing, and what may come of it: each has to be
/// looked at again when they are done.
///
/// Their names tell what was replaced by what (``StagingArea``), also to the next start. Safe from any thread.
final class ReplacedFiles: Sendable {
  private let places = Mutex<[String: Location?]>([:])

  /// All, by their names in `tmp`, with the places where they lay; nil where nobody knows.
  var all: [String: Location?] { places.withLock(\.self) }

  /// Takes note of one.
  func add(_ name: String, from location: Location?) {
    places.withLock { $0[name] = .some(location) }
  }

  /// Forgets one that is not there any more.
  func remove(_ name: String) {
    _ = places.withLock { $0.removeValue(forKey: name) }
  }
}
