public import DocumentModel
import LinuxSystem
import Logging
import Storage
import Workspace

/// The read-only areas of a server: those of the operator, and the bundled samples.
struct ReadOnlyAreas: Sendable {
  typealias Opener = @Sendable (ReadOnlyAreaSetting, BlockingPool) throws(DocumentError) -> ReadOnlyArea

  private enum Outcome {
    case opened
    case refused(StartError)
    case late
  }

  /// The area of the bundled samples, unless an operator's has that name.
  static let samples = "Samples"
  /// The longest wait of the start for directories that do not answer.
  private static let answerTime = Duration.seconds(5)

  private let root: String
  private let log: Logger
  private let opener: Opener
  private let bearing: PeriodicTask.Pause

  /// Opens areas beside the workspace at `root`.
  ///
  /// `bearing` waits as long as a directory has to answer; tests replace it and `opener`.
  init(
    besides root: String, log: Logger,
    bearing: @escaping PeriodicTask.Pause = PeriodicTask.sleep,
    opener: @escaping Opener = { setting, pool throws(DocumentError) in
      try ReadOnlyArea(setting.name, opening: setting.path, pool: pool)
    }
  ) {
    self.root = root
    self.log = log
    self.opener = opener
    self.bearing = bearing
  }

  /// Opens all areas, sorted by name; a directory that takes longer than five seconds is opened in the background.
  ///
  /// Throws ``StartError`` for two areas of one name, an unreadable directory, and one that overlaps the workspace,
  /// whose private files it would show. Failures after the wait go to the log and to requests for the area.
  func open(_ settings: [ReadOnlyAreaSetting], files: AppFiles) async throws(StartError) -> [ServedArea] {
    var areas: [FileName: ServedArea] = [:]
    for setting in settings {
      guard areas.updateValue(ServedArea(opening: setting.name), forKey: setting.name) == nil else {
        throw StartError("two read-only areas are called \"\(setting.name)\"; give each a name of its own")
      }
    }
    let (answers, answer) = AsyncStream<Outcome>.makeStream()
    for setting in settings {
      guard let area = areas[setting.name] else { continue }
      Task { answer.yield(await open(area, setting)) }
    }
    try await wait(for: settings.count, answers, answer)
    for area in areas.values where area.isOpening {
      log.warning(
        "the directory of a read-only area does not answer; it is shown as soon as it does",
        metadata: ["area": "\(area.name)"])
    }
    if let name = try? FileName(Self.samples), areas[name] == nil {
      // The server starts without its samples if they cannot be opened.
      let samples = try? ReadOnlyArea(name, opening: "\(files.resources)/samples", pool: Self.makePool())
      areas[name] = samples.map { ServedArea($0) }
    }
    return areas.values.sorted { $0.name < $1.name }
  }

  private func wait(
    for count: Int, _ answers: AsyncStream<Outcome>, _ answer: AsyncStream<Outcome>.Continuation
  ) async throws(StartError) {
    let limit = Task { [bearing] in
      await bearing(Self.answerTime)
      answer.yield(.late)
    }
    defer { limit.cancel() }
    var (left, iterator) = (count, answers.makeAsyncIterator())
    while left > 0, let next = await iterator.next() {
      switch next {
      case .opened: left -= 1
      case .refused(let refusal): throw refusal
      case .late: return
      }
    }
  }

  private func open(_ area: ServedArea, _ setting: ReadOnlyAreaSetting) async -> Outcome {
    let pool = Self.makePool()
    do throws(StartError) {
      area.end(.success(try await pool.run { () throws(StartError) in try open(setting, pool) }))
      return .opened
    } catch {
      area.end(.failure(error))
      log.error("a read-only area cannot be shown", metadata: ["reason": "\(error)"])
      return .refused(error)
    }
  }

  /// Blocks until the directory answers.
  private func open(_ setting: ReadOnlyAreaSetting, _ pool: BlockingPool) throws(StartError) -> ReadOnlyArea {
    let area: ReadOnlyArea
    do throws(DocumentError) {
      area = try opener(setting, pool)
    } catch {
      throw StartError("\(error.detail): \(setting.path)")
    }
    guard !DropFolders.overlaps(DropFolders.resolved(root), DropFolders.resolved(setting.path)) else {
      throw StartError(
        "the read-only area \"\(setting.name)\" overlaps the workspace; name another directory")
    }
    return area
  }

  /// The threads of one area: an unresponsive share blocks these threads only.
  private static func makePool() -> BlockingPool { BlockingPool(threads: 2, name: "area") }
}

/// An operator's setting of a read-only area: `NAME=DIR`.
public struct ReadOnlyAreaSetting: Hashable, Sendable {
  /// The name of the area.
  public let name: FileName
  /// The path of its directory.
  public let path: String

  /// Reads `NAME=DIR`.
  ///
  /// Throws ``StartError`` with the fault.
  public init(parsing text: String) throws(StartError) {
    guard let sign = text.firstIndex(of: "="), text.index(after: sign) != text.endIndex else {
      throw StartError("a read-only area is written as NAME=DIR, such as Manuals=/srv/manuals")
    }
    do {
      name = try FileName(String(text[..<sign]))
    } catch {
      throw StartError("a read-only area cannot be called so: \(error.detail)")
    }
    path = String(text[text.index(after: sign)...])
  }
}
