import DocumentModel

/// Waiting work: the more urgent first, and within one urgency every client in turn.
struct WorkQueue: Sendable {
  private struct Place {
    var priority: RenderPriority
    let raster: Raster?
  }

  private var lanes: [RenderPriority: FairLane] = [:]
  private var places: [WorkItem.ID: Place] = [:]
  private var tiles: [Raster: Int] = [:]

  /// Work that waits.
  var count: Int { places.count }

  /// Work of one urgency that waits.
  func count(_ priority: RenderPriority) -> Int { lanes[priority]?.count ?? 0 }

  /// Whether somebody's visible work waits who is none of `clients`.
  func hasVisible(notOf clients: Set<String>) -> Bool { lanes[.visible]?.hasClient(notOf: clients) ?? false }

  /// Tiles of one raster that wait.
  func count(of raster: Raster) -> Int { tiles[raster] ?? 0 }

  /// Puts new work behind what its clients wait for already.
  mutating func append(
    _ item: WorkItem.ID, of clients: [String], _ priority: RenderPriority, raster: Raster? = nil
  ) {
    places[item] = Place(priority: priority, raster: raster)
    if let raster { tiles[raster, default: 0] += 1 }
    for client in clients { lanes[priority, default: FairLane()].append(item, of: client) }
  }

  /// The next in turn that is at least so urgent and ready.
  mutating func popFirst(
    atLeast lowest: RenderPriority, where isReady: (WorkItem.ID) -> Bool = { _ in true }
  ) -> WorkItem.ID? {
    for priority in RenderPriority.allCases.reversed() where priority >= lowest {
      guard let item = lanes[priority]?.popFirst(where: isReady) else { continue }
      forget(item)
      return item
    }
    return nil
  }

  /// The one to give up for a client's new work of urgency `priority`; nil when that itself has to be refused.
  ///
  /// First the less urgent, last in the longest line. Then something of whoever waits for most: as urgent, when the client
  /// waits for less even with the new one; more urgent, when one alone fills half of the queue. Bulk work takes nobody's
  /// place who waits.
  mutating func popLast(for client: String, _ priority: RenderPriority) -> WorkItem.ID? {
    for lane in RenderPriority.allCases where lane < priority {
      if let longest = lanes[lane]?.longest { return popLast(in: lane, of: longest.client) }
    }
    let own = lanes.values.reduce(1) { $0 + $1.length(of: client) }
    for lane in RenderPriority.allCases where lane == priority || (lane > priority && priority > .bulk) {
      guard let longest = lanes[lane]?.longest else { continue }
      let fair = lane == priority ? own : max(own, count / 2)
      if longest.length > fair { return popLast(in: lane, of: longest.client) }
    }
    return nil
  }

  /// Takes work out of the queue.
  mutating func remove(_ item: WorkItem.ID) {
    guard let place = forget(item) else { return }
    lanes[place.priority]?.remove(item)
  }

  /// Another client asks for work that waits.
  ///
  /// It becomes more urgent if that is so for the newcomer, never less, and has its turn with whoever's comes first of those
  /// who ask for it so urgently.
  mutating func join(_ item: WorkItem.ID, as client: String, _ priority: RenderPriority) {
    guard let place = places[item], place.priority <= priority else { return }
    if place.priority == priority {
      lanes[priority]?.append(item, of: client)
    } else {
      remove(item)
      append(item, of: [client], priority, raster: place.raster)
    }
  }

  /// Somebody left who wanted work that waits: it is now as urgent as it is to `clients`, and stands in their lines alone.
  mutating func keep(_ item: WorkItem.ID, for clients: [String], _ priority: RenderPriority) {
    guard let place = places[item] else { return }
    if place.priority == priority {
      lanes[priority]?.keep(item, for: clients)
    } else {
      lanes[place.priority]?.remove(item)
      places[item]?.priority = priority
      for client in clients { lanes[priority, default: FairLane()].putBack(item, of: client) }
    }
  }

  private mutating func popLast(in lane: RenderPriority, of client: String) -> WorkItem.ID? {
    guard let item = lanes[lane]?.popLast(of: client) else { return nil }
    forget(item)
    return item
  }

  @discardableResult
  private mutating func forget(_ item: WorkItem.ID) -> Place? {
    guard let place = places.removeValue(forKey: item) else { return nil }
    if let raster = place.raster {
      let left = count(of: raster) - 1
      tiles[raster] = left > 0 ? left : nil
    }
    return place
  }
}
