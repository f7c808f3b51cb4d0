import DocumentModel
import FoundationEssentials
import LinuxSystem
import Logging
import Synchronization

/// The maker of renditions with LibreOffice, of which instances are kept running: starting one takes ten times as long as
/// converting a letter.
///
/// An instance converts ``mostConversions`` documents at most, so that what it leaks goes with it. After every failure it is
/// replaced: the document may have harmed it. A document that fails in a used instance is tried in a new one, because the
/// fault may be an earlier document's. An instance that has nothing to do for ``idleTime`` ends.
final class OfficeMaker: RenditionMaker {
  let kind = ConverterKind.office
  let width = max(1, Processors.count / 2)

  let mostConversions: Int
  static let idleTime = Duration.seconds(600)
  private static let startTime = Duration.seconds(60)

  private let jail: Jail
  private let folder: String
  private let limits: Jail.Limits
  private let log: Logger
  let installed: InstalledProgram
  private let idle = Mutex<[(process: OfficeProcess, since: ContinuousClock.Instant)]>([])

  /// A maker with the LibreOffice whose programs lie in `folder`.
  init(in jail: Jail, folder: String, limits: Jail.Limits, mostConversions: Int = 100, log: Logger) {
    self.jail = jail
    self.folder = folder
    self.mostConversions = mostConversions
    var limits = limits
    // It counts for the whole life of an instance.
    limits.processorSeconds *= mostConversions
    self.limits = limits
    self.log = log
    // Without the dialogs, which Debian's packages "nogui" lack, it opens no spreadsheet.
    let share = folder.replacing("/program", with: "/share", maxReplacements: 1)
    let dialogs = "\(share)/config/soffice.cfg/modules/scalc/ui/inputbar.ui"
    installed = InstalledProgram(kind, files: ["\(folder)/libmergedlo.so", dialogs], in: jail)
  }

  var version: String? { installed.version }

  /// The process numbers of the instances that wait; for tests.
  var instances: [CInt] { idle.withLock { $0.map(\.process.id) } }

  func rendition(
    of content: any ReadableContent, fileExtension: String, leading: @escaping Leading
  ) async throws(DocumentError) -> any ReadableContent {
    let input = try await jail.copy(of: content, limits)
    guard let beginning = try? input.read(OfficeSignature.bytes), OfficeSignature.isPlausible(beginning)
    else {
      throw DocumentError(.damaged, "the file is no Office document")
    }
    if let used = idle.withLock({ $0.popLast()?.process }) {
      do throws(DocumentError) {
        return try await convert(input, fileExtension, with: used, leading)
      } catch  where ![.damaged, .rendererCrashed].contains(error.code) {
        throw error
      } catch {
        log.debug("a document is tried in a new LibreOffice", metadata: ["reason": "\(error)"])
      }
    }
    return try await convert(input, fileExtension, with: try await start(), leading)
  }

  private func convert(
    _ input: Descriptor, _ fileExtension: String, with office: OfficeProcess, _ leading: Leading
  ) async throws(DocumentError) -> any ReadableContent {
    do throws(DocumentError) {
      let made = try await office.convert(input, fileExtension: fileExtension, within: limits.wall) {
        if let pages = try? RenditionCheck.checked($0, by: kind) { leading(pages) }
      }
      if office.count < mostConversions {
        idle.withLock { $0.append((office, .now)) }
      } else {
        office.end()
      }
      return try RenditionCheck.checked(made, by: kind)
    } catch {
      office.end()
      throw error
    }
  }

  private func start() async throws(DocumentError) -> OfficeProcess {
    let office = try await jail.starting { [folder, jail, limits] in
      try OfficeProcess(starting: folder, in: jail, limits: limits)
    }
    if await office.isReady(within: Self.startTime) { return office }
    office.end()
    if Task.isCancelled { throw DocumentError(.busy, "the conversion was cancelled") }
    throw DocumentError(.rendererCrashed, "LibreOffice does not start")
  }

  /// Ends the instances that had nothing to do for ``idleTime``.
  func endIdle(now: ContinuousClock.Instant = .now) {
    let ended = idle.withLock { idle in
      let old = idle.filter { $0.since.duration(to: now) >= Self.idleTime }
      idle.removeAll { $0.since.duration(to: now) >= Self.idleTime }
      return old
    }
    for (process, _) in ended { process.end() }
  }
}

/// The first bytes of files that LibreOffice opens.
///
/// LibreOffice takes bytes that none of its filters knows for text, and shows noise as a page of Chinese.
private enum OfficeSignature {
  /// The length of the start that is looked at.
  static let bytes = 512
  /// In this order: packages, compound files, Word 1 and 2, Write, Works and Excel 2 to 5.
  ///
  /// Then WordPerfect, Lotus 1-2-3, binary DXF, and the metafiles of Windows.
  private static let known: [[UInt8]] = [
    [0x50, 0x4B], [0xD0, 0xCF, 0x11, 0xE0], [0xDB, 0xA5], [0x9B, 0xA5], [0x31, 0xBE], [0x32, 0xBE],
    [0xFE, 0x37],
    [0x01, 0xFE], [0xFF, 0x00, 0x02, 0x00], [0x09, 0x00], [0x09, 0x02], [0x09, 0x04], [0x09, 0x08],
    [0xFF, 0x57, 0x50, 0x43], [0x00, 0x00, 0x02, 0x00],
    [0x00, 0x00, 0x1A, 0x00], Array("AutoCAD Binary DXF".utf8), [0xD7, 0xCD, 0xC6, 0x9A],
    [0x01, 0x00, 0x09, 0x00], [0x01, 0x00, 0x00, 0x00],
  ]

  /// Whether a file that begins with these bytes may be a document: it has a known signature, or is text.
  static func isPlausible(_ start: [UInt8]) -> Bool {
    known.contains(where: start.starts) || isText(start)
  }

  /// Text has no control characters but those of lines and, in UTF-16, every second byte.
  private static func isText(_ start: [UInt8]) -> Bool {
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return true }
    return start.allSatisfy { $0 >= 0x20 || (0x08...0x0D).contains($0) || $0 == 0x1B }
  }
}
