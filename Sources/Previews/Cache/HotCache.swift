import Synchronization

/// Small answers kept in memory, bounded in bytes; what was used longest ago goes first.
///
/// Safe to use from any thread, also inside an HTTP callback: a look-up takes a lock for well under a microsecond
/// and never waits for anything else.
///
/// ```swift
/// let pages = HotCache<String, CachedPage>(byteLimit: 32 << 20)
/// pages.insert(page, for: target, bytes: page.size)
/// if let page = pages.value(for: target) { return .answered(page) }
/// ```
public final class HotCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let entries: Mutex<BoundedLRU<Key, Value>>

  /// A cache that keeps values of at most `byteLimit` bytes in all.
  public init(byteLimit: Int = 32 << 20) {
    entries = Mutex(BoundedLRU(limit: byteLimit))
  }

  /// What is kept, in bytes, as said by those who inserted it.
  public var bytes: Int { entries.withLock { $0.bytes } }
  /// Entries kept.
  public var count: Int { entries.withLock { $0.count } }

  /// The value of `key`, which counts as used now.
  public func value(for key: Key) -> Value? {
    entries.withLock { $0.value(for: key) }
  }

  /// Keeps `value`, which occupies `bytes`, in place of an earlier one; others go when there is no room.
  ///
  /// A value larger than the whole cache is not kept.
  public func insert(_ value: Value, for key: Key, bytes: Int) {
    // What goes is freed outside the lock.
    let evicted = entries.withLock { $0.insert(value, for: key, bytes: bytes) }
    _ = consume evicted
  }

  /// Gives up the value of `key`.
  public func remove(_ key: Key) {
    _ = entries.withLock { $0.remove(key) }
  }

  /// Gives up every value whose key is chosen.
  ///
  /// Looks at all keys.
  public func removeAll(where isChosen: (Key) -> Bool) {
    entries.withLock { entries in
      for key in entries.keys.filter(isChosen) { _ = entries.remove(key) }
    }
  }
}
