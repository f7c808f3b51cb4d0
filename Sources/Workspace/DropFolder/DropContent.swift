import DocumentModel
import LinuxSystem

/// An entry of a drop folder: a file, or a package, which is a folder that is one document.
///
/// All calls block.
enum DropContent: Sendable {
  typealias Sighting = StabilityTracker<ContinuousClock.Instant>.Sighting

  case file(Descriptor)
  case package(Directory)

  init?(_ path: DropPath, in directory: Directory, _ packages: PackageNames) throws(SystemError) {
    // Opened first: what it is, is asked of what was opened.
    let opened = try directory.open(bytes: path.bytes)
    switch try opened.status().kind {
    case .regular: self = .file(opened)
    case .directory where packages.contains(FileName(sanitizing: path.name)):
      self = .package(try Directory(duplicating: opened.rawValue))
    case .directory, .link, .special: return nil
    }
  }

  /// Changes whenever anything of it does; of no bytes when there is nothing in it.
  func sighting() throws -> Sighting {
    switch self {
    case .file(let file): Sighting(try file.status())
    case .package(let top): try DropPackage(top).sighting()
    }
  }

  func isBeingWritten() throws -> Bool {
    switch self {
    case .file(let file): file.hasWriter() == true
    case .package(let top): try DropPackage(top).isBeingWritten()
    }
  }

  /// Whether it is whole by its own format, and no program writes to it any more.
  ///
  /// A package has no end that would tell: that it was left alone for a while has to do.
  func isWhole() throws -> Bool {
    guard case .file(let file) = self else { return try !isBeingWritten() }
    if file.hasWriter() == true { return false }
    let size = try file.status().size
    let tail = min(size, Int64(Completeness.tailBytes))
    return Completeness.isWhole(
      head: try file.read(16), tail: try file.read(Int(tail), at: size - tail))
  }
}
