/// The room that the parts of a workspace take up, by the index.
public struct StorageTally: Hashable, Sendable {
  /// The documents of a type in `Documents`.
  public struct Share: Hashable, Sendable {
    /// The type.
    public let type: TypeIdentifier
    /// How many there are.
    public let documents: Int
    /// Their bytes; contents that several have count with each.
    public let bytes: Int64

    /// A share from its parts.
    public init(type: TypeIdentifier, documents: Int, bytes: Int64) {
      self.type = type
      self.documents = documents
      self.bytes = bytes
    }
  }

  /// The documents in `Documents` by type, in the order of the types.
  public let shares: [Share]
  /// How many documents are in the Trash.
  public let trashedDocuments: Int
  /// Their bytes; contents that several have count with each.
  public let trashedBytes: Int64
  /// Bytes of the contents that documents have now, in `Documents` or in the Trash, each once.
  public let currentBytes: Int64

  /// A tally from its parts.
  public init(shares: [Share], trashedDocuments: Int, trashedBytes: Int64, currentBytes: Int64) {
    self.shares = shares
    self.trashedDocuments = trashedDocuments
    self.trashedBytes = trashedBytes
    self.currentBytes = currentBytes
  }
}
