/// The name that a browser or program chose for itself; its saved state is kept under it.
///
/// One to 64 ASCII letters, digits, hyphens and underscores: it becomes the name of a file.
public struct ClientName: Hashable, Sendable, LosslessStringConvertible {
  /// The name.
  public let description: String

  /// The name written in `text`, or nil when it can be none.
  public init?(_ text: some StringProtocol) {
    let legal = { (byte: UInt8) in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
      default: false
      }
    }
    guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(legal) else { return nil }
    description = String(text)
  }
}
