import DocumentModel
import Glibc
import LinuxSystem

/// The files and packages of one drop folder: what lies there, how a file is claimed, and where failures are set aside.
///
/// ```
/// drop/scan.pdf                     a file that a program put there
/// drop/.sheaf/<id>/scan.pdf         claimed: the server's alone, being imported as document <id>
/// drop/.sheaf/done-<id>/scan.pdf    imported, being removed
/// drop/Not imported/scan.pdf        could not be imported
/// drop/Not imported/scan.pdf.reason.txt
/// ```
///
/// A claim is one rename on the same file system, so a file is claimed once in any race. The id is part of the
/// claim. An import that was interrupted is taken up again under the same id and cannot make a second document.
/// All calls block; they are made on a ``BlockingPool``.
struct DropFolder: Sendable {
  struct Candidate: Sendable {
    let path: DropPath
    let sighting: StabilityTracker<ContinuousClock.Instant>.Sighting
  }

  struct Claim: Sendable {
    let id: DocumentID
    /// The name it had; may be no legal name of a document.
    let name: String
    var path: String { "\(DropFolder.spool)/\(id)/\(name)" }
  }

  enum Step: Hashable, Sendable {
    case entering, claiming, opening, removing, explaining, settingAside
  }

  static let spool = ".sheaf"
  private static let done = "done-"
  static let rejects = "Not imported"

  let directory: Directory
  /// Folders of these names are packages, each taken in as one document.
  var packages = PackageNames.empty
  var onStep: @Sendable (Step) throws(SystemError) -> Void = { _ in }

  /// Looks at the regular files and packages below the folder that are not passed over, subfolders included.
  ///
  /// Names need not be UTF-8: a scanner's file must not be overlooked because of its name.
  func look() throws -> DropFolderWalk {
    var walk = DropFolderWalk(packages: packages)
    try walk.see(directory, at: DropPath())
    return walk
  }

  func content(_ path: DropPath) throws(SystemError) -> DropContent {
    guard let content = try DropContent(path, in: directory, packages) else {
      throw SystemError(errno: EINVAL, call: "open")
    }
    return content
  }

  /// Takes a file out of the reach of other programs, under a name that is UTF-8.
  ///
  /// Throws `ENOENT` when another program was faster.
  func claim(_ path: DropPath) throws(SystemError) -> Claim {
    let claim = Claim(id: DocumentID(), name: path.name)
    try onStep(.claiming)
    _ = try directory.makeDirectory(Self.spool, mode: 0o700)
    _ = try directory.makeDirectory("\(Self.spool)/\(claim.id)", mode: 0o700)
    do {
      try directory.rename(bytes: path.bytes, to: claim.path)
    } catch {
      try? directory.removeDirectory("\(Self.spool)/\(claim.id)")
      throw error
    }
    return claim
  }

  func unfinishedClaims() throws -> [Claim] {
    guard (try? directory.status(Self.spool))?.kind == .directory else { return [] }
    var claims: [Claim] = []
    for entry in try directory.directory(Self.spool).entries() {
      guard let text = entry.name else { continue }
      if text.hasPrefix(Self.done) { try? directory.removeTree("\(Self.spool)/\(text)") }
      guard let id = DocumentID(text), entry.kind != .regular else { continue }
      let names = try directory.directory("\(Self.spool)/\(id)").entries().compactMap(\.name)
      if names.isEmpty { try? directory.removeDirectory("\(Self.spool)/\(id)") }
      // Files of file managers beside it were never claimed.
      claims += names.filter { !IgnoredNames.contains($0) }.sorted().prefix(1).map { Claim(id: id, name: $0) }
    }
    return claims
  }

  func open(_ claim: Claim) throws(SystemError) -> DropContent {
    try onStep(.opening)
    return try content(DropPath().appending(Array(claim.path.utf8)))
  }

  /// Removes a file or package whose document is durable.
  ///
  /// One step ends the claim. Half of a package, left by an end that came in between, must not become the next
  /// version. Leftovers go at the next look.
  func remove(_ claim: Claim) throws(SystemError) {
    try onStep(.removing)
    let done = "\(Self.spool)/\(Self.done)\(claim.id)"
    // Other files there were not imported.
    try directory.rename(claim.path, to: done, rule: .keep)
    try? directory.removeDirectory("\(Self.spool)/\(claim.id)")
    try? directory.removeTree(done)
  }

  /// Sets a file aside with the reason beside it.
  ///
  /// The reason is on the disk before the file comes: whenever the server ends, no file lies there without
  /// its reason.
  func reject(_ claim: Claim, reason: String) throws(SystemError) {
    _ = try directory.makeDirectory(Self.rejects)
    var number = 1
    while true {
      let name = number == 1 ? claim.name : FileName(sanitizing: claim.name).numbered(number).description
      do {
        try setAside(claim, as: name, because: reason)
        // Something else may lie there.
        try? directory.removeDirectory("\(Self.spool)/\(claim.id)")
        return
      } catch  where error.errno == EEXIST && number < 10_000 {
        number += 1
      }
    }
  }

  private func setAside(_ claim: Claim, as name: String, because reason: String) throws(SystemError) {
    let target = "\(Self.rejects)/\(name)"
    // The text beside a file that lies there is that file's. One that lies alone is of an end that came in between.
    if exists(target) { throw SystemError(errno: EEXIST, call: "renameat2") }
    let note = Self.note(for: name)
    do {
      try write(reason, to: note)
      try onStep(.settingAside)
      try directory.rename(claim.path, to: target, rule: .keep)
    } catch {
      try? directory.remove(note)
      throw error
    }
    try directory.directory(Self.rejects).synchronize()
  }

  private func exists(_ path: String) -> Bool { (try? directory.status(path)) != nil }

  /// Where the reason for setting `name` aside is written; cut so that the ending still fits into a name of 255 bytes.
  private static func note(for name: String) -> String {
    "\(rejects)/\(String(decoding: name.utf8.prefix(240), as: UTF8.self)).reason.txt"
  }

  private func write(_ reason: String, to path: String) throws(SystemError) {
    try onStep(.explaining)
    let file = try directory.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC)
    try file.append(Array("\(reason)\n".utf8))
    try file.synchronize()
    try directory.directory(Self.rejects).synchronize()
  }
}

extension StabilityTracker.Sighting {
  init(_ status: FileStatus) {
    let parts: [String] = [
      "\(status.device)", "\(status.inode)", "\(status.size)", "\(status.modified)", "\(status.changed)",
    ]
    self.init(fingerprint: parts.joined(separator: ":"), size: status.size)
  }
}
