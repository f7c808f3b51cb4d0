import DocumentModel
import LinuxSystem

/// Where a walk has got to: the directories that are open, from the top down.
///
/// All calls block.
struct TreeCursor: Sendable {
  private struct Frame {
    let folder: FolderPath
    let directory: Directory
    let reader: DirectoryReader
    var folders: [Folder] = []
  }

  private struct Folder {
    let name: FileName
    let spelling: String
  }

  /// Names read at once.
  ///
  /// Memory is bounded by this times the deepest nesting.
  private static let step = 256

  private var frames: [Frame]
  private let packages: PackageNames

  init(_ directory: Directory, of folder: FolderPath = .top, packages: PackageNames) throws(SystemError) {
    self.packages = packages
    frames = [Frame(folder: folder, directory: directory, reader: try DirectoryReader(directory))]
  }

  mutating func advance() throws -> [TreeFinding]? {
    guard var frame = frames.popLast() else { return nil }
    if let folder = frame.folders.popLast() {
      frames.append(frame)
      return enter(folder, of: frame)
    }
    guard let entries = try? frame.reader.next(Self.step) else { return [.unread(frame.folder)] }
    guard !entries.isEmpty else { return [] }
    let findings = entries.compactMap { Self.finding($0, in: &frame, packages) }
    frames.append(frame)
    return findings
  }

  private mutating func enter(_ found: Folder, of frame: Frame) -> [TreeFinding] {
    let folder = frame.folder.appending(found.name)
    guard (try? FolderPath(parsing: folder.description)) != nil else {
      return [.passedOver(folder.description, .tooDeep)]
    }
    do {
      // It may be gone, or a link by now.
      guard let directory = try frame.directory.directoryIfPresent(found.spelling) else { return [] }
      let reader = try DirectoryReader(directory)
      frames.append(Frame(folder: folder, directory: directory, reader: reader))
      return []
    } catch {
      return [.unread(folder)]
    }
  }

  private static func finding(
    _ entry: DirectoryEntry, in frame: inout Frame, _ packages: PackageNames
  ) -> TreeFinding? {
    guard entry.bytes.first != UInt8(ascii: ".") else { return nil }
    guard let spelling = entry.name, let name = TreeWalk.legalName(entry) else {
      return .passedOver(shown(entry, in: frame.folder), .illegalName)
    }
    do {
      guard let status = try frame.directory.statusIfPresent(spelling) else { return nil }
      if try isTwin(spelling, name, in: frame.directory) {
        return .passedOver(shown(entry, in: frame.folder), .twin)
      }
      switch status.kind {
      case .regular: return .file(status.placed(at: Location(folder: frame.folder, name: name)))
      case .link, .special: return .passedOver(shown(entry, in: frame.folder), .notRegular)
      case .directory where packages.contains(name):
        guard let directory = try frame.directory.directoryIfPresent(spelling) else { return nil }
        let status = try PackageTree(directory).status
        return .file(status.placed(at: Location(folder: frame.folder, name: name)))
      case .directory:
        frame.folders.append(Folder(name: name, spelling: spelling))
        return nil
      }
    } catch let error as DocumentError where error.code == .unfitPackage {
      return .passedOver(shown(entry, in: frame.folder), .unfitPackage)
    } catch {
      return .unread(frame.folder)
    }
  }

  /// Whether the name's own spelling lies beside this one.
  static func isTwin(
    _ spelling: String, _ name: FileName, in directory: Directory
  ) throws(SystemError) -> Bool {
    guard !spelling.utf8.elementsEqual(name.description.utf8) else { return false }
    return try directory.statusIfPresent(name.description) != nil
  }

  private static func shown(_ entry: DirectoryEntry, in folder: FolderPath) -> String {
    let name = String(decoding: entry.bytes, as: UTF8.self)
    return folder.isTop ? name : "\(folder)/\(name)"
  }
}
