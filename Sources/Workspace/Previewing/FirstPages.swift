public import DocumentModel
public import Logging
public import ServiceLifecycle

/// Draws the first page of every new content before a client asks for it.
///
/// Follows the changes, and asks for the pictures of several documents at once as bulk work. Bulk work goes
/// behind everything that a user looks at, and leaves one worker free. Thousands of documents written at once outrun
/// it for a while, and it catches up. When the server was ended meanwhile, it does so at the next start
/// (``resume()``).
public struct FirstPages: Service {
  /// The pictures on the library's cards: 176 CSS pixels, on screens with 1, 1.5, 2 and 3 pixels to each
  /// (`Public/library/card.js`).
  ///
  /// On narrow screens cards may be smaller; what they then ask for is drawn when it is seen.
  public static let thumbnailSizes = [176, 264, 352, 528]
  /// The format of the library's cards.
  public static let format = ImageFormat.webp

  /// How many changes it goes back at most: what was added earlier is drawn when it is seen.
  public static let reach: Int64 = 5_000

  private let workspace: DocumentWorkspace
  private let documents: Int
  private let step: Int
  private let log: Logger
  private let ready: @Sendable () async -> Void

  /// For the documents of a workspace, so many of them at once: as many as there are workers keep all of them busy.
  ///
  /// - Parameters:
  ///   - workspace: whose documents.
  ///   - documents: how many at once.
  ///   - step: changes that are looked at together when it goes back.
  ///   - log: notes what could not be prepared.
  ///   - ready: returns when pictures of earlier runs are found; what came before is not looked at sooner.
  public init(
    _ workspace: DocumentWorkspace, documents: Int = 1, step: Int = 500, log: Logger,
    ready: @escaping @Sendable () async -> Void = {}
  ) {
    self.workspace = workspace
    self.documents = max(1, documents)
    self.step = max(1, step)
    self.log = log
    self.ready = ready
  }

  /// Runs until shutdown.
  public func run() async throws {
    await cancelWhenGracefulShutdown {
      async let resumed: Void = resume()
      await follow()
      await resumed
    }
  }

  /// Draws what came before and was not drawn: goes back from the newest change, step after step, to where nothing is
  /// missing.
  ///
  /// Changes are followed in their order, so what an earlier run left undone are the last of them. The pictures
  /// themselves tell which. They may be removed at any time, so a note of how far one came could say more than is
  /// there.
  public func resume() async {
    // First: what comes from now on is followed.
    guard let newest = try? await workspace.eventLog.lastEvent() else { return }
    await ready()
    var last = newest
    while last > max(0, newest - Self.reach), !Task.isCancelled {
      let first = max(0, last - Int64(step))
      guard let changes = try? await workspace.eventLog.events(after: first, limit: step),
        await prepare(changes.filter { $0.sequence <= last })
      else { return }
      last = first
    }
  }

  /// Draws what is missing of the documents that changed, as they are now.
  ///
  /// Returns whether more may be missing of those before: not where pictures were there and none was missing.
  private func prepare(_ changes: [DocumentEvent]) async -> Bool {
    var seen: Set<DocumentID> = []
    var found: Set<Finding> = []
    for change in changes where Self.shows(change) {
      guard !Task.isCancelled else { return false }
      guard seen.insert(change.document.id).inserted,
        let document = try? await workspace.document(change.document.id)
      else { continue }
      found.insert(await draw(document))
    }
    return found.contains(.missing) || !found.contains(.atHand)
  }

  private func follow() async {
    await withTaskGroup(of: Void.self) { group in
      var running = 0
      await workspace.events.follow { change in
        guard Self.shows(change) else { return }
        if running == documents {
          _ = await group.next()
          running -= 1
        }
        running += 1
        group.addTask { await run(after: change) }
      }
    }
  }

  private static func shows(_ change: DocumentEvent) -> Bool {
    (change.kind == .created || change.kind == .changed) && change.document.trashed == nil
  }

  /// Draws what the library will ask for after `change`; what it cannot draw it leaves.
  public func run(after change: DocumentEvent) async {
    guard Self.shows(change) else { return }
    _ = await draw(change.document)
  }

  private enum Finding {
    case missing
    case atHand
    case nothing
  }

  /// A board is drawn when it is seen, and so is a private content, of which nothing would stay.
  ///
  /// Its picture is one of all that lies on it, and another after each line that is saved.
  private func draw(_ document: Document) async -> Finding {
    guard !workspace.types.current.conforms(document.type, to: .board),
      !workspace.privates.contains(document.sha256)
    else { return .nothing }
    var found = Finding.nothing
    for size in Self.thumbnailSizes {
      do {
        let thumbnail = try await workspace.pages.thumbnail(
          of: document, size: size, format: Self.format, priority: .bulk)
        // A page that cannot be drawn in one size cannot in another; trying would cost a worker each time.
        guard case .page(let page) = thumbnail else { return found }
        if page.microseconds != nil { found = .missing }
        if found == .nothing { found = .atHand }
      } catch {
        // Moved or removed meanwhile, or too much to do: it is drawn when it is seen.
        log.debug("a first page was not prepared", metadata: ["document": "\(document.id)"])
        return found
      }
    }
    return found
  }
}
