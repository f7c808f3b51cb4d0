import DocumentModel
import Synchronization

/// Passwords of locked documents that clients gave, each for itself, in memory alone.
///
/// ```
///   locked ──right password──► open for this client ──not used for `idle`, locked again, server ends──► locked
/// ```
final class GivenPasswords: Sendable {
  /// The time without a request after which a password is forgotten.
  static let idle = Duration.seconds(3_600)
  /// The most passwords; the one that was used longest ago makes room.
  static let most = 256
  /// The most bytes of UTF-8 in a password: PDF takes 127 (ISO 32000-2, 7.6.4.3.2).
  static let maximumBytes = 1_024

  private struct Key: Hashable {
    let client: String
    let content: ContentHash
  }

  private struct Entry {
    let password: String
    var used: ContinuousClock.Instant
  }

  private let entries = Mutex<[Key: Entry]>([:])
  private let now: @Sendable () -> ContinuousClock.Instant

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  func keep(_ password: String, of content: ContentHash, for client: String) {
    let now = now()
    entries.withLock { entries in
      entries = entries.filter { now - $0.value.used < Self.idle }
      if entries.count >= Self.most, let oldest = entries.min(by: { $0.value.used < $1.value.used })?.key {
        entries[oldest] = nil
      }
      entries[Key(client: client, content: content)] = Entry(password: password, used: now)
    }
  }

  func password(of content: ContentHash, for client: String) -> String? {
    let (key, now) = (Key(client: client, content: content), now())
    return entries.withLock { entries in
      guard let entry = entries[key] else { return nil }
      guard now - entry.used < Self.idle else {
        entries[key] = nil
        return nil
      }
      entries[key]?.used = now
      return entry.password
    }
  }

  func forget(_ content: ContentHash, for client: String) {
    entries.withLock { $0[Key(client: client, content: content)] = nil }
  }
}
