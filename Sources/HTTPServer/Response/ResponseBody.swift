extension Response {
  /// The ways in which an answer's body can be given.
  public enum Body: Sendable {
    /// No bytes.
    case empty
    /// Bytes in memory, copied once into the daemon.
    case bytes([UInt8])
    /// An answer that was built before: its own status, headers and bytes are sent as they are.
    case prepared(PreparedResponse)
    /// A part of an open file, sent by the kernel without passing through this process.
    case file(FileSlice)
    /// Bytes that are produced while they are sent.
    case stream(ByteStream)

    /// A part of the file behind a descriptor.
    ///
    /// The descriptor stays the owner's: it is duplicated when the answer is sent, and `owner` is kept until
    /// then so that it cannot be closed before. The file position is neither used nor moved.
    ///
    /// - Parameters:
    ///   - descriptor: An open regular file or sealed memory file.
    ///   - range: The bytes to send, from the start of the file.
    ///   - owner: Whatever closes the descriptor when it is released.
    public static func descriptor(
      _ descriptor: CInt, _ range: Range<UInt64>, owner: any AnyObject & Sendable
    ) -> Body {
      .file(FileSlice(descriptor: descriptor, range: range, owner: owner))
    }

    /// How many bytes there are; nil when it is not known before.
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

/// A part of an open file, with what keeps it open.
public struct FileSlice: Sendable {
  /// The open descriptor; it belongs to the owner.
  public let descriptor: CInt
  /// The bytes, from the start of the file.
  public let range: Range<UInt64>
  /// What keeps the descriptor open.
  public let owner: any AnyObject & Sendable

  /// A part of the file behind a descriptor.
  public init(descriptor: CInt, range: Range<UInt64>, owner: any AnyObject & Sendable) {
    self.descriptor = descriptor
    self.range = range
    self.owner = owner
  }

  /// A part of this part; `part` counts from its start.
  func slice(_ part: Range<UInt64>) -> FileSlice {
    let start = range.lowerBound + part.lowerBound
    return FileSlice(
      descriptor: descriptor, range: start..<(start + UInt64(part.count)), owner: owner)
  }
}
