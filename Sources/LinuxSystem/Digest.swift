import CNettle

/// SHA-256 (FIPS 180-4) of bytes that come in pieces, by nettle, with which the HTTP library comes anyway.
public struct SHA256: Sendable {
  private var context = sha256_ctx()

  /// Of no bytes yet.
  public init() { nettle_sha256_init(&context) }

  /// Adds bytes.
  public mutating func update(_ bytes: [UInt8]) {
    nettle_sha256_update(&context, bytes.count, bytes)
  }

  /// The 32 bytes of the digest; more bytes may be added afterwards.
  public func finalize() -> [UInt8] {
    var context = context
    return [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      nettle_sha256_digest(&context, 32, buffer.baseAddress)
      count = 32
    }
  }

  /// The 32 bytes of the digest of bytes that are all there.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }
}

/// SHA-1 (FIPS 180-4) of bytes that come in pieces, by nettle: for protocols that demand it, never for safety.
public struct SHA1: Sendable {
  private var context = sha1_ctx()

  /// Of no bytes yet.
  public init() { nettle_sha1_init(&context) }

  /// Adds bytes.
  public mutating func update(_ bytes: [UInt8]) {
    nettle_sha1_update(&context, bytes.count, bytes)
  }

  /// The 20 bytes of the digest; more bytes may be added afterwards.
  public func finalize() -> [UInt8] {
    var context = context
    return [UInt8](unsafeUninitializedCapacity: 20) { buffer, count in
      nettle_sha1_digest(&context, 20, buffer.baseAddress)
      count = 20
    }
  }

  /// The 20 bytes of the digest of bytes that are all there.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA1()
    hash.update(bytes)
    return hash.finalize()
  }
}

/// SHA-512 (FIPS 180-4) of bytes that come in pieces, by nettle.
public struct SHA512: Sendable {
  private var context = sha512_ctx()

  /// Of no bytes yet.
  public init() { nettle_sha512_init(&context) }

  /// Adds bytes.
  public mutating func update(_ bytes: [UInt8]) {
    nettle_sha512_update(&context, bytes.count, bytes)
  }

  /// The 64 bytes of the digest; more bytes may be added afterwards.
  public func finalize() -> [UInt8] {
    var context = context
    return [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      nettle_sha512_digest(&context, 64, buffer.baseAddress)
      count = 64
    }
  }
}

/// HMAC (RFC 2104) with SHA-256, by nettle.
public enum HMAC {
  /// The 32 bytes of the code of `bytes` under `key`.
  public static func sha256(of bytes: [UInt8], under key: [UInt8]) -> [UInt8] {
    var context = hmac_sha256_ctx()
    nettle_hmac_sha256_set_key(&context, key.count, key)
    nettle_hmac_sha256_update(&context, bytes.count, bytes)
    return [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      nettle_hmac_sha256_digest(&context, 32, buffer.baseAddress)
      count = 32
    }
  }

  /// Whether two codes are equal, in a time that does not tell where they differ.
  public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && nettle_memeql_sec(left, right, left.count) == 1
  }
}
