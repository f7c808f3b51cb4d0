public import FoundationEssentials

/// The secret by which addresses are signed, and those of them that were used up or ended.
public struct SignedAddressBook: Hashable, Sendable, Codable {
  /// 32 random bytes.
  public let secret: Data
  /// The last moments of addresses that are good for one use and had it, by their names.
  public private(set) var used: [String: Date]
  /// As ``used``, of addresses that were ended before their time; missing in books of earlier releases.
  private var ended: [String: Date]?

  /// A book with a new secret.
  public init() {
    var generator = SystemRandomNumberGenerator()
    secret = Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    used = [:]
  }

  /// The book in which an address was used and is good up to a moment; with nil it was not used.
  public func using(_ name: String, until end: Date?) -> SignedAddressBook {
    var book = self
    book.used[name] = end
    return book
  }

  /// The book in which an address that was good up to a moment is ended.
  public func ending(_ name: String, goodUntil end: Date) -> SignedAddressBook {
    var book = self
    book.ended = (ended ?? [:]).merging([name: end]) { _, new in new }
    return book
  }

  /// Whether an address was ended before its time.
  public func hasEnded(_ name: String) -> Bool { ended?[name] != nil }

  /// The book without the used and ended addresses whose time `isOver`.
  public func without(_ isOver: (Date) -> Bool) -> SignedAddressBook {
    var book = self
    book.used = used.filter { !isOver($0.value) }
    book.ended = ended?.filter { !isOver($0.value) }
    return book
  }
}

/// Keeps the book of signed addresses.
///
/// Threading and errors as in ``DocumentIndex``.
public protocol SignedAddressStore: Sendable {
  /// The book that was kept last; nil at first.
  func book() async throws(DocumentError) -> SignedAddressBook?
  /// Keeps `book` in place of the earlier one, durably.
  func save(_ book: SignedAddressBook) async throws(DocumentError)
}
