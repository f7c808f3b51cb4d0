import Logging
import Metrics
import ServiceLifecycle
import Workspace

/// Measures the free room every second, for the log and the metrics.
struct StorageWatch: Service {
  private static let interval = Duration.seconds(1)

  private let room: StorageRoom
  private let log: Logger
  private let used = Gauge(label: "sheaf_storage_used_bytes")
  private let free = Gauge(label: "sheaf_storage_free_bytes")
  private let isLow = Gauge(label: "sheaf_storage_low")

  init(_ room: StorageRoom, log: Logger) {
    self.room = room
    self.log = log
  }

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var wasLow = false
      while !Task.isCancelled {
        let status = await room.look()
        record(status)
        if status.isLow != wasLow { say(status) }
        wasLow = status.isLow
        // A sleep that is cancelled ends the loop.
        try? await Task.sleep(for: Self.interval)
      }
    }
  }

  private func record(_ status: StorageRoom.Status) {
    used.record(status.used)
    free.record(status.free)
    isLow.record(status.isLow ? 1 : 0)
    // Without a quota the series is missing, because 0 would mean that nothing may be stored.
    if let quota = status.quota { Gauge(label: "sheaf_storage_quota_bytes").record(quota) }
  }

  private func say(_ status: StorageRoom.Status) {
    let numbers: Logger.Metadata = ["free": "\(status.free)", "kept": "\(status.keptFree)"]
    if status.isLow {
      log.warning("the disk is nearly full: nothing more is taken until there is room", metadata: numbers)
    } else {
      log.notice("there is room on the disk again", metadata: numbers)
    }
  }
}
