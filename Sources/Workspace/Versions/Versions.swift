public import DocumentModel
import Logging

/// Earlier contents of documents, and their return.
public struct Versions: UsesServices {
  let documents: Documents

  var services: Services { documents.services }
  var tree: Tree { documents.tree }

  /// A page of a document's versions, also of one in the Trash: the highest number first, whatever the clocks said.
  ///
  /// - Parameters:
  ///   - id: the document.
  ///   - number: where the page before ended (``VersionList/next``); nil for the first page.
  ///   - limit: the most versions to return, at least 1.
  public func versions(
    of id: DocumentID, before number: Int? = nil, limit: Int = 100
  ) async throws(DocumentError) -> VersionList {
    let document = try await document(id, includingTrash: true)
    // One more than asked for tells whether there is a next page.
    let found = try await versionIndex.versions(of: id, before: number, limit: limit + 1)
    let page = found.prefix(limit)
    return VersionList(
      versions: try await listed(page, of: document), next: found.count > limit ? page.last?.number : nil)
  }

  /// One version of a document, also of one in the Trash.
  ///
  /// Throws `.notFound` when there is none of that number, or it was let go of.
  public func version(_ number: Int, of id: DocumentID) async throws(DocumentError) -> ListedVersion {
    let document = try await document(id, includingTrash: true)
    let version = try await require(number, of: id)
    guard let listed = try await listed([version][...], of: document).first else {
      throw Self.noVersion(number)
    }
    return listed
  }

  /// The bytes of a version, wherever they are kept.
  ///
  /// Throws `.notFound` as ``version(_:of:)``, `.versionGone` when its bytes are not kept, `.damaged` when those that are
  /// kept have another length.
  public func content(
    ofVersion number: Int, of id: DocumentID
  ) async throws(DocumentError) -> VersionContent {
    let document = try await document(id, includingTrash: true)
    let version = try await require(number, of: id)
    if let kept = try await keptContent(of: version, of: document) { return kept }
    do throws(DocumentError) {
      return try await liveContent(of: version, of: document)
    } catch  where error.code == .versionGone {
      // It was written over on the disk, or there was no room to keep it: it may be held still.
      await tree.places.keepLost(version.sha256, of: id)
      guard let kept = try await keptContent(of: version, of: document) else { throw error }
      return kept
    }
  }

  /// The bytes of a version from a file of its own; nil where it has none.
  private func keptContent(
    of version: Version, of document: Document
  ) async throws(DocumentError) -> VersionContent? {
    do throws(DocumentError) {
      let content = try await contents.openVersion(version.sha256)
      guard content.size == version.size else {
        throw DocumentError(.damaged, "the bytes that are kept are no longer those of this version")
      }
      return VersionContent(version: version, document: document, content: content, isLive: false)
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// Brings an earlier content back, as a new version on top of all other versions.
  ///
  /// Nothing changes when the document has that content now.
  ///
  /// - Parameters:
  ///   - number: the version.
  ///   - id: a document in `Documents`.
  ///   - expected: what the document must still be, else `.versionConflict`.
  ///   - author: the client, by the name of its token or session.
  /// - Throws: as ``content(ofVersion:of:)``, and `.damaged` when the bytes are not the version's.
  public func restore(
    version number: Int, of id: DocumentID, expecting expected: Expectation, author: String? = nil
  ) async throws(DocumentError) -> Document {
    _ = try await document(id)
    let source = try await content(ofVersion: number, of: id)
    let staged = try await contents.stage(copyOf: source.content, expecting: source.version.sha256)
    return try await documents.replace(
      id, with: staged, expecting: expected, origin: .restored, author: author, restoredFrom: number)
  }

  private func require(_ number: Int, of id: DocumentID) async throws(DocumentError) -> Version {
    guard let version = try await versionIndex.version(number, of: id) else { throw Self.noVersion(number) }
    return version
  }

  /// The bytes of a version that no file of its own keeps: those of a document that has them now.
  private func liveContent(
    of version: Version, of document: Document
  ) async throws(DocumentError) -> VersionContent {
    guard let holder = try await holder(of: version.sha256, like: document) else { throw Self.gone(version) }
    let (current, content) = try await tree.current(holder)
    // It may have been written to since; its former content is nowhere then.
    guard current.sha256 == version.sha256 else { throw Self.gone(version) }
    return VersionContent(version: version, document: document, content: content, isLive: true)
  }

  /// A document whose file has this content: `document` before other documents, those in `Documents` before
  /// those in the Trash.
  ///
  /// Of those in the Trash some have no file there: another program removed it.
  private func holder(
    of hash: ContentHash, like document: Document
  ) async throws(DocumentError) -> Document? {
    if document.sha256 == hash, document.trashed == nil { return document }
    guard let other = try await index.document(withContent: hash) else { return nil }
    if other.trashed == nil { return other }
    for entry in try await trashIndex.trashed(like: hash, from: document.location)
    where entry.document.sha256 == hash {
      if try await !tree.places.isMissingInTrash(entry.document.id) { return entry.document }
    }
    return nil
  }

  private func listed(
    _ versions: ArraySlice<Version>, of document: Document
  ) async throws(DocumentError) -> [ListedVersion] {
    let hashes = Set(versions.map(\.sha256))
    var kept = try await contents.keptVersions(among: hashes)
    let held = try await directory.heldContents(among: hashes.subtracting(kept))
    for hash in hashes.subtracting(kept) {
      var isKept = try await holder(of: hash, like: document) != nil
      // There may have been no room to keep it when it was replaced on the disk.
      if !isKept, held.contains(hash) { isKept = await tree.places.keepLost(hash, of: document.id) }
      if isKept { kept.insert(hash) }
    }
    return versions.map { version in
      ListedVersion(
        version: version, isKept: kept.contains(version.sha256), isCurrent: version.number == document.version
      )
    }
  }

  private static func noVersion(_ number: Int) -> DocumentError {
    DocumentError(.notFound, "the document has no version \(number), or it was let go of")
  }

  private static func gone(_ version: Version) -> DocumentError {
    DocumentError(
      .versionGone, "the bytes of version \(version.number) are not kept: they were overwritten on the disk")
  }
}
