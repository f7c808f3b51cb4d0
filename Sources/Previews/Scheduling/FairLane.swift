/// A line in which every client has its turn: first come, first served within a client, and the clients take
/// turns, so that a thousand requests of one do not keep another waiting for more than its own.
///
/// Work that several clients ask for stands in the line of each, and is done at the turn that comes first: who asks for
/// what another asked for already does not wait behind all that the other asked for before.
struct FairLane: Sendable {
  /// The clients that wait, in the order of their turns.
  private var turns: [String] = []
  private var waiting: [String: [WorkItem.ID]] = [:]
  /// In whose lines a piece of work stands.
  private var clients: [WorkItem.ID: [String]] = [:]

  /// Work that waits.
  var count: Int { clients.count }

  /// Whether somebody waits who is none of `clients`.
  func hasClient(notOf clients: Set<String>) -> Bool { turns.contains { !clients.contains($0) } }

  /// How much a client waits for.
  func length(of client: String) -> Int { waiting[client]?.count ?? 0 }

  /// Whoever waits for most, and for how much; nil when nobody waits.
  var longest: (client: String, length: Int)? {
    // By name where they wait for as much, so that it is the same for the same requests.
    waiting.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }.map { ($0.key, $0.value.count) }
  }

  /// Puts work into a client's line, behind what stands in it.
  mutating func append(_ item: WorkItem.ID, of client: String) {
    insert(item, of: client) { $0.endIndex }
  }

  /// Puts work back into a client's line, before what came after it.
  mutating func putBack(_ item: WorkItem.ID, of client: String) {
    // Numbers count up with every arrival.
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

  /// The next in turn that is ready; whoever is passed over keeps their place.
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

  /// The last in a client's line, and rather one that nobody else waits for.
  mutating func popLast(of client: String) -> WorkItem.ID? {
    guard let line = waiting[client],
      let last = line.last(where: { clients[$0]?.count == 1 }) ?? line.last
    else { return nil }
    remove(last)
    return last
  }

  /// Takes work out of every line.
  mutating func remove(_ item: WorkItem.ID) {
    for client in clients.removeValue(forKey: item) ?? [] { take(item, from: client) }
  }

  /// Takes work out of the lines of all but `remaining`.
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
