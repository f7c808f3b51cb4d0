/// A refusal in the words of documents: a stable code, a sentence for people, and the cause for the log.
///
/// The sentence never holds an absolute path or another secret: it goes to clients as it is.
public struct DocumentError: Error, Sendable, CustomStringConvertible {
  /// Why it was refused.
  ///
  /// The raw value is the problem's `code` in the API and never changes.
  public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
    /// There is no such document, page, version or folder.
    case notFound = "not-found"
    /// The document is known, and its file is not on the disk now.
    case contentMissing = "content-missing"
    /// The document's file is on the disk, and its permissions keep the server from reading it.
    case contentUnreadable = "content-unreadable"
    /// The directory of a read-only area does not answer yet, or cannot be read.
    case areaAway = "area-away"
    /// The version is known, and its bytes are not kept (any more).
    case versionGone = "version-gone"
    /// A name or folder is not legal.
    case invalidName = "invalid-name"
    /// A parameter is malformed or out of range.
    case invalidParameter = "invalid-parameter"
    /// The handler that was chosen opens no documents of this type, or is none.
    case unsuitableHandler = "unsuitable-handler"
    /// What opens the document only shows it, and takes no edit of it.
    case viewerOnly = "viewer-only"
    /// Another document has that name.
    case nameTaken = "name-taken"
    /// It is Sheaf's own and cannot be taken away.
    case builtIn = "built-in"
    /// Something else of the user's refers to it.
    case inUse = "in-use"
    /// The document is not in the Trash, from where a batch is to bring it back.
    case notInTrash = "not-in-trash"
    /// The folder cannot be moved there or removed: it would lie in itself, or is one of those that stay.
    case folderStays = "folder-stays"
    /// The content is no longer the one the caller knew (`If-Match`).
    case versionConflict = "version-conflict"
    /// The bytes that came are not the bytes that were announced (length or digest).
    case contentMismatch = "content-mismatch"
    /// More bytes, pixels or items are asked for, or sent, than allowed.
    case tooLarge = "too-large"
    /// What is stored is larger than can be shown, whatever is asked for.
    case documentTooLarge = "document-too-large"
    /// The disk is full.
    case storageFull = "storage-full"
    /// The disk is nearly full, and nothing that adds bytes is taken until there is room again.
    case storageLow = "storage-low"
    /// The workspace keeps as many bytes as it may.
    case quotaExceeded = "quota-exceeded"
    /// The store cannot be written now, or an area never.
    case readOnly = "read-only"
    /// The store failed to do what it should: an I/O error.
    case storageFailed = "storage-failed"
    /// The workspace is in use by another server.
    case workspaceBusy = "workspace-busy"
    /// The document needs a password, or the one given is wrong.
    case passwordRequired = "password-required"
    /// The content is damaged or not what its type says.
    case damaged = "damaged"
    /// There is no way to show this type.
    case notShowable = "not-showable"
    /// The contents are of a kind that cannot be compared in this way.
    case notComparable = "not-comparable"
    /// What comes under a package's name is no package in the one form that is taken, or the package cannot be one.
    case unfitPackage = "unfit-package"
    /// The renderer ran out of its time.
    case renderTimeout = "render-timeout"
    /// The renderer ran out of its memory.
    case renderMemory = "render-memory"
    /// The renderer died.
    case rendererCrashed = "renderer-crashed"
    /// The document killed renderers more than once and is not tried again.
    case quarantined = "quarantined"
    /// Somebody was writing to the content while it was read.
    case contentChanged = "content-changed"
    /// The session was closed; what comes now belongs to none.
    case sessionClosed = "session-closed"
    /// A newer content of the same session was taken before.
    case supersededContent = "superseded-content"
    /// Too much work is waiting.
    case busy = "busy"
  }

  /// The stable reason.
  public let code: Code
  /// One sentence for people: what failed, on what, what to do.
  public let detail: String
  /// What lay beneath, for the log only.
  public var cause: (any Error)? { beneath?.cause }
  /// Numbers that a program may want beside the sentence, by the names of the problem's members.
  public var numbers: [String: Int64] { beneath?.numbers ?? [:] }
  /// Documents that a program may want to look at because of it.
  public var documents: [DocumentID] { beneath?.documents ?? [] }

  /// What few errors have, kept elsewhere so that an error stays as small as four machine words.
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

  /// The same refusal, of one operation of a batch.
  public func ofOperation(_ number: Int) -> DocumentError {
    DocumentError(
      code, "operation \(number): \(detail)", cause: cause,
      numbers: numbers.merging(["operation": Int64(number)]) { $1 }, documents: documents)
  }

  /// The code and the sentence; without the cause.
  public var description: String { "\(code.rawValue): \(detail)" }
}
