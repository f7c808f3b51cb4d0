public import DocumentModel
public import LinuxSystem

/// The contents of a workspace as plain files: `Documents` is the truth, usable with `ls`, `rsync` and an editor.
///
/// ``FilePlacement`` gives a content its place, and draws the remains of a crash after each step. Other programs may
/// change the tree at any time; every step expects that.
///
/// ```swift
/// let contents = FileContentStore(root: try SandboxRoot(opening: "/srv/papers"))
/// ```
public struct FileContentStore: ContentStore, DocumentFiles, DirectoryTree {
  let root: SandboxRoot
  let known = KnownHashes()
  let cloning = CloneSupport()
  /// Contents of more bytes are not copied to be held.
  let longest: Int64
  /// Called between the steps of a write; tests look at the disk there, or fail.
  let onStep: FilePlacement.StepObserver
  let clock: @Sendable () -> Int64

  /// The contents of the workspace at `root`.
  ///
  /// - Parameter longest: contents of so many bytes at most are held as copies while the disk has room
  ///   (``HeldFolder``). A held content is not lost when another program replaces, overwrites or removes its
  ///   file. Short contents are held in any case.
  public init(root: SandboxRoot, copiesUpTo longest: Int64 = longestCopy) {
    self.init(root: root, copiesUpTo: longest, onStep: { _ in })
  }

  /// Bytes up to which contents are held as copies, where nothing else is said.
  public static let longestCopy = HeldFolder.longestCopy

  init(
    root: SandboxRoot, copiesUpTo longest: Int64 = longestCopy, onStep: @escaping FilePlacement.StepObserver,
    clock: @escaping @Sendable () -> Int64 = { SystemClock.now() }
  ) {
    self.root = root
    self.longest = longest
    self.onStep = onStep
    self.clock = clock
  }

  /// Opens a file in `tmp` for incoming bytes, however many come.
  public func stage(expecting bytes: Int64) async throws(DocumentError) -> any ContentStage {
    try await write("the upload could not be started") { try FileStage(root: root) }
  }

  /// Gives staged bytes their name; see ``DocumentFiles/place(_:at:replacing:)``.
  public func place(
    _ staged: any StagedContent, at location: Location, replacing: ContentHash?
  ) async throws(DocumentError) -> PlacedContent {
    guard let staged = staged as? StagedFile, staged.root === root else {
      throw DocumentError(.invalidParameter, "the content was staged in another store")
    }
    let location = try location.checked()
    try await staged.wake()
    let placement = FilePlacement(
      root: root.directory, known: known, held: held, onStep: onStep, clock: clock,
      packages: root.packages.names)
    let packaging = PackagePlacement(
      root: root.directory, packages: root.packages, known: known, held: held, onStep: onStep, clock: clock)
    return try await write("the content could not be stored") {
      try packaging.place(staged, at: location, replacing: replacing)
        ?? placement.place(staged, at: location, replacing: replacing)
    }
  }

  /// The current bytes at `location`, as they are now.
  public func open(_ location: Location) async throws(DocumentError) -> any ReadableContent {
    let names = root.names
    return try await open("there is no such document") { try names.path(of: location) }
  }

  /// The bytes of a version that was replaced.
  public func openVersion(_ hash: ContentHash) async throws(DocumentError) -> any ReadableContent {
    try await open("this version is not kept") { SandboxPath.version(hash) }
  }

  private func open(
    _ absence: String, _ path: @escaping @Sendable () throws -> String
  ) async throws(DocumentError) -> any ReadableContent {
    try await run("the content could not be opened") {
      guard let content = try root.packages.open(path()) else {
        throw DocumentError(.notFound, absence)
      }
      return content
    }
  }

  /// Hashes the file at `location` in pieces, giving way to other work between them and on cancellation.
  public func hash(_ location: Location) async throws(DocumentError) -> HashedContent? {
    let path = try await path(of: location)
    let hashed = try await ContentReading(root: root, clock: clock).hash(path)
    return hashed.map { found($0, at: location) }
  }

