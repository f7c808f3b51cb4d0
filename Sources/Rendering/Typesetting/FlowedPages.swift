import DocumentModel

/// Pages that are filled section by section, no further than they are asked for.
///
/// Used by one thread.
final class FlowedPages {
  private let writer: MarkdownWriter
  private var sections: ArraySlice<() -> Void>
  private lazy var ends = {
    writeAll()
    return writer.finish()
  }()

  /// - Parameter sections: the writing of each, in their order.
  init(_ writer: MarkdownWriter, sections: [() -> Void]) {
    self.writer = writer
    self.sections = sections[...]
  }

  var count: Int {
    writeAll()
    return writer.flow.pages.count
  }

  var outline: [OutlineItem] { ends.outline }

  func links(ofPage number: Int) -> [PageLink] { ends.links[number] ?? [] }

  func contains(_ number: Int) -> Bool {
    write(beyond: number)
    return (1...writer.flow.pages.count).contains(number)
  }

  func page(_ number: Int) -> TypesetPage {
    write(beyond: number)
    return writer.flow.pages[number - 1]
  }

  /// A page is whole when a section ends behind it: until then, the ground of a block may grow on it.
  private func write(beyond number: Int) {
    while writer.flow.pages.count <= number, let section = sections.popFirst() { section() }
  }

  private func writeAll() { write(beyond: .max) }
}

/// A layout whose pages are filled from the first to the last.
protocol FlowedLayout: PageLayout {
  var flowed: FlowedPages { get }
}

extension FlowedLayout {
  var pageCount: Int { flowed.count }
  var outline: [OutlineItem] { flowed.outline }
  func hasPage(_ number: Int) -> Bool { flowed.contains(number) }
  func page(_ number: Int) -> TypesetPage { flowed.page(number) }
  func innerLinks(ofPage number: Int) -> [PageLink] { flowed.links(ofPage: number) }
}
