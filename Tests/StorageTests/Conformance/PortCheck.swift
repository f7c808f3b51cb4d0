import DocumentModel
import Testing

/// One promise of a port, to be kept by every implementation.
struct PortCheck<Store: Sendable>: Sendable, CustomTestStringConvertible {
  /// The promise, as a sentence.
  let testDescription: String
  /// Tries it on an empty store.
  let run: @Sendable (Store) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (Store) async throws -> Void) {
    testDescription = promise
    self.run = run
  }
}

typealias ContentCheck = PortCheck<any CheckedFiles>

extension ContentCheck {
  /// The promises of ``ContentStore``.
  static var contentStore: [ContentCheck] { staging + versions }
  /// The promises of ``DocumentFiles``.
  static var documentFiles: [ContentCheck] { placing + replacing + moving + trashing }
}

typealias TreeCheck = PortCheck<any CheckedFiles & DirectoryTree>

extension TreeCheck {
  /// The promises of ``DirectoryTree``.
  static var all: [TreeCheck] { folders + wholeFolders + looking + holding + packages }
}

/// An index and the log that it writes.
typealias CheckedIndex = DocumentIndex & EventLog & TrashIndex & VersionIndex
typealias IndexCheck = PortCheck<any CheckedIndex>

extension IndexCheck {
  /// The promises of ``DocumentIndex``.
  static var documentIndex: [IndexCheck] {
    adding + changing + moving + listing + paging + searching + storing + marking + places + deepListing
      + wholeFolders
  }
  /// The promises of ``VersionIndex``.
  static var versionIndex: [IndexCheck] { versions + retention }
  /// The promises of ``TrashIndex``.
  static var trashIndex: [IndexCheck] { trashing + removing }
  /// The promises of ``EventLog``.
  static var eventLog: [IndexCheck] { events + eventPages }
}