  func found(_ hashed: ContentReading.Finding, at location: Location) -> HashedContent {
    let fingerprint = hashed.status.fingerprint(readAt: hashed.moment)
    if fingerprint == hashed.status.fingerprint { known[fingerprint] = hashed.sha256 }
    return HashedContent(
      placed: hashed.status.placed(at: location, fingerprint: fingerprint), sha256: hashed.sha256)
  }

  /// Hashes an open content in pieces, as ``hash(_:)-(Location)`` does.
  public func hash(
    _ content: any ReadableContent
  ) async throws(DocumentError) -> (sha256: ContentHash, fingerprint: Fingerprint)? {
    guard let content = content as? FileContent else {
      throw DocumentError(.invalidParameter, "the content was opened by another store")
    }
    let hashed = try await ContentReading(root: root, clock: clock).hash(content)
    return hashed.map { ($0.sha256, $0.status.fingerprint(readAt: $0.moment)) }
  }

  /// The archive of the package that lies in `directory`, wherever that is: ``place(_:at:replacing:)`` makes an equal folder
  /// of it.
  ///
  /// The archive is a file that soon has no name, and that is remembered as those of packages in the tree are. Throws
  /// `.unfitPackage` for a folder that can be no document, `.contentChanged` for one that other programs
  /// write to all the time.
  public func pack(_ directory: Directory) async throws(DocumentError) -> any ReadableContent {
    try await run("the package could not be packed") { try root.packages.pack(directory) }
  }

  func path(of location: Location) async throws(DocumentError) -> String {
    let names = root.names
    return try await run("the content could not be found") { try names.path(of: location) }
  }

  /// Runs `body` on a thread that may block, turning what it throws into the refusal for `action`.
  func run<Value: Sendable>(
    _ action: String, _ body: @escaping @Sendable () throws -> Value
  ) async throws(DocumentError) -> Value {
    try await root.run(action, body)
  }

  func write<Value: Sendable>(
    _ action: String, _ body: @escaping @Sendable () throws -> Value
  ) async throws(DocumentError) -> Value {
    try await root.write(action, body)
  }
}

extension SandboxRoot {
  /// Runs `body` on a thread that may block, turning what it throws into the refusal for `action`.
  package func run<Value: Sendable>(
    _ action: String, _ body: @escaping @Sendable () throws -> Value
  ) async throws(DocumentError) -> Value {
    try await run(action, on: pool, body)
  }

  package func write<Value: Sendable>(
    _ action: String, _ body: @escaping @Sendable () throws -> Value
  ) async throws(DocumentError) -> Value {
    try await run(action, on: writers, body)
  }

  func run<Value: Sendable>(
    _ action: String, on pool: BlockingPool, _ body: @escaping @Sendable () throws -> Value
  ) async throws(DocumentError) -> Value {
    let directory = directory
    do {
      return try await pool.run { () throws -> Value in try DiskRefusal.explaining(on: directory, body) }
    } catch {
      throw DocumentError(disk: error, action)
    }
  }
}

// MARK: - Moving

extension FileContentStore {
  private var relocation: FileRelocation {
    FileRelocation(root: root.directory, onStep: onStep, packages: root.packages)
  }

  /// Another name or folder, durably.
  public func move(_ source: Location, to target: Location) async throws(DocumentError) {
    let (target, relocation) = (try target.checked(), relocation)
    try await write("the document could not be moved") { try relocation.move(source, to: target) }
  }

  /// Out of `Documents` into `Library/Trash/<id>`, durably.
  public func trash(_ id: DocumentID, at location: Location) async throws(DocumentError) {
    let relocation = relocation
    try await write("the document could not be put into the Trash") {
      try relocation.trash(id, at: location)
    }
  }

