public import DocumentModel
import LinuxSystem

/// All that lies beneath a workspace's root, the server's own files too, as the disk has it (spec documents SB-11).
///
/// Looking changes nothing. Safe from any task.
///
/// ```swift
/// let container = SandboxContainer(root)
/// var page = try await container.list(after: nil, limit: 1000)
/// while let last = page.next { page = try await container.list(after: last, limit: 1000) }
/// ```
public struct SandboxContainer: Sendable {
  private let root: SandboxRoot

  /// The container of a workspace.
  public init(_ root: SandboxRoot) {
    self.root = root
  }

  /// Up to `limit` of all files, folders and whatever else lies beneath the root, after `last` in the order of the
  /// list.
  ///
  /// Nothing is kept between two pages: what comes or goes meanwhile is in the next one or not, and all else is told
  /// once. `last` need not be there any more.
  ///
  /// Throws `.storageFailed` when the root cannot be read, or is no longer where it was.
  public func list(
    after last: ContainerPath?, limit: Int
  ) async throws(DocumentError) -> ContainerList {
    let root = root
    return try await root.run("the workspace could not be listed") { () throws -> ContainerList in
      try root.requireInPlace()
      var listing = ContainerListing(root.directory, after: last)
      let entries = try listing.next(limit)
      let isMore = try !listing.next(1).isEmpty
      return ContainerList(entries: entries, next: isMore ? entries.last?.path : nil)
    }
  }
}
