import DocumentModel
import FoundationEssentials
import HTTPServer
import Workspace

struct VersionResponse: Encodable {
  private let listed: ListedVersion

  private enum Key: CodingKey {
    case number, sha256, etag, size, type, created, origin, author, restoredFrom, kept, current
  }

  init(_ listed: ListedVersion) {
    self.listed = listed
  }

  /// Missing values are written as `null`.
  func encode(to encoder: any Encoder) throws {
    let version = listed.version
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(version.number, forKey: .number)
    try container.encode(version.sha256, forKey: .sha256)
    try container.encode(version.contentTag.description, forKey: .etag)
    try container.encode(version.size, forKey: .size)
    try container.encode(version.type.description, forKey: .type)
    try container.encode(version.created.internetFormat, forKey: .created)
    try container.encode(version.origin.rawValue, forKey: .origin)
    try container.encode(version.author, forKey: .author)
    try container.encode(version.restoredFrom, forKey: .restoredFrom)
    try container.encode(listed.isKept, forKey: .kept)
    try container.encode(listed.isCurrent, forKey: .current)
  }
}

struct VersionListResponse: Encodable {
  private let list: VersionList

  private enum Key: CodingKey { case versions, next }

  init(_ list: VersionList) {
    self.list = list
  }

  /// `next` is written as `null` at the end of a list.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(list.versions.map(VersionResponse.init), forKey: .versions)
    try container.encode(list.next.map { "\($0)" }, forKey: .next)
  }
}

extension Version {
  /// The tag of the content alone, as in responses with the document's content.
  var contentTag: EntityTag { EntityTag(sha256.description) }
}
