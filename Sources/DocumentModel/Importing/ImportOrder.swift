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

  /// An order from its parts.
  public init(
    id: DocumentID = DocumentID(), address: WebAddress, name: FileName?, folder: FolderPath,
    types: WantedTypes = .all, maximumBytes: Int64? = nil, provenance: Provenance, origin: Origin,
    author: String?
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
  }

  /// The same order, begun once more.
  public var triedAgain: ImportOrder {
    var order = self
    order.tries += 1
    return order
  }
}
