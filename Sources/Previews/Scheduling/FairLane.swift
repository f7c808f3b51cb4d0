/// A line in which every client has its turn: first come, first served within a client, and the clients take
/// turns, so that a thousand requests of one do not keep another waiting for more than its own.
struct FairLane: Sendable {
  /// The clients that wait, in the order of their turns.
  private var turns: [String] = []
  private var waiting: [String: [WorkItem.ID]] = [:]
  /// Work that waits.
  private(set) var count = 0

  /// Whether somebody waits who is none of `clients`.
  func hasClient(notOf clients: Set<String>) -> Bool { turns.contains { !clients.contains($0) } }

  mutating func append(_ item: WorkItem.ID, of client: String) {
    count += 1
    if waiting[client] == nil { turns.append(client) }
    waiting[client, default: []].append(item)
  }

  /// The next in turn that is ready; whoever is passed over keeps their place.
  mutating func popFirst(where isReady: (WorkItem.ID) -> Bool) -> WorkItem.ID? {
    for (turn, client) in turns.enumerated() {
      guard var line = waiting[client], let index = line.firstIndex(where: isReady) else { continue }
      let item = line.remove(at: index)
      count -= 1
      waiting[client] = line.isEmpty ? nil : line
      turns.remove(at: turn)
      if !line.isEmpty { turns.append(client) }
      return item
    }
    return nil
  }

  /// The last in the longest line: whoever asks for most is the first to lose something.
  mutating func popLast() -> WorkItem.ID? {
    guard let (client, line) = waiting.max(by: { $0.value.count < $1.value.count }), let last = line.last
    else { return nil }
    remove(last, of: client)
    return last
  }

  mutating func remove(_ item: WorkItem.ID, of client: String) {
    guard var line = waiting[client], let index = line.lastIndex(of: item) else { return }
    line.remove(at: index)
    count -= 1
    waiting[client] = line.isEmpty ? nil : line
    if line.isEmpty { turns.removeAll { $0 == client } }
  }
}
