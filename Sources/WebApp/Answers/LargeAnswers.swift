import HTTPServer
import Previews

/// Answers that are too large for ``AnswerCache``, each made once for all who ask for it: the manifest of a document of
/// 20,000 pages has 20 MB.
///
/// One is made at a time, and all connections send the same bytes, so that a hundred viewers of one document cost its
/// memory and its time once. Each is named by a tag of all that it depends on: none is ever out of date, and what is no longer
/// asked for goes when another needs the room.
actor LargeAnswers {
  private let kept: HotCache<String, Representation>

  /// Answers of at most `bytes` bytes together; a larger one is made for each who asks.
  init(bytes: Int = 32 << 20) {
    kept = HotCache(byteLimit: bytes)
  }

  /// Answers kept.
  nonisolated var count: Int { kept.count }

  /// The answer that `tag` names: the one that is kept, or the one that `make` returns, with its length.
  func answer(
    _ tag: EntityTag, making make: @Sendable () throws -> (entity: Representation, bytes: Int)
  ) throws -> Representation {
    if let known = kept.value(for: tag.value) { return known }
    let made = try make()
    kept.insert(made.entity, for: tag.value, bytes: made.bytes)
    return made.entity
  }
}
