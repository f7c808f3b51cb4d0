import DocumentModel
import FoundationEssentials
import Logging

/// The index and the disk at single places: what is in both, and how the one is brought in line with the other.
///
/// Each step looks again inside the lock of its place, because something may have happened since the caller's look.
struct Places: UsesServices {
  let services: Services
  /// Dates what goes to the Trash.
  let expiry: ExpiryGuard
  /// Whether files of other programs in `Documents` become documents (spec documents FS-1).
  let sharesFiles: Bool
  /// Told of a content that can never be read again.
  let onContentGone: @Sendable (ContentHash) async -> Void
  /// Keeps two changes of one place apart.
  let lock = KeyedLock<Location>()
  let missing = MissingFiles()
  let longFiles = LongFiles()

  /// When what goes to the Trash now is said to have gone there: from then on its time counts.
  ///
  /// By a clock that is far behind it would be past its time as soon as the clock is right again.
  func trashDate() -> Date { expiry.dating(now()) }

  func isMissing(_ location: Location) async throws(DocumentError) -> Bool {
    try await absent { () async throws(DocumentError) in try await documentFiles.open(location) }
  }

  /// Whether the Trash has no file of a document: it went away by itself, or is back in `Documents`.
  func isMissingInTrash(_ id: DocumentID) async throws(DocumentError) -> Bool {
    try await absent { () async throws(DocumentError) in try await documentFiles.openTrashed(id) }
  }

  func absent(
    _ open: () async throws(DocumentError) -> any ReadableContent
  ) async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      _ = try await open()
      return false
    } catch  where error.code == .notFound {
      return true
    } catch  where error.code == .unfitPackage {
      return false
    }
  }

  /// A file that was read, and what it is; nil when none is there, or it changed while it was read.
  func read(_ location: Location) async throws(DocumentError) -> ReadFile? {
    do throws(DocumentError) {
      guard let found = try await directory.take(location) else { return nil }
      let content = try await documentFiles.open(location)
      let type = await renderer.identify(content, named: location.name, in: types.current).type
      return ReadFile(found: found, type: type)
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// The Inbox is part of what people see, so an empty one goes, whichever program took the last file out of it (spec documents
  /// FS-4).
  func leaveInbox() async {
    guard let inbox = try? await directory.folder(.inbox), !inbox.hasFolders else { return }
    // Fails when it is not empty, as it should.
    _ = try? await directory.removeEmptyFolders(.inbox)
  }
}

struct ReadFile: Sendable {
  let found: HashedContent
  let type: TypeIdentifier

  func version(_ number: Int, at date: Date) -> Version {
    Version(
      number: number, sha256: found.sha256, size: found.placed.size, type: type, created: date, origin: .disk)
  }
}
