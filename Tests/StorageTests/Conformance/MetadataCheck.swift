import DocumentModel
import Testing

/// One promise of the metadata port, to be kept by every implementation.
struct MetadataCheck: Sendable, CustomTestStringConvertible {
  /// The promise, as a sentence.
  let testDescription: String
  /// Tries it on an empty store.
  let run: @Sendable (any MetadataStore) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (any MetadataStore) async throws -> Void) {
    testDescription = promise
    self.run = run
  }

  /// All promises.
  static let all: [MetadataCheck] =
    adding + changing + versions + retention + moving + trashing + listing + paging + searching + storing
    + events + marking + removing + batching + places + deepListing + wholeFolders
    + eventPages
}
