import DocumentModel
import Testing

/// One promise of a port, to be kept by every implementation.
struct PortCheck<Store: Sendable>: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let run: @Sendable (Store) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (Store) async throws -> Void) {
    testDescription = promise
    self.run = run
  }
}

typealias ContentCheck = PortCheck<any CheckedFiles>

extension ContentCheck {
  /// The promises of ``ContentStore`` and ``DocumentFiles``.
  static var all: [ContentCheck] { staging + versions + placing + replacing + moving + trashing }
}

typealias TreeCheck = PortCheck<any CheckedFiles & DirectoryTree>

extension TreeCheck {
  /// The promises of ``DirectoryTree``.
  static var all: [TreeCheck] { folders + wholeFolders + looking + holding + packages }
}

typealias CheckedIndex = DocumentIndex & EventLog & TrashIndex & VersionIndex
typealias IndexCheck = PortCheck<any CheckedIndex>

extension IndexCheck {
  /// The promises of ``DocumentIndex``, ``VersionIndex``, ``TrashIndex`` and ``EventLog``.
  static var all: [IndexCheck] {
    let documents = adding + changing + moving + listing + paging + searching + storing + metadata
    let folders = places + deepListing + wholeFolders
    return documents + folders + versions + retention + trashing + removing + events + eventPages
  }
}
