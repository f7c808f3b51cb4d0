import DocumentModel
import FoundationEssentials
import LinuxSystem
import Synchronization

/// Short codes with which another device signs in, in memory alone.
///
/// ```
///   waiting ──the other device comes with it──► used by that device ──┐
///      │ `lifetime` is over, or another code of this browser is made  ├──► forgotten
///      └──────────────────────────────────────────────────────────────┘
/// ```
/// A code is looked up by its hash, so that the time of a refusal says nothing about codes that there are.
final class DeviceCodes: Sendable {
  static let lifetime: TimeInterval = 5 * 60
  /// The most codes at a time; the oldest makes room.
  static let most = 32
  /// Letters and digits that nobody takes for one another (Crockford's base 32).
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  static let length = 8

  /// A code as the browser that asked for it knows it.
  struct Code: Sendable {
    /// Names the code where its text would be too much.
    let id: String
    /// The browser that asked for it.
    let maker: ContentHash
    /// Where the other device goes on.
    let place: Continuation
    let expires: Date
    /// The name of the device that came with it; nil while it waits.
    var device: String?
  }

  private let codes = Mutex<[ContentHash: Code]>([:])
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date = { Date() }) {
    self.now = now
  }

  /// A new code in place of an earlier one that the same browser asked for.
  func make(for maker: ContentHash, to place: Continuation) throws(DocumentError) -> (
    text: String, code: Code
  ) {
    var generator = SystemRandomNumberGenerator()
    let letters = (0..<Self.length).map { _ in Self.alphabet[Int.random(in: 0..<32, using: &generator)] }
    let text = String(decoding: letters, as: UTF8.self)
    let time = now()
    let code = Code(
      id: DocumentID().description, maker: maker, place: place,
      expires: time.addingTimeInterval(Self.lifetime), device: nil)
    let hash = try Self.hash(text)
    codes.withLock { codes in
      codes = codes.filter { $0.value.expires > time && $0.value.maker != maker }
      if codes.count >= Self.most, let oldest = codes.min(by: { $0.value.expires < $1.value.expires })?.key {
        codes[oldest] = nil
      }
      codes[hash] = code
    }
    return (text, code)
  }

  /// Uses a code up; nil for one that does not wait.
  ///
  /// Of two devices at once, one gets it.
  func use(_ text: String, by device: String) throws(DocumentError) -> Code? {
    guard let plain = Self.plain(text) else { return nil }
    let (hash, time) = (try Self.hash(plain), now())
    return codes.withLock { codes in
      guard let code = codes[hash], code.expires > time, code.device == nil else { return nil }
      codes[hash]?.device = device
      return code
    }
  }

  /// The code that a browser asked for; nil when it is over.
  func code(_ id: String, of maker: ContentHash) -> Code? {
    let time = now()
    return codes.withLock { codes in
      codes.values.first { $0.id == id && $0.maker == maker && $0.expires > time }
    }
  }

  /// Forgets the codes that a browser asked for.
  func forget(of maker: ContentHash) {
    codes.withLock { codes in codes = codes.filter { $0.value.maker != maker } }
  }

  /// A typed code as it was made: people type in any case, with gaps, with O for 0 and I or L for 1.
  ///
  /// Nil for what is no code.
  static func plain(_ text: String) -> String? {
    guard text.utf8.count <= 32 else { return nil }
    let letters = text.uppercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }.map {
      switch $0 {
      case UInt8(ascii: "O"): UInt8(ascii: "0")
      case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
      default: $0
      }
    }
    guard letters.count == length, letters.allSatisfy(alphabet.contains) else { return nil }
    return String(decoding: letters, as: UTF8.self)
  }

  private static func hash(_ text: String) throws(DocumentError) -> ContentHash {
    guard let hash = ContentHash(bytes: SHA256.hash(Array(text.utf8))) else {
      throw DocumentError(.storageFailed, "the code could not be hashed")
    }
    return hash
  }
}

/// Where a device goes on after signing in: a path of this server, never an address elsewhere.
struct Continuation: Hashable, Sendable {
  let path: String

  static let library = Continuation()
  private static let longest = 1_024

  private init() {
    path = "/"
  }

  /// A path with its query and fragment; nil for what a browser could take for another site, or cannot be in a header.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "/"), bytes.count <= Self.longest,
      bytes.dropFirst().first != UInt8(ascii: "/"),
      bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
    else { return nil }
    path = text
  }
}
