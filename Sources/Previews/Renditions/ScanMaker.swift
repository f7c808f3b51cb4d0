import DocumentModel
import FoundationEssentials

/// The maker of renditions of scans in DjVu, with the words that a scan holds.
///
/// DjVuLibre makes a PDF of pictures, and tells the words with their places. A script for MuPDF's interpreter lays them over
/// the pictures, unseen.
struct ScanMaker: RenditionMaker {
  let kind = ConverterKind.djvu
  let width = 2

  private static let pictures = "/usr/bin/ddjvu"
  private static let words = "/usr/bin/djvutxt"
  private static let script = "/usr/bin/mutool"

  private let jail: Jail
  private let limits: Jail.Limits
  private let wordBytes: Int
  let installed: InstalledProgram

  /// - Parameter wordBytes: the length of the longest list of words that is not left out.
  init(in jail: Jail, limits: Jail.Limits = Jail.Limits(), wordBytes: Int = 32 << 20) {
    (self.jail, self.limits, self.wordBytes) = (jail, limits, wordBytes)
    installed = InstalledProgram(.djvu, files: [Self.pictures, Self.words, Self.script], in: jail)
  }

  var version: String? { installed.version }

  func rendition(
    of content: any ReadableContent, fileExtension: String, leading: @escaping Leading
  ) async throws(DocumentError) -> any ReadableContent {
    let pages = try RenditionCheck.checked(
      try await jail.run(
        { [Self.pictures, "-format=pdf", "-quality=85", $0, Jail.result] }, on: content,
        fileExtension: fileExtension, limits: limits), by: kind)
    do throws(DocumentError) {
      let zones = try await jail.run(
        { [Self.words, "--detail=word", $0, Jail.result] }, on: content, fileExtension: fileExtension,
        limits: limits)
      return try await lay(zones, over: pages)
    } catch  where error.code == .busy {
      throw error
    } catch {
      // Pictures alone are better than nothing.
      return pages
    }
  }

  private func lay(_ zones: OpenContent, over pages: OpenContent) async throws(DocumentError) -> OpenContent {
    guard zones.size <= wordBytes, let list = try? zones.bytes(), list.contains(UInt8(ascii: "\"")),
      let literal = try? JSONEncoder().encode(String(decoding: list, as: UTF8.self))
    else { return pages }
    var jail = jail
    let variable = Array("var zones = ".utf8) + literal + Array(";\n".utf8)
    jail.standardInput = variable + PackageResources.scan_js
    return try RenditionCheck.checked(
      try await jail.run(
        { [Self.script, "run", "/dev/stdin", $0, Jail.result] }, on: pages, fileExtension: "pdf",
        limits: limits), by: kind)
  }
}
