import DocumentModel
import LinuxSystem

struct DropFolderWalk {
  private(set) var candidates: [DropFolder.Candidate] = []
  /// Files and folders that are passed over, those of the drop folder itself left out.
  ///
  /// Their name says so, they are no files, lie too deep, or cannot be read. Or they are packages with something in
  /// them that is no file.
  private(set) var passedOver = 0
  private let packages: PackageNames

  init(packages: PackageNames) {
    self.packages = packages
  }

  mutating func see(_ folder: Directory, at place: DropPath) throws {
    guard place.depth < FolderPath.maximumDepth else {
      passedOver += 1
      return
    }
    let entries = try folder.entries().sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    for entry in entries {
      let path = place.appending(entry.bytes)
      if !Self.isOurs(path) { see(entry, at: path, in: folder) }
    }
  }

  private mutating func see(_ entry: DirectoryEntry, at path: DropPath, in folder: Directory) {
    guard !IgnoredNames.contains(path.name) else {
      passedOver += 1
      return
    }
    // A file may go away between the listing and the look.
    guard let status = try? folder.status(bytes: entry.bytes) else { return }
    switch status.kind {
    case .directory where packages.contains(FileName(sanitizing: path.name)):
      guard let inner = try? folder.directory(bytes: entry.bytes),
        let sighting = try? DropPackage(inner).sighting()
      else {
        passedOver += 1
        return
      }
      add(path, sighting)
    case .directory: enter(path, try? folder.directory(bytes: entry.bytes))
    case .regular: add(path, DropContent.Sighting(status))
    case .link, .special: passedOver += 1
    }
  }

  private mutating func enter(_ path: DropPath, _ folder: Directory?) {
    guard let folder else {
      passedOver += 1
      return
    }
    try? see(folder, at: path)
  }

  private mutating func add(_ path: DropPath, _ sighting: DropContent.Sighting) {
    candidates.append(DropFolder.Candidate(path: path, sighting: sighting))
  }

  private static func isOurs(_ path: DropPath) -> Bool {
    [DropFolder.spool, DropFolder.rejects].contains { path.bytes.elementsEqual($0.utf8) }
  }
}
