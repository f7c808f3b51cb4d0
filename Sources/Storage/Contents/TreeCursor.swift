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
    /// Folders that were read and not yet entered.
    var folders: [FileName] = []
  }

  /// Names read at once.
  ///
  /// Memory is bounded by this times the deepest nesting.
  private static let step = 256

  private var frames: [Frame]

  /// A walk that begins at the first name of `top`.
  init(_ top: Directory) throws(SystemError) {
    frames = [Frame(folder: .top, directory: top, reader: try DirectoryReader(top))]
  }

  /// Goes on by one step; nil when the walk has ended.
  mutating func advance() throws -> [TreeWalk.Finding]? {
    guard var frame = frames.popLast() else { return nil }
    if let name = frame.folders.popLast() {
      frames.append(frame)
      return enter(name, of: frame)
    }
    let entries = try frame.reader.next(Self.step)
    guard !entries.isEmpty else { return [] }
    let findings = entries.compactMap { Self.finding($0, in: &frame) }
    frames.append(frame)
    return findings
  }

  private mutating func enter(_ name: FileName, of frame: Frame) -> [TreeWalk.Finding] {
    let folder = frame.folder.appending(name)
    guard (try? FolderPath(parsing: folder.description)) != nil else {
      return [.passedOver(folder.description, .tooDeep)]
    }
    // It may be gone, or a link by now.
    if let directory = try? frame.directory.directory(name.description),
      let reader = try? DirectoryReader(directory)
    {
      frames.append(Frame(folder: folder, directory: directory, reader: reader))
    }
    return []
  }

  private static func finding(
    _ entry: DirectoryEntry, in frame: inout Frame
  ) -> TreeWalk.Finding? {
    guard entry.bytes.first != UInt8(ascii: ".") else { return nil }
    guard let name = TreeWalk.legalName(entry) else {
      return .passedOver(shown(entry, in: frame.folder), .illegalName)
    }
    switch TreeWalk.kind(of: entry, in: frame.directory) {
    case .directory:
      frame.folders.append(name)
      return nil
    case .regular:
      guard let status = try? frame.directory.status(name.description), status.kind == .regular else {
        return nil
      }
      return .file(status.placed(at: Location(folder: frame.folder, name: name)))
    case .link, .special:
      return .passedOver(shown(entry, in: frame.folder), .notRegular)
    case nil:
      return nil
    }
  }

  private static func shown(_ entry: DirectoryEntry, in folder: FolderPath) -> String {
    let name = String(decoding: entry.bytes, as: UTF8.self)
    return folder.isTop ? name : "\(folder)/\(name)"
  }
}
