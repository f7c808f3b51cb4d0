import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Rendering

@Suite("Documents built to hurt", .serialized) struct BombTests {
  private static let refusals: Set<DocumentError.Code> = [
    .damaged, .notShowable, .documentTooLarge, .tooLarge, .passwordRequired, .renderMemory, .invalidParameter,
    .notFound,
  ]
  /// Far above the needed time, far below a person's patience.
  private static let seconds: CInt = 60
  /// The address space of a worker, in bytes.
  private static let memory = Int(Sandbox.maximumAddressSpace)

  private static let hash = ContentHash(String(repeating: "b0", count: 32))
  private static let good = PDFFile(pages: [.init(content: PDFFile.text("Sheaf"))]).bytes

  /// All requests that a server makes about a new document.
  private static let tasks: [WorkerRequest.Task] = [
    .sniff, .inspect, .render(RenderRequest(page: 1, size: .fit(width: 600, height: 600))), .text(page: 1),
    .render(
      RenderRequest(
        page: 1, region: PageRectangle(x: 0, y: 0, width: 100, height: 100),
        size: .exact(width: 256, height: 256))),
  ]

  private struct Bite: Error {
    let what: String
  }

  /// Makes all requests; every answer is a known one, in time, and the worker still works.
  private func survive(_ bytes: [UInt8], _ kind: RendererKind) throws {
    let worker = try WorkerClient()
    for task in Self.tasks {
      switch try worker.ask(task, bytes, kind: kind, hash: Self.hash, within: Self.seconds) {
      case .answered(.failed(let failure)): #expect(Self.refusals.contains(failure.code), "\(failure)")
      case .answered: break
      case .died: throw Bite(what: "\(task) ended the worker")
      case .overdue: throw Bite(what: "\(task) was not answered")
      }
    }
    let peak = try #require(worker.peakBytes)
    #expect(peak < Self.memory / 2)
    #expect(try worker.ask(.text(page: 1), Self.good, as: PageText.self).words.map(\.text) == ["Sheaf"])
  }

  @Test("a PDF that bites is answered, and the worker goes on", arguments: PDFBomb.finite)
  func pdf(bomb: PDFBomb) throws {
    try survive(bomb.bytes, .pdf)
  }

  @Test("an image that bites is answered, and the worker goes on", arguments: ImageBomb.all)
  func image(bomb: ImageBomb) throws {
    try survive(bomb.bytes, .image)
  }

  @Test(
    "a raw image whose preview bites is answered, and the worker goes on",
    arguments: [(0, 80, 40), (9, 65_535, 65_535), (4_000_000_000, 80, 40)])
  func raw(length: Int, width: Int, height: Int) throws {
    let preview = ImageBomb.jpeg(width: UInt16(width), height: UInt16(height))
    try survive(RawFile(preview: .jpeg(preview), width: width, height: height, length: length).bytes, .raw)
    let pixels = [UInt8](repeating: 9, count: 96)
    try survive(RawFile(preview: .pixels(pixels), width: width, height: height, length: length).bytes, .raw)
  }

  @Test("work that never ends is ended from outside, and the next worker works", arguments: PDFBomb.endless)
  func endless(bomb: PDFBomb) throws {
    let worker = try WorkerClient()
    guard case .overdue = try worker.ask(Self.tasks[2], bomb.bytes, kind: .pdf, within: 1) else {
      return #expect(Bool(false), "it ended by itself")
    }
    worker.kill()
    #expect(try worker.socket.receive() == nil)
    #expect(try WorkerClient().ask(.inspect, Self.good, as: DocumentFacts.self).pageCount == 1)
  }

