import DocumentModel
import Synchronization

/// A cache of small answers in memory, bounded in bytes, that evicts the least recently used answer first.
///
/// Safe to use from any thread, also inside an HTTP callback: a look-up holds a lock for less than a microsecond.
///
/// ```swift
/// let pages = HotCache<String, CachedPage>(byteLimit: 32 << 20)
/// pages.insert(page, for: target, bytes: page.size)
/// if let page = pages.value(for: target) { return .answered(page) } ```
public final class HotCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let entries: Mutex<BoundedLRU<Key, Value>>

  /// A cache of at most `byteLimit` bytes in all.
  public init(byteLimit: Int = 32 << 20) {
    entries = Mutex(BoundedLRU(limit: byteLimit))
  }

  /// The sum of the sizes that the callers of ``insert(_:for:bytes:)`` gave, in bytes.
  public var bytes: Int { entries.withLock { $0.bytes } }
  /// Entries kept.
  public var count: Int { entries.withLock { $0.count } }

  /// The value of `key`, which counts as used now.
  public func value(for key: Key) -> Value? {
    entries.withLock { $0.value(for: key) }
  }

  /// Stores `value`, which occupies `bytes`, in place of an earlier one, and evicts older values when there is no room.
  ///
  /// A value larger than the whole cache is not stored.
  public func insert(_ value: Value, for key: Key, bytes: Int) {
    // Evicted values are freed outside the lock.
    let evicted = entries.withLock { $0.insert(value, for: key, bytes: bytes) }
    _ = consume evicted
  }

  /// Removes the value of `key`.
  public func remove(_ key: Key) {
    _ = entries.withLock { $0.remove(key) }
  }

  /// Removes every value whose key is chosen; visits all keys.
  public func removeAll(where isChosen: (Key) -> Bool) {
    entries.withLock { entries in
      for key in entries.keys.filter(isChosen) { _ = entries.remove(key) }
    }
  }
}

extension DocumentFacts {
  /// The memory of all parts whose size the document determines, in bytes.
  var weight: Int {
    MemoryLayout<Self>.stride + renderer.heapBytes + (title?.heapBytes ?? 0)
      + pages.reduce(Self.arrayHeader) { $0 + MemoryLayout<PageFacts>.stride + $1.label.heapBytes }
      + Self.weight(of: outline)
  }

  private static let arrayHeader = 32

  /// The recursion is bounded by the JSON decoder, from which all facts come.
  private static func weight(of outline: [OutlineItem]) -> Int {
    guard !outline.isEmpty else { return 0 }
    return outline.reduce(arrayHeader) { sum, item in
      sum + MemoryLayout<OutlineItem>.stride + item.title.heapBytes + weight(of: item.children)
    }
  }
}

extension String {
  /// The bytes outside the string's own 16, which hold up to 15 bytes of UTF-8.
  fileprivate var heapBytes: Int { utf8.count > 15 ? utf8.count + 32 : 0 }
}
