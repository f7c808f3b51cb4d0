import CCertificate

/// The facts of a certificate or key, in PEM or DER, as OpenSSL reads them.
///
/// Nothing is unlocked, and no private part is told.
struct Certificate {
  /// Longer contents are no keys, in bytes.
  static let maximumBytes = 1 << 20
  /// The bytes before the first key of a text, at most: other files are not searched any further.
  private static let leadingBytes = 64 << 10

  private(set) var fields: [String: String] = [:]

  /// Nil for other bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.first == 0x30 || bytes.prefix(Self.leadingBytes).contains(Array("-----BEGIN ".utf8)) else {
      return nil
    }
    withUnsafeMutablePointer(to: &fields) { found in
      bytes.withUnsafeBytes {
        ccertificate_read(
          $0.baseAddress, $0.count,
          { context, name, value in
            guard let name, let value else { return }
            let found = context?.assumingMemoryBound(to: [String: String].self)
            found?.pointee[String(cString: name)] = String(cString: value)
          }, found)
      }
    }
    if fields.isEmpty { return nil }
  }
}
