import DocumentModel
import Glibc
package import LinuxSystem

/// `Library/Damaged`: what was found damaged, or in the way, and put aside; each with the reason beside it.
///
/// All calls block.
package struct DamagedFolder {
  private let root: Directory

  package init(root: Directory) {
    self.root = root
  }

  /// A durable place for what lies at `path`, with the reason beside it.
  private func makePlace(for path: String, _ reason: String) throws -> String {
    let place = "\(SandboxPath.damaged)/\(DocumentID())"
    for folder in [SandboxPath.damaged, place, "\(place)/file"] {
      _ = try root.makeDirectory(folder, mode: 0o700)
    }
    let note = try root.open("\(place)/reason.txt", flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    try note.append("\(path)\n\(reason)\n".utf8)
    try note.synchronize()
    for folder in [place, SandboxPath.damaged] { try root.directory(folder).synchronize() }
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? "file"
    return "\(place)/file/\(name)"
  }

  /// Moves what lies at `path` there, durably, with the reason beside it; where it is now.
  package func take(_ path: String, _ reason: String) throws -> String {
    let place = try makePlace(for: path, reason)
    try root.rename(path, to: place, rule: .keep)
    for folder in [place, path].map(Self.parent) { try root.directory(folder).synchronize() }
    return place
  }

  /// Keeps `text`, what stood at `path`, there, durably, with the reason beside it; where it is now.
  package func keep(_ text: String, of path: String, _ reason: String) throws -> String {
    let place = try makePlace(for: path, reason)
    let file = try root.open(place, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    try file.append(text.utf8)
    try file.synchronize()
    try root.directory(Self.parent(of: place)).synchronize()
    return place
  }

  private static func parent(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }
}
