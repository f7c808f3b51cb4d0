import DocumentModel

/// Waiting work: the more urgent first, and within one urgency every client in turn.
struct WorkQueue: Sendable {
  private struct Place {
    var priority: RenderPriority
    let client: String
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

  mutating func append(
    _ item: WorkItem.ID, of client: String, _ priority: RenderPriority, raster: Raster? = nil
  ) {
    places[item] = Place(priority: priority, client: client, raster: raster)
    if let raster { tiles[raster, default: 0] += 1 }
    lanes[priority, default: FairLane()].append(item, of: client)
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

  /// The one to give up for something of urgency `priority`: less urgent, and last in the longest line.
  mutating func popLast(below priority: RenderPriority) -> WorkItem.ID? {
    for lower in RenderPriority.allCases where lower < priority {
      guard let item = lanes[lower]?.popLast() else { continue }
      forget(item)
      return item
    }
    return nil
  }

  mutating func remove(_ item: WorkItem.ID) {
    guard let place = forget(item) else { return }
    lanes[place.priority]?.remove(item, of: place.client)
  }

  /// Makes waiting work more urgent; never less.
  mutating func raise(_ item: WorkItem.ID, to priority: RenderPriority) {
    guard let place = places[item], place.priority < priority else { return }
    remove(item)
    append(item, of: place.client, priority, raster: place.raster)
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
