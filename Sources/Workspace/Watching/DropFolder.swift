import DocumentModel
import Glibc
import LinuxSystem

/// The files of one drop folder: what lies there, how a file is claimed, and where failures are set aside.
///
/// ```
/// drop/scan.pdf                     somebody's file
/// drop/.sheaf/<id>/scan.pdf         claimed: nobody else's any more, being imported as document <id>
/// drop/Not imported/scan.pdf        could not be imported
/// drop/Not imported/scan.pdf.reason.txt
/// ```
///
/// A claim is one rename on the same file system, so a file is claimed once whoever races. The id is part of the
/// claim: an import that was interrupted is taken up again under the same id and cannot make a second document.
/// All calls block; they are made on a ``BlockingPool``.
struct DropFolder: Sendable {
  /// A file that waits in the folder.
  struct Candidate: Sendable {
    let path: DropPath
    let sighting: StabilityTracker<ContinuousClock.Instant>.Sighting
  }

  /// A file that is ours.
  struct Claim: Sendable {
    let id: DocumentID
    /// The name it had; may be no legal name of a document.
    let name: String
    var path: String { "\(DropFolder.spool)/\(id)/\(name)" }
  }

  static let spool = ".sheaf"
  static let rejects = "Not imported"

  let directory: Directory

  /// Every regular file below the folder that is not passed over, subfolders included.
  ///
  /// Names need not be UTF-8: a scanner's file must not be overlooked because of its name.
  func candidates(maximum: Int = 10_000) throws -> [Candidate] {
    var found: [Candidate] = []
    try collect(directory, DropPath(), into: &found, maximum: maximum)
    return found
  }

  private func collect(
    _ folder: Directory, _ place: DropPath, into found: inout [Candidate], maximum: Int
  ) throws {
    guard place.depth < FolderPath.maximumDepth else { return }
    for entry in try folder.entries() {
      let path = place.appending(entry.bytes)
      guard found.count < maximum, !IgnoredNames.contains(path.name), path.key != Self.rejects else {
        continue
      }
      // A file may go away between the listing and the look.
      guard let status = try? folder.status(bytes: entry.bytes) else { continue }
      switch status.kind {
      case .directory:
        guard let inner = try? folder.directory(bytes: entry.bytes) else { continue }
        try? collect(inner, path, into: &found, maximum: maximum)
      case .regular: found.append(Candidate(path: path, sighting: .init(status)))
      case .link, .special: continue
      }
    }
  }

  /// Whether the file is whole by its own format, and nobody writes to it any more.
  func isWhole(_ path: DropPath) throws(SystemError) -> Bool {
    let file = try directory.open(bytes: path.bytes)
    if file.hasWriter() == true { return false }
    let size = try file.status().size
    let tail = min(size, Int64(Completeness.tailBytes))
    return Completeness.isWhole(
      head: try file.read(16), tail: try file.read(Int(tail), at: size - tail))
  }

  /// Whether somebody still has the file open for writing, as far as the kernel can tell.
  func isBeingWritten(_ path: DropPath) throws(SystemError) -> Bool {
    try directory.open(bytes: path.bytes).hasWriter() == true
  }

  /// Takes a file out of everybody else's reach, under a name that is UTF-8.
  ///
  /// Throws `ENOENT` when somebody was faster.
  func claim(_ path: DropPath) throws(SystemError) -> Claim {
    let claim = Claim(id: DocumentID(), name: path.name)
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

  /// Claims that an earlier run did not finish.
  func unfinishedClaims() throws -> [Claim] {
    guard (try? directory.status(Self.spool))?.kind == .directory else { return [] }
    var claims: [Claim] = []
    for entry in try directory.directory(Self.spool).entries() {
      guard let text = entry.name, let id = DocumentID(text) else { continue }
      let names = try directory.directory("\(Self.spool)/\(id)").entries().compactMap(\.name)
      if names.isEmpty { try? directory.removeDirectory("\(Self.spool)/\(id)") }
      claims += names.prefix(1).map { Claim(id: id, name: $0) }
    }
    return claims
  }

  /// Opens a claimed file.
  ///
  /// Throws `EINVAL` when it is no regular file.
  func open(_ claim: Claim) throws(SystemError) -> Descriptor {
    let file = try directory.open(claim.path)
    guard try file.status().kind == .regular else { throw SystemError(errno: EINVAL, call: "open") }
    return file
  }

  /// Removes a file whose document is durable.
  func remove(_ claim: Claim) throws(SystemError) {
    try directory.remove(claim.path)
    try directory.removeDirectory("\(Self.spool)/\(claim.id)")
  }

  /// Sets a file aside with the reason beside it.
  func reject(_ claim: Claim, reason: String) throws(SystemError) {
    _ = try directory.makeDirectory(Self.rejects)
    var number = 1
    while true {
      let name = number == 1 ? claim.name : FileName(sanitizing: claim.name).numbered(number).description
      do {
        try directory.rename(claim.path, to: "\(Self.rejects)/\(name)", rule: .keep)
        try writeReason(reason, for: name)
        return try directory.removeDirectory("\(Self.spool)/\(claim.id)")
      } catch  where error.errno == EEXIST && number < 10_000 {
        number += 1
      }
    }
  }

  private func writeReason(_ reason: String, for name: String) throws(SystemError) {
    // Cut so that the ending still fits into a name of 255 bytes.
    let stem = String(decoding: name.utf8.prefix(240), as: UTF8.self)
    let path = "\(Self.rejects)/\(stem).reason.txt"
    let file = try directory.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC)
    try file.append(Array("\(reason)\n".utf8))
    try file.synchronize()
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
