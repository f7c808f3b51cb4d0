/// A board's file: its bytes and their hash.
public struct BoardContent: Sendable {
  /// The bytes.
  public let content: any ReadableContent
  /// Their hash.
  public let hash: ContentHash

  /// A board's file from its parts.
  public init(content: any ReadableContent, hash: ContentHash) {
    self.content = content
    self.hash = hash
  }
}

/// What a board's file says of itself: enough to find what lies on it.
public struct BoardFacts: Hashable, Sendable, Codable {
  /// A page that lies on a board.
  public struct Page: Hashable, Sendable, Codable {
    /// The document's id.
    public let document: DocumentID
    /// Counts from 1.
    public let number: Int

    /// A page from its parts.
    public init(document: DocumentID, number: Int) {
      self.document = document
      self.number = number
    }
  }

  /// Every page that a card shows, once, in the order of the cards; cards whose document can be none are left out.
  public let pages: [Page]

  /// Facts from their parts.
  public init(pages: [Page]) {
    self.pages = pages
  }
}

/// How a board is drawn: with which contents of the documents on it.
public struct BoardDrawing: Hashable, Sendable, Codable {
  /// A document as it is drawn.
  public struct Source: Hashable, Sendable, Codable {
    /// What cards call it.
    public let document: DocumentID
    /// Its content.
    public let hash: ContentHash
    /// Which library opens it.
    public let kind: RendererKind
    /// Pages that are not to be drawn, because they ended a renderer; their cards are empty paper.
    public let blankPages: [Int]

    /// A source from its parts.
    public init(document: DocumentID, hash: ContentHash, kind: RendererKind, blankPages: [Int] = []) {
      self.document = document
      self.hash = hash
      self.kind = kind
      self.blankPages = blankPages
    }
  }

  /// Names all on which the PDF depends: the board, these sources, and what draws it.
  ///
  /// Equal names are equal bytes.
  public let name: ContentHash
  /// What lies beneath the cards; a card of any other document is empty paper.
  public let sources: [Source]

  /// A drawing from its parts.
  public init(name: ContentHash, sources: [Source]) {
    self.name = name
    self.sources = sources
  }
}
