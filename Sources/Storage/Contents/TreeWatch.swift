import DocumentModel
import LinuxSystem

/// Follows all folders in `Documents`, and tells where something happens in them.
///
/// ```
///   begin ──▶ every folder is watched ◀───────────── folders are gone through again
///                │            │                               ▲
///                │ a file     │ a folder came, went or got another name
///                ▼            └───────────────────────────────┤
///            its place is told                                └─▶ "anywhere" is told: what was in it came unseen
/// ```
/// In a package everything has the place of the package. When other folders are packages from now on, all are gone through
/// as well.
///
/// A folder has the number that the kernel gives it, under whatever name. So after any change of folders all of them
/// are gone through, and each is known under its present name. That happens at once where it costs little, else as
/// ``FollowingPace`` allows. When it takes longer than ``patience``, "anywhere" is told before it, too.
///
/// Used by the one thread that runs it.
struct TreeWatch {
  static let most = 100_000
  /// How long a change of folders may wait to be told.
  static let patience = Duration.milliseconds(250)

  private let root: SandboxRoot
  private let watch: DirectoryWatch
  private var folders: [CInt: Place] = [:]
  private var pace = FollowingPace<ContinuousClock.Instant>()
  private var packages = PackageNames.empty

  private enum Place {
    case folder(FolderPath)
    case package(Location)

    var isPackage: Bool {
      if case .package = self { true } else { false }
    }
  }

  /// Watches all folders.
  ///
  /// Throws when there are more than the machine watches for one user.
  init(_ root: SandboxRoot, _ watch: DirectoryWatch) throws {
    (self.root, self.watch) = (root, watch)
    try follow()
  }

  /// Waits for something to happen; nil when the watch was stopped.
  mutating func next() throws -> TreeNotice? {
    while true {
      let pause = pace.pause(at: .now)
      if let pause, pause <= .zero {
        try follow()
        return .anywhere
      }
      guard let events = try watch.next(within: pause) else { return nil }
      let notice = packages == root.packages.names ? notice(of: events) : .anywhere
      guard notice == .anywhere else {
        if notice != .places([]) { return notice }
        continue
      }
      // Told once, and once more when all folders are known again.
      let isNews = !pace.isWanted
      pace.want()
      if isNews, let wait = pace.pause(at: .now), wait > Self.patience { return .anywhere }
    }
  }

  private func notice(of events: [DirectoryWatch.Event]) -> TreeNotice {
    var places: Set<Location> = []
    for event in events {
      switch event.kind {
      case .overflow: return .anywhere
      case .directory:
        // Hidden folders are ignored, except in a package.
        if !Self.isHidden(event.name) || folders[event.directory]?.isPackage == true { return .anywhere }
      case .gone: continue
      case .file:
        if let location = location(of: event) { places.insert(location) }
      }
    }
    return .places(places.sorted())
  }

  /// The document that something happened to.
  private func location(of event: DirectoryWatch.Event) -> Location? {
    switch folders[event.directory] {
    case nil: return nil
    case .package(let location): return location
    case .folder(let folder):
      // Hidden names, and those that no document can have, are ignored.
      guard !Self.isHidden(event.name), let text = String(validating: event.name, as: UTF8.self),
        let name = try? FileName(text)
      else { return nil }
      return Location(folder: folder, name: name)
    }
  }

  private mutating func follow() throws {
    let began = ContinuousClock.now
    packages = root.packages.names
    var found: [CInt: Place] = [:]
    // By their paths: thousands of folders beside one another must not be open at once.
    let top = SandboxArea.documents.path
    var rest = [(spelling: top, place: Place.folder(.top))]
    while let (spelling, place) = rest.popLast() {
      guard found.count < Self.most else { throw SystemError.tooManyFolders }
      guard let directory = try directory(at: spelling, isTop: spelling == top) else { continue }
      // It is watched before it is read: what comes in between is told.
      found[try watch.add(directory)] = place
      rest += Self.folders(in: directory, spelling, place, packages)
    }
    for number in folders.keys where found[number] == nil { watch.remove(number) }
    folders = found
    pace.followed(from: began, to: .now)
  }

  /// A folder that is there and may be opened; nil for another, unless it is `Documents` itself.
  private func directory(at spelling: String, isTop: Bool) throws -> Directory? {
    guard isTop else { return try? root.directory.directoryIfPresent(spelling) }
    guard let top = try root.directory.directoryIfPresent(spelling) else {
      throw DocumentError(.storageFailed, "the workspace's folder Documents is missing")
    }
    return top
  }

  private static func isHidden(_ name: [UInt8]) -> Bool { name.first == UInt8(ascii: ".") }

  private static func folders(
    in directory: Directory, _ path: String, _ outer: Place, _ packages: PackageNames
  ) -> [(spelling: String, place: Place)] {
    var folders: [(spelling: String, place: Place)] = []
    try? directory.forEachEntry { entry in
      guard TreeWalk.kind(of: entry, in: directory) == .directory, let spelling = entry.name,
        let place = Self.place(of: entry, in: outer, packages)
      else { return }
      folders.append((spelling: "\(path)/\(spelling)", place: place))
    }
    return folders
  }

  /// The owner of a directory in another; nil for an ignored one.
  private static func place(of entry: DirectoryEntry, in outer: Place, _ packages: PackageNames) -> Place? {
    guard case .folder(let path) = outer else { return outer }
    guard !isHidden(entry.bytes), let name = TreeWalk.legalName(entry) else { return nil }
    if packages.contains(name) { return .package(Location(folder: path, name: name)) }
    return (try? FolderPath(parsing: path.appending(name).description)).map { .folder($0) }
  }
}

extension SystemError {
  fileprivate static let tooManyFolders = SystemError(errno: 28, call: "inotify_add_watch")
}
