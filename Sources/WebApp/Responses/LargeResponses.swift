import HTTPServer
import Previews

/// Responses that are too large for ``ResponseCache``, made once for all clients: the manifest of a document of 20,000
/// pages has 20 MB.
///
/// One response is made at a time, and all connections send the same bytes. A hundred viewers of one document so cost
/// its memory and time once. A tag of all inputs names each response, so that none is outdated; unused ones
/// make room for new ones.
actor LargeResponses {
  private let kept: HotCache<String, Representation>

  /// A cache of at most `bytes` bytes; a larger response is made for each request.
  init(bytes: Int = 32 << 20) {
    kept = HotCache(byteLimit: bytes)
  }

  nonisolated var count: Int { kept.count }

  /// The response with this tag: the cached one, or that of `make`, which also returns its length.
  func answer(
    _ tag: EntityTag, making make: @Sendable () throws -> (entity: Representation, bytes: Int)
  ) throws -> Representation {
    if let known = kept.value(for: tag.value) { return known }
    let made = try make()
    kept.insert(made.entity, for: tag.value, bytes: made.bytes)
    return made.entity
  }
}
