public import DocumentModel
import FoundationEssentials

/// The last reading of a server's clock, as JSON in `Library/time.json`.
///
/// The file may be removed while no server runs: the next one believes its clock.
public struct ClockReadingFile: ClockReadingStore {
  /// The file's form: a moment that people can read (ISO 8601), and seconds.
  private struct Form: Codable {
    let believed: String
    /// Only while nothing expires.
    var waitSeconds: Int64?
  }

  private let file: LibraryFile
  static let maximumBytes: Int64 = 64 << 10

  /// The reading of the workspace at `root`.
  public init(root: SandboxRoot) {
    file = LibraryFile(root: root, path: SandboxPath.clockReading, maximumBytes: Self.maximumBytes)
  }

  /// The reading that was kept last; nil when none was, or when it cannot be understood.
  public func clockReading() async throws(DocumentError) -> ClockReading? {
    try await file.read().flatMap(Self.decode)
  }

  static func decode(_ bytes: [UInt8]) -> ClockReading? {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)),
      let date = try? Date(form.believed, strategy: .iso8601)
    else { return nil }
    return ClockReading(date: date, wait: .seconds(max(0, form.waitSeconds ?? 0)))
  }

  /// Keeps `reading` in place of the earlier one, in whole seconds; a power cut may bring that back.
  public func save(_ reading: ClockReading) async throws(DocumentError) {
    let form = Form(
      believed: reading.date.formatted(.iso8601),
      waitSeconds: reading.wait > .zero ? reading.wait.components.seconds : nil)
    try await file.write(LibraryFile.json(form, at: SandboxPath.clockReading), durably: false)
  }
}
