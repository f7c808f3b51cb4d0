/// A queue that serves its clients in turn, and each client's work in order of arrival.
///
/// So a thousand requests of one client delay another client's request by one turn only. Work that several clients
/// ask for stands in the line of each and is served at the first of their turns.
struct FairLane: Sendable {
  private var turns: [String] = []
  private var waiting: [String: [WorkItem.ID]] = [:]
  /// The clients in whose lines a piece of work stands.
  private var clients: [WorkItem.ID: [String]] = [:]

  var count: Int { clients.count }

  /// Whether a client outside `clients` waits.
  func hasClient(notOf clients: Set<String>) -> Bool { turns.contains { !clients.contains($0) } }

  /// Whether any waiting work is meant.
  func contains(where isMeant: (WorkItem.ID) -> Bool) -> Bool { clients.keys.contains(where: isMeant) }

  func length(of client: String) -> Int { waiting[client]?.count ?? 0 }

  /// The client with the longest line, and that line's length; nil when the lane is empty.
  var longest: (client: String, length: Int)? {
    // Equal lengths are ordered by name, so that the result is deterministic.
    waiting.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }.map { ($0.key, $0.value.count) }
  }

  /// Appends work to a client's line.
  mutating func append(_ item: WorkItem.ID, of client: String) {
    insert(item, of: client) { $0.endIndex }
  }

  /// Puts work back into a client's line, before later arrivals.
  mutating func putBack(_ item: WorkItem.ID, of client: String) {
    // Ids increase with every arrival.
    insert(item, of: client) { line in line.firstIndex { $0 > item } ?? line.endIndex }
  }

  private mutating func insert(
    _ item: WorkItem.ID, of client: String, at place: ([WorkItem.ID]) -> Int
  ) {
    if clients[item]?.contains(client) == true { return }
    clients[item, default: []].append(client)
    if waiting[client] == nil { turns.append(client) }
    let index = place(waiting[client] ?? [])
    waiting[client, default: []].insert(item, at: index)
  }

  /// Removes and returns the next ready work; clients that are passed over keep their turns.
  mutating func popFirst(where isReady: (WorkItem.ID) -> Bool) -> WorkItem.ID? {
    for client in turns {
      guard let item = waiting[client]?.first(where: isReady) else { continue }
      remove(item)
      if let turn = turns.firstIndex(of: client) {
        turns.remove(at: turn)
        turns.append(client)
      }
      return item
    }
    return nil
  }

  /// Removes and returns a client's last work, preferably work that no other client waits for.
  mutating func popLast(of client: String) -> WorkItem.ID? {
    guard let line = waiting[client],
      let last = line.last(where: { clients[$0]?.count == 1 }) ?? line.last
    else { return nil }
    remove(last)
    return last
  }

  mutating func remove(_ item: WorkItem.ID) {
    for client in clients.removeValue(forKey: item) ?? [] { take(item, from: client) }
  }

  /// Removes work from the lines of all clients but `remaining`.
  mutating func keep(_ item: WorkItem.ID, for remaining: [String]) {
    for client in clients[item] ?? [] where !remaining.contains(client) { take(item, from: client) }
    clients[item]?.removeAll { !remaining.contains($0) }
  }

  private mutating func take(_ item: WorkItem.ID, from client: String) {
    guard var line = waiting[client], let index = line.firstIndex(of: item) else { return }
    line.remove(at: index)
    waiting[client] = line.isEmpty ? nil : line
    if line.isEmpty { turns.removeAll { $0 == client } }
  }
}
