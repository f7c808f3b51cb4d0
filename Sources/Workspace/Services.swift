import DocumentModel
import FoundationEssentials
import Logging

/// The ports of a workspace, and its channels for events and notices.
struct Services: Sendable {
  let contents: any ContentStore
  let documentFiles: any DocumentFiles
  let directory: any DirectoryTree
  let index: any DocumentIndex
  let versionIndex: any VersionIndex
  let trashIndex: any TrashIndex
  let eventLog: any EventLog
  let journal: any BatchJournal
  let renderer: any PageRenderer
  let renditions: Renditions
  let privates: PrivateContents
  let types: TypeRegistry
  let events: EventHub
  let notices: Broadcast<Notice>
  /// Tells within the server that words came into the index of words, or that it is known that they cannot.
  let wordsSettled: Broadcast<Void>
  let jobs: Jobs
  let log: Logger
  let now: @Sendable () -> Date
}

protocol UsesServices: Sendable {
  var services: Services { get }
}

extension UsesServices {
  var contents: any ContentStore { services.contents }
  var documentFiles: any DocumentFiles { services.documentFiles }
  var directory: any DirectoryTree { services.directory }
  var index: any DocumentIndex { services.index }
  var versionIndex: any VersionIndex { services.versionIndex }
  var trashIndex: any TrashIndex { services.trashIndex }
  var eventLog: any EventLog { services.eventLog }
  var journal: any BatchJournal { services.journal }
  var renderer: any PageRenderer { services.renderer }
  var renditions: Renditions { services.renditions }
  var types: TypeRegistry { services.types }
  var events: EventHub { services.events }
  var notices: Broadcast<Notice> { services.notices }
  var jobs: Jobs { services.jobs }
  var log: Logger { services.log }
  func now() -> Date { services.now() }

  func document(_ id: DocumentID, includingTrash: Bool = false) async throws(DocumentError) -> Document {
    guard let document = try await index.document(id), includingTrash || document.trashed == nil else {
      throw DocumentError(.notFound, "there is no document \(id)")
    }
    return document
  }

  /// The document as it is now, unless it was moved while the lock was waited for.
  @discardableResult
  func requireUnmoved(_ known: Document) async throws(DocumentError) -> Document {
    let current = try await document(known.id)
    guard current.location == known.location else {
      throw DocumentError(
        .versionConflict, "the document was changed or moved in the meantime")
    }
    return current
  }

  /// Does `body`, which notes more than one thing in the index; when it fails, all who listen hear of what it had done until
  /// then.
  func notifyingOnFailure<Value>(
    _ body: () async throws(DocumentError) -> Value
  ) async throws(DocumentError) -> Value {
    do throws(DocumentError) {
      return try await body()
    } catch {
      await events.notify()
      throw error
    }
  }

  /// The second half of a change whose first half was done to the file.
  ///
  /// When the index cannot be written, because the disk is full, the file goes back.
  func indexing(
    _ index: () async throws(DocumentError) -> DocumentEvent, undo: () async throws(DocumentError) -> Void
  ) async throws(DocumentError) -> Document {
    do throws(DocumentError) {
      let event = try await index()
      await events.notify()
      return event.document
    } catch {
      do throws(DocumentError) {
        try await undo()
      } catch let second {
        log.error(
          "a file could not be taken back; the next pass follows it", metadata: ["reason": "\(second)"])
      }
      throw error
    }
  }
}
