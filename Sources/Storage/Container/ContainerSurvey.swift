import DocumentModel
import LinuxSystem

/// Looks at all that lies beneath a workspace's root, some entries at a time, for an archive of it.
///
/// In the order of ``ContainerListing``. Each folder is read once and its names wait for their turn, so that the cost
/// grows as the number of entries does, however wide a folder is. Before a name is kept its path takes room of the
/// archive's share, and each folder is found by its path: that bounds memory and descriptors. Names in it that nobody
/// looked at yet and that are gone at their turn end it, as ``ContainerPath/mayChange`` has it: they may lie where the
/// survey has been. So may others, which nobody saw; so folders that were written to are looked at again:
///
/// ```swift
/// var (survey, told) = (try ContainerSurvey(top, share), [ContainerEntry]())
/// repeat {
///   while case let more = try survey.advance(), !more.isEmpty { told += more }
///   // … `survey.settling` later …
/// } while try survey.lookAgain(after: told)
/// ```
///
/// All calls block.
struct ContainerSurvey: Sendable {
  /// A folder whose names were read.
  private struct Frame {
    let folder: ContainerPath
    /// Nobody looked at these yet.
    ///
    /// A slice, whose first is taken without a copy of the rest.
    var names: ArraySlice<[UInt8]>
  }

  /// Told at once.
  private static let step = 4096

  private let top: Directory
  private let share: ArchiveRoom.Share
  /// From the top down.
  private var frames: [Frame] = []
  private let folders: ListedFolders

  /// A survey of all that lies beneath `top`, with room for its names in `share`.
  ///
  /// `now` is the clock that files are stamped with. Throws as ``advance()`` does.
  init(
    _ top: Directory, _ share: ArchiveRoom.Share,
    now: @escaping @Sendable () -> Int64 = { SystemClock.now() }
  ) throws {
    (self.top, self.share) = (top, share)
    folders = ListedFolders(now: now)
    let root = ContainerPath([])
    frames.append(Frame(folder: root, names: try names(of: root, in: top)))
  }

  /// Some more entries, excluded ones among them; none after the last.
  ///
  /// Throws `.documentTooLarge` and `.busy` as the share does, `.contentChanged` for what is not where it was listed.
  mutating func advance() throws -> [ContainerEntry] {
    var found: [ContainerEntry] = []
    while found.count < Self.step, let frame = frames.popLast() { try look(into: frame, &found) }
    return found
  }

  /// How long it is, in a workspace of which all was told, until a second look sees each change.
  var settling: Duration { folders.settling }

  /// Looks once more into the folders that were written to since they were read; ``advance()`` goes on with what is new
  /// there.
  ///
  /// False when nobody wrote to any: then `told`, all that was told so far, is all that there is, but for what the
  /// server itself works on. Throws `.contentChanged` for a folder that is gone by now, and what ``advance()`` throws.
  mutating func lookAgain(after told: [ContainerEntry]) throws -> Bool {
    let written = try folders.written(in: top)
    guard !written.isEmpty else { return false }
    let known = Set(told.lazy.map(\.path).filter { $0.parent.map { written.contains($0) } ?? false })
    for folder in written {
      guard let directory = try folder.directoryIfReadable(in: top) else { throw folder.changed }
      let names = try names(of: folder, in: directory, but: known)
      if !names.isEmpty { frames.append(Frame(folder: folder, names: names)) }
    }
    return true
  }

  /// Tells of what is in a folder, up to a folder in it, which is then the next to be looked into.
  private mutating func look(into frame: Frame, _ found: inout [ContainerEntry]) throws {
    guard let directory = try frame.folder.directoryIfReadable(in: top) else {
      return try frame.folder.demandMayChange()
    }
    var frame = frame
    while found.count < Self.step, let name = frame.names.popFirst() {
      guard let entry = try ContainerEntry(name, in: directory, at: frame.folder) else {
        try frame.folder.appending(name).demandMayChange()
        continue
      }
      guard entry.kind != .folder else {
        if !frame.names.isEmpty { frames.append(frame) }
        found.append(try enter(entry))
        return
      }
      found.append(try entry.tried(in: top))
    }
    if !frame.names.isEmpty { frames.append(frame) }
  }

  /// What is told of a folder; what is in it comes next.
  private mutating func enter(_ entry: ContainerEntry) throws -> ContainerEntry {
    do {
      guard let directory = try entry.path.directory(in: top) else {
        try entry.path.demandMayChange()
        return entry
      }
      let names = try names(of: entry.path, in: directory)
      if !names.isEmpty { frames.append(Frame(folder: entry.path, names: names)) }
      return entry
    } catch let error as SystemError where error.meansUnreadable {
      var told = entry
      told.isUnreadable = true
      return told
    }
  }

  /// All names of a folder, by their bytes, but for those of `known`.
  private func names(
    of folder: ContainerPath, in directory: Directory, but known: Set<ContainerPath> = []
  ) throws -> ArraySlice<[UInt8]> {
    try folders.note(folder, directory)
    var names: [[UInt8]] = []
    try directory.forEachEntry { [share] entry in
      guard known.isEmpty || !known.contains(folder.appending(entry.bytes)) else { return }
      try share.take(ArchiveRoom.count(ofPath: folder.bytes.count + 1 + entry.bytes.count))
      names.append(entry.bytes)
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
    return names[...]
  }
}
