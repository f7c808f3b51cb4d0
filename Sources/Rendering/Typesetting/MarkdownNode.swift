import CMarkdown

/// A node of a parsed Markdown text (CommonMark 0.29 with GitHub's tables, task lists, footnotes and autolinks).
///
/// Valid as long as its ``MarkdownTree`` lives.
struct MarkdownNode {
  fileprivate let handle: OpaquePointer

  var kind: String {
    // The library has no names for these two.
    switch cmark_node_get_type(handle) {
    case CMARK_NODE_FOOTNOTE_REFERENCE: "footnote_reference"
    case CMARK_NODE_FOOTNOTE_DEFINITION: "footnote_definition"
    default: String(cString: cmark_node_get_type_string(handle))
    }
  }

  /// The text of a leaf.
  var literal: String { cmark_node_get_literal(handle).map { String(cString: $0) } ?? "" }
  /// The address of a link or picture.
  var address: String { cmark_node_get_url(handle).map { String(cString: $0) } ?? "" }
  /// The word behind the fence of a code block.
  var fence: String { cmark_node_get_fence_info(handle).map { String(cString: $0) } ?? "" }
  var headingLevel: Int { Int(cmark_node_get_heading_level(handle)) }
  var isOrdered: Bool { cmark_node_get_list_type(handle) == CMARK_ORDERED_LIST }
  var isTight: Bool { cmark_node_get_list_tight(handle) != 0 }
  var firstNumber: Int { Int(cmark_node_get_list_start(handle)) }
  var isChecked: Bool { cmark_gfm_extensions_get_tasklist_item_checked(handle) }

  /// The columns of a table: "l", "c", "r" or none.
  var alignments: [Character] {
    let count = Int(cmark_gfm_extensions_get_table_columns(handle))
    guard let found = cmark_gfm_extensions_get_table_alignments(handle) else { return [] }
    return (0..<count).map { Character(Unicode.Scalar(found[$0])) }
  }

  var children: [MarkdownNode] {
    var found: [MarkdownNode] = []
    var next = cmark_node_first_child(handle)
    while let node = next {
      found.append(MarkdownNode(handle: node))
      next = cmark_node_next(node)
    }
    return found
  }

  /// All text below the node.
  var plainText: String {
    switch kind {
    case "text", "code": literal
    case "softbreak", "linebreak": " "
    default: children.map(\.plainText).joined()
    }
  }

  fileprivate init(handle: OpaquePointer) {
    self.handle = handle
  }
}

/// A parsed Markdown text.
///
/// Used by one thread.
final class MarkdownTree {
  private let handle: OpaquePointer

  var root: MarkdownNode { MarkdownNode(handle: handle) }

  /// Nil when memory is exhausted.
  init?(_ text: ArraySlice<UInt8>) {
    cmark_gfm_core_extensions_ensure_registered()
    guard let parser = cmark_parser_new(CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8) else { return nil }
    defer { cmark_parser_free(parser) }
    for name in ["table", "strikethrough", "autolink", "tasklist"] {
      if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
    }
    text.withUnsafeBytes { bytes in
      cmark_parser_feed(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard let handle = cmark_parser_finish(parser) else { return nil }
    self.handle = handle
  }

  deinit {
    cmark_node_free(handle)
  }

  /// Whether more than `limit` blocks of text are laid out one by one: paragraphs, headings, cells, code.
  func hasMoreBlocks(than limit: Int) -> Bool {
    guard let walk = cmark_iter_new(handle) else { return true }
    defer { cmark_iter_free(walk) }
    var count = 0
    while count <= limit {
      let event = cmark_iter_next(walk)
      if event == CMARK_EVENT_DONE { return false }
      guard event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(walk) else { continue }
      if Self.blocks.contains(MarkdownNode(handle: node).kind) { count += 1 }
    }
    return true
  }

  private static let blocks: Set = ["paragraph", "heading", "table_cell", "code_block"]
}
