public import DocumentModel

/// A version, and whether it can still be read.
public struct ListedVersion: Hashable, Sendable {
  /// The version.
  public let version: Version
  /// Whether its bytes are kept: as a version, or as what some document is now.
  public let isKept: Bool
  /// Whether it is what its document is now.
  public let isCurrent: Bool

  /// A listed version from its parts.
  public init(version: Version, isKept: Bool, isCurrent: Bool) {
    self.version = version
    self.isKept = isKept
    self.isCurrent = isCurrent
  }
}

/// A page of a document's versions, the highest number first.
public struct VersionList: Hashable, Sendable {
  /// The versions of this page.
  public let versions: [ListedVersion]
  /// Below which number the next page begins; nil when there is nothing more.
  public let next: Int?

  /// A page from its parts.
  public init(versions: [ListedVersion], next: Int?) {
    self.versions = versions
    self.next = next
  }
}

/// The opened bytes of a version.
public struct VersionContent: Sendable {
  /// The version that they are of.
  public let version: Version
  /// The document that has or had it, as it is now.
  public let document: Document
  /// The bytes.
  public let content: any ReadableContent
  /// Whether they are read from a document's own file, which other programs may write to; a kept version never changes.
  public let isLive: Bool

  /// The document as it was with this content, under the name that it has now.
  public var documentThen: Document {
    var then = document
    then.type = version.type
    then.size = version.size
    then.sha256 = version.sha256
    then.version = version.number
    return then
  }
}
