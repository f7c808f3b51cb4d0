import DocumentModel
import Testing

/// One promise of the content port, to be kept by every implementation.
struct ContentCheck: Sendable, CustomTestStringConvertible {
  /// The promise, as a sentence.
  let testDescription: String
  /// Tries it on an empty store.
  let run: @Sendable (any ContentStore) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (any ContentStore) async throws -> Void) {
    testDescription = promise
    self.run = run
  }

  /// All promises.
  static let all: [ContentCheck] =
    staging + placing + replacing + versions + moving + trashing + folders + wholeFolders + looking + holding
    + packages
}
