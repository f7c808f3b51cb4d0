public import DocumentModel

/// Documents and folders that are chosen for one archive.
///
/// They lie at the archive's top, whatever folder they are from; of equal names all but the first get a number. A
/// document or folder in a chosen folder is in the archive once.
public struct ArchiveSelection: Sendable {
  /// The folders, none of which lies in another.
  let folders: [FolderPath]
  private let documents: [Location]

  /// A selection of whatever order.
  public init(documents: [Location], folders: [FolderPath]) {
    let chosen = Set(folders)
    self.folders = chosen.filter { !Self.isCovered($0.parent, by: chosen) }.sorted { "\($0)" < "\($1)" }
    self.documents = Set(documents).filter { !Self.isCovered($0.folder, by: chosen) }
      .sorted { "\($0.folder)/\($0.name)" < "\($1.folder)/\($1.name)" }
  }

  private static func isCovered(_ folder: FolderPath?, by chosen: Set<FolderPath>) -> Bool {
    var folder = folder
    while let next = folder {
      if chosen.contains(next) { return true }
      folder = next.parent
    }
    return false
  }

  /// The folder's name where one folder has all of it.
  var name: FileName {
    let places = Set(documents.map(\.folder) + folders.map { $0.parent ?? $0 })
    let only =
      documents.isEmpty && folders.count == 1 ? folders.first : places.count == 1 ? places.first : nil
    return only?.names.last ?? FileName(sanitizing: SandboxArea.documents.path)
  }

  /// The places that a survey beneath the workspace's root looks at; blocks.
  func places(in names: TreeNames) throws -> [FolderSurvey.Place] {
    var taken = TakenNames()
    var places: [FolderSurvey.Place] = []
    for folder in folders {
      let name = taken.free(folder.names.last ?? FileName(sanitizing: SandboxArea.documents.path))
      places.append(
        FolderSurvey.Place(
          folder: folder, path: try names.path(of: folder), name: Array("\(name)/".utf8)))
    }
    var chosen: [FolderPath: [FileName: FileName]] = [:]
    for document in documents {
      chosen[document.folder, default: [:]][document.name] = taken.free(document.name)
    }
    for (folder, documents) in chosen.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      let path = try names.path(of: folder)
      places.append(FolderSurvey.Place(folder: folder, path: path, name: [], chosen: documents))
    }
    return places
  }
}

/// The names at the top of an archive, each once, also where upper and lower case are one.
private struct TakenNames {
  private var names: Set<String> = []
  /// The next number of a name that more than one document has: thousands of scans may have one name.
  private var next: [FileName: Int] = [:]

  mutating func free(_ name: FileName) -> FileName {
    var (free, number) = (name, next[name] ?? 2)
    while !names.insert(free.description.lowercased()).inserted {
      free = name.numbered(number)
      number += 1
    }
    next[name] = number
    return free
  }
}
