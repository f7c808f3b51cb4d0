/// A content of the web that is to become a document.
///
/// It is kept until that is done or refused: a server that ended before begins anew.
public struct ImportOrder: Hashable, Sendable, Codable {
  /// The id of the document that it becomes, the same each time.
  public let id: DocumentID
  /// The address, as ``WebAddress`` writes it.
  public let address: String
  /// The requested name; nil for the one that the web gives it.
  public let name: FileName?
  /// The folder of the document.
  public let folder: FolderPath
  /// The types that are wanted.
  public let types: WantedTypes
  /// The most bytes that are wanted; nil for no limit but the server's.
  public let maximumBytes: Int64?
  /// The words of the sender.
  public let provenance: Provenance
  /// `.handOver` for what another app hands over, `.web` for what a user fetches.
  public let origin: Origin
  /// The name of the token or session that asked for it.
  public let author: String?
  /// The number of times that it was begun.
  public private(set) var tries: Int
  /// Whether nothing that is made of the content may be kept in `Caches`; nil for false.
  private let ephemeral: Bool?
  /// True until its job is resumed for the first time, else nil; orders of earlier releases have none.
  private var suspended: Bool?

  /// An order from its parts.
  public init(
    id: DocumentID = DocumentID(), address: WebAddress, name: FileName?, folder: FolderPath,
    types: WantedTypes = .all, maximumBytes: Int64? = nil, provenance: Provenance, origin: Origin,
    author: String?, isSuspended: Bool = false, isPrivate: Bool = false
  ) {
    self.id = id
    self.address = address.description
    self.name = name
    self.folder = folder
    self.types = types
    self.maximumBytes = maximumBytes
    self.provenance = provenance
    self.origin = origin
    self.author = author
    tries = 0
    suspended = isSuspended ? true : nil
    ephemeral = isPrivate ? true : nil
  }

  /// Whether nothing that is made of the content is kept in `Caches`.
  public var isPrivate: Bool { ephemeral == true }

  /// Whether its job rests until it is resumed for the first time.
  public var isSuspended: Bool { suspended == true }

  /// The same order, which is begun from now on.
  public var resumed: ImportOrder {
    var order = self
    order.suspended = nil
    return order
  }

  /// The same order, begun once more; one that rests is not begun.
  public var triedAgain: ImportOrder {
    guard !isSuspended else { return self }
    var order = self
    order.tries += 1
    return order
  }
}
