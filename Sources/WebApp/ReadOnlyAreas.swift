import DocumentModel
import LinuxSystem
import Logging
import Storage
import Workspace

/// The read-only areas of a server: those that an operator named, and the samples that come with Sheaf.
struct ReadOnlyAreas: Sendable {
  /// Opens the directory of an area on the threads of a pool.
  typealias Opener = @Sendable (ReadOnlyAreaSetting, BlockingPool) throws(DocumentError) -> ReadOnlyArea

  /// What the start hears of the areas that it waits for.
  private enum Answer {
    case opened
    case refused(StartError)
    case late
  }

  /// The area of the bundled samples, unless an operator's has that name.
  static let samples = "Samples"
  /// How long the start waits for directories that do not answer.
  private static let answerTime = Duration.seconds(5)

  private let root: String
  private let log: Logger
  private let opener: Opener
  private let bearing: Rounds.Pause

  /// What opens areas beside the workspace at `root`.
  ///
  /// `bearing` waits as long as a directory is given to answer; it and `opener` are replaced in tests.
  init(
    besides root: String, log: Logger,
    bearing: @escaping Rounds.Pause = { try? await Task.sleep(for: $0) },
    opener: @escaping Opener = { setting, pool throws(DocumentError) in
      try ReadOnlyArea(setting.name, opening: setting.path, pool: pool)
    }
  ) {
    self.root = root
    self.log = log
    self.opener = opener
    self.bearing = bearing
  }

  /// Opens all of them, by name; one whose directory does not answer for five seconds goes on being opened.
  ///
  /// Throws ``StartError`` for two of one name, a directory that cannot be read, and one that overlaps the workspace: what
  /// is private in it would be shown. Of one that answers later the log tells, and whoever asks for it.
  func open(_ settings: [ReadOnlyAreaSetting], files: AppFiles) async throws(StartError) -> [ServedArea] {
    var areas: [FileName: ServedArea] = [:]
    for setting in settings {
      guard areas.updateValue(ServedArea(opening: setting.name), forKey: setting.name) == nil else {
        throw StartError("two read-only areas are called \"\(setting.name)\"; give each a name of its own")
      }
    }
    let (answers, answer) = AsyncStream<Answer>.makeStream()
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
      // Without its samples a server is as good as ever.
      let samples = try? ReadOnlyArea(name, opening: "\(files.resources)/samples", pool: Self.makePool())
      areas[name] = samples.map { ServedArea($0) }
    }
    return areas.values.sorted { $0.name < $1.name }
  }

  /// Returns when `count` are open, or have taken too long.
  private func wait(
    for count: Int, _ answers: AsyncStream<Answer>, _ answer: AsyncStream<Answer>.Continuation
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

  private func open(_ area: ServedArea, _ setting: ReadOnlyAreaSetting) async -> Answer {
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

  /// Blocks, for as long as the directory does not answer.
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

  /// The threads of one area: those of a share that does not answer are held up, and nobody else waits for them.
  private static func makePool() -> BlockingPool { BlockingPool(threads: 2, name: "area") }
}
