import DocumentModel
import Glibc
import LinuxSystem

/// Lists all that is in a folder, some folders at a time, for an archive of it.
///
/// It finds documents, folders, and packages with their files, as lists do. Hidden files, links, devices, illegal
/// names, unfit packages and second spellings of a name are passed over. Each folder comes before its contents, its
/// documents before its folders, both in the order of lists by name.
///
/// ```swift
/// var (survey, listed) = (FolderSurvey(top, of: folder, named: name, packages: packages), [ArchivedItem]())
/// while let more = try survey.advance() { listed += more }
/// try survey.requireNothingElse(than: listed)
/// ```
///
/// All calls block.
struct FolderSurvey: Sendable {
  struct Place {
    let folder: FolderPath
    /// Beneath the top, as the disk spells it; empty for the top itself.
    let path: String
    /// In the archive, with a slash at its end; empty where what is in it comes first.
    let name: [UInt8]
    /// The documents that are taken, with their names in the archive; nil takes the folder and everything in it.
    let chosen: [FileName: FileName]?

    init(folder: FolderPath, path: String, name: [UInt8], chosen: [FileName: FileName]? = nil) {
      (self.folder, self.path, self.name, self.chosen) = (folder, path, name, chosen)
    }

    fileprivate func archived(_ child: ListedName) -> [UInt8] {
      let own = chosen?[child.name] ?? child.name
      return name + Array((child.kind == .directory ? "\(own)/" : "\(own)").utf8)
    }

    /// Where something of this place lies beneath the top.
    func path(of spelling: String) -> String {
      path.isEmpty ? spelling : "\(path)/\(spelling)"
    }
  }

  /// Looked at in one step, unless one folder has more.
  private static let step = 2048

  private let top: Directory
  private let packages: PackageNames
  /// Folders that were not read yet; the last is the next.
  private var waiting: [Place]
  /// Folders whose names were read.
  private var looks: [(place: Place, look: FolderLook)] = []
  /// By their names in the archive: packages that can be no document, folders too deep to be asked for.
  private var passedOver: Set<[UInt8]> = []
  /// From before anything was looked at, in nanoseconds since 1970.
  private let begin: Int64

  /// A survey of `top`, which is `folder` of `Documents` and has the name `name` in the archive.
  ///
  /// Files made after `begin`, by the clock that files are stamped with, may be missing.
  init(
    _ top: Directory, of folder: FolderPath, named name: FileName, packages: PackageNames,
    begin: Int64 = SystemClock.now()
  ) {
    let place = Place(folder: folder, path: "", name: Array("\(name)/".utf8))
    self.init(top, places: [place], packages: packages, begin: begin)
  }

  /// A survey of several places beneath `top`.
  init(_ top: Directory, places: [Place], packages: PackageNames, begin: Int64 = SystemClock.now()) {
    (self.top, self.packages, self.begin) = (top, packages, begin)
    waiting = places.reversed()
  }

  /// The next items; nil after the last.
  ///
  /// Throws `.contentUnreadable` for an item that the server may not read, `.contentChanged` for one that is not
  /// where it was listed. An archive without it would be a lie.
  mutating func advance() throws -> [ArchivedItem]? {
    guard !waiting.isEmpty else { return nil }
    var found: [ArchivedItem] = []
    while found.count < Self.step, let place = waiting.popLast() {
      found += try Self.reading("the folder \"\(place.folder)\"") { try look(into: place) }
    }
    return found
  }

  private mutating func look(into place: Place) throws -> [ArchivedItem] {
    guard let directory = try top.directoryIfPresent(place.path) else { throw Self.changed(place.folder) }
    if let chosen = place.chosen { return try look(for: chosen, in: directory, at: place) }
    looks.append((place, try FolderLook(directory, at: SystemClock.now())))
    let names = try Self.names(in: directory)
    var items = [
      ArchivedItem(name: place.name, path: place.path, listed: try directory.descriptor.status())
    ]
    var folders: [Place] = []
    for name in names {
      switch name.kind {
      case .regular: items += try file(name, in: directory, at: place)
      case .directory where packages.contains(name.name):
        items += try package(name, in: directory, at: place)
      case .directory:
        if let folder = folder(name, at: place) {
          folders.append(folder)
        } else {
          passedOver.insert(place.archived(name))
        }
      case .link, .special: continue
      }
    }
    waiting += folders.reversed()
    return items
  }

  /// The chosen documents of a folder.
  ///
  /// Throws `.contentChanged` unless all of them are there.
  private mutating func look(
    for chosen: [FileName: FileName], in directory: Directory, at place: Place
  ) throws -> [ArchivedItem] {
    let names = try Self.names(in: directory).filter { chosen[$0.name] != nil }
    guard names.count == chosen.count else { throw Self.changed(place.folder) }
    return try names.flatMap { name throws -> [ArchivedItem] in
      switch name.kind {
      case .regular: return try file(name, in: directory, at: place)
      case .directory where packages.contains(name.name):
        return try package(name, in: directory, at: place)
      case .directory, .link, .special: throw Self.changed(place.folder)
      }
    }
  }

  /// Looks once more into the folders that were written to since their names were read.
  ///
  /// A file may move from a folder that was not read yet into one that was read: neither has shown it. Throws
  /// `.contentChanged` for an item that is not in `listed`, unless it is a file that was made since.
  func requireNothingElse(than listed: [ArchivedItem]) throws {
    let written = try looks.filter { place, look in
      guard let directory = try top.directoryIfPresent(place.path) else { throw Self.changed(place.folder) }
      return try !look.isStillTrue(of: FolderLook(directory, at: SystemClock.now()))
    }
    guard !written.isEmpty else { return }
    let known = passedOver.union(listed.lazy.map(\.name))
    for (place, _) in written { try requireNothingElse(than: known, in: place) }
  }

