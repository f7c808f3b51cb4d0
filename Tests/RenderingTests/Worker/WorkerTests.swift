import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Rendering

@Suite("The worker process", .serialized) struct WorkerTests {
  private let pdf = PDFFile(pages: [.init(content: PDFFile.text("Sheaf")), .init()]).bytes
  private let hash = ContentHash(String(repeating: "ab", count: 32))

  private func failure(_ answer: (reply: WorkerReply, bytes: [UInt8])?) -> DocumentError.Code? {
    guard case .failed(let failure) = answer?.reply.outcome else { return nil }
    return failure.code
  }

  @Test("it says what it speaks, what it draws with and what keeps documents in")
  func greeting() throws {
    let hello = try WorkerClient().hello
    #expect(hello.protocolVersion == WorkerHello.currentProtocol)
    #expect(hello.renderers.count == 3)
    #expect(
      hello.renderers[0].hasPrefix("poppler ") && hello.renderers[1].hasPrefix("pango ")
        && hello.renderers[2].hasPrefix("libvips "))
    #expect(hello.protections.isSuperset(of: [.systemCalls, .privileges, .limits]))
  }

  @Test("it has no capability, whichever user runs the server")
  func capabilities() throws {
    let worker = try WorkerClient()
    let capabilities = worker.status.filter { $0.key.hasPrefix("Cap") && $0.key != "CapBnd" }
    #expect(capabilities.count == 4 && capabilities.values.allSatisfy { UInt64($0, radix: 16) == 0 })
    // A worker that may not change its bounding set has no capability in it.
    if getuid() == 0 || worker.hello.protections.contains(.namespaces) {
      #expect(worker.status["CapBnd"].flatMap { UInt64($0, radix: 16) } == 0)
    }
    #expect(worker.status["NoNewPrivs"] == "1")
  }

  @Test("it sniffs, inspects, reads and draws a PDF")
  func answers() throws {
    let worker = try WorkerClient()
    #expect(try worker.ask(.sniff, pdf, as: SniffedContent.self).mediaType == "application/pdf")
    #expect(try worker.ask(.inspect, pdf, as: DocumentFacts.self).pageCount == 2)
    #expect(try worker.ask(.text(page: 1), pdf, as: PageText.self).words.map(\.text) == ["Sheaf"])
    for format in ImageFormat.allCases {
      let request = RenderRequest(page: 1, size: .width(100), format: format)
      let answer = try #require(try worker.ask(.render(request), pdf))
      #expect(
        answer.reply.outcome == .rendered(ImageFacts(width: 100, height: 75, format: format, scale: 0.25)))
      #expect(answer.reply.microseconds > 0)
      #expect(try ImageDocument.open(answer.bytes).drawn().ink() != nil)
    }
  }

  @Test("the metadata of a document is refused where it is longer than the server takes")
  func longJSON() throws {
    #expect(try RequestHandler.json([1, 2, 3], atMost: 7) == Array("[1,2,3]".utf8))
    let error = #expect(throws: DocumentError.self) { try RequestHandler.json([1, 2, 3], atMost: 6) }
    #expect(error?.code == .documentTooLarge)
  }

  @Test("it compares a page with the one before, and asks for both contents", arguments: ImageFormat.allCases)
  func comparison(format: ImageFormat) throws {
    let worker = try WorkerClient()
    let own = try #require(hash)
    let other = try #require(ContentHash(String(repeating: "cd", count: 32)))
    let third = try #require(ContentHash(String(repeating: "ef", count: 32)))
    let request = RenderRequest(page: 1, size: .width(200), format: format)
    let task = WorkerRequest.Task.compare(PageComparison(request, of: own, before: other, beforeKind: .pdf))
    let empty = PDFFile().bytes
    for _ in 0..<2 {
      let answer = try #require(try worker.ask(task, pdf, over: [empty], hash: hash))
      guard case .compared(let difference) = answer.reply.outcome else {
        Issue.record("\(answer.reply.outcome)")
        return
      }
      #expect(difference.added > 0 && difference.removed == 0 && difference.boxes.count >= 1)
      #expect(difference.image.width == 200 && difference.image.format == format)
      #expect(try ImageDocument.open(answer.bytes).drawn().width == 200)
    }
    #expect(try failure(worker.ask(task, pdf, hash: hash)) == .invalidParameter)
    let damaged = WorkerRequest.Task.compare(
      PageComparison(request, of: own, before: third, beforeKind: .pdf))
    #expect(try failure(worker.ask(damaged, pdf, over: [Array("no pdf".utf8)], hash: hash)) == .damaged)
  }

  @Test("it turns, mirrors and reduces what it drew", arguments: [RendererKind.pdf, .image])
  func views(kind: RendererKind) throws {
    let content = kind == .pdf ? pdf : try JPEGFile.quarter(width: 400, height: 300)
    let worker = try WorkerClient()
    func drawn(_ request: RenderRequest) throws -> PixelBuffer {
      let answer = try #require(try worker.ask(.render(request), content, kind: kind, hash: hash))
      guard case .rendered(let facts) = answer.reply.outcome else {
        throw DocumentError(.damaged, "\(answer.reply.outcome)")
      }
      let pixels = try ImageDocument.open(answer.bytes).drawn()
      #expect(facts.width == pixels.width && facts.height == pixels.height)
      return pixels
    }
    let region = PageRectangle(x: 100, y: 100, width: 200, height: 150)
    let plain = try drawn(RenderRequest(page: 1, region: region, size: .scale(0.5)))
    let request = RenderRequest(
      page: 1, region: region, size: .scale(0.5), turn: .left, isMirrored: true, quality: .bitonal)
    plain.reduce(to: .bitonal)
    #expect(try drawn(request).differences(from: plain.turned(.left, isMirrored: true)) == 0)
  }

  @Test("it opens images in every format from inside its walls")
  func images() throws {
    let worker = try WorkerClient()
    let svg = Array(
      "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='20'><text y='15'>Sheaf</text></svg>".utf8)
    let files: [[UInt8]] = [
      PNGFile.plain(width: 9, height: 9, colourType: 6, sample: [0xC8, 0x1E, 0x28, 9]).bytes,
      try JPEGFile.turned(JPEGFile.quarter(width: 16, height: 16), orientation: 6),
      try WebPEncoder().encode(.gradient(width: 16, height: 16)), svg,
      TIFFFile.bytes([.init(width: 20, height: 10, shade: 50)]),
      Array(try #require(Data(base64Encoded: EncodedImages.heic))),
      Array(try #require(Data(base64Encoded: EncodedImages.avif))),
      Array(try #require(Data(base64Encoded: EncodedImages.cmykJPEG))),
    ]
    for bytes in try files + FurtherFormatsTests.files().map(\.bytes) {
      #expect(try worker.ask(.inspect, bytes, kind: .image, as: DocumentFacts.self).pageCount == 1)
      let answer = try worker.ask(.render(RenderRequest(page: 1, size: .width(8))), bytes, kind: .image)
      guard case .rendered(let facts) = answer?.reply.outcome else {
        Issue.record("\(String(describing: answer?.reply))")
        continue
      }
      #expect(facts.width == 8)
    }
  }

  @Test("it opens raw images of cameras from inside its walls")
  func rawImages() throws {
    let worker = try WorkerClient()
    for orientation in [1, 6] {
      let raw = try CameraRawTests.withJPEG(orientation: orientation)
      let answer = try worker.ask(.render(RenderRequest(page: 1, size: .width(8))), raw.bytes, kind: .raw)
      guard case .rendered(let facts) = answer?.reply.outcome else {
        Issue.record("\(String(describing: answer?.reply))")
        continue
      }
      #expect(facts.width == 8 && facts.height == (orientation == 1 ? 4 : 16))
    }
    #expect(try failure(worker.ask(.inspect, RawFile().bytes, kind: .raw)) == .notShowable)
  }

  @Test("the letters of a drawing are drawn, so that it finds its fonts")
  func svgFonts() throws {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='20'><text y='15'>Sheaf</text></svg>"
    let request = RenderRequest(page: 1, size: .scale(1))
    let answer = try #require(try WorkerClient().ask(.render(request), Array(svg.utf8), kind: .image))
    let ink = try #require(try ImageDocument.open(answer.bytes).drawn().ink())
    #expect(ink.right - ink.left > 25)
  }

  @Test("every refusal has a code")
  func refusals() throws {
    let worker = try WorkerClient()
    let page = RenderRequest(page: 9, size: .scale(1))
    #expect(failure(try worker.ask(.render(page), pdf)) == .notFound)
    #expect(failure(try worker.ask(.text(page: 0), pdf)) == .notFound)
    #expect(failure(try worker.ask(.inspect, Array("no".utf8))) == .damaged)
    #expect(failure(try worker.ask(.inspect, Array("no".utf8), kind: .image)) == .damaged)
    #expect(failure(try worker.ask(.render(RenderRequest(page: 1, size: .scale(500))), pdf)) == .tooLarge)
    #expect(
      failure(try worker.ask(.render(RenderRequest(page: 1, size: .scale(-1))), pdf)) == .invalidParameter)
  }

  @Test(
    "it opens an encrypted PDF with its password, and with no other",
    arguments: ["no", "", "r\u{E9}ader", "\u{6F22}"])
  func encrypted(wrong: String) throws {
    let worker = try WorkerClient()
    let encrypted = Array(try #require(Data(base64Encoded: EncryptedPDF.base64)))
    #expect(failure(try worker.ask(.inspect, encrypted)) == .passwordRequired)
    #expect(failure(try worker.ask(.inspect, encrypted, password: wrong)) == .passwordRequired)
    #expect(try worker.ask(.inspect, encrypted, password: "reader")?.reply.outcome == .inspected)
  }

  @Test("a document with a hash is parsed once, whatever comes beside the next request")
  func keepsDocuments() throws {
    let worker = try WorkerClient()
    _ = try worker.ask(.inspect, pdf, hash: hash)
    let again = try #require(try worker.ask(.inspect, Array("other bytes".utf8), hash: hash))
    #expect(again.reply.outcome == .inspected)
    // Another kind or password opens the document anew.
    #expect(
      failure(try worker.ask(.inspect, Array("other bytes".utf8), kind: .image, hash: hash)) == .damaged)
    #expect(
      failure(try worker.ask(.inspect, Array("other bytes".utf8), hash: hash, password: "a")) == .damaged)
  }

  @Test("a document without a hash is not kept")
  func forgetsDocuments() throws {
    let worker = try WorkerClient()
    _ = try worker.ask(.inspect, pdf)
    #expect(failure(try worker.ask(.inspect, Array("other bytes".utf8))) == .damaged)
  }

  @Test("many documents leave no descriptors open")
  func descriptors() throws {
    let worker = try WorkerClient()
    for number in 0..<200 {
      let name = String(number, radix: 16)
      let hash = ContentHash(String(repeating: "0", count: 64 - name.count) + name)
      #expect(try worker.ask(.inspect, pdf, hash: hash)?.reply.outcome == .inspected)
    }
  }

  @Test("a request without a document is refused")
  func missingDescriptor() throws {
    let worker = try WorkerClient()
    let request = WorkerRequest(id: 7, hash: nil, kind: .pdf, task: .inspect)
    try worker.socket.send([UInt8](JSONEncoder().encode(request)))
    let message = try #require(try worker.socket.receive())
    let reply = try JSONDecoder().decode(WorkerReply.self, from: Data(message.bytes))
    #expect(reply.id == 7)
    guard case .failed(let failure) = reply.outcome else { return #expect(Bool(false)) }
    #expect(failure.code == .invalidParameter)
  }

  @Test("a message that is no request ends the conversation")
  func nonsense() throws {
    let worker = try WorkerClient()
    try worker.socket.send(Array("hello".utf8))
    #expect(try worker.socket.receive() == nil)
  }

  @Test("it ends with the server")
  func serverGone() throws {
    #expect(try WorkerClient().hangUp() == 0)
  }

  @Test("its death is seen at once")
  func killed() throws {
    let worker = try WorkerClient()
    worker.kill()
    #expect(try worker.socket.receive() == nil)
  }
}
