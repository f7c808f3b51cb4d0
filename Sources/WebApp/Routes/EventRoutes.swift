import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// What happens, as it happens, and how the drop folders are doing.
struct EventRoutes: Sendable {
  let workspace: DocumentWorkspace
  let room: StorageRoom
  let dropFolders: [DropFolderWatcher]

  func add(to router: inout Router) {
    router.on(.get, "api/v1/events") { request, _ in
      let last = try Self.lastEvent(request)
      let events = try await workspace.events.listen(after: last)
      let notices = workspace.notices.listen()
      let changes = room.changes()
      return .events { stream in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            for await event in events { try await stream.send(try ServerSentEvent(event)) }
          }
          group.addTask {
            for await notice in notices { try await stream.send(try ServerSentEvent(notice)) }
          }
          group.addTask {
            for await status in changes { try await stream.send(try ServerSentEvent(status)) }
          }
          // A listener that fell behind is let go; it comes back for what it missed.
          try await group.next()
          group.cancelAll()
        }
      }
    }
    router.on(.get, "api/v1/watchers") { _, _ in
      .json(try JSONAnswer.encode(WatchersAnswer(dropFolders.map(\.status))))
    }
  }

  /// The number after which a client wants to go on; browsers send it as a header when they reconnect.
  private static func lastEvent(_ request: Request) throws -> Int64? {
    guard let text = request.headers[.lastEventID] ?? request.query["after"], !text.isEmpty else {
      return nil
    }
    guard let number = Int64(text), number >= 0 else {
      throw DocumentError(.invalidParameter, "Last-Event-ID must be a number that an event had")
    }
    return number
  }
}

extension ServerSentEvent {
  init(_ event: DocumentEvent) throws {
    let data = try JSONAnswer.encode(EventAnswer(document: DocumentAnswer(event.document)))
    self.init(
      id: "\(event.sequence)", event: event.kind.rawValue, data: String(decoding: data, as: UTF8.self))
  }
}

extension ServerSentEvent {
  /// Whether things may come in: no change of a document, so that it has no number.
  init(_ status: StorageRoom.Status) throws {
    let data = try JSONAnswer.encode(StorageAnswer(status))
    self.init(event: "workspace.storage", data: String(decoding: data, as: UTF8.self))
  }

  /// Without a number: a client that reconnects does not hear of it again.
  init(_ notice: Notice) throws {
    let (name, data) =
      switch notice {
      case .preference(let key, let value, let client):
        (
          "preference.changed",
          try JSONAnswer.encode(
            PreferenceAnswer(key: key.description, value: value ?? .null, client: client?.description))
        )
      case .job(let job): ("job.changed", try JSONAnswer.encode(JobAnswer(job)))
      }
    self.init(event: name, data: String(decoding: data, as: UTF8.self))
  }
}

extension HTTPField.Name {
  static let lastEventID = Self("Last-Event-ID") ?? .eTag
}
