public import DocumentModel
import Glibc
public import LinuxSystem

/// A workspace on disk: its directories, and the lock that makes one server its master.
///
/// ```
/// DIR ── Documents ── (the user's tree) ── Inbox      when needed
///     ├─ Library ──── index.sqlite  accounts.sqlite  types.json  lock  Versions/ab/<sha256>  Trash/<id>/<name>
///     │               Backups/index-….sqlite  Damaged/<id>/
///     ├─ Caches
///     └─ tmp
/// ```
/// Every path is resolved beneath `DIR` by the kernel (see ``Directory``). No name from a client, and no link in the
/// tree, leads out of it. The lock ends with this object, or with the process.
///
/// Threading: may be used from any thread; opening blocks for some milliseconds and belongs to the start.
///
/// ```swift
/// let root = try SandboxRoot(opening: "/srv/papers", for: .serving)
/// let contents = FileContentStore(root: root)
/// ```
public final class SandboxRoot: Sendable {
  /// A process's reason to open a workspace.
  public enum Purpose: Hashable, Sendable {
    /// To be its one server: takes the lock, makes missing areas, empties `tmp`.
    case serving
    /// To add something beside a running server (`sheaf token create`): makes missing areas only.
    case sharing
    /// To look at it (`sheaf verify`): changes nothing.
    case inspecting
  }

  /// As given by the operator.
  ///
  /// Never part of an answer.
  package let path: String
  package let directory: Directory
  /// The threads on which this workspace's files are opened and read.
  let pool: BlockingPool
  /// Those on which they are written and made durable: a disk that takes seconds for that keeps no reader waiting.
  let writers: BlockingPool
  /// For long files: its threads run when the processor is otherwise idle.
  let patient: BlockingPool
  let purpose: Purpose
  package let packages: PackageRule
  /// Why something in `tmp` stayed there at the start, by its name.
  public let leftovers: [String: String]
  /// Obstacles to a database that were moved away at the start: their new paths, by the old ones.
  public let putAside: [String: String]
  /// Settings that were damaged and were put aside at the start.
  public let damagedSettings: [DamagedSettings]
  /// The room of all archives that are under way: names are kept in memory while one is sent.
  let archives = ArchiveRoom()
  private let lock: SandboxLock?

  /// Threads of each kind: enough to keep a disk busy, few enough to cost nothing.
  static let threads = 8

  /// Opens the workspace at `path`, and makes it when there is none (but not the directories above it).
  ///
  /// Throws `.workspaceBusy` when it is served already, `.readOnly` when it cannot be written, `.storageFailed` when an
  /// area is a link or a file. Throws `.notFound` when there is none to inspect or `path` has no parent.
  public init(opening path: String, for purpose: Purpose = .serving) throws(DocumentError) {
    self.path = path
    self.purpose = purpose
    try Self.requireDescriptors()
    directory = try Self.open(path, for: purpose)
    if purpose != .inspecting { try SandboxLayout(root: directory).make() }
    lock = purpose == .serving ? try SandboxLock.take(in: directory) : nil
    pool = BlockingPool(threads: Self.threads, name: "storage")
    writers = BlockingPool(threads: Self.threads, name: "writing")
    patient = BlockingPool(threads: 1, name: "long-files", givesWay: true)
    if purpose == .serving { try RestoreMark.requireAbsent(from: directory) }
    let obstacles = DatabaseObstacles(root: directory)
    putAside = purpose == .serving ? try obstacles.setAside() : [:]
    if purpose == .sharing { try obstacles.requireNone() }
    damagedSettings = purpose == .serving ? try SettingsCheck(root: directory).setAside() : []
    packages = PackageRule(directory)
    leftovers = purpose == .serving ? try StagingArea(directory).clean() : [:]
  }

