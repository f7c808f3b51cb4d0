public import DocumentModel
public import FoundationEssentials
import LinuxSystem

extension FileContentStore {
  var held: HeldFolder { HeldFolder(root.directory, cloning, longest: longest) }

  /// Hashes the file at `location` as ``hash(_:)-(Location)`` does, and holds its content; see ``HeldFolder``.
  ///
  /// A content that cannot be held, because the disk is full or the file has other owners, is taken all the same.
  public func take(_ location: Location) async throws(DocumentError) -> HashedContent? {
    let path = try await path(of: location)
    let reading = ContentReading(root: root, known: known, clock: clock)
    guard let hashed = try await reading.hash(path) else { return nil }
    let held = held
    let now = try await run("the content could not be read") {
      if let content = try? root.packages.open(path), content.opened == hashed.status {
        _ = try? held.hold(content.file, of: content.file.status().size, as: hashed.sha256)
      }
      return try root.packages.status(path)
    }
    return now == hashed.status ? found(hashed, at: location) : nil
  }

  /// Those of `hashes` that have a file in `Library/Held`.
  public func heldContents(
    among hashes: Set<ContentHash>
  ) async throws(DocumentError) -> Set<ContentHash> {
    guard !hashes.isEmpty else { return [] }
    return try await run("what is held could not be examined") {
      try hashes.filter { try root.directory.statusIfPresent(SandboxPath.held($0))?.kind == .regular }
    }
  }

  /// Holds the content of a file that looks as it did when it was read; see ``HeldFolder``.
  ///
  /// Its hash is proved before a version is made of it, so a write in between does no harm.
  public func hold(
    _ location: Location, as hash: ContentHash, looking fingerprint: Fingerprint
  ) async throws(DocumentError) -> Fingerprint? {
    let (path, held) = (try await path(of: location), held)
    return try await write("the content could not be held") { () throws -> Fingerprint? in
      guard let content = try root.packages.open(path),
        content.opened.fingerprint.hasContent(of: fingerprint),
        try held.hold(content.file, of: content.file.status().size, as: hash)
      else { return nil }
      guard content.isUnchanged() else {
        try held.release(hash)
        return nil
      }
      return content.opened.fingerprint
    }
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
