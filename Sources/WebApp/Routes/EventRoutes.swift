import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Workspace

/// The event stream, and the state of the drop folders.
struct EventRoutes: Sendable {
  let workspace: DocumentWorkspace
  let room: StorageRoom
  let dropFolders: [DropFolderWatcher]
  let access: AccessControl
  private let seats = RequestShares.streams()

  init(
    workspace: DocumentWorkspace, room: StorageRoom, dropFolders: [DropFolderWatcher], access: AccessControl
  ) {
    (self.workspace, self.room, self.dropFolders, self.access) = (workspace, room, dropFolders, access)
  }

  func add(to router: inout Router) {
    router.on(.get, "api/v1/events") { request, _ in
      let last = try Self.lastEvent(request)
      let seat = try seats.enter(access.holder(of: request.head))
      let events = try await workspace.events.listen(after: last)
      let notices = workspace.notices.listen()
      let changes = room.changes()
      // The feed has begun: a change that comes before the count is told, too.
      let beginning = try ServerSentEvent(gathered: try await workspace.index.documentCount(), events)
      return .events { stream in
        // The share counts this stream until it ends.
        defer { withExtendedLifetime(seat) {} }
        try await stream.send(beginning)
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            for await message in events { try await stream.send(try event(message)) }
          }
          group.addTask {
            for await notice in notices { try await stream.send(try ServerSentEvent(notice)) }
          }
          group.addTask {
            for await status in changes { try await stream.send(try ServerSentEvent(status)) }
          }
          group.addTask { try await access.waitForEnd(of: request.head) }
          // The first task to end ends the stream, because the client may have left.
          try await group.next()
          group.cancelAll()
        }
      }
    }
    router.on(.get, "api/v1/watchers") { _, _ in
      .json(try JSONResponse.encode(WatchersResponse(dropFolders.map(\.status))))
    }
  }

  private func event(_ message: EventMessage) throws -> ServerSentEvent {
    switch message {
    case .event(let event):
      let id = EventID(epoch: workspace.events.epoch, sequence: event.sequence)
      return try ServerSentEvent(event, id: id, in: workspace)
    case .reset(let reset): return try ServerSentEvent(reset)
    }
  }

  /// The client's last event; browsers send it as a header when they reconnect.
  private static func lastEvent(_ request: Request) throws -> EventID? {
    guard let text = request.headers[.lastEventID] ?? request.query["after"], !text.isEmpty else {
      return nil
    }
    guard let id = EventID(text) else {
      throw DocumentError(.invalidParameter, "Last-Event-ID must be an id that an event had")
    }
    return id
  }
}

extension ServerSentEvent {
  init(_ event: DocumentEvent, id: EventID, in workspace: DocumentWorkspace) throws {
    let document = event.document
    var answer = EventResponse(
      document: DocumentResponse(document, in: workspace, expires: workspace.trash.expiry(of: document)))
    if event.kind == .handedOver, let provenance = document.metadata.provenance {
      (answer.source, answer.annotation) = (provenance.source, provenance.annotation)
      answer.open = provenance.open
    }
    let data = try JSONResponse.encode(answer)
    self.init(
      id: "\(id)", event: event.kind.rawValue, data: String(decoding: data, as: UTF8.self))
  }

  /// The beginning of a stream: a list that is read from now on has everything up to its id.
  ///
  /// A reset that follows brings the id. A client that is lost between the two has to hear of the reset again.
  init(gathered documents: Int, _ feed: EventFeed) throws {
    let data = try JSONResponse.encode(GatheredResponse(id: "\(feed.start)", documents: documents))
    self.init(
      id: feed.beginsWithReset ? nil : "\(feed.start)", event: "gathered",
      data: String(decoding: data, as: UTF8.self))
  }

  /// A reset: the client has to read everything anew.
  init(_ reset: EventReset) throws {
    let data = try JSONResponse.encode(ResetResponse(reason: reset.reason))
    self.init(id: "\(reset.id)", event: "reset", data: String(decoding: data, as: UTF8.self))
  }
}

extension ServerSentEvent {
  /// A change of the storage status; it is no change of a document and has no number.
  init(_ status: StorageRoom.Status) throws {
    let data = try JSONResponse.encode(StorageResponse(status))
    self.init(event: "workspace.storage", data: String(decoding: data, as: UTF8.self))
  }

  /// A notice without a number: a client that reconnects does not get it again.
  init(_ notice: Notice) throws {
    let (name, data) =
      switch notice {
      case .preference(let key, let value, let client):
        (
          "preference.changed",
          try JSONResponse.encode(
            PreferenceResponse(key: key.description, value: value ?? .null, client: client?.description))
        )
      case .job(let job): ("job.changed", try JSONResponse.encode(JobResponse(job)))
      case .session(let session): ("session.changed", try JSONResponse.encode(SessionResponse(session)))
      case .conflicts(let document, let count):
        (
          "document.conflicted",
          try JSONResponse.encode(ConflictCountResponse(document: document, conflicts: count))
        )
      case .folders(let folder):
        ("folders.changed", try JSONResponse.encode(["folder": folder.description]))
      case .annotations(let content, let cursor, let client):
        (
          "annotations.changed",
          try JSONResponse.encode(
            AnnotationNotice(sha256: content, cursor: "\(cursor)", client: client?.description))
        )
      case .previewReady(let content, let pageCount, let isWhole):
        (
          "preview.ready",
          try JSONResponse.encode(
            PreviewNotice(sha256: content, pageCount: pageCount, preparing: isWhole ? nil : true))
        )
      case .thumbnailReady(let page):
        ("thumbnail.ready", try JSONResponse.encode(ThumbnailNotice(page)))
      case .rules(let count): ("rules.changed", try JSONResponse.encode(["count": count]))
      case .rulesApplied(let report): ("rules.applied", try JSONResponse.encode(RuleReportResponse(report)))
      }
    self.init(event: name, data: String(decoding: data, as: UTF8.self))
  }
}

extension HTTPField.Name {
  static let lastEventID = Self("Last-Event-ID") ?? .eTag
}

struct WatchersResponse: Encodable {
  struct Watcher: Encodable {
    let name: String
    let state: String
    let reason: String?
    let pending: Int
    let passedOver: Int
    let imported: Int
    let rejected: Int
    let stuck: [Stuck]
  }

  struct Stuck: Encodable {
    let name: String
    let reason: String
  }

  let watchers: [Watcher]

  init(_ states: [DropFolderWatcher.Status]) {
    watchers = states.map {
      Watcher(
        name: $0.name, state: $0.state.rawValue, reason: $0.reason, pending: $0.pending,
        passedOver: $0.passedOver, imported: $0.imported, rejected: $0.rejected,
        stuck: $0.stuck.map { Stuck(name: $0.name, reason: $0.reason) })
    }
  }
}
