public import DocumentModel
import Logging

extension Pages {
  /// A board as a PDF of one page, over the documents on it as they are now.
  ///
  /// Nothing is drawn when `isKnown` says that the caller has it. A card whose document is missing, locked or cannot be
  /// read is empty paper. One board at a time has its documents open, so that many cannot use up the descriptors.
  ///
  /// Throws `.notShowable` for a document that is no board and for an empty board. Throws `.damaged` for a file that
  /// is none, `.documentTooLarge` for more than ``BoardLimits``.
  public func boardRendition(
    of known: Document, unless isKnown: @Sendable (ContentHash) -> Bool = { _ in false }
  ) async throws(DocumentError) -> BoardRendition {
    guard types.current.conforms(known.type, to: .board) else {
      throw DocumentError(.notShowable, "a document of type \(known.type) is not made into a PDF")
    }
    return try await boards.withLock(0) { () async throws(DocumentError) in
      for _ in 1..<Self.boardReadings {
        do throws(DocumentError) {
          return try await drawBoard(known, unless: isKnown)
        } catch  where error.code == .contentChanged {
          continue
        }
      }
      return try await drawBoard(known, unless: isKnown)
    }
  }

  /// A board as a small picture, with all that lies on it as it is now; plain paper where nothing does.
  func boardThumbnail(
    of known: Document, size: Int, format: ImageFormat, priority: RenderPriority
  ) async throws(DocumentError) -> DocumentThumbnail {
    let rendition: BoardRendition
    do {
      rendition = try await boardRendition(of: known)
    } catch  where error.code == .notShowable {
      return .icon(Self.plainPaper(size))
    }
    guard let pdf = rendition.pdf else { throw DocumentError(.notShowable, "the board has not been drawn") }
    let source = RenderSource(
      content: pdf, hash: rendition.name, kind: .pdf, origin: rendition.document.sha256)
    let request = RenderRequest(page: 1, size: .fit(width: size, height: size), format: format)
    return .page(try await renderer.render(request, of: source, priority: priority))
  }

  private static func plainPaper(_ size: Int) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(size)" height="\(size)" viewBox="0 0 4 4">\
    <path d="M0 .5h4v3H0z" fill="#fff"/></svg>
    """
  }

  /// How it shows that something ended the renderer, now or before.
  private static var endings: Set<DocumentError.Code> { [.rendererCrashed, .renderTimeout, .quarantined] }

  /// How often a board that is being written to, or has such documents on it, is drawn before it is refused.
  private static var boardReadings: Int { 3 }

  private func drawBoard(
    _ known: Document, unless isKnown: (ContentHash) -> Bool
  ) async throws(DocumentError) -> BoardRendition {
    let board = try await boardContents(of: known)
    let drawing = board.drawing(without: await quarantined(in: board))
    if isKnown(drawing.name) { return BoardRendition(document: board.document, name: drawing.name, pdf: nil) }
    do throws(DocumentError) {
      let pdf = try await renderer.drawBoard(drawing, of: board.board, over: board.contents)
      return BoardRendition(document: board.document, name: drawing.name, pdf: pdf)
    } catch  where Self.endings.contains(error.code) {
      return try await drawBoard(board, withoutWhatEnded: error)
    }
  }

  private func drawBoard(
    _ board: BoardContents, withoutWhatEnded error: DocumentError
  ) async throws(DocumentError) -> BoardRendition {
    let culprits = await culprits(in: board)
    guard !culprits.isEmpty else { throw error }
    log.notice(
      "a board is drawn without pages that end the renderer",
      metadata: ["document": "\(board.document.id)", "pages": "\(culprits.count)"])
    // It was not to blame.
    await renderer.release(board.board.hash)
    let drawing = board.drawing(without: culprits)
    let pdf = try await renderer.drawBoard(drawing, of: board.board, over: board.contents)
    return BoardRendition(document: board.document, name: drawing.name, pdf: pdf)
  }

  /// The pages that end the renderer also when they are drawn alone, and small.
  private func culprits(in board: BoardContents) async -> Set<BoardPage> {
    var found: Set<BoardPage> = []
    for lying in board.lying {
      for page in lying.pages where !Task.isCancelled {
        let request = RenderRequest(page: page, size: .fit(width: 64, height: 64))
        do throws(DocumentError) {
          _ = try await renderer.render(request, of: lying.source, priority: .near)
        } catch  where Self.endings.contains(error.code) {
          found.insert(BoardPage(lying.source.hash, page))
        } catch {
          continue
        }
      }
    }
    return found
  }

  private func quarantined(in board: BoardContents) async -> Set<BoardPage> {
    var found: Set<BoardPage> = []
    for lying in board.lying {
      let document = lying.source.origin ?? lying.source.hash
      for page in lying.pages where await renderer.isQuarantined(page, of: document) {
        found.insert(BoardPage(lying.source.hash, page))
      }
    }
    return found
  }

  private func boardContents(of known: Document) async throws(DocumentError) -> BoardContents {
    let (document, content) = try await tree.current(known)
    let board = IdentifiedContent(content: content, hash: document.sha256)
    let facts = try await renderer.readBoard(board)
    var pages: [DocumentID: [Int]] = [:]
    for page in facts.pages { pages[page.document, default: []].append(page.number) }
    var lying: [BoardContents.Lying] = []
    for id in pages.keys.sorted(by: { $0.description < $1.description }) {
      if let found = await self.lying(id, pages: pages[id] ?? []) { lying.append(found) }
    }
    return BoardContents(document: document, board: board, lying: lying, version: renderer.version)
  }

  /// A document on a board; nil when it is not there, or nothing opens it.
  ///
  /// One in the Trash is shown as the app does.
  private func lying(_ id: DocumentID, pages: [Int]) async -> BoardContents.Lying? {
    guard let known = try? await document(id, includingTrash: true),
      let (document, content) = try? await tree.current(known),
      let source = try? await ownSource(of: document, content, .near)
    else { return nil }
    return BoardContents.Lying(document: document.id, source: source, pages: pages)
  }
}
