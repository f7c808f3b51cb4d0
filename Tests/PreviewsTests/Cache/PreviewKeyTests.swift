import DocumentModel
import Testing

@testable import Previews

@Suite struct PreviewKeyTests {
  private func stem(_ key: WorkKey, version: String = "poppler 22.12.0") -> String? {
    PreviewKey(key, drawnWith: version)?.stem
  }

  private func page(
    _ page: Int = 1, _ size: RenderRequest.Size = .width(100), _ format: ImageFormat? = .png,
    region: PageRectangle? = nil, document: String = "a"
  ) -> WorkKey {
    .sample(
      document, task: .render(RenderRequest(page: page, region: region, size: size, format: format)))
  }

  private func asImage(_ key: WorkKey) -> WorkKey {
    WorkKey(hash: key.hash, kind: .image, password: key.password, task: key.task)
  }

  @Test func `everything on which the bytes depend separates entries`() {
    let area = PageRectangle(x: 0, y: 0, width: 10, height: 20)
    let keys = [
      page(), page(2), page(document: "b"), page(region: area), page(1, .height(100)), page(1, .scale(100)),
      page(1, .fit(width: 100, height: 100)), page(1, .exact(width: 100, height: 100)),
      page(1, .width(100), .jpg),
      page(1, .width(100), .webp), page(1, .width(100), nil),
      page(region: PageRectangle(x: 0.5, y: 0, width: 10, height: 20)),
      .sample("a", task: .inspect), .sample("a", task: .text(page: 1)), .sample("a", task: .text(page: 2)),
      .sample("a", task: .page(1)), .sample("a", task: .page(2)), asImage(page()),
      asImage(.sample("a", task: .inspect)), asImage(.sample("a", task: .page(1))),
    ]
    let stems = keys.compactMap { stem($0) } + [stem(page(), version: "poppler 25.0.0")].compactMap { $0 }
    #expect(stems.count == keys.count + 1)
    #expect(Set(stems).count == stems.count)
  }

  @Test func `the rendition of a content goes with it, and separates entries as well`() {
    var made = page(document: "b")
    made.origin = sampleHash("a")
    #expect(stem(made)?.hasPrefix("\(sampleHash("a"))_") == true)
    var other = page(document: "c")
    other.origin = sampleHash("a")
    #expect(Set([stem(made), stem(other), stem(page()), stem(page(document: "b"))]).count == 4)
  }

  @Test func `every way to turn, mirror and colour a page separates entries`() {
    var stems: Set<String> = []
    for turn in QuarterTurn.allCases {
      for isMirrored in [false, true] {
        for quality in ImageQuality.allCases {
          let request = RenderRequest(
            page: 1, size: .width(100), turn: turn, isMirrored: isMirrored, quality: quality)
          stems.formUnion([stem(.sample("a", task: .render(request)))].compactMap { $0 })
        }
      }
    }
    #expect(stems.count == 24)
  }

  @Test func `a page as it is has nothing of that in its name`() {
    #expect(stem(page())?.hasSuffix("_p1-w100-png") == true)
    let turned = RenderRequest(page: 1, size: .width(100), turn: .left, isMirrored: true, quality: .gray)
    #expect(stem(.sample("a", task: .render(turned)))?.hasSuffix("_p1-w100-m-t270-gray-png") == true)
  }

  @Test func `a page that was opened with a password is not kept, nor one without a hash`() {
    #expect(stem(.sample("a", password: "secret")) == nil)
    #expect(stem(WorkKey(hash: nil, kind: .pdf, password: nil, task: .inspect)) == nil)
    #expect(stem(.sample("a", task: .sniff)) != nil)
  }

  @Test func `a board is kept under its own name and that of all that lies on it`() {
    let drawing = BoardDrawing(name: sampleHash("with this"), sources: [])
    let stem = stem(.sample("a", task: .drawBoard(drawing)))
    #expect(stem?.hasPrefix("\(sampleHash("a"))_") == true)
    #expect(stem?.hasSuffix("_board-\(sampleHash("with this"))") == true)
    #expect(self.stem(.sample("a", task: .readBoard))?.hasSuffix("_cards") == true)
  }

  @Test func `a file's name says everything about it`() throws {
    let stem = try #require(
      self.stem(page(3, region: PageRectangle(x: 1.5, y: 2, width: 3e-7, height: 1e21))))
    let image = PreviewFile(
      stem: stem, bytes: 4_711, image: ImageFacts(width: 100, height: 141, format: .webp, scale: 1.0 / 3))
    #expect(PreviewFile(name: image.name) == image)
    let named = PreviewFile(
      stem: stem, bytes: 4_711, image: ImageFacts(width: 1, height: 1, format: .png),
      digest: "0123456789abcdef01234567")
    #expect(PreviewFile(name: named.name) == named && named.name.utf8.count <= PreviewFile.maximumName)
    let json = PreviewFile(stem: stem, bytes: 12, image: nil)
    #expect(PreviewFile(name: json.name) == json)
    let board = PreviewFile(stem: stem, bytes: 12, image: nil, isPDF: true)
    #expect(PreviewFile(name: board.name) == board)
    #expect(image.path.hasPrefix("61/"))
  }

  @Test(arguments: [(1, 4_096), (4_095, 4_096), (4_096, 4_096), (4_097, 8_192), (1_000_000, 1_003_520)])
  func `a file costs the blocks that it takes, and its entry`(bytes: Int, blocks: Int) throws {
    let file = PreviewFile(stem: try #require(stem(page())), bytes: bytes, image: nil)
    #expect(file.cost == blocks + PreviewFile.overhead)
  }

  @Test(arguments: [
    "", "x", "README", ".nfs0001", "a_b_c_d_e.png", "../../etc/passwd",
    "\(sampleHash("a"))_1_facts__0.json", "\(sampleHash("a"))_1_facts__12.exe",
    "\(sampleHash("a"))_1_facts__12-0123456789abcdef01234567.json",
    "\(sampleHash("a"))_1_p1_1x1x1_12-xyz.png",
    "\(sampleHash("a"))_1_facts__\(Int.max).json",
    "\(sampleHash("a"))_1_facts__+12.json", "\(sampleHash("a"))_1_facts_1x2x3_12.json",
  ])
  func `a name that the cache did not make is none of its files`(name: String) {
    #expect(PreviewFile(name: name) == nil)
  }
}
