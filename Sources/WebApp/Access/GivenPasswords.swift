import DocumentModel
import Workspace

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

  private let entries: ExpiringCache<Key, String>

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    entries = ExpiringCache(lifetime: Self.idle, capacity: Self.most, now: now)
  }

  func keep(_ password: String, of content: ContentHash, for client: String) {
    entries.insert(password, for: Key(client: client, content: content))
  }

  func password(of content: ContentHash, for client: String) -> String? {
    entries.value(for: Key(client: client, content: content))
  }

  func forget(_ content: ContentHash, for client: String) {
    entries.remove(Key(client: client, content: content))
  }
}
