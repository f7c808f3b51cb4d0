public import DocumentModel
import FoundationEssentials

/// What a server last took for the time, as JSON in `Library/time.json`.
///
/// The file may be removed while no server runs: the next one begins with what its clock, or the last event, says.
public struct BelievedTimeFile: BelievedTimeStore {
  /// The file's form: a moment that people can read (ISO 8601), and seconds.
  private struct Form: Codable {
    let believed: String
    let clockAheadForSeconds: Int64
    /// Only where the clock went back.
    var latest: String?
  }

  private let file: LibraryFile
  static let maximumBytes: Int64 = 64 << 10

  /// The time of the workspace at `root`.
  public init(root: SandboxRoot) {
    file = LibraryFile(root: root, path: SandboxPath.believedTime, maximumBytes: Self.maximumBytes)
  }

  /// What was kept last; nil when nothing was, or when it cannot be understood.
  public func believedTime() async throws(DocumentError) -> BelievedTime? {
    try await file.read().flatMap(Self.decode)
  }

  static func decode(_ bytes: [UInt8]) -> BelievedTime? {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)),
      let date = try? Date(form.believed, strategy: .iso8601)
    else { return nil }
    return BelievedTime(
      date: date, ahead: .seconds(max(0, form.clockAheadForSeconds)),
      latest: form.latest.flatMap { try? Date($0, strategy: .iso8601) })
  }

  /// Keeps `time` in place of the earlier one, in whole seconds; a power cut may bring that back.
  public func save(_ time: BelievedTime) async throws(DocumentError) {
    let form = Form(
      believed: time.date.formatted(.iso8601), clockAheadForSeconds: time.ahead.components.seconds,
      latest: time.latest > time.date ? time.latest.formatted(.iso8601) : nil)
    try await file.write(LibraryFile.json(form, at: SandboxPath.believedTime), durably: false)
  }
}
