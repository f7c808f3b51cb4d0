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
      path: folder, hasFolders: hasFolders, state: "\(status.inode):\(status.modified)")
  }

  func page(of folder: FolderPath, after name: FileName?, limit: Int) throws -> [FoundFolder] {
    var page = Smallest(limit, after: name)
    try forEachName(in: directory(folder)) {
      page.insert(SortedName($0))
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
        return FoundFolder(path: path, hasFolders: false, state: "")
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
      let entries = try reader.next(Self.step, passingFiles: true)
      guard !entries.isEmpty else { return }
      for entry in entries where TreeWalk.kind(of: entry, in: directory) == .directory {
        if let name = TreeWalk.legalName(entry), !packages.contains(name), !body(name) { return }
      }
    }
  }
}

/// A name in the order of lists by name.
struct SortedName: Comparable {
  private let key: String
  let name: FileName

  init(_ name: FileName) {
    self.name = name
    key = NameSortKey.key(of: name)
  }

  static func < (one: SortedName, other: SortedName) -> Bool {
    one.key == other.key ? one.name < other.name : one.key < other.key
  }
}

/// The first elements of any number, in order, up to a limit; equal ones count once.
struct Smallest<Element> {
  private let last: Element?
  private let limit: Int
  private let precedes: (Element, Element) -> Bool
  private(set) var elements: [Element] = []
  /// Whether there were more than it keeps.
  private(set) var hasMore = false

  /// Those that come after `last`.
  init(_ limit: Int, after last: Element?, by precedes: @escaping (Element, Element) -> Bool) {
    (self.last, self.limit, self.precedes) = (last, max(0, limit), precedes)
  }

  mutating func insert(_ element: Element) {
    if let last, !precedes(last, element) { return }
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(elements[middle], element) { low = middle + 1 } else { high = middle }
    }
    guard low == elements.endIndex || precedes(element, elements[low]) else { return }
    elements.insert(element, at: low)
    guard elements.count > limit else { return }
    elements.removeLast()
    hasMore = true
  }
}

extension Smallest<SortedName> {
  init(_ limit: Int, after last: FileName?) { self.init(limit, after: last.map(SortedName.init), by: <) }

  var names: [FileName] { elements.map(\.name) }
}