  @Test("a page of 14,400 points costs what is asked for of it, not what it is", arguments: [12_000, 14_400])
  func pixels(side: Int) throws {
    let worker = try WorkerClient()
    let before = try #require(worker.peakBytes)
    let bomb = PDFBomb("large", box: "[0 0 \(side) \(side)]", content: "1 0 0 rg 0 0 9999 9999 re f")
    let small = RenderRequest(page: 1, size: .width(1_024))
    guard case .answered(.rendered) = try worker.ask(.render(small), bomb.bytes, kind: .pdf, within: 10)
    else {
      return #expect(Bool(false))
    }
    for scale in [2, 150.0 / 72, 1e9, 1e300] {
      let request = RenderRequest(page: 1, size: .scale(scale))
      let ending = try worker.ask(.render(request), bomb.bytes, kind: .pdf, within: 10)
      guard case .answered(.failed(let failure)) = ending else { return #expect(Bool(false)) }
      #expect(failure.code == .tooLarge)
    }
    #expect(try #require(worker.peakBytes) - before < 64 << 20)
  }

  @Test(
    "a speck of a page at a huge scale takes the memory of a window", arguments: [RendererKind.pdf, .image])
  func deepZoom(kind: RendererKind) throws {
    let worker = try WorkerClient()
    let before = try #require(worker.peakBytes)
    let file = kind == .pdf ? Self.good : ImageBomb.svg("<rect width='9' height='9'/>")
    for place in 0..<20 {
      let region = PageRectangle(x: Double(place), y: 5, width: 0.5, height: 0.5)
      let request = RenderRequest(page: 1, region: region, size: .exact(width: 512, height: 512))
      let ending = try worker.ask(.render(request), file, kind: kind, hash: Self.hash, within: 10)
      guard case .answered(.rendered) = ending else { return #expect(Bool(false), "\(ending)") }
    }
    let growth = try #require(worker.peakBytes) - before
    #expect(growth < Int(PageDrawer.maximumKeptBytes) + 128 << 20, "\(growth >> 20) MiB")
  }

  @Test("kept pixels stay bounded over many documents and scales")
  func keptPixels() throws {
    let worker = try WorkerClient()
    for number in 0..<24 {
      let region = PageRectangle(x: 0, y: 0, width: 10, height: 10)
      let scale = 8 + Double(number % 4)
      let request = RenderRequest(page: 1, region: region, size: .scale(scale))
      let name = String(number, radix: 16)
      let hash = ContentHash(String(repeating: "0", count: 64 - name.count) + name)
      let ending = try worker.ask(.render(request), Self.good, kind: .pdf, hash: hash, within: 10)
      guard case .answered(.rendered) = ending else { return #expect(Bool(false), "\(ending)") }
    }
    #expect(try #require(worker.peakBytes) < Int(PageDrawer.maximumKeptBytes) + 160 << 20)
  }

  @Test("groups inside groups without end leave a tile to be seen, and of the whole page say why not")
  func groups() throws {
    let worker = try WorkerClient()
    let bomb = PDFBomb.nestedGroups(levels: 20, side: 1_400)
    let speck = PageRectangle(x: 0, y: 0, width: 32, height: 32)
    let tile = RenderRequest(page: 1, region: speck, size: .scale(4))
    let shown = try worker.ask(.render(tile), bomb.bytes, kind: .pdf, hash: Self.hash, within: Self.seconds)
    guard case .answered(.rendered) = shown else { return #expect(Bool(false), "\(shown)") }
    let whole = RenderRequest(page: 1, size: .scale(4))
    let refused = try worker.ask(
      .render(whole), bomb.bytes, kind: .pdf, hash: Self.hash, within: Self.seconds)
    guard case .answered(.failed(let failure)) = refused else { return #expect(Bool(false), "\(refused)") }
    #expect(failure.code == .renderMemory)
  }

  @Test("the actions of a PDF run nothing, open nothing and send nothing")
  func activePDF() throws {
    let listener = try Listener()
    let path = "/tmp/sheaf-launched-\(getpid())"
    for bomb in PDFBomb.active(port: listener.port, path: path) {
      try survive(bomb.bytes, .pdf)
      // Without a sandbox as well, no action is attempted.
      let document = try PDFDocument(Contents.descriptor(bomb.bytes), password: nil)
      _ = document.facts()
      _ = try document.drawn()
      let links = try document.text(ofPage: 1).links
      #expect(
        links.allSatisfy { $0.page == nil && ($0.refusal != nil || $0.address?.hasPrefix("http") == true) },
        "\(bomb.name)")
      #expect(!listener.hadVisitor(), "\(bomb.name)")
    }
    #expect(access(path, F_OK) != 0)
  }

  @Test("the references of a drawing are not fetched, and nothing of them is shown")
  func curiousDrawings() throws {
    let listener = try Listener()
    for bomb in ImageBomb.curious(port: listener.port) {
      try survive(bomb.bytes, .image)
      if let pixels = try? ImageDocument.open(bomb.bytes).drawn() {
        // Blank where the declared content is unavailable.
        #expect(["00ff00", "ffffff"].contains(pixels.hex(200, 150)), "\(bomb.name)")
      }
      #expect(!listener.hadVisitor(), "\(bomb.name)")
    }
  }

  @Test("a visitor would be noticed")
  func listening() throws {
    let listener = try Listener()
    #expect(!listener.hadVisitor())
    try Listener.visit(listener.port)
    #expect(listener.hadVisitor())
  }

  @Test("an encrypted or a linearized PDF cut off anywhere is answered", arguments: 0...10)
  func truncated(tenth: Int) throws {
    let encrypted = Array(try #require(Data(base64Encoded: EncryptedPDF.base64)))
    for file in [encrypted, PDFBomb.linearized().bytes] {
      try survive(Array(file.prefix(file.count * tenth / 10)), .pdf)
    }
  }

  @Test("a linearized PDF is opened whatever it says of itself")
  func linearized() throws {
    for bomb in [
      PDFBomb.linearized(), .linearized(length: 99_999), .linearized(first: 9_999),
      .linearized(hints: 99_999_999),
    ] {
      let document = try PDFDocument(Contents.descriptor(bomb.bytes), password: nil)
      #expect(document.pageCount == 2)
      #expect(try document.drawn().hex(4, 296) == "ff0000")
    }
  }
}
