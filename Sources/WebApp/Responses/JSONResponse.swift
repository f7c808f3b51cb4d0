import FoundationEssentials
import HTTPServer
import HTTPTypes
import LinuxSystem

enum JSONResponse {
  /// The bytes of a response, `pretty` for people, with `sorted` members.
  static func encode(_ answer: some Encodable, pretty: Bool = false, sorted: Bool = false) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
    if pretty || sorted { encoder.outputFormatting.insert(.sortedKeys) }
    return [UInt8](try encoder.encode(answer))
  }

  /// A response whose tag is made of its bytes.
  ///
  /// A response that is not cached must be `sorted`, so that equal responses have equal bytes and tags.
  static func entity(
    _ answer: some Encodable, tag: EntityTag? = nil, sorted: Bool = false
  ) throws -> (Representation, bytes: Int) {
    let bytes = try encode(answer, sorted: sorted)
    let entity = Representation.prepared(
      bytes, type: "application/json", tag: tag ?? EntityTag(hashing: bytes),
      headers: [.cacheControl: "private, no-cache"])
    return (entity, bytes.count)
  }
}

extension EntityTag {
  init(hashing bytes: [UInt8]) {
    let digest = SHA256.hash(bytes)
    self.init(digest.prefix(16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
  }
}

/// A member of a response that is written as `null` without a value, as at the end of a list.
///
/// A synthesised encoding would leave it out.
///
/// ```swift
/// struct Page: Encodable {
///   let names: [String]
///   @Nullable var next: String?
/// }
/// ```
@propertyWrapper
struct Nullable<Value: Encodable>: Encodable {
  var wrappedValue: Value?

  init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue {
      try container.encode(wrappedValue)
    } else {
      try container.encodeNil()
    }
  }
}

extension Nullable: Sendable where Value: Sendable {}
