import DocumentModel
import Testing

@Suite struct `A converter` {
  private func registry(_ available: Set<ConverterKind>) throws -> FileTypeRegistry {
    try BuiltInRegistry.registry.with(available)
  }

  @Test(arguments: [
    ("org.openxmlformats.wordprocessingml.document", ConverterKind.office),
    ("com.microsoft.excel.xls", .office),
    ("org.oasis-open.opendocument.presentation", .office), ("public.rtf", .office),
    ("com.microsoft.visio.vsdx", .office),
    ("org.oasis-open.opendocument.text-flat", .office), ("org.idpf.epub-container", .book),
    ("org.fictionbook.fb2", .book), ("public.cbz-archive", .book), ("org.djvu.djvu", .djvu),
    ("com.adobe.postscript", .postscript), ("com.adobe.encapsulated-postscript", .postscript),
    ("public.html", .webPage), ("com.adobe.photoshop-image", .picture), ("com.ilm.openexr-image", .picture),
    ("org.x.xpm", .picture), ("public.pam", .picture),
  ])
  func `opens the types that no library opens`(type: String, kind: ConverterKind) throws {
    let type = try #require(TypeIdentifier(type))
    #expect(try registry([kind]).pageSource(for: type) == .converter(kind))
    #expect(try registry([kind]).previewKind(for: type) == .pages)
    #expect(try registry([kind]).rankedOpeners(for: type).first?.handler.identifier == Handler.reader)
  }

  @Test(arguments: [
    "com.adobe.pdf", "public.png", "com.microsoft.bmp", "com.nikon.raw-image", "public.plain-text",
    "public.mpeg-4", "public.zip-archive",
  ])
  func `leaves alone the types that are shown without it`(type: String) throws {
    let type = try #require(TypeIdentifier(type))
    #expect(try registry(Set(ConverterKind.allCases)).converter(for: type) == nil)
  }

  @Test func `that is not installed is missed, and the reader is not offered`() throws {
    let type: TypeIdentifier = "org.openxmlformats.wordprocessingml.document"
    let without = try registry([])
    #expect(without.pageSource(for: type) == nil && without.missingConverter(for: type) == .office)
    #expect(without.previewKind(for: type) == .icon)
    #expect(without.rankedOpeners(for: type).isEmpty)
    #expect(try registry([.office]).missingConverter(for: type) == nil)
  }

  @Test func `that is not installed is not missed where a library shows the type too`() throws {
    let without = try registry([])
    #expect(without.pageSource(for: "public.html") == .renderer(.code))
    #expect(without.missingConverter(for: "public.html") == nil)
  }

  @Test func `is named for its types, for sound and film too, whether it is there or not`() throws {
    let word: TypeIdentifier = "org.openxmlformats.wordprocessingml.document"
    let (none, all) = (try registry([]), try registry(Set(ConverterKind.allCases)))
    for (type, name) in [(word, "LibreOffice"), ("public.mpeg-4", "FFmpeg")] {
      let (missing, there) = (try #require(none.program(for: type)), try #require(all.program(for: type)))
      #expect(missing == (name, false) && there == (name, true))
    }
    #expect(all.program(for: "com.adobe.pdf") == nil && none.program(for: "public.html") == nil)
  }

  @Test func `makes PDFs, and pixels of pictures`() {
    #expect(ConverterKind.office.renderer == .pdf && ConverterKind.picture.renderer == .image)
  }

  @Test(arguments: ConverterKind.allCases)
  func `says what is missing and how it comes`(kind: ConverterKind) {
    #expect(kind.missing.code == .converterMissing)
    #expect(kind.missing.detail.contains(kind.program) && kind.missing.detail.contains("make extras"))
  }

  @Test func `is found by a user's type as well`() throws {
    let added = TypeDeclarations(
      types: [FileType(identifier: "com.example.letter", name: "Letter", conformsTo: ["public.rtf"])])
    let registry = try BuiltInRegistry.registry.merging(added).with([.office])
    #expect(registry.pageSource(for: "com.example.letter") == .converter(.office))
  }
}

@Suite struct `Labels by the outline` {
  private func facts(_ pages: Int, _ outline: [(String, Int?)]) -> DocumentFacts {
    DocumentFacts(
      pageCount: pages,
      pages: (1...pages).map { PageFacts(number: $0, size: PageSize(width: 1, height: 1), label: "\($0)") },
      outline: outline.map { OutlineItem(title: $0.0, page: $0.1, children: []) }, title: nil, renderer: "r")
  }

  @Test func `are the sheet's name, and its number for the sheet's further pages`() {
    let labels = facts(4, [("Budget", 1), ("Notes", 4)]).labelledByOutline.pages.map(\.label)
    #expect(labels == ["Budget", "Budget (2)", "Budget (3)", "Notes"])
  }

  @Test func `leave pages alone that no entry leads to`() {
    #expect(facts(2, []).labelledByOutline.pages.map(\.label) == ["1", "2"])
    #expect(facts(2, [("Nowhere", nil)]).labelledByOutline.pages.map(\.label) == ["1", "2"])
    #expect(facts(2, [("Late", 2)]).labelledByOutline.pages.map(\.label) == ["1", "Late"])
  }

  @Test func `take the last of several entries for one page`() {
    #expect(facts(1, [("Empty", 1), ("Full", 1)]).labelledByOutline.pages.map(\.label) == ["Full"])
  }
}
