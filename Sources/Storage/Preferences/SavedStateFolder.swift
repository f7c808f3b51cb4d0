public import DocumentModel
import LinuxSystem

/// Where each client was, one file for each in `Library/SavedState` (spec documents SB-8).
///
/// The folder may be removed at any time.
public struct SavedStateFolder: SavedStateStore {
  private let root: SandboxRoot
  /// Clients that are remembered.
  public static let maximumClients = 256
  /// A longer state is refused before it comes here.
  private static let maximumBytes: Int64 = 1 << 20

  /// The states of the workspace at `root`.
  public init(root: SandboxRoot) {
    self.root = root
  }

  /// What a client saved last; nil when there is nothing.
  public func state(of client: ClientName) async throws(DocumentError) -> [UInt8]? {
    try await file(of: client).read()
  }

  /// Keeps `state` in place of the earlier one; the clients that saved longest ago are forgotten.
  public func save(_ state: [UInt8], of client: ClientName) async throws(DocumentError) {
    try await root.run("the state could not be kept") { [root] in
      _ = try root.directory.makeDirectories(SandboxPath.savedState)
    }
    try await file(of: client).write(state, durably: false)
    try await root.run("old states could not be removed") { [root] in try Self.forgetOldest(root.directory) }
  }

  /// Forgets a client.
  public func remove(_ client: ClientName) async throws(DocumentError) {
    try await root.run("the state could not be removed") { [root] in
      do {
        try root.directory.remove(Self.path(of: client.description))
      } catch let error as SystemError where error.meansAbsence {
        return
      }
    }
  }

  private func file(of client: ClientName) -> LibraryFile {
    LibraryFile(root: root, path: Self.path(of: client.description), maximumBytes: Self.maximumBytes)
  }

  private static func path(of client: String) -> String { "\(SandboxPath.savedState)/\(client).json" }

  private static func forgetOldest(_ root: Directory) throws {
    let folder = try root.directory(SandboxPath.savedState)
    let names = try folder.entries().compactMap(\.name)
    guard names.count > maximumClients else { return }
    let dated = try names.map { (name: $0, modified: try folder.status($0).modified) }
    for old in dated.sorted(by: { $0.modified < $1.modified }).dropLast(maximumClients) {
      try folder.remove(old.name)
    }
  }
}