  /// Back from the Trash, durably.
  public func restore(_ id: DocumentID, to location: Location) async throws(DocumentError) {
    let (location, relocation) = (try location.checked(), relocation)
    try await write("the document could not be restored") { try relocation.restore(id, to: location) }
  }

  /// Removes `Library/Trash/<id>`, durably: whoever was told that it is gone does not meet it again after a power cut.
  public func removeTrashed(_ id: DocumentID, keepingAs hash: ContentHash?) throws(DocumentError) {
    let (root, packages) = (root.directory, root.packages)
    try refusing("the document could not be removed from the Trash") {
      if let hash, let path = try FileRelocation.trashed(id, root),
        let content = try packages.openIfFit(path), try FileHasher.hash(content.file) == hash
      {
        if content.isArchive {
          try packages.keepVersion(content, as: hash)
        } else {
          try VersionFolder(root).keepUnshared(path, as: hash)
        }
      }
      guard let trash = try root.directoryIfPresent(SandboxPath.trash) else { return }
      try trash.removeTree(id.description)
      try trash.synchronize()
    }
  }

  /// The bytes of a document in the Trash.
  public func openTrashed(_ id: DocumentID) async throws(DocumentError) -> any ReadableContent {
    try await run("the document could not be opened") {
      guard let path = try FileRelocation.trashed(id, root.directory),
        let content = try root.packages.open(path)
      else { throw FileRelocation.notInTrash }
      return content
    }
  }

  /// Takes back a file that was placed a moment ago and became no document.
  ///
  /// It leaves `Documents` in one step, durably, before anything of it goes: a crash leaves it there, or in `tmp`,
  /// which the next start empties.
  public func withdraw(_ hash: ContentHash, from location: Location) async throws(DocumentError) {
    guard let found = try await self.hash(location), found.sha256 == hash else { return }
    let (root, names) = (root.directory, root.names)
    try await run("the content could not be taken back") {
      let aside = StagingArea.stageName()
      try root.rename(try names.path(of: location), to: StagingArea.path(aside), rule: .keep)
      try names.synchronize(location.folder)
      names.leave(location.folder)
      try root.directory(SandboxArea.temporary.path).removeTree(aside)
    }
  }
}

// MARK: - Noticing

extension FileContentStore {
  /// Hints by `inotify(7)`, from a thread of their own that ends with the stream; nil where the machine gives no more.
  public func notices() -> AsyncStream<TreeNotice>? {
    guard let watch = try? DirectoryWatch() else { return nil }
    // Of hints that were not taken yet the newest stay; one of them says that there were more.
    let (stream, continuation) = AsyncStream.makeStream(
      of: TreeNotice.self, bufferingPolicy: .bufferingNewest(64))
    let root = root
    // Which folders are documents is no event of theirs.
    let ticket = root.packages.whenChanged { continuation.yield(.anywhere) }
    continuation.onTermination = { _ in
      watch.stop()
      root.packages.forget(ticket)
    }
    PosixThread.start(name: "tree-watch") { Self.report(continuation, of: root, watch) }
    return stream
  }

  /// Whether some process has the file open for writing.
  ///
  /// Processes of other machines on a network disk are not seen.
  public func isOpenForWriting(_ location: Location) async throws(DocumentError) -> Bool {
    let names = root.names
    return try await run("the content could not be opened") {
      try root.packages.isOpenForWriting(names.path(of: location))
    }
  }

  private static func report(
    _ continuation: AsyncStream<TreeNotice>.Continuation, of root: SandboxRoot, _ watch: DirectoryWatch
  ) {
    // Where it ends, by itself or because it was told to, the passes that come anyway see what happens.
    defer { continuation.finish() }
    guard var tree = try? TreeWatch(root, watch) else { return }
    // Changes before the last folder was watched.
    continuation.yield(.anywhere)
    while let notice = try? tree.next() {
      if case .dropped = continuation.yield(notice) { continuation.yield(.anywhere) }
    }
  }
}
