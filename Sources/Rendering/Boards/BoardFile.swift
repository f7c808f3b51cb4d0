import DocumentModel
import FoundationEssentials
import LinuxSystem

/// The parser of board files, which are not trusted.
enum BoardFile {
  /// The mark that Windows programs write before JSON.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Reads a board; an empty file is an empty board.
  ///
  /// Throws `.documentTooLarge` beyond ``BoardLimits`` and `.damaged` for a file that is no board.
  static func read(_ content: Descriptor) throws(DocumentError) -> Board {
    guard let size = try? content.status().size else {
      throw DocumentError(.damaged, "the board's file cannot be read")
    }
    guard size <= BoardLimits.bytes else {
      throw DocumentError(.documentTooLarge, "the board's file is larger than \(BoardLimits.bytes >> 20) MiB")
    }
    guard let bytes = try? content.read(Int(size)) else {
      throw DocumentError(.damaged, "the board's file cannot be read")
    }
    return try parse(bytes)
  }

  static func parse(_ bytes: [UInt8]) throws(DocumentError) -> Board {
    let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
    // JSON's white space: space, tab, line feed, carriage return.
    guard !text.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return Board() }
    do {
      return try JSONDecoder().decode(Board.self, from: Data(text))
    } catch let error as DocumentError {
      throw error
    } catch {
      throw DocumentError(.damaged, "the file is no board: it is not the JSON of one", cause: error)
    }
  }
}

extension Board {
  /// The documents and pages on the board.
  ///
  /// Throws `.documentTooLarge` for more documents than one message can carry.
  func facts() throws(DocumentError) -> BoardFacts {
    var pages: [BoardFacts.Page] = []
    var known: Set<BoardFacts.Page> = []
    for card in cards {
      guard let id = DocumentID(card.document) else { continue }
      let page = BoardFacts.Page(document: id, number: card.page)
      if known.insert(page).inserted { pages.append(page) }
    }
    guard Set(pages.map(\.document)).count <= BoardLimits.documents else {
      throw DocumentError(
        .documentTooLarge, "the board shows pages of more than \(BoardLimits.documents) documents")
    }
    return BoardFacts(pages: pages)
  }
}
