/// A request of the server to a worker process: one message, with the descriptors of its contents.
///
/// A message is JSON in one packet of a `SOCK_SEQPACKET` Unix socket; the content travels as a descriptor
/// (`SCM_RIGHTS`), never as a path. After a board's descriptor come those of the documents on it, and after a
/// comparison's that of the earlier content. After a text's come those of its pictures, and after a PDF's that of an
/// export. The last descriptor is an empty memory file for the response.
public struct WorkerRequest: Hashable, Sendable, Codable {
  /// The work to do.
  public enum Task: Hashable, Sendable, Codable {
    /// Identify the bytes with libmagic, without opening the document.
    case sniff
    /// Open the document and describe it.
    case inspect
    /// Describe one page.
    case page(Int)
    /// Draw a page or a part of it, and encode the image.
    case render(RenderRequest)
    /// Find the words and links of a page.
    case text(page: Int)
    /// Compare a page with the page of an earlier content.
    case compare(PageComparison)
    /// List the documents and pages on a board.
    case readBoard
    /// Draw a board as a PDF.
    case drawBoard(BoardDrawing)
    /// Draw all pages as a PDF.
    case print
    /// Make a PDF of pages of a PDF, with marks; the further content is the ``PDFExport`` with this hash.
    case export(ContentHash)
    /// Read the metadata that the document carries.
    case metadata
    /// List the addresses of the pictures beside the document, as metadata without the rest.
    case pictures
    /// Read the properties that the file states about itself, without opening its pages.
    case properties
    /// List the annotations that the document brings.
    case annotations
    /// Take out a file inside the document, by its place in the metadata.
    case attachment(Int)
    /// List the entries of an archive.
    case entries
    /// Take a file out of an archive, by its place in the list.
    case entry(Int)
  }

  /// Repeated in the reply, so that a late reply is never taken for another request's.
  public let id: UInt64
  /// Identifies the content; a worker keeps recent contents parsed under it.
  ///
  /// Nil for a content whose hash is not known.
  public let hash: ContentHash?
  /// The library that opens the content.
  ///
  /// Ignored by `sniff` and for boards.
  public let kind: RendererKind
  /// The extension of files of its language, for the colours of code; nil for other contents.
  public let language: String?
  /// The password for an encrypted document.
  public let password: String?
  /// The addresses by which the text shows the further contents.
  public let pictures: [String]
  /// The work to do.
  public let task: Task

  /// A request from its parts.
  public init(
    id: UInt64, hash: ContentHash?, kind: RendererKind, language: String? = nil, password: String? = nil,
    pictures: [String] = [], task: Task
  ) {
    self.id = id
    self.hash = hash
    self.kind = kind
    self.language = language
    self.password = password
    self.pictures = pictures
    self.task = task
  }
}

/// A worker's reply.
///
/// For every outcome but `failed` the request's memory file holds the response's bytes by then: the encoded image, or
/// JSON of the named type. The server seals the file, also after a failure. A worker that could create memory files, or
/// write to one afterwards, could hold memory that no limit counts.
public struct WorkerReply: Hashable, Sendable, Codable {
  /// The outcome of the task.
  public enum Outcome: Hashable, Sendable, Codable {
    /// The memory file holds JSON of ``SniffedContent``.
    case sniffed
    /// The memory file holds JSON of ``DocumentFacts``.
    case inspected
    /// The memory file holds JSON of ``PageFacts``.
    case page
    /// The memory file holds the encoded image.
    case rendered(ImageFacts)
    /// The memory file holds JSON of ``PageText``.
    case text
    /// The memory file holds the encoded image.
    case compared(PageDifference)
    /// The memory file holds JSON of ``BoardFacts``.
    case boardRead
    /// The memory file holds a PDF.
    case printed
    /// The memory file holds JSON of ``ContentMetadata``.
    case metadata
    /// The memory file holds JSON of ``EmbeddedAnnotation``s.
    case annotations
    /// The memory file holds the bytes.
    case attachment
    /// The memory file holds JSON of ``ArchiveListing``.
    case entries
    /// The memory file holds the bytes.
    case entry
    /// The memory file is empty.
    case failed(WorkerFailure)
  }

  /// The longest response in bytes: an image of the largest allowed size that compresses badly.
  public static let maximumBytes = 256 << 20
  /// The longest JSON in bytes; a worker refuses to write more, as `.documentTooLarge`.
  public static let maximumJSONBytes = 32 << 20

  /// The request's id.
  public let id: UInt64
  /// The outcome of the task.
  public let outcome: Outcome
  /// Length of the answer in bytes; 0 for a failure.
  public let length: Int
  /// Processor time spent, in microseconds.
  public let microseconds: Int

  /// A reply from its parts.
  public init(id: UInt64, outcome: Outcome, length: Int = 0, microseconds: Int = 0) {
    self.id = id
    self.outcome = outcome
    self.length = length
    self.microseconds = microseconds
  }
}

/// A refusal that crosses the process boundary as data and is rebuilt as a ``DocumentError`` on the other side.
public struct WorkerFailure: Hashable, Sendable, Codable, Error {
  /// The stable reason.
  public let code: DocumentError.Code
  /// One sentence for people.
  public let detail: String

  /// A failure from its parts.
  public init(code: DocumentError.Code, detail: String) {
    self.code = code
    self.detail = detail
  }

  /// The same refusal as an error of the server.
  public var error: DocumentError { DocumentError(code, detail) }
}

/// Size and format of a drawn image.
public struct ImageFacts: Hashable, Sendable, Codable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// Its format.
  public let format: ImageFormat
  /// Pixels per page unit, from left to right of the page.
  public let scale: Double
  /// How far the lines of text went down to the right before the picture was straightened, in degrees; 0 for others.
  public let skew: Double

  /// The largest skew that is found, in degrees.
  public static let maximumSkew = 6.0

  /// Facts from their parts.
  public init(width: Int, height: Int, format: ImageFormat, scale: Double = 1, skew: Double = 0) {
    self.width = width
    self.height = height
    self.format = format
    self.scale = scale
    self.skew = skew
  }
}

/// libmagic's finding about a content, and ICU's about the encoding of a text.
public struct SniffedContent: Hashable, Sendable, Codable {
  /// The media type, without parameters: "application/pdf".
  public let mediaType: String
  /// The character encoding of text by its web name: "utf-8"; ``unknownEncoding`` for undetected text, "binary" for
  /// other content.
  public let encoding: String
  /// The certainty of the encoding, 0 to 1; 0 without an encoding.
  public let confidence: Double
  /// A description in words: "PDF document, version 1.4".
  public let description: String

  /// The encoding of a text that cannot be detected.
  public static let unknownEncoding = "unknown-8bit"

  /// A finding from its parts.
  public init(mediaType: String, encoding: String, confidence: Double = 1, description: String) {
    self.mediaType = mediaType
    self.encoding = encoding
    self.confidence = confidence
    self.description = description
  }
}
