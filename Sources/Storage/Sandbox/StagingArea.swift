package import DocumentModel
import Glibc
import LinuxSystem

/// The directory `tmp`: names of files on their way in or out, and what to do with those that a crash left.
///
/// ```
/// stage-<random>                 incoming bytes; no client was told that they are safe: removed
/// replaced-<old>-<new>-<random>  the other half of an exchange. Before it: the incoming bytes, whose hash is <new>.
///                                After it: the content that was replaced, <old> or what a program saved just then
/// ```
package struct StagingArea {
  static let stagePrefix = "stage-"
  static let replacedPrefix = "replaced-"

  /// How a file is made that must be new.
  static let newFile: CInt = O_RDWR | O_CREAT | O_EXCL

  private let root: Directory

  init(_ root: Directory) {
    self.root = root
  }

  package static func stageName() -> String {
    stagePrefix + random()
  }

  static func replacedName(_ old: ContentHash, by new: ContentHash) -> String {
    "\(replacedPrefix)\(old)-\(new)-\(random())"
  }

  package static func path(_ name: String) -> String {
    "\(SandboxArea.temporary.path)/\(name)"
  }

  /// The replaced content that the name of the other half of an exchange tells; nil for any other name.
  package static func replacedHash(_ name: String) -> ContentHash? {
    hashes(in: name)?.old
  }

  /// The old and the new content of an exchange, from the name of its other half; nil for any other name.
  static func hashes(in name: String) -> (old: ContentHash, new: ContentHash)? {
    guard name.hasPrefix(replacedPrefix) else { return nil }
    let parts = name.dropFirst(replacedPrefix.count).split(separator: "-")
    guard parts.count == 3, let old = ContentHash(parts[0]), let new = ContentHash(parts[1]) else {
      return nil
    }
    return (old, new)
  }

  /// Keeps as versions the files that an interrupted replacement had put aside, and removes everything else; returns
  /// the reasons for which files stay, by name.
  ///
  /// A file that cannot be removed or kept is no reason not to start: it takes room, and is tried again. Blocks.
  func clean() throws(DocumentError) -> [String: String] {
    try refusing("the staging area (\(SandboxArea.temporary.path)) could not be emptied") {
      let area = try root.directory(SandboxArea.temporary.path)
      var left: [String: String] = [:]
      for entry in try area.entries() {
        do {
          // A name that is no text is nothing of ours.
          guard let name = entry.name else { throw SystemError(errno: EILSEQ, call: "readdir") }
          if try rescue(name) { try area.removeTree(name) }
        } catch {
          left[String(decoding: entry.bytes, as: UTF8.self)] = "\(error)"
        }
      }
      return left
    }
  }

  /// Keeps a possible content of a document as a version; false for one that cannot be kept, and so must stay.
  private func rescue(_ name: String) throws -> Bool {
    guard let hashes = Self.hashes(in: name) else { return true }
    let (path, packages) = (Self.path(name), PackageRule(root))
    do {
      guard let content = try packages.open(path, isPackage: true) else { return true }
      let hash = try FileHasher.hash(content.file)
      guard hash != hashes.new else { return true }
      if content.isArchive {
        try packages.keepVersion(content, as: hash)
      } else {
        try VersionFolder(root).keepUnshared(path, as: hash)
      }
    } catch let error as DocumentError where [.unfitPackage, .contentChanged].contains(error.code) {
      return false
    }
    return true
  }

  private static func random() -> String {
    DocumentID().description
  }
}
