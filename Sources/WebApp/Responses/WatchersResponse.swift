import Workspace

struct WatchersResponse: Encodable {
  struct Watcher: Encodable {
    let name: String
    let state: String
    let reason: String?
    let pending: Int
    let passedOver: Int
    let imported: Int
    let rejected: Int
    let stuck: [Stuck]
  }

  struct Stuck: Encodable {
    let name: String
    let reason: String
  }

  let watchers: [Watcher]

  init(_ states: [DropFolderWatcher.Status]) {
    watchers = states.map {
      Watcher(
        name: $0.name, state: $0.state.rawValue, reason: $0.reason, pending: $0.pending,
        passedOver: $0.passedOver, imported: $0.imported, rejected: $0.rejected,
        stuck: $0.stuck.map { Stuck(name: $0.name, reason: $0.reason) })
    }
  }
}
