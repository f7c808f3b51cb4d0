import DocumentModel
import Glibc
import LinuxSystem
import Synchronization

/// The files of a ``PreviewCache``.
///
/// Every call blocks on the disk. Folders that were deleted meanwhile are made again.
final class CacheFolder: Sendable {
  private let directory: Directory
  private let path: String
  /// The prefix of this run's temporary files; a process number would not do, because the next run may have the same.
  private let ownPrefix = "\(UInt64.random(in: 0...UInt64.max))-"
  private let lastTemporary = Atomic<UInt64>(0)

  init(directory: Directory, path: String) {
    self.directory = directory
    self.path = path
  }

  /// Opens a file of the cache; nil when the file is gone or truncated.
  func open(_ file: PreviewFile) -> OpenContent? {
    guard let descriptor = try? directory.open("\(path)/\(file.path)"),
      let status = try? descriptor.status(), status.kind == .regular, status.size == Int64(file.bytes)
    else { return nil }
    noteUse(of: descriptor, status)
    return OpenContent(descriptor, size: status.size)
  }

  /// Sets the file's time, from which the next run learns the order of use.
  ///
  /// The time is exact to the hour, because a write for every look-up would be too expensive.
  private func noteUse(of file: Descriptor, _ status: FileStatus) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    guard now.tv_sec - Int(status.modified / 1_000_000_000) >= Self.usePrecision else { return }
    try? file.touch()
  }

  private static let usePrecision = 3600

  /// Copies sealed memory into a file; readers see the whole file or none.
  func write(_ file: PreviewFile, from source: Descriptor) throws(SystemError) {
    do {
      try writeOnce(file, from: source)
    } catch  where error.errno == ENOENT {
      try makeFolders(for: file)
      try writeOnce(file, from: source)
    }
  }

  func remove(_ file: PreviewFile) {
    try? directory.remove("\(path)/\(file.path)")
  }

  /// Lists all files of the cache, the least recently used first, and removes the temporary files of earlier runs.
  ///
  /// Files that this run is writing stay.
  func scan() -> [PreviewFile] {
    var found: [(file: PreviewFile, modified: Int64)] = []
    for folder in names(in: path) {
      for name in names(in: "\(path)/\(folder)") {
        guard folder != Self.temporaryFolder else {
          if !name.hasPrefix(ownPrefix) { try? directory.remove("\(path)/\(folder)/\(name)") }
          continue
        }
        guard let entry = entry(folder, name) else { continue }
        found.append(entry)
      }
    }
    return found.sorted { $0.modified < $1.modified }.map(\.file)
  }

  private static let temporaryFolder = "tmp"

  /// A file of the cache with its age; a truncated file is removed.
  private func entry(_ folder: String, _ name: String) -> (PreviewFile, Int64)? {
    guard let file = PreviewFile(name: name), file.stem.hasPrefix(folder),
      let status = try? directory.status("\(path)/\(folder)/\(name)"), status.kind == .regular
    else { return nil }
    guard status.size == Int64(file.bytes) else {
      remove(file)
      return nil
    }
    return (file, status.modified)
  }

  private func names(in path: String) -> [String] {
    guard let entries = try? directory.directory(path).entries() else { return [] }
    return entries.compactMap(\.name)
  }

  private func writeOnce(_ file: PreviewFile, from source: Descriptor) throws(SystemError) {
    let number = lastTemporary.add(1, ordering: .relaxed).newValue
    let temporary = "\(path)/\(Self.temporaryFolder)/\(ownPrefix)\(number)"
    let target = try directory.open(temporary, flags: O_WRONLY | O_CREAT | O_EXCL)
    do {
      try source.copy(Int64(file.bytes), to: target)
      try directory.rename(temporary, to: "\(path)/\(file.path)")
    } catch {
      try? directory.remove(temporary)
      throw error
    }
  }

  private func makeFolders(for file: PreviewFile) throws(SystemError) {
    var soFar = ""
    let names = path.split(separator: "/").map(String.init)
    for name in names {
      soFar += soFar.isEmpty ? name : "/\(name)"
      _ = try directory.makeDirectory(soFar)
    }
    _ = try directory.makeDirectory("\(soFar)/\(Self.temporaryFolder)")
    _ = try directory.makeDirectory("\(soFar)/\(file.stem.prefix(2))")
  }
}
