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

  static let mostConversions = 100
  static let idleTime = Duration.seconds(600)
  private static let startTime = Duration.seconds(60)

  private let jail: Jail
  private let folder: String
  private let limits: Jail.Limits
  private let log: Logger
  private let idle = Mutex<[OfficeProcess]>([])

  /// A maker with the LibreOffice whose programs lie in `folder`.
  init(in jail: Jail, folder: String, limits: Jail.Limits, log: Logger) {
    self.jail = jail
    self.folder = folder
    var limits = limits
    // It counts for the whole life of an instance.
    limits.processorSeconds *= Self.mostConversions
    self.limits = limits
    self.log = log
  }

  /// LibreOffice is there when its library is, and the dialogs without which it opens no spreadsheet: Debian's packages
  /// "nogui" lack them.
  var version: String? {
    let share = folder.replacing("/program", with: "/share", maxReplacements: 1)
    let dialogs = "\(share)/config/soffice.cfg/modules/scalc/ui/inputbar.ui"
    return jail.stamp(of: ["\(folder)/libmergedlo.so", dialogs])
  }

  /// The process numbers of the instances that wait; for tests.
  var instances: [CInt] { idle.withLock { $0.map(\.id) } }

  func pdf(
    of content: any ReadableContent, fileExtension: String
  ) async throws(DocumentError) -> any ReadableContent {
    let input = try copy(of: content)
    if let used = idle.withLock({ $0.popLast() }) {
      do throws(DocumentError) {
        return try await convert(input, fileExtension, with: used)
      } catch  where ![.damaged, .rendererCrashed].contains(error.code) {
        throw error
      } catch {
        log.debug("a document is tried in a new LibreOffice", metadata: ["reason": "\(error)"])
      }
    }
    return try await convert(input, fileExtension, with: try await start())
  }

  private func convert(
    _ input: Descriptor, _ fileExtension: String, with office: OfficeProcess
  ) async throws(DocumentError) -> any ReadableContent {
    do throws(DocumentError) {
      let made = try await office.convert(input, fileExtension: fileExtension, within: limits.wall)
      if office.count < Self.mostConversions { keep(office) } else { office.end() }
      return try PDFCheck.checked(made)
    } catch {
      office.end()
      throw error
    }
  }

  private func start() async throws(DocumentError) -> OfficeProcess {
    do throws(SystemError) {
      let office = try OfficeProcess(starting: folder, in: jail, limits: limits)
      if await office.isReady(within: Self.startTime) { return office }
      office.end()
    } catch {
      throw DocumentError(.rendererCrashed, "LibreOffice could not be started", cause: error)
    }
    if Task.isCancelled { throw DocumentError(.busy, "the conversion was cancelled") }
    throw DocumentError(.rendererCrashed, "LibreOffice does not start")
  }

  /// Keeps an instance for the next document, for a while.
  private func keep(_ office: OfficeProcess) {
    idle.withLock { $0.append(office) }
    let count = office.count
    Task { [weak self] in
      try await Task.sleep(for: Self.idleTime)
      guard office.count == count else { return }
      self?.idle.withLock { $0.removeAll { $0 === office } }
      office.end()
    }
  }

  /// A copy of the document in memory: a program could open the file itself for writing, too.
  private func copy(of content: any ReadableContent) throws(DocumentError) -> Descriptor {
    guard content.size <= limits.copiedBytes else {
      throw DocumentError(.documentTooLarge, "the document is too large to be converted")
    }
    do throws(SystemError) {
      let copy = try MemoryFile.create(name: "document")
      try Descriptor(duplicating: content.descriptor).copy(content.size, to: copy)
      return copy
    } catch {
      throw DocumentError(.contentUnreadable, "the document cannot be read", cause: error)
    }
  }
}
