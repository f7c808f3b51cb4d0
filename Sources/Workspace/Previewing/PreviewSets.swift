public import DocumentModel

/// Lists of things to look at one after the other, for clients that show one of them and fetch its neighbours.
///
/// They are kept in memory, for an hour after they were asked for last.
public final class PreviewSets: Sendable {
  /// A thing of a set.
  public enum Item: Hashable, Sendable {
    /// A document, with another title than its name if one is given.
    case document(DocumentID, title: String?)
    /// Something else of the web.
    case address(String, title: String?)
  }

  /// Things in their order, and the one to begin with.
  public struct Set: Sendable {
    /// The set's id.
    public let id: DocumentID
    /// The things.
    public let items: [Item]
    /// The position of the first one to be shown.
    public let index: Int
  }

  /// The most things of a set.
  public static let maximumItems = 1000
  /// The seconds since its last use for which a set is kept.
  public static let lifetimeSeconds = 3600.0

  private let sets = ExpiringCache<DocumentID, Set>(
    lifetime: .seconds(lifetimeSeconds), capacity: 200)

  /// The ids of sets that were removed, for as long as they would have been kept.
  private let removed = ExpiringCache<DocumentID, Bool>(
    lifetime: .seconds(lifetimeSeconds), capacity: 1000)

  /// No sets.
  public init() {}

  /// Keeps a new set of at most ``maximumItems`` things.
  ///
  /// Throws `.invalidParameter` for none, for more, and for an index that is none of theirs.
  public func add(_ items: [Item], index: Int) throws(DocumentError) -> Set {
    guard (1...Self.maximumItems).contains(items.count) else {
      throw DocumentError(.invalidParameter, "items: there must be 1 to \(Self.maximumItems)")
    }
    guard items.indices.contains(index) else {
      throw DocumentError(.invalidParameter, "index: must be from 0 to \(items.count - 1)")
    }
    let set = Set(id: DocumentID(), items: items, index: index)
    sets.insert(set, for: set.id)
    return set
  }

  /// The set with this id, which counts as used.
  ///
  /// Throws `.addressExpired` for one that was removed, `.notFound` for one that is not known any more.
  public func set(_ id: DocumentID) throws(DocumentError) -> Set {
    guard removed.value(for: id) == nil else {
      throw DocumentError(.addressExpired, "the set was removed")
    }
    guard let found = sets.value(for: id) else {
      throw DocumentError(.notFound, "there is no such set, or it was not used for long")
    }
    return found
  }

  /// Forgets a set, but that it was there.
  public func remove(_ id: DocumentID) {
    removed.insert(true, for: id)
    sets.remove(id)
  }
}
