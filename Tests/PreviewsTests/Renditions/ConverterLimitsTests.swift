import DocumentModel
import Foundation
import Logging
import Testing

@testable import Previews

/// Each real converter at the limits of its jail.
@Suite(.enabled(if: JailTests.jail != nil, "bubblewrap works here"), .timeLimit(.minutes(3)))
struct `Each converter at its limits` {
  private static let samples: [(ConverterKind, String, [UInt8])] = [
    (.office, "rtf", Array(ConvertedSamples.rtf.utf8)),
    (.webPage, "html", Array(ConvertedSamples.page.utf8)),
    (.book, "fb2", Array(ConvertedSamples.book.utf8)),
    (.postscript, "ps", Array(ConvertedSamples.postscript.utf8)),
    (.djvu, "djvu", Array(Data(base64Encoded: ConvertedSamples.scan) ?? Data())),
    (.picture, "xpm", Array(ConvertedSamples.picture.utf8)),
  ]

  private let jail: Jail

  init() throws {
    jail = try #require(JailTests.jail)
  }

  private func maker(_ kind: ConverterKind, _ limits: Jail.Limits) throws -> any RenditionMaker {
    let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let office = OfficeMaker(in: jail, folder: "/usr/lib/libreoffice/program", limits: limits, log: log)
    let scans = ScanMaker(in: jail, limits: limits)
    let others = ProgramMaker.all(in: jail, limits: limits)
    for program in [office.installed, scans.installed] + others.map(\.installed) { program.look() }
    let makers: [any RenditionMaker] = [office, scans] + others
    let maker = try #require(makers.first { $0.kind == kind })
    try #require(maker.version != nil, "\(kind.program) is not installed: make extras")
    return maker
  }

  /// The refusal of a document under some limits, of which no file may be left; nil where it is converted.
  private func refusal(
    _ kind: ConverterKind, _ fileExtension: String, _ bytes: [UInt8], _ change: (inout Jail.Limits) -> Void
  ) async throws -> DocumentError.Code? {
    var limits = Jail.Limits()
    change(&limits)
    let before = try Self.converterFiles()
    var code: DocumentError.Code?
    do {
      _ = try await maker(kind, limits).rendition(
        of: try OpenContent.bytes(bytes), fileExtension: fileExtension)
    } catch let error as DocumentError {
      code = error.code
    }
    #expect(try Self.converterFiles() == before)
    return code
  }

  /// The files in `/tmp` that a converter without a jail would make there; other tests have files of their own in it.
  private static func converterFiles() throws -> [String] {
    let names = ["document", "result", "profile", "lu", "gs_", "weasyprint"]
    return try FileManager.default.contentsOfDirectory(atPath: "/tmp").filter { file in
      names.contains { file.hasPrefix($0) }
    }.sorted()
  }

  @Test(arguments: samples)
  func `converts a small document, and leaves no file`(
    kind: ConverterKind, fileExtension: String, bytes: [UInt8]
  ) async throws {
    #expect(try await refusal(kind, fileExtension, bytes) { _ in } == nil)
  }

  @Test(arguments: samples)
  func `ends with the time`(kind: ConverterKind, fileExtension: String, bytes: [UInt8]) async throws {
    #expect(try await refusal(kind, fileExtension, bytes) { $0.wall = .milliseconds(1) } == .renderTimeout)
  }

  @Test(arguments: samples)
  func `ends with the memory`(kind: ConverterKind, fileExtension: String, bytes: [UInt8]) async throws {
    let code = try await refusal(kind, fileExtension, bytes) { $0.memoryBytes = 8 << 20 }
    #expect([.damaged, .rendererCrashed, .documentTooLarge].contains(code))
  }

  @Test(arguments: samples)
  func `ends with the output`(kind: ConverterKind, fileExtension: String, bytes: [UInt8]) async throws {
    let code = try await refusal(kind, fileExtension, bytes) { $0.outputBytes = 64 }
    #expect([.damaged, .rendererCrashed, .documentTooLarge].contains(code))
  }
}
