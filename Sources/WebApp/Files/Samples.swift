import DocumentModel
import Glibc
import LinuxSystem
import Logging
import Workspace

/// Sample documents for a workspace in which nothing has been yet.
///
/// They are ordinary documents afterwards: changed or thrown away, they stay so. A sign-in, or a token made
/// before the first start, makes no difference.
struct Samples: Sendable {
  private let directory: String
  private let importer: FileImporter
  private let log: Logger

  init(_ resources: String, _ importer: FileImporter, _ log: Logger) {
    directory = "\(resources)/samples"
    self.importer = importer
    self.log = log
  }

  /// Adds every sample to a workspace that never had a document, and has no file that could become one.
  ///
  /// One that cannot be added is logged; Sheaf starts without it.
  func add(to workspace: DocumentWorkspace) async {
    do {
      guard try await Self.isUntouched(workspace) else { return }
      let samples = try Directory(opening: directory)
      for name in try samples.entries().compactMap(\.name).sorted(by: >) {
        _ = try await importer.add(try samples.open(name), named: try FileName(name), origin: .sample)
      }
    } catch {
      log.warning("sample documents could not be added", metadata: ["reason": "\(error)"])
    }
  }
  private static func isUntouched(_ workspace: DocumentWorkspace) async throws -> Bool {
    // Each change of a document has a number, also of those that are gone.
    guard try await workspace.eventLog.lastEvent() == 0 else { return false }
    for try await finding in workspace.directory.walk() {
      if case .file = finding { return false }
    }
    return true
  }
}
