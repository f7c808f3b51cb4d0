/// The facts of a board's file that are needed to find its documents.
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

  /// Every page on a card, once, in the order of the cards; cards with an invalid document id are left out.
  public let pages: [Page]

  /// Facts from their parts.
  public init(pages: [Page]) {
    self.pages = pages
  }
}

/// The parameters of drawing a board: the contents of the documents on it.
public struct BoardDrawing: Hashable, Sendable, Codable {
  /// A document on the board.
  public struct Source: Hashable, Sendable, Codable {
    /// The id by which cards name the document.
    public let document: DocumentID
    /// Its content.
    public let hash: ContentHash
    /// The library that opens it.
    public let kind: RendererKind
    /// As in ``RenderSource``.
    public let language: String?
    /// Pages that crashed a renderer and are not drawn; their cards are empty paper.
    public let blankPages: [Int]

    /// A source from its parts.
    public init(
      document: DocumentID, hash: ContentHash, kind: RendererKind, language: String? = nil,
      blankPages: [Int] = []
    ) {
      self.document = document
      self.hash = hash
      self.kind = kind
      self.language = language
      self.blankPages = blankPages
    }
  }

  /// Identifies everything that the PDF depends on: the board, these sources, and the renderer.
  ///
  /// Equal names mean equal bytes.
  public let name: ContentHash
  /// The contents for the cards; a card of any other document is empty paper.
  public let sources: [Source]

  /// A drawing from its parts.
  public init(name: ContentHash, sources: [Source]) {
    self.name = name
    self.sources = sources
  }
}
