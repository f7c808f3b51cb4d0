import DocumentModel

/// Waiting work by priority, and within one priority by client in turn.
struct WorkQueue: Sendable {
  private struct Place {
    var priority: RenderPriority
    let raster: Raster?
  }

  private var lanes: [RenderPriority: FairLane] = [:]
  private var places: [WorkItem.ID: Place] = [:]
  private var tiles: [Raster: Int] = [:]

  var count: Int { places.count }

  func count(_ priority: RenderPriority) -> Int { lanes[priority]?.count ?? 0 }

  /// Whether visible work of a client outside `clients` waits.
  func hasVisible(notOf clients: Set<String>) -> Bool { lanes[.visible]?.hasClient(notOf: clients) ?? false }

  /// Whether visible work that `isMeant` waits.
  func hasVisible(where isMeant: (WorkItem.ID) -> Bool) -> Bool {
    lanes[.visible]?.contains(where: isMeant) ?? false
  }

  /// Waiting tiles of one raster.
  func count(of raster: Raster) -> Int { tiles[raster] ?? 0 }

  mutating func append(
    _ item: WorkItem.ID, of clients: [String], _ priority: RenderPriority, raster: Raster? = nil
  ) {
    places[item] = Place(priority: priority, raster: raster)
    if let raster { tiles[raster, default: 0] += 1 }
    for client in clients { lanes[priority, default: FairLane()].append(item, of: client) }
  }

  /// Removes and returns the next ready work of at least priority `lowest`.
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

  /// Evicts work in favour of a client's new work of `priority`; nil when the new work must be refused.
  ///
  /// Less urgent work goes first, from the end of the longest line. Then the client with the longest line of the
  /// same priority loses work if its line is longer. More urgent work goes only if one client's line fills more than
  /// half of the queue. Bulk work never evicts more urgent work.
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

  mutating func remove(_ item: WorkItem.ID) {
    guard let place = forget(item) else { return }
    lanes[place.priority]?.remove(item)
  }

  /// Adds a client to waiting work.
  ///
  /// The priority may rise, never fall. The work is served at the first turn of all clients with that priority.
  mutating func join(_ item: WorkItem.ID, as client: String, _ priority: RenderPriority) {
    guard let place = places[item], place.priority <= priority else { return }
    if place.priority == priority {
      lanes[priority]?.append(item, of: client)
    } else {
      remove(item)
      append(item, of: [client], priority, raster: place.raster)
    }
  }

  /// Removes a client from waiting work, which keeps the priority and the lines of `clients` alone.
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