  /// The directory of `area`.
  ///
  /// Throws `.notFound` when it is missing and `create` is false.
  ///
  /// Blocks for a moment; call it once and keep the result, or call it from a thread that may wait.
  public func directory(of area: SandboxArea, create: Bool = true) throws(DocumentError) -> Directory {
    do {
      if create { _ = try directory.makeDirectory(area.path, mode: area.mode) }
      return try directory.directory(area.path)
    } catch  where error.errno == ENOENT {
      throw DocumentError(.notFound, "the workspace has no \(area.path)", cause: error)
    } catch {
      throw DocumentError(error, "the workspace's \(area.path) could not be opened")
    }
  }

  /// Throws `.storageFailed` when the directory is no longer where it was opened: moved, removed, or covered by a
  /// mount.
  ///
  /// Index and lock lie in the directory that was opened, so another one cannot be taken in its place while the server
  /// runs. Blocks.
  func requireInPlace() throws(DocumentError) {
    let own = try? directory.descriptor.status()
    do throws(SystemError) {
      let here = try Directory(opening: path).descriptor.status()
      if let own, here.device == own.device, here.inode == own.inode { return }
    } catch  where [EMFILE, ENFILE].contains(error.errno) {
      throw DocumentError(error, "the workspace's directory could not be examined")
    } catch {
      // A directory that cannot be opened there any more is not the one that was.
    }
    throw DocumentError(
      .storageFailed,
      "the workspace's directory was moved, removed or replaced; put it back, or start Sheaf again")
  }

  /// Throws `.busy` when the process may not open as many files as a workspace takes: index, accounts and their readers.
  ///
  /// SQLite says of a file for which there is no descriptor that it cannot be opened, and not why.
  private static func requireDescriptors() throws(DocumentError) {
    let limit = Descriptor.limit
    guard limit < fewestDescriptors else { return }
    throw DocumentError(
      .busy,
      "too many open files: this process may have \(limit) open, and needs \(fewestDescriptors); raise the limit (ulimit -n)"
    )
  }

  private static let fewestDescriptors = 64

  /// Bytes that may still be written to the workspace's file system, and all that it has.
  ///
  /// Asked on one of the workspace's own threads. Throws `.storageFailed`.
  public func space() async throws(DocumentError) -> (free: Int64, total: Int64) {
    try await run("the disk could not be asked for its space") { try self.directory.descriptor.space() }
  }

  /// Gives the lock back, for another server; this object must not write any more.
  ///
  /// A thread that did a part of the work may hold on to the object for a moment longer.
  package func release() {
    lock?.release()
  }

  /// Whether a server or a command has made the directory at `path` a workspace.
  ///
  /// Blocks.
  public static func isWorkspace(_ path: String) -> Bool {
    guard let directory = try? Directory(opening: path) else { return false }
    return [SandboxPath.lock, SandboxPath.index, SandboxPath.accounts].contains {
      (try? directory.status($0))?.kind == .regular
    }
  }

  /// The number of the root in its file system, which a copy does not share, whatever its path; nil when it cannot be
  /// asked.
  public var number: UInt64? { (try? directory.descriptor.status())?.inode }

  /// Tells other commands where the server answers; for the one that serves.
  public func advertise(_ address: String) {
    lock?.advertise(address)
  }

  /// Where the workspace's server said that it answers, while it ran; nil when it said nothing.
  public var advertisedAddress: String? { SandboxLock.address(in: directory) }

  private static func open(_ path: String, for purpose: Purpose) throws(DocumentError) -> Directory {
    do throws(SystemError) {
      if purpose != .inspecting { try Directory.make(path, mode: 0o755) }
      return try Directory(opening: path)
    } catch {
      throw refusal(error)
    }
  }

  private static func refusal(_ error: SystemError) -> DocumentError {
    switch error.errno {
    case ENOENT:
      DocumentError(.notFound, "there is no such workspace directory, or none above it", cause: error)
    case ENOTDIR, ELOOP:
      DocumentError(
        .storageFailed, "the workspace must be a directory, and so must all above it", cause: error)
    default: DocumentError(disk: error, "the workspace directory could not be opened")
    }
  }
}
