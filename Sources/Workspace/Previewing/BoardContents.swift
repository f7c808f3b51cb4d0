import DocumentModel
import LinuxSystem

struct BoardContents: Sendable {
  struct Lying: Sendable {
    let document: DocumentID
    let source: RenderSource
    let pages: [Int]
  }

  let document: Document
  let board: IdentifiedContent
  /// The documents that can be opened; cards of all other documents are empty paper.
  let lying: [Lying]
  let version: String?

  var contents: [any ReadableContent] { lying.map(\.source.content) }

  /// How it is drawn without some pages: those that end a renderer.
  func drawing(without blank: Set<BoardPage>) -> BoardDrawing {
    let sources = lying.map { lying in
      BoardDrawing.Source(
        document: lying.document, hash: lying.source.hash, kind: lying.source.kind,
        language: lying.source.language,
        blankPages: lying.pages.filter { blank.contains(BoardPage(lying.source.hash, $0)) }.sorted())
    }
    return BoardDrawing(name: name(with: sources), sources: sources)
  }

  /// The SHA-256 of everything on which the PDF depends, a line to each.
  private func name(with sources: [BoardDrawing.Source]) -> ContentHash {
    var hash = SHA256()
    hash.update(Array("\(version ?? "")\n\(board.hash)\n".utf8))
    for source in sources {
      let opener = "\(source.kind.rawValue) \(source.language ?? "")"
      let line = "\(source.document) \(source.hash) \(opener) \(source.blankPages)\n"
      hash.update(Array(line.utf8))
    }
    // A digest has 32 bytes; the board's own hash would only be less exact.
    return ContentHash(bytes: hash.finalize()) ?? board.hash
  }
}

struct BoardPage: Hashable, Sendable {
  let hash: ContentHash
  let number: Int

  init(_ hash: ContentHash, _ number: Int) {
    self.hash = hash
    self.number = number
  }
}
