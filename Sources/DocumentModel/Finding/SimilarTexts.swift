/// The documents whose words are like those of a given one.
public struct SimilarTexts: Hashable, Sendable {
  /// The most documents that are told at once.
  public static let maximumLimit = 100

  /// A document that is like the given one.
  public struct Text: Hashable, Sendable {
    /// The document.
    public let document: DocumentID
    /// The content whose words were compared.
    public let hash: ContentHash
    /// How like it is.
    public let likeness: TextLikeness

    /// A text from its parts.
    public init(_ document: DocumentID, _ hash: ContentHash, _ likeness: TextLikeness) {
      (self.document, self.hash, self.likeness) = (document, hash, likeness)
    }
  }

  /// The content of the given document.
  public let hash: ContentHash
  /// How far its words are: before all are there, only documents with the same content are told.
  public let progress: ContentProgress
  /// Its pages in whose pictures words may still be read.
  public let scans: Int
  /// Whether it has words enough to be compared.
  public let isTelling: Bool
  /// The documents, those with the same content first, then the most alike.
  public let texts: [Text]

  /// Similar texts from their parts.
  public init(_ texts: [Text], to hash: ContentHash, progress: ContentProgress, scans: Int, isTelling: Bool) {
    (self.hash, self.progress, self.texts) = (hash, progress, texts)
    (self.scans, self.isTelling) = (scans, isTelling)
  }
}
