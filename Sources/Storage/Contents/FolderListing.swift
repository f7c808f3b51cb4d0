import DocumentModel
import Glibc
import LinuxSystem

/// The folders of the disk, without hidden ones, links and packages.
///
/// All calls block.
struct FolderListing {
  private static let step = 256

  let root: Directory
  /// Folders of these names are documents.
  let packages: PackageNames

  private var names: TreeNames { TreeNames(root: root) }

  func names(in folder: FolderPath) throws -> [FileName] {
    var found: Set<FileName> = []
    try forEachName(in: directory(folder)) {
      found.insert($0)
      return true
    }
    return found.sorted()
  }

  func folder(_ folder: FolderPath) throws -> FoundFolder {
    let directory = try directory(folder)
    let status = try directory.descriptor.status()
    var hasFolders = false
    try forEachName(in: directory) { _ in
      hasFolders = true
      return false
    }
    return FoundFolder(
      path: folder, hasFolders: hasFolders, fingerprint: "\(status.inode):\(status.modified)")
  }

  func page(of folder: FolderPath, after name: FileName?, limit: Int) throws -> [FoundFolder] {
    var page = SmallestNames(after: name, limit: limit)
    try forEachName(in: directory(folder)) {
      page.insert($0)
      return true
    }
    return try page.names.compactMap { name in
      let path = folder.appending(name)
      // One that lies too deep, or that cannot be reached, could not be asked for either.
      guard (try? path.checked()) != nil else { return nil }
      do {
        return try self.folder(path)
      } catch let error as DocumentError where error.code == .notFound {
        return nil
      } catch let error as SystemError where error.errno == EACCES {
        return FoundFolder(path: path, hasFolders: false, fingerprint: "")
      }
    }
  }

  private func directory(_ folder: FolderPath) throws -> Directory {
    guard !packages.covers(folder), let directory = try root.directoryIfPresent(names.path(of: folder)) else {
      throw DocumentError(.notFound, "there is no such folder")
    }
    return directory
  }

  private func forEachName(in directory: Directory, _ body: (FileName) -> Bool) throws {
    let reader = try DirectoryReader(directory)
    while true {
      let entries = try reader.next(Self.step)
      guard !entries.isEmpty else { return }
      for entry in entries where TreeWalk.kind(of: entry, in: directory) == .directory {
        if let name = TreeWalk.legalName(entry), !packages.contains(name), !body(name) { return }
      }
    }
  }
}

/// The first so many of any number of names, in the order of lists by name.
struct SmallestNames {
  private let last: Entry?
  private let limit: Int
  private var entries: [Entry] = []

  private struct Entry: Comparable {
    let key: String
    let name: FileName

    init(_ name: FileName) {
      self.name = name
      key = NameSortKey.key(of: name)
    }

    static func < (one: Entry, other: Entry) -> Bool {
      one.key == other.key ? one.name < other.name : one.key < other.key
    }
  }

  init(after name: FileName?, limit: Int) {
    last = name.map(Entry.init)
    self.limit = max(0, limit)
  }

  var names: [FileName] { entries.map(\.name) }

  /// Takes `name` in if it is one of the first and not among them.
  mutating func insert(_ name: FileName) {
    let entry = Entry(name)
    if let last, entry <= last { return }
    let index = place(of: entry)
    guard index < limit, index == entries.endIndex || entries[index] != entry else { return }
    entries.insert(entry, at: index)
    if entries.count > limit { entries.removeLast() }
  }

  private func place(of entry: Entry) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
