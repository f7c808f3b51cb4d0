public import DocumentModel
public import FoundationEssentials
import LinuxSystem

extension FileContentStore {
  var held: HeldFolder { HeldFolder(root.directory, cloning, holding) }

  /// Hashes the file at `location` as ``hash(_:)-(Location)`` does, and holds its content; see ``HeldFolder``.
  ///
  /// A content that cannot be held, because the disk is full or the file belongs to others, is taken all the same.
  public func take(_ location: Location) async throws(DocumentError) -> HashedContent? {
    let path = try await path(of: location)
    let reading = ContentReading(root: root, known: known, clock: clock)
    guard let hashed = try await reading.hash(path) else { return nil }
    let held = held
    let (now, isPackage) = try await run("the content could not be read") {
      let isPackage = try root.directory.statusIfPresent(path)?.kind == .directory
      if !isPackage {
        try? held.hold(path, as: hashed.sha256)
      } else if let archive = try? root.packages.open(path), archive.opened == hashed.status {
        try? held.hold(archive, as: hashed.sha256)
      }
      return (try root.packages.status(path), isPackage)
    }
    guard let now, isPackage ? now == hashed.status : now.isSameContent(as: hashed.status) else { return nil }
    return found(hashed, as: now, at: location)
  }

  /// A second name changes the time of the file's last change, and so its fingerprint: the one that it has now stands for
  /// what was read, unless it could have been written to without that being seen in the time of writing.
  private func found(
    _ hashed: ContentReading.Finding, as now: FileStatus, at location: Location
  ) -> HashedContent {
    let isProven =
      now == hashed.status
      ? now.isSettled(at: hashed.moment) : FileStatus.isPast(now.modified, at: hashed.moment)
    let fingerprint = isProven ? now.fingerprint : now.fingerprint(readAt: now.modified)
    if isProven { known[fingerprint] = hashed.sha256 }
    return HashedContent(placed: now.placed(at: location, fingerprint: fingerprint), sha256: hashed.sha256)
  }

  /// Those of `hashes` that have a file in `Library/Held`.
  public func heldContents(
    among hashes: Set<ContentHash>
  ) async throws(DocumentError) -> Set<ContentHash> {
    try await heldContents(among: hashes) { _ in true }
  }

  /// Those of `hashes` that have a file in `Library/Held`, in a form that suits the disk (``HoldingRule``).
  public func wellHeldContents(
    among hashes: Set<ContentHash>
  ) async throws(DocumentError) -> Set<ContentHash> {
    let held = held
    return try await heldContents(among: hashes) { try held.fits($0) }
  }

  private func heldContents(
    among hashes: Set<ContentHash>, where isGood: @escaping @Sendable (FileStatus) throws -> Bool
  ) async throws(DocumentError) -> Set<ContentHash> {
    guard !hashes.isEmpty else { return [] }
    return try await run("what is held could not be examined") {
      try hashes.filter { hash in
        guard let status = try root.directory.statusIfPresent(SandboxPath.held(hash)) else { return false }
        return try status.kind == .regular && isGood(status)
      }
    }
  }

  /// Holds the content of a file that looks as it did when it was read; see ``HeldFolder``.
  ///
  /// What is held is proved by its hash before a version is made of it, so a write in between does no harm.
  public func hold(
    _ location: Location, as hash: ContentHash, looking fingerprint: Fingerprint
  ) async throws(DocumentError) -> Fingerprint? {
    let (path, held) = (try await path(of: location), held)
    return try await write("the content could not be held") { () throws -> Fingerprint? in
      guard let before = try root.packages.status(path),
        before.fingerprint.hasContent(of: fingerprint)
      else { return nil }
      if try root.directory.statusIfPresent(path)?.kind == .directory {
        return try hold(package: path, as: hash, before)
      }
      try held.hold(path, as: hash)
      try held.refit(path, as: hash)
      guard let after = try root.directory.statusIfPresent(path), after.isSameContent(as: before) else {
        try held.release(hash)
        return nil
      }
      return after.fingerprint
    }
  }

  /// Holding what a package is packed into changes nothing of the package.
  private func hold(package path: String, as hash: ContentHash, _ status: FileStatus) throws -> Fingerprint? {
    guard let archive = try root.packages.open(path), archive.opened == status else { return nil }
    try held.hold(archive, as: hash)
    return status.fingerprint
  }

  /// Makes a version of a content that is held.
  public func keepHeld(_ hash: ContentHash) async throws(DocumentError) -> Bool {
    let (held, known) = (held, known)
    return try await write("what the document was could not be kept") {
      if try VersionFolder(root.directory, known: known).isKept(hash) { return true }
      return try held.promote(hash)
    }
  }

  /// Lets go of contents that are held and not needed, a directory at a time.
  public func releaseHeld(
    before date: Date, unless isNeeded: @Sendable (ContentHash) async throws(DocumentError) -> Bool
  ) async throws(DocumentError) -> Int {
    let (held, moment) = (held, Self.nanoseconds(date))
    var count = 0
    for part in 0..<HeldFolder.parts {
      let hashes = try await run("what is held could not be examined") {
        try held.contents(ofPart: part, before: moment)
      }
      for hash in hashes where !Task.isCancelled {
        guard try await !isNeeded(hash) else { continue }
        try await run("what is held could not be removed") { try held.release(hash) }
        count += 1
      }
    }
    return count
  }

  /// Since 1970; times that no file has become the first or the last.
  private static func nanoseconds(_ date: Date) -> Int64 {
    let nanoseconds = date.timeIntervalSince1970 * 1_000_000_000
    return Int64(exactly: nanoseconds.rounded()) ?? (nanoseconds < 0 ? .min : .max)
  }
}
