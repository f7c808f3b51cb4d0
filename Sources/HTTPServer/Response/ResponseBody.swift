public import HTTPTypes
import Synchronization

extension Response {
  /// The forms of a response's body.
  public enum Body: Sendable {
    /// No bytes.
    case empty
    /// Bytes in memory, copied once into the daemon.
    case bytes([UInt8])
    /// A prepared response, sent with its own status and headers.
    case prepared(PreparedResponse)
    /// A slice of an open file, sent by the kernel.
    case file(FileSlice)
    /// Bytes that are produced while they are sent.
    case stream(ByteStream)

    /// A slice of the file behind a descriptor.
    ///
    /// The descriptor stays the owner's: it is duplicated when the response is sent, and `owner` is retained until
    /// then. The file position is neither used nor moved.
    ///
    /// - Parameters:
    ///   - descriptor: An open regular file or sealed memory file.
    ///   - range: The bytes to send, from the start of the file.
    ///   - owner: The object that closes the descriptor when it is released.
    public static func descriptor(
      _ descriptor: CInt, _ range: Range<UInt64>, owner: any AnyObject & Sendable
    ) -> Body {
      .file(FileSlice(descriptor: descriptor, range: range, owner: owner))
    }

    /// The number of bytes; nil when unknown.
    public var length: UInt64? {
      switch self {
      case .empty: 0
      case .bytes(let bytes): UInt64(bytes.count)
      case .prepared(let prepared): UInt64(prepared.bytes.count)
      case .file(let slice): UInt64(slice.range.count)
      case .stream(let stream): stream.length
      }
    }
  }
}

/// A slice of an open file, with the descriptor's owner.
public struct FileSlice: Sendable {
  /// The open descriptor, which belongs to the owner.
  public let descriptor: CInt
  /// The bytes, from the start of the file.
  public let range: Range<UInt64>
  /// Keeps the descriptor open.
  public let owner: any AnyObject & Sendable

  /// A slice of the file behind a descriptor.
  public init(descriptor: CInt, range: Range<UInt64>, owner: any AnyObject & Sendable) {
    self.descriptor = descriptor
    self.range = range
    self.owner = owner
  }

  /// A slice of this slice; `part` counts from its start.
  func slice(_ part: Range<UInt64>) -> FileSlice {
    let start = range.lowerBound + part.lowerBound
    return FileSlice(
      descriptor: descriptor, range: start..<(start + UInt64(part.count)), owner: owner)
  }
}

/// A response that is built once and sent many times without copying, for cached pages and tiles.
///
/// The daemon keeps it as one object, default headers included, and counts references. It is the same for every
/// request, so it has no `X-Request-Id`; the access log has the id. It belongs to the first server that sends it.
///
/// Use ``Representation/prepared(_:)`` so that validators and ranges are honoured.
public final class PreparedResponse: Sendable {
  /// The status.
  public let status: HTTPResponse.Status
  /// The headers, without the server's defaults.
  public let headers: HTTPFields
  /// The body.
  public let bytes: [UInt8]
  /// The daemon's object, made when the response is first sent.
  let built = Mutex<(any AnyObject & Sendable)?>(nil)

  /// A response that can be sent many times.
  public init(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
    self.status = status
    self.headers = headers
    self.bytes = bytes
  }
}
