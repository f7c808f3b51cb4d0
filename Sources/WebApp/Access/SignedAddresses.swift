import DocumentModel
import FoundationEssentials
import LinuxSystem
import Synchronization
import Workspace

/// Addresses by which a web app reads one version of a document, or gives it one new version, without a credential.
///
/// The address is the permission: `document.version.use.end.name.signature`. The signature is an HMAC under a secret of the
/// workspace. So nothing is kept of an address but that it was used up or ended.
///
/// ```
///   given ──read, again and again──► read ──15 minutes──► expired (410)
///   given ──a version is written───► used up (409) ──15 minutes──► expired (410)
///   any of them ──ended by who has it──► ended (410)
/// ```
final class SignedAddresses: Sendable {
  /// The one action that an address permits.
  enum Use: Character {
    case read = "r"
    case write = "w"
  }

  /// The permission of an address.
  struct Grant: Hashable, Sendable {
    let document: DocumentID
    let version: Int
    let use: Use
    /// Seconds since 1970.
    let end: Int64
    /// Tells addresses apart that permit the same.
    let name: String
    /// The handler that it was given to, as the author of what it writes.
    let handler: String
  }

  /// The time for which an address is good.
  static let lifetime: TimeInterval = 15 * 60

  private let store: any SignedAddressStore
  private let now: @Sendable () -> Date
  private let state = Mutex<SignedAddressBook?>(nil)
  private let lock = KeyedLock<Int>()

  init(_ store: any SignedAddressStore, now: @escaping @Sendable () -> Date = { Date() }) {
    (self.store, self.now) = (store, now)
  }

  /// A new permission for a version of a document, and the end of its time.
  func give(_ use: Use, _ document: Document, to handler: String) async throws(DocumentError) -> (
    text: String, end: Date
  ) {
    let end = now().addingTimeInterval(Self.lifetime)
    let grant = Grant(
      document: document.id, version: document.version, use: use, end: Int64(end.timeIntervalSince1970),
      name: "\(DocumentID())", handler: handler)
    let text = Self.text(of: grant)
    let secret = Array(try await book().secret)
    return (text + "." + Self.hex(HMAC.sha256(of: Array(text.utf8), under: secret)), end)
  }

  /// The permission of an address for `use`.
  ///
  /// Throws `.notFound` for one that was never given, `.addressExpired` for one whose time is over or that was ended.
  func grant(_ text: String, for use: Use) async throws(DocumentError) -> Grant {
    let grant = try await grant(text)
    guard grant.use == use else { throw Self.unknown }
    return grant
  }

  /// Ends a permission before its time, durably; whoever has the address may do that.
  func end(_ grant: Grant) async throws(DocumentError) {
    try await change { book in book.ending(grant.name, goodUntil: Date(seconds: grant.end)) }
  }

  /// The permission of an address, whatever its use.
  ///
  /// Throws as ``grant(_:for:)``.
  func grant(_ text: String) async throws(DocumentError) -> Grant {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count < 1024, parts.count == 7, let dot = text.lastIndex(of: ".") else {
      throw Self.unknown
    }
    let book = try await book()
    let signature = HMAC.sha256(of: Array(text[..<dot].utf8), under: Array(book.secret))
    guard HMAC.areEqual(Array(Self.hex(signature).utf8), Array(parts[6].utf8)) else { throw Self.unknown }
    guard let document = DocumentID(parts[0]), let version = Int(parts[1]),
      let use = parts[2].first.flatMap(Use.init(rawValue:)), let end = Int64(parts[3])
    else { throw Self.unknown }
    guard now().timeIntervalSince1970 < Double(end) else {
      throw DocumentError(.addressExpired, "the address was good until \(Date(seconds: end).internetFormat)")
    }
    guard !book.hasEnded(String(parts[4])) else { throw Self.ended }
    return Grant(
      document: document, version: version, use: use, end: end, name: String(parts[4]),
      handler: String(decoding: Self.bytes(parts[5]), as: UTF8.self))
  }

  /// Uses a permission up, durably.
  ///
  /// Throws `.addressUsed` when it was, `.addressExpired` when it was ended meanwhile.
  func useUp(_ grant: Grant) async throws(DocumentError) {
    try await change { (book) throws(DocumentError) in
      guard !book.hasEnded(grant.name) else { throw Self.ended }
      guard book.used[grant.name] == nil else {
        throw DocumentError(.addressUsed, "the address was good for one version, which has come")
      }
      return book.using(grant.name, until: Date(seconds: grant.end))
    }
  }

  /// Takes it back that a permission was used up: nothing was written.
  func giveBack(_ grant: Grant) async {
    _ = try? await change { book in book.using(grant.name, until: nil) }
  }

  private func change(
    _ changed: @escaping @Sendable (SignedAddressBook) throws(DocumentError) -> SignedAddressBook
  ) async throws(DocumentError) {
    try await lock.withLock(0) { [self] () async throws(DocumentError) in
      let moment = now()
      // Those whose time is over are refused for that.
      let book = try changed(try await known()).without { $0 <= moment }
      try await store.save(book)
      state.withLock { $0 = book }
    }
  }

  private func book() async throws(DocumentError) -> SignedAddressBook {
    if let book = state.withLock(\.self) { return book }
    return try await lock.withLock(0) { [self] () async throws(DocumentError) in try await known() }
  }

  /// The book, read or made at its first use; to be called within the lock.
  private func known() async throws(DocumentError) -> SignedAddressBook {
    if let book = state.withLock(\.self) { return book }
    let kept = try await store.book()
    let book = kept ?? SignedAddressBook()
    if kept == nil { try await store.save(book) }
    state.withLock { $0 = book }
    return book
  }

  private static let unknown = DocumentError(.notFound, "there is no such address")
  private static let ended = DocumentError(.addressExpired, "the address was ended before its time")

  private static func text(of grant: Grant) -> String {
    [
      grant.document.description, "\(grant.version)", String(grant.use.rawValue), "\(grant.end)", grant.name,
      hex(Array(grant.handler.utf8)),
    ].joined(separator: ".")
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(_ hex: Substring) -> [UInt8] {
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
  }
}

extension Date {
  fileprivate init(seconds: Int64) { self.init(timeIntervalSince1970: Double(seconds)) }
}
