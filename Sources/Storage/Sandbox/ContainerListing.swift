import Glibc
import LinuxSystem

/// Lists all that lies beneath a directory, some entries at a time, from any place in its order on, as pages need it.
///
/// Each folder comes before its contents, names by their bytes. No link is followed, and only folders are opened, each
/// by its path from the top, which bounds descriptors at any depth. A path longer than the kernel takes (4,095 bytes)
/// cannot be listed. Memory is bounded by the size of a step times the depth.
///
/// All calls block.
struct ContainerListing: Sendable {
  private struct Frame {
    let folder: ContainerPath
    /// The last name that was read.
    var last: [UInt8]?
    var waiting: ArraySlice<ContainerEntry> = []
    var isRead = false
  }

  private let top: Directory
  private var frames: [Frame]

  /// A listing of what lies beneath `top`, after `last` in its order; of all of it when that is nil.
  init(_ top: Directory, after last: ContainerPath? = nil) {
    self.top = top
    var (frames, folder) = ([Frame](), ContainerPath([]))
    for name in last?.names ?? [] {
      frames.append(Frame(folder: folder, last: name))
      folder = folder.appending(name)
    }
    self.frames = frames + [Frame(folder: folder)]
  }

  mutating func next(_ limit: Int) throws -> [ContainerEntry] {
    var found: [ContainerEntry] = []
    while found.count < limit, var frame = frames.popLast() {
      if frame.waiting.isEmpty, !frame.isRead { try fillAgain(&frame, limit - found.count) }
      let entry = frame.waiting.popFirst()
      // All names of a step may be gone by now, and more may follow.
      if !frame.waiting.isEmpty || !frame.isRead { frames.append(frame) }
      if let entry { found.append(try enter(entry, limit - found.count)) }
    }
    return found
  }

  /// Goes on in a folder into which it looked before; one that may no longer be read has no more in it.
  private func fillAgain(_ frame: inout Frame, _ limit: Int) throws {
    do {
      try fill(&frame, limit)
    } catch let error as SystemError where error.meansUnreadable && !frame.folder.bytes.isEmpty {
      frame.isRead = true
    }
  }

  /// The listed form of `entry`; a folder's contents come next.
  private mutating func enter(_ entry: ContainerEntry, _ limit: Int) throws -> ContainerEntry {
    guard entry.kind == .folder else { return entry }
    var (listed, frame) = (entry, Frame(folder: entry.path))
    do {
      try fill(&frame, limit)
      if !frame.waiting.isEmpty || !frame.isRead { frames.append(frame) }
    } catch let error as SystemError where error.meansUnreadable {
      listed.isUnreadable = true
    }
    return listed
  }

  /// The folder at a path; nil when it is gone by now, or a link.
  private func directory(_ path: ContainerPath) throws(SystemError) -> Directory? {
    do {
      return try path.bytes.isEmpty ? top.directory("") : top.directory(bytes: path.bytes)
    } catch  where error.meansAbsence {
      return nil
    }
  }

  /// Reads the next names of a folder; none when it is gone by now, or a link.
  private func fill(_ frame: inout Frame, _ limit: Int) throws {
    guard let directory = try directory(frame.folder) else {
      frame.isRead = true
      return
    }
    var names = Smallest<[UInt8]>(max(1, limit), after: frame.last) { $0.lexicographicallyPrecedes($1) }
    try directory.forEachEntry { names.insert($0.bytes) }
    let folder = frame.folder
    frame.waiting = try names.elements.compactMap { try ContainerEntry($0, in: directory, at: folder) }[...]
    frame.last = names.elements.last ?? frame.last
    frame.isRead = !names.hasMore
  }
}

extension SystemError {
  /// Something is there and cannot be looked into because of what it is.
  fileprivate var meansUnreadable: Bool { [EACCES, EPERM, ENAMETOOLONG].contains(errno) }
}
