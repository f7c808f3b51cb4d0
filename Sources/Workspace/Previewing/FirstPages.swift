public import DocumentModel
public import Logging
public import ServiceLifecycle

/// Draws the first page of every new content before somebody asks for it.
///
/// Listens to changes and asks for one picture after the other as bulk work, which goes behind everything that
/// somebody looks at. Who writes thousands of documents at once outruns it: what it then misses is drawn when it
/// is first seen, as if this were not there.
public struct FirstPages: Service {
  /// The pictures on the library's cards, on plain and on dense screens: 176 CSS pixels at one and two pixels each.
  public static let thumbnailSizes = [176, 352]
  /// The format of the library's cards.
  public static let format = ImageFormat.webp

  private let workspace: DocumentWorkspace
  private let log: Logger

  /// For the documents of a workspace.
  public init(_ workspace: DocumentWorkspace, log: Logger) {
    self.workspace = workspace
    self.log = log
  }

  /// Runs until shutdown.
  public func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        // Starts with what comes from now on; a stream ends when it was outrun.
        guard let changes = try? await workspace.events.listen(after: nil) else { return }
        for await change in changes { await run(after: change) }
      }
    }
  }

  /// Draws what the library will ask for after `change`; what it cannot draw it leaves.
  public func run(after change: DocumentEvent) async {
    guard change.kind == .created || change.kind == .changed, change.document.trashed == nil else { return }
    for size in Self.thumbnailSizes {
      do {
        let thumbnail = try await workspace.thumbnail(
          of: change.document, size: size, format: Self.format, priority: .bulk)
        // What cannot be drawn in one size cannot in another; trying would cost a worker each time.
        guard case .page = thumbnail else { return }
      } catch {
        // Moved or removed meanwhile, or too much to do: it is drawn when it is seen.
        log.debug("a first page was not prepared", metadata: ["document": "\(change.document.id)"])
        return
      }
    }
  }
}