  private func requireNothingElse(than known: Set<[UInt8]>, in place: Place) throws {
    guard let directory = try top.directoryIfPresent(place.path) else { throw Self.changed(place.folder) }
    for name in try Self.names(in: directory) where name.kind == .regular || name.kind == .directory {
      guard !known.contains(place.archived(name)) else { continue }
      // A folder that was made since may hold what was moved there.
      let birth = name.kind == .regular ? try directory.statusIfPresent(name.spelling)?.birth : nil
      guard let birth, birth > begin else { throw Self.changed(place.folder) }
    }
  }

  // MARK: Contents of a folder

  private func file(
    _ name: ListedName, in directory: Directory, at place: Place
  ) throws -> [ArchivedItem] {
    let path = place.path(of: name.spelling)
    // Opened as it will be: that it may not be read is better known before the archive begins.
    let status = try Self.reading("the file \"\(place.folder.appending(name.name))\"") {
      try Self.statusIfReadable(name.spelling, in: directory)
    }
    guard let status, status.kind == .regular else { throw Self.changed(place.folder) }
    return [ArchivedItem(name: place.archived(name), path: path, listed: status)]
  }

  /// A package as the folder that it is; nothing when it can be no document.
  private mutating func package(
    _ name: ListedName, in directory: Directory, at place: Place
  ) throws -> [ArchivedItem] {
    guard let folder = try directory.directoryIfPresent(name.spelling) else {
      throw Self.changed(place.folder)
    }
    let (archived, path) = (place.archived(name), place.path(of: name.spelling))
    guard let tree = try Self.tree(of: folder) else {
      passedOver.insert(archived)
      return []
    }
    var items = [ArchivedItem(name: archived, path: path, listed: try folder.descriptor.status())]
    for item in tree.items {
      if !item.path.isFolder {
        try Self.reading("the package \"\(place.folder.appending(name.name))\"") {
          _ = try Self.statusIfReadable(item.path.name, in: folder)
        }
      }
      items.append(
        ArchivedItem(
          name: archived + item.path.bytes, path: "\(path)/\(item.path.name)", listed: item.status))
    }
    return items
  }

  private static func tree(of package: Directory) throws -> PackageTree? {
    do {
      return try PackageTree(package)
    } catch let error as DocumentError where error.code == .unfitPackage {
      return nil
    }
  }

  /// Nil for one that lies too deep to be asked for.
  private func folder(_ name: ListedName, at place: Place) -> Place? {
    guard let folder = try? place.folder.appending(name.name).checked() else { return nil }
    return Place(
      folder: folder, path: place.path(of: name.spelling),
      name: place.name + Array("\(name.name)/".utf8))
  }

  // MARK: Reading

  private static func statusIfReadable(
    _ name: String, in directory: Directory
  ) throws(SystemError) -> FileStatus? {
    do {
      return try directory.openUnnoticed(name).status()
    } catch  where error.meansAbsence {
      return nil
    }
  }

  static func reading<Value>(_ what: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as SystemError where error.errno == EACCES {
      throw DocumentError(
        .contentUnreadable, "\(what) cannot be read: its permissions keep the server out", cause: error)
    }
  }

  /// It may be anywhere else by now, also where the survey has been.
  private static func changed(_ folder: FolderPath) -> DocumentError {
    DocumentError(.contentChanged, "another program changes what is in the folder \"\(folder)\"; try again")
  }

  /// A name in a folder that a list would show.
  fileprivate struct ListedName {
    let name: FileName
    let key: String
    /// The name as the disk spells it.
    let spelling: String
    let kind: FileStatus.Kind
  }

  /// In the order of lists by name; of several spellings of one name, none of which is in form C, the first by its bytes.
  private static func names(in directory: Directory) throws -> [ListedName] {
    var names: [ListedName] = []
    try directory.forEachEntry { entry in
      guard entry.bytes.first != UInt8(ascii: "."), let spelling = entry.name,
        let name = TreeWalk.legalName(entry), let kind = TreeWalk.kind(of: entry, in: directory),
        try !TreeCursor.isTwin(spelling, name, in: directory)
      else { return }
      names.append(ListedName(name: name, key: NameSortKey.key(of: name), spelling: spelling, kind: kind))
    }
    names.sort { one, other in
      if one.key != other.key { return one.key < other.key }
      if one.name != other.name { return one.name < other.name }
      return one.spelling.utf8.lexicographicallyPrecedes(other.spelling.utf8)
    }
    var last: FileName?
    return names.filter { name in
      defer { last = name.name }
      return name.name != last
    }
  }
}

/// The state of a folder just before its names were read, which shows later whether it was written to.
///
/// A clock has ticks, and two writes within one tick cannot be told apart. So a folder written to within a tick of
/// the look counts as changed.
private struct FolderLook: Sendable {
  /// In nanoseconds since 1970; programs cannot set this time.
  private let changed: Int64
  /// Whether a change after the look has another time.
  private let isSettled: Bool
  private let device: UInt64
  private let inode: UInt64

  /// Looks at `directory` at a `moment` that was just before, by the clock that files are stamped with; blocks.
  init(_ directory: Directory, at moment: Int64) throws(SystemError) {
    let status = try directory.descriptor.status()
    (device, inode, changed) = (status.device, status.inode, status.changed)
    isSettled = FileStatus.isPast(changed, at: moment)
  }

  /// Whether the folder was certainly not written to until `now`.
  func isStillTrue(of now: FolderLook) -> Bool {
    isSettled && now.device == device && now.inode == inode && now.changed == changed
  }
}
