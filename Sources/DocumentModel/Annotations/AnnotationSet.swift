/// All annotations of one content, and the order of their changes.
///
/// Each change has a number, its revision. A client that knows one revision can be told what changed since.
public struct AnnotationSet: Sendable {
  /// An annotation as text, which is neither read nor written again on its way to a client.
  public struct Entry: Hashable, Sendable {
    /// Its name.
    public let id: AnnotationID
    /// The page on which it lies, from 1.
    public let page: Int
    /// Its JSON.
    public let json: [UInt8]
    /// The revision that wrote it; 0 for one that is to be written.
    public fileprivate(set) var revision = 0

    /// An entry from its parts.
    public init(id: AnnotationID, page: Int, json: [UInt8]) {
      (self.id, self.page, self.json) = (id, page, json)
    }

    /// An annotation of a content, as text.
    public init(_ annotation: Annotation, of content: ContentHash) {
      self.init(
        id: annotation.id, page: annotation.mark.page, json: Array(annotation.json(of: content).written.utf8))
    }
  }

  /// Tells this history of changes from another one of the same content, as after a backup was restored.
  public let epoch: String
  /// The number of the last change; 0 before the first.
  public private(set) var revision = 0
  /// The first revision after which removals are known.
  public private(set) var oldest = 0
  /// How far the annotations of other contents were taken over, by content.
  public private(set) var carried: [ContentHash: AnnotationCursor] = [:]
  private var entries: [AnnotationID: Entry] = [:]
  private var removals: [AnnotationID: Int] = [:]
  private var order: [AnnotationID] = []

  /// A set without annotations.
  public init(epoch: String) {
    self.epoch = epoch
  }

  /// The present moment.
  public var cursor: AnnotationCursor { AnnotationCursor(epoch: epoch, revision: revision) }
  /// How many annotations there are.
  public var count: Int { entries.count }
  /// The annotations, those that were made first at the beginning.
  public var all: [Entry] { order.compactMap { entries[$0] } }

  /// The annotation with this name.
  public func entry(_ id: AnnotationID) -> Entry? { entries[id] }
  /// Whether an annotation was there and was removed.
  public func wasRemoved(_ id: AnnotationID) -> Bool { removals[id] != nil }
  /// The names of annotations that were there and were removed.
  public var removed: [AnnotationID] { Array(removals.keys) }

  /// The changes after a revision: new forms and removed names; nil when they are not known any more.
  public func changes(after known: Int) -> (put: [Entry], removed: [AnnotationID])? {
    guard (oldest...revision).contains(known) else { return nil }
    let removed = removals.filter { $0.value > known }.sorted { $0.value < $1.value }.map(\.key)
    return (all.filter { $0.revision > known }, removed)
  }

  /// Makes a change; its entries have the next revision.
  public mutating func apply(_ change: AnnotationChange) {
    revision = max(revision + 1, change.revision)
    for id in change.removed where entries.removeValue(forKey: id) != nil || change.isWhole {
      removals[id] = revision
    }
    for var entry in change.put {
      if entries[entry.id] == nil, removals.removeValue(forKey: entry.id) == nil { order.append(entry.id) }
      entry.revision = revision
      entries[entry.id] = entry
    }
    carried.merge(change.carried) { $1 }
    if change.isWhole { oldest = revision }
  }
}

/// A moment in the history of a content's annotations, as clients name it: `9f2c1b04aa31.12`.
public struct AnnotationCursor: Hashable, Sendable, LosslessStringConvertible {
  /// The history: ``AnnotationSet/epoch``.
  public let epoch: String
  /// The change: ``AnnotationSet/revision``.
  public let revision: Int

  /// A cursor from its parts.
  public init(epoch: String, revision: Int) {
    (self.epoch, self.revision) = (epoch, revision)
  }

  /// The cursor written in `text`; nil when it can be none.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...64).contains(parts[0].utf8.count), let revision = Int(parts[1]),
      (0...(1 << 53)).contains(revision)
    else { return nil }
    self.init(epoch: String(parts[0]), revision: revision)
  }

  /// Both parts with a point between them.
  public var description: String { "\(epoch).\(revision)" }
}

/// A change of annotations that happens wholly or not at all.
public struct AnnotationChange: Sendable {
  /// The number of the change, where it is known; the next one otherwise.
  public var revision = 0
  /// New annotations and new forms of known ones.
  public var put: [AnnotationSet.Entry]
  /// Names of annotations that are removed.
  public var removed: [AnnotationID]
  /// How far the annotations of other contents are taken over by this change.
  public var carried: [ContentHash: AnnotationCursor]
  /// Whether the change is all that is known, since earlier ones were forgotten.
  public var isWhole = false

  /// A change from its parts.
  public init(
    put: [AnnotationSet.Entry] = [], removed: [AnnotationID] = [],
    carried: [ContentHash: AnnotationCursor] = [:]
  ) {
    (self.put, self.removed, self.carried) = (put, removed, carried)
  }
}
