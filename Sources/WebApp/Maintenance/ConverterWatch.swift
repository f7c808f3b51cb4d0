import DocumentModel
import LinuxSystem
import Logging
import Previews
import ServiceLifecycle
import Workspace

/// Notices converters that are installed or removed while the server runs.
struct ConverterWatch: Service {
  static let interval = Duration.seconds(5)

  private let converters: Converters
  private let types: TypeRegistry
  private let log: Logger
  private let looking = BlockingPool(threads: 1, name: "converters", givesWay: true)
  private let task: PeriodicTask

  init(_ converters: Converters, _ types: TypeRegistry, log: Logger, task: PeriodicTask = PeriodicTask()) {
    self.converters = converters
    self.types = types
    self.log = log
    self.task = task
  }

  func run() async throws {
    await task.run { _ in
      let found = await looking.run { [converters] in converters.look() }
      if types.update(available: found) {
        log.notice("the converters changed", metadata: ["found": "\(Set(found.map(\.program)).sorted())"])
      }
      return Self.interval
    }
  }
}
