import DocumentModel
import Glibc
import LinuxSystem
import Logging
import Workspace

/// Sample documents for a workspace that is new.
///
/// They are ordinary documents afterwards: changed or thrown away, they stay so.
struct Samples: Sendable {
  private let directory: String
  private let importer: FileImporter
  private let log: Logger

  init(_ resources: String, _ importer: FileImporter, _ log: Logger) {
    directory = "\(resources)/samples"
    self.importer = importer
    self.log = log
  }

  /// Adds every sample.
  ///
  /// One that cannot be added is logged; Sheaf starts without it.
  func add() async {
    do {
      let samples = try Directory(opening: directory)
      for name in try samples.entries().compactMap(\.name).sorted(by: >) {
        _ = try await importer.add(try samples.open(name), named: try FileName(name), origin: .sample)
      }
    } catch {
      log.warning("sample documents could not be added", metadata: ["reason": "\(error)"])
    }
  }
}
