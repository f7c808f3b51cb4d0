import DocumentModel
import Glibc
import LinuxSystem
import Synchronization

/// A file in `tmp` and its one owner: removed when the last reference goes, unless it got another name.
final class StagingFile: Sendable {
  private let root: SandboxRoot
  private let current: Mutex<String?>

  init(name: String, root: SandboxRoot) {
    self.root = root
    current = Mutex(name)
  }

  deinit {
    guard let name = current.withLock({ $0 }) else { return }
    let root = root
    Task { await Self.remove(name, in: root) }
  }

  /// Takes the name away from this owner: from now on the caller must see to the file.
  ///
  /// Nil when it is gone.
  func take() -> String? {
    current.withLock { name in
      defer { name = nil }
      return name
    }
  }

  var name: String? { current.withLock(\.self) }

  func giveBack(_ name: String) {
    current.withLock { $0 = name }
  }

  func remove() async {
    if let name = take() { await Self.remove(name, in: root) }
  }

  private static func remove(_ name: String, in root: SandboxRoot) async {
    // A file that cannot be removed now is removed at the next start.
    await root.writers.run { try? root.directory.remove(StagingArea.path(name)) }
  }
}

final class StagedFile: StagedContent {
  let sha256: ContentHash
  let size: Int64
  let staging: StagingFile
  let root: SandboxRoot
  /// Nil while it rests.
  private let file: Mutex<Descriptor?>
  private let opened: FileStatus
  private let held = Mutex<(any HeldRoom)?>(nil)

  var room: (any HeldRoom)? {
    get { held.withLock(\.self) }
    set { held.withLock { $0 = newValue } }
  }

  /// No descriptor's number while it rests.
  var descriptor: CInt { file.withLock { $0?.rawValue ?? -1 } }

  /// Whether the file was not written to since its bytes were complete, as far as `status` can tell.
  func isUntouched(_ status: FileStatus) -> Bool { status.isSameContent(as: opened) }

  func status() throws(SystemError) -> FileStatus {
    guard let file = file.withLock(\.self) else { throw SystemError(errno: EBADF, call: "fstat") }
    return try file.status()
  }

  /// Opens the file again for reading only: a receiver of the descriptor must not change the document.
  ///
  /// Blocks.
  init(_ facts: (size: Int64, sha256: ContentHash), staging: StagingFile, root: SandboxRoot) throws {
    guard let name = staging.name else {
      throw DocumentError(.storageFailed, "the upload was abandoned")
    }
    guard let (file, status) = try FileContent.open(StagingArea.path(name), in: root.directory),
      status.size == facts.size
    else { throw Self.meddledWith }
    self.file = Mutex(file)
    opened = status
    (size, sha256) = facts
    self.staging = staging
    self.root = root
  }

  func rest() {
    // Closed when the lock is open again.
    let closed = file.withLock { $0.take() }
    _ = closed
  }

  func wake() async throws(DocumentError) {
    guard file.withLock({ $0 == nil }) else { return }
    let (root, opened, name) = (root, opened, staging.name)
    let file = try await root.run("the staged content could not be opened") {
      guard let name, let (file, status) = try FileContent.open(StagingArea.path(name), in: root.directory),
        status.isSameContent(as: opened)
      else { throw Self.meddledWith }
      return file
    }
    self.file.withLock { $0 = file }
  }

  private static let meddledWith = DocumentError(
    .storageFailed, "another program changed the staged content")
}
