import DocumentModel
import Storage

struct AreaResponse: Encodable {
  let name: String
  let readOnly = true

  init(_ name: FileName) {
    self.name = name.description
  }
}

struct AreaListResponse: Encodable {
  let areas: [AreaResponse]
}

struct AreaFolderResponse: Encodable {
  struct Folder: Encodable {
    let name: String
    let path: String
    let readOnly: Bool
  }

  /// A file in it; its type is derived from its name alone.
  struct File: Encodable {
    let name: String
    let path: String
    let type: String
    let size: Int64
    let modified: String
    let readOnly: Bool
  }

  let area: AreaResponse
  let folder: String
  let folders: [Folder]
  let files: [File]
  @Nullable var next: String?

  init(_ list: AreaList, of folder: FolderPath, in area: ReadOnlyArea, _ registry: FileTypeRegistry) {
    self.area = AreaResponse(area.name)
    self.folder = folder.description
    folders = list.entries.filter(\.isFolder).map {
      Folder(name: $0.name.description, path: folder.appending($0.name).description, readOnly: true)
    }
    files = list.entries.filter { !$0.isFolder }.map { entry in
      let type = registry.type(named: entry.name)
      return File(
        name: entry.name.description, path: folder.appending(entry.name).description,
        type: type.description, size: entry.size, modified: entry.modified.internetFormat, readOnly: true)
    }
    next = list.next?.description
  }
}
