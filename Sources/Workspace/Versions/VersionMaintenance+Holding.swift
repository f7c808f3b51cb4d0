import DocumentModel
import Logging

/// Holds what documents have had since before anything was held: those of an earlier release, and of a restored backup.
extension VersionMaintenance {
  struct Holding: Hashable, Sendable {
    /// Contents that are held from now on.
    var held = 0
    /// Documents whose content could not be held: it is too long, is being written to, or the disk refused.
    var failures = 0
    var isMore = false
  }

  /// Contents that are held in one look, at most: each may cost a durable note in the index.
  static let holds = 2000
  static let pause = Duration.seconds(60)

  /// One look, of which the log tells; true when documents are left for one that should come soon.
  func holdAndReport() async -> Bool {
    do {
      let holding = try await holdCurrent()
      if holding.held > 0 {
        log.notice(
          "contents from before are held from now on",
          metadata: ["contents": "\(holding.held)", "failures": "\(holding.failures)"])
      }
      return holding.isMore
    } catch is CancellationError {
      return false
    } catch {
      log.warning("what documents have could not be held", metadata: ["reason": "\(error)"])
      return false
    }
  }

  /// Goes on with the round behind the last look, and holds what is not held, at most `limit` contents; in small steps
  /// that leave room for everybody else.
  func holdCurrent(atMost limit: Int = VersionMaintenance.holds) async throws -> Holding {
    var (holding, seen): (Holding, Int) = (Holding(), 0)
    repeat {
      // No step can hold more than is left to be held: each is finished, and the round never goes back.
      let step = min(Self.step, looks - seen, limit - holding.held)
      let page = try await workspace.index.documents(
        DocumentQuery(order: .created, cursor: round.cursor, limit: step))
      try await hold(page.documents, &holding)
      round.cursor = page.next
      seen += page.documents.count
      try Task.checkCancellation()
      await Task.yield()
    } while round.isUnderWay && seen < looks && holding.held < limit
    holding.isMore = round.isUnderWay
    return holding
  }

  private func hold(_ page: [Document], _ holding: inout Holding) async throws(DocumentError) {
    var held = try await workspace.directory.heldContents(among: Set(page.map(\.sha256)))
    for document in page where !held.contains(document.sha256) {
      guard try await hold(document) else {
        holding.failures += 1
        continue
      }
      holding.held += 1
      held.insert(document.sha256)
    }
  }

  /// An unreadable file, say, hinders no other one.
  private func hold(_ document: Document) async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      return try await workspace.tree.places.hold(document.id)
    } catch  where ![.storageFull, .storageLow].contains(error.code) {
      return false
    }
  }
}
