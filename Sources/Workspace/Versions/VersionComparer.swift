public import DocumentModel
public import LinuxSystem
import Synchronization

/// The changes between two versions of a document.
public struct VersionComparison: Sendable {
  /// The version before.
  public let old: Version
  /// The version after.
  public let new: Version
  /// The document as it is now.
  public let document: Document
  /// How the version before was read.
  public let oldEncoding: ComparedText.Encoding
  /// How the version after was read.
  public let newEncoding: ComparedText.Encoding
  /// The changes.
  public let text: TextComparison
}

/// Compares versions as texts, on threads of its own: a client that asks for much waits for all, and no other one does.
public final class VersionComparer: Sendable {
  private let workspace: DocumentWorkspace
  private let pool: BlockingPool
  private let waiting = Atomic(0)

  /// More comparisons at a time are refused as `.busy`: each holds two texts.
  static let maximumWaiting = 16

  /// A comparer of versions of `workspace` on the threads of `pool`.
  public init(_ workspace: DocumentWorkspace, pool: BlockingPool) {
    self.workspace = workspace
    self.pool = pool
  }

  /// The changes from one version of a document to another.
  ///
  /// - Parameters:
  ///   - number: the version before.
  ///   - other: the version after; nil for the current one.
  ///   - id: the document, also one in the Trash.
  /// - Throws: as ``Versions/content(ofVersion:of:)``; `.notComparable` when one of them is no text;
  ///   `.documentTooLarge` when one is longer than ``ComparedText/maximumBytes``; `.busy` when too many wait.
  public func compare(
    version number: Int, with other: Int?, of id: DocumentID
  ) async throws(DocumentError) -> VersionComparison {
    let document = try await workspace.document(id, includingTrash: true)
    let old = try await text(ofVersion: number, of: id)
    let new = try await text(ofVersion: other ?? document.version, of: id)
    defer { waiting.subtract(1, ordering: .relaxed) }
    guard waiting.add(1, ordering: .relaxed).newValue <= Self.maximumWaiting else {
      throw DocumentError(.busy, "too many texts are being compared; try again in a moment")
    }
    return try await pool.run { () throws(DocumentError) in
      let (before, after) = (try Self.read(old), try Self.read(new))
      return VersionComparison(
        old: old.version, new: new.version, document: document, oldEncoding: before.encoding,
        newEncoding: after.encoding, text: TextComparison(from: before, to: after))
    }
  }

  private func text(ofVersion number: Int, of id: DocumentID) async throws(DocumentError) -> VersionContent {
    let opened = try await workspace.versions.content(ofVersion: number, of: id)
    guard workspace.types.current.conforms(opened.version.type, to: .text) else {
      throw DocumentError(
        .notComparable, "version \(number) is no text but \(opened.version.type); compare its pages instead")
    }
    guard opened.content.size <= Int64(ComparedText.maximumBytes) else {
      throw DocumentError(
        .documentTooLarge,
        "version \(number) is longer than the \(ComparedText.maximumBytes >> 20) MiB that are compared")
    }
    return opened
  }

  private static func read(_ opened: VersionContent) throws(DocumentError) -> ComparedText {
    let bytes = opened.content.bytes(from: 0, count: Int(opened.content.size))
    guard bytes.count == opened.content.size, opened.content.isUnchanged() else {
      throw DocumentError(.contentChanged, "another program is writing to the document's file")
    }
    return try ComparedText(bytes)
  }
}
