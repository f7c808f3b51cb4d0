/// A refusal of an operation on documents: a stable code, a sentence for people, and the cause for the log.
///
/// The sentence goes to clients unchanged, so it never holds an absolute path or another secret.
public struct DocumentError: Error, Sendable, CustomStringConvertible {
  /// The stable reason of a refusal.
  ///
  /// The raw value is the problem's `code` in the API and never changes.
  public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
    /// There is no such document, page, version or folder.
    case notFound = "not-found"
    /// The document is known, but its file is not on the disk.
    case contentMissing = "content-missing"
    /// The document's file is on the disk, but its permissions keep the server from reading it.
    case contentUnreadable = "content-unreadable"
    /// The directory of a read-only area does not answer yet, or cannot be read.
    case areaAway = "area-away"
    /// The version is known, but its bytes are no longer kept.
    case versionGone = "version-gone"
    /// A name or folder is not legal.
    case invalidName = "invalid-name"
    /// A parameter is malformed or out of range.
    case invalidParameter = "invalid-parameter"
    /// The chosen handler is unknown or opens no documents of this type.
    case unsuitableHandler = "unsuitable-handler"
    /// The document's handler only shows it and accepts no edits.
    case viewerOnly = "viewer-only"
    /// Another document has that name.
    case nameTaken = "name-taken"
    /// The type or handler is built in and cannot be removed.
    case builtIn = "built-in"
    /// Another declaration of a user refers to it.
    case inUse = "in-use"
    /// A batch is to restore a document that is not in the Trash.
    case notInTrash = "not-in-trash"
    /// The folder cannot be moved there or removed: it would contain itself, or is permanent.
    case folderStays = "folder-stays"
    /// The content is no longer the one that the client named (`If-Match`).
    case versionConflict = "version-conflict"
    /// The received bytes differ from the announced ones in length or digest.
    case contentMismatch = "content-mismatch"
    /// A request asks for or sends more bytes, pixels or items than allowed.
    case tooLarge = "too-large"
    /// The stored document is larger than Sheaf can show, with any parameters.
    case documentTooLarge = "document-too-large"
    /// The disk is full.
    case storageFull = "storage-full"
    /// The disk is nearly full; nothing that adds bytes is accepted until there is room.
    case storageLow = "storage-low"
    /// The workspace has reached its quota of bytes.
    case quotaExceeded = "quota-exceeded"
    /// The store is read-only now, or the area always.
    case readOnly = "read-only"
    /// An operation of the store failed with an I/O error.
    case storageFailed = "storage-failed"
    /// The workspace is in use by another server.
    case workspaceBusy = "workspace-busy"
    /// The document needs a password, or the one given is wrong.
    case passwordRequired = "password-required"
    /// The content is damaged, or does not match its type.
    case damaged = "damaged"
    /// Sheaf cannot show this type.
    case notShowable = "not-showable"
    /// Showing the document needs a program that is not installed.
    case converterMissing = "converter-missing"
    /// The contents are of a kind that cannot be compared in this way.
    case notComparable = "not-comparable"
    /// Content under a package's name is not in the accepted form, or cannot be a package.
    case unfitPackage = "unfit-package"
    /// The renderer exceeded its time limit.
    case renderTimeout = "render-timeout"
    /// The renderer exceeded its memory limit.
    case renderMemory = "render-memory"
    /// The renderer process died.
    case rendererCrashed = "renderer-crashed"
    /// The document killed renderers repeatedly and is not tried again.
    case quarantined = "quarantined"
    /// The content was written to while it was read.
    case contentChanged = "content-changed"
    /// The session was closed and accepts nothing more.
    case sessionClosed = "session-closed"
    /// The session has already accepted a newer content.
    case supersededContent = "superseded-content"
    /// The bytes do not begin where the upload ends.
    case offsetMismatch = "offset-mismatch"
    /// The address leads to a machine that is not on the public internet.
    case addressRefused = "address-refused"
    /// The web did not give the content: no connection, no answer of success, or not all of it.
    case fetchFailed = "fetch-failed"
    /// The web did not give the content in time.
    case fetchTimeout = "fetch-timeout"
    /// Fetching from the web needs a program that is not installed.
    case fetcherMissing = "fetcher-missing"
    /// The content is of a type that was not wanted.
    case unwantedType = "unwanted-type"
    /// The job goes on by itself and cannot be suspended.
    case notSuspendable = "not-suspendable"
    /// The address was good for a time that is over.
    case addressExpired = "address-expired"
    /// The address was good for one use, which is over.
    case addressUsed = "address-used"
    /// The queue of work is full.
    case busy = "busy"
  }

  /// The stable reason.
  public let code: Code
  /// One sentence for people: what failed, on what, what to do.
  public let detail: String
  /// The underlying error, for the log only.
  public var cause: (any Error)? { beneath?.cause }
  /// Numbers for programs beside the sentence, by the names of the problem's members.
  public var numbers: [String: Int64] { beneath?.numbers ?? [:] }
  /// Documents that the refusal is about, for programs.
  public var documents: [DocumentID] { beneath?.documents ?? [] }

  /// Rarely used parts, kept elsewhere so that an error stays as small as four machine words.
  ///
  /// A larger one is thrown through memory, and Swift 6.3.1 crashes when it optimises some asynchronous functions that
  /// catch such an error and throw another.
  private let beneath: Beneath?

  private final class Beneath: Sendable {
    let cause: (any Error)?
    let numbers: [String: Int64]
    let documents: [DocumentID]

    init(_ cause: (any Error)?, _ numbers: [String: Int64], _ documents: [DocumentID]) {
      self.cause = cause
      self.numbers = numbers
      self.documents = documents
    }
  }

  /// An error from its code and sentence.
  public init(
    _ code: Code, _ detail: String, cause: (any Error)? = nil, numbers: [String: Int64] = [:],
    documents: [DocumentID] = []
  ) {
    self.code = code
    self.detail = detail
    let isBare = cause == nil && numbers.isEmpty && documents.isEmpty
    beneath = isBare ? nil : Beneath(cause, numbers, documents)
  }

  /// The same refusal, naming the operation of a batch that caused it.
  public func ofOperation(_ number: Int) -> DocumentError {
    DocumentError(
      code, "operation \(number): \(detail)", cause: cause,
      numbers: numbers.merging(["operation": Int64(number)]) { $1 }, documents: documents)
  }

  /// The code and the sentence; without the cause.
  public var description: String { "\(code.rawValue): \(detail)" }
}
