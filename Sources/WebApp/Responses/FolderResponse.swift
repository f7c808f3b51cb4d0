import DocumentModel
import FoundationEssentials
import HTTPServer
import Workspace

extension Folder {
  /// The tag of the folder's present state and of the entries directly in it.
  var entityTag: EntityTag { EntityTag(hashing: Array(state.utf8)) }
}

struct FolderResponse: Encodable {
  let name: String
  let path: String
  let documents: Int
  let hasFolders: Bool
  let etag: String

  init(_ folder: Folder) {
    name = folder.path.names.last?.description ?? ""
    path = folder.path.description
    documents = folder.documents
    hasFolders = folder.hasFolders
    etag = folder.entityTag.description
  }
}

struct FolderListResponse: Encodable {
  let folder: FolderResponse
  let folders: [FolderResponse]
  @Nullable var next: String?

  init(_ folder: Folder, _ list: FolderList) {
    self.folder = FolderResponse(folder)
    folders = list.folders.map(FolderResponse.init)
    next = list.next?.description
  }
}

struct TrashedFolderResponse: Encodable {
  /// Files that keep the folder in its place.
  struct Left: Encodable {
    let count: Int
    let paths: [String]
  }

  let path: String
  let documents: Int
  let step: String
  let left: Left

  init(_ path: FolderPath, _ trashed: TrashedFolder) {
    self.path = path.description
    documents = trashed.documents
    step = TrashStep(trashed.date).description
    left = Left(count: trashed.left.count, paths: trashed.left.paths.sorted())
  }
}

struct RestoredFolderResponse: Encodable {
  let path: String
  let documents: Int
  let missing: Int
  let refused: Int
  let reason: String?
}

/// Identifies documents that went to the Trash together, by the time: microseconds since 1970 in base 36.
struct TrashStep: Hashable, Sendable, CustomStringConvertible {
  let date: Date

  init(_ date: Date) {
    self.date = date
  }

  init?(_ text: String) {
    guard text.utf8.count <= 12, let number = Int64(text, radix: 36), number > 0,
      String(number, radix: 36) == text
    else { return nil }
    date = Date(timeIntervalSince1970: Double(number) / 1_000_000)
  }

  var description: String {
    String(Int64((date.timeIntervalSince1970 * 1_000_000).rounded()), radix: 36)
  }
}
