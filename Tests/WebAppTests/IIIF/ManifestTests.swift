import DocumentModel
import FoundationEssentials
import Testing

@testable import WebApp

@Suite("Manifests")
struct ManifestTests {
  private let id = DocumentID()

  private func document(named name: String = "report.pdf") throws -> Document {
    Document(
      id: id, location: Location(folder: try FolderPath(parsing: ""), name: try FileName(name)),
      type: try #require(TypeIdentifier("com.adobe.pdf")), size: 1,
      sha256: try #require(ContentHash(String(repeating: "a", count: 64))), version: 1,
      created: Date(timeIntervalSince1970: 0), modified: Date(timeIntervalSince1970: 0))
  }

  private func facts(
    _ sizes: [PageSize], outline: [OutlineItem] = [], title: String? = nil, labels: [String]? = nil
  ) -> DocumentFacts {
    let pages = sizes.enumerated().map { index, size in
      PageFacts(number: index + 1, size: size, label: labels?[index] ?? "\(index + 1)")
    }
    return DocumentFacts(
      pageCount: pages.count, pages: pages, outline: outline, title: title, renderer: "poppler 1")
  }

  private func manifest(
    _ facts: DocumentFacts, named name: String = "report.pdf", by renderer: RendererKind = .pdf
  ) throws -> Manifest {
    try Manifest(
      of: try document(named: name), facts, drawnBy: renderer, mediaType: "application/pdf",
      at: IIIFAddresses(base: "http://h"))
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private let letter = PageSize(width: 612, height: 792)
  private let slide = PageSize(width: 960, height: 540)

  @Test("it begins with its context, is called like the file and leads back to it")
  func head() throws {
    let manifest = try manifest(facts([letter]), named: "A & <b>.pdf")
    #expect(try json(manifest).hasPrefix("{\"@context\":[\"http://iiif.io/api/search/2/context.json\","))
    #expect(manifest.context.last == "http://iiif.io/api/presentation/3/context.json")
    #expect(
      try json(manifest.service) == "[{\"id\":\"http://h/iiif/search/2/\(id)\",\"type\":\"SearchService2\"}]")
    #expect(manifest.id == "http://h/iiif/presentation/3/\(id)/manifest")
    #expect(try json(manifest.label) == "{\"none\":[\"A & <b>.pdf\"]}")
    #expect(manifest.rendering.map(\.id) == ["http://h/api/v1/documents/\(id)/content"])
    #expect(manifest.rendering.map(\.format) == ["application/pdf"])
    #expect(manifest.homepage.map(\.id) == ["http://h/d/\(id)"])
    #expect(manifest.structures == nil)
  }

  @Test("a page is a canvas in page units, painted with its image service")
  func canvas() throws {
    let manifest = try manifest(
      facts([letter, PageSize(width: 595.276, height: 841.89)], labels: ["iv", "A-1"]))
    #expect(manifest.items.map(\.id) == (1...2).map { "http://h/iiif/presentation/3/\(id)/canvas/\($0)" })
    #expect(manifest.items.map(\.label.text) == ["iv", "A-1"])
    #expect(manifest.items.map(\.width) == [612, 595])
    #expect(manifest.items.map(\.height) == [792, 842])
    let painting = try #require(manifest.items[1].items.first?.items.first)
    #expect(painting.target == manifest.items[1].id)
    #expect(painting.body.id == "http://h/iiif/3/\(id)_2/full/max/0/default.jpg")
    #expect([painting.body.width, painting.body.height] == [2382, 3368])
    #expect(painting.body.service.map(\.id) == ["http://h/iiif/3/\(id)_2"])
  }

  @Test("thumbnails are among the sizes that info.json offers")
  func thumbnails() throws {
    let manifest = try manifest(facts([letter]))
    #expect(manifest.thumbnail.map(\.id) == ["http://h/iiif/3/\(id)_1/full/153,198/0/default.jpg"])
    let icon = try self.manifest(facts([PageSize(width: 16, height: 16)]), by: .image)
    #expect(icon.thumbnail.map(\.id) == ["http://h/iiif/3/\(id)_1/full/max/0/default.jpg"])
  }

  @Test("upright pages of one size are turned like a book's; slides, mixtures and single pages are not")
  func behavior() throws {
    #expect(try manifest(facts([letter, letter, letter])).behavior == ["paged"])
    #expect(try manifest(facts([letter])).behavior == ["individuals"])
    #expect(try manifest(facts([slide, slide, slide])).behavior == ["individuals"])
    #expect(try manifest(facts([letter, slide, letter])).behavior == ["individuals"])
  }

  @Test("the outline becomes ranges, nested, with what leads nowhere left out")
  func outline() throws {
    let outline = [
      OutlineItem(
        title: "One", page: 1,
        children: [
          OutlineItem(title: "One A", page: 2, children: []),
          OutlineItem(title: "Out", page: nil, children: []),
        ]),
      OutlineItem(title: "Nowhere", page: 99, children: []),
      OutlineItem(title: " ", page: nil, children: [OutlineItem(title: "Deep", page: 3, children: [])]),
    ]
    let contents = try #require(
      try manifest(facts([letter, letter, letter], outline: outline)).structures?.first)
    let base = "http://h/iiif/presentation/3/\(id)"
    #expect(
      try json(contents.items) == """
        [{"id":"\(base)/range/1","items":[{"id":"\(base)/canvas/1","type":"Canvas"},\
        {"id":"\(base)/range/1-1","items":[{"id":"\(base)/canvas/2","type":"Canvas"}],\
        "label":{"none":["One A"]},"type":"Range"}],"label":{"none":["One"]},"type":"Range"},\
        {"id":"\(base)/range/3","items":[{"id":"\(base)/range/3-1","items":[{"id":"\(base)/canvas/3",\
        "type":"Canvas"}],"label":{"none":["Deep"]},"type":"Range"}],"label":{"none":["3"]},"type":"Range"}]
        """)
  }

  @Test(
    "a title is told, unless a viewer would take it for HTML",
    arguments: [
      ("Annual report", "Annual report"), ("a < b", "a < b"), ("", nil), ("  ", nil), (nil, nil),
      ("<script>alert(1)</script>", nil), (" <b>x</b> ", nil),
    ] as [(String?, String?)])
  func title(title: String?, shown: String?) throws {
    let metadata = try manifest(facts([letter], title: title)).metadata
    #expect(metadata?.first?.value.text == shown)
  }

  @Test("pages without area are left out; a document of nothing else is damaged")
  func emptyPages() throws {
    let none = PageSize(width: 0, height: 0)
    let outline = [OutlineItem(title: "Empty", page: 1, children: [])]
    let some = try manifest(facts([none, letter], outline: outline))
    #expect(some.items.map(\.id) == ["http://h/iiif/presentation/3/\(id)/canvas/2"])
    #expect(some.structures == nil)
    #expect(throws: DocumentError.self) { try manifest(facts([none])) }
    #expect(throws: DocumentError.self) { try manifest(facts([])) }
  }
}
