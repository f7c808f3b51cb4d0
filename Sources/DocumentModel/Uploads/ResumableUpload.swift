public import FoundationEssentials

/// The name of an upload whose bytes may come in several requests.
public typealias UploadID = Identifier<ResumableUpload>

/// An upload whose bytes may come in several requests, with everything needed to go on after a crash.
public struct ResumableUpload: Hashable, Sendable, Codable {
  /// The place and name of the new document.
  public struct Destination: Hashable, Sendable, Codable {
    /// The requested name.
    public var name: FileName
    /// The folder; made when missing.
    public var folder: FolderPath
    /// The action when another document has the name.
    public var conflict: ConflictRule

    /// A destination from its parts.
    public init(name: FileName, folder: FolderPath = .top, conflict: ConflictRule = .rename) {
      self.name = name
      self.folder = folder
      self.conflict = conflict
    }
  }

  /// The document that was made of the bytes.
  public struct Outcome: Hashable, Sendable, Codable {
    /// The document; another one than planned where the upload became a version of it.
    public let document: DocumentID
    /// The time at which it was made.
    public let date: Date

    /// An outcome from its parts.
    public init(document: DocumentID, date: Date) {
      self.document = document
      self.date = date
    }
  }

  /// The name of the upload.
  public let id: UploadID
  /// The id of the new document; chosen in advance, so that a repetition after a crash makes one document only.
  public let document: DocumentID
  /// The number of all bytes; nil while the client has not told it.
  public var length: Int64?
  /// The place of the document.
  public var destination: Destination
  /// `Upload-Metadata` as the client sent it.
  public let metadata: String?
  /// The name of the token or session that began it.
  public let author: String?
  /// The time at which it began.
  public let created: Date
  /// The offset from which bytes have not been compared with their checksum yet; nil when all count.
  public var unchecked: Int64?
  /// The document that was made; nil until then.
  public var outcome: Outcome?

  /// An upload that begins.
  public init(
    id: UploadID = UploadID(), document: DocumentID = DocumentID(), length: Int64?,
    to destination: Destination,
    metadata: String? = nil, author: String? = nil, created: Date
  ) {
    self.id = id
    self.document = document
    self.length = length
    self.destination = destination
    self.metadata = metadata
    self.author = author
    self.created = created
  }
}

/// An upload as a store keeps it.
public struct KeptUpload: Hashable, Sendable {
  /// Its description.
  public var upload: ResumableUpload
  /// The number of bytes that are kept.
  public var offset: Int64
  /// The time at which the last of them came.
  public var touched: Date

  /// A kept upload from its parts.
  public init(_ upload: ResumableUpload, offset: Int64, touched: Date) {
    self.upload = upload
    self.offset = offset
    self.touched = touched
  }
}
