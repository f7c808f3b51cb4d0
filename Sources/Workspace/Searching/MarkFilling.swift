public import DocumentModel
import Logging
public import ServiceLifecycle
import Synchronization

/// Keeps the notes of annotations in the index of words.
///
/// A content is looked at once its words are there, and again after each change of its annotations. At a start all contents
/// with annotations are looked at: the server may have ended between a change and its note.
public struct MarkFilling: Service {
  /// So many contents are looked at in a row.
  private static let batch = 100
  /// How long it rests before it looks for contents whose words came meanwhile.
  private static let rest = Duration.seconds(20)

  private let workspace: DocumentWorkspace
  private let annotations: Annotations
  private let index: any TextIndex
  private let pause: PeriodicTask.Pause

  /// For the annotations of a workspace.
  ///
  /// - Parameter pause: waits before it looks again; to be replaced in tests alone.
  public init(
    _ workspace: DocumentWorkspace, _ annotations: Annotations, into index: any TextIndex,
    pause: @escaping PeriodicTask.Pause = PeriodicTask.sleep
  ) {
    self.workspace = workspace
    self.annotations = annotations
    self.index = index
    self.pause = pause
  }

  /// Runs until shutdown.
  public func run() async throws {
    await cancelWhenGracefulShutdown {
      let (calls, call) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let changed = ChangedContents()
      async let heard: Void = hear(changed) { call.yield() }
      async let looked: Void = lookAgain { call.yield() }
      async let filled: Void = fill(calls, changed)
      _ = await (heard, looked, filled)
    }
  }

  private func hear(_ changed: ChangedContents, _ call: @Sendable () -> Void) async {
    for await notice in workspace.notices.listen() {
      guard case .annotations(let content, _, _) = notice else { continue }
      changed.insert(content)
      call()
    }
  }

  private func lookAgain(_ call: @Sendable () -> Void) async {
    while !Task.isCancelled {
      call()
      await pause(Self.rest)
    }
  }

  private func fill(_ calls: AsyncStream<Void>, _ changed: ChangedContents) async {
    var isKnown = false
    for await _ in calls {
      do throws(DocumentError) {
        if !isKnown { try await index.forgetMarks(of: try await annotations.annotatedContents()) }
        isKnown = true
        try await index.forgetMarks(of: changed.take())
        while !Task.isCancelled, try await fillSome() {}
      } catch {
        // The next call tries again; a change that was taken is found at the next start.
        workspace.services.log.warning(
          "the notes of annotations are not in the index of words", metadata: ["reason": "\(error)"])
      }
    }
  }

  /// Looks at some contents; false when none is left.
  func fillSome() async throws(DocumentError) -> Bool {
    let contents = try await index.unmarked(limit: Self.batch)
    for content in contents {
      let (marks, moment) = try await marks(of: content)
      try await index.mark(content.hash, with: marks, upTo: moment)
    }
    return !contents.isEmpty
  }

  private func marks(
    of content: WaitingContent
  ) async throws(DocumentError) -> (marks: [NotedMark], moment: String) {
    do throws(DocumentError) {
      let document = try await workspace.document(content.document)
      // Another content of it is looked at by itself.
      guard document.sha256 == content.hash else { return ([], "") }
      let set = try await annotations.openAnnotations(of: document)
      return (set.all.compactMap { NotedMark($0) }, "\(set.cursor)")
    } catch  where [.notFound, .passwordRequired, .damaged].contains(error.code) {
      return ([], "")
    }
  }
}

extension NotedMark {
  /// The note of an annotation; nil for one without a note, and for one without a place.
  fileprivate init?(_ entry: AnnotationSet.Entry) {
    guard let annotation = try? Annotation(stored: entry.json), annotation.isPlaced, !annotation.note.isEmpty
    else { return nil }
    let bounds = annotation.mark.bounds
    // A note is a point, and a line may be level: their hits are to be seen all the same.
    let (width, height) = (max(bounds.width, Self.leastSide), max(bounds.height, Self.leastSide))
    let box = PageRectangle(
      x: bounds.x - (width - bounds.width) / 2, y: bounds.y - (height - bounds.height) / 2, width: width,
      height: height)
    self.init(page: annotation.mark.page, box: box, note: annotation.note)
  }

  private static let leastSide = 16.0
}

/// Contents whose annotations changed since they were last looked at.
private final class ChangedContents: Sendable {
  private let hashes = Mutex<Set<ContentHash>>([])

  func insert(_ hash: ContentHash) { hashes.withLock { _ = $0.insert(hash) } }

  func take() -> [ContentHash] {
    hashes.withLock { hashes in
      defer { hashes.removeAll() }
      return Array(hashes)
    }
  }
}
