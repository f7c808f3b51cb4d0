/// What the server asks of a worker process: one message, one descriptor of the content beside it.
///
/// Messages are JSON in one packet of a `SOCK_SEQPACKET` Unix socket; the content travels as a descriptor
/// (`SCM_RIGHTS`), never as a path. A board's is followed by those of the documents that lie on it, a comparison's by
/// that of what was before. The last is an empty memory file, into which the answer is written.
public struct WorkerRequest: Hashable, Sendable, Codable {
  /// The work to do.
  public enum Task: Hashable, Sendable, Codable {
    /// Say what the bytes are, by libmagic. Nothing is opened.
    case sniff
    /// Open and describe.
    case inspect
    /// Describe one page.
    case page(Int)
    /// Draw (a part of) a page and encode it.
    case render(RenderRequest)
    /// Words and links of a page.
    case text(page: Int)
    /// Draw a page and the one that was before, and say what is different.
    case compare(PageComparison)
    /// Say of which documents a board shows pages.
    case readBoard
    /// Draw a board as a PDF.
    case drawBoard(BoardDrawing)
  }

  /// Returned in the reply, so that a late answer is never taken for another's.
  public let id: UInt64
  /// Names the content; a worker keeps recent ones parsed under it.
  ///
  /// Nil for a content whose hash is not known.
  public let hash: ContentHash?
  /// Which library opens it.
  ///
  /// Ignored by `sniff` and for boards.
  public let kind: RendererKind
  /// The password for an encrypted document.
  public let password: String?
  /// The work to do.
  public let task: Task

  /// A request from its parts.
  public init(id: UInt64, hash: ContentHash?, kind: RendererKind, password: String? = nil, task: Task) {
    self.id = id
    self.hash = hash
    self.kind = kind
    self.password = password
    self.task = task
  }
}

/// What a worker answers.
///
/// For every outcome but `failed` the request's memory file holds the answer's bytes by then: the encoded image, or JSON
/// of the named type. The server seals it, also after a failure: a worker that could make memory files of its own, or
/// write to one when its work is done, could hold memory that no limit counts.
public struct WorkerReply: Hashable, Sendable, Codable {
  /// How it went.
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
    /// The memory file holds a PDF of one page.
    case boardDrawn
    /// The memory file is empty.
    case failed(WorkerFailure)
  }

  /// Longer answers are no worker's, in bytes: an image of the largest allowed size, badly compressible.
  public static let maximumBytes = 256 << 20
  /// Longer JSON is no honest worker's, which refuses it as `.documentTooLarge`, in bytes.
  public static let maximumJSONBytes = 32 << 20

  /// The request's id.
  public let id: UInt64
  /// How it went.
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

/// What a drawn image turned out to be.
public struct ImageFacts: Hashable, Sendable, Codable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// Its format.
  public let format: ImageFormat
  /// Pixels per page unit, from left to right of the page.
  public let scale: Double

  /// Facts from their parts.
  public init(width: Int, height: Int, format: ImageFormat, scale: Double = 1) {
    self.width = width
    self.height = height
    self.format = format
    self.scale = scale
  }
}

/// libmagic's answer about a content, and ICU's about a text.
public struct SniffedContent: Hashable, Sendable, Codable {
  /// The media type, without parameters: "application/pdf".
  public let mediaType: String
  /// The character encoding of text by its name on the web: "utf-8"; ``unknownEncoding`` where nobody can say, "binary" for
  /// anything else.
  public let encoding: String
  /// How sure the encoding is, 0 to 1; 0 where there is none.
  public let confidence: Double
  /// In words: "PDF document, version 1.4".
  public let description: String

  /// The encoding of a text that nobody can say.
  public static let unknownEncoding = "unknown-8bit"

  /// A finding from its parts.
  public init(mediaType: String, encoding: String, confidence: Double = 1, description: String) {
    self.mediaType = mediaType
    self.encoding = encoding
    self.confidence = confidence
    self.description = description
  }
}
