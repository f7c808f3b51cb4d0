import DocumentModel

/// A Markdown text on pages: headings, lists, tables, code, quotes, links and pictures.
///
/// Used by one thread. HTML in the text is not interpreted: tags are left out and their text is kept.
final class MarkdownPages: FlowedLayout {
  /// Longer texts are shown as they are written, in bytes: layout takes about 0.1 s for each 100 kB.
  static let maximumBytes = 4 << 20
  /// Texts of more blocks, as of thousands of small tables, are shown as they are written, too.
  static let maximumBlocks = 50_000

  private let tree: MarkdownTree
  let flowed: FlowedPages

  /// Nil for a text that is too long or has too many blocks, or when memory is exhausted.
  ///
  /// - Parameter pictures: the pictures that are at hand, by their addresses; the other pictures are shown by
  ///   their names.
  init?(_ text: DecodedText, pictures: [String: PagePicture] = [:]) {
    guard !text.isCut, text.contentBytes <= Self.maximumBytes else { return nil }
    text.decodeAll()
    let (matter, body) = FrontMatter.split(text.bytes[...])
    guard let tree = MarkdownTree(body), !tree.hasMoreBlocks(than: Self.maximumBlocks) else { return nil }
    self.tree = tree
    let writer = MarkdownWriter(pictures: MarkdownPictures(pictures))
    let head = matter.map { matter in { writer.writeCode(String(decoding: matter, as: UTF8.self)) } }
    let blocks = writer.sections(of: tree.root.children)
    flowed = FlowedPages(writer, sections: head.map { [$0] + blocks } ?? blocks)
  }

  var title: String? { outline.first?.title }
  var pictures: [String] { MarkdownPictures.addresses(in: tree.root) }
}

/// The metadata before a Markdown text: lines between two lines of three hyphens.
private enum FrontMatter {
  private static let longest = 16 << 10

  static func split(_ text: ArraySlice<UInt8>) -> (matter: ArraySlice<UInt8>?, body: ArraySlice<UInt8>) {
    let fence = Array("---\n".utf8)
    guard text.starts(with: fence) else { return (nil, text) }
    let start = text.startIndex + fence.count
    var line = start
    while line < text.endIndex, line - start < longest {
      let end = text[line...].firstIndex(of: 10) ?? text.endIndex
      if text[line..<end].elementsEqual("---".utf8) {
        return (text[start..<line], text[min(end + 1, text.endIndex)...])
      }
      line = end + 1
    }
    return (nil, text)
  }
}
