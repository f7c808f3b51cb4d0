public import DocumentModel
import FoundationEssentials
package import LinuxSystem

/// Where each client was, one file for each in `Library/SavedState` (spec documents SB-8).
///
/// The folder may be removed at any time.
public struct SavedStateFolder: SavedStateStore {
  private let root: SandboxRoot
  /// Clients that are remembered.
  public static let maximumClients = 256
  private static let maximumBytes: Int64 = 1 << 20

  /// The states of the workspace at `root`.
  public init(root: SandboxRoot) {
    self.root = root
  }

  /// The last saved state of a client; nil when there is none.
  public func state(of client: ClientName) async throws(DocumentError) -> [UInt8]? {
    let path = Self.path(of: client.description)
    return try await root.run("the state could not be read") { [root] in
      guard let (file, status) = try FileContent.open(path, in: root.directory),
        status.size <= Self.maximumBytes
      else { return nil }
      return [UInt8](try file.read(Int(status.size)))
    }
  }

  /// Keeps `state` in place of the earlier one; the clients that saved longest ago are forgotten.
  public func save(_ state: [UInt8], of client: ClientName) async throws(DocumentError) {
    let path = Self.path(of: client.description)
    try await root.run("the state could not be kept") { [root] in
      _ = try root.directory.makeDirectories(SandboxPath.savedState)
      // A folder would keep this client from ever saving again.
      let kind = try root.directory.statusIfPresent(path)?.kind
      if let kind, kind != .regular {
        _ = try DamagedFolder(root: root.directory).take(path, "A saved state that is no regular file.")
      }
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
    let dated = try names.compactMap { name -> (name: String, modified: Int64)? in
      guard let status = try folder.statusIfPresent(name), status.kind == .regular else { return nil }
      return (name, status.modified)
    }
    for old in dated.sorted(by: { $0.modified < $1.modified }).dropLast(maximumClients) {
      try folder.remove(old.name)
    }
  }

  /// Where states lie that no client can have saved, and what is wrong with each; blocks.
  package static func damages(in root: Directory) throws -> [(path: String, damage: String)] {
    let names = try root.directoryIfPresent(SandboxPath.savedState)?.entries().compactMap(\.name) ?? []
    return try names.sorted().compactMap { name in
      let path = "\(SandboxPath.savedState)/\(name)"
      let file = SettingsFile(
        path: path, maximumBytes: maximumBytes, complaint: "it is not an object of JSON"
      ) {
        (try? JSONValue(reading: $0, limits: JSONLimits(depth: 65, values: .max)))?.members != nil
      }
      return try file.damage(in: root).map { (path, $0) }
    }
  }
}
